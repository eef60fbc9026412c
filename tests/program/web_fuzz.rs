//! Requests that nobody meant, for the server of `katydid web`: each is answered or closed in time, and the server still
//! shows its page afterwards. The examples are in `tests/fuzz/corpus/web`.

use katydid_trust::fuzz::{Corpus, input};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long an answer may take, searches and solutions aside, which are cut off by the closed connection.
const PATIENCE: Duration = Duration::from_secs(10);

struct Server {
    program: Child,
    port: String,
    token: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn server() -> Server {
    let mut program = Command::new(env!("CARGO_BIN_EXE_katydid"))
        .args(["web", "--no-open"])
        .env_remove("KATYDID_VARIANTS")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let output = program.stdout.take().expect("a pipe");
    BufReader::new(output)
        .read_line(&mut line)
        .expect("the address");
    let address = line.trim_end().strip_prefix("http://127.0.0.1:");
    let (port, token) = address
        .and_then(|rest| rest.split_once("/#"))
        .expect("an address");
    Server {
        port: port.to_owned(),
        token: token.to_owned(),
        program,
    }
}

impl Server {
    /// Sends bytes in which `HOST` and `TOKEN` stand for what is right, and returns the first part of the answer. With
    /// `ends` the client says that nothing more will come: a request that is cut short need not be waited for, and the
    /// server may drop one that is not.
    fn send(&self, bytes: &[u8], ends: bool) -> Vec<u8> {
        let mut stream =
            TcpStream::connect(format!("127.0.0.1:{}", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        let text = replaced(
            bytes,
            b"HOST",
            format!("127.0.0.1:{}", self.port).as_bytes(),
        );
        let text = replaced(&text, b"TOKEN", self.token.as_bytes());
        // A server that refuses may close before it has read everything.
        let _ = stream.write_all(&text);
        if ends {
            let _ = stream.shutdown(Shutdown::Write);
        }
        let mut answer = vec![0; 1 << 16];
        let read = stream.read(&mut answer);
        if let Err(error) = &read {
            let late = matches!(
                error.kind(),
                std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
            );
            assert!(!late, "no answer to {}", String::from_utf8_lossy(bytes));
        }
        answer.truncate(read.unwrap_or(0));
        answer
    }
}

fn replaced(bytes: &[u8], what: &[u8], by: &[u8]) -> Vec<u8> {
    match bytes.windows(what.len()).position(|part| part == what) {
        Some(at) => [&bytes[..at], by, &bytes[at + what.len()..]].concat(),
        None => bytes.to_vec(),
    }
}

/// How many requests are sent: the environment variable `KATYDID_REQUESTS`, else some hundreds.
fn requests() -> u64 {
    let given = std::env::var("KATYDID_REQUESTS").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(300)
}

#[test]
fn odd_requests_are_answered_and_forgotten() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus/web");
    let corpus = Corpus::read(&folder).expect("examples");
    let mut server = server();
    let page = b"GET / HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n";
    for number in 0..requests() {
        let bytes = input(&corpus, number);
        let answer = server.send(&bytes, true);
        let told = answer.is_empty() || answer.starts_with(b"HTTP/1.");
        assert!(told, "{}", String::from_utf8_lossy(&answer));
        if number % 20 == 19 {
            let asked = Instant::now();
            assert!(
                server.send(page, false).starts_with(b"HTTP/1.1 200"),
                "after request {number}"
            );
            assert!(
                asked.elapsed() < Duration::from_secs(5),
                "after request {number}"
            );
        }
    }
    let ended = server.program.try_wait().expect("a child can be asked");
    assert!(ended.is_none(), "the server has ended: {ended:?}");
}
