//! From tokens to terms: checks the order of the letters and which of them go together.
//!
//! `RfmD` becomes two [`Term::Moves`]. Directions stay as written; [`directions`](super::directions) interprets them for the
//! atom.

use super::lexer::{Atom, Heading, Kind, Mode, Token, tokens};
use super::{BetzaError, Castling, MAX_LEGS, Needs};
use crate::base::MAX_LEAPS;

const NEEDS_ANYTHING: &str = "a direction, a mode or an atom (W F D A H G N C Z K Q R B U O)";
const NEEDS_ATOM: &str = "`a` or an atom (W F D A H G N C Z K Q R B U) after the modes";
const NEEDS_ORDER: &str = "each mode once and in the order u m c d e t p g n j y z q o";
const NEEDS_CASTLING: &str = "castling written as `isO` with the king's stride, 2 to 9";
const NEEDS_PLAIN_ATOM: &str =
    "C for the leap (1,3) or Z for (2,3): Betza has L and J for them, XBoard J and L";
const NEEDS_PLAIN_RIDE: &str = "z, q or o with no mode but m or c, in a term of one leg";
const NEEDS_RANGE: &str = "a range: 0 (to the edge) or 1 to 99";

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Term {
    /// A castling term, such as `isO2`.
    Castling {
        castling: Castling,
        /// The token `O`.
        atom_token: Token,
    },
    /// A term that moves a piece.
    Moves(Moves),
}

/// A term that moves a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Moves {
    /// The column of the `i` at the start of the term.
    pub(super) initial: Option<usize>,
    /// 1 to [`MAX_LEGS`] legs.
    pub(super) legs: Vec<LegSpec>,
    /// The atom that all legs share.
    pub(super) atom: Atom,
    pub(super) atom_token: Token,
    /// The limit on the strides of a leg before any toggle.
    pub(super) reach: Reach,
}

impl Moves {
    /// The limits on the strides of the legs, in order.
    pub(super) fn reaches(&self) -> impl Iterator<Item = Reach> {
        self.legs.iter().scan(false, |toggled, leg| {
            let reach = if *toggled {
                self.reach.toggled()
            } else {
                self.reach
            };
            *toggled ^= leg.toggles();
            Some(reach)
        })
    }

    /// The parts that not every game supports.
    pub(super) fn needs(&self) -> Needs {
        let column = |leg: &LegSpec, mode| leg.token_of(mode).map(|token| token.column);
        Needs {
            first_move: self.initial,
            en_passant: self
                .legs
                .last()
                .and_then(|leg| column(leg, Mode::EnPassant)),
            castling: None,
            chain: self.chain().map(|token| token.column),
        }
    }

    /// The first letter that makes the term a chain: `c` in a leg before `a`, or `d`, `t` or `u`.
    fn chain(&self) -> Option<&Token> {
        let before = self.legs.len().saturating_sub(1);
        let letters = self.legs.iter().enumerate().flat_map(|(index, leg)| {
            let captures = leg.token_of(Mode::Capture).filter(|_| index < before);
            let others = [Mode::Unload, Mode::Destroy, Mode::Tame];
            captures
                .into_iter()
                .chain(others.into_iter().filter_map(|mode| leg.token_of(mode)))
        });
        letters.min_by_key(|token| token.column)
    }
}

/// The modifiers of one leg.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct LegSpec {
    /// The `i` after an `a`: the leg makes as many strides as an earlier sliding leg.
    matched: Option<Token>,
    /// Direction letters as written.
    pub(super) headings: Vec<(Heading, Token)>,
    /// Mode letters, in the order of [`Mode`].
    modes: Vec<(Mode, Token)>,
}

impl LegSpec {
    /// Whether the leg makes as many strides as the sliding leg before it.
    pub(super) const fn is_matched(&self) -> bool {
        self.matched.is_some()
    }

