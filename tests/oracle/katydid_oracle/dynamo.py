"""Dynamo: pieces are not captured but pushed and pulled, off the board as well (boards, section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .board import (
    CHESSBOARD,
    EMPTY,
    KING,
    KING_HOME,
    PAWN,
    ROOK_HOMES,
    Position,
    Squares,
    Vector,
    colour_of,
    forward,
    piece_of,
    pieces_of,
    opponent,
    type_of,
)
from .effects import Transition
from .movement import Leaper, Pawn, Rider
from .rules import Played, Rules

# Over the edge.
OFF = None
Place = int | None


@dataclass(frozen=True)
class Displacement:
    """A piece going from one square to another, or off the board; a pawn may become something else."""

    origin: int
    target: Place
    promotion: str = ""

    def text(self) -> str:
        target = "--" if self.target is OFF else CHESSBOARD.name(self.target)
        return CHESSBOARD.name(self.origin) + target + self.promotion.lower()


@dataclass(frozen=True)
class Action:
    """A move: all that it displaces."""

    displacements: frozenset[Displacement]

    def text(self) -> str:
        return ",".join(sorted(displacement.text() for displacement in self.displacements))

    def hurdle_text(self) -> str:
        return ""

    def sends_off(self, square: int) -> bool:
        return any(piece.origin == square and piece.target is OFF for piece in self.displacements)


def action(*displacements: Displacement) -> Action:
    return Action(frozenset(displacements))


def empty_run(squares: Squares, line: list[int]) -> list[int]:
    """The squares of a line before its first piece."""
    run = []
    for square in line:
        if squares[square] != EMPTY:
            break
        run.append(square)
    return run


def reach(squares: Squares, line: list[int]) -> list[Place]:
    """Where a piece can go along a line over empty squares, over the edge included if nothing stands there."""
    run = empty_run(squares, line)
    return [*run, *([OFF] if len(run) == len(line) else [])]


class RiderActions:
    """Moves, pushes and pulls of a rider along one line; ``ahead`` and ``behind`` are seen from its square."""

    def __init__(self, squares: Squares, origin: int, vector: Vector):
        self.squares = squares
        self.origin = origin
        self.ahead = CHESSBOARD.line(origin, vector)
        self.behind = CHESSBOARD.line(origin, (-vector[0], -vector[1]))
        self.distance = len(empty_run(squares, self.ahead))

    def all(self) -> Iterator[Action]:
        for target in reach(self.squares, self.ahead):
            yield action(Displacement(self.origin, target))
        if self.distance < len(self.ahead):
            yield from self._pushes()
            yield from self._pulls_staying()
            yield from self._pulls_leaving()

    def _pushes(self) -> Iterator[Action]:
        """The piece goes on; the rider stays, or follows to any square that it has not reached."""
        piece = self.ahead[self.distance]
        for target in reach(self.squares, self.ahead[self.distance + 1:]):
            pushed = Displacement(piece, target)
            yield action(pushed)
            limit = len(self.ahead) if target is OFF else self.ahead.index(target)
            for follow in self.ahead[:limit]:
                yield action(pushed, Displacement(self.origin, follow))

    def _pulls_staying(self) -> Iterator[Action]:
        piece = self.ahead[self.distance]
        for target in self.ahead[:self.distance]:
            yield action(Displacement(piece, target))

    def _pulls_leaving(self) -> Iterator[Action]:
        """The rider goes away in the opposite direction; the piece comes after it, not past it."""
        piece = self.ahead[self.distance]
        nearer = [*reversed(self.ahead[:self.distance]), self.origin]
        for target in reach(self.squares, self.behind):
            leaving = Displacement(self.origin, target)
            limit = len(self.behind) if target is OFF else self.behind.index(target)
            for follow in [*nearer, *self.behind[:limit], *([OFF] if target is OFF else [])]:
                yield action(leaving, Displacement(piece, follow))


class DynamoRules(Rules):
    """Moves, checks and ends of Dynamo.  A king is in check if an enemy move could send it off."""

    # Actions of single pieces, safety of kings aside

    def actions(self, squares: Squares, origin: int) -> Iterator[Action]:
        """Every move of a piece, own kings sent off included."""
        movement = self.pieces[type_of(squares[origin])].moves
        if isinstance(movement, Pawn):
            yield from self._pawn_actions(squares, origin, movement)
        elif isinstance(movement, Rider):
            for vector in movement.vectors:
                yield from RiderActions(squares, origin, vector).all()
        elif isinstance(movement, Leaper):
            yield from self._leaper_actions(squares, origin, movement)

    def _leaper_actions(self, squares: Squares, origin: int, movement: Leaper) -> Iterator[Action]:
        colour = colour_of(squares[origin])
        royal = type_of(squares[origin]) == KING
        vectors = {(files, ranks * forward(colour)) for files, ranks in movement.vectors}
        for vector in vectors:
            target = CHESSBOARD.step(origin, vector)
            if target is OFF:
                if not royal:
                    yield action(Displacement(origin, OFF))
            elif squares[target] == EMPTY:
                yield action(Displacement(origin, target))
            else:
                yield from self._leap_pushes(squares, origin, target, vector)
                opposite = (-vector[0], -vector[1])
                if opposite in vectors:
                    yield from self._leap_pulls(squares, origin, target, opposite, royal)

    @staticmethod
    def _leap_pushes(squares: Squares, origin: int, piece: int, vector: Vector) -> Iterator[Action]:
        beyond = CHESSBOARD.step(piece, vector)
        if beyond is OFF or squares[beyond] == EMPTY:
            yield action(Displacement(piece, beyond))
            yield action(Displacement(piece, beyond), Displacement(origin, piece))

    @staticmethod
    def _leap_pulls(squares: Squares, origin: int, piece: int, away: Vector, royal: bool) -> Iterator[Action]:
        target = CHESSBOARD.step(origin, away)
        if (target is OFF and not royal) or (target is not OFF and squares[target] == EMPTY):
            yield action(Displacement(origin, target), Displacement(piece, origin))

    def _pawn_actions(self, squares: Squares, origin: int, movement: Pawn) -> Iterator[Action]:
        colour = colour_of(squares[origin])
        if movement.reach(origin, colour) == 0:
            return
        for target in movement.quiets(squares, origin, colour):
            for arrival in self._arrivals(squares, origin, target):
                yield action(arrival)
        for side in (-1, 0, 1):
            vector = (side, forward(colour))
            piece = CHESSBOARD.step(origin, vector)
            if piece is OFF or squares[piece] == EMPTY or (colour_of(squares[piece]) == colour) != (side == 0):
                continue
            beyond = CHESSBOARD.step(piece, vector)
            if beyond is OFF or squares[beyond] == EMPTY:
                yield action(Displacement(piece, beyond))
                for arrival in self._arrivals(squares, origin, piece):
                    yield action(Displacement(piece, beyond), arrival)

    def _arrivals(self, squares: Squares, origin: int, target: int) -> list[Displacement]:
        """A pawn going by its own step or after its own push, with its promotions."""
        return [Displacement(origin, target, kind) for kind in self.promotions_on(squares[origin], target)]

    # Checks

    def attacked(self, squares: Squares, square: int, by: str) -> bool:
        """Could a piece of colour ``by`` send off the piece that stands on this square?"""
        return any(
            action.sends_off(square) for enemy in pieces_of(squares, by) for action in self.actions(squares, enemy)
        )

    def _walk_is_safe(self, squares: Squares, walk: range, side: str) -> bool:
        """Castling: no piece of that side could be sent off the squares of the king's walk, before the move."""
        for square in walk:
            standing = list(squares)
            standing[square] = standing[square] or piece_of(KING, side)
            if self.attacked(standing, square, opponent(side)):
                return False
        return True

    # Moves

    def pseudo_legal(self, position: Position) -> Iterator[Action]:
        for origin in position.pieces(position.side):
            yield from self.actions(position.squares, origin)
        yield from self._castlings(position)

    def _castlings(self, position: Position) -> Iterator[Action]:
        squares, side = position.squares, position.side
        king = KING_HOME[side]
        for rook in ROOK_HOMES[side]:
            if rook not in position.rook_rights:
                continue
            direction = 1 if rook > king else -1
            between = range(king + direction, rook, direction)
            walk = range(king, king + 3 * direction, direction)
            if all(squares[square] == EMPTY for square in between) and self._walk_is_safe(squares, walk, side):
                yield action(
                    Displacement(king, king + 2 * direction),
                    Displacement(rook, king + direction),
                )

    def legal_moves(self, position: Position) -> Iterator[tuple[Action, Played]]:
        """Legal moves: no own king leaves the board, and none could be sent off afterwards."""
        kings = [square for square, piece in enumerate(position.squares) if piece == piece_of(KING, position.side)]
        for move in set(self.pseudo_legal(position)):
            if any(move.sends_off(king) for king in kings):
                continue
            played = self.play(position, move)
            if not self.in_check(played.squares, position.side):
                yield move, played

    def play(self, position: Position, move: Action) -> Played:
        board = Transition(position.squares)
        lifted = {piece: board.lift(piece.origin) for piece in move.displacements}
        for displacement, piece in lifted.items():
            if displacement.target is not OFF:
                promoted = displacement.promotion and piece_of(displacement.promotion, colour_of(piece))
                board.place(promoted or piece, displacement.target)
        progress = any(
            displacement.target is OFF or type_of(piece) == PAWN for displacement, piece in lifted.items()
        )
        rook_rights = frozenset(
            rook
            for colour, home in KING_HOME.items()
            for rook in ROOK_HOMES[colour]
            if rook in position.rook_rights and not {rook, home} & board.touched
        )
        unmoved = frozenset(colour for colour in position.unmoved_kings if KING_HOME[colour] not in board.touched)
        return Played(board.squares, position.hand, rook_rights, unmoved, resets_clock=progress)

    def capturable_en_passant(self, squares: Squares, side: str, passed: tuple[int, ...]) -> tuple[int, ...]:
        return ()
