"""Hopgi (rules, section 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from . import fen
from .board import (
    BLACK,
    DIAGONALS,
    EMPTY,
    HOPGI_BOARD,
    ORTHOGONALS,
    PAWN,
    WHITE,
    Position,
    Squares,
    Vector,
    colour_of,
    is_piece,
    piece_of,
    opponent,
    type_of,
)
from .fen import FenFields, sorted_hand
from .rules import win_for

KINGS = ("W", "F")
HAND = "RBP"
SLIDE_LENGTH = 3

CLOSED_CORNER = {HOPGI_BOARD.index("b3"), HOPGI_BOARD.index("c2")}

# A zone holds the squares where enemy non-pawns started.
PROMOTION_ZONE = {
    WHITE: {HOPGI_BOARD.index(name) for name in ("a3", "a4", "a6", "a7")},
    BLACK: {HOPGI_BOARD.index(name) for name in ("c1", "d1", "f1", "g1")},
}

RIGHT_ZONE_FORWARD: dict[str, Vector] = {WHITE: (0, 1), BLACK: (0, -1)}
LEFT_ZONE_FORWARD: dict[str, Vector] = {WHITE: (-1, 0), BLACK: (1, 0)}


@dataclass(frozen=True)
class Move:
    """A board move; ``promotes`` follows from the piece, the squares and the zone."""

    origin: int
    target: int
    promotes: bool

    def text(self) -> str:
        return HOPGI_BOARD.name(self.origin) + HOPGI_BOARD.name(self.target) + ("+" if self.promotes else "")


@dataclass(frozen=True)
class Played:
    squares: Squares
    hand: str
    resets_clock: bool


def step(square: int, vector: Vector) -> int | None:
    """One step; nothing passes diagonally through the closed corner between b3 and c2."""
    target = HOPGI_BOARD.step(square, vector)
    return None if {square, target} == CLOSED_CORNER else target


def steps(square: int, vectors: tuple[Vector, ...]) -> list[int]:
    targets = (step(square, vector) for vector in vectors)
    return [target for target in targets if target is not None]


def slides(squares: Squares, square: int, vectors: tuple[Vector, ...]) -> list[int]:
    targets = []
    for vector in vectors:
        target = step(square, vector)
        for _ in range(SLIDE_LENGTH):
            if target is None:
                break
            targets.append(target)
            if squares[target] != EMPTY:
                break
            target = step(target, vector)
    return targets


def mao_hops(squares: Squares, square: int) -> list[int]:
    """Orthogonally onto an occupied square, then diagonally outward."""
    targets = []
    for vector in ORTHOGONALS:
        hurdle = step(square, vector)
        if hurdle is not None and squares[hurdle] != EMPTY:
            targets += steps(hurdle, tuple(diagonal for diagonal in DIAGONALS if is_outward(diagonal, vector)))
    return targets


def is_outward(diagonal: Vector, orthogonal: Vector) -> bool:
    return diagonal[0] * orthogonal[0] + diagonal[1] * orthogonal[1] > 0


def forwards(square: int, colour: str) -> list[Vector]:
    """The forward directions of a pawn, which depend on the zone its square lies in."""
    file, rank = HOPGI_BOARD.file(square), HOPGI_BOARD.rank(square)
    directions = []
    if file >= rank:
        directions.append(RIGHT_ZONE_FORWARD[colour])
    if rank >= file:
        directions.append(LEFT_ZONE_FORWARD[colour])
    return directions


def pawn_quiets(square: int, colour: str) -> list[int]:
    ahead = forwards(square, colour)
    return steps(square, tuple(diagonal for diagonal in DIAGONALS if any(is_outward(diagonal, way) for way in ahead)))


def pawn_captures(square: int, colour: str) -> list[int]:
    return steps(square, tuple(forwards(square, colour)))


def reach(squares: Squares, square: int) -> tuple[list[int], list[int]]:
    """The squares a piece can move to without capturing and those it can capture on, mao-hops aside."""
    piece = squares[square]
    kind = type_of(piece)
    if kind == PAWN:
        return pawn_quiets(square, colour_of(piece)), pawn_captures(square, colour_of(piece))
    if kind == "+P":
        return steps(square, DIAGONALS), steps(square, ORTHOGONALS)
    if kind == "W":
        both = steps(square, ORTHOGONALS)
    elif kind == "F":
        both = steps(square, DIAGONALS)
    elif kind in ("R", "+R"):
        both = slides(squares, square, ORTHOGONALS)
        both += steps(square, DIAGONALS) if kind == "+R" else []
    else:
        both = slides(squares, square, DIAGONALS)
        both += steps(square, ORTHOGONALS) if kind == "+B" else []
    return both, both


class HopgiRules:
    """Moves and ends of Hopgi.  There is no check: a game is won by capturing both enemy kings."""

    geometry = HOPGI_BOARD

    # Moves

    def board_moves(self, squares: Squares, origin: int) -> list[Move]:
        piece = squares[origin]
        quiets, captures = reach(squares, origin)
        hops = mao_hops(squares, origin)
        targets = {target for target in quiets + hops if squares[target] == EMPTY}
        targets |= {
            target
            for target in captures + hops
            if is_piece(squares[target]) and colour_of(squares[target]) != colour_of(piece)
        }
        return [Move(origin, target, self.promotes(piece, origin, target)) for target in sorted(targets)]

    @staticmethod
    def promotes(piece: str, origin: int, target: int) -> bool:
        zone = PROMOTION_ZONE[colour_of(piece)]
        return type_of(piece) in ("P", "B", "R") and (origin in zone or target in zone)

    def play(self, squares: Squares, hand: str, move: Move) -> Played:
        board = list(squares)
        piece, captured = board[move.origin], board[move.target]
        board[move.origin] = EMPTY
        board[move.target] = "+" + piece if move.promotes else piece
        if is_piece(captured) and type_of(captured) not in KINGS:
            hand = sorted_hand(hand + captured.removeprefix("+").swapcase(), HAND)
        resets_clock = is_piece(captured) or move.promotes or type_of(piece) == PAWN
        return Played(board, hand, resets_clock)

    def turns(self, position: Position) -> dict[str, Position]:
        return dict(self._turns(position))

    def _turns(self, position: Position) -> Iterator[tuple[str, Position]]:
        side, squares = position.side, position.squares
        for origin in position.pieces(side):
            for move in self.board_moves(squares, origin):
                played = self.play(squares, position.hand, move)
                seconds = self._second_legs(side, squares[origin], played)
                if not seconds:
                    yield move.text(), self._pass_turn(position, played)
                for second in seconds:
                    both = self.play(played.squares, played.hand, second)
                    whole = replace(both, resets_clock=played.resets_clock or both.resets_clock)
                    yield f"{move.text()},{second.text()}", self._pass_turn(position, whole)
        yield from self._drops(position)

    def _second_legs(self, side: str, mover: str, played: Played) -> list[Move]:
        """The moves of the other king after a king has moved ("Linked kings")."""
        if type_of(mover) not in KINGS or not self._kings(played.squares, opponent(side)):
            return []
        other = [square for square in self._kings(played.squares, side) if played.squares[square] != mover]
        return self.board_moves(played.squares, other[0]) if other else []

    def _drops(self, position: Position) -> Iterator[tuple[str, Position]]:
        for piece in sorted({piece for piece in position.hand if colour_of(piece) == position.side}):
            for target, content in enumerate(position.squares):
                if content == EMPTY:
                    board = list(position.squares)
                    board[target] = piece
                    hand = position.hand.replace(piece, "", 1)
                    text = f"{type_of(piece)}@{HOPGI_BOARD.name(target)}"
                    yield text, self._pass_turn(position, Played(board, hand, resets_clock=True))

    @staticmethod
    def _kings(squares: Squares, colour: str) -> list[int]:
        kings = [piece_of(kind, colour) for kind in KINGS]
        return [square for square, piece in enumerate(squares) if piece in kings]

    def _pass_turn(self, position: Position, played: Played) -> Position:
        return replace(
            position,
            squares=played.squares,
            hand=played.hand,
            side=opponent(position.side),
            half_moves=0 if played.resets_clock else position.half_moves + 1,
            full_moves=position.next_full_moves(),
        )

    # Ends

    def won_before_moving(self, position: Position) -> str | None:
        for colour in (position.side, opponent(position.side)):
            if not self._kings(position.squares, colour):
                return f"{win_for(opponent(colour))} {{both kings captured}}"
        return None

    def outcome(self, position: Position) -> str | None:
        won = self.won_before_moving(position)
        if won is None and not self.turns(position):
            return "1/2-1/2 {no legal move}"
        return won

    def dead(self, position: Position) -> bool:
        """No ending of Hopgi is a draw by its pieces: kings can capture kings."""
        return False

    # FEN

    def position(self, fields: FenFields) -> Position:
        return Position(
            squares=fields.squares,
            side=fields.side,
            hand=sorted_hand(fields.hand, HAND),
            half_moves=fields.half_moves,
            full_moves=fields.full_moves,
        )

    def identity(self, position: Position) -> str:
        return f"{fen.write_placement(position.squares, HOPGI_BOARD)}[{position.hand}] {position.side} - -"

    def repeated(self, position: Position) -> str:
        return self.identity(position)

    def fen(self, position: Position) -> str:
        return f"{self.identity(position)} {position.half_moves} {position.full_moves}"
