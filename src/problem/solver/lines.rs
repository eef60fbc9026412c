//! The search for lines, shared by help and series play.
//!
//! Depth-first search over all moves of both sides, with a table of positions without solution. A line is reported when its last
//! move is known. Positions with solutions are searched again each time they are reached, so that every line is found exactly once.

use super::flight_cover::FlightCover;
use super::in_progress::Meeting;
use super::last_two::LastTwo;
use super::mate_net::MateNet;
use super::mate_pictures::MatePictures;
use super::proof_bound::ProofBound;
use super::queue::Work;
use super::shared::Shared;
use super::stalemate_pictures::{Possible, StalematePictures};
use super::table::Known;
use super::worker::Worker;
use crate::base::{Bitboard, Move, MoveList};
use crate::position::Position;
use crate::problem::stipulation::{Play, Stipulation};
use crate::problem::task::News;
use crate::problem::walk::passed;
use crate::rules::Rules;

/// Positions with at least this many half-moves left are deferred while another thread searches them.
const WORTH_LEAVING: u32 = 3;
/// The picture bound is tried this often with each number of half-moves left before its use is judged.
const TRIALS: u32 = 256;
/// The picture bound goes on where at least this share of the tries ends a search.
const WORTH_TRYING: (u32, u32) = (1, 8);
/// The same with two half-moves left, where the search costs little more than the bound.
const WORTH_TRYING_NEAR_END: (u32, u32) = (3, 4);
/// Moves before the last two half-moves are tested on where at least this share of the first tests leaves one out.
const WORTH_TESTING: (u32, u32) = (1, 3);
/// The number of these first tests.
const FIRST_TESTS: u32 = 4096;
/// With at least so many half-moves left all pictures are tested, so that those below need not test them; with fewer, pictures are tested until
/// one is possible.
const WORTH_LISTING: usize = 4;
/// With at least so many half-moves the picture bound is tried whatever the number of pieces is.
const LONG: u32 = 7;
/// In shorter play it is tried with at most so many pieces.
const FEW_PIECES: u32 = 16;

/// A work item: a position from which lines are continued, and the moves that led to it.
#[derive(Clone)]
pub struct Seed {
    /// The moves that led to the position.
    pub line: Vec<Move>,
    pub pos: Position,
    /// Half-moves that are left.
    pub left: u32,
    stalemates: Option<Possible>,
}

pub struct Lines<'a, R> {
    worker: Worker<'a, R>,
    stipulation: Stipulation,
    line: Vec<Move>,
    pub found: Vec<Vec<Move>>,
    /// The length in half-moves at which lines are cut off and stored as seeds.
    cut: usize,
    /// The seeds stored so far.
    seeds: Vec<Seed>,
    goal_moves: Vec<Move>,
    /// Whether lines are found but not reported, because another thread reports the lines of the current seed.
    silent: bool,
    /// The bound by mate pictures; `None` where it does not hold.
    pictures: Option<MatePictures<'a>>,
    /// The squares on which the king can still be mated, as far as the bound knows.
    kings: Bitboard,
    /// By half-moves left: how often that bound was tried, and how often it ended the search (with many half-moves left: for how many
    /// squares of the king, and how many it excluded).
    tries: Vec<(u32, u32)>,
    /// How many of White's moves before the last two half-moves were tested, and how many of them left out.
    tested: (u32, u32),
    /// The bound for proof games; `None` where it does not hold.
    proof: Option<ProofBound<'a>>,
    /// The bound by stalemate pictures; `None` where it does not hold.
    stalemate_pictures: Option<StalematePictures<'a>>,
    /// The stalemate pictures that are possible in the current position.
    stalemates: Option<Possible>,
}

