//! Access control: the server answers only the program's own page, in a browser on this machine.

use super::reply::Refusal;
use super::token::Token;
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, ORIGIN,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use std::sync::Arc;

/// Content Security Policy: the page may load only from this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The Fetch Metadata header that relates the requesting page's site to this server.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The headers of every response.
const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];

/// The checks that a request has to pass: token and Host.
pub struct Gate {
    hosts: [String; 2],
    token: Token,
}

impl Gate {
    pub fn new(port: u16, token: Token) -> Self {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
        Self { hosts, token }
    }

    /// Checks a request.
    fn admit(&self, path: &str, headers: &HeaderMap) -> Result<(), Refusal> {
        let forbidden = |reason: &str| Refusal::new(StatusCode::FORBIDDEN, reason);
        // Reject foreign Host headers (DNS rebinding).
        if !only(headers, &HOST).is_some_and(|host| self.is_host(host)) {
            return Err(forbidden("this server answers to 127.0.0.1 alone"));
        }
        if headers.contains_key(ORIGIN) {
            let own = only(headers, &ORIGIN)
                .and_then(|origin| origin.strip_prefix("http://"))
                .is_some_and(|host| self.is_host(host));
            if !own {
                return Err(forbidden("this server answers its own page alone"));
            }
        }
        // Fetch metadata: other sites may link to the page but not load its resources.
        let site = only(headers, &SITE);
        if path != "/" && site.is_some_and(|site| !["same-origin", "none"].contains(&site)) {
            return Err(forbidden("this server answers its own page alone"));
        }
        if path.starts_with("/api/") {
            let given = only(headers, &AUTHORIZATION);
            let given = given.and_then(|text| text.strip_prefix("Bearer "));
            if !given.is_some_and(|given| self.token.is(given.as_bytes())) {
                return Err(forbidden(
                    "the token is missing or wrong: open the address that `katydid web` has printed",
                ));
            }
        }
        Ok(())
    }

    fn is_host(&self, host: &str) -> bool {
        self.hosts.iter().any(|own| own == host)
    }
}

/// The value of a header that has to be there exactly once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    values.next().is_none().then_some(first)?.to_str().ok()
}

/// The middleware: passes or refuses requests and adds the headers.
pub async fn guard(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let mut response = match gate.admit(request.uri().path(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}
