"""Relay: pieces that give their moves to the pieces they guard (boards, section 1)."""

from __future__ import annotations

from .board import KING, PAWN, Squares, colour_of, pieces_of, type_of
from .movement import Movement
from .variants import Piece


def received(pieces: dict[str, Piece], squares: Squares, square: int, pawns: bool) -> list[Movement]:
    """The movements that the piece on ``square`` receives from friends that guard it by their own movement.

    ``pawns``: pawns receive, too.
    """
    receiver = squares[square]
    if type_of(receiver) == KING or type_of(receiver) == PAWN and not pawns:
        return []
    colour = colour_of(receiver)
    movements = []
    for giver in pieces_of(squares, colour):
        piece = pieces[type_of(squares[giver])]
        if piece.relay and giver != square and square in piece.moves.attacks(squares, giver, colour):
            movements.append(piece.moves)
    return movements
