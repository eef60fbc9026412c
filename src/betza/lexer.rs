//! From text to tokens: one letter each, digits together. `fmW2` is direction, mode, atom, number.
//!
//! The lexer refuses nothing. A character outside the language becomes [`Kind::Unknown`], which the parser refuses: so the
//! reported error is the leftmost one.

use super::BetzaError;

/// A direction letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Heading {
    /// `f`
    Forward,
    /// `b`
    Back,
    /// `l`
    Left,
    /// `r`
    Right,
    /// `s`: left and right.
    Sideways,
    /// `v`: forward and back.
    Vertical,
    /// `h`: after another letter the whole half; `hl` and `hr`: the two sets of four that a quarter turn maps onto themselves. Oblique
    /// atoms only.
    Half,
}

/// A mode letter, in the order in which the modes of a leg are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(super) enum Mode {
    /// `u`: the piece that the term captures is put down on the square where this leg begins.
    Unload,
    /// `m`: to an empty square.
    Quiet,
    /// `c`: captures.
    Capture,
    /// `d`: captures pieces of its own side.
    Destroy,
    /// `e`: captures en passant.
    EnPassant,
    /// `t`: before `a` hops over pieces of its own side only; in a last leg captures everything but kings.
    Tame,
    /// `p`: hops over a piece and goes on behind it.
    Beyond,
    /// `g`: hops to the square right behind a piece.
    Behind,
    /// `n`: the square on the way of a leap is empty.
    Lame,
    /// `j`: the square on the way of a leap is occupied; a slide skips its first square.
    Jump,
    /// `y`: passes over an empty square and toggles the range of later legs.
    Toggle,
    /// `z`: turns right and left alternately.
    Crooked,
    /// `q`: turns to the same side at each stride.
    Circular,
    /// `o`: goes on across the left and right edge.
    Around,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Atom {
    /// `W D H R`: `length` squares straight; `rider` is true for `R`.
    Orthogonal { length: i8, rider: bool },
    /// `F A G B`: `length` squares diagonally; `rider` is true for `B`.
    Diagonal { length: i8, rider: bool },
    /// `N C Z`: `narrow` squares along one axis and `wide` along the other, `narrow < wide`.
    Oblique { narrow: i8, wide: i8 },
    /// `K Q`: one square straight or diagonally; `rider` is true for `Q`.
    Royal { rider: bool },
    /// `U`: a leap to any square.
    Universal,
    /// `O`: castling.
    Castling,
}

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// `i`: only from the initial square; after `a` as many strides as an earlier leg.
    Initial,
    /// A direction letter: `f b l r s v h`.
    Heading(Heading),
    /// A mode letter: `u m c d e t p g n j y z q o`.
    Mode(Mode),
    /// `a`: opens a further leg.
    Again,
    /// The capital letter of an atom.
    Atom(Atom),
    /// `J L`: atoms that Betza and `XBoard` read differently.
    Disputed,
    /// A row of digits.
    Number,
    /// Any other character.
    Unknown,
    /// The end of the text, after the last character.
    End,
}

/// A token with its column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// The column of the token's first character, from 1.
    pub(super) column: usize,
    /// The kind of the token.
    pub(super) kind: Kind,
    /// The characters of the token; empty for [`Kind::End`].
    pub(super) text: String,
}

impl Token {
    /// The error that this token stands in the place of something else, which `expected` describes.
    pub(super) fn instead_of(&self, expected: &'static str) -> BetzaError {
        BetzaError {
            column: self.column,
            token: self.text.clone(),
            expected,
        }
    }
}

/// The tokens of a text, without [`Kind::End`].
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for (index, letter) in text.chars().enumerate() {
        let kind = kind(letter);
        match tokens.last_mut() {
            Some(number) if kind == Kind::Number && number.kind == Kind::Number => {
                number.text.push(letter);
            }
            _ => tokens.push(Token {
                column: index + 1,
                kind,
                text: letter.to_string(),
            }),
        }
    }
    tokens
}

