//! The page, as people use it: pointers, keys, what they see and hear.

use super::chromium::{Chromium, Lent};
use super::server::Server;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// How long the page may take for anything.
const PATIENCE: Duration = Duration::from_secs(40);

/// The page in Chromium, and the server behind it.
pub struct Page {
    chromium: Lent,
    server: Server,
}

/// The selector of a square.
pub fn square(name: &str) -> String {
    format!("[data-square=\"{name}\"]")
}

/// The page of a server started with some arguments; `None` if there is no Chromium.
pub fn pages_with(arguments: &[&str]) -> Option<Page> {
    let mut chromium = Chromium::lent()?;
    for domain in ["Runtime", "Log", "Page", "Network"] {
        chromium.ask(&format!("{domain}.enable"), &json!({}));
    }
    // Durations are those of the processor, which do not depend on what else runs.
    let time = json!({ "timeDomain": "threadTicks" });
    chromium.ask("Performance.enable", &time);
    let server = Server::start(arguments);
    let mut page = Page { chromium, server };
    page.size(1280, 900);
    Some(page)
}

impl Drop for Page {
    /// Leaves the page before its server goes.
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.leave();
        }
    }
}

impl Page {
    /// The size of the window.
    pub fn size(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.chromium
            .ask("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Whether the system is dark; pieces do not move, so that pictures are still.
    pub fn dark(&mut self, dark: bool) {
        self.wishes(if dark { "dark" } else { "light" }, "reduce");
    }

    /// Pieces are seen moving.
    pub fn with_motion(&mut self) {
        self.wishes("light", "no-preference");
    }

    /// The system gives the colours, as for people who need strong contrasts.
    pub fn forced_colors(&mut self) {
        let features = json!([{ "name": "forced-colors", "value": "active" }]);
        self.chromium.ask(
            "Emulation.setEmulatedMedia",
            &json!({ "features": features }),
        );
    }

    fn wishes(&mut self, scheme: &str, motion: &str) {
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]);
        self.chromium.ask(
            "Emulation.setEmulatedMedia",
            &json!({ "features": features }),
        );
    }

    /// Opens the page with a query like `?game=ag` and waits until it is ready.
    pub fn open(&mut self, query: &str) {
        let Server { port, token, .. } = &self.server;
        let address = format!("http://127.0.0.1:{port}/{query}#{token}");
        self.leave();
        self.chromium
            .ask("Page.navigate", &json!({ "url": address }));
        self.until("document.body && document.body.dataset.ready === 'yes'");
    }

    /// Seconds that the page has used its processor since it was opened.
    ///
    /// # Panics
    /// If Chromium does not say it.
    pub fn used(&mut self) -> f64 {
        let told = self.chromium.ask("Performance.getMetrics", &json!({}));
        let mut all = told["metrics"].as_array().into_iter().flatten();
        let task = all.find(|metric| metric["name"] == "TaskDuration");
        task.and_then(|metric| metric["value"].as_f64())
            .expect("a metric")
    }

    /// Loads the page again, as the browser's button does.
    pub fn reload(&mut self) {
        self.run("document.body.dataset.ready = 'no'");
        self.chromium.ask("Page.reload", &json!({}));
        self.until("document.body && document.body.dataset.ready === 'yes'");
    }

    /// Goes to an empty page.
    pub fn leave(&mut self) {
        self.chromium
            .ask("Page.navigate", &json!({ "url": "about:blank" }));
    }

    /// The server behind the page.
    pub const fn server(&self) -> &Server {
        &self.server
    }

    /// Opens a game at a position.
    pub fn open_at(&mut self, game: &str, fen: &str) {
        let fen = fen
            .replace('+', "%2B")
            .replace(' ', "%20")
            .replace('#', "%23");
        self.open(&format!("?game={game}&fen={fen}"));
    }

