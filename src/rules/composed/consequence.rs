//! What a move does: movement and capture, promotion, the conditions at their stages, and, between the
//! last two of these, the hurdler's effects on its hurdles.

use super::{Composed, effects, ways};
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, Square};
use crate::position::Position;
use crate::rules::castling::CastlingWay;
use crate::rules::consequence_log::{Capture, Consequence, ConsequenceLog, Event, Role};
use crate::rules::draft::{Draft, Moved, Outlook, Veto};
use crate::rules::interface::{GenType, Rules as _};
use crate::rules::{conditions, en_passant};
use crate::variant::{ConditionId, Hurdles, MoveKinds};

/// What a move is worked out for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// For what it does: conditions have judged it already.
    Play,
    /// For whether the conditions allow it.
    Judgement,
    /// For whether they allow the capture of a king there, whatever stands on the arrival square.
    Check,
}

/// Works out on a fresh draft what a pseudo-legal move does to the board. Without `GENERAL` there is one board, and nobody
/// relays.
///
/// # Errors
/// `Veto` if a consequence cannot be and forbids the move (anticirce: the captor's home square is occupied).
#[inline]
pub fn work_out<const GENERAL: bool>(draft: &mut Draft<'_>, mv: Move) -> Result<(), Veto> {
    let pos = draft.pos;
    let leapt = |piece| leapt::<GENERAL>(pos, mv, piece);
    draft_move::<GENERAL, GENERAL>(draft, mv, Purpose::Play, leapt, &mut ())
}

/// Reports what a legal move does to a log.
pub fn report(pos: &Position, mv: Move, log: &mut impl ConsequenceLog) {
    let leapt = |piece| leapt::<true>(pos, mv, piece);
    let done = draft_move::<true, true>(&mut Draft::new(pos), mv, Purpose::Play, leapt, log);
    debug_assert!(done.is_ok(), "{mv:?} is impossible in {}", pos.fen());
}

/// What a pseudo-legal move does to the board; `None` if it is impossible.
#[inline]
pub fn draft<const GENERAL: bool>(pos: &Position, mv: Move) -> Option<Draft<'_>> {
    let mut draft = Draft::new(pos);
    work_out::<GENERAL>(&mut draft, mv).ok().map(|()| draft)
}

/// The same without the last step, in which the pieces that have moved go over to the other board, if there are two.
pub fn draft_before_crossing(pos: &Position, mv: Move) -> Option<Draft<'_>> {
    let mut draft = Draft::new(pos);
    let leapt = |piece| leapt::<true>(pos, mv, piece);
    draft_move::<true, false>(&mut draft, mv, Purpose::Play, leapt, &mut ())
        .ok()
        .map(|()| draft)
}

/// The same as [`draft`] for a hop over the given pieces.
pub fn draft_over<'a>(pos: &'a Position, mv: Move, hurdles: &Hurdles) -> Option<Draft<'a>> {
    let mut draft = Draft::new(pos);
    let leapt = |_| Leapt::over(hurdles, mv.to());
    draft_move::<true, true>(&mut draft, mv, Purpose::Play, leapt, &mut ())
        .ok()
        .map(|()| draft)
}

/// The same, if the conditions allow the move; `None` if not.
pub fn judged_draft<const GENERAL: bool>(pos: &Position, mv: Move) -> Option<Draft<'_>> {
    let mut draft = Draft::new(pos);
    let leapt = |piece| leapt::<GENERAL>(pos, mv, piece);
    draft_move::<GENERAL, GENERAL>(&mut draft, mv, Purpose::Judgement, leapt, &mut ())
        .ok()
        .map(|()| draft)
}

/// Whether the consequences of a capture let it happen, whatever stands on the arrival square.
pub fn is_capture_possible(pos: &Position, mv: Move) -> bool {
    let leapt = |piece| leapt::<true>(pos, mv, piece);
    draft_move::<true, false>(&mut Draft::new(pos), mv, Purpose::Check, leapt, &mut ()).is_ok()
}

/// The pieces that a hurdler with effects leaps over.
pub(super) enum Leapt {
    /// Nobody, or one piece.
    AtMostOne(Option<Square>),
    /// Some, in the order of leaping.
    Some(Hurdles),
}

impl Leapt {
    /// These pieces, on the way to a square: who is captured there is no hurdle any more.
    #[inline(always)]
    fn over(hurdles: &Hurdles, to: Square) -> Self {
        match hurdles.as_slice() {
            [] => Self::AtMostOne(None),
            [one] => Self::AtMostOne(Some(*one).filter(|one| *one != to)),
            _ => Self::Some(hurdles.clone()),
        }
    }

