//! The description of a game that XBoard does not have: the piece table with its pictures, the
//! board, the start position, and how each piece moves. All of it is read from the variant.

use super::walls;
use crate::base::{Color, Piece, PieceType, Square};
use crate::catalogue::Catalogue;
use crate::pictures::{Badge, Figure};
use crate::position::{FenFields, Position, squares_text};
use crate::rules;
use crate::variant::Variant;
use std::sync::Arc;

/// Slots of one side in XBoard's piece table.
const SLOTS: usize = 66;
/// The minimum number of slots per side in the piece table.
const FEWEST: usize = 22;
/// The slot whose piece XBoard takes for the king: the last of the table.
const KING_SLOT: usize = SLOTS - 1;
/// The slot of a king that XBoard must not take for its own: XBoard calls its piece a commoner.
const COMMONER_SLOT: usize = 10;
/// The slots whose pieces XBoard takes for pawns or for its Lion, with rules of their own.
const MISREAD: [usize; 3] = [0, 18, 21];
/// The slot of the piece that castles.
const ROOK_SLOT: usize = 3;
/// The slot of a pawn that can be dropped.
const DROPPED_PAWN_SLOT: usize = 9;
/// The distance from the slot of a piece to the slot of its promoted form.
const PROMOTED: usize = 11;
/// Slots for pieces without a picture of their own, the best pictures first: unicorn, swords, star,
/// helmet, dome, crowned rook, crowned bishop, small horse, small queen, bird, cobra, cannon and so on.
/// Slot 18 is left out: XBoard takes its piece for a pawn.
const SPARE: [usize; 14] = [20, 7, 8, 9, 10, 14, 13, 16, 15, 17, 19, 11, 12, 6];

/// The picture slot of each piece type, for one side; `None` for piece types that find no room.
type Slots = Vec<Option<usize>>;

/// The slot of a piece of orthodox chess, by its letter.
fn natural(letter: &str) -> Option<usize> {
    match letter {
        "P" => Some(0),
        "N" => Some(1),
        "B" => Some(2),
        "R" => Some(ROOK_SLOT),
        "Q" => Some(4),
        _ => None,
    }
}

/// Whether a side has a piece type at the start.
fn starts_with(variant: &Variant, color: Color, piece_type: PieceType) -> bool {
    let letter = variant.letter_of(piece_type);
    let letter = match color {
        Color::White => letter.to_owned(),
        Color::Black => letter.to_ascii_lowercase(),
    };
    variant
        .start
        .split(' ')
        .next()
        .is_some_and(|pieces| pieces.contains(&letter))
}

/// Whether XBoard should treat the royal piece as its king: only if the game has check and one royal piece type that keeps its
/// colour, because XBoard's king cannot change colour.
fn has_king(variant: &Variant) -> bool {
    let one = variant.rules.royals.iter().count() == 1;
    one && !variant.rules.capabilities.royal_capture && !variant.rules.kings_turn
}

/// Slots of pieces that have a picture of their own: drawing, degrees, letters on it (`*`: a target) and slot. Hopgi's promoted
/// pieces need the slots eleven behind those of the plain pieces. Slots below 22 are mostly left to pieces that other engines show
/// by the same pictures, since XBoard may keep a folder of pictures for them.
const FIGURE_SLOTS: &str = "\
    knight/0/=1 bishop/0/=2 rook/0/=3 queen/0/=4 king/0/F=44 king/0/W=54 \
    crab/0/=43 crab/0/I=42 crab/0/R=22 crab/0/*=27 snail/0/=25 snail/0/*=49 \
    lobster/0/=41 lobster/0/*=28 crabsnail/0/=33 crabsnail/0/*=26 lion/0/=32 queen/90/=23 queen/90/A=24 \
    queen/180/=48 queen/135/=30 queen/225/=31 queen/45/=45 queen/135/C=34 queen/135/E=35 \
    queen/45/A=36 queen/45/E=37 queen/225/C=38 queen/135/CE=39 queen/135/EC=40 queen/45/AE=46 \
    queen/225/CA=47 wall/0/=50 duck/0/=51";

