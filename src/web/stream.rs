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

/// The interval of keep-alive lines, by which a closed page is noticed.
const PULSE: Duration = Duration::from_millis(500);
/// Lines that wait for a slow reader.
const WAITING: usize = 64;

/// A stream of all that comes from a channel, as `told` writes it. `over` is called when it has ended, also because the page
/// has gone.
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
