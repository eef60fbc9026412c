//! What seldom happens in a game, told from what a turn does.

use katydid::base::{Color, MoveKind};
use katydid::position::{Position, Rights};
use katydid::rules::{self, Consequence, Event, Role, Turn};

/// Something that seldom happens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rare {
    /// Castling.
    Castling,
    /// A pawn taken in passing.
    EnPassant,
    /// A pawn's three steps from its first rank.
    TripleStep,
    /// A promotion to something else than the first choice.
    Underpromotion,
    /// A promotion by zone.
    ZonePromotion,
    /// A drop that gives check.
    DropWithCheck,
    /// A shot.
    Shot,
    /// Castling in which the rook changes its type.
    RookType,
    /// A king that was leapt over changes sides.
    KingTurned,
    /// A piece that was leapt over is reborn.
    HurdleReborn,
    /// A piece that was leapt over goes, since its home is occupied.
    HurdleRemoved,
    /// A captor is reborn.
    CaptorReborn,
    /// A captured piece is reborn.
    CapturedReborn,
    /// A captured piece finds its home occupied.
    CapturedNotReborn,
    /// A right to castle comes back.
    RightReturns,
    /// A turn that check has ended early.
    TurnCutShort,
    /// A turn in which both linked kings move.
    BothKings,
    /// Two pieces displaced in one leg, one of them off the board.
    PushedOff,
    /// A piece goes over to the other board with check.
    CheckAcross,
}

impl Rare {
    /// All of them.
    pub const ALL: [Self; 19] = [
        Self::Castling,
        Self::EnPassant,
        Self::TripleStep,
        Self::Underpromotion,
        Self::ZonePromotion,
        Self::DropWithCheck,
        Self::Shot,
        Self::RookType,
        Self::KingTurned,
        Self::HurdleReborn,
        Self::HurdleRemoved,
        Self::CaptorReborn,
        Self::CapturedReborn,
        Self::CapturedNotReborn,
        Self::RightReturns,
        Self::TurnCutShort,
        Self::BothKings,
        Self::PushedOff,
        Self::CheckAcross,
    ];

