//! Streams over web sockets (RFC 6455). A browser opens six connections for all pages of a server, and each answer that goes on
//! holds one; web sockets are not counted among them. A socket carries one request, of which its first message tells the address,
//! the token and the body, and then the answer: its status, and a message for each line.

use super::reply::{MOST_BYTES, Refusal};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CONNECTION, CONTENT_TYPE, HOST, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, UPGRADE,
};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use hyper::service::Service as _;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use serde::Deserialize;
use serde_json::Value;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, split};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tokio_stream::StreamExt as _;

/// The maximum number of sockets.
const MOST: usize = 256;
/// The time limit for the first message.
const PATIENCE: Duration = Duration::from_secs(10);

/// Kinds of frames.
const TEXT: u8 = 1;
const CLOSE: u8 = 8;
/// The bit of the last frame of a message.
const LAST: u8 = 0x80;

/// What sockets share.
#[derive(Clone)]
pub struct Sockets {
    /// Answers the requests.
    router: Router,
    places: Arc<Semaphore>,
}

impl Sockets {
    pub fn new(router: Router) -> Self {
        let places = Arc::new(Semaphore::new(MOST));
        Self { router, places }
    }
}

/// A request in a message.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    path: String,
    token: String,
    /// The body of a POST; without one it is a GET.
    #[serde(default)]
    body: Option<Value>,
}

/// `/stream`: a socket.
pub async fn open(
    State(sockets): State<Sockets>,
    mut request: Request,
) -> Result<Response, Refusal> {
    let headers = request.headers();
    let (Some(key), Some(host)) = (headers.get(SEC_WEBSOCKET_KEY), headers.get(HOST).cloned())
    else {
        return Err(Refusal::new(
            StatusCode::BAD_REQUEST,
            "expected a web socket",
        ));
    };
    let accept = accept(key.as_bytes());
    let place = sockets.places.try_acquire_owned().map_err(|_| {
        let reason = format!("{MOST} searches of pages are running, no more are begun");
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, reason)
    })?;
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        let served = async {
            let io = upgrade.await.map_err(io::Error::other)?;
            serve(TokioIo::new(io), sockets.router, host).await
        };
        if let Err(error) = served.await {
            log::debug!("a socket: {error}");
        }
        drop::<OwnedSemaphorePermit>(place);
    });
    let headers = [
        (CONNECTION, "Upgrade"),
        (UPGRADE, "websocket"),
        (SEC_WEBSOCKET_ACCEPT, &accept),
    ];
    Ok((StatusCode::SWITCHING_PROTOCOLS, headers).into_response())
}

/// Answers the request of a socket until the answer ends or the page closes the socket.
async fn serve<I>(io: I, router: Router, host: HeaderValue) -> io::Result<()>
where
    I: AsyncRead + AsyncWrite + Send + 'static,
{
    let (mut reader, mut writer) = split(io);
    let Some(text) = timeout(PATIENCE, message(&mut reader)).await?? else {
        return Ok(());
    };
    let asked: Asked = serde_json::from_slice(&text)?;
    let request = asked.request(host).map_err(io::Error::other)?;
    let answer = tokio::spawn(async move {
        let reply = TowerToHyperService::new(router).call(request).await;
        let reply = reply.unwrap_or_else(|never| match never {});
        send(&mut writer, TEXT, reply.status().as_str().as_bytes()).await?;
        let mut body = reply.into_body().into_data_stream();
        while let Some(Ok(part)) = body.next().await {
            send(&mut writer, TEXT, part.trim_ascii_end()).await?;
        }
        // 1000: all is said.
        send(&mut writer, CLOSE, &1000_u16.to_be_bytes()).await
    });
    // Nothing more is asked; the page closes the socket, also when it is closed itself.
    while message(&mut reader)
        .await
        .is_ok_and(|message| message.is_some())
    {}
    answer.abort();
    Ok(())
}

impl Asked {
    fn request(self, host: HeaderValue) -> axum::http::Result<Request> {
        let request = Request::builder().uri(self.path).header(HOST, host);
        let request = request.header(AUTHORIZATION, format!("Bearer {}", self.token));
        let Some(body) = self.body else {
            return request.body(Body::empty());
        };
        let request = request
            .method("POST")
            .header(CONTENT_TYPE, "application/json");
        request.body(Body::from(body.to_string()))
    }
}