/// The slot of a figure that has the same slot in every game.
fn figure_slot(figure: &Figure) -> Option<usize> {
    let letters = match &figure.badge {
        Badge::None => "",
        Badge::Target => "*",
        Badge::Letters(letters) => letters,
        _ => return None,
    };
    let wanted = format!("{}/{}/{letters}", figure.part, figure.turn);
    let mut rows = FIGURE_SLOTS
        .split_whitespace()
        .filter_map(|row| row.split_once('='));
    let (_, slot) = rows.find(|(figure, _)| *figure == wanted)?;
    slot.parse().ok()
}

/// The preferred slot of a piece of a side, even if another piece has it; `taken` are the slots given away so far.
fn wanted_slot(
    variant: &Variant,
    color: Color,
    piece_type: PieceType,
    taken: &[bool; SLOTS],
) -> Option<usize> {
    let piece = &variant.presentation.piece_types[piece_type.index()];
    let figure = Figure::of(variant, piece_type);
    if figure.part == "king" && figure.badge == Badge::None {
        return Some(COMMONER_SLOT);
    }
    if variant.rules.pawn == Some(piece_type) {
        // XBoard never lets the piece of slot 0 be dropped on the last rank.
        let anywhere = Color::ALL.iter().all(|color| {
            variant.rules.drop_region(*color, piece_type) == variant.rules.board.squares()
        });
        let dropped = variant.rules.hand.contains(piece_type) && anywhere;
        return Some(if dropped { DROPPED_PAWN_SLOT } else { 0 });
    }
    let own = figure_slot(&figure).filter(|slot| !taken[*slot]);
    if own.is_some() {
        return own;
    }
    if variant.rules.castling.is_castler(color, piece_type) {
        return Some(ROOK_SLOT);
    }
    let picture = piece.picture.map(usize::from);
    if starts_with(variant, color, piece_type) && variant.rules.shooters.is_empty() {
        return natural(&piece.letter).or(picture);
    }
    picture
        .filter(|_| natural(&piece.letter).is_none_or(|slot| taken[slot]))
        .or_else(|| natural(&piece.letter))
}

/// Gives each piece type of a side its slot: the pieces of its own army first, so that they get the pictures (and the castling
/// rook) a player expects; pieces that the player has declared get what is left.
pub fn slots(variant: &Variant, color: Color) -> Slots {
    let mut slots: Slots = vec![None; variant.rules.piece_types];
    let mut taken = [false; SLOTS];
    taken[KING_SLOT] = true;
    let mut piece_types: Vec<PieceType> =
        (0..variant.rules.piece_types).map(PieceType::new).collect();
    let declared = |piece_type: PieceType| {
        let picture = variant.presentation.piece_types[piece_type.index()].picture;
        variant.takes_pieces() && picture.is_none()
    };
    piece_types.sort_by_key(|piece_type| {
        let starts = starts_with(variant, color, *piece_type);
        (!starts, declared(*piece_type))
    });
    for piece_type in piece_types {
        let piece = &variant.presentation.piece_types[piece_type.index()];
        if piece.letter.starts_with('+') {
            continue;
        }
        if variant.rules.royals.contains(piece_type) && has_king(variant) {
            slots[piece_type.index()] = Some(KING_SLOT);
            continue;
        }
        let is_pawn = variant.rules.pawn == Some(piece_type);
        let form = variant.type_of_letter(&format!("+{}", piece.letter));
        let is_fit = |slot: &usize| {
            let free = taken.get(*slot) == Some(&false);
            free && (is_pawn || !MISREAD.contains(slot))
                && (form.is_none() || !MISREAD.contains(&(slot + PROMOTED)))
        };
        let slot = wanted_slot(variant, color, piece_type, &taken).filter(is_fit);
        let slot = slot.or_else(|| SPARE.into_iter().find(is_fit));
        if let Some(slot) = slot {
            taken[slot] = true;
            slots[piece_type.index()] = Some(slot);
        }
    }
    // A promoted form has the slot eleven after the slot of its piece.
    for (index, piece) in variant.presentation.piece_types.iter().enumerate() {
        if let Some(base) = piece
            .letter
            .strip_prefix('+')
            .and_then(|letter| variant.type_of_letter(letter))
        {
            slots[index] = slots[base.index()].map(|slot| slot + PROMOTED);
        }
    }
    slots
}

