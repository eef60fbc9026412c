//! `katydid web`: the board in the browser.

use super::output;
use crate::web::{Options, Server};
use anyhow::{Context as _, Result};
use katydid::catalogue::Catalogue;
use std::io::{Write as _, stdout};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// The arguments of `web`.
#[derive(Debug, clap::Args)]
pub struct WebArguments {
    /// The game
    pub(super) game: Option<String>,
    /// The port; 0 is a free one (default: 8649, or a free one where that is taken)
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Only print the address, do not open a browser
    #[arg(long)]
    no_open: bool,
    /// A PGN file of a running match to show (may be given several times)
    #[arg(long = "match", value_name = "FILE")]
    follow: Vec<PathBuf>,
    /// A PGN file, or a folder of PGN files, whose openings to show (may be given several times)
    #[arg(long, value_name = "PATH")]
    openings: Vec<PathBuf>,
}

impl WebArguments {
    /// Prints the address, opens it and serves requests until the program is interrupted.
    pub fn run(self, catalogue: Arc<Catalogue>) -> Result<()> {
        let game = self.game.map(|name| super::choice::game(&catalogue, &name));
        let game = game.transpose()?.map(|variant| variant.name.clone());
        let options = Options {
            game,
            tables: Some(super::tables::usual_dir()),
            follow: self.follow,
            openings: self.openings,
        };
        let server =
            Server::bind(self.port, catalogue, options).with_context(|| match self.port {
                Some(port) => format!("port {port} of 127.0.0.1"),
                None => "no port of 127.0.0.1 is available".to_owned(),
            })?;
        let address = server.address();
        output::line(&address)?;
        stdout().flush()?;
        if !self.no_open {
            open(&address);
        }
        server.run().context("the server cannot go on")
    }
}

/// Opens an address in the desktop's browser. Failures are ignored, because the address was printed.
fn open(address: &str) {
    let opener = Command::new("xdg-open")
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match opener {
        Ok(mut child) => {
            // The opener may run as long as the browser, so a separate thread waits for it.
            std::thread::spawn(move || child.wait());
        }
        Err(error) => log::info!("xdg-open: {error}"),
    }
}
