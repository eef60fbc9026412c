//! `katydid pages`: rules pages of games with diagrams, as files.

use super::{choice, output};
use anyhow::{Context as _, Result};
use katydid::catalogue::Catalogue;
use katydid::game_page::Pages;
use std::path::PathBuf;

/// The arguments of `pages`.
#[derive(Debug, clap::Args)]
pub struct PagesArguments {
    /// The folder, which is made if it is not there
    folder: PathBuf,
    /// The games, all if none is named
    games: Vec<String>,
}

impl PagesArguments {
    /// Writes `GAME.md` for each game, and the drawings of all of them into the folder `pictures` beside them.
    pub fn run(&self, catalogue: &Catalogue) -> Result<()> {
        let names = match self.games.as_slice() {
            [] => catalogue.all_names(),
            games => games.to_vec(),
        };
        let mut pages = Pages::default();
        let mut files = Vec::new();
        for name in &names {
            let page = pages.page(&choice::game(catalogue, name)?);
            files.push((self.folder.join(format!("{name}.md")), page));
        }
        let pictures = self.folder.join("pictures");
        for (name, drawing) in pages.pictures() {
            files.push((pictures.join(name), drawing.to_owned()));
        }
        let write = || -> std::io::Result<()> {
            std::fs::create_dir_all(&pictures)?;
            files
                .iter()
                .try_for_each(|(path, text)| std::fs::write(path, text))
        };
        write().with_context(|| format!("cannot write pages into '{}'", self.folder.display()))?;
        let pages = match names.len() {
            1 => "1 page".to_owned(),
            number => format!("{number} pages"),
        };
        output::line(format_args!("{pages} in {}", self.folder.display()))
    }
}
