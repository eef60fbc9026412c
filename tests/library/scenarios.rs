//! Every scenario file of `tests/scenarios/`, in the embedded games and those of `variants/examples/`.

use crate::scenario_file;
use katydid_trust::games;
use std::path::Path;

#[test]
fn every_scenario_comes_out_as_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    games()
        .add(&root.join("variants/examples"))
        .expect("sound examples");
    let mut names: Vec<String> = std::fs::read_dir(root.join("tests/scenarios"))
        .expect("the folder of scenarios")
        .map(|file| {
            file.expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        scenario_file::run(&name);
    }
}