impl<'a, R: Rules> Lines<'a, R> {
    /// A search for a stipulation: that of the task or of its set play.
    pub fn new(shared: &'a Shared<'a>, stipulation: Stipulation) -> Self {
        let white = shared.task.white;
        let helps = matches!(
            stipulation.play,
            Play::Help | Play::Series | Play::SeriesHelp
        );
        let attacker = match stipulation.play {
            _ if helps => Some(white),
            play if play.ends_with_black() => Some(!white),
            _ => None,
        };
        let pictures = shared.ideas().pictures && !shared.task.options.no_intelligent;
        let stalemates = pictures && helps && shared.stalemates_bounded;
        let pieces = shared.task.position.occupied().count();
        let worth = stipulation.half_moves() >= LONG || pieces <= FEW_PIECES;
        let attacker = attacker.filter(|_| pictures && worth);
        let net = attacker.and_then(|attacker| shared.net(attacker));
        Self {
            pictures: net.and_then(|net| MatePictures::of(shared.task, net)),
            kings: Bitboard::ALL,
            tries: Vec::new(),
            tested: (0, 0),
            proof: ProofBound::of(shared),
            stalemate_pictures: stalemates
                .then(|| StalematePictures::of(shared.task))
                .flatten(),
            stalemates: None,
            worker: Worker::new(shared),
            stipulation,
            line: Vec::new(),
            found: Vec::new(),
            cut: usize::MAX,
            seeds: Vec::new(),
            goal_moves: Vec::new(),
            silent: false,
        }
    }

    /// Whether the search was stopped.
    pub const fn is_stopped(&self) -> bool {
        self.worker.stopped
    }

    /// Searches `cut` half-moves deep from a position; longer lines are returned as seeds.
    pub fn seeds(&mut self, pos: &Position, cut: usize) -> Vec<Seed> {
        self.cut = cut;
        self.search_all(pos);
        self.cut = usize::MAX;
        std::mem::take(&mut self.seeds)
    }

    pub fn search_all(&mut self, pos: &Position) {
        let half_moves = self.stipulation.half_moves();
        if let Some(bound) = &mut self.stalemate_pictures {
            let (attacks, defences) = budget(self.stipulation.play, half_moves);
            self.stalemates = bound.list(pos, attacks, defences);
        }
        if self.others_end() {
            // Not by `after_series_move`: it would report a line that ends before the series begins.
            self.series(pos, half_moves);
        } else {
            self.search(pos, half_moves, Meeting::Join);
        }
        self.worker.count();
    }

    /// Searches from a seed. A helping thread (`work.is_ours` is false) reports nothing and only fills the table.
    pub fn grow(&mut self, seed: &Seed, work: Work<'a>) {
        self.worker.begin(work);
        self.silent = !work.is_ours;
        self.line.clone_from(&seed.line);
        self.stalemates.clone_from(&seed.stalemates);
        if let (Some(bound), Some(possible)) = (&mut self.stalemate_pictures, &mut self.stalemates)
        {
            bound.take_over(possible);
        }
        if self.others_end() {
            self.after_series_move(&seed.pos, seed.left, Bitboard::ALL, Meeting::Join);
        } else {
            self.search(&seed.pos, seed.left, Meeting::Join);
        }
        self.worker.count();
    }

    /// Whether the line has reached the length `cut`; the position is then stored as a seed.
    fn is_cut(&mut self, pos: &Position, left: u32) -> bool {
        let cut = self.line.len() >= self.cut;
        if cut {
            self.seeds.push(Seed {
                line: self.line.clone(),
                pos: pos.clone(),
                left,
                stalemates: self.stalemates.clone(),
            });
        }
        cut
    }

    /// Finds all lines from a position. Returns whether there are any; `None` if the position is deferred.
    fn search(&mut self, pos: &Position, left: u32, meeting: Meeting) -> Option<bool> {
        if self.is_cut(pos, left) {
            return Some(true);
        }
        let play = self.stipulation.play;
        if left == 1 {
            match play {
                Play::Help | Play::Series | Play::ReciprocalHelp => {
                    return Some(self.end_by_goal_moves(pos, Bitboard::ALL));
                }
                Play::HelpSelf | Play::HelpReflex => {
                    return Some(self.help_self(pos, left, Bitboard::ALL));
                }
                _ => {}
            }
        }
        self.unless_refuted(pos, left, meeting, |lines, _| {
            lines.within_pictures(pos, budget(play, left), None, |lines| {
                Some(match play {
                    Play::Help => lines.help(pos, left),
                    Play::HelpSelf | Play::HelpReflex => lines.help_self(pos, left, Bitboard::ALL),
                    Play::ReciprocalHelp => lines.reciprocal_help(pos, left),
                    Play::ProofGame => lines.proof_game(pos, left),
                    _ => lines.series(pos, left),
                })
            })
        })
    }

