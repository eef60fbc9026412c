//! The consequences of a move, in this order: movement and capture, promotion, the early conditions, the hurdler's effects on
//! its hurdles, the late conditions.

use super::{Composed, cages, effects, is_capture, ways};
use crate::base::{Bitboard, Color, Move, MoveKind, MoveList, Piece, Square};
use crate::position::{Delta, Position};
use crate::rules::conditions::{Ranks, Trial};
use crate::rules::consequence_log::{Capture, Consequence, ConsequenceLog, Event, Role};
use crate::rules::draft::{Choice, Choices, Draft, Moved, Outlook, Veto, kinds_of};
use crate::rules::interface::{GenType, Rules as _};
use crate::rules::{chains, conditions, en_passant, gating, walls};
use crate::variant::{ConditionId, ConditionSpec, Hurdles, MAX_CONDITIONS, MoveKinds, Pass, Stage};
use arrayvec::ArrayVec;
use std::cell::Cell;

/// The purpose for which the consequences of a move are computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// To compute the changes of a move that the conditions have already allowed.
    Play,
    /// To test whether the conditions allow the move; the depth is 0 for the move itself, 1 for answers to it, and so on.
    Judgement(u8),
    /// The same without the conditions that compare moves, for one that does, at the depth of that.
    Comparison(u8),
    /// To test whether the conditions allow the capture of a king on the arrival square, whatever stands there.
    Check,
}

/// Makes the changes of a pseudo-legal move on a fresh draft. Without `GENERAL` there is one board, and no piece relays.
///
/// # Errors
/// `Veto` if a consequence is impossible and so forbids the move (anticirce: the captor's home square is occupied).
#[inline]
pub fn work_out<const GENERAL: bool>(draft: &mut Draft<'_>, mv: Move) -> Result<(), Veto> {
    run::<GENERAL, GENERAL>(draft, mv, Purpose::Play, &mut ())
}

/// Reports the consequences of a legal move to a log.
pub fn report(pos: &Position, mv: Move, log: &mut impl ConsequenceLog) {
    let done = run::<true, true>(&mut Draft::new(pos), mv, Purpose::Play, log);
    debug_assert!(done.is_ok(), "{mv:?} is impossible in {}", pos.fen());
}

/// The draft of a pseudo-legal move; `None` if a consequence makes the move impossible.
#[inline]
pub fn draft<const GENERAL: bool>(pos: &Position, mv: Move) -> Option<Draft<'_>> {
    let mut draft = Draft::new(pos);
    work_out::<GENERAL>(&mut draft, mv).ok().map(|()| draft)
}

/// As [`draft`], without the last step of games of two boards, in which the moved pieces go over to the other board.
pub fn draft_before_crossing(pos: &Position, mv: Move) -> Option<Draft<'_>> {
    let mut draft = Draft::new(pos);
    run::<true, false>(&mut draft, mv, Purpose::Play, &mut ())
        .ok()
        .map(|()| draft)
}

/// As [`draft`], for a hop over the given pieces.
pub fn draft_over<'a>(pos: &'a Position, mv: Move, hurdles: &Hurdles) -> Option<Draft<'a>> {
    draft_by(pos, mv, hurdles, &mut Choices::numbered(0))
}

#[inline(always)]
fn draft_by<'a>(
    pos: &'a Position,
    mv: Move,
    hurdles: &Hurdles,
    choices: &mut Choices,
) -> Option<Draft<'a>> {
    let mut draft = Draft::new(pos);
    let leapt = |_| Leapt::over(hurdles, mv.to());
    draft_move::<true, true>(&mut draft, mv, Purpose::Play, leapt, choices, &mut ())
        .ok()
        .map(|()| draft)
}

/// As [`draft`]; `None` also if the conditions forbid the move.
pub fn judged_draft<const GENERAL: bool>(pos: &Position, mv: Move) -> Option<Draft<'_>> {
    judged_at_depth::<GENERAL>(pos, mv, 0)
}

/// As [`judged_draft`], for a move at this `depth` of answers, as in [`Purpose::Judgement`].
fn judged_at_depth<const GENERAL: bool>(pos: &Position, mv: Move, depth: u8) -> Option<Draft<'_>> {
    let mut draft = Draft::new(pos);
    let purpose = Purpose::Judgement(depth);
    run::<GENERAL, GENERAL>(&mut draft, mv, purpose, &mut ())
        .ok()
        .map(|()| draft)
}

/// Whether the conditions allow a move, but for those that compare moves.
pub fn is_allowed_alone(pos: &Position, mv: Move) -> bool {
    let purpose = Purpose::Comparison(0);
    run::<true, true>(&mut Draft::new(pos), mv, purpose, &mut ()).is_ok()
}