/// The piece in hand that a person picks up, by its square in XBoard's holdings. On a board of seven files `i3` is a square of
/// White's holdings, to the right; `_7` is one of Black's, to the left; both are one file away from the board. White's rows count
/// from the bottom, Black's from the top, one per letter of the piece table in the order of slots (4.9.1, function
/// `PieceToNumber`). `None` for other texts.
pub fn held_piece(variant: &Arc<Variant>, text: &str) -> Option<Piece> {
    let mut letters = text.chars();
    let file = u32::from(letters.next()?);
    let number: u8 = letters.as_str().parse().ok()?;
    let rules = &variant.rules;
    let (color, row) = if file == u32::from(b'a' + rules.files + 1) {
        (Color::White, number.checked_sub(1)?)
    } else if file == u32::from(b'a' - 2) {
        (Color::Black, rules.ranks.checked_sub(number)?)
    } else {
        return None;
    };
    let slots = slots(variant, color);
    let mut pieces: Vec<usize> = (0..slots.len())
        .filter(|index| slots[*index].is_some())
        .collect();
    pieces.sort_by_key(|index| slots[*index]);
    let index = pieces.get(usize::from(row))?;
    Some(Piece::new(color, PieceType::new(*index)))
}

/// The piece type that XBoard treats as its king.
pub fn king(variant: &Arc<Variant>) -> Option<PieceType> {
    let all = variant.with_all_pieces();
    variant
        .rules
        .royals
        .iter()
        .next()
        .filter(|_| has_king(&all))
}

/// Whether moves of a game can change more than XBoard changes by itself.
pub fn has_effects(variant: &Arc<Variant>) -> bool {
    variant.with_all_pieces().rules.capabilities.changes_more()
}

/// The letters for nicknames: first those that no game uses for a piece, then the others. `x` is left out, since XBoard
/// takes it for a capture.
const NICKNAMES: &str = "tyzuvdmiwosfghjlcabeknpqr";

/// The nickname of each piece type: the letter, in lower case, by which a ply makes the moving piece one of that type
/// of the *other* side. Only games with effects need nicknames. XBoard's king has none, and
/// in games with many piece types letters may run out.
pub fn nicknames(variant: &Arc<Variant>) -> Vec<Option<char>> {
    let all = variant.with_all_pieces();
    let letters = all_nicknames(&all);
    let by_letter = |piece: &crate::variant::PieceTypeText| {
        let index = all.type_of_letter(&piece.letter)?.index();
        letters.get(index).copied().flatten()
    };
    variant
        .presentation
        .piece_types
        .iter()
        .map(by_letter)
        .collect()
}

/// The nicknames in a game that contains all pieces that can be declared.
fn all_nicknames(variant: &Arc<Variant>) -> Vec<Option<char>> {
    let wall = walls::letter(variant);
    let taken = |letter: char| {
        let is_it = |piece: &crate::variant::PieceTypeText| {
            piece.letter.eq_ignore_ascii_case(&letter.to_string())
        };
        variant.presentation.piece_types.iter().any(is_it)
            || wall.is_some_and(|wall| wall.eq_ignore_ascii_case(&letter))
    };
    let mut free = NICKNAMES.chars().filter(|letter| !taken(*letter));
    let needed = variant.rules.capabilities.changes_more();
    let king = king(variant);
    // If there are too few letters, the pieces that the player has not declared get none.
    let mut order: Vec<usize> = (0..variant.rules.piece_types).collect();
    order.sort_by_key(|index| {
        let declared = variant.is_declared(PieceType::new(*index));
        variant.takes_pieces() && !declared
    });
    let mut found = vec![None; variant.rules.piece_types];
    for index in order {
        if needed && king.map(PieceType::index) != Some(index) {
            found[index] = free.next();
        }
    }
    found
}

