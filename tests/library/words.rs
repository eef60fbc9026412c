//! Words that the project does not use: code, comments, documents, help and messages say what other engines say.
//!
//! A word that has gone everywhere gets a line in [`BANNED`], so that it does not come back.

use std::path::{Path, PathBuf};

/// A word, in any case, that must not stand in any text of the project.
struct Banned {
    word: &'static str,
    /// What to write.
    instead: &'static str,
    /// What a line may hold that has the word: it means something else there.
    allowed: &'static [&'static str],
}

const fn banned(word: &'static str, instead: &'static str) -> Banned {
    Banned {
        word,
        instead,
        allowed: &[],
    }
}

const BANNED: &[Banned] = &[
    Banned {
        word: "man",
        instead: "piece",
        allowed: &[
            // The name of a piece in the collections of chess variants.
            "\"Man\"",
            "man: [\"Mann\"",
            "man page",
            "katydid man",
            "man6",
            "clap_mangen",
            "SubCommand::Man",
            "    Man(",
            "Man::new",
            // The sub-command in tests, and the former key in errors that name the present one.
            "\"man\"",
            "[[man]]",
            "`man`",
            "--man`",
            "--man=",
        ],
    },
    Banned {
        word: "men",
        instead: "pieces",
        // The old option in errors that name the new one, and the names of programs that build endgame tables.
        allowed: &[
            "{}men", "\"men\"", "\"Men\"", "'Men'", "--men", "`men`", "`Men`",
        ],
    },
    banned("officer", "piece, non-pawn piece"),
    banned("officers", "pieces, non-pawn pieces"),
    banned("oyster", "CrabSnail"),
    banned("oysters", "CrabSnails"),
    banned("shade", "square colour"),
    banned("shades", "square colours"),
    banned("likely_key", "prefetch_key"),
    banned("refuted_siblings", "cutoffs"),
    banned("share_of_lead", "scale factor"),
    banned("scribe", "consequence writer"),
    banned("teller", "notifier"),
    banned("witness", "consequence log"),
    banned("gait", "movement"),
    banned("gaits", "movements"),
    banned("phased", "tapered"),
    banned("foretold", "predicted"),
    banned("to be had", "available"),
    banned("read over", "ignored"),
    banned("taught", "trained"),
    banned("teach", "train"),
    banned("teaches", "trains"),
    banned("mend", "fix"),
    banned("mends", "fixes"),
    banned("mended", "fixed"),
    banned("who opens", "if you open"),
    banned("who looks", "if you look"),
    banned("who takes", "the noun"),
    banned("do what they say", "what they do"),
];

/// Kinds of files with text that people read, and files without an ending.
const ENDINGS: &[&str] = &["rs", "js", "html", "css", "md", "toml", "py", "sh", "yml"];
const NAMES: &[&str] = &["Makefile", "run", "signature", "deb", "dist", "commit-msg"];
/// Folders of what is built, kept or fed in.
const LEFT_OUT: &[&str] = &["target", ".git", "corpus", "__pycache__"];

/// Adds the files of a folder whose text is looked at.
fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("the folder can be listed").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !LEFT_OUT.contains(&&*name) && !path.is_symlink() {
                add_files(&path, files);
            }
        } else if NAMES.contains(&&*name)
            || path
                .extension()
                .is_some_and(|ending| ENDINGS.iter().any(|it| ending == *it))
        {
            files.push(path);
        }
    }
}

/// Whether a line has a word (or several) that is not part of a longer one.
fn has_word(line: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let after = &line[at + word.len()..];
        !line[..at].ends_with(part) && !after.starts_with(part)
    })
}

#[test]
fn no_text_has_a_banned_word() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    add_files(root, &mut files);
    assert!(files.len() > 300, "{} files", files.len());
    let mut found = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        if text.contains("const BANNED: &[Banned]") {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            let lower = line.to_lowercase();
            for Banned {
                word,
                instead,
                allowed,
            } in BANNED
            {
                if has_word(&lower, word) && !allowed.iter().any(|it| line.contains(it)) {
                    let place = path.strip_prefix(root).unwrap_or(&path).display();
                    let number = number + 1;
                    found.push(format!("{place}:{number}: '{word}' (say '{instead}')"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn words_are_found_whole() {
    assert!(has_word("a man, alone", "man"));
    assert!(has_word("man", "man"));
    assert!(!has_word("command", "man"));
    assert!(!has_word("man_of", "man"));
    assert!(has_word("it is read over here", "read over"));
}
