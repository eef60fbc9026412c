//! The board in the browser: a server for one page on this machine.
//!
//! The page (`web/` of the source, embedded) contains no rules. It sends the turns played and receives a view: pieces, hands, legal
//! legs with everything they change, marks, the result. Searches and solutions are streams, one JSON object per line.
//!
//! - `token`, `guard`, `connections`: access control and limits
//! - `reply`: errors
//! - `assets`, `pictures`: the page and the pieces
//! - `routes`: the addresses
//! - `place`, `sessions`, `shared`: the position of a request; the state of a page; the state of the server
//! - `names`, `words`, `legs`, `view`: a position as the page needs it; `typed`: moves that are typed
//! - `variants`, `rules_page`: the games, and how their pieces move
//! - `make`: games that the user makes on the page
//! - `setup`, `pgn`: import and export of positions and games
//! - `openings`, `explorer`: the turns of the user's games, by positions
//! - `stream`, `search`, `solve`, `follow`: streams; `socket`: streams for any number of pages

mod assets;
mod connections;
mod explorer;
mod follow;
mod guard;
mod legs;
mod make;
mod names;
mod openings;
mod pgn;
mod pictures;
mod place;
mod reply;
mod routes;
mod rules_page;
mod search;
mod sessions;
mod setup;
mod shared;
mod socket;
mod solve;
mod stream;
mod tables;
mod token;
mod typed;
mod variants;
mod view;
mod words;

use guard::Gate;
use katydid::catalogue::Catalogue;
pub use shared::Options;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use token::Token;

/// The default port, used if it is free.
const USUAL_PORT: u16 = 8649;

/// A server that is bound to its port.
pub struct Server {
    listener: TcpListener,
    port: u16,
    token: Token,
    catalogue: Arc<Catalogue>,
    options: Options,
}

impl Server {
    /// Binds a port of the loopback address. Without `port` it prefers `USUAL_PORT`, because browsers store the page's games by
    /// address, port included.
    ///
    /// # Errors
    /// The system's error for the port, or for the random numbers of the token.
    pub fn bind(
        port: Option<u16>,
        catalogue: Arc<Catalogue>,
        options: Options,
    ) -> io::Result<Self> {
        let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = match port {
            Some(port) => bind(port),
            None => bind(USUAL_PORT).or_else(|_| bind(0)),
        }?;
        listener.set_nonblocking(true)?;
        Ok(Self {
            port: listener.local_addr()?.port(),
            listener,
            token: Token::random()?,
            catalogue,
            options,
        })
    }

    /// The address of the page, with the access token.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#{}", self.port, self.token.text())
    }

    /// Serves until the program ends.
    ///
    /// # Errors
    /// The system's error if the server cannot continue.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(4)
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let gate = Arc::new(Gate::new(self.port, self.token));
            connections::serve(listener, routes::router(gate, self.catalogue, self.options)).await
        })
    }
}
