//! Conditions: rules that hold for every move, each in a file of its own, in any combination.
//!
//! A condition is a constant that implements [`Condition`]. Its [`ConditionSpec`] holds what the compiler, the fast paths,
//! problems and documents need: names, words and an example for people, which moves it may forbid, what it
//! changes. Its hooks implement the rule. One line in `register!` below registers the condition; every other list of
//! conditions is derived from `register!`.
//!
//! To add one, follow `madrasi.rs` if it keeps pieces from moving or capturing, `circe.rs` if it changes what
//! a capture does, `andernach.rs` if it changes the moving piece; a condition that forbids moves because of the resulting
//! position lists the kinds of these moves (`vetoes`) and implements [`Condition::judge`].

use super::draft::{Draft, Moved, Outlook, Veto};
use super::{free_moves, pawns};
use crate::base::{Bitboard, Color, MAX_PIECE_TYPES, Move, MoveKind, PieceType, Square};
use crate::position::Position;
use crate::variant::{ConditionId, ConditionSpec, MAX_CONDITIONS, Stage};
use arrayvec::ArrayVec;

/// Pairs of a type and the pieces of other types that move like it.
pub type Borrowed = ArrayVec<(PieceType, Bitboard), MAX_PIECE_TYPES>;

/// The squares on which the moves of a piece start: its own, unless conditions name others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Starts {
    /// Where its captures start.
    pub captures: Bitboard,
    /// Where its other moves start.
    pub quiets: Bitboard,
}

impl Starts {
    /// The square of the piece alone.
    pub fn own(from: Square) -> Self {
        Self {
            captures: from.into(),
            quiets: from.into(),
        }
    }

    /// The occupied squares for a move of the piece on `from` that starts on `start`.
    pub fn occupied(occupied: Bitboard, from: Square, start: Square) -> Bitboard {
        if start == from {
            occupied
        } else {
            occupied & !Bitboard::from(from)
        }
    }
}

/// The ranks of a move, one for each condition that ranks moves.
pub type Ranks = ArrayVec<u32, MAX_CONDITIONS>;

/// A rule that holds for every move. Every hook has a default.
pub trait Condition: Sync {
    /// The properties that are needed without calling a hook. A hook is called only if the specification announces it:
    /// `immobile` if the condition immobilises, `allows_capture` if it immobilises or limits captures, `judge` for the kinds
    /// of moves that it may veto, `rank` if it ranks moves, `choices` for the kinds of moves for which it offers choices, `borrowed` if it lends
    /// movement, `start` if moves start elsewhere, `added_targets` if it adds targets, `watched` if it affects attacks, `in_check` if it says what
    /// check is.
    fn spec(&self) -> &'static ConditionSpec;

    /// The pieces of a side that can neither move nor capture.
    fn immobile(&self, pos: &Position, color: Color) -> Bitboard {
        let _ = (pos, color);
        Bitboard::EMPTY
    }

    /// Whether a piece may capture on a square that its movement reaches; false for an immobile piece.
    fn allows_capture(&self, pos: &Position, from: Square, to: Square) -> bool {
        let _ = (pos, from, to);
        true
    }

    /// The pieces of a side that move and capture like another type instead of by their own movement, each with that type.
    fn borrowed(&self, pos: &Position, color: Color) -> Borrowed {
        let _ = (pos, color);
        Borrowed::new()
    }

    /// Changes the squares on which the moves of the piece on `from` start. A move that starts elsewhere starts after the piece has left `from`.
    fn start(&self, pos: &Position, from: Square, starts: &mut Starts) {
        let _ = (pos, from, starts);
    }

    /// The squares on which the piece on `from` may move and capture besides those of its movement.
    fn added_targets(&self, pos: &Position, from: Square) -> Bitboard {
        let _ = (pos, from);
        Bitboard::EMPTY
    }

    /// The squares offered to the side that moves, which chooses one before the condition acts; each choice is a separate
    /// move. Empty if there is nothing to choose.
    fn choices(&self, draft: &Draft<'_>, moved: &Moved, outlook: &dyn Outlook) -> Bitboard {
        let _ = (draft, moved, outlook);
        Bitboard::EMPTY
    }

