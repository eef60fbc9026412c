//! From terms to paths: combines the strides of the legs, each relative to the leg before.

use super::directions::{System, chosen};
use super::lexer::{Atom, Mode};
use super::parser::{LegSpec, Moves, Reach};
use super::{Bend, BetzaError, Leg, MAX_PATHS, Modes, Path, Stride, Travel, Via};

impl Stride {
    const fn quarter_turn(self) -> Self {
        Self::new(self.ranks, -self.files)
    }

    /// Rotates this stride by the angle from straight forward to `turn`.
    const fn rotated(self, turn: Self) -> Self {
        Self::new(
            self.files * turn.ranks + self.ranks * turn.files,
            self.ranks * turn.ranks - self.files * turn.files,
        )
    }

    /// The one-square step in the direction of an orthogonal or diagonal stride.
    const fn unit(self) -> Self {
        Self::new(self.files.signum(), self.ranks.signum())
    }

    /// Turns this step, which is relative to straight forward, so that it is relative to `ahead`.
    const fn turned_by(self, ahead: Self) -> Self {
        Self::new(
            self.files * ahead.ranks + self.ranks * ahead.files,
            self.ranks * ahead.ranks - self.files * ahead.files,
        )
        .unit()
    }

    /// This step, multiplied by `length`.
    const fn times(self, length: i8) -> Self {
        Self::new(self.files * length, self.ranks * length)
    }
}

/// The paths of a term, in the order of its strides.
///
/// # Errors
///
/// Directions that the atom does not have, or more than [`MAX_PATHS`] paths.
pub(super) fn paths(term: &Moves) -> Result<Vec<Path>, BetzaError> {
    let Some((last, before)) = term.legs.split_last() else {
        return Ok(Vec::new());
    };
    let mut trails: Vec<Vec<Leg>> = vec![Vec::new()];
    let mut reaches = term.reaches();
    for (leg, reach) in before.iter().zip(&mut reaches) {
        let travel = travel(leg, reach, false);
        let vias = vias(leg);
        let mut longer = Vec::new();
        for (trail, stride) in onward(term, leg, trails)? {
            for &via in &vias {
                let mut trail = trail.clone();
                trail.push(Leg {
                    stride,
                    travel,
                    via,
                });
                longer.push(trail);
            }
        }
        trails = longer;
        check_count(term, trails.len())?;
    }
    let reach = reaches.next().unwrap_or(term.reach);
    let modes = arrival(term, last);
    let travels = last_travels(last, reach);
    let skips = last.has(Mode::Jump) && reach != Reach::Once;
    let unloads = |leg: &LegSpec| leg.has(Mode::Unload);
    let unload = term.legs.iter().position(unloads).map(|leg| leg as u8);
    let mut paths = Vec::new();
    for (mut legs, stride) in onward(term, last, trails)? {
        if skips {
            legs.push(Leg {
                stride,
                travel: Travel::Leap,
                via: Via::Any,
            });
        }
        paths.extend(travels.iter().map(|&travel| Path {
            modes,
            legs: legs.clone(),
            last: stride,
            travel,
            unload,
        }));
    }
    check_count(term, paths.len())?;
    Ok(paths)
}

/// The ways of travelling of the last leg: two if that leg can turn to either side.
fn last_travels(leg: &LegSpec, reach: Reach) -> Vec<Travel> {
    let range = limit(reach, 1);
    let bent = |bends: [Bend; 2]| bends.map(|bend| Travel::Bent { range, bend }).to_vec();
    if leg.has(Mode::Crooked) {
        bent([Bend::RightLeft, Bend::LeftRight])
    } else if leg.has(Mode::Circular) {
        bent([Bend::Clockwise, Bend::Counterclockwise])
    } else if leg.has(Mode::Around) {
        vec![Travel::Around { range }]
    } else if leg.has(Mode::Jump) && reach != Reach::Once {
        // The skipped square counts as one of the strides.
        vec![match reach {
            Reach::Limited(2) => Travel::Leap,
            Reach::Limited(range) => Travel::Slide { range: range - 1 },
            _ => Travel::Slide { range: 0 },
        }]
    } else {
        vec![travel(leg, reach, true)]
    }
}