/// The piece table: at least 22 slots per side, `.` for an empty slot, `+` for promoted forms. In games with effects each letter is
/// followed by a nickname, as in `N=y`, which means the other side's piece.
pub fn table(variant: &Arc<Variant>) -> String {
    let mut table = String::from("(");
    let nicknames = nicknames(variant);
    let slots = Color::ALL.map(|color| slots(variant, color));
    // Both sides need tables of the same length, the king's slot being the last.
    let used = slots.iter().flatten().flatten().copied();
    let last = used.filter(|slot| *slot != KING_SLOT).max();
    let length = last.map_or(FEWEST, |last| FEWEST.max(last + 2));
    for color in Color::ALL {
        let mut side = vec![".".to_owned(); length];
        for (index, slot) in slots[color.index()].iter().enumerate() {
            let slot = slot.map(|slot| if slot == KING_SLOT { length - 1 } else { slot });
            let letter = walls::letter_of(variant, PieceType::new(index));
            let letter = letter.chars().next().unwrap_or('.');
            if let Some(place) = slot.and_then(|slot| side.get_mut(slot)) {
                let (letter, nickname) = match (color, nicknames[index]) {
                    (Color::White, nickname) => (letter, nickname),
                    (Color::Black, nickname) => (
                        letter.to_ascii_lowercase(),
                        nickname.map(|letter| letter.to_ascii_uppercase()),
                    ),
                };
                *place = match nickname {
                    Some(nickname) => format!("{letter}={nickname}"),
                    None => letter.to_string(),
                };
            }
        }
        // XBoard keeps a nickname of an earlier table if the new table has none: the piece's own letter replaces it without harm.
        if variant.takes_pieces() {
            let last = side.len() - 1;
            for place in side[..last].iter_mut().filter(|place| place.len() == 1) {
                *place = format!("{place}={place}");
            }
        }
        table.extend(side);
    }
    table.push(')');
    table
}

/// A movement in XBoard's dialect of Betza's notation: riders other than queen lines need a range, and so do hops over the
/// adjacent square.
pub fn dialect(movement: &str) -> String {
    let mut text = String::with_capacity(movement.len() + 4);
    let mut letters = movement.chars().peekable();
    let mut hops = false;
    while let Some(letter) = letters.next() {
        if letter.is_ascii_lowercase() {
            hops |= matches!(letter, 'g' | 'p');
            // A hop before another leg (`a`) is a step onto a piece: XBoard needs no range there.
            hops &= letter != 'a';
            text.push(letter);
            continue;
        }
        text.push(letter);
        if letter.is_ascii_uppercase() {
            let leaper = !matches!(letter, 'R' | 'B' | 'Q' | 'K' | 'O');
            if leaper && letters.peek() == Some(&letter) {
                letters.next();
                text.push('0');
            } else if leaper && hops && !letters.peek().is_some_and(char::is_ascii_digit) {
                text.push('2');
            }
            hops = false;
        }
    }
    text
}

/// The movement of a piece as XBoard needs it. If pieces can change on their squares, it must not contain castling: XBoard would
/// take such a change for castling.
fn movement(variant: &Variant, piece_type: PieceType) -> String {
    let piece = &variant.presentation.piece_types[piece_type.index()];
    if let Some(text) = &piece.xboard {
        return text.clone();
    }
    let text = dialect(&piece.movement);
    match text
        .split_once('O')
        .filter(|_| variant.rules.capabilities.changes_more())
    {
        Some((before, after)) => {
            let before = before.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
            let after = after.trim_start_matches(|letter: char| letter.is_ascii_digit());
            format!("{before}{after}")
        }
        None => text,
    }
}

/// The `piece` lines of a game. `&` means the piece in the same slot of both sides, so a piece type with
/// different slots needs a line for each side.
fn pieces(variant: &Arc<Variant>) -> Vec<String> {
    let [white, black] = Color::ALL.map(|color| slots(variant, color));
    // XBoard knows the moves of its king. With a line for the king it would castle in games that have no such castling.
    let unsent = |piece_type: &PieceType| {
        variant.rules.is_wall(*piece_type)
            || variant.rules.capabilities.changes_more() && king(variant) == Some(*piece_type)
    };
    let piece_types = (0..variant.rules.piece_types).map(PieceType::new);
    let lines = piece_types
        .filter(|piece_type| !unsent(piece_type))
        .flat_map(|piece_type| {
            let index = piece_type.index();
            let (letter, movement) = (variant.letter_of(piece_type), movement(variant, piece_type));
            if white[index] == black[index] {
                vec![format!("piece {letter}& {movement}")]
            } else {
                let small = letter.to_ascii_lowercase();
                vec![
                    format!("piece {letter} {movement}"),
                    format!("piece {small} {movement}"),
                ]
            }
        });
    lines.collect()
}