/// The least ranks of the legal moves in `list`, for each condition that ranks the moves of the side to move.
pub fn least_ranks(pos: &Position, list: &[Move]) -> Ranks {
    let conditions = &pos.variant().rules.conditions;
    let decided = !conditions.may_judge(MoveKinds::ALL) && !conditions.may_fail(MoveKinds::ALL);
    let check_info = Composed::<true>::check_info(pos);
    let purpose = Purpose::Comparison(COMPARISON);
    let is_legal = |mv| {
        Composed::<true>::is_legal(pos, &check_info, mv)
            && (decided
                || judged_for_itself(|| {
                    run::<true, true>(&mut Draft::new(pos), mv, purpose, &mut ()).is_ok()
                }))
    };
    let mut least = Ranks::new();
    for mv in list.iter().filter(|mv| is_compared(pos, **mv)) {
        let ranks = ranks(pos, *mv);
        if least.is_empty() {
            least.extend(ranks.iter().map(|_| u32::MAX));
        }
        let is_less = ranks.iter().zip(&least).any(|(one, least)| one < least);
        if is_less && is_legal(*mv) {
            for (least, one) in least.iter_mut().zip(ranks) {
                *least = one.min(*least);
            }
        }
    }
    least
}

/// The ranks of a move by the conditions that rank moves.
pub fn ranks(pos: &Position, mv: Move) -> Ranks {
    conditions::ranks(pos, mv, &Ahead { depth: 0 })
}

/// Whether conditions compare other moves with a move. Passing of a stuck side is legal where no other move is, so that its legality would be
/// judged by them.
fn is_compared(pos: &Position, mv: Move) -> bool {
    !mv.is_pass() || pos.variant().rules.passes[pos.side_to_move().index()] == Pass::Always
}

/// Whether the consequences of a capture are allowed by at least one way of the move and one choice, whatever piece is captured.
pub fn is_capture_possible(pos: &Position, mv: Move) -> bool {
    let is_possible = |mv| {
        let leapt = |piece| leapt::<true>(pos, mv, piece);
        let mut next = Some(0);
        while let Some(number) = next {
            let (mut draft, mut choices) = (Draft::new(pos), Choices::numbered(number));
            let (draft, purpose) = (&mut draft, Purpose::Check);
            if draft_move::<true, true>(draft, mv, purpose, leapt, &mut choices, &mut ()).is_ok() {
                return true;
            }
            next = choices.next(Move::DETAILS - 1);
        }
        false
    };
    is_possible(mv) || {
        let many = pos.variant().tables.many_ways;
        let goes_many_ways = |piece: Piece| many.contains(piece.piece_type());
        pos.at(mv.from()).is_some_and(goes_many_ways)
            && (1..)
                .take(ways::all(pos, mv).len().saturating_sub(1))
                .any(|way| is_possible(mv.with_detail(way)))
    }
}

/// Makes the changes of a move on a draft, by the way that the detail of the move names.
#[inline(always)]
fn run<const GENERAL: bool, const CROSSES: bool>(
    draft: &mut Draft<'_>,
    mv: Move,
    purpose: Purpose,
    log: &mut impl ConsequenceLog,
) -> Result<(), Veto> {
    let pos = draft.pos;
    let conditions = &pos.variant().rules.conditions;
    if GENERAL && Composed::<GENERAL>::has_steps(pos, mv) {
        return run_steps(draft, mv, purpose, log);
    }
    if conditions.offer_choices() {
        return run_by_choice::<CROSSES>(draft, mv, purpose, log);
    }
    let leapt = |piece| leapt::<GENERAL>(pos, mv, piece);
    let mut choices = Choices::numbered(0);
    draft_move::<GENERAL, CROSSES>(draft, mv, purpose, leapt, &mut choices, log)
}

/// [`run`] for a move of several steps.
#[inline(never)]
fn run_steps(
    draft: &mut Draft<'_>,
    mv: Move,
    purpose: Purpose,
    log: &mut impl ConsequenceLog,
) -> Result<(), Veto> {
    let steps = Composed::<true>::steps(draft.pos, mv);
    if steps.is_empty() {
        return Err(Veto);
    }
    for step in &steps {
        let mut next = Draft::new(&step.pos);
        run::<true, true>(&mut next, step.mv, purpose, log)?;
        draft.add(&next);
    }
    Ok(())
}

/// The draft of a pseudo-legal move of one step, and the square on which the moving piece ends; `None` if the move is impossible or the
/// piece leaves the game.
pub fn followed(pos: &Position, mv: Move) -> Option<(Draft<'_>, Square)> {
    let mut draft = Draft::new(pos);
    let mut mover = Follower(None);
    run::<true, true>(&mut draft, mv, Purpose::Play, &mut mover).ok()?;
    mover.0.map(|at| (draft, at))
}

/// A log that follows the moving piece: its square, unless it has left the game.
struct Follower(Option<Square>);

impl ConsequenceLog for Follower {
    fn add(&mut self, consequence: impl FnOnce() -> Consequence) {
        let what = consequence();
        if let (Role::Mover, Event::Moves(to)) = (what.role, what.event) {
            self.0 = Some(to);
        }
    }

