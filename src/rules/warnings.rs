//! Warnings about valid variant files: nobody can ever win, a piece never moves or never appears, and the like.

use super::setup::start;
use crate::base::{Bitboard, Color, Piece, PieceType, PieceTypeSet, Square};
use crate::betza::{self, Path, Stride, Travel};
use crate::position::{Position, Rights};
use crate::variant::{BareKing, FirstRank, GoalEvent, GoalRule, Stalemate, Variant};
use std::sync::Arc;

/// Whether the movement text of a piece is `-`, so that the piece never moves by itself.
fn is_dummy(variant: &Variant, piece_type: PieceType) -> bool {
    let text = variant.presentation.piece_types.get(piece_type.index());
    text.is_some_and(|text| betza::text_of(&text.movement) == "-")
}

/// Warnings for the author of a variant file, each a sentence without a full stop. They are limited to facts that hold in every game from
/// the start position.
pub fn warnings(variant: &Arc<Variant>) -> Vec<String> {
    let pos = start(variant);
    let appear = appearing(&pos);
    let mut warnings: Vec<String> = Vec::new();
    warnings.extend(no_way_to_win(&pos, appear));
    for piece_type in variant.rules.all_types() {
        let name = name(variant, piece_type);
        if variant.rules.wall == Some(piece_type) {
            continue;
        }
        if !appear.contains(piece_type) {
            warnings.push(format!("no {name} can ever stand on the board: the start position has none, and nothing becomes one"));
        } else if !is_dummy(variant, piece_type)
            && Color::ALL
                .iter()
                .all(|color| from_somewhere(variant, Piece::new(*color, piece_type)).is_empty())
        {
            warnings.push(format!(
                "a {name} never moves: the board has no two squares for its movement"
            ));
        }
    }
    warnings.extend(stuck_at_the_start(&pos));
    warnings.extend(no_castling(&pos));
    warnings.extend(castling_like_a_move(&pos));
    warnings.extend(nothing_to_drop(&pos).map(str::to_owned));
    warnings.extend(promoting_on_goals(&pos, appear));
    if variant
        .rules
        .rank_pawn
        .is_some_and(|pawn| appear.contains(pawn))
        && variant
            .rules
            .promotions
            .iter()
            .all(|promotion| promotion.into.is_empty())
        && !variant.rules.promotion_from_setup
        && variant.rules.conditions.is_empty()
        && !ends_on_the_last_rank(variant)
    {
        warnings.push(
            "a pawn on its last rank never moves again: `promotion` in [pawns] names no piece"
                .to_owned(),
        );
    }
    warnings
}

/// Whether a pawn that arrives on its last rank ends the game by a goal.
fn ends_on_the_last_rank(variant: &Variant) -> bool {
    let rules = &variant.rules;
    let ends = |goal: &GoalRule| match goal.event {
        GoalEvent::Reach { by, squares, .. } => {
            let covers =
                |color: &Color| (rules.last_rank_of(*color) & !squares[color.index()]).is_empty();
            rules.pawns.iter().any(|pawn| by.contains(pawn)) && Color::ALL.iter().all(covers)
        }
        _ => false,
    };
    rules.goals.iter().any(ends)
}

/// Warns of goals whose pieces have to promote on every square that counts.
fn promoting_on_goals(pos: &Position, appear: PieceTypeSet) -> Option<String> {
    let variant = pos.variant();
    let rules = &variant.rules;
    if rules.capabilities.side_effects || rules.capabilities.drops || !rules.conditions.is_empty() {
        return None;
    }
    rules.goals.iter().find_map(|goal| {
        let GoalEvent::Reach { by, squares, .. } = goal.event else {
            return None;
        };
        let kinds: Vec<PieceType> = by.iter().filter(|kind| appear.contains(*kind)).collect();
        let promotes = |kind: &PieceType| {
            Color::ALL.into_iter().all(|color| {
                let promotion = rules.promotion(Piece::new(color, *kind));
                let counting = squares[color.index()];
                let standing = pos.pieces(color, *kind) & counting;
                let stays = counting & !(promotion.must & promotion.zone);
                !promotion.into.is_empty() && !promotion.by_capture && (stays | standing).is_empty()
            })
        };
        let first = kinds.first().filter(|_| kinds.iter().all(promotes))?;
        Some(format!(
            "the goal of a {} is never reached: it becomes another piece on all these squares, unless `promotion` in [pawns] names none",
            name(variant, *first)
        ))
    })
}