    /// Calls `find` unless no stalemate picture can be built any more after a move that leads to `next`.
    fn within_stalemates(
        &mut self,
        next: &Position,
        (attacks, defences): (u32, u32),
        find: impl FnOnce(&mut Self) -> Option<bool>,
    ) -> Option<bool> {
        let (Some(bound), Some(before)) = (&mut self.stalemate_pictures, &self.stalemates) else {
            return find(self);
        };
        let Some(after) = bound.after_move(before, next, attacks, defences) else {
            return Some(false);
        };
        let before = self.stalemates.replace(after);
        let any = find(self);
        self.stalemates = before;
        any
    }

    /// Adds the legal moves after which a stalemate picture may still be possible with the moves that both sides then have. Returns
    /// whether there is a bound.
    fn legal_within_stalemates(
        &mut self,
        pos: &Position,
        (attacks, defences): (u32, u32),
        list: &mut MoveList,
    ) -> bool {
        let (Some(bound), Some(possible)) = (&mut self.stalemate_pictures, &self.stalemates) else {
            return false;
        };
        Worker::<R>::pseudo_legal(pos, Bitboard::ALL, list);
        bound.keep_moves(possible, pos, attacks, defences, list);
        if !list.is_empty() {
            let check_info = Worker::<R>::check_info(pos);
            list.retain(|mv| Worker::<R>::is_legal(pos, &check_info, *mv));
        }
        true
    }

    /// Adds White's legal moves after which he may still mate with his next move. Returns whether there is a bound.
    fn legal_before_mate(&mut self, pos: &Position, list: &mut MoveList) -> bool {
        let shared = self.worker.shared;
        let (part, whole) = WORTH_TESTING;
        let (tested, dropped) = &mut self.tested;
        let is_used = shared.ideas().pictures
            && !shared.task.options.no_intelligent
            && (*tested < FIRST_TESTS || *dropped >= *tested / whole * part);
        let net = shared.net(self.worker.white()).filter(|_| is_used);
        let Some(mut bound) = net.and_then(|net| LastTwo::of(net, pos, self.kings)) else {
            return false;
        };
        let keep = |mv| {
            let keep = bound.can_mate_after(mv);
            *tested = tested.saturating_add(1);
            *dropped = dropped.saturating_add((!keep).into());
            keep
        };
        Worker::<R>::legal_if(pos, Bitboard::ALL, keep, list);
        true
    }

    /// Whether the current position can be a stalemate, as far as the pictures show.
    fn can_be_stalemate(&self) -> bool {
        let possible = self.stalemates.as_ref();
        possible.is_none_or(Possible::is_complete)
    }

    /// Whether the other side can end a series with its next move, as far as the pictures show.
    fn can_end(&self) -> bool {
        let possible = self.stalemates.as_ref();
        possible.is_none_or(Possible::is_built)
    }