    /// Whether any of them stands on some squares.
    pub fn any_on(&self, squares: Bitboard) -> bool {
        match self {
            Self::AtMostOne(hurdle) => hurdle.is_some_and(|hurdle| squares.contains(hurdle)),
            Self::Some(hurdles) => hurdles.iter().any(|hurdle| squares.contains(*hurdle)),
        }
    }
}

/// With `CROSSES` the pieces that have moved go over to the other board in the end, if there are two.
#[inline(always)]
fn draft_move<const GENERAL: bool, const CROSSES: bool>(
    draft: &mut Draft<'_>,
    mv: Move,
    purpose: Purpose,
    leapt: impl FnOnce(Piece) -> Leapt,
    log: &mut impl ConsequenceLog,
) -> Result<(), Veto> {
    let pos = draft.pos;
    let Some(piece) = pos.at(mv.from()).filter(|_| mv.kind() != MoveKind::Drop) else {
        if let Some(piece_type) = mv.piece_type() {
            let piece = Piece::new(pos.side_to_move(), piece_type);
            draft.set(mv.to(), Some(piece));
            log.add(|| happens(Role::Mover, piece, mv.to(), Event::Drops));
            judge(draft, &Moved::quiet(mv, mv.to(), piece), purpose)?;
        }
        return Ok(());
    };
    if mv.kind() == MoveKind::Castle {
        castle(draft, pos, mv, piece, log);
        if CROSSES {
            cross(draft, mv.to(), log);
        }
        return judge(draft, &Moved::quiet(mv, mv.to(), piece), purpose);
    }
    let leapt = leapt(piece);
    let victim = take(draft, pos, mv, log);
    let (at, arrived) = arrive(draft, mv, piece, log);
    let mut moved = Moved {
        mv,
        at,
        piece: arrived,
        captures: purpose == Purpose::Check || victim.is_some(),
        victim,
    };
    let rules = &pos.variant().rules;
    let (early, late) = rules.conditions.stages();
    act(early, draft, &mut moved, log)?;
    match &leapt {
        Leapt::AtMostOne(None) => {}
        Leapt::AtMostOne(Some(one)) => {
            effects::on_hurdle(draft, piece, *one, moved.captures, log);
        }
        Leapt::Some(hurdles) => {
            effects::on_hurdles(draft, piece, mv.to(), hurdles, moved.captures, log);
        }
    }
    act(late, draft, &mut moved, log)?;
    if GENERAL && rules.capabilities.two_boards && mv.kind() != MoveKind::Shot {
        draft.crossing = moved.at.into();
        if CROSSES {
            cross(draft, moved.at, log);
        }
    }
    judge(draft, &moved, purpose)
}

/// Whether the conditions allow a move whose consequences stand in the draft, if it is worked out for that.
#[inline(always)]
fn judge(draft: &Draft<'_>, moved: &Moved, purpose: Purpose) -> Result<(), Veto> {
    let conditions = &draft.pos.variant().rules.conditions;
    if purpose == Purpose::Play || !conditions.may_veto(MoveKinds::ALL) {
        return Ok(());
    }
    conditions::judge(draft, moved, purpose == Purpose::Check, &Ahead)
}

/// What the rules of all games say of the position after a move.
struct Ahead;

impl Outlook for Ahead {
    fn after(&self, draft: &Draft<'_>, mv: Move) -> Position {
        draft
            .pos
            .after(&Composed::<true>::delta_of(draft.pos, mv, draft))
    }

    fn in_check(&self, pos: &Position, color: Color) -> bool {
        Composed::<true>::is_checked(pos, color)
    }

    fn has_answer(&self, pos: &Position) -> bool {
        let check_info = Composed::<true>::check_info(pos);
        let mut list = MoveList::new();
        Composed::<true>::pseudo_legal(pos, GenType::All, Bitboard::ALL, &mut list);
        list.iter()
            .any(|mv| Composed::<true>::is_legal(pos, &check_info, *mv))
    }
}

/// Lets some conditions act.
#[inline(always)]
fn act(
    ids: &[ConditionId],
    draft: &mut Draft<'_>,
    moved: &mut Moved,
    log: &mut impl ConsequenceLog,
) -> Result<(), Veto> {
    for id in ids {
        log.condition(draft, moved, |draft, moved| {
            conditions::act(*id, draft, moved)
        })?;
    }
    Ok(())
}

/// One thing that happens to a piece.
const fn happens(role: Role, piece: Piece, square: Square, event: Event) -> Consequence {
    Consequence {
        role,
        piece,
        square,
        event,
    }
}