/// Warns of hands that are empty at the start and to which nothing ever comes.
fn nothing_to_drop(pos: &Position) -> Option<&'static str> {
    let rules = &pos.variant().rules;
    let empty = Color::ALL.iter().all(|color| pos.hand(*color).is_empty());
    (!rules.hand.is_empty() && !rules.drops.captures && empty).then_some(
        "nothing can be dropped: the start position has nothing in hand, and by `captures = false` nothing comes there",
    )
}

fn name(variant: &Variant, piece_type: PieceType) -> String {
    let text = &variant.presentation.piece_types[piece_type.index()];
    if text.name == text.letter {
        format!("piece {}", text.letter)
    } else {
        text.name.clone()
    }
}

/// The piece types that can come to the board.
fn appearing(pos: &Position) -> PieceTypeSet {
    let rules = &pos.variant().rules;
    let all = rules.all_types();
    // If players declare pieces or the set-up decides what pawns become, every type can appear.
    if pos.variant().takes_pieces() || rules.promotion_from_setup {
        return all.collect();
    }
    let standing = |piece_type: &PieceType| {
        pos.by_type(*piece_type).any()
            || Color::ALL
                .iter()
                .any(|color| pos.hand(*color).count(*piece_type) > 0)
    };
    let mut appear: PieceTypeSet = all.filter(standing).collect();
    loop {
        let before = appear;
        for piece_type in before.iter() {
            for color in Color::ALL {
                let promotion = rules.promotion(Piece::new(color, piece_type));
                appear.extend(promotion.into.iter().copied());
            }
            for captured in [false, true] {
                appear.extend(changed(pos.variant(), piece_type, before, captured));
            }
        }
        if appear == before {
            return appear;
        }
    }
}

/// The types that a piece can become along the ladder, if effects or conditions use the ladder.
fn changed(
    variant: &Variant,
    piece_type: PieceType,
    others: PieceTypeSet,
    captured: bool,
) -> Vec<PieceType> {
    let rules = &variant.rules;
    if rules.royals.contains(piece_type) {
        return Vec::new();
    }
    let mut found = Vec::new();
    if !rules.conditions.is_empty() {
        found.push(rules.ladder.moved(piece_type, captured));
        found.extend(rules.pawns.iter());
    }
    let hurdlers = others
        .iter()
        .filter(|other| rules.hurdlers.contains(*other));
    found.extend(
        hurdlers
            .filter(|hurdler| variant.changes_types(*hurdler))
            .map(|hurdler| rules.ladder.hurdled(piece_type, hurdler, captured)),
    );
    found
}

/// Why neither side, or one of them, can ever win.
fn no_way_to_win(pos: &Position, appear: PieceTypeSet) -> Option<String> {
    let variant = pos.variant();
    let rules = &variant.rules;
    let others = rules.stalemate != Stalemate::Draw
        || !rules.goals.is_empty()
        || rules.bare_king == BareKing::Loses;
    if others || !rules.conditions.is_empty() || rules.capabilities.relay {
        return None;
    }
    let captures = |piece_type: &PieceType| {
        let text = &variant.presentation.piece_types[piece_type.index()].movement;
        betza::parse(text).is_ok_and(|movement| {
            movement
                .flattened()
                .paths
                .iter()
                .any(|path| path.modes.capture)
        })
    };
    if rules.capabilities.royal_capture {
        let capturing = appear.iter().any(|piece_type| captures(&piece_type));
        return (!capturing).then(|| "nobody can win: no piece can capture a king".to_owned());
    }
    let no_royals = || {
        rules
            .royals
            .iter()
            .all(|royal| pos.by_type(royal).is_empty())
    };
    if !rules.kings_in_hand && no_royals() {
        return Some(
            "nobody can win: the start position has no royal piece, so nobody can be mated"
                .to_owned(),
        );
    }
    let kingless = Color::ALL
        .into_iter()
        .find(|color| pos.royals(*color).is_empty());
    if let Some(side) = kingless.filter(|_| !rules.kings_in_hand && !rules.kings_turn) {
        let (side, other) = (side.name(), (!side).name());
        return Some(format!(
            "{other} can never win: {side} has no royal piece, so it cannot be mated, and there are no `goals` in [ends]"
        ));
    }
    let checking = appear
        .iter()
        .filter(|piece_type| !rules.royals.contains(*piece_type))
        .any(|piece_type| captures(&piece_type));
    (!checking).then(|| {
        "nobody can win: no piece besides kings can capture, so nobody can be mated".to_owned()
    })
}

