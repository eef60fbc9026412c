//! A tree as PGN text.

use super::comment::Comment;
use super::reader::DEEPEST;
use super::tree::Tree;
use super::{Notation, number, set_up_tags, tag, wrapped, written};
use crate::rules::turn_effects;

/// The tags that every PGN has, except `Result`, with their values for unknown.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "-"),
    ("White", "?"),
    ("Black", "?"),
];

impl Tree {
    /// The PGN text. With `effects`, the side effects of a turn are written in a separate comment after the turn.
    ///
    /// # Errors
    /// If variations are nested too deeply to be read back.
    pub fn text(&self, effects: bool) -> Result<String, String> {
        let mut text = String::new();
        for (name, unknown) in ROSTER {
            text.push_str(&tag(name, self.tag(name).unwrap_or(unknown)));
        }
        let result = if self.result.is_empty() {
            "*"
        } else {
            &self.result
        };
        text.push_str(&tag("Result", result));
        text.push_str(&set_up_tags(&self.first));
        let in_roster = |name: &str| {
            let mut written = ROSTER.iter().map(|(it, _)| *it).chain(["Result"]);
            written.any(|it| it.eq_ignore_ascii_case(name))
        };
        for (name, value) in self.tags.iter().filter(|(name, _)| !in_roster(name)) {
            text.push_str(&tag(name, value));
        }
        text.push('\n');
        let mut writer = Writer {
            tree: self,
            followers: self.followers(),
            effects,
            words: Vec::new(),
        };
        writer.comment(&self.comment);
        writer.line(None, 0)?;
        writer.words.push(result.to_owned());
        text.push_str(&wrapped(&writer.words));
        Ok(text)
    }
}

struct Writer<'a> {
    tree: &'a Tree,
    followers: Vec<Vec<usize>>,
    effects: bool,
    words: Vec<String>,
}