    /// Calls `find` unless no mate picture can be built any more with the moves that the attacker and the king's side have left; the result
    /// is `none` then.
    fn within_pictures<T>(
        &mut self,
        pos: &Position,
        (attacks, defences): (u32, u32),
        none: T,
        find: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let Some(pictures) = &mut self.pictures else {
            return find(self);
        };
        let left = (attacks + defences) as usize;
        if self.tries.len() <= left {
            self.tries.resize(left + 1, (0, 0));
        }
        let (tried, ended) = &mut self.tries[left];
        let (part, whole) = match left {
            0..=2 => WORTH_TRYING_NEAR_END,
            _ => WORTH_TRYING,
        };
        if *tried >= TRIALS && *ended < *tried / whole * part {
            return find(self);
        }
        let all = left >= WORTH_LISTING;
        let kings = pictures.possible(pos, attacks, defences, self.kings, all);
        if all {
            // What is excluded here need not be tested below.
            *tried = tried.saturating_add(self.kings.count());
            *ended = ended.saturating_add((self.kings & !kings).count());
        } else {
            *tried = tried.saturating_add(1);
            *ended = ended.saturating_add(kings.is_empty().into());
        }
        if kings.is_empty() {
            return none;
        }
        let before = std::mem::replace(&mut self.kings, kings);
        let any = find(self);
        self.kings = before;
        any
    }

    /// Calls `find` to search lines of `half_moves` half-moves, unless the table shows that there are none; stores in the table if `find`
    /// finds none. `find` receives the largest number of half-moves within which no line is known to exist. It returns `None` for a position
    /// that the picture bound excludes: to store these, too, saves 1 % of the moves and takes up to six times the memory.
    fn unless_refuted(
        &mut self,
        pos: &Position,
        half_moves: u32,
        meeting: Meeting,
        find: impl FnOnce(&mut Self, u32) -> Option<bool>,
    ) -> Option<bool> {
        let shared = self.worker.shared;
        let (packed, known) = shared.table.look_up(pos);
        let refuted = u32::from(known.refuted);
        if refuted == half_moves || refuted > half_moves && !self.stipulation.exact {
            return Some(false);
        }
        let stay = (half_moves >= WORTH_LEAVING).then(|| shared.enter(packed.as_ref(), meeting));
        if matches!(stay, Some(None)) {
            return None;
        }
        let any = find(self, if self.stipulation.exact { 0 } else { refuted });
        if any == Some(false)
            && !self.worker.stopped
            && let Some(packed) = packed
            && let Ok(refuted) = u8::try_from(half_moves)
        {
            let known = Known {
                refuted,
                ..Known::default()
            };
            shared.table.remember(&packed, known);
        }
        Some(any == Some(true))
    }

    /// Whether a series ends with a half-move of the other side.
    const fn others_end(&self) -> bool {
        matches!(
            self.stipulation.play,
            Play::SeriesHelp | Play::SeriesSelf | Play::SeriesReflex
        )
    }

    /// Visits moves; those that other threads search are visited last. Returns whether any leads to a line.
    fn visit(
        &mut self,
        list: &[Move],
        mut leads: impl FnMut(&mut Self, Move, Meeting) -> Option<bool>,
    ) -> bool {
        let mut any = false;
        let mut later = Vec::new();
        let mut go = |lines: &mut Self, mv: Move, meeting| {
            lines.line.push(mv);
            let leads = leads(lines, mv, meeting);
            lines.line.pop();
            any |= leads == Some(true);
            leads.is_none()
        };
        for &mv in list {
            if go(self, mv, Meeting::Leave) {
                later.push(mv);
            }
            if self.worker.stopped {
                return any;
            }
        }
        for mv in later {
            go(self, mv, Meeting::Join);
        }
        any
    }

    /// Reports the current line.
    fn report(&mut self) {
        if self.silent {
            return;
        }
        if self.worker.shared.found(News::Line(&self.line)) {
            self.found.push(self.line.clone());
        }
        self.worker.stopped |= self.worker.shared.is_stopped();
    }

    /// Whether a line may end with this many half-moves left.
    const fn may_end(&self, left: u32) -> bool {
        left == 0 || !self.stipulation.exact
    }

    /// Reports a line for each move of `pieces` that reaches the goal. Returns whether there are any.
    fn end_by_goal_moves(&mut self, pos: &Position, pieces: Bitboard) -> bool {
        let mut moves = std::mem::take(&mut self.goal_moves);
        moves.clear();
        let possible = self.stalemates.as_ref();
        let to = possible.map_or(Bitboard::ALL, |possible| possible.last_targets(pos));
        self.worker.goal_moves_to(pos, pieces, to, &mut moves);
        let any = !moves.is_empty();
        for mv in &moves {
            self.line.push(*mv);
            self.report();
            self.line.pop();
        }
        self.goal_moves = moves;
        any
    }

