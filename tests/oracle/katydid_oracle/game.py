"""A game: positions in sequence, its result and its move counts (rules, section 1)."""

from __future__ import annotations

from collections import Counter

from .alice import AliceRules
from .board import CHESSBOARD, HOPGI_BOARD, Position
from .dynamo import DynamoRules
from .example_games import EXAMPLES
from .fen import read_fen
from .hopgi import HopgiRules
from .pieces_option import with_pieces
from .mixtures import MIXTURES
from .move_texts import understood
from .rules import Rules
from .serial import SerialRules
from .games import GAMES
from .variants import HOPGI, Variant

ONGOING = "*"


def variant_named(name: str) -> Variant:
    """A variant of the rules, an example file or a mixture."""
    return MIXTURES[name].variant if name in MIXTURES else (GAMES | EXAMPLES)[name]


def rules_for(variant: Variant, set_up: list[str]) -> Rules | HopgiRules:
    if variant is HOPGI:
        return HopgiRules()
    kinds = {variant.alice: AliceRules, variant.dynamo: DynamoRules, bool(variant.serial): SerialRules}
    return kinds.get(True, Rules)(variant, set_up)


class Game:
    """A game of the named variant, first at its start position; ``pieces`` declares pieces of `hurdlers`."""

    def __init__(self, variant: str, pieces: str = ""):
        self.variant = with_pieces(variant_named(variant), pieces)
        self.set_fen(self.variant.start)

    def set_fen(self, text: str) -> None:
        """Set up a position, which is the first occurrence for repetition."""
        fields = read_fen(text, HOPGI_BOARD if self.variant is HOPGI else CHESSBOARD, 2 if self.variant.alice else 1)
        self.rules = rules_for(self.variant, fields.squares)
        self.occurrences: Counter[str] = Counter()
        self._arrive(self.rules.position(fields))

    def _arrive(self, position: Position) -> None:
        self.position = position
        self.occurrences[self.rules.repeated(position)] += 1
        self._turns: dict[str, Position] | None = None

    def turns(self) -> dict[str, Position]:
        """Every legal turn text with the position it leads to; none if the variant's rules ended the game."""
        if self._turns is None:
            self._turns = self._turns_of(self.position)
        return self._turns

    def _turns_of(self, position: Position) -> dict[str, Position]:
        return {} if self.rules.won_before_moving(position) else self.rules.turns(position)

    def legal(self) -> list[str]:
        return list(self.turns())

    def push(self, text: str) -> None:
        """Play a turn.

        A forced promotion of Hopgi may be written without its ``+``; hurdles may be named without need.
        """
        turns = self.turns()
        if text not in turns:
            text = next((turn for turn in turns if turn.replace("+", "") == text), text)
        if text in turns:
            self._arrive(turns[text])
        elif turns and isinstance(self.rules, Rules) and not self.variant.serial:
            self._arrive(understood(text, self.rules.ways(self.position)))
        else:
            raise ValueError(f"{text} is not legal in {self.fen()}")

    def spellings(self, text: str) -> list[str]:
        """The texts by which a legal turn may be given: its own, and those that name hurdles without need."""
        if not isinstance(self.rules, Rules) or self.variant.serial:
            return [text]
        ways = [way for way in self.rules.ways(self.position) if way.text == text.partition("/")[0]]
        alone = len({way.identity for way in ways}) == 1
        meant = {way.identity for way in ways if alone or way.full_text() == text}
        return [text, *(way.full_text() for way in ways if way.identity in meant)]

    def fen(self) -> str:
        return self.rules.fen(self.position)

    def result(self) -> str:
        """The result with its reason, or ``*``, the ends being judged in the order of the rules."""
        position = self.position
        outcome = self.rules.outcome(position)
        if outcome is not None:
            return outcome
        if self.rules.dead(position):
            return "1/2-1/2 {dead position}"
        if self.occurrences[self.rules.repeated(position)] >= 3:
            return "1/2-1/2 {third repetition}"
        if position.half_moves >= self.variant.half_move_limit:
            return "1/2-1/2 {no progress}"
        return ONGOING

    def perft(self, depth: int) -> int:
        """The number of sequences of ``depth`` turns; draws do not end them."""
        return self._perft(self.position, depth)

    def _perft(self, position: Position, depth: int) -> int:
        if depth == 0:
            return 1
        successors = self._turns_of(position)
        if depth == 1:
            return len(successors)
        return sum(self._perft(successor, depth - 1) for successor in successors.values())
