//! Letters made of strokes, each in a box 10 units wide and 14 high.

use std::fmt::Write as _;

/// The strokes of a capital letter; a cross for anything else.
const fn strokes(letter: char) -> &'static str {
    match letter {
        'A' => "M0 14L5 0L10 14M2 9H8",
        'B' => "M0 0V14H6Q10 14 10 10.5Q10 7 6 7H0M6 7Q9 7 9 3.5Q9 0 6 0H0",
        'C' => "M10 3Q8 0 5 0Q0 0 0 7Q0 14 5 14Q8 14 10 11",
        'D' => "M0 0V14H4Q10 14 10 7Q10 0 4 0Z",
        'E' => "M10 0H0V14H10M0 7H8",
        'F' => "M10 0H0V14M0 7H8",
        'G' => "M10 3Q8 0 5 0Q0 0 0 7Q0 14 5 14Q10 14 10 8H6",
        'H' => "M0 0V14M10 0V14M0 7H10",
        'I' => "M5 0V14M2 0H8M2 14H8",
        'J' => "M8 0V10Q8 14 4 14Q0 14 0 10",
        'K' => "M0 0V14M10 0L0 8M3 6L10 14",
        'L' => "M0 0V14H10",
        'M' => "M0 14V0L5 8L10 0V14",
        'N' => "M0 14V0L10 14V0",
        'O' => "M5 0Q0 0 0 7Q0 14 5 14Q10 14 10 7Q10 0 5 0Z",
        'P' => "M0 14V0H6Q10 0 10 4Q10 8 6 8H0",
        'Q' => "M5 0Q0 0 0 7Q0 14 5 14Q10 14 10 7Q10 0 5 0ZM6 10L10 14",
        'R' => "M0 14V0H6Q10 0 10 4Q10 8 6 8H0M5 8L10 14",
        'S' => "M10 3Q8 0 5 0Q0 0 0 3.5Q0 7 5 7Q10 7 10 10.5Q10 14 5 14Q2 14 0 11",
        'T' => "M0 0H10M5 0V14",
        'U' => "M0 0V9Q0 14 5 14Q10 14 10 9V0",
        'V' => "M0 0L5 14L10 0",
        'W' => "M0 0L2.5 14L5 5L7.5 14L10 0",
        'Y' => "M0 0L5 7L10 0M5 7V14",
        'Z' => "M0 0H10L0 14H10",
        _ => "M0 0L10 14M10 0L0 14",
    }
}

/// Letters side by side; `left` and `top` are the corner of the first, `scale` enlarges them.
fn row(word: &str, left: f64, top: f64, scale: f64) -> String {
    let mut text = String::new();
    for (index, letter) in word.chars().enumerate() {
        let x = left + index as f64 * 14.0 * scale;
        let width = 4.5 / scale;
        let _ = writeln!(
            text,
            "<path class=\"line\" style=\"stroke-width:{width:.2}\" \
             transform=\"translate({x:.1} {top:.1}) scale({scale})\" d=\"{}\"/>",
            strokes(letter)
        );
    }
    text
}

fn width(word: &str, scale: f64) -> f64 {
    (word.chars().count() as f64).mul_add(14.0, -4.0) * scale
}

/// Letters on a label in the middle of a figure.
pub(super) fn badge(word: &str) -> String {
    let scale = if word.chars().count() < 3 { 2.0 } else { 1.6 };
    let (wide, high) = (width(word, scale), 14.0 * scale);
    let (left, top) = (50.0 - wide / 2.0, 52.0 - high / 2.0);
    format!(
        "<rect class=\"body\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\"/>\n{}",
        left - 8.0,
        top - 7.0,
        wide + 16.0,
        high + 14.0,
        row(word, left, top, scale)
    )
}

/// Letters over a whole tile.
pub(super) fn large(word: &str) -> String {
    let scale = if word.chars().count() < 2 { 3.2 } else { 1.9 };
    row(
        word,
        50.0 - width(word, scale) / 2.0,
        50.0 - 7.0 * scale,
        scale,
    )
}