    /// Whether this leg toggles the range of the legs after it: a slider's legs become single steps, single
    /// steps become slides.
    pub(super) fn toggles(&self) -> bool {
        self.has(Mode::Behind) || self.has(Mode::Toggle)
    }

    /// Whether the leg has this mode.
    pub(super) fn has(&self, mode: Mode) -> bool {
        self.token_of(mode).is_some()
    }

    fn token_of(&self, mode: Mode) -> Option<&Token> {
        self.modes
            .iter()
            .find(|(known, _)| *known == mode)
            .map(|(_, token)| token)
    }

    /// The first of these modes that the leg has.
    fn any_of(&self, modes: &[Mode]) -> Option<&Token> {
        modes.iter().find_map(|&mode| self.token_of(mode))
    }
}

/// How many strides a leg may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// One stride.
    Once,
    /// At most this number of strides, 2 to 99.
    Limited(u8),
    /// Any number of strides, to the edge.
    Unlimited,
}

impl Reach {
    /// The toggled range: one stride for a slider, unlimited for a single step.
    const fn toggled(self) -> Self {
        match self {
            Self::Once => Self::Unlimited,
            Self::Limited(_) | Self::Unlimited => Self::Once,
        }
    }
}

/// The terms of a text.
///
/// # Errors
///
/// The error at the leftmost token that cannot stand where it stands.
pub(super) fn terms(text: &str) -> Result<Vec<Term>, BetzaError> {
    let end = Token {
        column: text.chars().count() + 1,
        kind: Kind::End,
        text: String::new(),
    };
    let mut parser = Parser {
        tokens: tokens(text),
        next: 0,
        end,
    };
    let mut terms = vec![parser.term()?];
    while parser.peek().kind != Kind::End {
        terms.push(parser.term()?);
    }
    Ok(terms)
}

/// A reader of tokens.
struct Parser {
    tokens: Vec<Token>,
    next: usize,
    end: Token,
}

impl Parser {
    /// The next token, without consuming it.
    fn peek(&self) -> &Token {
        self.tokens.get(self.next).unwrap_or(&self.end)
    }

    /// Consumes the next token.
    fn take(&mut self) -> Token {
        let token = self.peek().clone();
        self.next += 1;
        token
    }

    /// Consumes the next token if it is of this kind.
    fn take_if(&mut self, kind: Kind) -> Option<Token> {
        (self.peek().kind == kind).then(|| self.take())
    }

    fn term(&mut self) -> Result<Term, BetzaError> {
        let initial = self.take_if(Kind::Initial).map(|token| token.column);
        let (legs, atom, atom_token) = self.legs_and_atom()?;
        if atom == Atom::Castling {
            return self.castling(initial.is_some(), &legs, atom_token);
        }
        let reach = self.reach(atom, &atom_token, &legs)?;
        let moves = Moves {
            initial,
            legs,
            atom,
            atom_token,
            reach,
        };
        check_modes(&moves)?;
        Ok(Term::Moves(moves))
    }

    fn legs_and_atom(&mut self) -> Result<(Vec<LegSpec>, Atom, Token), BetzaError> {
        let mut legs = Vec::new();
        loop {
            let leg = self.leg(!legs.is_empty())?;
            let follow = self.take();
            let bare = leg.modes.is_empty();
            legs.push(leg);
            match follow.kind {
                Kind::Atom(atom) => return Ok((legs, atom, follow)),
                Kind::Again if legs.len() >= MAX_LEGS => {
                    return Err(follow.instead_of("an atom: 32 legs are the most"));
                }
                Kind::Again => {}
                Kind::Initial => {
                    return Err(follow.instead_of(
                        "`i` once, at the start of a term or behind `a` (XBoard's `ii` is not played here)",
                    ));
                }
                Kind::Disputed => return Err(follow.instead_of(NEEDS_PLAIN_ATOM)),
                Kind::Number => return Err(follow.instead_of("an atom before its range")),
                Kind::Heading(_) => {
                    return Err(
                        follow.instead_of("directions before the modes, else `a` or an atom")
                    );
                }
                _ if bare => return Err(follow.instead_of(NEEDS_ANYTHING)),
                _ => return Err(follow.instead_of(NEEDS_ATOM)),
            }
        }
    }

