//! The server behind `katydid web`, asked over plain connections: what it answers, what it refuses, and that a search ends
//! with its page.

#[path = "../web/src/server.rs"]
mod server;

use server::{Server, program};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

pub fn server(arguments: &[&str]) -> Server {
    Server::start(arguments)
}

/// What a server answers.
pub struct Reply {
    pub status: u16,
    pub headers: String,
    pub body: String,
}

impl Server {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).expect("a connection");
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .expect("a time limit");
        stream
    }

    /// Sends a request as it is written; `HOST` and `TOKEN` stand for what is right.
    fn send(&self, request: &str) -> Reply {
        let mut stream = self.connect();
        let request = request
            .replace("HOST", &format!("127.0.0.1:{}", self.port))
            .replace("TOKEN", &self.token);
        // A server that refuses may close before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        let text = String::from_utf8_lossy(&text).into_owned();
        let (headers, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        Reply {
            status: headers
                .get(9..12)
                .and_then(|code| code.parse().ok())
                .unwrap_or(0),
            headers: headers.to_ascii_lowercase(),
            body: body.to_owned(),
        }
    }

    fn get(&self, path: &str) -> Reply {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\nConnection: close\r\n\r\n"
        ))
    }

    pub fn post(&self, path: &str, body: &str) -> Reply {
        self.send(&posted(path, body))
    }
}

