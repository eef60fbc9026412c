//! The Circe family: as Circe, but a captured piece other than a king is reborn on another square than its home, as another
//! type, or in the other colour. The square depends on the capture and has to be free after the capture. A pawn that is
//! reborn on its last rank promotes at once; the captor's side chooses. Source: Popeye's conditions of these names.

use super::Condition;
use crate::base::{Piece, Square};
use crate::rules::draft::{Draft, Moved, Veto};
use crate::variant::{ConditionSpec, Example, Footprint, Need, Possible, RuleSet, Stage};

/// A capture: the captured piece, its square, and the move that captures it.
struct Captured<'a> {
    rules: &'a RuleSet,
    piece: Piece,
    square: Square,
    moved: &'a Moved,
    /// The captor before it promotes.
    captor: Piece,
}

impl Captured<'_> {
    fn home(&self, piece: Piece) -> Square {
        self.rules.homes.of(piece, self.square)
    }

    /// A square turned by 180 degrees about the middle of the board.
    const fn turned(square: Square) -> Square {
        Square::at(7 - square.file(), 7 - square.rank())
    }

    /// The captured piece with the type of the captor, unless the captor is a king.
    fn clone_of_captor(&self) -> Piece {
        if self.rules.royals.contains(self.captor.piece_type()) {
            self.piece
        } else {
            self.piece.with_type(self.captor.piece_type())
        }
    }

    /// The captured piece changed as in Chameleon Circe: knight, bishop, rook, queen, knight.
    fn chameleon(&self) -> Piece {
        let next = self.rules.ladder.cycled(self.piece.piece_type());
        self.piece.with_type(next)
    }

    /// The square that the captor would reach by repeating its step from the square of the capture.
    fn beyond(&self) -> Option<Square> {
        let from = self.moved.mv.from();
        let step = |one: u8, other: u8| i8::try_from(one).ok()?.checked_sub_unsigned(other);
        let files = step(self.square.file(), from.file())?;
        let ranks = step(self.square.rank(), from.rank())?;
        self.rules.board.offset(self.square, files, ranks)
    }

    /// The square on the file of the capture: on the back rank of the captured piece's side, for a pawn on the second rank.
    fn on_its_file(&self) -> Square {
        Square::at(self.square.file(), self.home(self.piece).rank())
    }
}

