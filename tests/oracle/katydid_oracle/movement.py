"""How the pieces of the 8x8 variants move that leap no hurdle (rules, sections 1, 4 and 6).

Every movement answers these questions about a piece standing on a square:

* ``attacks``: on which squares could it capture an enemy, if one stood there?  (The square may in
  fact be empty or hold a piece of either colour.)
* ``quiets``: to which empty squares could it move without capturing?
* ``hops``: the same, capturing or not, with the hurdles leapt on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .board import (
    CHESSBOARD,
    DIAGONALS,
    EMPTY,
    ORTHOGONALS,
    QUEEN_LINES,
    Geometry,
    Squares,
    Vector,
    forward,
    own_first_rank,
    own_second_rank,
)

KNIGHT_LINES: tuple[Vector, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


@dataclass(frozen=True)
class Hop:
    """A way to a square; ``hurdles`` are the squares of the pieces leapt, in the order of leaping."""

    target: int
    hurdles: tuple[int, ...] = ()


class Movement:
    """``board`` is the geometry on which the piece moves; ``leaps`` tells whether it can leap hurdles."""

    leaps = False

    def __init__(self, board: Geometry = CHESSBOARD):
        self.board = board

    def attacks(self, squares: Squares, square: int, colour: str) -> list[int]:
        raise NotImplementedError

    def quiets(self, squares: Squares, square: int, colour: str) -> list[int]:
        """A piece moves without capturing wherever it could capture, unless its class says otherwise."""
        return [target for target in self.attacks(squares, square, colour) if squares[target] == EMPTY]

    def hops(self, squares: Squares, square: int, colour: str, capture: bool) -> Iterator[Hop]:
        targets = self.attacks if capture else self.quiets
        for target in targets(squares, square, colour):
            yield Hop(target)


def up_to_first_piece(squares: Squares, ray: list[int]) -> list[int]:
    """The squares of a ray up to and including the first piece."""
    reached = []
    for target in ray:
        reached.append(target)
        if squares[target] != EMPTY:
            break
    return reached


class Rider(Movement):
    """Queen, rook, bishop, nightrider."""

    def __init__(self, vectors: tuple[Vector, ...], board: Geometry = CHESSBOARD):
        super().__init__(board)
        self.vectors = vectors

    def attacks(self, squares: Squares, square: int, colour: str) -> list[int]:
        return [
            target
            for vector in self.vectors
            for target in up_to_first_piece(squares, self.board.line(square, vector))
        ]


class Leaper(Movement):
    """Pieces that step or leap to fixed squares; the vectors are White's, Black's are mirrored."""

    def __init__(self, vectors: tuple[Vector, ...], board: Geometry = CHESSBOARD):
        super().__init__(board)
        self.vectors = vectors
        self._targets = {
            colour: [
                [
                    target
                    for files, ranks in vectors
                    if (target := board.step(square, (files, ranks * forward(colour)))) is not None
                ]
                for square in range(board.size)
            ]
            for colour in ("w", "b")
        }

    def attacks(self, squares: Squares, square: int, colour: str) -> list[int]:
        return self._targets[colour][square]


class Pawn(Movement):
    """The pawn of the 8x8 variants (rules, section 1, "Pawns").

    ``double_step`` is false in the Boyer-array games.  ``first_rank`` says how many squares a pawn on its own first rank can
    move: up to three where Einstein effects occur; with none it does not capture either.
    """

    def __init__(self, double_step: bool, first_rank: int, board: Geometry = CHESSBOARD):
        super().__init__(board)
        self.double_step = double_step
        self.first_rank = first_rank

    def attacks(self, squares: Squares, square: int, colour: str) -> list[int]:
        if self.reach(square, colour) == 0:
            return []
        ahead = forward(colour)
        targets = (self.board.step(square, (side, ahead)) for side in (-1, 1))
        return [target for target in targets if target is not None]

    def quiets(self, squares: Squares, square: int, colour: str) -> list[int]:
        targets = []
        for target in self.board.line(square, (0, forward(colour)))[:self.reach(square, colour)]:
            if squares[target] != EMPTY:
                break
            targets.append(target)
        return targets

    def reach(self, square: int, colour: str) -> int:
        """How many squares the pawn may advance; 0 for one that cannot do anything."""
        rank = self.board.rank(square)
        if rank == own_first_rank(colour):
            return self.first_rank
        if rank == own_second_rank(colour) and self.double_step:
            return 2
        return 1


SNAIL_VECTORS: tuple[Vector, ...] = ORTHOGONALS + ((0, 2),)
CRAB_VECTORS: tuple[Vector, ...] = ((-1, 2), (1, 2), (-2, -1), (2, -1))
LOBSTER_VECTORS: tuple[Vector, ...] = ((-1, -1), (1, -1), (-2, 2), (2, 2))


def orthodox(board: Geometry) -> dict[str, Movement]:
    """The movements of king, queen, rook, bishop and knight."""
    return {
        "K": Leaper(QUEEN_LINES, board),
        "Q": Rider(QUEEN_LINES, board),
        "R": Rider(ORTHOGONALS, board),
        "B": Rider(DIAGONALS, board),
        "N": Leaper(KNIGHT_LINES, board),
    }


def demi(board: Geometry) -> dict[str, Movement]:
    """The movements of the Demi army: king, Snail, Crab, Lobster and CrabSnail."""
    return {
        "K": Leaper(QUEEN_LINES, board),
        "S": Leaper(SNAIL_VECTORS, board),
        "C": Leaper(CRAB_VECTORS, board),
        "L": Leaper(LOBSTER_VECTORS, board),
        "O": Leaper(SNAIL_VECTORS + CRAB_VECTORS, board),
    }