fn posted(path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

const PLACE: &str = r#"{"session":"a1","game":"chess"}"#;

#[test]
fn the_page_and_its_parts_are_there_with_their_headers() {
    let server = server(&[]);
    assert_eq!(server.token.len(), 32);
    for path in [
        "/",
        "/page.js",
        "/page.css",
        "/icon.svg",
        "/pieces/ag/wA.svg",
        "/pieces/hopgi/b%2BR.svg",
    ] {
        let reply = server.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n"
        ));
        assert_eq!(reply.status, 200, "{path}");
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(reply.headers.contains(header), "{path}: {}", reply.headers);
        }
        assert!(!reply.headers.contains("access-control"), "{path}");
    }
    let list = server.get("/api/variants");
    assert_eq!(list.status, 200);
    assert!(list.headers.contains("cache-control: no-store"));
    assert!(list.body.contains(r#""name":"hopgi""#));
}

/// A key as RFC 6455 has it in its example, and a frame that closes the socket.
#[test]
fn a_web_socket_is_opened_and_closed() {
    let server = server(&[]);
    let opening = "GET /stream HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                   Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let reply = server.send(&format!("{opening}\u{8}\0"));
    assert_eq!(reply.status, 101, "{}", reply.headers);
    let accept = "sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=";
    assert!(reply.headers.contains(accept), "{}", reply.headers);
    assert_eq!(server.get("/stream").status, 400);
}

#[test]
fn strangers_are_refused() {
    let server = server(&[]);
    let forbidden = [
        // No token, a wrong one, another scheme, one that is too long.
        "GET /api/variants HTTP/1.1\r\nHost: HOST\r\n",
        "GET /api/variants HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer 00000000000000000000000000000000\r\n",
        "GET /api/variants HTTP/1.1\r\nHost: HOST\r\nAuthorization: Basic TOKEN\r\n",
        "GET /api/variants HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN0\r\n",
        "GET /api/variants HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\nAuthorization: Bearer TOKEN\r\n",
        // A name that somebody has bound to this machine; no name at all.
        "GET / HTTP/1.1\r\nHost: example.com\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        "GET / HTTP/1.0\r\n",
        // Another page.
        "GET /api/variants HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\nOrigin: http://example.com\r\n",
        "GET /api/variants HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\nOrigin: null\r\n",
        "GET /api/variants HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\nOrigin: https://HOST\r\n",
        "GET /page.js HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: cross-site\r\n",
        "GET /stream HTTP/1.1\r\nHost: HOST\r\nOrigin: http://example.com\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        "OPTIONS /api/game HTTP/1.1\r\nHost: HOST\r\nOrigin: http://example.com\r\nAccess-Control-Request-Method: POST\r\n",
    ];
    for request in forbidden {
        let reply = server.send(&format!("{request}Connection: close\r\n\r\n"));
        assert_eq!(reply.status, 403, "{request}: {}", reply.headers);
        assert!(reply.body.contains("error"), "{request}: {}", reply.body);
    }
    let own = "GET /api/variants HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\nOrigin: http://HOST\r\nConnection: close\r\n\r\n";
    assert_eq!(server.send(own).status, 200);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one conversation with the server")]
fn bad_requests_are_told_what_is_wrong() {
    let server = server(&[]);
    let too_long = format!(r#"{{"place":"{}"}}"#, "a".repeat(300 << 10));
    let reply = server.post("/api/game", &too_long);
    assert_eq!(reply.status, 413);
    for words in ["256 kB", "16 MB", "katydid convert"] {
        assert!(reply.body.contains(words), "{}", reply.body);
    }
    let plain = posted("/api/game", "{}").replace("application/json", "text/plain");
    assert_eq!(server.send(&plain).status, 415);
    assert_eq!(server.get("/api/game").status, 405);
    assert_eq!(server.post("/api/nothing", "{}").status, 404);
    assert_eq!(server.get("/nothing").status, 404);
    assert_eq!(server.get("/../Cargo.toml").status, 404);
    assert_eq!(server.get("/pieces/chess/wX.svg").status, 404);
    assert_eq!(
        server
            .get("/pieces/hurdlers/wX.svg?pieces=X%3Dmoose")
            .status,
        404
    );
    let declared = r#"{"place":{"session":"a1","game":"hurdlers","pieces":"X=moose"}}"#;
    assert_eq!(server.post("/api/game", declared).status, 200);
    assert_eq!(
        server
            .get("/pieces/hurdlers/wX.svg?pieces=X%3Dmoose")
            .status,
        200
    );
    assert_eq!(server.post("/api/game", "{").status, 400);
    assert_eq!(server.get("/api/match").status, 404);

    let refused = |path: &str, body: &str, words: &str| {
        let reply = server.post(path, body);
        assert_eq!(reply.status, 422, "{body}: {}", reply.body);
        assert!(reply.body.contains(words), "{body}: {}", reply.body);
    };
    let search = |rest: &str| format!(r#"{{"place":{PLACE},{rest}}}"#);
    refused(
        "/api/game",
        &declared.replace("pieces", "men"),
        "unknown field `men` (it is `pieces` now)",
    );
    refused(
        "/api/search",
        &search(r#""hash":1025"#),
        "hash: found 1025, expected a number from 1 to 1024",
    );
    refused(
        "/api/search",
        &search(r#""threads":100000"#),
        "threads: found 100000",
    );
    refused("/api/search", &search(r#""lines":21"#), "lines: found 21");
    refused("/api/search", &search(r#""level":21"#), "level: found 21");
    refused(
        "/api/search",
        &search(r#""seconds":-1"#),
        "seconds: found -1",
    );
    refused("/api/search", &search(r#""wrong":1"#), "wrong");
    let place = |rest: &str| format!(r#"{{"place":{{"session":"a1","game":"chess"{rest}}}}}"#);
    refused(
        "/api/game",
        &place(r#","turns":["e2e5"]"#),
        "move 1: 'e2e5' is not a legal move",
    );
    refused("/api/game", &place(r#","fen":"8/8/8/8 w""#), "FEN");
    refused(
        "/api/game",
        &place(r#","pieces":"X=moose""#),
        "chess takes no declared pieces",
    );
    refused(
        "/api/game",
        r#"{"place":{"session":"../x","game":"chess"}}"#,
        "session",
    );
    refused(
        "/api/game",
        r#"{"place":{"session":"a1","game":"nothing"}}"#,
        "nothing",
    );
    refused("/api/solve", &search(r#""stipulation":"zz""#), "zz");
    let hopgi = r##"{"place":{"session":"a1","game":"hopgi"},"stipulation":"#1"}"##;
    refused("/api/solve", hopgi, "no problems are solved in hopgi");
    let demichess = r##"{"place":{"session":"a1","game":"demichess"},"stipulation":"#1","conditions":["circe"]}"##;
    refused(
        "/api/solve",
        demichess,
        "demichess has rules of its own (expected conditions only on the problem board)",
    );
    let asked = |rest: &str| search(&format!(r##""stipulation":"#1",{rest}"##));
    refused(
        "/api/solve",
        &asked(r#""options":["Trry"]"#),
        "'Trry' is no option",
    );
    refused("/api/solve", &asked(r#""twins":["b) zz"]"#), "'zz'");
    let many = vec![r#""b) a2-a3""#; 101].join(",");
    refused(
        "/api/solve",
        &asked(&format!(r#""twins":[{many}]"#)),
        "twins: found 101, expected a number from 0 to 100",
    );
    refused("/api/pgn/read", r#"{"pgn":"1. e9"}"#, "game 1, line 1");
    refused("/api/pgn/read", r#"{"pgn":"hello"}"#, "holds no game");
}

#[test]
fn large_texts_are_read_and_what_is_not_understood_is_told() {
    let server = server(&[]);
    let read = |pgn: &str, only: Option<usize>| -> serde_json::Value {
        let body = serde_json::json!({ "pgn": pgn, "only": only });
        let reply = server.post("/api/pgn/read", &body.to_string());
        assert_eq!(reply.status, 200, "{}", reply.body);
        serde_json::from_str(&reply.body).expect("JSON")
    };
    let turns = |game: &serde_json::Value| game["nodes"].as_array().map(Vec::len);
    let nested = read(&format!("1. e4 {}", "(1. d4 ".repeat(30_000)), None);
    let told = nested["remarks"].to_string();
    assert!(told.contains("variations are nested too deep"), "{told}");
    let bad = read(
        "1. e4 e5 2. Ke3 1-0\n\n[Event \"b\"]\n\n1. d4 {[%clk 0:01:00] !} -- *\n",
        None,
    );
    assert_eq!(
        (turns(&bad["games"][0]), turns(&bad["games"][1])),
        (Some(2), Some(2))
    );
    assert_eq!(bad["games"][1]["nodes"][1]["text"], "0000");
    assert_eq!(
        bad["games"][1]["nodes"][0]["comment"]["commands"][0][0],
        "clk"
    );
    assert!(
        bad["remarks"][0]
            .as_str()
            .is_some_and(|told| told.starts_with("game 1, line 1: 'Ke3'"))
    );
    // A long answer has the turns of the first games; the others come by their number.
    let game = format!(
        "[Event \"long\"]\n\n{} *\n\n",
        "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(750)
    );
    let pgn = game.repeat(8);
    assert!(pgn.len() > 130_000);
    let many = read(&pgn, None);
    let whole = |index: usize| many["games"][index]["whole"] == true;
    assert_eq!(many["games"].as_array().map(Vec::len), Some(8));
    assert!(whole(0) && whole(5) && !whole(7));
    assert_eq!(
        (turns(&many["games"][7]), &many["games"][7]["turns"]),
        (Some(0), &serde_json::json!(3000))
    );
    assert_eq!(turns(&read(&pgn, Some(8))["games"][0]), Some(3000));
}

#[test]
fn a_problem_with_twins_is_told_position_by_position_and_within_limits() {
    let server = server(&[]);
    let place = r#"{"session":"a1","game":"chess","fen":"7n/3kb3/8/K2p4/8/8/8/2RQ4 b - - 0 1"}"#;
    let asked = format!(
        r#"{{"place":{place},"stipulation":"h#1","conditions":["circe"],"twins":["b) a5-e7","c) a5-a6"]}}"#
    );
    let reply = server.post("/api/solve", &asked);
    assert_eq!(reply.status, 200, "{}", reply.body);
    let told: Vec<serde_json::Value> = reply
        .body
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        // The sizes of chunks stand between the lines.
        .filter(|value: &serde_json::Value| {
            value.is_object() && value["kind"] != "progress" && value["kind"] != "alive"
        })
        .collect();
    let kinds: Vec<&str> = told.iter().filter_map(|it| it["kind"].as_str()).collect();
    assert_eq!(kinds[..3], ["diagram", "line", "end"], "{kinds:?}");
    assert!(
        kinds.contains(&"refused"),
        "kings that stand side by side are no position: {kinds:?}"
    );
    assert_eq!(told[2]["verdict"], "sound: 1 solution");
    let reborn = serde_json::json!({ "square": "d7", "before": null, "after": "bP" });
    let capture = &told[1]["steps"][1];
    assert!(
        capture["changes"]
            .as_array()
            .is_some_and(|changes| changes.contains(&reborn)),
        "{capture}"
    );
    // Thousands of long lines: what is told has an end, and the server lives on.
    let asked = format!(r#"{{"place":{PLACE},"stipulation":"h#100","options":["MaxTime 1"]}}"#);
    let reply = server.post("/api/solve", &asked);
    assert!(reply.body.contains(r#""kind":"end""#));
    assert!(reply.body.len() < 16 << 20, "{}", reply.body.len());
    assert_eq!(server.get("/api/variants").status, 200);
}

#[test]
fn a_view_tells_what_a_hop_does() {
    let server = server(&[]);
    let place = r#"{"session":"a1","game":"ag","fen":"4k3/8/8/4n3/3A4/8/8/4K3 w - - 0 1"}"#;
    let reply = server.post("/api/game", &format!(r#"{{"place":{place}}}"#));
    assert_eq!(reply.status, 200);
    let view: serde_json::Value = serde_json::from_str(&reply.body).expect("JSON");
    let legs = view["legs"].as_array().expect("legs");
    let hop = legs.iter().find(|leg| leg["text"] == "d4f6").expect("d4f6");
    assert_eq!(hop["effects"][0]["words"], "the knight on e5 turns white");
    let turned = serde_json::json!({ "square": "e5", "before": "bN", "after": "wN" });
    assert!(
        hop["changes"]
            .as_array()
            .expect("changes")
            .contains(&turned)
    );
}

/// The first lines of a stream, which stays open.
fn begin(server: &Server, path: &str, body: &str) -> (BufReader<TcpStream>, String) {
    let mut stream = server.connect();
    let request = posted(path, body)
        .replace("HOST", &format!("127.0.0.1:{}", server.port))
        .replace("TOKEN", &server.token);
    stream.write_all(request.as_bytes()).expect("it is sent");
    let mut reader = BufReader::new(stream);
    let told = until(&mut reader, r#""kind":"line""#);
    (reader, told)
}

/// Reads until a line holds a text.
fn until(reader: &mut BufReader<TcpStream>, wanted: &str) -> String {
    loop {
        let mut line = String::new();
        let length = reader.read_line(&mut line).expect("a line in time");
        assert!(length > 0, "the stream ends before {wanted}");
        if line.contains(wanted) {
            return line;
        }
    }
}

#[test]
fn a_new_search_ends_the_one_before_and_stop_tells_the_best_turn() {
    let server = server(&[]);
    let asked = format!(r#"{{"place":{PLACE},"hash":1}}"#);
    let (mut first, _) = begin(&server, "/api/search", &asked);
    let (mut second, _) = begin(&server, "/api/search", &asked);
    until(&mut first, r#""kind":"best""#);
    assert_eq!(server.post("/api/stop", r#"{"session":"a1"}"#).status, 200);
    until(&mut second, r#""kind":"best""#);
}

/// Where the system has `/proc`, from which the processor time of the server is read.
#[cfg(target_os = "linux")]
#[test]
fn a_page_that_goes_ends_its_search() {
    let server = server(&[]);
    let (stream, _) = begin(
        &server,
        "/api/search",
        &format!(r#"{{"place":{PLACE},"hash":1}}"#),
    );
    let before = server.used();
    std::thread::sleep(Duration::from_millis(500));
    assert!(server.used() > before, "the search runs");
    drop(stream);
    server.until_idle();
}

/// The connections that a server serves at once.
const MOST: usize = 512;

#[test]
fn no_more_connections_than_allowed_are_served_at_once() {
    let server = server(&[]);
    let idle: Vec<TcpStream> = (0..MOST).map(|_| server.connect()).collect();
    let is_served = |patience: Duration| {
        let mut waiting = server.connect();
        let request = format!(
            "GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
            server.port
        );
        waiting.write_all(request.as_bytes()).expect("it is sent");
        waiting
            .set_read_timeout(Some(patience))
            .expect("a time limit");
        waiting.read(&mut [0]).is_ok_and(|length| length == 1)
    };
    assert!(!is_served(Duration::from_millis(700)), "one more waits");
    drop(idle);
    assert!(
        is_served(Duration::from_secs(20)),
        "and is served when others have gone"
    );
    // Connections that say nothing, or never end what they say, lose their places.
    let mut idle: Vec<TcpStream> = (0..MOST).map(|_| server.connect()).collect();
    let (slow, halves) = idle[MOST / 2..].split_first_mut().expect("there are many");
    for half in halves {
        half.write_all(b"GET / HTTP/1.1\r\nHost: ")
            .expect("it is sent");
    }
    // A body that never comes whole is given up as well.
    let head = format!(
        "POST /api/stop HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{{",
        server.port, server.token
    );
    slow.write_all(head.as_bytes()).expect("it is sent");
    let begun = Instant::now();
    assert!(!is_served(Duration::from_secs(2)), "they may take a moment");
    assert!(is_served(Duration::from_secs(30)), "but not for ever");
    assert!(begun.elapsed() >= Duration::from_secs(5));
    let slow = &mut idle[MOST / 2];
    slow.set_read_timeout(Some(Duration::from_secs(20)))
        .expect("a time limit");
    let mut answer = [0; 4096];
    let length = slow.read(&mut answer).expect("it is answered");
    let answer = String::from_utf8_lossy(&answer[..length]);
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    drop(idle);
}

#[test]
fn wrong_arguments_are_refused() {
    let run = |arguments: &[&str]| {
        let output = Command::new(program()).args(arguments).output();
        let output = output.expect("the program runs");
        (
            output.status.success(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (fine, said) = run(&["web", "nothing", "--no-open"]);
    assert!(!fine && said.contains("nothing"), "{said}");
    let taken = server(&[]);
    let (fine, said) = run(&["web", "--no-open", "--port", &taken.port]);
    assert!(!fine && said.contains(&taken.port), "{said}");
}
