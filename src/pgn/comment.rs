//! Comments, and the commands (`%clk`) that programs put into them.

use super::lexer::one_line;
use std::fmt::Write as _;

/// A comment: its words, and its commands, as in `{[%clk 0:05:00] a good move}`.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Comment {
    /// The words, on one line; empty for none.
    pub text: String,
    /// Names and values of the commands, in order: `clk` and `0:05:00`, `eval` and `0.25`, `cal` and `Gd4d5,Rf7f8`. They are not
    /// interpreted and are all written back.
    pub commands: Vec<(String, String)>,
}

impl Comment {
    /// Parses the text between the braces of a comment.
    ///
    /// ```
    /// use katydid::pgn::Comment;
    /// let comment = Comment::read("[%clk 0:05:00] a good move");
    /// assert_eq!(comment.text, "a good move");
    /// assert_eq!(comment.commands, [("clk".to_owned(), "0:05:00".to_owned())]);
    /// assert_eq!(comment.written(), "{[%clk 0:05:00] a good move}");
    /// ```
    pub fn read(text: &str) -> Self {
        let mut comment = Self::default();
        let mut words = String::new();
        let mut rest = text;
        while let Some((before, command, behind)) = first_command(rest) {
            words.push_str(before);
            words.push(' ');
            comment.commands.push(command);
            rest = behind;
        }
        words.push_str(rest);
        comment.text = one_line(&words);
        comment
    }

    /// Whether the comment has neither words nor commands.
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty() && self.commands.is_empty()
    }

    /// Adds another comment at the end.
    pub fn add(&mut self, other: Self) {
        if !self.text.is_empty() && !other.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(&other.text);
        self.commands.extend(other.commands);
    }

    /// The comment in braces; an empty text if the comment is empty. Braces in its words become round brackets.
    pub fn written(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.commands {
            let _ = write!(text, "[%{name} {}] ", value.replace(']', ")"));
        }
        text.push_str(&self.text);
        let text = one_line(&text).replace('{', "(").replace('}', ")");
        if text.is_empty() {
            text
        } else {
            format!("{{{text}}}")
        }
    }
}

/// Splits a text at its first command: the text before, name and value, and the text after.
fn first_command(text: &str) -> Option<(&str, (String, String), &str)> {
    let mut from = 0;
    loop {
        let begin = from + text[from..].find("[%")?;
        let inside = &text[begin + 2..];
        let end = inside.find(']')?;
        let (name, value) = inside[..end]
            .split_once(char::is_whitespace)
            .unwrap_or((&inside[..end], ""));
        if !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            let command = (name.to_owned(), one_line(value));
            return Some((&text[..begin], command, &inside[end + 1..]));
        }
        from = begin + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_words() {
        let comment =
            Comment::read("[%eval 0.25,12] one [%cal Gd4d5,\nRf7f8]two [%csl Ra1][%clk 0:00:01.5]");
        assert_eq!(comment.text, "one two");
        let commands: Vec<(&str, &str)> = comment
            .commands
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let expected = [
            ("eval", "0.25,12"),
            ("cal", "Gd4d5, Rf7f8"),
            ("csl", "Ra1"),
            ("clk", "0:00:01.5"),
        ];
        assert_eq!(commands, expected);
        assert_eq!(
            Comment::read(comment.written().trim_matches(['{', '}'])),
            comment
        );
        for plain in ["[%", "[%]", "[% x]", "[x]", "50% [", "[%clk 0:01"] {
            assert_eq!(Comment::read(plain).text, plain);
        }
        assert!(Comment::default().written().is_empty());
    }
}
