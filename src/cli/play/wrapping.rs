//! Texts as wide as a terminal.

use textwrap::core::display_width;

/// A text as lines of at most so many columns. Lines that were broken within a sentence are joined first, if the text has any that are
/// too long.
pub fn wrapped_to(text: &str, columns: usize) -> Vec<String> {
    if text.lines().all(|line| display_width(line) <= columns) {
        return text.lines().map(str::to_owned).collect();
    }
    let mut joined: Vec<String> = Vec::new();
    for line in text.lines() {
        let goes_on = |last: &&mut String| {
            display_width(last) > columns.min(60)
                && !last.ends_with(['.', ':'])
                && !line.starts_with([' ', '-'])
        };
        match joined.last_mut().filter(goes_on) {
            Some(last) if !line.is_empty() => {
                last.push(' ');
                last.push_str(line);
            }
            _ => joined.push(line.to_owned()),
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
        let text = "Rook (R): as in chess.\nPawn (P): one square forward, and it goes on here and\non. The end of either side's\n  army  of wood";
        let lines = wrapped_to(text, 40);
        assert!(lines.iter().all(|line| line.len() <= 40), "{lines:?}");
        assert_eq!(lines[0], "Rook (R): as in chess.");
        assert_eq!(wrapped_to("short\n  lines", 40), ["short", "  lines"]);
    }
}