    fn condition(
        &mut self,
        draft: &mut Draft<'_>,
        moved: &mut Moved,
        act: impl FnOnce(&mut Draft<'_>, &mut Moved) -> Result<(), Veto>,
    ) -> Result<(), Veto> {
        act(draft, moved)?;
        self.0 = Some(moved.at).filter(|_| !moved.is_gone);
        Ok(())
    }
}

/// [`run`] for games in which conditions offer choices.
#[inline(never)]
fn run_by_choice<const CROSSES: bool>(
    draft: &mut Draft<'_>,
    mv: Move,
    purpose: Purpose,
    log: &mut impl ConsequenceLog,
) -> Result<(), Veto> {
    let pos = draft.pos;
    let (hurdles, mut choices) = numbered(pos, mv);
    let leapt = |_| Leapt::over(&hurdles, mv.to());
    draft_move::<true, CROSSES>(draft, mv, purpose, leapt, &mut choices, log)
}

/// The hurdles and the choices for which the detail of a move stands: as the first choice, the hurdles are the remainder by the count of
/// their lists, which are sorted by their text.
fn numbered(pos: &Position, mv: Move) -> (Hurdles, Choices) {
    if !hops(pos, mv) {
        return (Hurdles::default(), Choices::numbered(mv.detail()));
    }
    let mut hurdles = hurdles_of(pos, mv);
    let count = hurdles.len() as u16;
    let (number, index) = (mv.detail() / count, mv.detail() % count);
    (hurdles.swap_remove(index.into()), Choices::numbered(number))
}

/// The lists of pieces that a move can leap over; an empty one if it is no hop.
fn hurdles_of(pos: &Position, mv: Move) -> Vec<Hurdles> {
    let mut hurdles = if hops(pos, mv) {
        ways::all(pos, mv)
    } else {
        Vec::new()
    };
    if hurdles.is_empty() {
        hurdles.push(Hurdles::default());
    }
    hurdles
}

/// One way to make a move between two squares: the pieces leapt over and what is chosen.
pub struct Way<'a> {
    /// The move, with the detail that stands for this way.
    pub mv: Move,
    hurdles: Hurdles,
    choices: Choices,
    /// The changes; `None` if a consequence makes the way impossible.
    pub draft: Option<Draft<'a>>,
}

impl<'a> Way<'a> {
    /// The way by which a move goes.
    pub fn of(pos: &'a Position, mv: Move) -> Self {
        let (hurdles, choices) = numbered(pos, mv);
        Self::by(pos, mv, hurdles, choices)
    }

    fn by(pos: &'a Position, mv: Move, hurdles: Hurdles, mut choices: Choices) -> Self {
        let draft = draft_by(pos, mv, &hurdles, &mut choices);
        Self {
            mv,
            hurdles,
            choices,
            draft,
        }
    }

    /// What names the way in move texts.
    pub fn names(&self) -> impl Iterator<Item = Choice> {
        let hurdles = self.hurdles.iter().copied().map(Choice::from);
        hurdles.chain(self.choices.made())
    }
}

/// Whether the moving piece is a hurdler, which changes the pieces that it leaps over.
pub fn hops(pos: &Position, mv: Move) -> bool {
    let hurdlers = pos.variant().rules.hurdlers;
    let piece = pos.at(mv.from()).filter(|_| mv.kind() != MoveKind::Drop);
    piece.is_some_and(|piece| hurdlers.contains(piece.piece_type()))
}

/// Whether conditions may offer choices for a move.
pub fn may_choose(pos: &Position, mv: Move) -> bool {
    let kinds = kinds_of(mv, is_capture(pos, mv));
    pos.variant().rules.conditions.may_choose(kinds) || may_promote_others(pos, mv)
}

/// Whether conditions may put pawns other than the mover on their last rank, where they promote: the move captures a pawn that is reborn, or
/// a pawn (or a piece that becomes one) moves and turns others into pawns.
fn may_promote_others(pos: &Position, mv: Move) -> bool {
    let rules = &pos.variant().rules;
    let is_pawn = |at| {
        let piece_type = pos.at(at).map(Piece::piece_type);
        piece_type.is_some() && piece_type == rules.rank_pawn
    };
    let conditions = &rules.conditions;
    let is_waiting = |(_, piece): (Square, Piece)| Some(piece.piece_type()) == rules.rank_pawn;
    let takes_pawn = || {
        is_pawn(mv.to())
            || mv.kind() == MoveKind::EnPassant
            || pos.state().memory.waiting.is_some_and(is_waiting)
    };
    let makes_pawns = || is_pawn(mv.from()) || conditions.captors_climb();
    conditions.promote_pawns()
        && (mv.kind() != MoveKind::Drop || conditions.remember())
        && (conditions.promote_victims() && takes_pawn()
            || conditions.promote_bystanders() && makes_pawns())
}