impl Writer<'_> {
    /// Writes the main line from a node on, each variation in brackets after the turn that it replaces.
    fn line(&mut self, from: Option<usize>, depth: usize) -> Result<(), String> {
        let mut at = from;
        let mut begins = true;
        loop {
            let next = self.followers[at.map_or(0, |at| at + 1)].clone();
            let Some((main, others)) = next.split_first() else {
                return Ok(());
            };
            let told = self.turn(*main, begins);
            begins = told || !others.is_empty();
            for other in others {
                self.variation(*other, depth + 1)?;
            }
            at = Some(*main);
        }
    }

    fn variation(&mut self, first: usize, depth: usize) -> Result<(), String> {
        if depth > DEEPEST {
            return Err(format!(
                "variations are nested too deep for a PGN (expected at most {DEEPEST})"
            ));
        }
        let begin = self.words.len();
        self.comment(&self.tree.nodes[first].before);
        let told = self.turn(first, true);
        self.words[begin].insert(0, '(');
        // Black's move number is repeated after a comment or bracket.
        let behind = self.words.len();
        self.line(Some(first), depth)?;
        if !told && self.words.len() > behind && self.is_black_number(behind, first) {
            self.words.remove(behind);
        }
        if let Some(last) = self.words.last_mut() {
            last.push(')');
        }
        Ok(())
    }

    /// Whether the word `index` is the number of Black's turn at the beginning of a line (`1...`).
    fn is_black_number(&self, index: usize, before: usize) -> bool {
        let pos = &self.tree.nodes[before].after;
        pos.variant().rules.series.is_none() && number(pos, false).is_none() && {
            number(pos, true).as_deref() == self.words.get(index).map(String::as_str)
        }
    }

    /// Writes a turn with its number, annotations and comments. Returns whether there were comments.
    fn turn(&mut self, index: usize, begins: bool) -> bool {
        let node = &self.tree.nodes[index];
        let before = self.tree.position(node.parent);
        self.words.extend(number(before, begins));
        self.words
            .extend(written(before, &node.turn, Notation::Algebraic));
        self.words
            .extend(node.nags.iter().map(|nag| format!("${nag}")));
        let count = self.words.len();
        if self.effects {
            let effects = turn_effects(before, &node.turn);
            self.words
                .extend((!effects.is_empty()).then(|| format!("{{{effects}}}")));
        }
        self.comment(&node.comment);
        self.words.len() > count
    }

    fn comment(&mut self, comment: &Comment) {
        let written = comment.written();
        self.words.extend((!written.is_empty()).then_some(written));
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::games;
    use crate::pgn::{Reading, Tree};

    /// A tree as lines of text, for comparison.
    fn outline(tree: &Tree) -> Vec<String> {
        let node = |node: &crate::pgn::Node| {
            let (parent, before, comment) = (node.parent, &node.before, &node.comment);
            format!(
                "{parent:?} {} {before:?} {comment:?} {:?}",
                node.after.fen(),
                node.nags
            )
        };
        let nodes = tree.nodes.iter().map(node);
        [tree.comment.written(), tree.result.clone()]
            .into_iter()
            .chain(nodes)
            .collect()
    }

    fn read(text: &str) -> Reading {
        crate::pgn::read(games(), text)
    }

    fn there_and_back(text: &str) -> String {
        let trees = read(text);
        assert!(trees.remarks.is_empty(), "{:?}", trees.remarks);
        let tree = &trees.games[0];
        let written = tree.text(true).expect("not too deep");
        let again = read(&written);
        assert!(again.remarks.is_empty(), "{:?}", again.remarks);
        assert_eq!(outline(tree), outline(&again.games[0]), "{written}");
        assert_eq!(again.games[0].text(true).as_ref(), Ok(&written));
        written
    }

    #[test]
    fn trees_come_back_as_they_were() {
        let text = "[Event \"A \\\"test\\\"\"]\n[Annotator \"me\"]\n\n{Before.} 1. e4! {best by\ntest} e5 (1... c5 2. Nf3 \
                    (2. c3 d5) 2... d6 $14) (1... e6) 2. Nf3 Nc6 3. Bb5 ; the Spanish\n a6 1/2-1/2";
        let written = there_and_back(text);
        assert!(written.contains("[Event \"A \\\"test\\\"\"]\n"));
        assert!(written.contains("[Annotator \"me\"]"));
        let line = "{Before.} 1. e4 $1 {best by test} 1... e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6\n$14) \
                    (1... e6) 2. Nf3 Nc6 3. Bb5 {the Spanish} 3... a6 1/2-1/2\n";
        assert!(written.ends_with(line), "{written}");
    }

    #[test]
    fn comments_before_variations_and_commands_come_back() {
        let written =
            there_and_back("1. e4 e5 ({the Sicilian} 1... c5) 2. Nf3 {[%clk 0:05:00] fine} *");
        assert!(
            written.ends_with("1. e4 e5 ({the Sicilian} 1... c5) 2. Nf3 {[%clk 0:05:00] fine} *\n"),
            "{written}"
        );
        // A variation may begin with the same turn as the main line.
        let written = there_and_back("1. e4 e5 (1... e5 2. Nc3 Nc6) 2. Nf3 -- 3. d4 *");
        assert!(
            written.ends_with("1. e4 e5 (1... e5 2. Nc3 Nc6) 2. Nf3 -- 3. d4 *\n"),
            "{written}"
        );
    }

    #[test]
    fn effects_stand_in_comments_that_are_not_read_twice() {
        let text = "[Variant \"ag\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/4n3/3A4/8/8/4K3 w - - 0 1\"]\n\n1. Af6 {turned} *";
        let written = there_and_back(text);
        assert!(written.ends_with("1. Af6 {e5=w} {turned} *\n"), "{written}");
    }

    #[test]
    fn turns_of_several_legs_and_drops_come_back() {
        there_and_back(
            "[Variant \"progressive\"]\n\n1. e4 2. d5 dxe4 (2. e5 Nf6) 3. Nc3 Nxe4 Nf6+ *",
        );
        let hopgi = "[Variant \"hopgi\"]\n[FEN \"r6/w6/*6/f6/7/**5/**BF*WR[P] w - - 0 1\"]\n\n\
                     1. P@d4 (1. Wf2,Fe2 {both kings}) *";
        there_and_back(hopgi);
    }
}
