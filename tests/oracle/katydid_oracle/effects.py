"""What a move changes besides moving its piece (rules, section 6).

The changes are collected in a ``Transition``, which remembers what castling rights and the half-move
clock need to know.
"""

from __future__ import annotations

from .board import (
    CHESSBOARD,
    EMPTY,
    KING,
    PAWN,
    WHITE,
    Squares,
    colour_of,
    last_rank,
    own_second_rank,
    type_of,
)

# Where pieces are reborn: squares of White, "second" rank or promotion rank ("file") of the file of the event.
DEFAULT_HOMES = {KING: "e1", "Q": "d1", "R": "a1 h1", "B": "c1 f1", "N": "b1 g1", PAWN: "second"}
OTHER_HOME = "file"

STAY = "stay"
HURDLER = "hurdler"


class Transition:
    """The board during a move.

    ``touched``: squares whose piece moved, was captured or was changed.  ``appeared``: squares where a
    piece stands by rebirth, colour change or type change; ``reborn``: those by rebirth alone.  ``left``: squares that a piece has left, if only
    for a moment.  ``irreversible``: an effect changed something.
    """

    def __init__(self, squares: Squares):
        self.squares = list(squares)
        self.touched: set[int] = set()
        self.appeared: set[int] = set()
        self.reborn: set[int] = set()
        self.left: set[int] = set()
        self.irreversible = False

    def lift(self, square: int) -> str:
        piece = self.squares[square]
        self.squares[square] = EMPTY
        self.touched.add(square)
        self.left.add(square)
        return piece

    def place(self, piece: str, square: int) -> None:
        self.squares[square] = piece
        self.touched.add(square)

    def change(self, square: int, piece: str) -> None:
        """Change the colour or type of the piece on a square; does nothing if it stays what it is."""
        if self.squares[square] != piece:
            self.place(piece, square)
            self.appeared.add(square)
            self.irreversible = True

    def rebirth(self, piece: str, square: int) -> None:
        self.place(piece, square)
        self.appeared.add(square)
        self.reborn.add(square)
        self.irreversible = True


def is_light(square: int) -> bool:
    return (CHESSBOARD.file(square) + CHESSBOARD.rank(square)) % 2 == 1


def home_square(piece: str, place: int, homes: dict[str, str]) -> int:
    """The square where a piece hurdled or captured (or capturing) on ``place`` is reborn (effect C).

    ``homes`` holds what differs from the usual homes, by the letter of the piece.
    """
    kind, colour = type_of(piece), colour_of(piece)
    home = homes.get(kind) or DEFAULT_HOMES.get(kind, OTHER_HOME)
    file = CHESSBOARD.file(place)
    if home == "file":
        return CHESSBOARD.square(file, last_rank(colour))
    if home == "second":
        return CHESSBOARD.square(file, own_second_rank(colour))
    squares = [mirrored(CHESSBOARD.index(name), colour) for name in home.split()]
    return next((square for square in squares if is_light(square) == is_light(place)), squares[0])


def circe_home(piece: str, place: int, homes: dict[str, str], mirror: str) -> int:
    """The square where a captured piece is reborn, its home reflected as the condition says."""
    if mirror == "horizontal":
        return home_square(piece.swapcase(), place, homes)
    home = home_square(piece, place, homes)
    if mirror == "vertical":
        return CHESSBOARD.square(CHESSBOARD.width - 1 - CHESSBOARD.file(home), CHESSBOARD.rank(home))
    return home


def mirrored(square: int, colour: str) -> int:
    """A square of White as the side of that colour counts it."""
    if colour == WHITE:
        return square
    return CHESSBOARD.square(CHESSBOARD.file(square), CHESSBOARD.height - 1 - CHESSBOARD.rank(square))


def next_rung(kind: str, capture: bool, ladder: str, end: str) -> str:
    """The type that follows ``kind`` on the ladder (lowest first): up by a capture, else down.

    ``end`` is the type beyond either end, or "stay".
    """
    if kind not in ladder:
        return kind
    rung = ladder.index(kind) + (1 if capture else -1)
    if 0 <= rung < len(ladder):
        return ladder[rung]
    return kind if end == STAY else end