/// The ways of a move in games in which conditions offer choices, sorted by their text; at least one.
pub fn ways(pos: &Position, mv: Move) -> Vec<Way<'_>> {
    let hurdles = hurdles_of(pos, mv);
    let count = hurdles.len() as u16;
    let mut found: Vec<Way<'_>> = Vec::new();
    for (index, hurdles) in (0..Move::DETAILS).zip(&hurdles) {
        let most = (Move::DETAILS - 1 - index) / count;
        let mut next = Some(0);
        while let Some(number) = next {
            let mv = mv.with_detail(number * count + index);
            let way = Way::by(pos, mv, hurdles.clone(), Choices::numbered(number));
            next = way.choices.next(most);
            found.push(way);
        }
    }
    if hurdles.len() > 1 {
        let order = |way: &Way<'_>| way.names().map(Choice::order).collect::<Vec<_>>();
        found.sort_by_cached_key(order);
    }
    found
}

/// Visits the ways of a move that hops over nothing, in the order of their text: each with the detail that stands for it, and its draft
/// unless a consequence makes it impossible. Ends when the visitor returns `false`.
pub fn visit_ways<'a>(
    pos: &'a Position,
    mv: Move,
    mut visit: impl FnMut(Move, Option<&Draft<'a>>) -> bool,
) {
    if let Some(id) = only_chooser(pos, mv)
        && let Some(piece) = pos.at(mv.from())
    {
        // All ways begin alike, up to the choice of a square.
        let mut begun = Draft::new(pos);
        let moved = begin(&mut begun, mv, piece, Purpose::Play, &mut ());
        let offered = conditions::choices(id, &begun, &moved, &CHOOSING);
        let promotes = conditions::spec(id).promotes && may_promote_others(pos, mv);
        let arrived = |draft: &Draft<'_>| {
            if promotes {
                pawns_at_the_end(draft)
            } else {
                Bitboard::EMPTY
            }
        };
        let before = arrived(&begun);
        let count = offered.count() as u16;
        let squares = (0..8).flat_map(|file| offered & Bitboard::file(file));
        for (number, square) in (0..).zip(squares) {
            let (mut draft, mut moved) = (begun.clone(), moved);
            moved.choice = Some(square);
            let done = conditions::act(id, &mut draft, &mut moved);
            let pawns = arrived(&draft) & !before;
            let mut next = Some(0);
            while let Some(promotions) = next {
                let mut choices = Choices::numbered(promotions);
                let mut draft = draft.clone();
                promote(id, &mut draft, pawns, &mut choices, &mut ());
                next = choices.next((Move::DETAILS - 1 - number) / count);
                let mv = mv.with_detail(number + count * promotions);
                if !visit(mv, done.is_ok().then_some(&draft)) {
                    return;
                }
            }
        }
        if offered.any() {
            return;
        }
    }
    let mut next = Some(0);
    while let Some(number) = next {
        let mv = mv.with_detail(number);
        let mut choices = Choices::numbered(number);
        let mut draft = Draft::new(pos);
        let leapt = |_| Leapt::AtMostOne(None);
        let done =
            draft_move::<true, true>(&mut draft, mv, Purpose::Play, leapt, &mut choices, &mut ());
        next = choices.next(Move::DETAILS - 1);
        if !visit(mv, done.is_ok().then_some(&draft)) {
            return;
        }
    }
}

/// The condition that offers the only choice of a move, if the move has no consequences but those of this condition.
fn only_chooser(pos: &Position, mv: Move) -> Option<ConditionId> {
    let rules = &pos.variant().rules;
    let [id] = rules.conditions.ids() else {
        return None;
    };
    let chooses = rules.capabilities.only_side_effects() && is_capture(pos, mv);
    (chooses && rules.conditions.may_choose(kinds_of(mv, true))).then_some(*id)
}

/// Whether a move in games in which conditions offer choices has more than one way.
pub fn has_several_ways(pos: &Position, mv: Move) -> bool {
    hurdles_of(pos, mv).len() > 1 || {
        let first = Way::of(pos, mv.with_detail(0));
        first.choices.next(Move::DETAILS - 1).is_some()
    }
}

/// The pieces that a hurdler with effects leaps over.
pub(super) enum Leapt {
    /// No piece, or one.
    AtMostOne(Option<Square>),
    /// Several pieces, in the order of leaping.
    Some(Hurdles),
}

impl Leapt {
    /// The hurdles of a move to `to`. A piece that is captured on `to` is no hurdle.
    #[inline(always)]
    fn over(hurdles: &Hurdles, to: Square) -> Self {
        match hurdles.as_slice() {
            [] => Self::AtMostOne(None),
            [one] => Self::AtMostOne(Some(*one).filter(|one| *one != to)),
            _ => Self::Some(hurdles.clone()),
        }
    }

