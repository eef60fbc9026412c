"""Relay: men that give their moves to the men they guard (boards, section 1)."""

from __future__ import annotations

from .board import KING, PAWN, Squares, colour_of, men_of, type_of
from .movement import Movement
from .variants import Man


def received(men: dict[str, Man], squares: Squares, square: int) -> list[Movement]:
    """The movements that the man on ``square`` receives from friends that guard it by their own movement."""
    receiver = squares[square]
    if type_of(receiver) in (KING, PAWN):
        return []
    colour = colour_of(receiver)
    movements = []
    for giver in men_of(squares, colour):
        man = men[type_of(squares[giver])]
        if man.relay and giver != square and square in man.moves.attacks(squares, giver, colour):
            movements.append(man.moves)
    return movements