    /// Whether the pawn on `at`, which the condition has put on its last rank, may promote to a type.
    fn lets_promote(
        &self,
        draft: &Draft<'_>,
        at: Square,
        into: PieceType,
        outlook: &dyn Outlook,
    ) -> bool {
        let _ = (draft, at, into, outlook);
        true
    }

    /// The squares whose change can, through the condition, affect whether the side `by` attacks `square`. Squares that
    /// affect the movement of its pieces need not be included. By default all squares.
    fn watched(&self, pos: &Position, square: Square, by: Color) -> Bitboard {
        let _ = (pos, square, by);
        Bitboard::ALL
    }

    /// Changes a move in progress, at the stage that the specification names; `moved.choice` is set if the condition
    /// offered a choice. Castling and drops have no stages.
    ///
    /// # Errors
    /// `Veto` if the change is impossible, which forbids the move; only for kinds of moves that the specification lists.
    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        let _ = (draft, moved);
        Ok(())
    }

    /// Acts on the rook after castling; castling captures nothing and changes no other piece.
    fn after_castling(&self, draft: &mut Draft<'_>, rook: Square) {
        let _ = (draft, rook);
    }

    /// Whether a king is in check, if the specification has `defines_check`; `is_attacked` tells whether the other side attacks a square of a
    /// position.
    fn in_check(
        &self,
        pos: &Position,
        king: Square,
        is_attacked: &dyn Fn(&Position, Square) -> bool,
    ) -> bool {
        is_attacked(pos, king)
    }

    /// The rank of a move, if the condition allows the side to move only those of its legal moves that have the least rank. Without
    /// `ranks` in the specification, and for a side that is not concerned, `None` for all moves.
    fn rank(&self, pos: &Position, mv: Move, outlook: &dyn Outlook) -> Option<u32> {
        let _ = (pos, mv, outlook);
        None
    }

    /// Tests a move whose consequences are all in the draft; `draft.pos` is the position before the move. Whether the move
    /// leaves a king of its side attacked is tested elsewhere. If the specification has `vetoes_checks`, captures of kings are
    /// tested too; the side of the captor is then that of `moved.piece`, whichever side is to move. When the squares that a
    /// castling king passes are tested for attacks, the king stands on the square if castling can be vetoed; otherwise the
    /// square is empty.
    ///
    /// # Errors
    /// `Veto` if the condition forbids the move.
    fn judge(&self, draft: &Draft<'_>, moved: &Moved, outlook: &dyn Outlook) -> Result<(), Veto> {
        let _ = (draft, moved, outlook);
        Ok(())
    }
}

/// Declares the modules of the conditions and lists the conditions that they define.
macro_rules! register {
    ($($file:ident: $($item:ident),+;)*) => {
        $(mod $file;)*

        /// All conditions; a [`ConditionId`] is an index into this list.
        static ALL: &[&dyn Condition] = &[$($(&$file::$item),+),*];
    };
}