    /// Help play with two half-moves left: Black's moves after which the mate-net bound allows a mate, and the mates.
    fn help_to_mate(&mut self, pos: &Position, net: &MateNet) -> bool {
        let cover = FlightCover::of(net, pos);
        let mut list = MoveList::new();
        let pieces = if pos.state().en_passant.any() {
            Bitboard::ALL
        } else {
            cover.movers()
        };
        Worker::<R>::legal_if(pos, pieces, |mv| cover.can_mate_after(mv), &mut list);
        let mut any = false;
        for &mv in &list {
            let next = self.worker.play(pos, mv);
            if self.worker.stopped {
                return any;
            }
            let mating_pieces = cover.mating_pieces_after(mv, &next);
            if mating_pieces.is_empty() || self.worker.is_dead_end(pos, mv, &next) {
                continue;
            }
            self.line.push(mv);
            any |= self.end_by_goal_moves(&next, mating_pieces);
            self.line.pop();
        }
        any
    }

    /// Searches help play, in which White's last move reaches the goal. Returns whether there is a line.
    fn help(&mut self, pos: &Position, left: u32) -> bool {
        if left == 2
            && let Some(net) = self.worker.shared.net(self.worker.white())
        {
            return self.help_to_mate(pos, net);
        }
        let attacking = pos.side_to_move() == self.worker.white();
        let mut list = MoveList::new();
        let is_bounded = left == 3 && self.legal_before_mate(pos, &mut list)
            || self.legal_within_stalemates(pos, budget(Play::Help, left - 1), &mut list);
        if !is_bounded {
            self.worker.moves(pos, &mut list);
        }
        self.visit(&list, |lines, mv, meeting| {
            let next = lines.worker.play(pos, mv);
            let budget = budget(Play::Help, left - 1);
            lines.within_stalemates(&next, budget, |lines| {
                if attacking && lines.can_be_stalemate() && lines.worker.reaches(pos, mv, &next) {
                    // In reciprocal play White's goal alone, before the end, is no solution.
                    let may_end =
                        lines.may_end(left - 1) && lines.stipulation.play != Play::ReciprocalHelp;
                    if may_end {
                        lines.report();
                    }
                    Some(may_end)
                } else if lines.worker.is_dead_end(pos, mv, &next) {
                    Some(false)
                } else {
                    lines.search(&next, left - 1, meeting)
                }
            })
        })
    }

    /// Searches reciprocal help play: at the end Black can reach his own goal, or help White to reach the goal.
    fn reciprocal_help(&mut self, pos: &Position, left: u32) -> bool {
        if left != 2 {
            return self.help(pos, left);
        }
        let stipulation = &self.stipulation;
        let goal = stipulation.other_goal.unwrap_or(stipulation.goal);
        let mut own = Vec::new();
        let mut list = MoveList::new();
        Worker::<R>::legal(pos, &mut list);
        for &mv in &list {
            let next = self.worker.play(pos, mv);
            if self.worker.stopped {
                return false;
            }
            if self.worker.reaches_goal(goal, pos, mv, &next) {
                own.push(mv);
            }
        }
        if own.is_empty() {
            return false;
        }
        // Both ends have to exist before either is reported, so this search is silent and is not cut into seeds.
        let cut = std::mem::replace(&mut self.cut, usize::MAX);
        let silent = std::mem::replace(&mut self.silent, true);
        let helps = self.help(pos, left) && !self.worker.stopped;
        self.silent = silent;
        if helps {
            self.help(pos, left);
        }
        self.cut = cut;
        if !helps {
            return false;
        }
        for mv in own {
            self.line.push(mv);
            self.report();
            self.line.pop();
        }
        true
    }

