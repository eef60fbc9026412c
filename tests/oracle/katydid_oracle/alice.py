"""Alice: two boards, a piece passing to the other with every move (boards, section 3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from . import fen
from .board import CHESSBOARD, EMPTY, Position, Squares
from .fen import FenFields
from .rules import Move, Played, Rules

SIZE = CHESSBOARD.size


def boards(squares: Squares) -> tuple[Squares, Squares]:
    """Boards A and B; a position holds the squares of A and then those of B."""
    return squares[:SIZE], squares[SIZE:]


class AliceRules(Rules):
    """A move is made on its own board by the common rules; then what it has moved is transferred."""

    def in_check(self, squares: Squares, colour: str) -> bool:
        """Is a king attacked by pieces of the board on which it stands?"""
        return any(Rules.in_check(self, board, colour) for board in boards(squares))

    def legal_moves(self, position: Position, depth: int = 0) -> Iterator[tuple[Move, Played]]:
        own_boards = boards(position.squares)
        for number, squares in enumerate(own_boards):
            view = replace(
                position,
                squares=squares,
                en_passant=(),
                rook_rights=position.rook_rights if number == 0 else frozenset(),
            )
            for move in self.pseudo_legal(view):
                played = self.play(view, move)
                if Rules.in_check(self, played.squares, position.side):
                    continue
                after = transferred(played.squares, own_boards[1 - number], move)
                if after is None:
                    continue
                both = after if number == 0 else (after[1], after[0])
                squares_after = both[0] + both[1]
                if self.in_check(squares_after, position.side):
                    continue
                played = replace(
                    played,
                    squares=squares_after,
                    rook_rights=played.rook_rights if number == 0 else position.rook_rights,
                    unmoved_kings=played.unmoved_kings if number == 0 else position.unmoved_kings,
                    passed=(),
                )
                if self.allowed(position, move, played, depth):
                    yield move, played

    def position(self, fields: FenFields) -> Position:
        """Castling rights exist for pieces on board A only; nothing is taken en passant."""
        board_a = boards(fields.squares)[0]
        on_a = super().position(replace(fields, squares=board_a, en_passant=()))
        return replace(on_a, squares=fields.squares)

    def capturable_en_passant(self, squares: Squares, side: str, passed: tuple[int, ...]) -> tuple[int, ...]:
        return ()

    def placement(self, position: Position) -> str:
        return "|".join(fen.write_placement(board, CHESSBOARD) for board in boards(position.squares))


def transferred(own: Squares, other: Squares, move: Move) -> tuple[Squares, Squares] | None:
    """Both boards after the pieces that moved have gone over; None if a square there is occupied."""
    arrivals = [move.target]
    if move.rook is not None:
        arrivals.append((move.origin + move.target) // 2)
    own, other = list(own), list(other)
    for square in arrivals:
        if other[square] != EMPTY:
            return None
        own[square], other[square] = EMPTY, own[square]
    return own, other
