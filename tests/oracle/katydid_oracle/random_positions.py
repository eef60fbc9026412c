"""Random positions of a variant, sparse and strange, that are positions by the rules.

They favour what random play from the array rarely reaches: pawns about to promote or on their edge
ranks, pieces near kings, castling rights, en passant, move counts near their limit, several or no kings.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from . import fen
from .board import (
    BLACK,
    CHESSBOARD,
    EMPTY,
    HOLE,
    HOPGI_BOARD,
    KING,
    KING_HOME,
    PAWN,
    ROOK_HOMES,
    WAS_PAWN,
    WHITE,
    Geometry,
    Squares,
    forward,
    is_a,
    last_rank,
    piece_of,
    opponent,
    own_first_rank,
    own_second_rank,
)
from .fen import sorted_hand
from .hopgi import HAND as HOPGI_HAND
from .game import Game
from .rules import CASTLING_LETTERS, UNMOVED_LETTER, Rules
from .variants import HOPGI, Variant

COLOURS = (WHITE, BLACK)


# How many kings the sides have where any number may stand.
SEVERAL_KINGS = ((2, 0), (0, 2), (2, 1), (1, 2), (2, 2), (3, 1))
ANY_KINGS = SEVERAL_KINGS + ((0, 0), (0, 1), (1, 0))


def random_fen(name: str, rng: Random, pieces: str = "", any_kings: bool = False) -> str:
    """The FEN of a random position of the variant, which may already be decided.

    ``pieces`` are those declared on the analysis board, which then get most of the room.
    """
    game = Game(name, pieces)
    plan = Plan(game.variant, _letters_of(pieces), ANY_KINGS if any_kings else ())
    while True:
        text = _hopgi_fen(rng) if game.variant is HOPGI else _chessboard_fen(plan, rng)
        game.set_fen(text)
        if _is_position(game):
            return text


@dataclass(frozen=True)
class Plan:
    """What a random position is to hold: ``hoppers`` are the letters of declared pieces, ``kings`` unusual numbers."""

    variant: Variant
    hoppers: str = ""
    kings: tuple[tuple[int, int], ...] = ()


def _letters_of(pieces: str) -> str:
    return "".join(declaration[0] for declaration in pieces.split(",") if declaration)


def _is_position(game: Game) -> bool:
    """Is the side not to move safe, and a turn that has begun one that can go on?"""
    if not isinstance(game.rules, Rules):
        return True
    position = game.position
    if game.rules.in_check(position.squares, opponent(position.side)):
        return False
    if position.legs_left == position.turn_length:
        return True
    in_check = game.rules.in_check(position.squares, position.side)
    return not in_check and any(True for _ in game.rules.legal_moves(position))


def _empty_squares(squares: Squares) -> list[int]:
    return [square for square, content in enumerate(squares) if content == EMPTY]


def _number_of_pieces(rng: Random) -> int:
    return rng.choice((rng.randint(0, 3), rng.randint(3, 8), rng.randint(8, 22)))


def _counters(variant: Variant, rng: Random) -> str:
    limit = variant.half_move_limit
    half_moves = rng.choice((0, rng.randrange(limit // 2), limit - rng.randint(1, 4)))
    return f"{half_moves} {rng.randint(1, 60)}"


# Variants on the 8x8 board


def _chessboard_fen(plan: Plan, rng: Random) -> str:
    variant = plan.variant
    squares = [EMPTY] * CHESSBOARD.size
    side = rng.choice(COLOURS)
    _place_kings(squares, plan, rng)
    # A lone king may use up its moves before the turn is over.
    lone_king = bool(variant.serial) and rng.random() < 0.3
    legs_left, turn_length = _random_turn(variant, rng)
    number = rng.randint(3, 30) if plan.hoppers else _number_of_pieces(rng) // legs_left
    for _ in range(number):
        _place_piece(squares, opponent(side) if lone_king else rng.choice(COLOURS), plan, rng)
    may_take_en_passant = legs_left == turn_length
    fields = [
        _placement(squares, variant, rng) + _hand_field(variant.hand, rng),
        side,
        _castling_field(squares, variant, rng),
        _en_passant_field(squares, side, variant, rng) if may_take_en_passant else "-",
        _counters(variant, rng),
    ]
    if variant.serial:
        fields.append(f"{legs_left}/{turn_length}")
    return " ".join(fields)


def _placement(squares: Squares, variant: Variant, rng: Random) -> str:
    """In Alice some of the pieces stand on the other board, whatever castling and en passant fields say."""
    if not variant.alice:
        return fen.write_placement(squares, CHESSBOARD)
    on_b = {square for square in range(len(squares)) if rng.random() < 0.4}
    boards = (
        [EMPTY if square in on_b else piece for square, piece in enumerate(squares)],
        [piece if square in on_b else EMPTY for square, piece in enumerate(squares)],
    )
    return "|".join(fen.write_placement(board, CHESSBOARD) for board in boards)


def _random_turn(variant: Variant, rng: Random) -> tuple[int, int]:
    if variant.serial == "progressive":
        length = rng.randint(1, 3)
        return rng.randint(1, length), length
    if variant.serial == "doublemove":
        return rng.choice(((1, 1), (1, 2), (2, 2)))
    return 1, 1


def _place_kings(squares: Squares, plan: Plan, rng: Random) -> None:
    variant = plan.variant
    numbers = (1, 1)
    unusual = plan.kings or (SEVERAL_KINGS if variant.rex_inclusive else ())
    if unusual and rng.random() < 0.4:
        numbers = rng.choice(unusual)
    for colour, number in zip(COLOURS, numbers):
        king = piece_of(KING, colour)
        home_is_free = KING_HOME[colour] in _empty_squares(squares)
        if number and home_is_free and rng.random() < 0.45:
            squares[KING_HOME[colour]] = king
            number -= 1
            for rook in ROOK_HOMES[colour]:
                if rook in _empty_squares(squares) and rng.random() < 0.6 and variant.rook_piece[colour] in variant.pieces:
                    squares[rook] = piece_of(variant.rook_piece[colour], colour)
        for _ in range(number):
            squares[rng.choice(_empty_squares(squares))] = king


def _place_piece(squares: Squares, colour: str, plan: Plan, rng: Random) -> None:
    variant = plan.variant
    orthodox = [kind for kind in variant.pieces if kind in "QRBN"]
    special = list(plan.hoppers) or [kind for kind in variant.pieces if kind not in "KQRBN"]
    kinds = rng.choice([kinds for kinds in (orthodox, special, [PAWN]) if kinds])
    kind = rng.choice(kinds)
    candidates = _empty_squares(squares)
    if kind == PAWN:
        rank = _pawn_rank(colour, rng)
        candidates = [square for square in candidates if CHESSBOARD.rank(square) == rank]
    elif (kings := [square for square, piece in enumerate(squares) if piece and piece in "Kk"]) and rng.random() < 0.4:
        candidates = [square for square in candidates if min(_distance(square, king) for king in kings) <= 2]
    if candidates:
        was_pawn = PAWN in variant.hand and kind in variant.promotions and rng.random() < 0.3
        squares[rng.choice(candidates)] = piece_of(kind, colour) + (WAS_PAWN if was_pawn else "")


def _hand_field(letters: str, rng: Random) -> str:
    """Sometimes an empty hand, sometimes many pieces of one kind; nothing in games without drops."""
    if not letters:
        return ""
    hand = rng.choices(letters + letters.lower(), k=rng.choice((0, 0, 1, 3, 5)))
    if rng.random() < 0.1:
        hand += rng.choice(hand or [PAWN if PAWN in letters else letters[0]]) * rng.randint(1, 6)
    return f"[{sorted_hand(''.join(hand), letters)}]"


def _pawn_rank(colour: str, rng: Random) -> int:
    about_to_promote = last_rank(colour) - forward(colour)
    beside_double_steps = own_second_rank(opponent(colour)) - 2 * forward(colour)
    edge = rng.choice((own_first_rank(colour), last_rank(colour)))
    anywhere = rng.randint(1, 6)
    ranks = (about_to_promote, own_second_rank(colour), beside_double_steps, edge, anywhere)
    return rng.choices(ranks, weights=(3, 3, 3, 1, 3))[0]


def _distance(one: int, other: int) -> int:
    files = abs(CHESSBOARD.file(one) - CHESSBOARD.file(other))
    ranks = abs(CHESSBOARD.rank(one) - CHESSBOARD.rank(other))
    return max(files, ranks)


def _castling_field(squares: Squares, variant: Variant, rng: Random) -> str:
    """Mostly possible rights; sometimes all of them, of which the impossible ones are to be ignored."""
    if rng.random() < 0.1:
        return "KQkq"
    text = ""
    for colour in COLOURS:
        if squares[KING_HOME[colour]] != piece_of(KING, colour):
            continue
        letters = "".join(
            letter
            for letter, rook in zip(CASTLING_LETTERS[colour], ROOK_HOMES[colour])
            if is_a(variant.rook_piece[colour], colour, squares[rook]) and rng.random() < 0.8
        )
        if not letters and variant.returning_rights and rng.random() < 0.7:
            letters = UNMOVED_LETTER[colour]
        text += letters
    return text or "-"


def _en_passant_field(squares: Squares, side: str, variant: Variant, rng: Random) -> str:
    """The squares passed by some pawn that the opponent of ``side`` may just have moved several steps."""
    pusher = opponent(side)
    pawn = piece_of(PAWN, side if variant.quiet_mover_flips else pusher)
    first_rank_pawns = Rules(variant, squares).first_rank_pawns
    fields = ["-"]
    for square, piece in enumerate(squares):
        if piece != pawn:
            continue
        behind = CHESSBOARD.rays[(0, -forward(pusher))][square]
        for length in (2, 3):
            path = behind[:length]
            start_rank = CHESSBOARD.rank(path[-1]) if len(path) == length else None
            from_second = variant.double_step and length == 2 and start_rank == own_second_rank(pusher)
            from_first = first_rank_pawns and start_rank == own_first_rank(pusher)
            if (from_second or from_first) and all(squares[passed] == EMPTY for passed in path):
                in_order_passed = tuple(reversed(path[:-1]))
                fields.append(fen.write_squares(in_order_passed, CHESSBOARD))
    return rng.choice(fields)


# Hopgi


def _hopgi_fen(rng: Random) -> str:
    squares = _empty_board(HOPGI_BOARD)
    for colour in COLOURS:
        for kind in rng.choice((("W", "F"), ("W", "F"), ("W",), ("F",))):
            squares[rng.choice(_empty_squares(squares))] = piece_of(kind, colour)
    for _ in range(_number_of_pieces(rng)):
        kind = rng.choice(("P", "P", "P", "R", "B", "+P", "+R", "+B"))
        squares[rng.choice(_empty_squares(squares))] = piece_of(kind, rng.choice(COLOURS))
    placement = fen.write_placement(squares, HOPGI_BOARD)
    return f"{placement}{_hand_field(HOPGI_HAND, rng)} {rng.choice(COLOURS)} - - {_counters(HOPGI, rng)}"


def _empty_board(geometry: Geometry) -> Squares:
    return [HOLE if square in geometry.holes else EMPTY for square in range(geometry.size)]