    /// Whether a position can become the diagram of a proof game, if each side (White first) has so many moves left.
    fn is_near(&mut self, pos: &Position, moves: [u32; 2]) -> bool {
        let bound = self.proof.as_mut();
        bound.is_none_or(|bound| bound.can_become(pos, moves))
    }

    /// Searches proof games: both sides play until the diagram is reached.
    fn proof_game(&mut self, pos: &Position, left: u32) -> bool {
        let mut list = MoveList::new();
        Worker::<R>::legal(pos, &mut list);
        self.visit(&list, |lines, mv, meeting| {
            let next = lines.worker.play(pos, mv);
            // Shorter games, too, end with a move of the side that makes the last move.
            let can_end = left % 2 == 1 && lines.may_end(left - 1);
            if can_end && lines.worker.reaches(pos, mv, &next) {
                lines.report();
                return Some(true);
            }
            if left == 1 {
                return Some(false);
            }
            let mut moves = [(left - 1) / 2; 2];
            moves[next.side_to_move().index()] = left / 2;
            if !lines.is_near(&next, moves) {
                return Some(false);
            }
            lines.search(&next, left - 1, meeting)
        })
    }

    /// Searches help-self play, where in the end all of Black's moves reach the goal, and help-reflex play, where one does. Only the
    /// pieces in `able` can reach the goal with the next move.
    fn help_self(&mut self, pos: &Position, left: u32, able: Bitboard) -> bool {
        let reflex = self.stipulation.play == Play::HelpReflex;
        if pos.side_to_move() == self.worker.white() {
            if reflex && self.worker.can_reach(pos) {
                return false;
            }
        } else {
            let ends = if reflex {
                self.worker.can_reach_by(pos, able)
            } else {
                self.worker.must_reach_by(pos, able)
            };
            if ends {
                return self.may_end(left - 1) && self.end_by_goal_moves(pos, able);
            }
            if left == 1 {
                return false;
            }
        }
        let cover = self.cover_of_black(pos).filter(|_| left == 2);
        let mut list = MoveList::new();
        Self::legal_within(pos, cover.as_ref(), &mut list);
        self.visit(&list, |lines, mv, meeting| {
            let next = lines.worker.play(pos, mv);
            if lines.worker.is_dead_end(pos, mv, &next) {
                return Some(false);
            }
            if let Some(cover) = &cover {
                let able = cover.mating_pieces_after(mv, &next);
                return Some(lines.is_cut(&next, 1) || lines.help_self(&next, 1, able));
            }
            lines.search(&next, left - 1, meeting)
        })
    }

    /// The legal moves; with a cover only those after which a mate is possible.
    fn legal_within(pos: &Position, cover: Option<&FlightCover<'_>>, list: &mut MoveList) {
        let Some(cover) = cover else {
            Worker::<R>::legal(pos, list);
            return;
        };
        let keep = |mv| cover.can_mate_after(mv);
        Worker::<R>::legal_if(pos, Bitboard::ALL, keep, list);
    }

