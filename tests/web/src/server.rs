//! The program under test, serving its page.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The program, which stands beside the tests: `cargo test --workspace` builds it.
///
/// # Panics
/// If it is not there.
pub fn program() -> PathBuf {
    let test = std::env::current_exe().expect("this test has a path");
    let folder = test.parent().and_then(|deps| deps.parent());
    let program = folder
        .expect("it lies in a folder")
        .join(format!("katydid{}", std::env::consts::EXE_SUFFIX));
    assert!(
        program.is_file(),
        "{} is missing: `cargo build --bin katydid` with the profile of the tests makes it",
        program.display()
    );
    program
}

/// A running server; it ends with this value.
pub struct Server {
    process: Child,
    /// Its port.
    pub port: String,
    /// The token of its page.
    pub token: String,
}

impl Server {
    /// Starts the server of the page.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start(arguments: &[&str]) -> Self {
        let mut process = Command::new(program())
            .args(["web", "--no-open", "--port", "0"])
            .args(arguments)
            .env_remove("KATYDID_VARIANTS")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut address = String::new();
        let output = process.stdout.take().expect("a pipe");
        BufReader::new(output)
            .read_line(&mut address)
            .expect("the address");
        let parts = address.trim_end().strip_prefix("http://127.0.0.1:");
        let parts = parts.and_then(|rest| rest.split_once("/#"));
        let (port, token) = parts.expect("an address");
        Self {
            process,
            port: port.to_owned(),
            token: token.to_owned(),
        }
    }

    /// Processor time that it has used, in ticks of the system; `None` where that cannot be read.
    pub fn used(&self) -> Option<u64> {
        let file = format!("/proc/{}/stat", self.process.id());
        let text = std::fs::read_to_string(file).ok()?;
        let fields: Vec<&str> = text.rsplit_once(") ")?.1.split(' ').collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    }

    /// Waits until it does nothing any more; fails if that is never so.
    ///
    /// # Panics
    /// If it goes on for 20 seconds.
    pub fn until_idle(&self) {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            std::thread::sleep(Duration::from_millis(300));
            let before = self.used();
            std::thread::sleep(Duration::from_millis(700));
            // A search uses all the time that it gets; what is left is less than two hundredths of a second.
            if self.used() <= before.map(|ticks| ticks + 2) {
                return;
            }
            assert!(Instant::now() < deadline, "the search goes on");
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