/// Brings a path into its shortest form: a leg onto a piece and a next leg straight on become a hop.
pub(super) fn straighten(path: &mut Path) {
    let Some(leg) = path.legs.last().copied() else {
        return;
    };
    if leg.via != Via::Occupied || leg.stride != path.last || path.is_chain() {
        return;
    }
    path.travel = match (leg.travel, path.travel) {
        (Travel::Slide { range }, Travel::Leap) => Travel::HopBehind { range },
        (Travel::Leap, Travel::Leap) => Travel::HopBehind { range: 1 },
        (Travel::Slide { range: 0 }, Travel::Slide { range: 0 }) => Travel::HopBeyond { range: 0 },
        _ => return,
    };
    path.legs.pop();
}

/// Extends each trail (the legs so far) by each stride that can follow.
fn onward(
    term: &Moves,
    leg: &LegSpec,
    trails: Vec<Vec<Leg>>,
) -> Result<Vec<(Vec<Leg>, Stride)>, BetzaError> {
    let opening = trails.iter().all(Vec::is_empty);
    let steps = if opening {
        let all = strides(term.atom);
        chosen(system(term.atom), &leg.headings, &all, &all)?
    } else {
        continuations(term.atom, leg)?
    };
    check_count(term, trails.len() * steps.len())?;
    let mut result = Vec::with_capacity(trails.len() * steps.len());
    for trail in trails {
        for &step in &steps {
            let stride = trail.last().map_or(step, |before| match term.atom {
                Atom::Oblique { .. } => before.stride.rotated(step),
                _ => step
                    .turned_by(before.stride.unit())
                    .times(length(term.atom)),
            });
            result.push((trail.clone(), stride));
        }
    }
    Ok(result)
}

/// Refuses a term of too many paths.
fn check_count(term: &Moves, count: usize) -> Result<(), BetzaError> {
    if count > MAX_PATHS {
        Err(term.atom_token.instead_of("a term of at most 4096 paths"))
    } else {
        Ok(())
    }
}

/// The modes of the last leg: what may stand on its arrival square.
fn arrival(term: &Moves, leg: &LegSpec) -> Modes {
    let modes = [Mode::Quiet, Mode::Capture, Mode::Destroy];
    let [quiet, capture, destroy] = modes.map(|mode| leg.has(mode));
    let all = !(quiet || capture || destroy);
    Modes {
        quiet: quiet || all,
        capture: capture || all,
        destroy,
        tame: leg.has(Mode::Tame),
        initial: term.initial.is_some(),
        en_passant: leg.has(Mode::EnPassant),
    }
}

/// What may stand on the last square of a leg before `a`; several values if no single [`Via`] covers all cases.
fn vias(leg: &LegSpec) -> Vec<Via> {
    let over = leg.has(Mode::Beyond) || leg.has(Mode::Behind);
    let passing: &[Via] = match (leg.has(Mode::Quiet), over, leg.has(Mode::Tame)) {
        (true, true, false) => &[Via::Any],
        (true, true, true) => &[Via::Empty, Via::Friend],
        (true, false, _) => &[Via::Empty],
        (false, true, false) => &[Via::Occupied],
        (false, true, true) => &[Via::Friend],
        (false, false, _) => &[],
    };
    let captures = [(Mode::Capture, Via::Capture), (Mode::Destroy, Via::Destroy)];
    let captures = captures.into_iter().filter(|(mode, _)| leg.has(*mode));
    let passing = passing.iter().copied();
    let vias: Vec<Via> = passing.chain(captures.map(|(_, via)| via)).collect();
    if vias.is_empty() {
        vec![Via::Empty]
    } else {
        vias
    }
}

/// The way of travelling of a leg. In a leg before `a`, `p` and `g` set the leg's [`Via`] and do not make a hop.
fn travel(leg: &LegSpec, reach: Reach, last: bool) -> Travel {
    if leg.is_matched() {
        Travel::Matched
    } else if leg.has(Mode::Lame) {
        Travel::Lame
    } else if leg.has(Mode::Jump) {
        Travel::MustJump
    } else if leg.has(Mode::Behind) && last {
        Travel::HopBehind {
            range: limit(reach, 2).saturating_sub(1),
        }
    } else if leg.has(Mode::Beyond) && last {
        Travel::HopBeyond {
            range: limit(reach, 2),
        }
    } else if reach == Reach::Once {
        Travel::Leap
    } else {
        Travel::Slide {
            range: limit(reach, 1),
        }
    }
}

/// The limit of a reach in strides, 0 = no limit; the value `once` for [`Reach::Once`].
const fn limit(reach: Reach, once: u8) -> u8 {
    match reach {
        Reach::Once => once,
        Reach::Limited(range) => range,
        Reach::Unlimited => 0,
    }
}

