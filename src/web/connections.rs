//! At most so many connections at once: more wait until one is closed. Those that ask nothing are closed after a while, so
//! that nobody holds all places by doing nothing.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Connections at once. A browser opens six for a page.
const MOST: usize = 16;
/// How long a connection may take to send the head of a request, from its beginning or from the end of the answer before.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// How long to wait when the system has no connection to give, because too many files are open.
const PAUSE: Duration = Duration::from_millis(200);

/// Answers connections until the program ends.
///
/// # Errors
/// What the system says when there will be no more connections.
pub async fn serve(listener: TcpListener, router: Router) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(MOST));
    loop {
        let place = Arc::clone(&places).acquire_owned().await;
        let place = place.map_err(io::Error::other)?;
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(answer(stream, router.clone(), place));
            }
            Err(error) => {
                log::warn!("no connection: {error}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Answers the requests of one connection, which holds its place until it is closed.
async fn answer(stream: TcpStream, router: Router, place: OwnedSemaphorePermit) {
    // Streams consist of small pieces that are wanted at once.
    if let Err(error) = stream.set_nodelay(true) {
        log::debug!("a connection keeps its delay: {error}");
    }
    let service = TowerToHyperService::new(router);
    let ended = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .await;
    if let Err(error) = ended {
        log::debug!("a connection: {error}");
    }
    drop(place);
}
