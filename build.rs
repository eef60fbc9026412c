//! Tells the program which compiler has built it, for the `compiler` command.

use std::process::Command;

fn main() {
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(compiler)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .unwrap_or_else(|| "an unknown rustc".to_owned());
    println!("cargo:rustc-env=KATYDID_RUSTC={}", version.trim());
    println!("cargo:rerun-if-changed=build.rs");
}
