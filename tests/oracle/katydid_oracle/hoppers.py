"""Every piece that leaps hurdles, by keyword, as the table of movements describes it (hurdlers, section 2).

The Betza texts of the same table are read by ``betza.py``, which knows nothing of this file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .board import CHESSBOARD, DIAGONALS, EMPTY, ORTHOGONALS, QUEEN_LINES, Geometry, Squares, Vector
from .movement import KNIGHT_LINES, Hop, Movement, Rider, up_to_first_piece

CAMEL_LINES: tuple[Vector, ...] = ((1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3))
ZEBRA_LINES: tuple[Vector, ...] = ((2, 3), (3, 2), (3, -2), (2, -3), (-2, -3), (-3, -2), (-3, 2), (-2, 3))


def scaled(vectors: tuple[Vector, ...], factor: int) -> tuple[Vector, ...]:
    return tuple((files * factor, ranks * factor) for files, ranks in vectors)


class Hopper(Movement):
    """A piece all of whose moves leap; it captures on any square where it could also land quietly.

    ``reached`` gives the hops with every landing square, whatever stands there.
    """

    leaps = True

    def __init__(self, vectors: tuple[Vector, ...], board: Geometry = CHESSBOARD):
        super().__init__(board)
        self.vectors = vectors

    def reached(self, squares: Squares, origin: int) -> Iterator[Hop]:
        raise NotImplementedError

    def hops(self, squares: Squares, square: int, colour: str, capture: bool) -> Iterator[Hop]:
        for hop in self.reached(squares, square):
            if hop.target != square and (capture or squares[hop.target] == EMPTY):
                yield hop

    def attacks(self, squares: Squares, square: int, colour: str) -> list[int]:
        return [hop.target for hop in self.hops(squares, square, colour, capture=True)]

    def first_piece(self, squares: Squares, origin: int, start: int, vector: Vector) -> tuple[int, list[int]] | None:
        """The first piece of a line from ``start``, and the squares behind it; a piece never leaps itself."""
        line = self.board.line(start, vector)
        for distance, square in enumerate(line):
            if square == origin:
                return None
            if squares[square] != EMPTY:
                return square, line[distance + 1:]
        return None


def lion_squares(squares: Squares, origin: int, line: list[int]) -> list[int]:
    """Any distance over empty squares, up to and including the first piece; the line ends at ``origin``."""
    return [square for square in up_to_first_piece(squares, line) if square != origin]


class Grasshopper(Hopper):
    """To the first piece, landing on the square so many behind it, the squares between being empty."""

    def __init__(self, vectors: tuple[Vector, ...], board: Geometry = CHESSBOARD, behind: int = 1):
        super().__init__(vectors, board)
        self.behind = behind

    def reached(self, squares: Squares, origin: int) -> Iterator[Hop]:
        for vector in self.vectors:
            if found := self.first_piece(squares, origin, origin, vector):
                hurdle, beyond = found
                skipped, landing = beyond[:self.behind - 1], beyond[self.behind - 1:self.behind]
                if landing and all(squares[square] == EMPTY and square != origin for square in skipped):
                    yield Hop(landing[0], (hurdle,))


class StepHopper(Hopper):
    """The hurdle is one step or leap away, the landing once more as far."""

    def reached(self, squares: Squares, origin: int) -> Iterator[Hop]:
        for vector in self.vectors:
            hurdle = self.board.step(origin, vector)
            if hurdle in (None, origin) or squares[hurdle] == EMPTY:
                continue
            target = self.board.step(hurdle, vector)
            if target is not None:
                yield Hop(target, (hurdle,))


class Lion(Hopper):
    """To the first piece, then any distance behind it up to and including the first piece there."""

    def reached(self, squares: Squares, origin: int) -> Iterator[Hop]:
        for vector in self.vectors:
            if found := self.first_piece(squares, origin, origin, vector):
                hurdle, beyond = found
                for target in lion_squares(squares, origin, beyond):
                    yield Hop(target, (hurdle,))


class Leo(Lion):
    """Moves as a rider, which leaps nothing, and captures as the lion of the same lines."""

    def __init__(self, vectors: tuple[Vector, ...], board: Geometry = CHESSBOARD):
        super().__init__(vectors, board)
        self.rider = Rider(vectors, board)

    def hops(self, squares: Squares, square: int, colour: str, capture: bool) -> Iterator[Hop]:
        moves = super() if capture else self.rider
        yield from moves.hops(squares, square, colour, capture)

    def quiets(self, squares: Squares, square: int, colour: str) -> list[int]:
        return self.rider.quiets(squares, square, colour)


class Bend(Hopper):
    """To the first piece, then on in the line turned by so many times 45 degrees to the left or right.

    It lands on the square next to the hurdle, or as a lion at any distance.
    """

    def __init__(self, vectors: tuple[Vector, ...], board: Geometry, eighths: int, lion: bool = False):
        super().__init__(vectors, board)
        self.eighths = eighths
        self.lion = lion

    def reached(self, squares: Squares, origin: int) -> Iterator[Hop]:
        for vector in self.vectors:
            found = self.first_piece(squares, origin, origin, vector)
            for turn in (self.eighths, -self.eighths) if found else ():
                hurdle = found[0]
                line = self.board.line(hurdle, turned(vector, turn))
                for target in lion_squares(squares, origin, line if self.lion else line[:1]):
                    yield Hop(target, (hurdle,))


COMPASS: tuple[Vector, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def turned(vector: Vector, eighths: int) -> Vector:
    return COMPASS[(COMPASS.index(vector) + eighths) % len(COMPASS)]


class Contragrasshopper(Hopper):
    """Over a piece on a neighbouring square, then on as a lion."""

    def reached(self, squares: Squares, origin: int) -> Iterator[Hop]:
        for vector in self.vectors:
            line = self.board.line(origin, vector)
            if line and squares[line[0]] != EMPTY:
                for target in lion_squares(squares, origin, line[1:]):
                    yield Hop(target, (line[0],))


class Kangaroo(Hopper):
    """Over the first and the second piece of a line, landing right behind the second, or as a lion."""

    def __init__(self, vectors: tuple[Vector, ...], board: Geometry, lion: bool = False):
        super().__init__(vectors, board)
        self.lion = lion

    def reached(self, squares: Squares, origin: int) -> Iterator[Hop]:
        for vector in self.vectors:
            line = self.board.line(origin, vector)
            pieces = [square for square in line if squares[square] != EMPTY]
            if len(pieces) >= 2:
                beyond = line[line.index(pieces[1]) + 1:]
                for target in lion_squares(squares, origin, beyond if self.lion else beyond[:1]):
                    yield Hop(target, (pieces[0], pieces[1]))


class DoubleGrasshopper(Grasshopper):
    """Two hops in one move: the first lands on an empty square, the second goes on in any direction."""

    def reached(self, squares: Squares, origin: int) -> Iterator[Hop]:
        for first in super().reached(squares, origin):
            if squares[first.target] == EMPTY:
                for vector in self.vectors:
                    if found := self.first_piece(squares, origin, first.target, vector):
                        hurdle, beyond = found
                        for target in beyond[:1]:
                            yield Hop(target, (*first.hurdles, hurdle))


class Orix(Hopper):
    """The hurdle stands in the middle between departure and arrival; all other squares between are empty."""

    def reached(self, squares: Squares, origin: int) -> Iterator[Hop]:
        for vector in self.vectors:
            if found := self.first_piece(squares, origin, origin, vector):
                hurdle, beyond = found
                distance = self.board.line(origin, vector).index(hurdle) + 1
                between, landing = beyond[:distance - 1], beyond[distance - 1:distance]
                if landing and all(squares[square] == EMPTY for square in between):
                    yield Hop(landing[0], (hurdle,))


class Union(Hopper):
    """A piece that has the movements of several."""

    def __init__(self, *parts: Hopper):
        super().__init__((), parts[0].board)
        self.parts = parts

    def reached(self, squares: Squares, origin: int) -> Iterator[Hop]:
        for part in self.parts:
            yield from part.reached(squares, origin)


def equihopper(board: Geometry) -> Movement:
    return Union(Orix(QUEEN_LINES, board), StepHopper(KNIGHT_LINES + CAMEL_LINES + ZEBRA_LINES, board))


def nonstop_equihopper(board: Geometry) -> Movement:
    """Any piece in the middle, whatever else stands between, half of the way being one to three files or ranks."""
    straight = QUEEN_LINES + scaled(QUEEN_LINES, 2) + scaled(QUEEN_LINES, 3)
    return StepHopper(straight + KNIGHT_LINES + CAMEL_LINES + ZEBRA_LINES, board)


Q, R, B, N = QUEEN_LINES, ORTHOGONALS, DIAGONALS, KNIGHT_LINES

KEYWORDS: dict[str, tuple[str, Callable[[Geometry], Movement]]] = {
    # keyword: (Betza text, the movement on a board)
    "grasshopper": ("gQ", lambda board: Grasshopper(Q, board)),
    "rookhopper": ("gR", lambda board: Grasshopper(R, board)),
    "bishopper": ("gB", lambda board: Grasshopper(B, board)),
    "grasshopper-2": ("gafafQ", lambda board: Grasshopper(Q, board, behind=2)),
    "grasshopper-3": ("gafafafQ", lambda board: Grasshopper(Q, board, behind=3)),
    "nightrider-hopper": ("gN0", lambda board: Grasshopper(N, board)),
    "camelrider-hopper": ("gC0", lambda board: Grasshopper(CAMEL_LINES, board)),
    "zebrarider-hopper": ("gZ0", lambda board: Grasshopper(ZEBRA_LINES, board)),
    "gnurider-hopper": ("gN0gC0", lambda board: Grasshopper(N + CAMEL_LINES, board)),
    "kinghopper": ("gK2", lambda board: StepHopper(Q, board)),
    "knighthopper": ("gN2", lambda board: StepHopper(N, board)),
    "lion": ("pQ", lambda board: Lion(Q, board)),
    "rook-lion": ("pR", lambda board: Lion(R, board)),
    "bishop-lion": ("pB", lambda board: Lion(B, board)),
    "nightrider-lion": ("pN0", lambda board: Lion(N, board)),
    "leo": ("mQcpQ", lambda board: Leo(Q, board)),
    "pao": ("mRcpR", lambda board: Leo(R, board)),
    "vao": ("mBcpB", lambda board: Leo(B, board)),
    "nao": ("mN0cpN0", lambda board: Leo(N, board)),
    "moose": ("gafsQ", lambda board: Bend(Q, board, 1)),
    "eagle": ("gasQ", lambda board: Bend(Q, board, 2)),
    "sparrow": ("gabsQ", lambda board: Bend(Q, board, 3)),
    "rook-moose": ("gafsR", lambda board: Bend(R, board, 1)),
    "bishop-moose": ("gafsB", lambda board: Bend(B, board, 1)),
    "rook-eagle": ("gasR", lambda board: Bend(R, board, 2)),
    "bishop-eagle": ("gasB", lambda board: Bend(B, board, 2)),
    "rook-sparrow": ("gabsR", lambda board: Bend(R, board, 3)),
    "bishop-sparrow": ("gabsB", lambda board: Bend(B, board, 3)),
    "moose-lion": ("pafsQ", lambda board: Bend(Q, board, 1, lion=True)),
    "eagle-lion": ("pasQ", lambda board: Bend(Q, board, 2, lion=True)),
    "sparrow-lion": ("pabsQ", lambda board: Bend(Q, board, 3, lion=True)),
    "contragrasshopper": ("gafK", lambda board: Contragrasshopper(Q, board)),
    "kangaroo": ("pafgQ", lambda board: Kangaroo(Q, board)),
    "kangaroo-lion": ("pafpQ", lambda board: Kangaroo(Q, board, lion=True)),
    "dolphin": ("gQpafgQ", lambda board: Union(Grasshopper(Q, board), Kangaroo(Q, board))),
    "double-grasshopper": ("gafyagafQgafyabgafQ", lambda board: DoubleGrasshopper(Q, board)),
    "double-rookhopper": ("gafyagafRgafyabgafR", lambda board: DoubleGrasshopper(R, board)),
    "double-bishopper": ("gafyagafBgafyabgafB", lambda board: DoubleGrasshopper(B, board)),
    "equihopper": ("paifQgN2gC2gZ2", equihopper),
    "nonstop-equihopper": ("gK2gD2gA2gH2gG2gN2gC2gZ2", nonstop_equihopper),
    "orix": ("paifQ", lambda board: Orix(Q, board)),
}