/// The squares from which a piece can move for at least one occupancy of the board.
fn from_somewhere(variant: &Variant, piece: Piece) -> Bitboard {
    let board = variant.rules.board.squares();
    let text = &variant.presentation.piece_types[piece.piece_type().index()].movement;
    let Ok(movement) = betza::parse(text) else {
        return board;
    };
    // On boards on which pawns change direction, forward depends on the square.
    if !variant.rules.zones.is_straight() {
        return board;
    }
    let fits = |from: &Square| {
        let mut paths = movement.paths.iter().chain(&movement.chains);
        paths.any(|path| fits(variant, piece.color(), path, *from))
    };
    board.into_iter().filter(fits).collect()
}

/// Whether the shortest move along a path from `from` stays on the board.
fn fits(variant: &Variant, color: Color, path: &Path, from: Square) -> bool {
    let last = match path.travel {
        Travel::HopBehind { .. } | Travel::HopBeyond { .. } => 2,
        _ => 1,
    };
    let legs = path.legs.iter().map(|leg| leg.stride);
    let strides = legs.chain(std::iter::repeat_n(path.last, last));
    let mut at = Some(from);
    for stride in strides {
        at = at.and_then(|at| beyond(variant, color, at, stride));
    }
    at.is_some_and(|to| variant.rules.board.squares().contains(to))
}

/// The square at the end of a stride, on the board as a rectangle or a cylinder.
fn beyond(variant: &Variant, color: Color, at: Square, stride: Stride) -> Option<Square> {
    let stride = if color == Color::White {
        stride
    } else {
        stride.reversed()
    };
    let (files, ranks) = (
        i16::from(variant.rules.files),
        i16::from(variant.rules.ranks),
    );
    let file = i16::from(at.file()) + i16::from(stride.files);
    let able = variant.rules.capabilities;
    let file = if able.wraps || able.goes_round {
        file.rem_euclid(files)
    } else {
        file
    };
    let rank = i16::from(at.rank()) + i16::from(stride.ranks);
    let inside = (0..files).contains(&file) && (0..ranks).contains(&rank);
    inside.then(|| Square::at(file as u8, rank as u8))
}

/// Warns of pieces that can never leave their start squares, in games in which nothing else can move them.
fn stuck_at_the_start(pos: &Position) -> Option<String> {
    let variant = pos.variant();
    let rules = &variant.rules;
    if rules.capabilities.side_effects || rules.capabilities.dynamo || rules.capabilities.relay {
        return None;
    }
    let stuck = |square: &Square| {
        let Some(piece) = pos.at(*square) else {
            return false;
        };
        let somewhere = from_somewhere(variant, piece);
        let dead_pawn = rules.rank_pawn == Some(piece.piece_type())
            && rules.first_rank == FirstRank::Stuck
            && rules.stuck_pawns_of(piece.color()).contains(*square);
        somewhere.any() && (dead_pawn || !somewhere.contains(*square))
    };
    let squares: Vec<Square> = pos.occupied().into_iter().filter(stuck).collect();
    let piece = pos.at(*squares.first()?)?;
    let square = squares[0];
    let name = name(variant, piece.piece_type());
    let owner = piece.color().name();
    Some(format!(
        "{owner}'s {name} on {square} never moves from there"
    ))
}

/// Warns of castling whose text is also that of a move of the king alone.
fn castling_like_a_move(pos: &Position) -> Option<String> {
    let variant = pos.variant();
    let rules = &variant.rules;
    let ways = Color::ALL.into_iter().flat_map(|color| {
        let wings = [true, false].into_iter();
        let right = move |kingside: &bool| pos.state().rights.has(Rights::wing(color, *kingside));
        wings.filter(right).map(move |kingside| (color, kingside))
    });
    let way = ways
        .filter_map(|(color, kingside)| rules.castling.way(color, kingside))
        .find(|way| {
            let king = pos.at(way.king.0);
            king.is_some_and(|king| {
                let quiet = &variant.moves_of(king).quiet;
                quiet
                    .targets(way.king.0, Bitboard::EMPTY)
                    .contains(way.king.1)
            })
        })?;
    let (from, to) = way.king;
    Some(format!(
        "the king also goes from {from} to {to} by its own movement, and the text {from}{to} means that move where both are possible"
    ))
}

/// Warns of a side that can castle by the variant file but has no castling right in the start position.
fn no_castling(pos: &Position) -> Option<String> {
    let rules = &pos.variant().rules;
    let never = |color: &Color| {
        rules.castling.has(*color)
            && !rules.rights_return
            && !rules.dropped_castle
            && !pos.state().rights.has_any(Rights::both(*color))
    };
    let color = Color::ALL.into_iter().find(never)?;
    let name = color.name();
    Some(format!(
        "{name} never castles: the start position gives no right to, but [castling] names a piece"
    ))
}
