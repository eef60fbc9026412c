//! Makes positions from FENs. A FEN that is not a position of the game is refused; details that are only superfluous are
//! dropped.

use super::interface::Rules as _;
use super::{en_passant, endings};
use crate::base::{Bitboard, Color, Piece, PieceType, Square};
use crate::board::between;
use crate::position::{
    Delta, FenError, FenFields, Hand, Memory, Position, Rights, Setup, WrittenChecks,
};
use crate::variant::{FirstRank, Placing, Variant};
use crate::with_rules;
use std::sync::Arc;

/// The start position of a variant.
///
/// # Panics
/// If the variant's own start FEN is not a position of the game; the catalogue checks that when it loads a file.
pub fn start(variant: &Arc<Variant>) -> Position {
    position(variant, &variant.start)
        .expect("a variant's start position is checked when it is loaded")
}

/// The position of a FEN.
///
/// # Errors
/// [`FenError`] naming the field that cannot be understood, or the reason why the FEN is not a position of the game.
pub fn position(variant: &Arc<Variant>, fen: &str) -> Result<Position, FenError> {
    let fields = FenFields::split(fen)?;
    let variant = variant
        .for_placement(fields.boards)
        .map_err(FenError::Position)?;
    let setup = Setup::read(&variant, &fields)?;
    let pos = placed(&variant, &setup)?;
    if can_capture_king(&pos) {
        let reason = format!(
            "{} is in check, but it is {}'s move",
            (!pos.side_to_move()).name(),
            pos.side_to_move().name()
        );
        return Err(FenError::Position(reason));
    }
    Ok(pos)
}

/// The position of a set-up, without the test whether the side to move could capture a king.
///
/// # Errors
/// [`FenError::Kings`] or [`FenError::Position`] if a side does not have the kings that the game requires, [`FenError::Field`] if the set-up
/// sets something that the game does not have.
pub fn placed(variant: &Arc<Variant>, setup: &Setup) -> Result<Position, FenError> {
    let variant = variant.for_setup(setup.piece_types().collect());
    let (variant, rights) = match &setup.castling {
        Some(letters) if variant.rules.castling.anywhere => from_anywhere(&variant, setup, letters),
        _ => (variant, setup.state.rights),
    };
    let mut pos = Position::place(&variant, setup);
    check_kings(&pos)?;
    check_walls(&pos)?;
    let mut state = *pos.state();
    let given = if setup.has_castling_field {
        rights
    } else {
        Color::ALL
            .map(Rights::both)
            .into_iter()
            .fold(Rights::NONE, Rights::with)
    };
    state.rights = kept_rights(&pos, given);
    (state.legs_left, state.turn_length) = legs(&pos, setup.legs)?;
    state.unmoved = unmoved(&pos, setup, state.rights);
    state.checks_left = checks_left(&variant, setup.checks)?;
    if let Some(memory) = &setup.memory {
        state.memory = Memory::read(&variant, memory)?;
    }
    if state.memory.imitators.is_empty() {
        state.memory.imitators = variant.rules.zones.imitators;
    }
    state.en_passant = if state.mid_turn() {
        Bitboard::EMPTY
    } else {
        kept_en_passant(&pos, state.en_passant)
    };
    pos.apply(&Delta::new(state));
    state.legal_en_passant = with_rules!(&variant, R => en_passant::legal::<R>(&pos));
    pos.apply(&Delta::new(state));
    Ok(pos)
}

/// Whether the side that does not move is in check, so that its king could be captured; never after the loss of kings has ended the game.
pub fn can_capture_king(pos: &Position) -> bool {
    if pos.variant().rules.king_loss_ends && endings::has_lost_kings(pos, pos.side_to_move()) {
        return false;
    }
    with_rules!(pos.variant(), R => R::is_checked(pos, !pos.side_to_move()))
}

