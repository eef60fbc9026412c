//! Quantities on the command line: bytes and seconds.

use std::time::Duration;

/// The minimum memory for tables, in bytes.
const LEAST: usize = 1 << 10;

/// Parses a number of bytes: `64K`, `256M`, `1G`, or without a unit.
pub fn bytes(text: &str) -> Result<usize, String> {
    let expected =
        || format!("'{text}' is no size (expected a number from 1K, as in 64K, 256M or 1G)");
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(expected()),
    };
    let number: usize = digits.parse().map_err(|_| expected())?;
    let size = number.checked_mul(1_usize.checked_shl(shift).unwrap_or(0));
    size.filter(|size| *size >= LEAST).ok_or_else(expected)
}

/// Parses a time in seconds, from a thousandth of a second to a year.
pub fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=31_536_000.0).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err(format!(
            "'{text}' is no time (expected seconds from 0.001, as in 10 or 0.5)"
        )),
    }
}

/// A large number for people: `980`, `12.3 k`, `4.5 M`, `1.2 G`.
pub fn large(number: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1_000_000_000, "G"), (1_000_000, "M"), (10_000, "k")];
    let unit = UNITS.iter().find(|(from, _)| number >= *from);
    unit.map_or_else(
        || number.to_string(),
        |(from, letter)| {
            let one = if *letter == "k" { 1000 } else { *from };
            format!("{:.1} {letter}", number as f64 / one as f64)
        },
    )
}

/// A time for people: `0.12 s`, `83 s`, `12:05 min`, `2:00:05 h`.
pub fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("{:.2} s", time.as_secs_f64()),
        10..120 => format!("{seconds} s"),
        120..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!(
            "{}:{:02}:{:02} h",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_letters() {
        assert_eq!(bytes("64K"), Ok(65_536));
        assert_eq!(bytes("256m"), Ok(256 << 20));
        assert_eq!(bytes("1G"), Ok(1 << 30));
        assert_eq!(bytes("4096"), Ok(4096));
        for wrong in ["", "G", "12", "1X", "-5M", "1.5G", "99999999999T"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_and_times_are_short() {
        assert_eq!(large(9_999), "9999");
        assert_eq!(large(12_345), "12.3 k");
        assert_eq!(large(4_500_000), "4.5 M");
        assert_eq!(span(Duration::from_millis(120)), "0.12 s");
        assert_eq!(span(Duration::from_secs(725)), "12:05 min");
        assert_eq!(span(Duration::from_secs(7205)), "2:00:05 h");
        assert!(seconds("0").is_err() && seconds("nan").is_err() && seconds("1e99").is_err());
    }
}