    /// The pieces leapt over but those on `walls`, which no effect changes.
    #[cold]
    fn without(self, walls: Bitboard) -> Self {
        match self {
            Self::AtMostOne(hurdle) => {
                Self::AtMostOne(hurdle.filter(|hurdle| !walls.contains(*hurdle)))
            }
            Self::Some(mut hurdles) => {
                hurdles.retain(|hurdle| !walls.contains(*hurdle));
                Self::Some(hurdles)
            }
        }
    }

    /// Whether a piece leapt over stands on one of `squares`.
    pub fn any_on(&self, squares: Bitboard) -> bool {
        match self {
            Self::AtMostOne(hurdle) => hurdle.is_some_and(|hurdle| squares.contains(hurdle)),
            Self::Some(hurdles) => hurdles.iter().any(|hurdle| squares.contains(*hurdle)),
        }
    }
}

/// Makes the changes of a move on a draft. With `CROSSES` the moved pieces finally go over to the other board, if there are two.
#[inline(always)]
fn draft_move<const GENERAL: bool, const CROSSES: bool>(
    draft: &mut Draft<'_>,
    mv: Move,
    purpose: Purpose,
    leapt: impl FnOnce(Piece) -> Leapt,
    choices: &mut Choices,
    log: &mut impl ConsequenceLog,
) -> Result<(), Veto> {
    let pos = draft.pos;
    if GENERAL && let Some(wall) = walls::owed(pos) {
        let (stone, event) = walls::place(draft, mv, wall);
        let at = if event == Event::Drops {
            mv.to()
        } else {
            mv.from()
        };
        log.add(|| Consequence::new(Role::Mover, stone, at, event));
        return Ok(());
    }
    let Some(piece) = pos.at(mv.from()).filter(|_| mv.kind() != MoveKind::Drop) else {
        if let Some(piece_type) = mv.piece_type() {
            let piece = Piece::new(pos.side_to_move(), piece_type);
            draft.set(mv.to(), Some(piece));
            log.add(|| Consequence::new(Role::Mover, piece, mv.to(), Event::Drops));
            let mut moved = Moved::quiet(mv, mv.to(), piece);
            if GENERAL {
                remember(draft, &mut moved, choices, log)?;
            }
            judge(draft, &moved, purpose)?;
        }
        return Ok(());
    };
    if mv.is_pass() {
        let stays = Event::Moves(mv.to());
        log.add(|| Consequence::new(Role::Mover, piece, mv.to(), stays));
        let mut moved = Moved::quiet(mv, mv.to(), piece);
        if GENERAL && pos.variant().rules.conditions.exchange_roles() {
            let exchanges = |spec: &ConditionSpec| spec.exchanges_roles;
            act_if(exchanges, draft, &mut moved, choices, log)?;
        }
        return judge(draft, &moved, purpose);
    }
    if mv.castles() {
        castle(draft, pos, mv, piece, log);
        let mut moved = Moved::quiet(mv, mv.to(), piece);
        if GENERAL {
            remember(draft, &mut moved, choices, log)?;
            blocks_and_entries(draft, &mut moved, log)?;
        }
        if CROSSES {
            cross(draft, mv.to(), log);
        }
        return judge(draft, &moved, purpose);
    }
    if GENERAL
        && pos.variant().rules.capabilities.chains
        && let Some(way) = chains::way_of(pos, mv)
    {
        let mut moved = chains::draft(draft, mv, piece, &way, log);
        return blocks_and_entries(draft, &mut moved, log);
    }
    let mut leapt = if mv.is_exchange() {
        Leapt::AtMostOne(None)
    } else {
        leapt(piece)
    };
    if GENERAL && pos.variant().rules.capabilities.walls {
        leapt = leapt.without(pos.walls());
    }
    let mut moved = begin(draft, mv, piece, purpose, log);
    let rules = &pos.variant().rules;
    if GENERAL && rules.capabilities.neutrals {
        // For the captor a neutral piece is one of the other side.
        let enemy = !piece.color();
        moved.victim = moved
            .victim
            .map(|(square, victim)| (square, victim.of(enemy)));
    }
    let (early, late) = rules.conditions.stages();
    act(early, draft, &mut moved, choices, log)?;
    match &leapt {
        Leapt::AtMostOne(None) => {}
        Leapt::AtMostOne(Some(one)) => {
            effects::on_hurdle(draft, piece, *one, moved.captures, log);
        }
        Leapt::Some(hurdles) => {
            effects::on_hurdles(draft, piece, mv.to(), hurdles, moved.captures, log);
        }
    }
    act(late, draft, &mut moved, choices, log)?;
    if GENERAL {
        blocks_and_entries(draft, &mut moved, log)?;
    }
    if GENERAL && rules.capabilities.two_boards && mv.kind() != MoveKind::Shot {
        draft.crossing = moved.at.into();
        if CROSSES {
            cross(draft, moved.at, log);
        }
    }
    judge(draft, &moved, purpose)
}

