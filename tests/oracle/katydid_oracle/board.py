"""Pieces, colours, squares and the state of a game (rules, section 1).

A piece is written as in a FEN: ``"N"`` is a white knight, ``"n"`` a black one, ``"+r"`` a promoted
black rook of Hopgi, ``"q~"`` a black queen that was a pawn, in games with drops.  ``EMPTY`` marks an empty square and ``HOLE`` a square that is not part of the board.
"""

from __future__ import annotations

from dataclasses import dataclass

WHITE = "w"
BLACK = "b"
EMPTY = ""
HOLE = "*"

KING = "K"
PAWN = "P"

# Behind the letter of a piece that was promoted from a pawn, in games with drops on the 8x8 board.
WAS_PAWN = "~"

Squares = list[str]
Vector = tuple[int, int]

ORTHOGONALS: tuple[Vector, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONALS: tuple[Vector, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))
QUEEN_LINES = ORTHOGONALS + DIAGONALS


def opponent(colour: str) -> str:
    return BLACK if colour == WHITE else WHITE


def is_piece(content: str) -> bool:
    return content not in (EMPTY, HOLE)


def colour_of(piece: str) -> str:
    return WHITE if piece.isupper() else BLACK


def type_of(piece: str) -> str:
    return piece.removesuffix(WAS_PAWN).upper()


def piece_of(kind: str, colour: str) -> str:
    return kind.upper() if colour == WHITE else kind.lower()


def is_a(kind: str, colour: str, content: str) -> bool:
    """Is this a piece of that type and colour, promoted from a pawn or not?"""
    return is_piece(content) and type_of(content) == kind and colour_of(content) == colour


def retyped(piece: str, kind: str) -> str:
    """The same piece as another type, which was never a pawn."""
    return piece if kind == type_of(piece) else piece_of(kind, colour_of(piece))


def flipped(piece: str) -> str:
    """The same piece in the other colour."""
    return piece.swapcase()


def forward(colour: str) -> int:
    """The rank direction in which the side's pawns move on the 8x8 board."""
    return 1 if colour == WHITE else -1


class Geometry:
    """A board of ``width`` files and ``height`` ranks; squares are numbered from a1 by ranks.

    ``wrap``: the first file and the last are neighbours, as on a cylinder.
    """

    def __init__(self, width: int, height: int, holes: tuple[str, ...] = (), wrap: bool = False):
        self.width = width
        self.height = height
        self.wrap = wrap
        self.size = width * height
        self._lines: dict[tuple[Vector, int], list[int]] = {}
        self.holes = frozenset(self.index(name) for name in holes)
        self.rays: dict[Vector, list[list[int]]] = {
            vector: [self._ray(square, vector) for square in range(self.size)] for vector in QUEEN_LINES
        }

    def file(self, square: int) -> int:
        return square % self.width

    def rank(self, square: int) -> int:
        return square // self.width

    def square(self, file: int, rank: int) -> int:
        return rank * self.width + file

    def index(self, name: str) -> int:
        return self.square(ord(name[0]) - ord("a"), int(name[1]) - 1)

    def name(self, square: int) -> str:
        return "abcdefgh"[self.file(square)] + str(self.rank(square) + 1)

    def step(self, square: int, vector: Vector) -> int | None:
        """The square reached from ``square`` by ``vector``, or None beyond the edge or in a hole."""
        file = self.file(square) + vector[0]
        rank = self.rank(square) + vector[1]
        if self.wrap:
            file %= self.width
        if not (0 <= file < self.width and 0 <= rank < self.height):
            return None
        target = self.square(file, rank)
        return None if target in self.holes else target

    def line(self, square: int, vector: Vector) -> list[int]:
        """The squares reached by repeating ``vector``; a line that comes round ends before ``square``."""
        key = (vector, square)
        if key not in self._lines:
            self._lines[key] = self._ray(square, vector)
        return self._lines[key]

    def _ray(self, square: int, vector: Vector) -> list[int]:
        ray = []
        target = self.step(square, vector)
        while target not in (None, square):
            ray.append(target)
            target = self.step(target, vector)
        return ray


CHESSBOARD = Geometry(8, 8)
CYLINDER = Geometry(8, 8, wrap=True)
HOPGI_BOARD = Geometry(7, 7, ("a1", "b1", "a2", "b2", "a5", "e1"))

A1, E1, H1 = (CHESSBOARD.index(name) for name in ("a1", "e1", "h1"))
A8, E8, H8 = (CHESSBOARD.index(name) for name in ("a8", "e8", "h8"))

KING_HOME = {WHITE: E1, BLACK: E8}
ROOK_HOMES = {WHITE: (H1, A1), BLACK: (H8, A8)}


def own_first_rank(colour: str) -> int:
    return 0 if colour == WHITE else 7


def own_second_rank(colour: str) -> int:
    return 1 if colour == WHITE else 6


def last_rank(colour: str) -> int:
    return 7 if colour == WHITE else 0


@dataclass(frozen=True)
class Position:
    """A position with everything that bears on the moves and ends of the game.

    ``rook_rights`` holds the home squares of rook pieces that may still castle, ``unmoved_kings``
    the colours whose king counts as unmoved (rules, section 6, "Returning rights").  ``hand`` is
    written as in a FEN.  ``legs_left`` and ``turn_length`` are used by the multi-move variants.
    The list of squares is never changed once the position exists.
    """

    squares: Squares
    side: str
    rook_rights: frozenset[int] = frozenset()
    unmoved_kings: frozenset[str] = frozenset()
    en_passant: tuple[int, ...] = ()
    hand: str = ""
    half_moves: int = 0
    full_moves: int = 1
    legs_left: int = 1
    turn_length: int = 1

    def pieces(self, colour: str) -> list[int]:
        """The squares of all pieces of a colour."""
        return pieces_of(self.squares, colour)

    def next_full_moves(self) -> int:
        return self.full_moves + (self.side == BLACK)


def pieces_of(squares: Squares, colour: str) -> list[int]:
    return [square for square, piece in enumerate(squares) if is_piece(piece) and colour_of(piece) == colour]