/// The pieces that count as unmoved: those at home on the files of the castling field, or all at home without that field; with gating
/// those of castling rights, too.
fn unmoved(pos: &Position, setup: &Setup, rights: Rights) -> Bitboard {
    let rules = &pos.variant().rules;
    let gating = rules.capabilities.gating;
    let letters = setup.castling.as_deref().unwrap_or_default();
    let named = |square: &Square| {
        let color = pos.at(*square).map(Piece::color);
        let is_it = |letter: char| {
            letter.to_ascii_uppercase() == (b'A' + square.file()) as char
                && letter.is_ascii_uppercase() == (color == Some(Color::White))
        };
        !setup.has_castling_field || letters.chars().any(is_it)
    };
    let at_home = rules.unmoved.iter().flat_map(|piece_type| {
        Color::ALL.map(|color| {
            pos.pieces(color, piece_type) & rules.first_moves[Piece::new(color, piece_type).index()]
        })
    });
    let mut at_home = at_home.fold(Bitboard::EMPTY, |all, squares| all | squares);
    let mut implied = Bitboard::EMPTY;
    if gating {
        for color in Color::ALL {
            let brings = rules.drops.captures || !pos.hand(color).is_empty();
            let own = pos.by_color(color) & rules.unmoved_homes[color.index()];
            let has = |kingside| rights.has(Rights::wing(color, kingside));
            if brings {
                at_home |= own;
                implied |= own & rules.castling.homes(color, has);
            }
        }
    }
    implied | at_home.into_iter().filter(named).collect::<Bitboard>()
}

/// Legs left and length of the turn, from the seventh field or, without it, from the move number.
fn legs(pos: &Position, given: Option<(u8, u8)>) -> Result<(u8, u8), FenError> {
    match (&pos.variant().rules.series, given) {
        (Some(_), Some(legs)) => Ok(legs),
        (Some(series), None) => {
            let length = series
                .schedule
                .length(pos.state().fullmove_number, pos.side_to_move());
            Ok((length, length))
        }
        (None, None) => Ok((0, 0)),
        (None, Some((left, length))) => Err(FenError::Field {
            field: "end",
            found: format!("{left}/{length}"),
            expected: format!(
                "no more fields, as {} has one move a turn",
                pos.variant().name
            ),
        }),
    }
}

/// The checks that each side still has to give; all of them if the FEN has no such field.
fn checks_left(variant: &Variant, given: Option<WrittenChecks>) -> Result<[u8; 2], FenError> {
    let wanted = variant.rules.checks;
    let Some(checks) = given else {
        return Ok([wanted; 2]);
    };
    let wrong = |expected| {
        let [white, black] = checks.counts;
        let sign = if checks.given { "+" } else { "" };
        Err(FenError::Field {
            field: "checks",
            found: format!("{sign}{white}+{black}"),
            expected,
        })
    };
    if wanted == 0 {
        return wrong(format!(
            "no such field, as {} does not count checks",
            variant.name
        ));
    }
    if checks.counts.iter().any(|count| *count > wanted) {
        return wrong(format!("at most {wanted} checks of each side"));
    }
    let left = |count| if checks.given { wanted - count } else { count };
    Ok(checks.counts.map(left))
}

fn check_kings(pos: &Position) -> Result<(), FenError> {
    if pos.variant().rules.capabilities.royal_capture {
        return check_captured_kings(pos);
    }
    let rules = &pos.variant().rules;
    if rules.any_kings && !rules.kings_in_hand {
        return Ok(());
    }
    for color in Color::ALL {
        let held = rules
            .royals
            .iter()
            .filter(|king| rules.hand.contains(*king));
        let in_hand: u8 = held.map(|king| pos.hand(color).count(king)).sum();
        let kings = pos.royals(color).count() + u32::from(in_hand);
        if kings != 1 {
            let side = color.name();
            return Err(FenError::Kings { side, kings });
        }
    }
    Ok(())
}

/// Checks the numbers of pieces in games in which kings are captured: each side has at most one king of each type (any number if
/// kings change sides), at least one side has a king, and one hand could hold all pieces of any type.
fn check_captured_kings(pos: &Position) -> Result<(), FenError> {
    let variant = pos.variant();
    for color in Color::ALL {
        for piece_type in variant.rules.royals.iter() {
            let count = pos.pieces(color, piece_type).count();
            if count > 1 && !variant.rules.any_kings {
                let letter = variant.letter_of(piece_type);
                let name = color.name();
                let reason = format!("{name} has {count} kings {letter} (expected at most one)");
                return Err(FenError::Position(reason));
            }
        }
    }
    if Color::ALL.iter().all(|color| pos.royals(*color).is_empty()) {
        let reason = "neither side has a king".to_owned();
        return Err(FenError::Position(reason));
    }
    for held in variant.rules.hand.iter() {
        let alike = (0..variant.rules.piece_types).map(PieceType::new);
        let standing: u32 = alike
            .filter(|piece_type| variant.rules.demoted[piece_type.index()] == held)
            .map(|piece_type| pos.by_type(piece_type).count())
            .sum();
        let in_hands: u32 = Color::ALL
            .map(|color| u32::from(pos.hand(color).count(held)))
            .iter()
            .sum();
        if standing + in_hands > u32::from(Hand::MOST) {
            let letter = variant.letter_of(held);
            let most = Hand::MOST;
            let reason = format!("more than {most} pieces {letter} on the board and in hand");
            return Err(FenError::Position(reason));
        }
    }
    Ok(())
}

