"""How the men of the 8x8 variants move (rules, sections 1, 3, 4 and 6).

Every movement answers two questions about a man standing on a square:

* ``attacks``: on which squares could it capture an enemy, if one stood there?  (The square may in
  fact be empty or hold a man of either colour.)
* ``quiets``: to which empty squares could it move without capturing?
"""

from __future__ import annotations

from typing import Protocol

from .board import (
    CHESSBOARD,
    DIAGONALS,
    EMPTY,
    ORTHOGONALS,
    QUEEN_LINES,
    Squares,
    Vector,
    forward,
    own_first_rank,
    own_second_rank,
)


class Movement(Protocol):
    def attacks(self, squares: Squares, square: int, colour: str) -> list[int]: ...

    def quiets(self, squares: Squares, square: int, colour: str) -> list[int]: ...


class Symmetric:
    """A man that moves without capturing wherever it could capture."""

    def attacks(self, squares: Squares, square: int, colour: str) -> list[int]:
        raise NotImplementedError

    def quiets(self, squares: Squares, square: int, colour: str) -> list[int]:
        return [target for target in self.attacks(squares, square, colour) if squares[target] == EMPTY]


def up_to_first_man(squares: Squares, ray: list[int]) -> list[int]:
    """The squares of a ray up to and including the first man."""
    reached = []
    for target in ray:
        reached.append(target)
        if squares[target] != EMPTY:
            break
    return reached


def behind_first_man(squares: Squares, ray: list[int]) -> list[int]:
    """The squares of a ray behind its first man (the hurdle)."""
    for distance, target in enumerate(ray):
        if squares[target] != EMPTY:
            return ray[distance + 1:]
    return []


def hurdle_between(squares: Squares, origin: int, target: int) -> int:
    """The square of the one man between two squares of a queen line."""
    for vector in QUEEN_LINES:
        ray = CHESSBOARD.rays[vector][origin]
        if target in ray:
            return next(square for square in ray if squares[square] != EMPTY)
    raise ValueError("the squares are not on a queen line")


class Rider(Symmetric):
    """Queen, rook and bishop."""

    def __init__(self, vectors: tuple[Vector, ...]):
        self.vectors = vectors

    def attacks(self, squares: Squares, square: int, colour: str) -> list[int]:
        return [
            target
            for vector in self.vectors
            for target in up_to_first_man(squares, CHESSBOARD.rays[vector][square])
        ]


class Leaper(Symmetric):
    """Men that step or leap to fixed squares; the vectors are White's, Black's are mirrored."""

    def __init__(self, vectors: tuple[Vector, ...]):
        self._targets = {
            colour: [
                [
                    target
                    for files, ranks in vectors
                    if (target := CHESSBOARD.step(square, (files, ranks * forward(colour)))) is not None
                ]
                for square in range(CHESSBOARD.size)
            ]
            for colour in ("w", "b")
        }

    def attacks(self, squares: Squares, square: int, colour: str) -> list[int]:
        return self._targets[colour][square]


class Grasshopper(Symmetric):
    """Lands exactly on the square right behind the first man of a queen line (rules, section 3)."""

    def attacks(self, squares: Squares, square: int, colour: str) -> list[int]:
        return [
            target
            for vector in QUEEN_LINES
            for target in behind_first_man(squares, CHESSBOARD.rays[vector][square])[:1]
        ]


class Lion(Symmetric):
    """Leaps one man and lands behind it, up to and including the first man met (rules, section 6)."""

    def attacks(self, squares: Squares, square: int, colour: str) -> list[int]:
        return [
            target
            for vector in QUEEN_LINES
            for target in up_to_first_man(squares, behind_first_man(squares, CHESSBOARD.rays[vector][square]))
        ]


class Leo:
    """Moves like a queen, captures like a Lion (rules, section 6)."""

    def attacks(self, squares: Squares, square: int, colour: str) -> list[int]:
        return LION.attacks(squares, square, colour)

    def quiets(self, squares: Squares, square: int, colour: str) -> list[int]:
        return QUEEN.quiets(squares, square, colour)


class Pawn:
    """The pawn of the 8x8 variants (rules, section 1, "Pawns").

    ``double_step`` is false in the Boyer-array games.  ``first_rank`` says whether a pawn on its own
    first rank captures and moves up to three squares, as it does where Einstein effects occur.
    """

    def __init__(self, double_step: bool, first_rank: bool):
        self.double_step = double_step
        self.first_rank = first_rank

    def attacks(self, squares: Squares, square: int, colour: str) -> list[int]:
        if self._reach(square, colour) == 0:
            return []
        ahead = forward(colour)
        targets = (CHESSBOARD.step(square, (side, ahead)) for side in (-1, 1))
        return [target for target in targets if target is not None]

    def quiets(self, squares: Squares, square: int, colour: str) -> list[int]:
        targets = []
        for target in CHESSBOARD.rays[(0, forward(colour))][square][:self._reach(square, colour)]:
            if squares[target] != EMPTY:
                break
            targets.append(target)
        return targets

    def _reach(self, square: int, colour: str) -> int:
        """How many squares the pawn may advance; 0 for one that cannot do anything."""
        rank = CHESSBOARD.rank(square)
        if rank == own_first_rank(colour):
            return 3 if self.first_rank else 0
        if rank == own_second_rank(colour) and self.double_step:
            return 2
        return 1


QUEEN = Rider(QUEEN_LINES)
ROOK = Rider(ORTHOGONALS)
BISHOP = Rider(DIAGONALS)
KING = Leaper(QUEEN_LINES)
KNIGHT = Leaper(((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)))

GRASSHOPPER = Grasshopper()
LION = Lion()
LEO = Leo()

SNAIL_VECTORS: tuple[Vector, ...] = ORTHOGONALS + ((0, 2),)
CRAB_VECTORS: tuple[Vector, ...] = ((-1, 2), (1, 2), (-2, -1), (2, -1))
SNAIL = Leaper(SNAIL_VECTORS)
CRAB = Leaper(CRAB_VECTORS)
LOBSTER = Leaper(((-1, -1), (1, -1), (-2, 2), (2, 2)))
OYSTER = Leaper(SNAIL_VECTORS + CRAB_VECTORS)
