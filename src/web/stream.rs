//! Streaming responses: one JSON object per line, until the work ends or the page closes the connection.

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, channel};
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;

/// The interval of keep-alive lines; sending them fails if the page is closed.
const PULSE: Duration = Duration::from_millis(500);
/// The maximum number of lines that wait for a slow reader.
const WAITING: usize = 64;

/// Streams everything from the channel `news`, converted by `told`. `over` is called when the stream ends, even if it ends because
/// the page was closed.
pub fn stream<T: Send + 'static>(
    mut news: UnboundedReceiver<T>,
    mut told: impl FnMut(T) -> Value + Send + 'static,
    over: impl FnOnce() + Send + 'static,
) -> Response {
    let (sender, receiver) = channel(WAITING);
    tokio::spawn(async move {
        loop {
            let value = match timeout(PULSE, news.recv()).await {
                Ok(Some(item)) => told(item),
                Ok(None) => break,
                Err(_) => json!({ "kind": "alive" }),
            };
            let line = Bytes::from(format!("{value}\n"));
            if sender.send(Ok::<_, Infallible>(line)).await.is_err() {
                break;
            }
        }
        over();
    });
    let body = Body::from_stream(ReceiverStream::new(receiver));
    ([(CONTENT_TYPE, "application/x-ndjson")], body).into_response()
}