    /// The flight cover for mates that Black gives after White's next move; `None` if there is no bound.
    fn cover_of_black<'p>(&self, pos: &'p Position) -> Option<FlightCover<'p>>
    where
        'a: 'p,
    {
        let net = self.worker.shared.net(!self.worker.white());
        net.map(|net| FlightCover::of(net, pos))
    }

    /// Searches series play: the moves of the side that makes the series.
    fn series(&mut self, pos: &Position, left: u32) -> bool {
        if self.stipulation.play == Play::SeriesReflex && self.worker.can_reach(pos) {
            return false;
        }
        if left == 1
            && self.stipulation.play == Play::SeriesHelp
            && let Some(net) = self.worker.shared.net(self.worker.white())
        {
            return self.help_to_mate(pos, net);
        }
        let black_aims = self.others_end() && self.stipulation.play != Play::SeriesHelp;
        let cover = self.cover_of_black(pos).filter(|_| black_aims);
        let mut list = MoveList::new();
        let after = budget(self.stipulation.play, left - 1);
        if !self.legal_within_stalemates(pos, after, &mut list) {
            match cover.as_ref().filter(|_| left == 1) {
                Some(cover) => Self::legal_within(pos, Some(cover), &mut list),
                None => self.worker.moves(pos, &mut list),
            }
        }
        self.visit(&list, |lines, mv, meeting| {
            let next = lines.worker.play(pos, mv);
            if lines.others_end() {
                if lines.worker.is_dead_end(pos, mv, &next) {
                    return Some(false);
                }
                let able = cover
                    .as_ref()
                    .map_or(Bitboard::ALL, |cover| cover.mating_pieces_after(mv, &next));
                return lines.within_stalemates(&next, (1, left - 1), |lines| {
                    lines.after_series_move(&next, left - 1, able, meeting)
                });
            }
            lines.within_stalemates(&next, (left - 1, 0), |lines| {
                let over = lines.can_be_stalemate() && lines.worker.reaches(pos, mv, &next);
                let ends = over && lines.may_end(left - 1);
                if ends {
                    lines.report();
                }
                let is_last = over || left == 1 || Worker::<R>::in_check(&next);
                if is_last || lines.worker.is_dead_end(pos, mv, &next) {
                    return Some(ends);
                }
                let mut moves = [0; 2];
                moves[pos.side_to_move().index()] = left - 1;
                if !lines.is_near(&next, moves) {
                    return Some(false);
                }
                lines.search(&passed(&next), left - 1, meeting)
            })
        })
    }

    /// Finds the lines after a move of a series whose last move the other side makes: lines that end with that side's next move, by a
    /// piece in `able`, and lines in which the series continues.
    fn after_series_move(
        &mut self,
        next: &Position,
        left: u32,
        able: Bitboard,
        meeting: Meeting,
    ) -> Option<bool> {
        if self.is_cut(next, left) {
            return Some(true);
        }
        if left == 0 || Worker::<R>::in_check(next) {
            let can_end = able.any() && self.can_end();
            return Some(can_end && self.end_series(next, left, able).0);
        }
        self.within_pictures(next, (1, left), Some(false), |lines| {
            lines.go_on_with_series(next, left, able, meeting)
        })
    }

    fn go_on_with_series(
        &mut self,
        next: &Position,
        left: u32,
        able: Bitboard,
        meeting: Meeting,
    ) -> Option<bool> {
        let pos = passed(next);
        let find = |lines: &mut Self, refuted| {
            let (ends, over) = if able.any() && refuted == 0 && lines.can_end() {
                lines.end_series(next, left, able)
            } else {
                (false, false)
            };
            ends | (!over && lines.series(&pos, left))
        };
        if next.state().en_passant.any() {
            // The table is not used: the other side's last move may be an en passant capture, which is not possible in `pos`.
            return Some(find(self, 0));
        }
        self.unless_refuted(&pos, left + 1, meeting, |lines, refuted| {
            Some(find(lines, refuted))
        })
    }

    /// Reports the last moves of the other side, by pieces in `able`. Returns whether there are any, and whether the series has to end here.
    fn end_series(&mut self, next: &Position, left: u32, able: Bitboard) -> (bool, bool) {
        let over = match self.stipulation.play {
            Play::SeriesHelp => false,
            Play::SeriesSelf => self.worker.must_reach_by(next, able),
            _ => self.worker.can_reach_by(next, able),
        };
        let can_end = over || self.stipulation.play == Play::SeriesHelp;
        let ends = can_end && self.may_end(left) && self.end_by_goal_moves(next, able);
        (ends, over)
    }
}

/// How many of the half-moves left the attacker and the king's side have, if lines are searched with these plays.
const fn budget(play: Play, left: u32) -> (u32, u32) {
    match play {
        Play::Series => (left, 0),
        // All but the last move belong to the side that is mated or stalemated.
        Play::SeriesHelp => (1, left),
        _ => (left.div_ceil(2), left / 2),
    }
}