/// Makes the plain part of a move on a draft: movement and capture.
#[inline(always)]
fn begin(
    draft: &mut Draft<'_>,
    mv: Move,
    piece: Piece,
    purpose: Purpose,
    log: &mut impl ConsequenceLog,
) -> Moved {
    let pos = draft.pos;
    if mv.is_exchange() {
        exchange(draft, mv, piece, log);
        return Moved::quiet(mv, mv.to(), piece);
    }
    let victim = take(draft, pos, mv, log);
    let moves_on = pos.variant().rules.conditions.captors_move_on()
        && victim.is_some_and(|(_, victim)| !pos.is_royal(victim.piece_type()));
    let (at, piece) = arrive(draft, mv, piece, moves_on, log);
    Moved {
        mv,
        at,
        piece,
        captures: purpose == Purpose::Check || victim.is_some(),
        victim,
        choice: None,
        is_gone: false,
    }
}

/// Lets the moving piece and an enemy one change places on a draft.
#[cold]
fn exchange(draft: &mut Draft<'_>, mv: Move, piece: Piece, log: &mut impl ConsequenceLog) {
    let (own, enemy) = (mv.from(), mv.to());
    let other = draft.pos.at(enemy);
    draft.set(own, other);
    draft.set(enemy, Some(piece));
    log.add(|| Consequence::new(Role::Mover, piece, own, Event::Moves(enemy)));
    if let Some(other) = other {
        log.add(|| Consequence::new(Role::Displaced, other, enemy, Event::Moves(own)));
    }
}

/// Lets a leg leave walls, and a piece come in from the hand.
#[inline(always)]
fn blocks_and_entries(
    draft: &mut Draft<'_>,
    moved: &mut Moved,
    log: &mut impl ConsequenceLog,
) -> Result<(), Veto> {
    let rules = &draft.pos.variant().rules;
    // No wall comes to the square on which a piece comes in.
    if rules.capabilities.gating
        && let Some(held) = moved.mv.gated()
    {
        let (square, piece) = gating::enter(draft, moved.mv, held)?;
        log.add(|| Consequence::new(Role::Bystander, piece, square, Event::Drops));
    }
    if let Some(wall) = rules.wall {
        log.condition(draft, moved, |draft, moved| {
            walls::leave(draft, moved, wall)
        })?;
    }
    Ok(())
}

/// Tests whether the conditions allow a drafted move, if `purpose` asks for that.
#[inline(always)]
fn judge(draft: &Draft<'_>, moved: &Moved, purpose: Purpose) -> Result<(), Veto> {
    let conditions = &draft.pos.variant().rules.conditions;
    let is_judged = conditions.rank_moves() || conditions.may_judge(moved.kinds());
    if purpose == Purpose::Play || !is_judged {
        return Ok(());
    }
    let (depth, trial) = match purpose {
        Purpose::Judgement(depth) => (depth, Trial::Play),
        Purpose::Comparison(depth) => (depth, Trial::Comparison),
        Purpose::Play | Purpose::Check => (0, Trial::Check),
    };
    let judge = || conditions::judge(draft, moved, trial, &Ahead { depth });
    match purpose {
        Purpose::Judgement(0) | Purpose::Comparison(0) => judged_for_itself(judge),
        _ if looks_are_used_up() => Ok(()),
        Purpose::Check => {
            // Checks are tested inside and outside of judgements.
            let before = LOOKS.get();
            let judged = judge();
            LOOKS.set(before);
            judged
        }
        _ => judge(),
    }
}

/// The greatest depth of answers that conditions judge, to bound the recursion. Checks are seldom answered by checks more
/// than twice in a row.
const DEEPEST_ANSWER: u8 = 8;

/// The depth for which a comparison of moves counts, since it looks at all moves, or at all answers to all of them: where checks are judged by their
/// answers, comparisons within comparisons would take minutes.
const COMPARISON: u8 = 3;

/// The most moves that are judged to judge one. Where many checks can be answered by checks alone, or many moves may mate, the depth bounds
/// too little.
const MOST_LOOKS: u32 = 1000;

thread_local! {
    /// The moves judged for the move that is judged now; 0 while none is.
    static LOOKS: Cell<u32> = const { Cell::new(0) };
}

/// Judges a move for itself, not to judge another one.
fn judged_for_itself<T>(judge: impl FnOnce() -> T) -> T {
    LOOKS.set(0);
    let judged = judge();
    LOOKS.set(0);
    judged
}

/// Whether no more moves are judged for the one that is judged now: those that are left count as allowed.
fn looks_are_used_up() -> bool {
    LOOKS.get() >= MOST_LOOKS
}

/// Looks ahead by the rules of all games, from a move at this `depth` of answers.
struct Ahead {
    depth: u8,
}

/// For conditions that offer choices: these depend on the position alone.
const CHOOSING: Ahead = Ahead { depth: 0 };