    /// Directions and modes of one leg.
    fn leg(&mut self, follows: bool) -> Result<LegSpec, BetzaError> {
        let mut leg = LegSpec::default();
        if follows {
            leg.matched = self.take_if(Kind::Initial);
        }
        while let Kind::Heading(heading) = self.peek().kind {
            let token = self.take();
            leg.headings.push((heading, token));
        }
        loop {
            let token = self.peek();
            match token.kind {
                Kind::Mode(mode) => {
                    if leg.modes.last().is_some_and(|&(before, _)| before >= mode) {
                        return Err(token.instead_of(NEEDS_ORDER));
                    }
                    check_together(&leg, mode, token)?;
                    let token = self.take();
                    leg.modes.push((mode, token));
                }
                _ => return Ok(leg),
            }
        }
    }

    /// The range of a term: the doubled letter or the number after an atom.
    fn reach(
        &mut self,
        atom: Atom,
        atom_token: &Token,
        legs: &[LegSpec],
    ) -> Result<Reach, BetzaError> {
        if self.peek().text == atom_token.text {
            let twin = self.take();
            return self.doubled(atom, &twin);
        }
        let rider = matches!(
            atom,
            Atom::Orthogonal { rider: true, .. }
                | Atom::Diagonal { rider: true, .. }
                | Atom::Royal { rider: true }
        );
        let Some(token) = self.take_if(Kind::Number) else {
            return Ok(if rider { Reach::Unlimited } else { Reach::Once });
        };
        let hops = legs
            .last()
            .is_some_and(|leg| leg.any_of(&[Mode::Beyond, Mode::Behind]).is_some());
        let expected = match number(&token) {
            _ if atom == Atom::Universal => "no range: U leaps to any square",
            Some(0) if rider => "no range 0: R, B and Q run to the edge without it",
            Some(0) => return Ok(Reach::Unlimited),
            Some(1) if hops => "a range that holds the hurdle and the landing: 0 or 2 to 99",
            Some(1) if !rider => "no range 1: a leaper goes once without it",
            Some(1) => return Ok(Reach::Once),
            Some(range) => return Ok(Reach::Limited(range)),
            None => NEEDS_RANGE,
        };
        Err(token.instead_of(expected))
    }

    /// The reach of a doubled leaper letter, which is a rider; `twin` is the second letter.
    fn doubled(&self, atom: Atom, twin: &Token) -> Result<Reach, BetzaError> {
        let leaper = matches!(
            atom,
            Atom::Orthogonal { rider: false, .. }
                | Atom::Diagonal { rider: false, .. }
                | Atom::Oblique { .. }
        );
        if !leaper {
            return Err(twin.instead_of("another atom: only W F D A H G N C Z are doubled"));
        }
        let next = self.peek();
        if next.kind == Kind::Number {
            return Err(next.instead_of("no range after a doubled atom, which is unlimited"));
        }
        if next.text == twin.text {
            return Err(next.instead_of("an atom at most doubled"));
        }
        Ok(Reach::Unlimited)
    }

    /// Reads the rest of a castling term, such as `isO2`.
    fn castling(
        &mut self,
        initial: bool,
        legs: &[LegSpec],
        atom_token: Token,
    ) -> Result<Term, BetzaError> {
        let sideways = match legs {
            [leg] => {
                leg.modes.is_empty() && matches!(leg.headings.as_slice(), [(Heading::Sideways, _)])
            }
            _ => false,
        };
        if !(initial && sideways) {
            return Err(atom_token.instead_of(NEEDS_CASTLING));
        }
        let token = self.take();
        match number(&token) {
            Some(range @ 2..=9) => Ok(Term::Castling {
                castling: Castling { range },
                atom_token,
            }),
            _ => Err(token.instead_of(NEEDS_CASTLING)),
        }
    }
}