/// The kind of one character.
fn kind(letter: char) -> Kind {
    match letter {
        'i' => Kind::Initial,
        'a' => Kind::Again,
        'f' => Kind::Heading(Heading::Forward),
        'b' => Kind::Heading(Heading::Back),
        'l' => Kind::Heading(Heading::Left),
        'r' => Kind::Heading(Heading::Right),
        's' => Kind::Heading(Heading::Sideways),
        'v' => Kind::Heading(Heading::Vertical),
        'h' => Kind::Heading(Heading::Half),
        'u' => Kind::Mode(Mode::Unload),
        'm' => Kind::Mode(Mode::Quiet),
        'c' => Kind::Mode(Mode::Capture),
        'd' => Kind::Mode(Mode::Destroy),
        'e' => Kind::Mode(Mode::EnPassant),
        't' => Kind::Mode(Mode::Tame),
        'p' => Kind::Mode(Mode::Beyond),
        'g' => Kind::Mode(Mode::Behind),
        'n' => Kind::Mode(Mode::Lame),
        'j' => Kind::Mode(Mode::Jump),
        'y' => Kind::Mode(Mode::Toggle),
        'z' => Kind::Mode(Mode::Crooked),
        'q' => Kind::Mode(Mode::Circular),
        'o' => Kind::Mode(Mode::Around),
        'J' | 'L' => Kind::Disputed,
        '0'..='9' => Kind::Number,
        _ => atom(letter).map_or(Kind::Unknown, Kind::Atom),
    }
}

/// The atom that a capital letter names.
const fn atom(letter: char) -> Option<Atom> {
    const fn straight(length: i8, rider: bool) -> Atom {
        Atom::Orthogonal { length, rider }
    }
    const fn slanted(length: i8, rider: bool) -> Atom {
        Atom::Diagonal { length, rider }
    }
    Some(match letter {
        'W' => straight(1, false),
        'D' => straight(2, false),
        'H' => straight(3, false),
        'R' => straight(1, true),
        'F' => slanted(1, false),
        'A' => slanted(2, false),
        'G' => slanted(3, false),
        'B' => slanted(1, true),
        'N' => Atom::Oblique { narrow: 1, wide: 2 },
        'C' => Atom::Oblique { narrow: 1, wide: 3 },
        'Z' => Atom::Oblique { narrow: 2, wide: 3 },
        'K' => Atom::Royal { rider: false },
        'Q' => Atom::Royal { rider: true },
        'U' => Atom::Universal,
        'O' => Atom::Castling,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_token_a_letter_and_one_a_number() {
        let tokens = tokens("ifmnD12é");
        let kinds: Vec<Kind> = tokens.iter().map(|token| token.kind).collect();
        assert_eq!(
            kinds,
            [
                Kind::Initial,
                Kind::Heading(Heading::Forward),
                Kind::Mode(Mode::Quiet),
                Kind::Mode(Mode::Lame),
                Kind::Atom(Atom::Orthogonal {
                    length: 2,
                    rider: false
                }),
                Kind::Number,
                Kind::Unknown,
            ]
        );
        assert_eq!((tokens[5].column, tokens[5].text.as_str()), (6, "12"));
        assert_eq!((tokens[6].column, tokens[6].text.as_str()), (8, "é"));
    }

    #[test]
    fn camel_and_zebra_have_one_letter_each() {
        assert_eq!(atom('C'), Some(Atom::Oblique { narrow: 1, wide: 3 }));
        assert_eq!(atom('Z'), Some(Atom::Oblique { narrow: 2, wide: 3 }));
        assert_eq!((kind('J'), kind('L')), (Kind::Disputed, Kind::Disputed));
        assert_eq!((atom('X'), kind('X')), (None, Kind::Unknown));
    }

    #[test]
    fn modes_are_ordered_as_written() {
        assert!(
            Mode::Quiet < Mode::Capture
                && Mode::Capture < Mode::EnPassant
                && Mode::EnPassant < Mode::Beyond
        );
        assert!(
            Mode::Beyond < Mode::Behind && Mode::Behind < Mode::Lame && Mode::Lame < Mode::Jump
        );
        assert!(Mode::Jump < Mode::Toggle);
    }
}