/// Checks that there is one wall at most in games in which each turn moves the wall.
fn check_walls(pos: &Position) -> Result<(), FenError> {
    let rules = &pos.variant().rules;
    if rules.placing != Placing::Duck || !pos.walls().many() {
        return Ok(());
    }
    let squares: Vec<String> = pos.walls().into_iter().map(|at| at.to_string()).collect();
    Err(FenError::Field {
        field: "placement",
        found: "*".to_owned(),
        expected: format!(
            "it on one square at most, not on {}: each turn moves the only wall",
            squares.join(" and ")
        ),
    })
}

/// The variant with the castling squares that the castling field names, and the rights. `K` and `Q` name the outermost castling
/// piece on either side of the king, a file letter the piece on that file.
fn from_anywhere(variant: &Arc<Variant>, setup: &Setup, letters: &str) -> (Arc<Variant>, Rights) {
    let rules = &variant.rules;
    let mut rights = Rights::NONE;
    let squares = Color::ALL.map(|color| {
        let home = rules.castling.kings[color.index()];
        let on_first_rank = |is: &dyn Fn(PieceType) -> bool| -> Bitboard {
            let own = setup.pieces.iter().filter(|(square, piece)| {
                piece.color() == color && square.rank() == home.rank() && is(piece.piece_type())
            });
            own.map(|(square, _)| *square).collect()
        };
        let kings = on_first_rank(&|piece_type| rules.castling_kings.contains(piece_type));
        let at_home = Some(home).filter(|home| kings.contains(*home));
        let mut rooks = [None; 2];
        let Some(king) = at_home.or(kings.first()) else {
            return (home, rooks);
        };
        let own = letters
            .chars()
            .filter(|c| c.is_ascii_uppercase() == (color == Color::White));
        for letter in own.map(|c| c.to_ascii_uppercase()) {
            for kingside in [false, true] {
                let castler = rules.castling.castler(color, kingside);
                let alike = on_first_rank(&|piece_type| Some(piece_type) == castler);
                let beside = alike
                    .into_iter()
                    .filter(|at| (at.file() > king.file()) == kingside);
                let rook = match letter {
                    'K' if kingside => beside.last(),
                    'Q' if !kingside => beside.min_by_key(|at| at.file()),
                    'A'..='H' => beside
                        .into_iter()
                        .find(|at| at.file() == letter as u8 - b'A'),
                    _ => None,
                };
                if rook.is_some() {
                    rooks[usize::from(kingside)] = rook;
                    rights = rights.with(Rights::wing(color, kingside));
                }
            }
        }
        (king, rooks)
    });
    (variant.for_castling(squares), rights)
}

/// The part of `rights` for which king and rook are at home. In games in which rights return, a king at home without its
/// rooks still counts as unmoved.
fn kept_rights(pos: &Position, rights: Rights) -> Rights {
    let mut kept = Rights::NONE;
    for color in Color::ALL {
        let castling = &pos.variant().rules.castling;
        let home = castling.kings[color.index()];
        if !castling.has(color) {
            continue;
        }
        let kings = pos.by_types(pos.variant().rules.castling_kings) & pos.by_color(color);
        if !kings.contains(home) || pos.board_b().contains(home) {
            continue;
        }
        if pos.variant().rules.rights_return && rights.has_any(Rights::all(color)) {
            kept = kept.with(Rights::unmoved(color));
        }
        for kingside in [true, false] {
            let Some(way) = castling.way(color, kingside) else {
                continue;
            };
            let right = Rights::wing(color, kingside);
            let rooks = pos.pieces(color, way.castler) & !pos.board_b();
            if rights.has(right) && rooks.contains(way.rook.0) {
                kept = kept.with(right);
            }
        }
    }
    kept
}