/// The value of a number token of at most two digits without leading zero.
fn number(token: &Token) -> Option<u8> {
    let plain = token.kind == Kind::Number
        && token.text.len() <= 2
        && (token.text == "0" || !token.text.starts_with('0'));
    if plain { token.text.parse().ok() } else { None }
}

/// Refuses a mode that contradicts another mode of its leg.
fn check_together(leg: &LegSpec, mode: Mode, token: &Token) -> Result<(), BetzaError> {
    let clash = match mode {
        Mode::EnPassant if !leg.has(Mode::Capture) => {
            return Err(token.instead_of("`c` before `e`: en passant is a capture"));
        }
        Mode::Beyond | Mode::Behind => leg.any_of(&[Mode::EnPassant, Mode::Beyond]),
        Mode::Lame | Mode::Jump => leg.any_of(&[Mode::Beyond, Mode::Behind, Mode::Lame]),
        Mode::Toggle if !leg.modes.is_empty() => {
            return Err(token.instead_of("no `y` with other modes: it passes over an empty square"));
        }
        Mode::Crooked | Mode::Circular | Mode::Around => {
            let plain = |mode| matches!(mode, Mode::Quiet | Mode::Capture);
            let before = leg.modes.iter().find(|(mode, _)| !plain(*mode));
            return before.map_or(Ok(()), |_| Err(token.instead_of(NEEDS_PLAIN_RIDE)));
        }
        Mode::Unload
        | Mode::Quiet
        | Mode::Capture
        | Mode::Destroy
        | Mode::EnPassant
        | Mode::Tame
        | Mode::Toggle => None,
    };
    clash.map_or(Ok(()), |_| {
        Err(token.instead_of("only one of the modes p g n j, and e with neither p nor g"))
    })
}

/// Refuses modes that do not fit the atom, the range or the place of their leg.
fn check_modes(moves: &Moves) -> Result<(), BetzaError> {
    let Some((last, before)) = moves.legs.split_last() else {
        return Ok(());
    };
    if moves.atom == Atom::Universal {
        return check_universal(moves, last);
    }
    let mut slides = false;
    for (leg, reach) in moves.legs.iter().zip(moves.reaches()) {
        check_leg(moves, leg, reach)?;
        check_matched(leg, reach, slides)?;
        slides |= reach != Reach::Once;
    }
    before.iter().try_for_each(check_leg_before)?;
    reject(last.token_of(Mode::Toggle), "`y` only in a leg before `a`")?;
    if last.is_matched() {
        reject(last.token_of(Mode::Beyond), "no hop in a last leg with `i`")?;
    }
    if moves.chain().is_some() {
        check_chain(moves)?;
    }
    if last.has(Mode::Quiet) && !last.has(Mode::EnPassant) && !last.has(Mode::Destroy) {
        let both = "no `c` behind `m`: without either a piece moves and captures";
        reject(last.token_of(Mode::Capture), both)?;
    }
    Ok(())
}

/// Refuses `i` after an `a` unless the leg is an unlimited slide after another slide.
fn check_matched(leg: &LegSpec, reach: Reach, slides_before: bool) -> Result<(), BetzaError> {
    let Some(token) = &leg.matched else {
        return Ok(());
    };
    if !slides_before || reach != Reach::Unlimited {
        return Err(
            token.instead_of("`i` behind `a` only on an unlimited slide behind another slide")
        );
    }
    let plain = "only m, c or p in a leg with `i` behind `a`";
    reject(
        leg.any_of(&[
            Mode::EnPassant,
            Mode::Behind,
            Mode::Lame,
            Mode::Jump,
            Mode::Toggle,
        ]),
        plain,
    )
}

