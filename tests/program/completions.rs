//! The manual pages, and what shells complete.

use crate::cli::{katydid, output};
use crate::scratch::Scratch;
use crate::skip::skip;

#[test]
fn manual_and_completions_name_the_commands() {
    let page = output(&["man"]);
    for part in [
        ".TH katydid 6",
        "katydid\\-solve(6)",
        ".SH ENVIRONMENT",
        ".SH FILES",
        ".SH \"EXIT STATUS\"",
        ".SH EXAMPLES",
        ".SH \"SEE ALSO\"",
    ] {
        assert!(page.contains(part), "{page}\nlacks {part}");
    }
    let page = output(&["man", "solve"]);
    assert!(
        page.contains(".TH katydid-solve 6") && page.contains("stipulation"),
        "{page}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    output(&["man", "--folder", &folder.path().display().to_string()]);
    assert!(folder.path().join("katydid-web.6").is_file());
    katydid(&["man", "ludo"]).assert().failure();
    for shell in ["bash", "zsh", "fish"] {
        assert!(output(&["completions", shell]).contains("perft"), "{shell}");
    }
}

/// What Bash offers at the end of a line, parted into words as Bash does it.
fn offered(line: &str) -> Option<String> {
    let script = output(&["completions", "bash"]);
    let parted = line.replace('=', " = ").replace(':', " : ");
    let words: Vec<&str> = parted
        .trim_start()
        .split(' ')
        .filter(|word| !word.is_empty())
        .collect();
    let mut words: Vec<&str> = words;
    if line.ends_with([' ', '=']) {
        words.push("");
    }
    let count = words.len() - 1;
    let (last, before) = (words[count], words[count - 1]);
    let quoted = words.join("' '");
    let point = line.len();
    let call = format!(
        "{script}\nCOMP_LINE='{line}'\nCOMP_POINT={point}\nCOMP_WORDS=('{quoted}')\nCOMP_CWORD={count}\n\
         _katydid_word katydid '{last}' '{before}'\necho \"${{COMPREPLY[@]}}\""
    );
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("mygame.toml"), "").expect("a file");
    let output = std::process::Command::new("bash")
        .args(["--norc", "-c", &call])
        .current_dir(folder.path())
        .output();
    let Ok(output) = output else {
        skip("no Bash");
        return None;
    };
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[test]
fn bash_completes_games_conditions_and_pieces() {
    for (line, expected) in [
        ("katydid play ho", "hopgi hoppelpoppel horde"),
        ("katydid web progressive-d", "progressive-demichess"),
        ("katydid solve --condition mad", "madrasi madrasi-rex"),
        (
            "katydid solve --condition circe,mad",
            "circe,madrasi circe,madrasi-rex",
        ),
        (
            "katydid solve --condition=circe,mad",
            "circe,madrasi circe,madrasi-rex",
        ),
        ("katydid solve --piece X=pa", "pao"),
        ("katydid play hurdlers --pieces X=moose,Y=pa", "pao"),
        ("katydid solve --option SetP", "SetPlay"),
        ("katydid play --white clob", "clobberers"),
        ("katydid new --inherits hopg", "hopgi"),
        ("katydid tables probe aceg-", "aceg-all"),
        ("katydid man conv", "convert"),
        ("katydid check my", "mygame.toml"),
        ("katydid import my", "mygame.toml"),
        ("katydid ver", ""),
    ] {
        let Some(offered) = offered(line) else {
            return;
        };
        assert_eq!(offered, expected, "{line}");
    }
}

#[test]
fn fish_completes_games_conditions_and_pieces() {
    let script = output(&["completions", "fish"]);
    let file = Scratch::new("katydid.fish", &script);
    for (line, expected) in [
        ("katydid play hopg", "hopgi"),
        (
            "katydid solve --condition circe,madrasi-",
            "circe,madrasi-rex",
        ),
        ("katydid solve --piece H=pa", "H=pao"),
        ("katydid play --white clob", "clobberers"),
        ("katydid solve --option SetP", "SetPlay"),
    ] {
        let call = format!("source {}; complete -C '{line}'", file.display());
        let output = std::process::Command::new("fish")
            .args(["--no-config", "-c", &call])
            .output();
        let Ok(output) = output else {
            return skip("no fish");
        };
        let offered = String::from_utf8_lossy(&output.stdout);
        let offered: Vec<&str> = offered
            .lines()
            .filter_map(|line| line.split('\t').next())
            .collect();
        assert_eq!(offered, [expected], "{line}");
    }
}
