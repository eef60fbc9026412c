//! Games for fitting on a disk that runs full: what is kept is whole, and the same command goes on there.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};

/// Plays games into a file that cannot grow beyond so many blocks of 512 bytes, as on a full disk.
fn datagen(output: &Path, blocks: &str) -> Output {
    let script = format!(
        "trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" datagen hopgi \"$@\" -o '{}'",
        output.display()
    );
    Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_katydid-tuning")])
        .args(["--games", "40", "--nodes", "60", "--threads", "1"])
        .output()
        .expect("a shell")
}

#[test]
fn a_full_disk_is_told_of_and_nothing_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, cut) = (folder.path().join("whole"), folder.path().join("cut"));
    assert!(datagen(&whole, "unlimited").status.success());
    let expected = std::fs::read_to_string(&whole).expect("games");
    let stopped = datagen(&cut, "24");
    let told = String::from_utf8_lossy(&stopped.stderr).into_owned();
    assert_eq!(stopped.status.code(), Some(1), "{told}");
    assert!(told.contains(&cut.display().to_string()), "{told}");
    let kept = std::fs::read_to_string(&cut).expect("games");
    assert!(kept.matches("\ngame ").count() > 2, "{kept}");
    assert!(kept.len() < expected.len());
    assert!(expected.starts_with(kept.trim_end_matches(|at| at != '\n')));
    // Still full: the games that are there stay.
    assert!(!datagen(&cut, "1").status.success());
    assert_eq!(std::fs::read_to_string(&cut).expect("games"), kept);

    let went_on = datagen(&cut, "unlimited");
    assert!(went_on.status.success());
    assert_eq!(std::fs::read_to_string(&cut).expect("games"), expected);
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .collect();
    assert_eq!(left.len(), 2, "{left:?}");
}
