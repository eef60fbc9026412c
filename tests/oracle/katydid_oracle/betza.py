"""A small reader of Betza texts (hurdlers, section 2, "Betza, as XBoard reads it").

A text is a sequence of moves: modifiers in lower case, an atom in upper case, perhaps a range in digits.  The
letter ``a`` among the modifiers ends a leg and begins the next, whose directions are relative to the leg before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .board import CHESSBOARD, EMPTY, Geometry, Squares, Vector, forward
from .movement import Hop, Movement

MOVE = re.compile(r"([a-z]*)([A-Z])(\2?)(\d*)")

UNLIMITED = 0

# The sizes of the atoms and their usual range; K and Q are two atoms in one.
ATOMS: dict[str, tuple[tuple[Vector, ...], int]] = {
    "W": (((0, 1),), 1),
    "F": (((1, 1),), 1),
    "D": (((0, 2),), 1),
    "N": (((1, 2),), 1),
    "A": (((2, 2),), 1),
    "H": (((0, 3),), 1),
    "C": (((1, 3),), 1),
    "L": (((1, 3),), 1),
    "Z": (((2, 3),), 1),
    "J": (((2, 3),), 1),
    "G": (((3, 3),), 1),
    "K": (((0, 1), (1, 1)), 1),
    "R": (((0, 1),), UNLIMITED),
    "B": (((1, 1),), UNLIMITED),
    "Q": (((0, 1), (1, 1)), UNLIMITED),
}

# What a direction of a later leg turns, in eighths of a circle.
TURNS = {
    "": (0, 1, 2, 3, -1, -2, -3),
    "f": (0,),
    "fs": (1, -1),
    "fr": (1,),
    "fl": (-1,),
    "s": (2, -2),
    "r": (2,),
    "l": (-2,),
    "bs": (3, -3),
    "br": (3,),
    "bl": (-3,),
    "b": (4,),
}


class BetzaError(ValueError):
    """The text is not one that this reader understands."""


@dataclass(frozen=True)
class Leg:
    """``modes`` are the letters of m c p g y i n j, ``directions`` the others."""

    modes: frozenset[str]
    directions: str

    @property
    def runs_to_a_piece(self) -> bool:
        return bool(self.modes & {"p", "g"})


@dataclass(frozen=True)
class Chain:
    """The legs of one move of a text, and the first vectors of White's piece.

    ``half_turns``: a later leg without directions may turn by 45 degrees, as with K and Q.
    """

    legs: tuple[Leg, ...]
    vectors: tuple[Vector, ...]
    range: int
    quiet: bool
    capture: bool
    half_turns: bool


def read_legs(modifiers: str) -> tuple[Leg, ...]:
    legs = []
    for text in modifiers.split("a"):
        if unknown := set(text) - set("mcpgyinjfblrsvh"):
            raise BetzaError(f"modifier '{min(unknown)}' in {modifiers}")
        if legs and "c" in legs[-1].modes:
            raise BetzaError("captures on the way")
        modes = frozenset(letter for letter in text if letter in "mcpgyinj")
        legs.append(Leg(modes, "".join(letter for letter in text if letter in "fblrsvh")))
    return tuple(legs)


def all_vectors(size: Vector) -> list[Vector]:
    """The mirror images of a leap, without doubles."""
    small, large = size
    vectors = []
    for files, ranks in ((small, large), (large, small)):
        for vector in ((files, ranks), (files, -ranks), (-files, ranks), (-files, -ranks)):
            if vector not in vectors:
                vectors.append(vector)
    return vectors


def directed_royal(directions: str) -> list[Vector]:
    """The first vectors of K and Q: a letter alone is one straight direction, two that cross a slanting one."""
    vectors = []
    for part in re.findall("[fbv][lrs]|[lrs][fbv]|[fblrsv]", directions):
        size = (0, 1) if len(part) == 1 else (1, 1)
        vectors += [vector for vector in directed(size, part) if vector not in vectors]
    return vectors


def directed(size: Vector, directions: str) -> list[Vector]:
    """The vectors of an atom in the directions of a first leg, White looking up the board."""
    vectors = all_vectors(size)
    if not directions:
        return vectors
    small, large = size
    if small not in (0, large):
        parts = re.findall("h[lr]|[fblr]h|ff|bb|ll|rr|[fb][lrs]|[lr][fbv]|[fblrsv]", directions)
        return [vector for vector in vectors if any(_oblique(vector, part) for part in parts)]
    if small == 0:
        return [vector for vector in vectors if any(_straight(vector, letter) for letter in directions)]
    parts = re.findall("[fbv][lrs]|[lrs][fbv]|[fblrsv]", directions)
    return [vector for vector in vectors if any(_all_hold(vector, part) for part in parts)]


def _side(vector: Vector, letter: str) -> bool:
    files, ranks = vector
    return {"f": ranks > 0, "b": ranks < 0, "l": files < 0, "r": files > 0, "s": True, "v": True}[letter]


def _all_hold(vector: Vector, letters: str) -> bool:
    return all(_side(vector, letter) for letter in letters)


def _straight(vector: Vector, letter: str) -> bool:
    files, ranks = vector
    return {"s": files != 0, "v": ranks != 0}.get(letter, _side(vector, letter))


def _oblique(vector: Vector, letters: str) -> bool:
    """Two letters name an oblique leap: ff narrow and forward, bs wide and backward, fh both; one names the narrow pair there.

    hr and hl are the two sets of four that a quarter turn maps onto themselves."""
    files, ranks = vector
    narrow = abs(ranks) > abs(files)
    first, second = letters[0], letters[-1]
    if first == "h":
        return (((files > 0) == (ranks > 0)) == narrow) == (second == "r")
    if second == "h":
        return _side(vector, first)
    return _side(vector, first) and _straight(vector, second) and narrow == (second in "fbv")


def turned(vector: Vector, eighths: int) -> Vector:
    """A vector turned clockwise by eighths of a circle; only lines of a queen know the odd eighths."""
    files, ranks = vector
    for _ in range(eighths % 8 // 2):
        files, ranks = ranks, -files
    if eighths % 2:
        length = max(abs(files), abs(ranks))
        files, ranks = files + ranks, ranks - files
        scale = max(abs(files), abs(ranks)) // length
        files, ranks = files // scale, ranks // scale
    return files, ranks


def toggled(reach: int) -> int:
    """A slider becomes a piece of one step, a piece of one step a slider."""
    return UNLIMITED if reach == 1 else 1


def check_turn(leg: Leg, oblique: bool) -> None:
    """Refuse what ``TURNS`` does not tell; oblique leaps only go on or turn back."""
    if leg.directions not in TURNS or (oblique and leg.directions not in ("", "f", "b", "l", "r", "s")):
        raise BetzaError(f"directions '{leg.directions}' of a later leg")


def read_chains(text: str) -> list[Chain]:
    chains = []
    position = 0
    for match in MOVE.finditer(text):
        if match.start() != position or match[2] not in ATOMS:
            break
        position = match.end()
        modifiers, atom, doubled, digits = match.groups()
        sizes, reach = ATOMS[atom]
        reach = int(digits) if digits else UNLIMITED if doubled else reach
        legs = read_legs(modifiers)
        modes = {mode for leg in legs for mode in leg.modes} & {"m", "c"}
        first = legs[0].directions
        if len(sizes) == 2 and first:
            vectors = tuple(directed_royal(first))
        else:
            vectors = tuple(vector for size in sizes for vector in directed(size, first))
        for leg in legs[1:]:
            check_turn(leg, oblique=sizes[0][0] not in (0, sizes[0][1]))
        chains.append(Chain(legs, vectors, reach, modes != {"c"}, modes != {"m"}, half_turns=len(sizes) == 2))
    if position != len(text) or not chains:
        raise BetzaError(f"'{text[position:]}' in {text}")
    return chains


class Betza(Movement):
    """The movement that a Betza text describes."""

    def __init__(self, text: str, board: Geometry = CHESSBOARD):
        super().__init__(board)
        self.text = text
        self.chains = read_chains(text)
        self.leaps = any(leg.runs_to_a_piece or "j" in leg.modes for chain in self.chains for leg in chain.legs)

    def attacks(self, squares: Squares, square: int, colour: str) -> list[int]:
        return [hop.target for hop in self.hops(squares, square, colour, capture=True)]

    def quiets(self, squares: Squares, square: int, colour: str) -> list[int]:
        return [hop.target for hop in self.hops(squares, square, colour, capture=False)]

    def hops(self, squares: Squares, square: int, colour: str, capture: bool) -> Iterator[Hop]:
        ahead = forward(colour)
        for chain in self.chains:
            if not (chain.capture if capture else chain.quiet):
                continue
            walk = Walk(self.board, squares, square, chain.legs, chain.half_turns)
            for files, ranks in chain.vectors:
                for hop in walk.leg(0, square, (files * ahead, ranks * ahead), chain.range, 0, ()):
                    if hop.target != square and (capture or squares[hop.target] == EMPTY):
                        yield hop


@dataclass(frozen=True)
class Walk:
    """One piece's way through the legs of a move; it never leaps itself.

    Its own square counts as empty, as XBoard reads it; round a cylinder it ends every line."""

    board: Geometry
    squares: Squares
    origin: int
    legs: tuple[Leg, ...]
    half_turns: bool

    def leg(
        self, number: int, start: int, vector: Vector, reach: int, strides: int, hurdles: tuple[int, ...]
    ) -> Iterator[Hop]:
        """All ends of the walk; ``strides`` is what the leg before made, which ``i`` asks for again."""
        leg = self.legs[number]
        exactly = strides if "i" in leg.modes else None
        if number == len(self.legs) - 1:
            if reach == 1 and leg.modes & {"n", "j"}:
                ends = ((target, leapt) for target, _, leapt in self._past_a_gate(leg, start, vector))
            else:
                ends = self._last(leg, self._line(start, vector), reach, exactly)
            for target, leapt in ends:
                yield Hop(target, hurdles + leapt)
            return
        if "g" in leg.modes or "y" in leg.modes:
            next_reach = toggled(reach)
        else:
            next_reach = reach
        if leg.modes & {"n", "j"}:
            places = ((place, made, leapt) for place, made, leapt in self._past_a_gate(leg, start, vector) if self._is_empty(place))
        else:
            places = self._passing(leg, self._line(start, vector), reach, exactly)
        for place, made, leapt in places:
            for turn in self._turns(self.legs[number + 1]):
                yield from self.leg(number + 1, place, turned(vector, turn), next_reach, made, hurdles + leapt)

    def _turns(self, leg: Leg) -> Iterator[int]:
        for turn in TURNS[leg.directions]:
            if leg.directions or self.half_turns or turn % 2 == 0:
                yield turn

    def _line(self, start: int, vector: Vector) -> list[int]:
        """The squares of a line; round a cylinder none behind the walker's own square."""
        line = self.board.line(start, vector)
        return line[:line.index(self.origin) + 1] if self.board.wrap and self.origin in line else line

    def _is_empty(self, square: int) -> bool:
        return self.squares[square] == EMPTY or square == self.origin and not self.board.wrap

    def _first_piece(self, line: list[int], reach: int) -> int | None:
        """How many strides lead to the first piece within reach."""
        for made, square in enumerate(line[:reach] if reach else line, start=1):
            if square == self.origin and self.board.wrap:
                return None
            if not self._is_empty(square):
                return made
        return None

    def _past_a_gate(self, leg: Leg, start: int, vector: Vector) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """The end of a leap that needs an empty (``n``) or an occupied square (``j``) on its way: half of it, rounded towards zero."""
        target = self.board.step(start, vector)
        gate = self.board.step(start, (int(vector[0] / 2), int(vector[1] / 2)))
        if target is None or gate is None or (self.board.wrap and target == self.origin):
            return
        if self._is_empty(gate) == ("n" in leg.modes):
            yield target, 1, (gate,) if "j" in leg.modes else ()

    def _passing(
        self, leg: Leg, line: list[int], reach: int, exactly: int | None
    ) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Where a leg that is not the last can end: on a hurdle, or on empty squares."""
        if leg.runs_to_a_piece:
            made = self._first_piece(line, reach)
            if made and exactly in (None, made):
                yield line[made - 1], made, (line[made - 1],)
            return
        for made, square in enumerate(line[:reach] if reach else line, start=1):
            if not self._is_empty(square):
                return
            if exactly in (None, made):
                yield square, made, ()

    def _last(
        self, leg: Leg, line: list[int], reach: int, exactly: int | None
    ) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Where the last leg can end, whatever stands there, and what it leaps."""
        if exactly is not None:
            reach = exactly
        if leg.runs_to_a_piece:
            reach = max(reach, 2) if reach else len(line)
            made = self._first_piece(line, reach)
            if made is None:
                return
            hurdle = (line[made - 1],)
            beyond = line[made:reach]
            for square in beyond[:1] if "g" in leg.modes else beyond:
                yield square, hurdle
                if not self._is_empty(square):
                    return
            return
        skipped: tuple[int, ...] = ()
        for made, square in enumerate(line[:reach] if reach else line, start=1):
            if "j" in leg.modes and made == 1:
                skipped = () if self._is_empty(square) else (square,)
                if square == self.origin and self.board.wrap:
                    return
                continue
            if exactly in (None, made):
                yield square, skipped
            if not self._is_empty(square):
                return
