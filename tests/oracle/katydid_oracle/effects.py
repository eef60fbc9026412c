"""What a move changes besides moving its man (rules, section 6).

The changes are collected in a ``Transition``, which remembers what castling rights and the half-move
clock need to know.
"""

from __future__ import annotations

from .board import (
    CHESSBOARD,
    EMPTY,
    KING,
    KING_HOME,
    PAWN,
    Squares,
    colour_of,
    flipped,
    last_rank,
    own_first_rank,
    own_second_rank,
    retyped,
    type_of,
)

# The files of the two homes of rook, knight and bishop.
PAIR_FILES = {"R": (0, 7), "N": (1, 6), "B": (2, 5)}
QUEEN_FILE = 3

DOWNWARD = "QRBNP"


class Transition:
    """The board during a move.

    ``touched``: squares whose man moved, was captured or was changed.  ``appeared``: squares where a
    man stands by rebirth, colour change or type change.  ``left``: squares that a man has left, if only
    for a moment.  ``irreversible``: an effect changed something.
    """

    def __init__(self, squares: Squares):
        self.squares = list(squares)
        self.touched: set[int] = set()
        self.appeared: set[int] = set()
        self.left: set[int] = set()
        self.irreversible = False

    def lift(self, square: int) -> str:
        man = self.squares[square]
        self.squares[square] = EMPTY
        self.touched.add(square)
        self.left.add(square)
        return man

    def place(self, man: str, square: int) -> None:
        self.squares[square] = man
        self.touched.add(square)

    def change(self, square: int, man: str) -> None:
        """Change the colour or type of the man on a square; does nothing if it stays what it is."""
        if self.squares[square] != man:
            self.place(man, square)
            self.appeared.add(square)
            self.irreversible = True

    def remove(self, square: int) -> None:
        self.lift(square)
        self.irreversible = True

    def rebirth(self, man: str, square: int) -> None:
        self.place(man, square)
        self.appeared.add(square)
        self.irreversible = True


def is_light(square: int) -> bool:
    return (CHESSBOARD.file(square) + CHESSBOARD.rank(square)) % 2 == 1


def home_square(man: str, place: int) -> int:
    """The square where a man hurdled or captured (or capturing) on ``place`` is reborn (effect C)."""
    kind, colour = type_of(man), colour_of(man)
    first_rank = own_first_rank(colour)
    if kind == KING:
        return KING_HOME[colour]
    if kind == "Q":
        return CHESSBOARD.square(QUEEN_FILE, first_rank)
    if kind == PAWN:
        return CHESSBOARD.square(CHESSBOARD.file(place), own_second_rank(colour))
    if kind in PAIR_FILES:
        homes = [CHESSBOARD.square(file, first_rank) for file in PAIR_FILES[kind]]
        return next(home for home in homes if is_light(home) == is_light(place))
    return CHESSBOARD.square(CHESSBOARD.file(place), last_rank(colour))


def einstein_change(kind: str, capture: bool, hurdler: str = "") -> str:
    """The type that follows ``kind``; ``hurdler`` (X in the rules) stands beyond the end of both orders.

    Without a hurdler (`einstein`) the ends of the orders stay what they are.
    """
    order = DOWNWARD[::-1] if capture else DOWNWARD
    if kind not in order:
        return kind
    following = order[order.index(kind) + 1:][:1]
    return following or hurdler or kind


def apply_hurdle_effects(board: Transition, hurdle: int, effects: str, hurdler: str, capture: bool) -> None:
    """Apply the letters of a hurdler with effects, in their order, to its hurdle."""
    place = hurdle
    for effect in effects:
        man = board.squares[place]
        royal = type_of(man) == KING
        if effect == "A" and not royal:
            board.change(place, flipped(man))
        elif effect == "E" and not royal:
            kind = einstein_change(type_of(man), capture, hurdler)
            board.change(place, retyped(man, kind))
        elif effect == "C":
            home = home_square(man, hurdle)
            if home == place:
                continue
            if board.squares[home] == EMPTY:
                board.rebirth(board.lift(place), home)
                place = home
            elif not royal:
                board.remove(place)
                return


def apply_rex_inclusive(board: Transition, hurdle: int) -> None:
    """The A effect of `ag-rex`, which turns kings too."""
    board.change(hurdle, flipped(board.squares[hurdle]))


def apply_takeover(board: Transition, hurdle: int, captor_colour: str) -> None:
    """A Leo of `andernach-leo` has captured: the leapt man, if an enemy and no king, changes sides."""
    man = board.squares[hurdle]
    if colour_of(man) != captor_colour and type_of(man) != KING:
        board.change(hurdle, flipped(man))