/// How an atom's first leg reads directions.
const fn system(atom: Atom) -> System {
    match atom {
        Atom::Orthogonal { .. } => System::Orthogonal,
        Atom::Diagonal { .. } => System::Diagonal,
        Atom::Oblique { .. } => System::Oblique,
        Atom::Royal { .. } | Atom::Universal | Atom::Castling => System::Royal,
    }
}

/// The number of squares of a step in a leg after `a`.
const fn length(atom: Atom) -> i8 {
    match atom {
        Atom::Orthogonal { length, .. } | Atom::Diagonal { length, .. } => length,
        Atom::Oblique { wide, .. } => wide,
        Atom::Royal { .. } | Atom::Universal | Atom::Castling => 1,
    }
}

/// All strides of an atom, clockwise from forward.
fn strides(atom: Atom) -> Vec<Stride> {
    let quarter: &[Stride] = match atom {
        Atom::Orthogonal { length, .. } => &[Stride::new(0, length)],
        Atom::Diagonal { length, .. } => &[Stride::new(length, length)],
        Atom::Oblique { narrow, wide } => &[Stride::new(narrow, wide), Stride::new(wide, narrow)],
        Atom::Royal { .. } | Atom::Castling => &[Stride::new(0, 1), Stride::new(1, 1)],
        Atom::Universal => return anywhere(),
    };
    let mut turned = quarter.to_vec();
    let mut all = Vec::with_capacity(8);
    for _ in 0..4 {
        all.extend_from_slice(&turned);
        for stride in &mut turned {
            *stride = stride.quarter_turn();
        }
    }
    all
}

/// The leaps to every other square of a board of at most 8x8, the longest first.
fn anywhere() -> Vec<Stride> {
    let length = |stride: &Stride| stride.files.abs().max(stride.ranks.abs());
    let all = (-7..=7).flat_map(|files| (-7..=7).map(move |ranks| Stride::new(files, ranks)));
    let mut all: Vec<Stride> = all.filter(|stride| length(stride) > 0).collect();
    all.sort_by_key(|stride| -length(stride));
    all
}