impl Outlook for Ahead {
    fn after(&self, draft: &Draft<'_>, mv: Move) -> Position {
        // Whether the turn goes on is judged deeper; otherwise legs that are judged by their answers would nest for minutes.
        let ahead = Self {
            depth: self.depth + COMPARISON,
        };
        let can_move = |next: &Position| ahead.has_answer(next);
        let mut delta = Delta::new(*draft.pos.state());
        Composed::<true>::add_draft(draft.pos, mv, draft, can_move, &mut delta);
        draft.pos.after(&delta)
    }

    fn in_check(&self, pos: &Position, color: Color) -> bool {
        Composed::<true>::is_checked(pos, color)
    }

    fn has_answer(&self, pos: &Position) -> bool {
        let check_info = Composed::<true>::check_info(pos);
        let mut list = MoveList::new();
        Composed::<true>::pseudo_legal(pos, GenType::All, Bitboard::ALL, None, &mut list);
        let depth = self.depth + 1;
        let is_legal = |mv: &Move| Composed::<true>::is_legal(pos, &check_info, *mv);
        if depth > DEEPEST_ANSWER || looks_are_used_up() {
            return list.iter().any(is_legal);
        }
        let is_answer = |mv: &Move| {
            LOOKS.set(LOOKS.get() + 1);
            is_legal(mv) && judged_at_depth::<true>(pos, *mv, depth).is_some()
        };
        // Whether a check is allowed may depend on the answers to it, so that checks are tried last.
        let checks = |mv: &Move| Composed::<true>::gives_check(pos, *mv);
        let calm = |mv: &Move| !checks(mv) && is_answer(mv);
        list.iter().any(calm) || list.iter().any(|mv| checks(mv) && is_answer(mv))
    }

    fn has_move(&self, pos: &Position, is_of_kind: &dyn Fn(Move) -> bool) -> bool {
        let mut list = MoveList::new();
        Composed::<true>::pseudo_legal(pos, GenType::All, Bitboard::ALL, None, &mut list);
        let check_info = Composed::<true>::check_info(pos);
        let purpose = Purpose::Comparison(self.depth + COMPARISON);
        let is_allowed = |mv| {
            let mut draft = Draft::new(pos);
            run::<true, true>(&mut draft, mv, purpose, &mut ()).is_ok()
        };
        list.iter().any(|mv| {
            LOOKS.set(LOOKS.get() + 1);
            !looks_are_used_up()
                && is_compared(pos, *mv)
                && is_of_kind(*mv)
                && Composed::<true>::is_legal(pos, &check_info, *mv)
                && is_allowed(*mv)
        })
    }

    fn cages(&self, draft: &Draft<'_>, pieces: &[Piece], among: Bitboard) -> Bitboard {
        cages::cages(draft, pieces, among)
    }

    fn last_square(&self, pos: &Position, mv: Move) -> Square {
        let goes_on = pos.variant().rules.conditions.captors_move_on() && is_capture(pos, mv);
        // The captor's square is the first that is chosen.
        let way = goes_on.then(|| Way::of(pos, mv));
        let chosen = way.and_then(|way| way.choices.made().next());
        chosen.map_or(mv.to(), |choice| choice.square)
    }

    fn mates(&self, pos: &Position, mv: Move) -> bool {
        draft::<true>(pos, mv).is_some_and(|draft| {
            let next = self.after(&draft, mv);
            let enemy = !pos.side_to_move();
            let ahead = Self {
                depth: self.depth + COMPARISON,
            };
            next.side_to_move() == enemy && self.in_check(&next, enemy) && !ahead.has_answer(&next)
        })
    }
}

/// Lets the conditions that remember something act on castling or a drop, which have no stages.
#[inline(always)]
fn remember(
    draft: &mut Draft<'_>,
    moved: &mut Moved,
    choices: &mut Choices,
    log: &mut impl ConsequenceLog,
) -> Result<(), Veto> {
    if !draft.pos.variant().rules.conditions.remember() {
        return Ok(());
    }
    act_if(|spec| spec.remembers.is_some(), draft, moved, choices, log)
}

/// Lets the conditions act whose specification fits.
fn act_if(
    fits: impl Fn(&ConditionSpec) -> bool,
    draft: &mut Draft<'_>,
    moved: &mut Moved,
    choices: &mut Choices,
    log: &mut impl ConsequenceLog,
) -> Result<(), Veto> {
    let ids = draft.pos.variant().rules.conditions.ids().iter().copied();
    let acting = ids.filter(|id| fits(conditions::spec(*id)));
    let acting: ArrayVec<ConditionId, MAX_CONDITIONS> = acting.collect();
    act(&acting, draft, moved, choices, log)
}

