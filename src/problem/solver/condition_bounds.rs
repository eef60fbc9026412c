//! Upper bounds on what conditions do to moving and captured pieces: the part of the mate-net bound that depends on conditions.

use crate::base::{Bitboard, Color, Piece, PieceType, PieceTypeSet, Square};
use crate::rules::conditions;
use crate::variant::{Footprint, Need, RuleSet, Stage};

/// What conditions can do to moving and captured pieces. Only conditions whose specification is marked as bounded are covered.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a consequence of its own, and any set of them may occur"
)]
pub struct ConditionBounds {
    /// Pieces change type by moving.
    ladder: bool,
    /// Pieces change colour by quiet moves.
    movers_turn: bool,
    /// Pieces change colour by capturing.
    captors_turn: bool,
    /// Captured pieces are reborn.
    victims_return: bool,
    /// Capturing pieces are reborn.
    captors_return: bool,
    /// Capturing pieces go on as the captured piece would move.
    captors_move_on: bool,
    /// Captured pieces are reborn where they could move.
    victims_move_on: bool,
}

impl ConditionBounds {
    /// The bounds of a game; `None` if a condition is not covered.
    pub fn of(rules: &RuleSet) -> Option<Self> {
        let mut known = Self::default();
        let mut ranking = [0; 2];
        for id in rules.conditions.ids() {
            let spec = conditions::spec(*id);
            if !spec.is_bounded {
                return None;
            }
            known.ladder |= spec.has_need(Need::Ladder);
            known.movers_turn |= spec.on_quiet == Footprint::Recolours;
            known.captors_turn |= spec.on_capture == Footprint::Recolours;
            known.victims_return |= spec.victims_return;
            known.captors_return |= spec.stage == Stage::CaptorRebirth;
            known.captors_move_on |= spec.captors_move_on;
            known.victims_move_on |= spec.victims_return && !spec.chooses.is_empty();
            for (count, ranks) in ranking.iter_mut().zip(spec.ranks) {
                *count += usize::from(ranks);
            }
        }
        if ranking.iter().any(|count| *count > 1) {
            // By two ranks a side that has moves may have none that it may play.
            return None;
        }
        if known.chooses() && rules.conditions.ids().len() > 1 {
            return None;
        }
        if known.captors_return && (known.movers_turn || known.captors_turn) {
            // The rebirth of a captor that has changed sides is not covered by the bounds.
            return None;
        }
        Some(known)
    }

    /// Whether conditions at most change the type of the moving piece: no recolouring and no rebirth.
    pub const fn only_types(self) -> bool {
        !self.movers_turn && !self.captors_turn && !self.pieces_return()
    }

    /// Whether conditions change nothing but what can move.
    pub const fn only_movement(self) -> bool {
        self.only_types() && !self.ladder
    }

    /// The maximum number of pieces that can leave a line by one move of the king's side that the bound covers.
    pub const fn most_leaving_before(self) -> usize {
        1 + self.captors_move_on as usize
    }

    /// The maximum number of pieces that can leave a line by one move of each side.
    pub const fn most_leaving(self) -> usize {
        if self.captors_move_on {
            // Each captor leaves two squares.
            4
        } else {
            2 + self.captors_return as usize
        }
    }

    /// Whether captors go on.
    pub const fn captors_move_on(self) -> bool {
        self.captors_move_on
    }

    /// Whether captured pieces are reborn on one of several squares.
    pub const fn victims_move_on(self) -> bool {
        self.victims_move_on
    }

    /// Whether a captor chooses between squares.
    pub const fn chooses(self) -> bool {
        self.captors_move_on || self.victims_move_on
    }

    /// Whether captures cause rebirths, or captors go on. Captures by the king's side then change further squares, and a king may be unable to capture an
    /// unguarded piece.
    pub const fn pieces_return(self) -> bool {
        self.victims_return || self.captors_return || self.captors_move_on
    }

    /// Whether a move changes the colour of its piece.
    pub fn turns(self, rules: &RuleSet, mover: PieceType, captures: bool) -> bool {
        let turns = if captures {
            self.captors_turn
        } else {
            self.movers_turn
        };
        turns && !rules.royals.contains(mover)
    }

    /// The types that a piece can have after moving to a square.
    pub fn types(
        self,
        rules: &RuleSet,
        piece_type: PieceType,
        to: Square,
        color: Color,
    ) -> PieceTypeSet {
        let mut types = PieceTypeSet::EMPTY;
        types.insert(piece_type);
        if rules.rank_pawn == Some(piece_type) && rules.last_rank_of(color).contains(to) {
            for promotion in rules.rank_promotions(color) {
                types.insert(*promotion);
            }
        }
        if self.ladder && !rules.royals.contains(piece_type) {
            let before = types;
            for before in before.iter() {
                types.insert(rules.ladder.moved(before, false));
                types.insert(rules.ladder.moved(before, true));
            }
        }
        types
    }

    /// The squares that an attacker's piece can cover after a move to a square, given the attacks of each type.
    pub fn arrival(
        self,
        rules: &RuleSet,
        attacks: &[[Bitboard; 64]],
        piece_type: PieceType,
        to: Square,
        attacker: Color,
    ) -> Bitboard {
        let turned = self.turns(rules, piece_type, false) || self.turns(rules, piece_type, true);
        let mut covered = Bitboard::EMPTY;
        if turned || self.pieces_return() {
            covered |= to.into();
        }
        for after in self.types(rules, piece_type, to, attacker).iter() {
            covered |= attacks[after.index()][to.index()];
            if self.captors_return {
                let home = rules.homes.of(Piece::new(attacker, after), to);
                covered |= attacks[after.index()][home.index()] | home.into();
            }
        }
        covered
    }

    /// The home square of a captured piece, if it is reborn there.
    pub fn homes_of_victim(self, rules: &RuleSet, victim: Piece, at: Square) -> Bitboard {
        if self.victims_return {
            rules.homes.of(victim, at).into()
        } else {
            Bitboard::EMPTY
        }
    }
}
