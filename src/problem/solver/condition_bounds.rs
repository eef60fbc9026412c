//! What moves do beside moving, at the widest: the part of the bound for mates that knows conditions.

use crate::base::{Bitboard, Color, Piece, PieceType, PieceTypeSet, Square};
use crate::rules::conditions;
use crate::variant::{Footprint, Need, RuleSet, Stage};

/// What conditions do to pieces that move and to pieces that are captured. A condition whose specification does not say that it is bounded has no bound.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a consequence of its own, and any set of them may occur"
)]
pub struct Afterwards {
    /// Pieces change type by moving.
    ladder: bool,
    /// Pieces change sides by quiet moves.
    movers_turn: bool,
    /// Pieces change sides by capturing.
    captors_turn: bool,
    /// Captured pieces are reborn.
    victims_return: bool,
    /// Capturing pieces are reborn.
    captors_return: bool,
}

impl Afterwards {
    /// What moves do in the game of a position; `None` if it is more than is known here.
    pub fn of(rules: &RuleSet) -> Option<Self> {
        let mut known = Self::default();
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
        }
        if known.captors_return && (known.movers_turn || known.captors_turn) {
            // Where a turned captor is reborn is not reckoned with.
            return None;
        }
        Some(known)
    }

    /// Whether moves do nothing but move, capture, castle and promote, and give the piece that moves another type.
    pub const fn only_types(self) -> bool {
        !self.movers_turn && !self.captors_turn && !self.pieces_return()
    }

    /// How many pieces can leave a line by a move of each side.
    pub const fn most_leaving(self) -> usize {
        2 + self.captors_return as usize
    }

    /// Whether pieces are reborn by captures. Then captures of the king's side change more than their own piece, and a king
    /// cannot always capture a piece that nobody guards.
    pub const fn pieces_return(self) -> bool {
        self.victims_return || self.captors_return
    }

    /// Whether a move turns its piece over to the other side.
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
            for promotion in &rules.promotions {
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

    /// What a piece of the attacker's can cover once it has moved to a square, given what each type attacks.
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

    /// Where a captured piece can be reborn: nowhere, in most games.
    pub fn homes_of_victim(self, rules: &RuleSet, victim: Piece, at: Square) -> Bitboard {
        if self.victims_return {
            rules.homes.of(victim, at).into()
        } else {
            Bitboard::EMPTY
        }
    }
}