register! {
    andernach: ANDERNACH, ANTIANDERNACH, SUPERANDERNACH;
    circe: CIRCE, CIRCE_REX;
    anticirce: ANTICIRCE;
    einstein: EINSTEIN;
    madrasi: MADRASI, MADRASI_REX;
    patrol: PATROL;
    annan: ANNAN;
    take_and_make: TAKE_AND_MAKE;
    breton: BRETON;
    no_capture: NO_CAPTURE;
    koeko: KOEKO;
    checkless: CHECKLESS;
    no_checks: NO_CHECKS;
    vertical_mirror_circe: VERTICAL_MIRROR_CIRCE;
    horizontal_mirror_circe: HORIZONTAL_MIRROR_CIRCE;
    isardam: ISARDAM;
    sentinels: SENTINELS;
    atomic: ATOMIC, ATOMAR;
    benedict: BENEDICT;
    lortap: LORTAP;
    superguards: SUPERGUARDS;
    provocation: PROVOCATION;
    multicaptures: MULTICAPTURES;
    shielded_kings: SHIELDED_KINGS;
    central: CENTRAL;
    eiffel: EIFFEL;
    grid: GRID;
    immun: IMMUN, IMMUN_REX;
    geneva: GENEVA;
    masand: MASAND;
    influencer: INFLUENCER;
    swapping_kings: SWAPPING_KINGS;
    double_tibet: DOUBLE_TIBET;
    tibet: TIBET;
    face_to_face: FACE_TO_FACE;
    back_to_back: BACK_TO_BACK;
    point_reflection: POINT_REFLECTION;
    exclusive: EXCLUSIVE;
    preferred_moves: BLACK_MAXIMUMMER, WHITE_MAXIMUMMER, BLACK_MINIMUMMER, WHITE_MINIMUMMER, BLACK_MUST_CAPTURE,
        WHITE_MUST_CAPTURE;
    circe_take_and_make: CIRCE_TAKE_AND_MAKE;
    cage_circe: CAGE_CIRCE;
    danger_circe: DANGER_CIRCE;
    cheylan: CHEYLAN;
    edgemover: WHITE_EDGEMOVER, BLACK_EDGEMOVER;
    transmuted_kings: TRANSMUTED_KINGS, WHITE_TRANSMUTED_KING, BLACK_TRANSMUTED_KING;
    facing_kings: FACING_KINGS;
    makpong: MAKPONG;
    single_box: SINGLE_BOX;
    orphans: ORPHANS, FRIENDS;
    haaner: HAANER;
    neutrals: NEUTRALS;
    imitators: IMITATORS;
    ghosts: GHOST_CHESS, HAUNTED_CHESS;
    parrain_circe: PARRAIN_CIRCE, CONTRA_PARRAIN;
    bgl: BGL;
    chameleons: CHAMELEONS, CHAMELEON_CHESS;
    series_capture: SERIES_CAPTURE;
    role_exchange: ROLE_EXCHANGE;
    messigny: MESSIGNY, MESSIGNY_REX_EXCLUSIVE;
    magic_squares: MAGIC_SQUARES;
    make_and_take: MAKE_AND_TAKE;
    sat: SAT;
    wormholes: WORMHOLES;
    mars_circe: MARS_CIRCE, PHANTOM, PHANTOM_REX;
    circe_kin: FILE_CIRCE, SYMMETRY_CIRCE, DIAMETRAL_CIRCE, ANTIPODEAN_CIRCE, PWC, EQUIPOLLENTS_CIRCE, CLONE_CIRCE, CHAMELEON_CIRCE, TURNCOAT_CIRCE;
}

/// The specifications of all conditions, in the order of their ids.
pub fn specs() -> impl Iterator<Item = &'static ConditionSpec> + Clone {
    ALL.iter().map(|condition| condition.spec())
}

/// The specification of the condition called `name`.
pub fn named(name: &str) -> Option<&'static ConditionSpec> {
    specs().find(|spec| spec.name == name)
}

/// The specification of a condition.
pub fn spec(id: ConditionId) -> &'static ConditionSpec {
    hooks(id).spec()
}

fn hooks(id: ConditionId) -> &'static dyn Condition {
    ALL[usize::from(id.0)]
}

fn of(pos: &Position) -> impl Iterator<Item = &'static dyn Condition> {
    pos.variant()
        .rules
        .conditions
        .ids()
        .iter()
        .map(|id| hooks(*id))
}

/// The pieces of a side that conditions keep from moving.
pub fn immobile(pos: &Position, color: Color) -> Bitboard {
    of(pos).fold(Bitboard::EMPTY, |all, condition| {
        all | condition.immobile(pos, color)
    })
}

/// Whether the conditions allow a capture that the movement of a piece allows.
pub fn allow_capture(pos: &Position, from: Square, to: Square) -> bool {
    of(pos).all(|condition| condition.allows_capture(pos, from, to))
}

/// The pieces of a side that the conditions let move like another type, each set with that type. A transmuted king receives nothing else.
pub fn borrowed(pos: &Position, color: Color) -> impl Iterator<Item = (PieceType, Bitboard)> {
    let kings = of(pos).filter(|condition| condition.spec().transmutes_kings);
    let by_attack: Vec<_> = kings.flat_map(|it| it.borrowed(pos, color)).collect();
    let transmuted = by_attack
        .iter()
        .fold(Bitboard::EMPTY, |all, (_, receivers)| all | *receivers);
    let others = borrowed_by_pieces(pos, color);
    let others = others.map(move |(giver, receivers)| (giver, receivers & !transmuted));
    by_attack.into_iter().chain(others)
}