/// Sends a message in one frame.
async fn send(writer: &mut (impl AsyncWrite + Unpin), kind: u8, text: &[u8]) -> io::Result<()> {
    let mut frame = vec![LAST | kind];
    match text.len() {
        length @ ..126 => frame.push(length as u8),
        length @ ..0x1_0000 => {
            frame.push(126);
            frame.extend((length as u16).to_be_bytes());
        }
        length => {
            frame.push(127);
            frame.extend((length as u64).to_be_bytes());
        }
    }
    frame.extend(text);
    writer.write_all(&frame).await
}

/// The next message, `None` if the other side closes the socket. Pings and pongs count as messages: browsers send none.
async fn message(reader: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<Vec<u8>>> {
    let mut text = Vec::new();
    loop {
        let [kind, length] = read(reader).await?;
        // What comes from a browser is masked.
        let length = match length & 0x7F {
            126 => u64::from(u16::from_be_bytes(read(reader).await?)),
            127 => u64::from_be_bytes(read(reader).await?),
            short => u64::from(short),
        };
        if kind & 0xF == CLOSE {
            return Ok(None);
        }
        let from = text.len();
        if length > (MOST_BYTES - from) as u64 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let mask: [u8; 4] = read(reader).await?;
        text.resize(from + length as usize, 0);
        reader.read_exact(&mut text[from..]).await?;
        for (byte, mask) in text[from..].iter_mut().zip(mask.iter().cycle()) {
            *byte ^= mask;
        }
        if kind & LAST != 0 {
            return Ok(Some(text));
        }
    }
}

async fn read<const N: usize>(reader: &mut (impl AsyncRead + Unpin)) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    reader.read_exact(&mut bytes).await?;
    Ok(bytes)
}

/// What the server answers to the key of a socket: proof that it speaks this protocol (RFC 6455, section 4.2.2).
fn accept(key: &[u8]) -> String {
    let text = [key, b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"].concat();
    base64(&sha1(&text))
}

/// SHA-1 (RFC 3174).
#[expect(clippy::many_single_char_names, reason = "the letters of the standard")]
fn sha1(text: &[u8]) -> [u8; 20] {
    let mut state = [
        0x6745_2301_u32,
        0xEFCD_AB89,
        0x98BA_DCFE,
        0x1032_5476,
        0xC3D2_E1F0,
    ];
    let mut padded = text.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((text.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks(64) {
        let mut words = [0_u32; 80];
        for (word, bytes) in words.iter_mut().zip(block.chunks(4)) {
            *word = bytes
                .iter()
                .fold(0, |word, byte| word << 8 | u32::from(*byte));
        }
        for t in 16..80 {
            let mixed = words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16];
            words[t] = mixed.rotate_left(1);
        }
        let [mut a, mut b, mut c, mut d, mut e] = state;
        for (t, word) in words.into_iter().enumerate() {
            let (f, k) = match t {
                0..20 => (b & c | !b & d, 0x5A82_7999),
                20..40 => (b ^ c ^ d, 0x6ED9_EBA1),
                40..60 => (b & c | b & d | c & d, 0x8F1B_BCDC),
                _ => (b ^ c ^ d, 0xCA62_C1D6_u32),
            };
            let sum = a.rotate_left(5).wrapping_add(f).wrapping_add(e);
            let next = sum.wrapping_add(word).wrapping_add(k);
            (a, b, c, d, e) = (next, a, b.rotate_left(30), c, d);
        }
        for (sum, part) in state.iter_mut().zip([a, b, c, d, e]) {
            *sum = sum.wrapping_add(part);
        }
    }
    let mut digest = [0; 20];
    for (bytes, word) in digest.chunks_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    digest
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, at| {
            bits << 8 | usize::from(*group.get(at).unwrap_or(&0))
        });
        for at in 0..4 {
            let letter = LETTERS[bits >> (18 - 6 * at) & 63];
            text.push(if at > group.len() {
                '='
            } else {
                char::from(letter)
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 6455, and one longer than a block (FIPS 180-1, appendix B, and RFC 3174).
    #[test]
    fn keys_are_answered_as_the_protocol_says() {
        assert_eq!(
            accept(b"dGhlIHNhbXBsZSBub25jZQ=="),
            "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
        );
        let digest = sha1(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq");
        assert_eq!(base64(&digest), "hJg+RBw70m66rkqh+VEp5eVGcPE=");
    }
}
