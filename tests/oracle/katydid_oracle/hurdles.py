"""What a hurdler does to the men it has leapt (hurdlers, section 3)."""

from __future__ import annotations

from dataclasses import dataclass

from .board import EMPTY, KING, colour_of, flipped, retyped, type_of
from .effects import HURDLER, Transition, home_square, next_rung
from .variants import Man, Variant


@dataclass(frozen=True)
class Leap:
    """What the effects ask about the move: who leapt, whose man it is, and whether it captured."""

    hurdler: str
    man: Man
    side: str
    capture: bool


class HurdleEffects:
    """The effects of one move.

    A hurdle is a man, named by the square where it stood when it was leapt; ``places`` follows it, None
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
                for effect in self.leap.man.effects:
                    self._change(hurdle, effect)
        for hurdle, man in before.items():
            self._account(hurdle, man)

    def _is_target(self, hurdle: int) -> bool:
        place = self.places[hurdle]
        if place is None:
            return False
        own = colour_of(self.board.squares[place]) == self.leap.side
        return {"": True, "friend": own, "enemy": not own}[self.leap.man.target]

    def _change(self, hurdle: int, effect: str) -> None:
        place = self.places[hurdle]
        if place is None:
            return
        squares = self.board.squares
        man = squares[place]
        royal = type_of(man) == KING
        if effect == "A" and (not royal or self.leap.man.rex):
            squares[place] = flipped(man)
        elif effect == "E" and not royal:
            end = self.leap.hurdler if self.variant.ends == HURDLER else self.variant.ends
            squares[place] = retyped(man, next_rung(type_of(man), self.leap.capture, self.ladder, end))
        elif effect == "C":
            self._rebirth(hurdle, place)

    def _rebirth(self, hurdle: int, place: int) -> None:
        """To the home square; where that is occupied by another man a king stays and others are removed."""
        squares = self.board.squares
        man = squares[place]
        home = home_square(man, hurdle, self.variant.homes)
        if home == place:
            return
        if squares[home] == EMPTY:
            squares[place], squares[home] = EMPTY, man
            self.places[hurdle] = home
        elif type_of(man) != KING:
            squares[place] = EMPTY
            self.places[hurdle] = None

    def _account(self, hurdle: int, before: str) -> None:
        """Tell the transition what has become of a hurdle; a man that is what it was was not touched."""
        place = self.places[hurdle]
        man = EMPTY if place is None else self.board.squares[place]
        if place == hurdle and man == before:
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
