"""Reading and writing the fields of a FEN (rules, section 1, "FEN")."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .board import EMPTY, HOLE, Geometry, Squares


@dataclass(frozen=True)
class FenFields:
    """The fields of a FEN as written; what they mean in a variant is decided by its rules."""

    squares: Squares
    hand: str
    side: str
    castling: str
    en_passant: tuple[int, ...]
    half_moves: int
    full_moves: int
    legs: tuple[int, int] | None


def sorted_hand(hand: str, letters: str) -> str:
    """A hand as written in a FEN: White's pieces first, each side's in the order of the variant's letters."""
    return "".join(sorted(hand, key=(letters.upper() + letters.lower()).index))


def read_fen(text: str, geometry: Geometry, boards: int = 1) -> FenFields:
    """The fields of a FEN; of several ``boards`` those left out are empty."""
    fields = text.split()
    fields += ["w", "-", "-", "0", "1"][len(fields) - 1:]
    placement, side, castling, en_passant, half_moves, full_moves = fields[:6]
    placement, _, hand = placement.partition("[")
    legs = None
    if len(fields) > 6:
        left, length = fields[6].split("/")
        legs = (int(left), int(length))
    return FenFields(
        squares=_read_boards(placement, geometry, boards),
        hand=hand.rstrip("]"),
        side=side,
        castling=castling,
        en_passant=tuple(geometry.index(name) for name in re.findall("[a-h][1-8]", en_passant)),
        half_moves=int(half_moves),
        full_moves=int(full_moves),
        legs=legs,
    )


def _read_boards(placement: str, geometry: Geometry, boards: int) -> Squares:
    placements = placement.split("|")
    if len(placements) > boards:
        raise ValueError(f"{len(placements)} boards instead of {boards}: {placement}")
    squares = [square for board in placements for square in _read_placement(board, geometry)]
    return squares + [EMPTY] * (geometry.size * (boards - len(placements)))


def _read_placement(placement: str, geometry: Geometry) -> Squares:
    squares = [EMPTY] * geometry.size
    rows = placement.split("/")
    if len(rows) != geometry.height:
        raise ValueError(f"{len(rows)} ranks instead of {geometry.height}: {placement}")
    for rank, row in zip(reversed(range(geometry.height)), rows):
        contents: list[str] = []
        for token in re.findall(r"\d|\*|\+?[A-Za-z]~?", row):
            contents += [EMPTY] * int(token) if token.isdigit() else [token]
        if len(contents) != geometry.width:
            raise ValueError(f"rank {rank + 1} has {len(contents)} squares: {placement}")
        for file, content in enumerate(contents):
            square = geometry.square(file, rank)
            if (content == HOLE) != (square in geometry.holes):
                raise ValueError(f"the board has another shape at {geometry.name(square)}: {placement}")
            squares[square] = content
    return squares


def write_placement(squares: Squares, geometry: Geometry) -> str:
    rows = []
    for rank in reversed(range(geometry.height)):
        contents = squares[rank * geometry.width:(rank + 1) * geometry.width]
        row = "".join(content or "1" for content in contents)
        rows.append(re.sub("1+", lambda run: str(len(run.group())), row))
    return "/".join(rows)


def write_squares(squares: tuple[int, ...], geometry: Geometry) -> str:
    return "".join(geometry.name(square) for square in squares) or "-"