/// Lets the conditions `ids` act, in this order.
#[inline(always)]
fn act(
    ids: &[ConditionId],
    draft: &mut Draft<'_>,
    moved: &mut Moved,
    choices: &mut Choices,
    log: &mut impl ConsequenceLog,
) -> Result<(), Veto> {
    let game = &draft.pos.variant().rules.conditions;
    let may_promote = game.promote_pawns() && may_promote_others(draft.pos, moved.mv);
    for id in ids {
        if moved.is_gone && conditions::spec(*id).stage < Stage::VictimRebirth {
            continue;
        }
        if game.may_choose(moved.kinds()) {
            let offered = conditions::choices(*id, draft, moved, &CHOOSING);
            moved.choice = choices.square(offered);
        }
        let promotes = may_promote && conditions::spec(*id).promotes;
        let before = if promotes {
            pawns_at_the_end(draft)
        } else {
            Bitboard::EMPTY
        };
        log.condition(draft, moved, |draft, moved| {
            conditions::act(*id, draft, moved)
        })?;
        if promotes {
            let pawns = pawns_at_the_end(draft) & !before;
            promote(*id, draft, pawns, choices, log);
        }
    }
    Ok(())
}

/// The pawns that a draft has put on their last rank.
fn pawns_at_the_end(draft: &Draft<'_>) -> Bitboard {
    let rules = &draft.pos.variant().rules;
    let has_arrived = |square: &Square| {
        draft.at(*square).is_some_and(|piece| {
            rules.rank_pawn == Some(piece.piece_type())
                && rules.last_rank_of(piece.color()).contains(*square)
        })
    };
    draft.touched().into_iter().filter(has_arrived).collect()
}

/// Promotes pawns that a condition has put on their last rank; the side that moves chooses.
fn promote(
    id: ConditionId,
    draft: &mut Draft<'_>,
    pawns: Bitboard,
    choices: &mut Choices,
    log: &mut impl ConsequenceLog,
) {
    for square in pawns {
        let Some(pawn) = draft.at(square) else {
            continue;
        };
        let offered = conditions::promotions(id, draft, square, &CHOOSING);
        if let Some(into) = choices.promotion(square, &offered) {
            let after = draft.promoted_to(into, pawn);
            draft.set(square, Some(after));
            let role = if draft.reborn.contains(square) {
                Role::Victim
            } else {
                Role::Bystander
            };
            log.add(|| Consequence::new(role, pawn, square, Event::Promotes(after)));
        }
    }
}

/// Moves the pieces on `crossing` to the other board: the mover on its square, or king and rook after castling.
#[inline(always)]
fn cross(draft: &mut Draft<'_>, mover: Square, log: &mut impl ConsequenceLog) {
    for square in draft.crossing {
        if let Some(piece) = draft.at(square) {
            let role = if square == mover {
                Role::Mover
            } else {
                Role::Rook
            };
            log.add(|| Consequence::new(role, piece, square, Event::Crosses(piece.crossed())));
        }
    }
    draft.cross();
}

/// Puts king and rook on their squares after castling.
fn castle(
    draft: &mut Draft<'_>,
    pos: &Position,
    mv: Move,
    king: Piece,
    log: &mut impl ConsequenceLog,
) {
    let way = pos.variant().rules.castling.of_move(pos.side_to_move(), mv);
    let rook = pos.at(way.rook.0);
    draft.set(way.king.0, None);
    draft.set(way.rook.0, None);
    draft.set(way.king.1, Some(king));
    draft.set(way.rook.1, rook);
    log.add(|| Consequence::new(Role::Mover, king, way.king.0, Event::Moves(way.king.1)));
    if let Some(rook) = rook {
        log.add(|| Consequence::new(Role::Rook, rook, way.rook.0, Event::Moves(way.rook.1)));
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

/// The pieces that a hurdler's move leaps over; none for other pieces.
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

/// Removes the captured piece and returns it with its square.
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
    log.add(|| Consequence::new(Role::Victim, piece, square, Event::Captured(capture)));
    draft.set(square, None);
    draft.taken = Some(piece);
    Some((square, piece))
}

/// Puts the mover on its arrival square, promoted if the move promotes, and returns the square and the piece. With `moves_on`
/// the captor promotes later.
#[inline(always)]
fn arrive(
    draft: &mut Draft<'_>,
    mv: Move,
    before: Piece,
    moves_on: bool,
    log: &mut impl ConsequenceLog,
) -> (Square, Piece) {
    let piece = if moves_on {
        before
    } else {
        draft.promoted(mv, before)
    };
    let (at, event) = if mv.kind() == MoveKind::Shot {
        (mv.from(), Event::Shoots(mv.to()))
    } else {
        draft.set(mv.from(), None);
        (mv.to(), Event::Moves(mv.to()))
    };
    draft.set(at, Some(piece));
    log.add(|| Consequence::new(Role::Mover, before, mv.from(), event));
    if mv.piece_type().is_some() && !moves_on {
        log.add(|| Consequence::new(Role::Mover, before, at, Event::Promotes(piece)));
    }
    (at, piece)
}