    /// The words for people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Castling => "castling",
            Self::EnPassant => "a pawn is taken in passing",
            Self::TripleStep => "three steps of a pawn from its first rank",
            Self::Underpromotion => "promotion to another piece than the first choice",
            Self::ZonePromotion => "promotion by zone",
            Self::DropWithCheck => "a drop gives check",
            Self::Shot => "a shot",
            Self::RookType => "the castling rook changes its type",
            Self::KingTurned => "a king that is leapt over changes sides",
            Self::HurdleReborn => "a piece that is leapt over is reborn",
            Self::HurdleRemoved => "a piece that is leapt over finds its home occupied",
            Self::CaptorReborn => "a captor is reborn",
            Self::CapturedReborn => "a captured piece is reborn",
            Self::CapturedNotReborn => "a captured piece finds its home occupied",
            Self::RightReturns => "a right to castle comes back",
            Self::TurnCutShort => "check ends a turn early",
            Self::BothKings => "both linked kings move in one turn",
            Self::PushedOff => "a piece is pushed or pulled over the edge",
            Self::CheckAcross => "a piece that goes over to the other board gives check",
        }
    }

    /// A position that meets it: game, FEN and turn.
    pub const fn example(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Castling => ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
            Self::EnPassant => ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"),
            Self::TripleStep => ("eg", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a1a4"),
            Self::Underpromotion => ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"),
            Self::ZonePromotion => ("hopgi", "w6/1R5/*6/7/7/**5/**B1*FW[] w - - 0 1", "b6a6+"),
            Self::DropWithCheck => ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "R@e5"),
            Self::Shot => ("demirifle", "4k3/8/4p3/8/4O3/8/8/4K3 w - - 0 1", "e4e6"),
            Self::RookType => ("einstein", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
            Self::KingTurned => ("ag-rex", "4k3/8/8/8/8/8/8/A3K3 w - - 0 1", "a1f1"),
            Self::HurdleReborn => ("cg", "4k3/8/8/8/8/8/8/C1N1K3 w - - 0 1", "a1d1"),
            Self::HurdleRemoved => ("cg", "4k3/8/8/8/8/8/C1N5/1N2K1N1 w - - 0 1", "a2d2"),
            Self::CaptorReborn => ("anticirce", "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5"),
            Self::CapturedReborn => ("circe", "4k3/8/8/3n4/8/4N3/8/4K3 w - - 0 1", "e3d5"),
            Self::CapturedNotReborn => ("circe", "1n2k1n1/8/8/3n4/8/4N3/8/4K3 w - - 0 1", "e3d5"),
            Self::RightReturns => ("circe", "3rk3/8/8/8/8/8/3R4/4K2R b K - 0 1", "d8d2"),
            Self::TurnCutShort => ("progressive", "4k3/8/8/8/8/8/8/R3K3 w - - 0 2 3/3", "a1a8"),
            Self::BothKings => (
                "hopgi",
                "7/7/*2w3/3W3/6f/**3F1/**2*2[] w - - 0 1",
                "f2g3,d4d5",
            ),
            Self::PushedOff => ("dynamo", "4k3/8/8/8/3R3p/8/8/4K3 w - - 0 1", "d4h4,h4--"),
            Self::CheckAcross => (
                "alice",
                "4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/R7 w - - 0 1",
                "a1a8",
            ),
        }
    }

    /// What a legal turn meets.
    pub fn of_turn(pos: &Position, turn: &Turn) -> Vec<Self> {
        let mut found = Vec::new();
        let mut at = pos.clone();
        for leg in turn.legs() {
            let next = rules::play(&at, *leg);
            let check = rules::in_check(&next);
            found.extend(Self::of_leg(&at, *leg, check, &next));
            at = next;
        }
        let variant = pos.variant();
        let has = variant.rules.capabilities;
        if has.linked && turn.legs().len() > 1 {
            found.push(Self::BothKings);
        }
        if has.schedule
            && turn.legs().len() < usize::from(pos.state().legs_left)
            && rules::in_check(&at)
        {
            found.push(Self::TurnCutShort);
        }
        found
    }

    fn of_leg(pos: &Position, leg: katydid::base::Move, check: bool, next: &Position) -> Vec<Self> {
        let variant = pos.variant();
        let has = variant.rules.capabilities;
        let steps = leg.to().rank().abs_diff(leg.from().rank());
        let first = variant
            .rules
            .rank_promotions(pos.side_to_move())
            .first()
            .copied();
        let is = |kind| leg.kind() == kind;
        let promotion = is(MoveKind::Promotion);
        let cases = [
            (is(MoveKind::Castle), Self::Castling),
            (is(MoveKind::EnPassant), Self::EnPassant),
            (is(MoveKind::MultiStep) && steps == 3, Self::TripleStep),
            (promotion && has.zones, Self::ZonePromotion),
            (
                promotion && !has.zones && leg.piece_type() != first,
                Self::Underpromotion,
            ),
            (is(MoveKind::Drop) && check, Self::DropWithCheck),
            (is(MoveKind::Shot), Self::Shot),
            (
                is(MoveKind::Displacement) && rules::is_capture(pos, leg),
                Self::PushedOff,
            ),
            (
                has.two_boards && check && !is(MoveKind::Drop),
                Self::CheckAcross,
            ),
            (returns(pos, next), Self::RightReturns),
        ];
        let mut found: Vec<Self> = cases
            .into_iter()
            .filter(|case| case.0)
            .map(|case| case.1)
            .collect();
        let list = rules::consequences(pos, leg);
        found.extend(
            list.iter()
                .filter_map(|what| Self::of_consequence(pos, *what)),
        );
        let is = |event: fn(Event) -> bool| list.iter().any(|what| event(what.event));
        let lost = is(|event| matches!(event, Event::Captured(_)))
            && !is(|event| matches!(event, Event::Returns(_)));
        let conditions = variant.rules.conditions.ids().iter();
        let mut names = conditions.map(|id| rules::conditions::spec(*id).name);
        if lost && names.any(|name| name == "circe") {
            found.push(Self::CapturedNotReborn);
        }
        found
    }

    fn of_consequence(pos: &Position, what: Consequence) -> Option<Self> {
        match (what.role, what.event) {
            (Role::Rook, Event::ChangesType(_)) => Some(Self::RookType),
            (Role::Hurdle, Event::ChangesColor(piece)) => {
                pos.is_royal(piece.piece_type()).then_some(Self::KingTurned)
            }
            (Role::Hurdle, Event::Reborn(_)) => Some(Self::HurdleReborn),
            (Role::Hurdle, Event::Vanishes) => Some(Self::HurdleRemoved),
            (Role::Mover, Event::Reborn(_)) => Some(Self::CaptorReborn),
            (Role::Victim, Event::Returns(_)) => Some(Self::CapturedReborn),
            _ => None,
        }
    }
}

/// Whether a side may castle on a wing that it could not before.
fn returns(pos: &Position, next: &Position) -> bool {
    let wings = Color::ALL
        .into_iter()
        .flat_map(|color| [true, false].map(|side| Rights::wing(color, side)));
    let mut gained =
        wings.filter(|wing| next.state().rights.has(*wing) && !pos.state().rights.has(*wing));
    gained.next().is_some()
}
