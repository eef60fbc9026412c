//! Chromium, started and spoken to.

use super::skip::skip;
use serde_json::{Value, json};
use std::net::TcpStream;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket};

/// Names under which Chromium is installed.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// How long Chromium may take to start, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// What runs Chromium: it ends when these tests end, however that is, since the system then closes the shell's input. The
/// first argument is the folder of its profile, which is removed.
const LEASH: &str =
    r#"profile=$1; shift; "$@" & read -r _; kill $!; wait $!; rm -rf -- "$profile""#;

/// Running ones that no test uses. To start one takes longer than most tests.
static IDLE: Mutex<Vec<Chromium>> = Mutex::new(Vec::new());

/// A running Chromium with one page.
pub struct Chromium {
    process: Child,
    socket: WebSocket<TcpStream>,
    asked: u64,
    /// What it has told without being asked.
    pub events: Vec<Value>,
}

/// A Chromium that a test uses; others can use it afterwards, unless the test has failed.
pub struct Lent(Option<Chromium>);

impl Deref for Lent {
    type Target = Chromium;

    fn deref(&self) -> &Chromium {
        self.0.as_ref().expect("it is there until the end")
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut Chromium {
        self.0.as_mut().expect("it is there until the end")
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(chromium) = self.0.take()
            && !std::thread::panicking()
        {
            idle().push(chromium);
        }
    }
}

fn idle() -> std::sync::MutexGuard<'static, Vec<Chromium>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether these tests run with all rights, as in a container.
#[cfg(unix)]
fn is_superuser() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

#[cfg(not(unix))]
const fn is_superuser() -> bool {
    false
}

/// Where Chromium is.
fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut files = NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    files.find(|file| file.is_file())
}

impl Chromium {
    /// One that shows an empty page; `None` if it is not installed.
    pub fn lent() -> Option<Lent> {
        let waiting = idle().pop();
        let mut chromium = match waiting {
            Some(chromium) => chromium,
            None => Self::start()?,
        };
        // What is told later belongs to the next page.
        chromium.ask("Page.navigate", &json!({ "url": "about:blank" }));
        chromium.events.clear();
        Some(Lent(Some(chromium)))
    }

    fn start() -> Option<Self> {
        let Some(program) = find() else {
            skip("no Chromium");
            return None;
        };
        let profile = TempDir::new().expect("a folder for a profile").keep();
        let mut command = Command::new("sh");
        command
            .args(["-c", LEASH, "sh"])
            .arg(&profile)
            .arg(program)
            .args(["--headless=new", "--disable-gpu", "--no-first-run"])
            .args([
                "--disable-background-networking",
                "--remote-debugging-port=0",
            ])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // The sandbox refuses to work for the superuser, who runs tests in containers.
        if is_superuser() {
            command.arg("--no-sandbox");
        }
        let process = command.spawn().expect("Chromium starts");
        let port = port(&profile);
        let socket = connect(&port);
        Some(Self {
            process,
            socket,
            asked: 0,
            events: Vec::new(),
        })
    }

    /// Asks something and waits for the answer.
    pub fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        let text = json!({ "id": id, "method": method, "params": parameters }).to_string();
        self.socket
            .send(Message::text(text))
            .expect("Chromium listens");
        loop {
            let message = self.socket.read().expect("Chromium answers");
            let Message::Text(text) = message else {
                continue;
            };
            let value: Value = serde_json::from_str(&text).expect("JSON");
            if value["id"] == id {
                // The page was left meanwhile, by a script of its own too.
                if value["error"]["message"] == "Inspected target navigated or closed" {
                    return Value::Null;
                }
                assert!(value["error"].is_null(), "{method}: {}", value["error"]);
                return value["result"].clone();
            }
            self.events.push(value);
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

/// The port that Chromium has written down.
fn port(profile: &Path) -> String {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let text = std::fs::read_to_string(profile.join("DevToolsActivePort"));
        if let Some(port) = text.ok().and_then(|text| {
            let mut lines = text.lines();
            lines
                .next()
                .filter(|_| text.lines().count() > 1)
                .map(str::to_owned)
        }) {
            return port;
        }
        assert!(Instant::now() < deadline, "Chromium opens no port");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A socket to Chromium's page.
fn connect(port: &str) -> WebSocket<TcpStream> {
    let deadline = Instant::now() + PATIENCE;
    let address = loop {
        match page_address(port) {
            Some(address) => break address,
            None => assert!(Instant::now() < deadline, "Chromium has no page"),
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let stream = TcpStream::connect(format!("127.0.0.1:{port}")).expect("Chromium's port");
    stream
        .set_read_timeout(Some(Duration::from_mins(2)))
        .expect("a time limit");
    let (socket, _) = tungstenite::client(address, stream).expect("Chromium's socket");
    socket
}

/// The address of the page's socket, from Chromium's list.
fn page_address(port: &str) -> Option<String> {
    use std::io::{Read as _, Write as _};
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).ok()?;
    let request =
        format!("GET /json HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
    let mut text = String::new();
    // The connection may stay open: what has come by then is enough.
    let _ = stream.read_to_string(&mut text);
    let list: Value = serde_json::from_str(text.split_once("\r\n\r\n")?.1).ok()?;
    let page = list.as_array()?.iter().find(|it| it["type"] == "page")?;
    Some(page["webSocketDebuggerUrl"].as_str()?.to_owned())
}
