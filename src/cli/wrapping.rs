//! Wraps texts to the width of a terminal.

use textwrap::core::display_width;

/// The width at which rules texts are wrapped. A line break before a word that would not have fitted counts as made by wrapping.
const BROKEN: usize = 100;

/// A text as lines of at most `columns` columns. Lines that were wrapped within a sentence are joined first.
pub fn wrapped_to(text: &str, columns: usize) -> Vec<String> {
    if text.lines().all(|line| display_width(line) <= columns) {
        return text.lines().map(str::to_owned).collect();
    }
    let mut joined: Vec<String> = Vec::new();
    let mut last_width = 0;
    for line in text.lines() {
        let word = line.split(' ').next().unwrap_or_default();
        let goes_on = !word.is_empty() && last_width + 1 + display_width(word) > BROKEN;
        last_width = display_width(line);
        match joined
            .last_mut()
            .filter(|last| goes_on && !last.ends_with(['.', ':']))
        {
            Some(last) => {
                last.push(' ');
                last.push_str(line);
            }
            None => joined.push(line.to_owned()),
        }
    }
    let wrap = |line: &String| {
        let indent = line.len() - line.trim_start().len();
        let indent = " ".repeat(indent.min(columns / 3));
        let options = textwrap::Options::new(columns.max(10)).subsequent_indent(&indent);
        let lines = textwrap::wrap(line, options).into_iter();
        lines.map(std::borrow::Cow::into_owned).collect::<Vec<_>>()
    };
    joined.iter().flat_map(wrap).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_wrapped_at_words() {
        let broken = format!(
            "Pawn (P): {}goes on\nhere. It ends.\n  army",
            "forward and ".repeat(8)
        );
        let lines = wrapped_to(&format!("Rook (R): as in chess\n{broken}"), 40);
        assert!(lines.iter().all(|line| line.len() <= 40), "{lines:?}");
        assert_eq!(lines[0], "Rook (R): as in chess");
        assert!(
            lines.join(" ").contains("goes on here. It ends."),
            "{lines:?}"
        );
        assert_eq!(lines.last().map(String::as_str), Some("  army"));
        assert_eq!(wrapped_to("short\n  lines", 40), ["short", "  lines"]);
    }
}
