//! The token that authenticates requests of the page: 128 random bits in the address after `#`, a part that browsers never send.

use rand::TryRng as _;
use rand::rngs::SysRng;
use std::fmt::Write as _;
use std::io;

/// The secret of one run of the program.
pub struct Token(String);

impl Token {
    /// A new token from the system's random numbers.
    ///
    /// # Errors
    /// If the system has none.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; 16];
        SysRng
            .try_fill_bytes(&mut bytes)
            .map_err(|error| io::Error::other(error.to_string()))?;
        let mut text = String::new();
        for byte in bytes {
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Self(text))
    }

    /// The 32 hexadecimal digits of the token.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether a text is the token, compared in constant time.
    pub fn is(&self, text: &[u8]) -> bool {
        let own = self.0.as_bytes();
        let differences = own.iter().zip(text).fold(0, |all, (a, b)| all | (a ^ b));
        own.len() == text.len() && std::hint::black_box(differences) == 0
    }
}