/// The square and the piece of a rebirth; `None` if the piece does not come back.
type Rebirth = fn(&Captured<'_>) -> Option<(Square, Piece)>;

/// A condition of the Circe family.
pub struct CirceKin {
    rebirth: Rebirth,
    spec: &'static ConditionSpec,
}

/// Declares a condition of the Circe family; the example is the same capture for all of them.
macro_rules! kin {
    ($($(#[$doc:meta])* $item:ident $name:literal $popeye:expr $(, needs $need:ident)? $(, promotes: $promotes:expr)? $(, changes $changes:ident)?, $summary:literal, $after:literal, $rebirth:expr;)*) => {
        $($(#[$doc])*
        pub const $item: CirceKin = CirceKin {
            rebirth: $rebirth,
            spec: &ConditionSpec {
                popeye: &$popeye,
                on_capture: Footprint::Anywhere,
                victims_return: true,
                $(promotes: $promotes,)?
                needs: &[Need::Homes $(, Need::$need)?],
                makes_possible: &[Possible::PawnsOnEndRanks $(, Possible::$changes)?],
                ..ConditionSpec::new(
                    $name,
                    Stage::VictimRebirth,
                    $summary,
                    Example { fen: "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1", mv: "c3d5", after: Some($after) },
                )
            },
        };)*
    };
}

kin! {
    /// A captured piece is reborn on the file of the capture.
    FILE_CIRCE "file-circe" ["FileCirce", "Circe File"],
        "circe, on the file of the capture: pieces on the back rank of their side, pawns on its second rank",
        "3nk3/8/8/3N4/8/8/8/4K3", |c| Some((c.on_its_file(), c.piece));
    /// A captured piece is reborn opposite to the capture, through the middle of the board.
    SYMMETRY_CIRCE "symmetry-circe" ["SymmetryCirce", "Circe Symmetry"], promotes: true,
        "circe, on the square opposite to that of the capture through the middle of the board",
        "4k3/8/8/3N4/4n3/8/8/4K3", |c| Some((Captured::turned(c.square), c.piece));
    /// A captured piece is reborn opposite to its home square, through the middle of the board.
    DIAMETRAL_CIRCE "diametral-circe" ["DiametralCirce", "Circe Diametral"],
        "circe, on the square opposite to the home square through the middle of the board",
        "4k3/8/8/3N4/8/8/8/1n2K3", |c| Some((Captured::turned(c.home(c.piece)), c.piece));
    /// A captured piece is reborn four files and four ranks away.
    ANTIPODEAN_CIRCE "antipodean-circe" ["AntipodeanCirce", "Circe Antipodes"], promotes: true,
        "circe, on the square four files and four ranks away from that of the capture",
        "4k3/8/8/3N4/8/8/8/4K2n", |c| Some((Square::at((c.square.file() + 4) % 8, (c.square.rank() + 4) % 8), c.piece));
    /// A captured piece is reborn on the captor's departure square.
    PWC "pwc" ["PWC", "Circe PWC"], promotes: true,
        "circe, on the square from which the captor came: the two change places",
        "4k3/8/8/3N4/8/2n5/8/4K3", |c| Some((c.moved.mv.from(), c.piece));
    /// A captured piece is reborn where the captor would arrive by repeating its step.
    EQUIPOLLENTS_CIRCE "equipollents-circe" ["EquipollentsCirce", "Circe Equipollents"], promotes: true,
        "circe, on the square to which the captor would come by the same step once more",
        "4k3/4n3/8/3N4/8/8/8/4K3", |c| c.beyond().map(|square| (square, c.piece));
    /// A captured piece is reborn as a piece of the captor's type.
    CLONE_CIRCE "clone-circe" ["CirceClone", "Circe Clone"], changes OtherTypes,
        "circe, as a piece of the captor's type on the home square of that; captured by kings, as what they are",
        "4k1n1/8/8/3N4/8/8/8/4K3", |c| { let clone = c.clone_of_captor(); Some((c.home(clone), clone)) };
    /// A captured piece is reborn as a piece of the next type: knight, bishop, rook, queen, knight.
    CHAMELEON_CIRCE "chameleon-circe" ["ChameleonCirce", "Circe Chameleon"], needs Pawns, changes OtherTypes,
        "circe, knights as bishops, bishops as rooks, rooks as queens, queens as knights, on the home square of that",
        "2b1k3/8/8/3N4/8/8/8/4K3", |c| { let other = c.chameleon(); Some((c.home(other), other)) };
    /// A captured piece is reborn in the other colour.
    TURNCOAT_CIRCE "turncoat-circe" ["CirceTurncoats", "Circe Turncoats"], changes OtherColours,
        "circe, after which the piece that came back belongs to the other side",
        "4k1N1/8/8/3N4/8/8/8/4K3", |c| Some((c.home(c.piece), c.piece.flipped()));
}

impl Condition for CirceKin {
    fn spec(&self) -> &'static ConditionSpec {
        self.spec
    }

    fn act(&self, draft: &mut Draft<'_>, moved: &mut Moved) -> Result<(), Veto> {
        let pos = draft.pos;
        let Some((square, piece)) = moved.victim.filter(|_| draft.taken.is_some()) else {
            return Ok(());
        };
        let captured = Captured {
            rules: &pos.variant().rules,
            piece,
            square,
            moved,
            captor: pos.at(moved.mv.from()).unwrap_or(moved.piece),
        };
        let rebirth = (self.rebirth)(&captured).filter(|_| !pos.is_royal(piece.piece_type()));
        if let Some((home, reborn)) = rebirth.filter(|(home, _)| draft.at(*home).is_none()) {
            draft.rebear(home, reborn);
            draft.taken = None;
        }
        Ok(())
    }
}
