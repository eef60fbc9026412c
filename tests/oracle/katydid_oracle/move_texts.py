"""How moves are written that share their from, to and promotion (hurdlers, section 5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True)
class Way(Generic[Result]):
    """A way to make a move: its text, the hurdles, and the result.

    ``identity`` tells the results of ways with one text apart; a text of one way needs none.
    """

    text: str
    hurdles: str
    identity: str
    result: Result

    def full_text(self) -> str:
        return f"{self.text}/{self.hurdles}" if self.hurdles else self.text

    def named_text(self) -> str:
        """The text where another way shares it: ``/-`` names the way over nobody."""
        return self.full_text() if self.hurdles else f"{self.text}/-"


def named(ways: Iterable[Way[Result]]) -> dict[str, Result]:
    """The one text of every legal move.

    Ways of one text to one position are one move.  It is written without hurdles unless the text also leads
    elsewhere, and else with the alphabetically first of its hurdle lists.
    """
    by_text: dict[str, dict[str, Way[Result]]] = defaultdict(dict)
    for way in ways:
        positions = by_text[way.text]
        known = positions.get(way.identity)
        if known is None or way.hurdles < known.hurdles:
            positions[way.identity] = way
    moves = {}
    for text, positions in by_text.items():
        for way in positions.values():
            moves[text if len(positions) == 1 else way.named_text()] = way.result
    return moves


def understood(text: str, ways: Iterable[Way[Result]]) -> Result:
    """What an input text means: hurdles may be named without need, and left out if one position can result."""
    candidates = [way for way in ways if text in (way.text, way.full_text(), way.named_text())]
    if not candidates:
        raise ValueError(f"{text} is not legal")
    if len({way.identity for way in candidates}) > 1:
        raise ValueError(f"ambiguous, name the hurdle: {' '.join(sorted(named(candidates)))}")
    return min(candidates, key=lambda way: way.hurdles).result
