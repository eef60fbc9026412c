//! `katydid tune`: a quick fit of a user's game, by the separate program `katydid-tuning`.

use anyhow::{Context as _, Result};
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The name of the tuning program.
const TOOLS: &str = "katydid-tuning";

/// The arguments of `tune`.
#[derive(Debug, clap::Args)]
pub struct TuneArguments {
    /// The variant file, or the name of a game
    game: String,
    /// How long it may take, about
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// Nodes searched for each turn
    #[arg(long, default_value_t = 400)]
    nodes: u64,
}

impl TuneArguments {
    /// Runs `katydid-tuning fit`, from the folder of this program or from PATH, to its end.
    pub fn run(&self) -> Result<ExitCode> {
        let beside = std::env::current_exe().map(|program| program.with_file_name(TOOLS));
        let beside = beside.ok().filter(|program| program.exists());
        let program = beside.unwrap_or_else(|| PathBuf::from(TOOLS));
        let status = Command::new(&program)
            .args(["fit", &self.game])
            .args(["--minutes", &self.minutes.to_string()])
            .args(["--nodes", &self.nodes.to_string()])
            .status()
            .with_context(|| {
                format!(
                    "{}: `katydid tune` needs this program beside it (cargo build --release -p {TOOLS})",
                    program.display()
                )
            })?;
        Ok(if status.success() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}
