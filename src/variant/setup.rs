//! Rules that depend on the position that was set up: promotions of pawns, their moves on their own first rank, and castling from
//! anywhere. These rules do not change during a game, so they are not part of a position's state; instead, a variant is derived for
//! each set-up that needs its own rules.

use super::castling::{CastlingRules, CastlingWay};
use super::compiled::{CastlingSquares, Variant};
use super::definition::FirstRank;
use super::rule_set::{Effect, Promotion, RuleSet};
use super::tables::Tables;
use crate::base::{Color, Piece, PieceType, PieceTypeSet};
use std::convert::Infallible;
use std::sync::Arc;

impl Variant {
    /// The variant of this game for a position that was set up with the given piece types. It is the game itself unless the variant file
    /// asks for rules by set-up. Set-ups whose rules are the same share a derived variant.
    pub fn for_setup(self: &Arc<Self>, piece_types: PieceTypeSet) -> Arc<Self> {
        let base = self.base();
        let by_setup = base.rules.first_rank == FirstRank::Setup;
        if !base.rules.promotion_from_setup && !by_setup {
            return Arc::clone(base);
        }
        let promotes = |piece_type: &PieceType| {
            base.rules.promotion_from_setup
                && !base.rules.royals.contains(*piece_type)
                && !base.rules.pawns.contains(*piece_type)
                && !base.rules.can_become(*piece_type)
        };
        let matters = |piece_type: &PieceType| {
            promotes(piece_type) || by_setup && base.changes_types(*piece_type)
        };
        let piece_types: PieceTypeSet = piece_types.iter().filter(matters).collect();
        let Ok(variant) = base.by_setup.get_or_make(piece_types, || {
            let mut rules = base.rules.clone();
            for pawn in base
                .rules
                .rank_pawn
                .iter()
                .flat_map(|pawn| Color::ALL.map(|color| Piece::new(color, *pawn)))
            {
                rules.promotions[pawn.index()]
                    .into
                    .extend(piece_types.iter().filter(promotes));
            }
            rules.promotes_by_choice = rules.promotions.iter().any(Promotion::is_choice);
            let tables = if by_setup {
                let einstein = piece_types
                    .iter()
                    .any(|piece_type| base.changes_types(piece_type));
                rules.first_rank = if einstein {
                    FirstRank::Triple
                } else {
                    FirstRank::Stuck
                };
                Tables::new(&rules, &base.movements, &base.board_tables)
            } else {
                base.tables.clone()
            };
            Ok::<_, Infallible>(Arc::new(Self {
                rules,
                tables,
                base: Some(Arc::clone(base)),
                ..(**base).clone()
            }))
        });
        variant
    }

    /// The variant of this game in which kings and castling pieces start on the given squares of their first ranks (castling from anywhere,
    /// Chess960). Equal squares share a derived variant.
    pub fn for_castling(self: &Arc<Self>, squares: CastlingSquares) -> Arc<Self> {
        let base = self.base();
        let Ok(variant) = base.by_castling.get_or_make(squares, || {
            let usual = &base.rules.castling;
            let ways = Color::ALL.map(|color| {
                let (king, rooks) = squares[color.index()];
                [false, true].map(|kingside| {
                    let (rook, way) = (rooks[usize::from(kingside)]?, usual.way(color, kingside)?);
                    Some(CastlingWay::new(
                        way.castler,
                        (king, way.king.1),
                        (rook, way.rook.1),
                    ))
                })
            });
            let kings = squares.map(|(king, _)| king);
            let castling = CastlingRules::new(ways, kings, true);
            Ok::<_, Infallible>(Arc::new(Self {
                rules: RuleSet {
                    castling,
                    ..base.rules.clone()
                },
                base: Some(Arc::clone(base)),
                ..(**base).clone()
            }))
        });
        variant
    }

    /// Whether hops of a piece type change the type of their hurdles (effect E).
    pub fn changes_types(&self, piece_type: PieceType) -> bool {
        self.rules.hurdle_effects[piece_type.index()]
            .effects
            .contains(&Effect::Einstein)
    }
}