/// As [`borrowed`], without what transmuted kings receive, which depends on the attacks on them. Walls belong to nobody, lend and receive nothing.
pub fn borrowed_by_pieces(
    pos: &Position,
    color: Color,
) -> impl Iterator<Item = (PieceType, Bitboard)> {
    let others = of(pos).filter(|condition| !condition.spec().transmutes_kings);
    let walls = pos.walls();
    others
        .flat_map(move |condition| condition.borrowed(pos, color))
        .filter(|(giver, _)| !pos.variant().rules.is_wall(*giver))
        .map(move |(giver, receivers)| (giver, receivers & !walls))
}

/// The squares on which the moves of the piece on a square start.
pub fn starts(pos: &Position, from: Square) -> Starts {
    let mut starts = Starts::own(from);
    for condition in of(pos) {
        condition.start(pos, from, &mut starts);
    }
    starts
}

/// The squares that the conditions add to those of the movement of the piece on a square.
pub fn added_targets(pos: &Position, from: Square) -> Bitboard {
    of(pos).fold(Bitboard::EMPTY, |all, condition| {
        all | condition.added_targets(pos, from)
    })
}

/// Whether a game has a condition.
fn has(pos: &Position, spec: &ConditionSpec) -> bool {
    of(pos).any(|condition| condition.spec().name == spec.name)
}

/// The squares among which a condition offers a choice in a move in progress.
pub fn choices(
    id: ConditionId,
    draft: &Draft<'_>,
    moved: &Moved,
    outlook: &dyn Outlook,
) -> Bitboard {
    hooks(id).choices(draft, moved, outlook)
}

/// The types to which the pawn on `at`, which a condition has put on its last rank, may promote.
pub fn promotions(
    id: ConditionId,
    draft: &Draft<'_>,
    at: Square,
    outlook: &dyn Outlook,
) -> ArrayVec<PieceType, MAX_PIECE_TYPES> {
    let Some(pawn) = draft.at(at) else {
        return ArrayVec::new();
    };
    let rules = &draft.pos.variant().rules;
    let all = rules.rank_promotions(pawn.color()).iter().copied();
    all.filter(|into| hooks(id).lets_promote(draft, at, *into, outlook))
        .collect()
}

/// The squares whose change can, through the conditions, affect whether the side `by` attacks `square`.
pub fn watched(pos: &Position, square: Square, by: Color) -> Bitboard {
    of(pos).fold(Bitboard::EMPTY, |all, condition| {
        all | condition.watched(pos, square, by)
    })
}

/// Whether a king is in check by a condition that says what check is.
#[cold]
pub fn in_check(
    pos: &Position,
    king: Square,
    is_attacked: &dyn Fn(&Position, Square) -> bool,
) -> bool {
    of(pos)
        .filter(|condition| condition.spec().defines_check)
        .any(|condition| condition.in_check(pos, king, is_attacked))
}

/// The square on which the piece of a square would be reborn if it were captured now; `None` if it would not be, or if that
/// depends on the captor.
pub fn rebirth(pos: &Position, square: Square) -> Option<Square> {
    let victim = pos.at(square)?;
    let reborn = |from: Square| {
        let captor = pos.at(from)?;
        let mut moved = Moved {
            mv: Move::new(from, square, MoveKind::Normal),
            at: square,
            piece: captor,
            captures: true,
            victim: Some((square, victim)),
            choice: None,
            is_gone: false,
        };
        let mut draft = Draft::new(pos);
        draft.set(from, None);
        draft.set(square, Some(captor));
        draft.taken = Some(victim);
        for condition in of(pos).filter(|it| it.spec().stage == Stage::VictimRebirth) {
            condition.act(&mut draft, &mut moved).ok()?;
        }
        draft.reborn.into_iter().next()
    };
    let captors = pos.occupied().into_iter();
    let captors = captors.filter(|at| pos.at(*at).is_some_and(|it| it.color() != victim.color()));
    let mut homes = captors.map(reborn);
    let first = homes.next()?;
    first.filter(|_| homes.all(|home| home == first))
}