/// The game of XBoard's with the most similar rules. Effects need null moves, which XBoard passes on only in games like `lion`,
/// whose other rules are those of chess.
fn parent(variant: &Variant) -> &str {
    if variant.rules.capabilities.changes_more() {
        "lion"
    } else {
        &variant.presentation.xboard_parent
    }
}

/// Completes a FEN that XBoard has written, with walls as pieces. XBoard writes no castling rights if it has no king or another piece than
/// its rook castles: then the pieces on their home squares get the rights.
pub fn fen_of_xboard(variant: &Arc<Variant>, fen: &str) -> String {
    let variant = variant.with_all_pieces();
    let castles = variant.rules.castling.exists();
    let read = walls::read(&variant, fen);
    let fen = read.as_deref().unwrap_or(fen);
    let Ok(fields) = FenFields::split(fen) else {
        return fen.to_owned();
    };
    let mut rights = match fields.castling {
        Some("-") if castles && !has_king(&variant) => "KQkq".to_owned(),
        Some(rights) if has_king(&variant) => rights.replace('-', ""),
        _ => return fen.to_owned(),
    };
    if rights.chars().all(|letter| "KQkq".contains(letter)) {
        for (color, wings) in [(Color::White, "KQ"), (Color::Black, "kq")] {
            let rook =
                |castler: PieceType| slots(&variant, color)[castler.index()] == Some(ROOK_SLOT);
            for (wing, kingside) in wings.chars().zip([true, false]) {
                let castler = variant.rules.castling.castler(color, kingside);
                if castler.is_some_and(|castler| !rook(castler)) && !rights.contains(wing) {
                    rights.push(wing);
                }
            }
        }
    }
    if rights.is_empty() {
        rights.push('-');
    }
    let castling = Some(rights.as_str());
    FenFields { castling, ..fields }.to_string()
}

/// Whether XBoard is sent null moves in a game. In such games XBoard counts repetitions and quiet moves wrongly.
pub fn has_null_moves(variant: &Arc<Variant>) -> bool {
    parent(&variant.with_all_pieces()) == "lion"
}

/// The first field of a start position with walls as pieces, and with walls in hand. `field` is that field as our FENs have it.
fn walled(variant: &Arc<Variant>, field: &str) -> String {
    let start = rules::start(variant);
    let mover = start.side_to_move();
    let shown = |square| Some(walls::shown(variant, start.at(square)?, mover));
    let hands = field.split_once('[').map_or("", |(_, hands)| hands);
    let hands = hands.trim_end_matches(']');
    let (placed, supply) = (placement(variant, shown), walls::supply(variant));
    format!("{placed}[{hands}{supply}]")
}

/// The start position as XBoard reads it: placement with hands, side, castling, counters; only the first of two boards.
fn fen(variant: &Arc<Variant>) -> String {
    let mut fields: Vec<&str> = variant.start.split(' ').collect();
    let walled = variant.rules.wall.map(|_| walled(variant, fields[0]));
    if let Some(walled) = &walled {
        fields[0] = walled;
    }
    // XBoard has no field for checks.
    if fields.get(4).is_some_and(|field| field.contains('+')) {
        fields.remove(4);
    }
    fields.truncate(6);
    let mut text = fields.join(" ");
    if let Some(bar) = text.find('|') {
        let end = text[bar..].find([' ', '[']).unwrap_or(text.len() - bar);
        text.replace_range(bar..bar + end, "");
    }
    text
}

/// The first field of a FEN of XBoard's without the hands, in which holes are `*`.
pub fn placement(variant: &Arc<Variant>, piece: impl Fn(Square) -> Option<Piece>) -> String {
    let rules = &variant.rules;
    let holes = !rules.board.squares();
    squares_text(rules.files, rules.ranks, |square| {
        let Some(piece) = piece(square) else {
            return holes.contains(square).then(|| "*".to_owned());
        };
        let letter = walls::letter_of(variant, piece.piece_type());
        Some(match piece.color() {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        })
    })
}