/// Refuses letters that `U`, the leap to any square, cannot have.
fn check_universal(moves: &Moves, leg: &LegSpec) -> Result<(), BetzaError> {
    let mut headings = moves.legs.iter().flat_map(|leg| &leg.headings);
    let mut modes = leg.modes.iter();
    let other = modes.find(|(mode, _)| {
        !matches!(mode, Mode::Quiet | Mode::Capture) || leg.has(Mode::Quiet) && *mode > Mode::Quiet
    });
    let further = (moves.legs.len() > 1).then_some(&moves.atom_token);
    let wrong = headings.next().map(|(_, token)| token);
    let wrong = wrong.or(other.map(|(_, token)| token)).or(further);
    reject(
        wrong,
        "U alone, or with m or c before it: it leaps to any square",
    )
}

/// Refuses modes that have no effect on the atom with its range.
fn check_leg(moves: &Moves, leg: &LegSpec, reach: Reach) -> Result<(), BetzaError> {
    let steps = match moves.atom {
        Atom::Orthogonal { length, .. } | Atom::Diagonal { length, .. } => length,
        Atom::Oblique { wide, .. } => wide,
        Atom::Royal { .. } | Atom::Universal | Atom::Castling => 1,
    };
    let once = reach == Reach::Once;
    if once == (steps == 1) {
        let gated = "n or j only on a single leap with a square in between (D A H G N C Z), or j on a slide";
        reject(leg.token_of(Mode::Jump), gated)?;
    }
    if !once || steps == 1 {
        let gated = "n only on a single leap with a square in between (D A H G N C Z)";
        reject(leg.token_of(Mode::Lame), gated)?;
    }
    if once || moves.legs.len() > 1 {
        let rider = "z or q only on a ride without `a` (zB, zR3, qNN)";
        reject(leg.any_of(&[Mode::Crooked, Mode::Circular]), rider)?;
    }
    if !matches!(moves.atom, Atom::Oblique { .. }) {
        let oblique = "q only on rides of N C Z (qNN)";
        reject(leg.token_of(Mode::Circular), oblique)?;
    }
    if moves.legs.len() > 1 {
        reject(leg.token_of(Mode::Around), NEEDS_PLAIN_RIDE)?;
        let sliding = leg.token_of(Mode::Jump).filter(|_| !once);
        reject(sliding, "j on a slide only without `a`")?;
    }
    if !once || moves.legs.len() > 1 {
        let single = "e only on a single leap without `a`";
        reject(leg.token_of(Mode::EnPassant), single)?;
    }
    Ok(())
}

/// Refuses modes that a leg before `a` cannot have.
fn check_leg_before(leg: &LegSpec) -> Result<(), BetzaError> {
    if leg.has(Mode::Behind) {
        let alone = "no m or c beside `g` before `a`: it leaps a piece";
        return reject(
            leg.any_of(&[Mode::Quiet, Mode::Capture, Mode::Destroy]),
            alone,
        );
    }
    if !(leg.has(Mode::Capture) || leg.has(Mode::Destroy) || leg.has(Mode::Beyond)) {
        let alone = "no `m` alone before `a`: without it the square is empty too";
        reject(leg.token_of(Mode::Quiet), alone)?;
    }
    Ok(())
}

