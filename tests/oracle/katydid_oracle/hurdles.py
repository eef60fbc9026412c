"""What a hurdler does to the pieces it has leapt (hurdlers, section 3)."""

from __future__ import annotations

from dataclasses import dataclass

from .board import EMPTY, KING, colour_of, flipped, retyped, type_of
from .effects import HURDLER, Transition, home_square, next_rung
from .variants import Piece, Variant


@dataclass(frozen=True)
class Leap:
    """What the effects ask about the move: who leapt, whose piece it is, and whether it captured."""

    hurdler: str
    piece: Piece
    side: str
    capture: bool


class HurdleEffects:
    """The effects of one move.

    A hurdle is a piece, named by the square where it stood when it was leapt; ``places`` follows it, None
    when it has left the game.
    """

    def __init__(self, board: Transition, leap: Leap, ladder: str, variant: Variant):
        self.board = board
        self.leap = leap
        self.ladder = ladder
        self.variant = variant
        self.places: dict[int, int | None] = {}

    def apply(self, hurdles: tuple[int, ...]) -> None:
        """The whole effect list on each hurdle in the order of leaping, then the account of their sum."""
        before = {hurdle: self.board.squares[hurdle] for hurdle in hurdles}
        self.places = {hurdle: hurdle for hurdle in hurdles}
        for hurdle in hurdles:
            if self._is_target(hurdle):
                for effect in self.leap.piece.effects:
                    self._change(hurdle, effect)
        for hurdle, piece in before.items():
            self._account(hurdle, piece)

    def _is_target(self, hurdle: int) -> bool:
        place = self.places[hurdle]
        if place is None:
            return False
        own = colour_of(self.board.squares[place]) == self.leap.side
        return {"": True, "friend": own, "enemy": not own}[self.leap.piece.target]

    def _change(self, hurdle: int, effect: str) -> None:
        place = self.places[hurdle]
        if place is None:
            return
        squares = self.board.squares
        piece = squares[place]
        royal = type_of(piece) == KING
        if effect == "A" and (not royal or self.leap.piece.rex):
            squares[place] = flipped(piece)
        elif effect == "E" and not royal:
            end = self.leap.hurdler if self.variant.ends == HURDLER else self.variant.ends
            squares[place] = retyped(piece, next_rung(type_of(piece), self.leap.capture, self.ladder, end))
        elif effect == "C":
            self._rebirth(hurdle, place)

    def _rebirth(self, hurdle: int, place: int) -> None:
        """To the home square; where that is occupied by another piece a king stays and others are removed."""
        squares = self.board.squares
        piece = squares[place]
        home = home_square(piece, hurdle, self.variant.homes)
        if home == place:
            return
        if squares[home] == EMPTY:
            squares[place], squares[home] = EMPTY, piece
            self.places[hurdle] = home
        elif type_of(piece) != KING:
            squares[place] = EMPTY
            self.places[hurdle] = None

    def _account(self, hurdle: int, before: str) -> None:
        """Tell the transition what has become of a hurdle; a piece that is what it was was not touched."""
        place = self.places[hurdle]
        piece = EMPTY if place is None else self.board.squares[place]
        if place == hurdle and piece == before:
            return
        self.board.irreversible = True
        self.board.touched.add(hurdle)
        if place != hurdle:
            self.board.left.add(hurdle)
        if place is not None:
            self.board.touched.add(place)
            self.board.appeared.add(place)
            if place != hurdle:
                self.board.reborn.add(place)
