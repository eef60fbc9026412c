//! The limit on simultaneous connections: further ones wait. Idle connections are closed after `PATIENCE`, so that they cannot
//! exhaust the limit.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum number of connections, web sockets apart. A browser opens six for all pages of a server; the rest is reserve, so
/// that idle connections of other programs do not block pages.
const MOST: usize = 512;
/// The time limit for sending the head of a request, from the connection's beginning or the end of the previous response.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// The wait after the system refuses a connection because too many files are open.
const PAUSE: Duration = Duration::from_millis(200);

/// Answers connections until the program ends.
///
/// # Errors
/// The system's error if no more connections can be accepted.
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

/// Answers the requests of one connection, which holds its semaphore permit until it is closed.
async fn answer(stream: TcpStream, router: Router, place: OwnedSemaphorePermit) {
    // Streams send small chunks that must not be delayed.
    if let Err(error) = stream.set_nodelay(true) {
        log::debug!("a connection keeps its delay: {error}");
    }
    let service = TowerToHyperService::new(router);
    let ended = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
        .await;
    if let Err(error) = ended {
        log::debug!("a connection: {error}");
    }
    drop(place);
}