/// Refuses what a chain cannot have: first moves, rides that turn, hops in its last leg, `t` and `u` without effect.
fn check_chain(moves: &Moves) -> Result<(), BetzaError> {
    let Some((last, before)) = moves.legs.split_last() else {
        return Ok(());
    };
    if let Some(column) = moves.initial {
        return Err(BetzaError {
            column,
            token: "i".to_owned(),
            expected: "no `i` in a term with c before `a`, d, t or u",
        });
    }
    let plain = "no i, e, z, q or o in a term with c before `a`, d, t or u";
    for leg in &moves.legs {
        reject(leg.matched.as_ref(), plain)?;
        let rides = [Mode::EnPassant, Mode::Crooked, Mode::Circular, Mode::Around];
        reject(leg.any_of(&rides), plain)?;
    }
    let hop = "no hop in the last leg of a term with c before `a`, d, t or u: `paf` with a further leg hops straight on";
    reject(last.any_of(&[Mode::Beyond, Mode::Behind]), hop)?;
    if moves.reaches().last() != Some(Reach::Once) {
        let skip = "no j on a slide with d, t or u";
        reject(last.token_of(Mode::Jump), skip)?;
    }
    let hops = |leg: &&LegSpec| leg.any_of(&[Mode::Beyond, Mode::Behind]).is_some();
    let tame = "`t` beside p or g before `a`, or in a last leg that captures enemies";
    for leg in before.iter().filter(|leg| !hops(leg)) {
        reject(leg.token_of(Mode::Tame), tame)?;
    }
    let named = last.any_of(&[Mode::Quiet, Mode::Destroy]).is_some();
    let takes = last.has(Mode::Capture) || !named;
    if !takes {
        reject(last.token_of(Mode::Tame), tame)?;
    }
    let captures = |leg: &LegSpec| leg.any_of(&[Mode::Capture, Mode::Destroy]).is_some();
    let captures = before.iter().filter(|leg| captures(leg)).count()
        + usize::from(takes || last.has(Mode::Destroy));
    if captures > MAX_LEAPS - 1 {
        return Err(moves
            .atom_token
            .instead_of("a term of at most seven legs that capture"));
    }
    let mut unloading = moves
        .legs
        .iter()
        .filter_map(|leg| leg.token_of(Mode::Unload));
    let first = unloading.next();
    reject(unloading.next(), "`u` once in a term")?;
    if captures != 1 {
        reject(
            first,
            "`u` in a term of which one leg captures (m in a last leg that does not)",
        )?;
    }
    Ok(())
}

/// Refuses a mode, if the leg has it.
fn reject(mode: Option<&Token>, expected: &'static str) -> Result<(), BetzaError> {
    mode.map_or(Ok(()), |token| Err(token.instead_of(expected)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Moves> {
        let terms = terms(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let moves = |term| match term {
            Term::Moves(moves) => moves,
            Term::Castling { .. } => panic!("castling in {text}"),
        };
        terms.into_iter().map(moves).collect()
    }

    #[test]
    fn a_new_term_starts_behind_each_atom() {
        let terms = moves("mWcabWfmDfcabD");
        let legs: Vec<usize> = terms.iter().map(|term| term.legs.len()).collect();
        assert_eq!(legs, [1, 2, 1, 2]);
        let columns: Vec<usize> = terms.iter().map(|term| term.atom_token.column).collect();
        assert_eq!(columns, [2, 6, 9, 14]);
        assert!(terms[3].legs[0].has(Mode::Capture) && !terms[3].legs[1].has(Mode::Capture));
        assert_eq!(terms[3].legs[1].headings[0].0, Heading::Back);
    }

    #[test]
    fn different_letters_of_one_atom_are_two_terms() {
        let terms = moves("CZ");
        assert_eq!(terms.len(), 2);
        assert!(terms.iter().all(|term| term.reach == Reach::Once));
    }

    #[test]
    fn needs_name_columns() {
        let needs: Vec<Needs> = moves("WifceFmpafcabK").iter().map(Moves::needs).collect();
        let pawn = Needs {
            first_move: Some(2),
            en_passant: Some(5),
            ..Needs::default()
        };
        let shot = Needs {
            chain: Some(11),
            ..Needs::default()
        };
        assert_eq!(needs, [Needs::default(), pawn, shot]);
    }

    #[test]
    fn ranges() {
        let reaches: Vec<Reach> = moves("WRW0R3W12B1NN")
            .iter()
            .map(|term| term.reach)
            .collect();
        let (once, all) = (Reach::Once, Reach::Unlimited);
        assert_eq!(
            reaches,
            [
                once,
                all,
                all,
                Reach::Limited(3),
                Reach::Limited(12),
                once,
                all
            ]
        );
    }
}