/// Lets a condition act on a move in progress.
///
/// # Errors
/// `Veto` if the condition forbids the move.
#[inline(always)]
pub fn act(id: ConditionId, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
    hooks(id).act(draft, moved)
}

/// The purpose for which a drafted move is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trial {
    /// The move is to be played.
    Play,
    /// The move captures a king, to test for check; only conditions with `vetoes_checks` can forbid it.
    Check,
    /// The move is compared with another one; conditions that compare moves themselves are left out.
    Comparison,
}

/// The ranks of a move by the conditions that rank the moves of the side to move.
pub fn ranks(pos: &Position, mv: Move, outlook: &dyn Outlook) -> Ranks {
    of(pos)
        .filter(|condition| condition.spec().ranks_moves())
        .filter_map(|condition| condition.rank(pos, mv, outlook))
        .collect()
}

/// Whether a condition ranks the moves of the side to move.
pub fn rank_moves_of(pos: &Position) -> bool {
    of(pos).any(|condition| condition.spec().ranks[pos.side_to_move().index()])
}

/// Whether moves are compared by their ranks alone.
pub fn compare_by_rank(pos: &Position) -> bool {
    of(pos).all(|condition| condition.spec().ranks_moves() || !condition.spec().compares)
}

/// Whether the conditions allow a drafted move.
///
/// # Errors
/// `Veto` if a condition forbids the move.
#[cold]
pub fn judge(
    draft: &Draft<'_>,
    moved: &Moved,
    trial: Trial,
    outlook: &dyn Outlook,
) -> Result<(), Veto> {
    let kinds = moved.kinds();
    let concerned = |spec: &ConditionSpec| {
        spec.vetoes.intersects(kinds)
            && match trial {
                // Captures of kings that return are allowed; they are just no checks.
                Trial::Play => !spec.kings_return,
                Trial::Check => spec.vetoes_checks,
                Trial::Comparison => !spec.compares && !spec.kings_return,
            }
    };
    of(draft.pos)
        .filter(|condition| concerned(condition.spec()))
        .try_for_each(|condition| condition.judge(draft, moved, outlook))
}

/// For each type, the pieces of a side that enemy pieces of this type face; `faced` returns the squares that a set of enemies faces.
fn by_faced_types(pos: &Position, color: Color, faced: impl Fn(Bitboard) -> Bitboard) -> Borrowed {
    let types = pos.variant().rules.all_types();
    types
        .map(|piece_type| {
            let enemies = pos.pieces(!color, piece_type);
            let second = pos.board_b();
            let by_board = faced(enemies & second) & second | faced(enemies & !second) & !second;
            (piece_type, by_board & pos.by_color(color))
        })
        .filter(|(_, receivers)| receivers.any())
        .collect()
}

/// The square and side of the piece that a capture on `to` takes; if `to` is empty, of the pawn that has just passed it.
fn captured(pos: &Position, from: Square, to: Square) -> Option<(Square, Color)> {
    let enemy = pos.at(from).map(|piece| !piece.color())?;
    match pos.at(to) {
        Some(piece) => Some((to, piece.color())),
        None => captured_en_passant(pos, to, enemy).map(|square| (square, enemy)),
    }
}

/// The square of a pawn of `side` that has passed `passed` and can be captured en passant.
fn captured_en_passant(pos: &Position, passed: Square, side: Color) -> Option<Square> {
    let is_open = pos.state().en_passant.contains(passed);
    pawns::passer(pos, passed, side).filter(|_| is_open)
}

/// The pawns of a side whose own movement would capture en passant on a square that an enemy pawn has passed.
fn en_passant_takers(pos: &Position, passed: Square, by: Color) -> Bitboard {
    let rules = &pos.variant().rules;
    match rules.rank_pawn {
        _ if !rules.en_passant => Bitboard::EMPTY,
        Some(pawn) => pawns::origins_of_captures(&rules.board, passed, by) & pos.pieces(by, pawn),
        None => free_moves::takers(pos, by, passed),
    }
}

/// Lets the conditions act on a rook that has castled.
pub fn after_castling(draft: &mut Draft<'_>, rook: Square) {
    for condition in of(draft.pos) {
        condition.after_castling(draft, rook);
    }
}