/// Whether XBoard has the game by itself and under the same name.
fn is_known_to_xboard(variant: &Variant) -> bool {
    let shown = &variant.presentation;
    variant.name == "chess" || shown.xboard_parent == shown.xboard_name
}

/// The lines that answer `variant`: none for games that XBoard has.
pub fn lines(variant: &Arc<Variant>) -> Vec<String> {
    let variant = variant.with_all_pieces();
    if is_known_to_xboard(&variant) {
        return Vec::new();
    }
    // XBoard puts every captured piece into the holdings, even if it cannot be dropped, and drops walls from there.
    let capturable = variant
        .presentation
        .piece_types
        .iter()
        .filter(|piece| !piece.letter.starts_with('+'))
        .count();
    let held = if variant.rules.hand.is_empty() && variant.rules.wall.is_none() {
        0
    } else {
        capturable
    };
    let mut lines = vec![format!(
        "setup {} {}x{}+{held}_{} {}",
        table(&variant),
        variant.rules.files,
        variant.rules.ranks,
        parent(&variant),
        fen(&variant),
    )];
    lines.extend(pieces(&variant));
    lines
}

/// The name of the game that XBoard calls `name`.
pub fn our_name(catalogue: &Catalogue, name: &str) -> Option<String> {
    if name == "normal" {
        return Some("chess".to_owned());
    }
    catalogue.name_of_alias(name)
}

/// The `highlight` line with the colour letter of each square.
pub fn highlight(variant: &Variant, colour: impl Fn(Square) -> Option<char>) -> String {
    let rules = &variant.rules;
    let colours = squares_text(rules.files, rules.ranks, |square| {
        colour(square).map(String::from)
    });
    format!("highlight {colours}")
}

/// Whether a line is one of an `edit` session: a piece or `x` and a square, `#` or `c`.
pub fn is_edit_line(line: &str) -> bool {
    let square = line
        .get(1..)
        .and_then(|square| square.parse::<Square>().ok());
    let letter = line.starts_with(|c: char| c.is_ascii_alphabetic());
    matches!(line, "#" | "c") || letter && square.is_some()
}

/// The FEN of an `edit` session: pieces in the old set-up language, White's then Black's. `chosen` is the game by which the
/// position will be set up.
pub fn edited_fen(pos: &Position, chosen: &Arc<Variant>, lines: &[String]) -> String {
    let mut squares = [const { String::new() }; Square::COUNT];
    for square in pos.occupied() {
        squares[square.index()] = pos
            .at(square)
            .map_or_else(String::new, |it| pos.piece_text(it));
    }
    // A small `x` clears a square; a large one does so too, unless it is the letter of a piece.
    let no_x = chosen.with_all_pieces().type_of_letter("X").is_none();
    let wall = walls::letter(chosen).map(String::from);
    let is_wall = |piece: &str| wall.iter().any(|wall| wall.eq_ignore_ascii_case(piece));
    let mut color = Color::White;
    for line in lines {
        let (piece, square) = line.split_at_checked(1).unwrap_or((line, ""));
        match (line.as_str(), square.parse::<Square>()) {
            ("#", _) => squares.fill(String::new()),
            ("c", _) => color = !color,
            (_, Ok(square)) => {
                squares[square.index()] = match color {
                    _ if piece == "x" || piece == "X" && no_x => String::new(),
                    _ if is_wall(piece) => "*".to_owned(),
                    Color::White => piece.to_ascii_uppercase(),
                    Color::Black => piece.to_ascii_lowercase(),
                };
            }
            _ => {}
        }
    }
    let rules = &pos.variant().rules;
    let text = |square: Square| match squares[square.index()].as_str() {
        "" if !rules.board.squares().contains(square) => Some("*".to_owned()),
        "" => None,
        piece => Some(piece.to_owned()),
    };
    let placement = squares_text(rules.files, rules.ranks, text);
    format!("{placement} {} KQkq - 0 1", pos.side_to_move().letter())
}