/// The steps of a leg after `a`, relative to the leg before.
fn continuations(atom: Atom, leg: &LegSpec) -> Result<Vec<Stride>, BetzaError> {
    let all = strides(Atom::Royal { rider: false });
    let bends = matches!(atom, Atom::Royal { .. });
    let mut implied = all.clone();
    implied.retain(|step| {
        *step != Stride::new(0, -1) && (bends || step.files == 0 || step.ranks == 0)
    });
    let steps = chosen(System::Royal, &leg.headings, &all, &implied)?;
    let slants = steps.iter().any(|step| step.files != 0 && step.ranks != 0);
    match leg.headings.first() {
        Some((_, token)) if slants && matches!(atom, Atom::Oblique { .. }) => {
            Err(token.instead_of("f, b, l, r, s or v alone: leaps of N C Z go on by quarter turns"))
        }
        _ => Ok(steps),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Movement, parse};
    use super::*;

    fn read(text: &str) -> Movement {
        parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The legs of each path: files and ranks of the stride, and [`Via`] for all legs but the last.
    fn trails(text: &str) -> Vec<Vec<(i8, i8, Option<Via>)>> {
        let trail = |path: &Path| {
            let before = path
                .legs
                .iter()
                .map(|leg| (leg.stride.files, leg.stride.ranks, Some(leg.via)));
            before
                .chain([(path.last.files, path.last.ranks, None)])
                .collect()
        };
        let movement = read(text);
        let all = movement.paths.iter().chain(&movement.chains);
        all.map(trail).collect()
    }

    #[test]
    fn turns_add_up() {
        let (right, slant) = (Stride::new(1, 0), Stride::new(1, 1));
        assert_eq!(slant.turned_by(slant), right);
        assert_eq!(
            Stride::new(-1, 1).turned_by(Stride::new(-1, -1)),
            Stride::new(0, -1)
        );
        for step in strides(Atom::Royal { rider: false }) {
            assert_eq!(Stride::new(0, 1).turned_by(step), step);
            assert_eq!(Stride::new(0, -1).turned_by(step), step.reversed());
            assert_eq!(right.turned_by(step), step.turned_by(right));
            if step.files == 0 || step.ranks == 0 {
                assert_eq!(right.turned_by(step), step.quarter_turn());
            }
        }
    }

    #[test]
    fn rifle_steps_back() {
        let wazir = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let shots: Vec<_> = wazir
            .iter()
            .map(|&(x, y)| vec![(x, y, Some(Via::Capture)), (-x, -y, None)])
            .collect();
        assert_eq!(trails("cabW"), shots);
        assert_eq!(
            trails("fcabD"),
            [[(0, 2, Some(Via::Capture)), (0, -2, None)]]
        );
        let snail = read("mWcabWfmDfcabD");
        assert_eq!((snail.paths.len(), snail.chains.len()), (5, 5));
        let shot = &snail.chains[0];
        assert!(shot.modes.quiet && shot.modes.capture && shot.travel == Travel::Leap);
        assert_eq!(read("bmFfmAbcabFfcabA").chains.len(), 4);
    }

    #[test]
    fn rifle_crab_goes_in_king_steps_and_returns() {
        let text = "ffmNbsmNfmpafrcabmpaflKfmpaflcabmpafrKrmpafrcabmpaflKlmpaflcabmpafrK";
        let crab = read(text);
        assert_eq!((crab.paths.len(), crab.chains.len()), (4, 4));
        let (any, shot) = (Some(Via::Any), Some(Via::Capture));
        let found = trails(text);
        assert_eq!(
            found[4],
            [(0, 1, any), (1, 1, shot), (-1, -1, any), (0, -1, None)]
        );
        assert_eq!(
            found[5],
            [(0, 1, any), (-1, 1, shot), (1, -1, any), (0, -1, None)]
        );
        assert_eq!(
            found[6],
            [(1, 0, any), (1, -1, shot), (-1, 1, any), (-1, 0, None)]
        );
        assert_eq!(
            found[7],
            [(-1, 0, any), (-1, -1, shot), (1, 1, any), (1, 0, None)]
        );
    }

    #[test]
    fn mao_hop() {
        let over = Some(Via::Occupied);
        let found = trails("pafsW");
        assert_eq!(found.len(), 8);
        assert_eq!(found[0], [(0, 1, over), (1, 1, None)]);
        assert_eq!(found[1], [(0, 1, over), (-1, 1, None)]);
        for trail in &found {
            let (one, two) = (trail[0], trail[1]);
            let (files, ranks) = ((one.0 + two.0).abs(), (one.1 + two.1).abs());
            assert_eq!((files.min(ranks), files.max(ranks)), (1, 2));
        }
        let sorted = |text| {
            let mut trails = trails(text);
            trails.sort_by_key(|trail| format!("{trail:?}"));
            trails
        };
        assert_eq!(sorted("paflfrW"), sorted("pafsW"));
    }

    #[test]
    fn continuations_without_direction() {
        assert_eq!(trails("faK").len(), 7);
        assert_eq!(
            trails("faW"),
            [[(0, 1), (0, 1)], [(0, 1), (1, 0)], [(0, 1), (-1, 0)]]
                .map(|[one, two]| { vec![(one.0, one.1, Some(Via::Empty)), (two.0, two.1, None)] })
        );
        assert_eq!(trails("frafF"), [[(1, 1, Some(Via::Empty)), (1, 1, None)]]);
        assert_eq!(trails("aaW").len(), 4 * 3 * 3);
    }

    #[test]
    fn legs_of_engines_in_the_field() {
        let cobra = trails("mpafsafF");
        assert_eq!(cobra.len(), 8);
        assert_eq!(
            cobra[0],
            [
                (1, 1, Some(Via::Any)),
                (1, 0, Some(Via::Empty)),
                (1, 0, None)
            ]
        );
        let wolf = read("K3cpafK");
        assert_eq!((wolf.paths.len(), wolf.chains.len()), (8 + 8, 8));
        assert_eq!(wolf.paths[0].travel, Travel::Slide { range: 3 });
        // A leg onto a piece and one straight on become a hop.
        assert_eq!(wolf.paths[8].travel, Travel::HopBehind { range: 1 });
        assert_eq!(wolf.chains[0].legs[0].via, Via::Capture);
    }

    #[test]
    fn every_leg_has_the_range_of_the_atom() {
        let hook = read("faR");
        assert_eq!(hook.paths.len(), 3);
        for path in &hook.paths {
            assert_eq!(
                (path.legs[0].travel, path.travel),
                (Travel::Slide { range: 0 }, Travel::Slide { range: 0 })
            );
        }
        assert_eq!(
            trails("fafsD"),
            [1, -1].map(|side| vec![(0, 2, Some(Via::Empty)), (2 * side, 2, None)])
        );
        let lame = read("fnafD");
        assert_eq!(
            (lame.paths[0].legs[0].travel, lame.paths[0].travel),
            (Travel::Lame, Travel::Leap)
        );
        assert_eq!(read("fpasR").chains.len() + read("fcasR").chains.len(), 2);
    }
}
