//! Puts files of positions together: what machines have played with different shards of one seed.

use super::data::{Positions, write_whole};
use anyhow::{Context as _, Result, ensure};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The arguments of `merge`.
#[derive(Clone, Debug, clap::Args)]
pub struct MergeArguments {
    /// Files of games that were played in the same way from the same seed
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The file to write
    #[arg(short, long)]
    pub output: PathBuf,
}

impl MergeArguments {
    /// Writes a file with all games, in the order of their numbers.
    ///
    /// # Errors
    /// If a file cannot be read or written, if their games were not played in the same way, or if a game differs in two files.
    pub fn run(&self) -> Result<()> {
        let mut header = None;
        let mut games = BTreeMap::new();
        for path in &self.files {
            let read = Positions::read(path)?;
            let first = header.get_or_insert_with(|| read.header.clone());
            ensure!(
                *first == read.header,
                "{}: its games were played in another way: {} instead of {}",
                path.display(),
                read.header.line()?.trim_end(),
                first.line()?.trim_end()
            );
            for game in read.games {
                let number = game.number;
                let known = games.entry(number).or_insert_with(|| game.clone());
                ensure!(
                    *known == game,
                    "{}: game {number} is another one than in the files before",
                    path.display()
                );
            }
        }
        let merged = Positions {
            header: header.context("no file")?,
            games: games.into_values().collect(),
            complete: true,
        };
        write_whole(&self.output, &merged.text()?)?;
        println!("{}: {} games", self.output.display(), merged.games.len());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workshop::datagen;

    #[test]
    fn shards_put_together_are_the_games_of_one_machine() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let play = |shard: &str, name: &str| {
            let shard = shard.parse().expect("a shard");
            let arguments = datagen::DatagenArguments {
                shard,
                // In order, since the first game of a file is changed below.
                threads: Some(1),
                ..datagen::tests::arguments("demichess", 5, path(name))
            };
            arguments.run().expect("games");
            path(name)
        };
        let whole = play("1/1", "whole");
        let files = vec![play("1/2", "one"), play("2/2", "two")];
        let output = path("merged");
        let merge = MergeArguments {
            files: files.clone(),
            output: output.clone(),
        };
        merge.run().expect("a file");
        let expected = Positions::read(&whole).expect("games");
        assert_eq!(Positions::read(&output).expect("games"), expected);

        let changed = std::fs::read_to_string(&files[0]).expect("a text");
        let changed = changed.replacen("game 0 ", "game 2 ", 1);
        let end = changed.find("end ").expect("an end");
        std::fs::write(&files[0], &changed[..end]).expect("a file");
        let error = MergeArguments {
            files: vec![whole, files[0].clone()],
            output,
        }
        .run()
        .expect_err("two games of one number");
        assert!(
            error.to_string().contains("game 2 is another one"),
            "{error}"
        );
        assert!("0/3".parse::<datagen::Shard>().is_err());
        assert!("4/3".parse::<datagen::Shard>().is_err());
    }
}