/// The pieces that have moved go over to the other board: the mover on its square, and a rook that has castled.
#[inline(always)]
fn cross(draft: &mut Draft<'_>, mover: Square, log: &mut impl ConsequenceLog) {
    for square in draft.crossing {
        if let Some(piece) = draft.at(square) {
            let role = if square == mover {
                Role::Mover
            } else {
                Role::Rook
            };
            log.add(|| happens(role, piece, square, Event::Crosses(piece.crossed())));
        }
    }
    draft.cross();
}

/// King and rook change places.
fn castle(
    draft: &mut Draft<'_>,
    pos: &Position,
    mv: Move,
    king: Piece,
    log: &mut impl ConsequenceLog,
) {
    let way = CastlingWay::of_move(pos.side_to_move(), mv);
    let rook = pos.at(way.rook.0);
    draft.set(way.king.0, None);
    draft.set(way.rook.0, None);
    draft.set(way.king.1, Some(king));
    draft.set(way.rook.1, rook);
    log.add(|| happens(Role::Mover, king, way.king.0, Event::Moves(way.king.1)));
    if let Some(rook) = rook {
        log.add(|| happens(Role::Rook, rook, way.rook.0, Event::Moves(way.rook.1)));
    }
    if !pos.variant().rules.conditions.is_empty() {
        log.castled(draft, way.rook.1, |draft| {
            conditions::after_castling(draft, way.rook.1);
        });
    }
    if pos.variant().rules.capabilities.two_boards {
        draft.crossing = Bitboard::from(way.king.1) | way.rook.1.into();
    }
}

/// Whom a move of a piece leaps over, if that matters.
#[inline(always)]
pub(super) fn leapt<const GENERAL: bool>(pos: &Position, mv: Move, piece: Piece) -> Leapt {
    if !pos.variant().rules.hurdlers.contains(piece.piece_type()) {
        return Leapt::AtMostOne(None);
    }
    let (from, to, occupied) = (mv.from(), mv.to(), pos.occupied());
    if GENERAL && pos.variant().rules.capabilities.relay {
        let way = ways::all(pos, mv).into_iter().nth(mv.detail().into());
        return Leapt::over(&way.unwrap_or_default(), to);
    }
    let paths = pos.variant().moves_of(piece).to(to, occupied);
    let occupied = if GENERAL {
        occupied & pos.same_board(from)
    } else {
        occupied
    };
    if paths.one_way {
        Leapt::AtMostOne(paths.only_hurdle(from, to, occupied))
    } else {
        Leapt::over(&paths.hurdles(from, to, occupied, mv.detail()), to)
    }
}

/// The captured piece leaves the board; gives it and where it stood.
#[inline(always)]
fn take(
    draft: &mut Draft<'_>,
    pos: &Position,
    mv: Move,
    log: &mut impl ConsequenceLog,
) -> Option<(Square, Piece)> {
    let (square, capture) = match mv.kind() {
        MoveKind::EnPassant => {
            let passer = en_passant::passer(pos, mv.to(), !pos.side_to_move())?;
            (passer, Capture::EnPassant)
        }
        MoveKind::Shot => (mv.to(), Capture::Shot),
        _ => (mv.to(), Capture::Replaced),
    };
    let piece = pos.at(square)?;
    log.add(|| happens(Role::Victim, piece, square, Event::Captured(capture)));
    draft.set(square, None);
    draft.taken = Some(piece);
    Some((square, piece))
}

/// The mover arrives, and promotes if it does; gives where it stands and what it is then.
#[inline(always)]
fn arrive(
    draft: &mut Draft<'_>,
    mv: Move,
    before: Piece,
    log: &mut impl ConsequenceLog,
) -> (Square, Piece) {
    let rules = &draft.pos.variant().rules;
    let piece = match mv.piece_type() {
        None => before,
        Some(into) if rules.marks_promoted && rules.rank_pawn == Some(before.piece_type()) => {
            before.with_type(into).promoted()
        }
        Some(into) => before.with_type(into),
    };
    let (at, event) = if mv.kind() == MoveKind::Shot {
        (mv.from(), Event::Shoots(mv.to()))
    } else {
        draft.set(mv.from(), None);
        (mv.to(), Event::Moves(mv.to()))
    };
    draft.set(at, Some(piece));
    log.add(|| happens(Role::Mover, before, mv.from(), event));
    if mv.piece_type().is_some() {
        log.add(|| happens(Role::Mover, before, at, Event::Promotes(piece)));
    }
    (at, piece)
}