/// The part of `squares` on which a pawn of the side to move could capture a pawn that has passed the square.
fn kept_en_passant(pos: &Position, squares: Bitboard) -> Bitboard {
    let (us, rules) = (pos.side_to_move(), &pos.variant().rules);
    if rules.capabilities.free_moves && rules.rank_pawn.is_none() {
        return kept_free_en_passant(pos, squares);
    }
    // A step from the second rank passes the third; a step from the first rank (where allowed) passes the second, or both.
    let from_first = rules.first_rank == FirstRank::Triple;
    let [second, third, fourth] = [1, 2, 3].map(|n| rules.nth_rank_of(!us, n));
    let can_have_passed = |square: &Square| {
        let (passes, ends) = if second.contains(*square) {
            (from_first, third | fourth)
        } else {
            let steps_over_third = rules.double_step || from_first;
            (third.contains(*square) && steps_over_third, fourth)
        };
        passes
            && en_passant::was_passed(pos, *square, !us)
            && en_passant::passer(pos, *square, !us).is_some_and(|at| ends.contains(at))
    };
    let passed = squares.into_iter().filter(can_have_passed).collect();
    with_rules!(pos.variant(), R => en_passant::capturable::<R>(pos, passed, us))
}

/// [`kept_en_passant`] for pawns that move by tables: the squares that a pawn can just have passed. That pawn stands on one of
/// `squares`, or ahead of them on their file.
fn kept_free_en_passant(pos: &Position, squares: Bitboard) -> Bitboard {
    let (us, rules) = (pos.side_to_move(), &pos.variant().rules);
    if rules.capabilities.schedule {
        return kept_of_a_turn(pos, squares);
    }
    let passed = squares & pos.vacant();
    let stand = (squares & pos.occupied()).first();
    let ahead = |square: Square| en_passant::passer_on_file(pos, square, !us);
    let Some(at) = stand.or_else(|| passed.first().and_then(ahead)) else {
        return Bitboard::EMPTY;
    };
    let recolours = rules.conditions.recolour_movers();
    let pawn = pos
        .at(at)
        .filter(|piece| (piece.color() == us) == recolours);
    let Some(pawn) = pawn.filter(|piece| rules.pawns.contains(piece.piece_type())) else {
        return Bitboard::EMPTY;
    };
    let occupied = pos.occupied() & !Bitboard::from(at);
    // Where the pawn comes from a wall may stand now, or a piece that came in there or went there in the same turn.
    let left = if rules.capabilities.gating || rules.capabilities.several_legs() {
        Bitboard::ALL
    } else {
        pos.vacant() | pos.walls()
    };
    let moves = pos.variant().tables.free[(!us).index()].moves.iter();
    let moves = moves.filter(|moves| moves.passes && moves.piece_type == pawn.piece_type());
    let origins = moves.flat_map(|moves| {
        let comes = |from: &Square| moves.targets.targets(*from, occupied).contains(at);
        (moves.from & left).into_iter().filter(comes)
    });
    // If several steps pass all the squares, the shortest is the one that the field describes.
    let ways = origins.map(|from| (from, between(from, at)));
    let way = ways.filter(|(_, way)| passed.any() && (passed & !*way).is_empty());
    let Some((from, _)) = way.min_by_key(|(_, way)| way.count()) else {
        return Bitboard::EMPTY;
    };
    if (from.file() != at.file()) != stand.is_some() {
        return Bitboard::EMPTY;
    }
    with_rules!(pos.variant(), R => en_passant::field::<R>(pos, from, at, passed))
}

/// [`kept_free_en_passant`] where a turn has several moves, in which several pawns can have passed squares, each of its own file.
fn kept_of_a_turn(pos: &Position, squares: Bitboard) -> Bitboard {
    let us = pos.side_to_move();
    let passed_here = pos.variant().rules.passed[(!us).index()];
    let can_have_passed = |square: &Square| {
        en_passant::was_passed(pos, *square, !us)
            && en_passant::passer_on_file(pos, *square, !us)
                .is_some_and(|at| has_passed(pos, *square, at))
    };
    let squares = (squares & passed_here).into_iter();
    let passed = squares.filter(can_have_passed).collect();
    with_rules!(pos.variant(), R => en_passant::capturable::<R>(pos, passed, us))
}

/// Whether the pawn of the side not to move that stands at `at` has a step over a square. Pieces may have come since to squares that it left or
/// passed, or have gone from those that it leapt over.
fn has_passed(pos: &Position, square: Square, at: Square) -> bool {
    let Some(pawn) = pos.at(at) else { return false };
    let occupied = pos.occupied() & !Bitboard::from(at);
    let moves = &pos.variant().tables.free[(!pos.side_to_move()).index()].moves;
    let moves = moves
        .iter()
        .filter(|moves| moves.passes && moves.piece_type == pawn.piece_type());
    moves
        .flat_map(|moves| moves.from.into_iter().map(move |from| (moves, from)))
        .any(|(moves, from)| {
            let comes = |occupied| moves.targets.targets(from, occupied).contains(at);
            between(from, at).contains(square) && (comes(Bitboard::EMPTY) || comes(occupied))
        })
}