    /// The value of an expression, or of statements with `return`.
    ///
    /// # Panics
    /// If the script fails.
    pub fn run(&mut self, script: &str) -> Value {
        let body = if script.contains("return") {
            script.to_owned()
        } else {
            format!("return {script}")
        };
        let asked = json!({
            "expression": format!("(async () => {{ {body} }})()"),
            "awaitPromise": true,
            "returnByValue": true,
        });
        let result = self.chromium.ask("Runtime.evaluate", &asked);
        let failed = &result["exceptionDetails"];
        assert!(failed.is_null(), "{script}: {failed}");
        result["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    ///
    /// # Panics
    /// If it never is.
    pub fn until(&mut self, expression: &str) {
        let deadline = Instant::now() + PATIENCE;
        while self.run(&format!("Boolean({expression})")) != Value::Bool(true) {
            if Instant::now() > deadline {
                let status = self.run("document.querySelector('#status')?.textContent ?? ''");
                panic!(
                    "never true: {expression} (status: {status}, problems: {:?})",
                    self.problems()
                );
            }
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// The text of an element.
    pub fn text(&mut self, selector: &str) -> String {
        let value = self.run(&format!(
            "document.querySelector('{selector}')?.textContent ?? ''"
        ));
        value.as_str().unwrap_or_default().to_owned()
    }

    /// What those hear who listen to a square.
    pub fn label(&mut self, name: &str) -> String {
        let script = format!(
            "document.querySelector('{}').getAttribute('aria-label')",
            square(name)
        );
        self.run(&script).as_str().unwrap_or_default().to_owned()
    }

    /// The middle of an element in the window.
    fn place(&mut self, selector: &str) -> (f64, f64) {
        let script = format!(
            "const node = document.querySelector('{selector}'); if (!node) return null; \
             node.scrollIntoView({{ block: 'nearest' }}); const box = node.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]"
        );
        let place = self.run(&script);
        let number = |index: usize| place[index].as_f64();
        let place = number(0).zip(number(1));
        place.unwrap_or_else(|| panic!("there is no {selector}"))
    }

    /// Draws from one element to another with the right button.
    pub fn pen(&mut self, from: &str, to: &str) {
        let (from, to) = (self.place(from), self.place(to));
        for (kind, (x, y), buttons) in [
            ("mousePressed", from, 2),
            ("mouseMoved", to, 2),
            ("mouseReleased", to, 0),
        ] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "right", "buttons": buttons, "clickCount": 1 });
            self.chromium.ask("Input.dispatchMouseEvent", &event);
        }
    }

    /// Presses the mouse on an element, without letting go.
    pub fn hold(&mut self, selector: &str) {
        let place = self.place(selector);
        self.mouse("mouseMoved", place, 0);
        self.mouse("mousePressed", place, 1);
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64), buttons: u8) {
        let button = if kind == "mouseMoved" && buttons == 0 {
            "none"
        } else {
            "left"
        };
        let event = json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1 });
        self.chromium.ask("Input.dispatchMouseEvent", &event);
    }

    /// Points at an element.
    pub fn hover(&mut self, selector: &str) {
        let place = self.place(selector);
        self.mouse("mouseMoved", place, 0);
    }

    /// Clicks an element.
    pub fn click(&mut self, selector: &str) {
        let place = self.place(selector);
        self.mouse("mouseMoved", place, 0);
        self.mouse("mousePressed", place, 1);
        self.mouse("mouseReleased", place, 0);
    }

    /// Drags something to another place.
    pub fn drag(&mut self, from: &str, to: &str) {
        let (from, to) = (self.place(from), self.place(to));
        self.mouse("mouseMoved", from, 0);
        self.mouse("mousePressed", from, 1);
        for step in 1..=4 {
            let share = f64::from(step) / 4.0;
            let at = |a: f64, b: f64| (b - a).mul_add(share, a);
            self.mouse("mouseMoved", (at(from.0, to.0), at(from.1, to.1)), 1);
        }
        self.mouse("mouseReleased", to, 0);
    }

    /// Touches one element and then another with a finger.
    pub fn tap(&mut self, selector: &str) {
        let (x, y) = self.place(selector);
        let event = json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] });
        self.chromium.ask("Input.dispatchTouchEvent", &event);
        let event = json!({ "type": "touchEnd", "touchPoints": [] });
        self.chromium.ask("Input.dispatchTouchEvent", &event);
    }

    /// Drags something to another place with a finger.
    pub fn finger(&mut self, from: &str, to: &str) {
        let (from, to) = (self.place(from), self.place(to));
        let points = (0..=5).map(|step| {
            let at = |a: f64, b: f64| (b - a).mul_add(f64::from(step) / 5.0, a);
            json!([{ "x": at(from.0, to.0), "y": at(from.1, to.1) }])
        });
        for (step, points) in points.enumerate() {
            let kind = if step == 0 { "touchStart" } else { "touchMove" };
            let event = json!({ "type": kind, "touchPoints": points });
            self.chromium.ask("Input.dispatchTouchEvent", &event);
        }
        let event = json!({ "type": "touchEnd", "touchPoints": [] });
        self.chromium.ask("Input.dispatchTouchEvent", &event);
    }

    /// Presses a key.
    pub fn key(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            " " => 32,
            "End" => 35,
            "Home" => 36,
            "Enter" => 13,
            "Escape" => 27,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            _ => 0,
        };
        let mut event =
            json!({ "type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": code });
        if key == "Enter" {
            event["text"] = json!("\r");
        } else if key.chars().count() == 1 {
            event["text"] = json!(key);
        }
        self.chromium.ask("Input.dispatchKeyEvent", &event);
        event["type"] = json!("keyUp");
        self.chromium.ask("Input.dispatchKeyEvent", &event);
    }

    /// Clicks the button with these words.
    pub fn press(&mut self, words: &str) {
        self.run(&format!(
            "const found = [...document.querySelectorAll('button')].find((it) => it.textContent.trim() === '{words}' && it.offsetParent); \
             if (!found || found.disabled) throw new Error('no button {words}'); found.click(); return true"
        ));
    }

    /// Waits until a message says something.
    pub fn until_told(&mut self, words: &str) {
        self.until(&format!(
            "document.querySelector('#announcements').textContent.includes({})",
            json!(words)
        ));
    }

    /// Chooses a file, as in the dialog that the browser opens.
    pub fn choose_file(&mut self, selector: &str, file: &std::path::Path) {
        let asked = json!({ "expression": format!("document.querySelector('{selector}')") });
        let node = self.chromium.ask("Runtime.evaluate", &asked);
        let asked = json!({ "files": [file], "objectId": node["result"]["objectId"] });
        self.chromium.ask("DOM.setFileInputFiles", &asked);
    }

    /// Files that the page gives away go into a folder.
    pub fn downloads(&mut self, folder: &std::path::Path) {
        let asked = json!({ "behavior": "allow", "downloadPath": folder });
        self.chromium.ask("Browser.setDownloadBehavior", &asked);
    }

    /// Opens a tab of the page.
    pub fn tab(&mut self, name: &str) {
        self.click(&format!("#tab-{name}"));
        self.until(&format!("!document.querySelector('#panel-{name}').hidden"));
    }

    /// Sets a control and tells the page.
    pub fn set(&mut self, selector: &str, value: &str) {
        let value = Value::String(value.to_owned());
        self.run(&format!(
            "const node = document.querySelector('{selector}'); node.value = {value}; \
             node.dispatchEvent(new Event('change', {{ bubbles: true }})); return true"
        ));
    }

    /// A picture of an element, as far as it is in the window.
    ///
    /// # Panics
    /// If Chromium makes none.
    pub fn picture(&mut self, file: &std::path::Path, selector: &str) {
        let clip = self.run(&format!(
            "window.scrollTo(0, 0); const box = document.querySelector('{selector}').getBoundingClientRect(); \
             return {{ x: box.x, y: box.y, width: box.width, height: Math.min(box.height, innerHeight - box.y), scale: 1 }}"
        ));
        let asked = json!({ "format": "png", "clip": clip });
        let picture = self.chromium.ask("Page.captureScreenshot", &asked);
        let data = picture["data"].as_str().expect("a picture");
        std::fs::write(file, decoded(data)).expect("the picture is written");
    }

    /// What went wrong in the page so far: errors of scripts, messages on the console, answers that were errors, requests
    /// to anybody but the server.
    pub fn problems(&mut self) -> Vec<String> {
        let own = format!("http://127.0.0.1:{}/", self.server.port);
        let mut problems = Vec::new();
        for event in &self.chromium.events {
            let about = &event["params"];
            match event["method"].as_str().unwrap_or_default() {
                "Runtime.exceptionThrown" | "Log.entryAdded" => problems.push(about.to_string()),
                "Runtime.consoleAPICalled" => problems.push(about["args"].to_string()),
                "Network.requestWillBeSent" => {
                    let address = about["request"]["url"].as_str().unwrap_or_default();
                    let is_own = ["about:", "data:", "blob:"]
                        .iter()
                        .any(|it| address.starts_with(it))
                        || address.starts_with(&own);
                    if !is_own {
                        problems.push(format!("request to {address}"));
                    }
                }
                _ => {}
            }
        }
        problems
    }
}

/// Bytes of a base64 text.
fn decoded(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    for group in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = group
            .iter()
            .fold(0_u32, |bits, c| bits << 6 | u32::from(value(*c)));
        let bits = bits << (6 * (4 - group.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    bytes
}
