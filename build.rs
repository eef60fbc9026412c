//! Tells the program which compiler has built it, for the `compiler` command, and lists the variant files that are embedded.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// The folders of `variants/` whose files are all embedded, and the macro that does it.
const FOLDERS: [(&str, &str); 4] = [
    ("armies", "include_str"),
    ("more", "include_str"),
    ("networks", "include_bytes"),
    (WEIGHTS, "include_str"),
];

/// The folder whose files are embedded without their comments, which say how they were fitted.
const WEIGHTS: &str = "weights";

fn main() -> Result<(), Box<dyn Error>> {
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(compiler)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .unwrap_or_else(|| "an unknown rustc".to_owned());
    println!("cargo:rustc-env=KATYDID_RUSTC={}", version.trim());
    println!("cargo:rerun-if-changed=build.rs");
    for (folder, include) in FOLDERS {
        list(folder, include)?;
    }
    Ok(())
}

/// Writes the slice of names and contents of the files of a folder, for `catalogue::embedded`.
fn list(folder: &str, include: &str) -> Result<(), Box<dyn Error>> {
    let root = std::env::var("CARGO_MANIFEST_DIR")?;
    let folder_path = Path::new(&root).join("variants").join(folder);
    println!("cargo:rerun-if-changed={}", folder_path.display());
    let mut paths = Vec::new();
    for item in folder_path.read_dir()? {
        paths.push(item?.path());
    }
    paths.sort();
    let mut slice = "&[\n".to_owned();
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let path = if folder == WEIGHTS {
            without_comments(&path)?
        } else {
            path.to_string_lossy().into_owned()
        };
        writeln!(slice, "({name:?}, {include}!({path:?})),")?;
    }
    slice.push(']');
    let out = Path::new(&std::env::var("OUT_DIR")?).join(format!("{folder}.rs"));
    Ok(std::fs::write(out, slice)?)
}

/// Writes a file without the lines that are comments; returns its path.
fn without_comments(path: &Path) -> Result<String, Box<dyn Error>> {
    println!("cargo:rerun-if-changed={}", path.display());
    let text = std::fs::read_to_string(path)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let file = Path::new(&std::env::var("OUT_DIR")?).join(path.file_name().unwrap_or_default());
    std::fs::write(&file, lines.collect::<Vec<_>>().join("\n"))?;
    Ok(file.to_string_lossy().into_owned())
}
