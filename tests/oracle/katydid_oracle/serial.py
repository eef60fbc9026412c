"""Variants with several moves a turn (rules, section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .board import CHESSBOARD, WHITE, Position, opponent
from .fen import FenFields
from .move_texts import Way, named
from .rules import Drop, Move, Played, Rules


@dataclass(frozen=True)
class DoubleStep:
    """A multi-step pawn move of the current turn: where the pawn landed and what it passed."""

    landing: int
    passed: tuple[int, ...]


@dataclass(frozen=True)
class TurnSoFar:
    """The legs played in a turn; ``position`` still has the mover's side to move."""

    position: Position
    texts: tuple[str, ...] = ()
    double_steps: tuple[DoubleStep, ...] = ()
    resets_clock: bool = False


class SerialRules(Rules):
    """A turn is a sequence of legs, each a legal move; a check ends it at once."""

    def turns(self, position: Position) -> dict[str, Position]:
        return {",".join(turn.texts): self._finish(turn) for turn in self._extend(TurnSoFar(position))}

    def _extend(self, turn: TurnSoFar) -> Iterator[TurnSoFar]:
        """All complete turns that begin with the legs of ``turn``."""
        opponent_side = opponent(turn.position.side)
        for longer in self._next_legs(turn):
            if longer.position.legs_left == 0 or self.in_check(longer.position.squares, opponent_side):
                yield longer
                continue
            continuations = list(self._extend(longer))
            yield from continuations or [longer]

    def _next_legs(self, turn: TurnSoFar) -> Iterator[TurnSoFar]:
        """The turn with one leg more, the legs named like moves of one leg."""
        ways = []
        for move, played in self.legal_moves(turn.position):
            longer = self._with_leg(turn, move, played)
            ways.append(Way(move.text(), move.hurdle_text(), super().identity(longer.position), longer))
        for text, longer in named(ways).items():
            yield replace(longer, texts=turn.texts + (text,))

    def _with_leg(self, turn: TurnSoFar, move: Move | Drop, played: Played) -> TurnSoFar:
        """The turn after a leg, whose text is not yet known."""
        position = replace(
            turn.position,
            squares=played.squares,
            hand=played.hand,
            rook_rights=played.rook_rights,
            unmoved_kings=played.unmoved_kings,
            en_passant=(),
            legs_left=turn.position.legs_left - 1,
        )
        double_steps = tuple(step for step in turn.double_steps if step.landing not in played.left)
        if played.passed:
            double_steps += (DoubleStep(move.target, played.passed),)
        return TurnSoFar(position, turn.texts, double_steps, turn.resets_clock or played.resets_clock)

    def _finish(self, turn: TurnSoFar) -> Position:
        position = turn.position
        side = opponent(position.side)
        passed = [
            square
            for step in sorted(turn.double_steps, key=lambda step: CHESSBOARD.file(step.landing))
            for square in step.passed
            if self.en_passant_victim(position.squares, square, side) == step.landing
        ]
        length = position.turn_length + 1 if self.variant.serial == "progressive" else 2
        return replace(
            position,
            side=side,
            en_passant=self.capturable_en_passant(position.squares, side, tuple(passed)),
            half_moves=0 if turn.resets_clock else position.half_moves + 1,
            full_moves=position.next_full_moves(),
            legs_left=length,
            turn_length=length,
        )

    def won_before_moving(self, position: Position) -> str | None:
        """Bare king is judged at the start of a turn only."""
        if position.legs_left < position.turn_length:
            return None
        return super().won_before_moving(position)

    def position(self, fields: FenFields) -> Position:
        position = super().position(fields)
        left, length = fields.legs or (self._length(fields),) * 2
        en_passant = tuple(sorted(position.en_passant, key=CHESSBOARD.file)) if left == length else ()
        return replace(position, en_passant=en_passant, legs_left=left, turn_length=length)

    def _length(self, fields: FenFields) -> int:
        """The length of a turn as it follows from the move number and the side."""
        white = fields.side == WHITE
        if self.variant.serial == "progressive":
            return 2 * fields.full_moves - white
        return 1 if white and fields.full_moves == 1 else 2

    def identity(self, position: Position) -> str:
        return f"{super().identity(position)} {position.legs_left}"

    def fen(self, position: Position) -> str:
        core = super().identity(position)
        legs = f"{position.legs_left}/{position.turn_length}"
        return f"{core} {position.half_moves} {position.full_moves} {legs}"
