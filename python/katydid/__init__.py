"""Rules, search and problem solving for chess variants.

    >>> import katydid
    >>> game = katydid.Game("grasshopper")
    >>> game.push("h3h4")
    'h3h4'
    >>> len(game.legal_turns())
    28

Turns are texts: coordinates (``e2e4``) come out, coordinates and algebraic notation go in. The functions from `start_fen` on have
the names and arguments of pyffish.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any

from . import _katydid
from ._katydid import (
    Consequence,
    Engine,
    Error,
    FenError,
    Game,
    Line,
    MoveError,
    Outcome,
    PieceType,
    ProblemError,
    SearchError,
    SearchResult,
    Variant,
    VariantError,
    __version__,
    load,
    load_text,
    variant,
    variants,
)

__all__ = [
    "Consequence",
    "Engine",
    "Error",
    "FEN_OK",
    "FenError",
    "Game",
    "Line",
    "MoveError",
    "Outcome",
    "PieceType",
    "ProblemError",
    "SearchError",
    "SearchResult",
    "VALUE_DRAW",
    "VALUE_MATE",
    "Variant",
    "VariantError",
    "captures_to_hand",
    "game_result",
    "get_fen",
    "get_san",
    "get_san_moves",
    "gives_check",
    "has_insufficient_material",
    "is_capture",
    "is_immediate_game_end",
    "is_optional_game_end",
    "legal_moves",
    "load",
    "load_text",
    "load_variant_config",
    "search",
    "solve",
    "solve_file",
    "solve_text",
    "start_fen",
    "validate_fen",
    "variant",
    "variants",
    "version",
]

#: The result of `game_result` for a won game; a lost one is ``-VALUE_MATE``.
VALUE_MATE = 32000
#: The result of `game_result` for a drawn game.
VALUE_DRAW = 0
#: The result of `validate_fen` for a good FEN.
FEN_OK = 1

# Ends that a player claims elsewhere; here they end the game.
_OPTIONAL = (
    "third repetition",
    "repetition",
    "perpetual check",
    "no progress for too long",
    "the count is over",
)


def search(game: Game, **limits: Any) -> SearchResult:
    """Search once, with a new table of 16 MB: `Engine().search(game, ...)`."""
    return Engine().search(game, **limits)


def solve(
    fen: str,
    stipulation: str,
    *,
    game: str | None = None,
    conditions: Iterable[str] = (),
    pieces: Iterable[str] = (),
    twins: Iterable[str] = (),
    options: Iterable[str] = (),
    threads: int | None = None,
    memory: int = 256,
    max_time: float | None = None,
    max_nodes: int | None = None,
) -> list[dict[str, Any]]:
    """Solve a chess problem: one record for each of its positions (twins, set play with sides exchanged).

    The arguments are those of ``katydid solve``, `memory` in MB. A record is the object that ``katydid solve --json`` writes; a twin that
    is refused has the key ``error``.

        >>> solve("7k/8/5KQ1/8/8/8/8/8", "#1")[0]["keys"]
        ['g6g7']
    """
    texts = (list(conditions), list(pieces), list(twins), list(options))
    lines = _katydid.solve_parts(
        fen, stipulation, game, *texts, threads, memory, max_time, max_nodes
    )
    return [json.loads(line) for line in lines]


def solve_text(
    text: str,
    *,
    threads: int | None = None,
    memory: int = 256,
    max_time: float | None = None,
    max_nodes: int | None = None,
) -> list[dict[str, Any]]:
    """Solve all problems of a text in the input language of Popeye. A problem that is refused has a record with the key ``error``."""
    lines = _katydid.solve_text(text, threads, memory, max_time, max_nodes)
    return [json.loads(line) for line in lines]


def solve_file(path: str | os.PathLike[str], **limits: Any) -> list[dict[str, Any]]:
    """Solve all problems of a file, as `solve_text` does."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return solve_text(file.read(), **limits)


# What pyffish has.


def version() -> tuple[int, ...]:
    """The version, in numbers."""
    return tuple(int(part) for part in __version__.split("."))


def load_variant_config(text: str) -> None:
    """Add the game of a text, as a variant file has it (TOML, not pyffish's INI)."""
    load_text(text)


def start_fen(variant: str) -> str:
    """The start position of a game."""
    return _katydid.variant(variant).start_fen


def captures_to_hand(variant: str) -> bool:
    """Whether captured pieces can be dropped."""
    return _katydid.variant(variant).captures_to_hand


def legal_moves(variant: str, fen: str, moves: Iterable[str] = ()) -> list[str]:
    """The legal turns after some moves, in coordinates."""
    return Game(variant, fen, list(moves)).legal_turns()


def get_fen(variant: str, fen: str, moves: Iterable[str] = ()) -> str:
    """The position after some moves."""
    return Game(variant, fen, list(moves)).fen


def get_san(variant: str, fen: str, move: str) -> str:
    """A move in algebraic notation."""
    return Game(variant, fen).san(move)


def get_san_moves(variant: str, fen: str, moves: Iterable[str]) -> list[str]:
    """Moves, played one after the other, in algebraic notation."""
    return Game(variant, fen, list(moves)).sans


def gives_check(variant: str, fen: str, moves: Iterable[str] = ()) -> bool:
    """Whether the side to move after some moves is in check."""
    return Game(variant, fen, list(moves)).in_check


def is_capture(variant: str, fen: str, moves: Iterable[str], move: str) -> bool:
    """Whether a move after some moves is a capture."""
    return Game(variant, fen, list(moves)).is_capture(move)


def _value(game: Game) -> int:
    outcome = game.outcome
    if outcome is None or outcome.winner is None:
        return VALUE_DRAW
    return VALUE_MATE if outcome.winner == game.side_to_move else -VALUE_MATE


def is_immediate_game_end(
    variant: str, fen: str, moves: Iterable[str] = ()
) -> tuple[bool, int]:
    """Whether a rule of the game has ended it (a king captured or bared, a dead position), and the value for the side to move.

    As in pyffish a side without a legal move is no such end: see `game_result`.
    """
    game = Game(variant, fen, list(moves))
    outcome = game.outcome
    ended = outcome is not None and outcome.reason in (
        "bare king",
        "neither side can win",
        "all kings captured",
    )
    return ended, _value(game) if ended else VALUE_DRAW


def is_optional_game_end(
    variant: str, fen: str, moves: Iterable[str] = ()
) -> tuple[bool, int]:
    """Whether the game has ended by repetition, by the move limit or by a count, and the value for the side to move."""
    game = Game(variant, fen, list(moves))
    if game.outcome is None or game.outcome.reason not in _OPTIONAL:
        return False, VALUE_DRAW
    return True, _value(game)


def game_result(variant: str, fen: str, moves: Iterable[str] = ()) -> int:
    """The value of a game that is over for the side to move: `VALUE_MATE`, ``-VALUE_MATE`` or `VALUE_DRAW`.

    Raises `Error` while the game goes on.
    """
    game = Game(variant, fen, list(moves))
    if game.outcome is None:
        raise Error(f"the game goes on at {game.fen} (expected a game that is over)")
    return _value(game)


def has_insufficient_material(
    variant: str, fen: str, moves: Iterable[str] = ()
) -> tuple[bool, bool]:
    """For White and for Black whether that side has not enough to win: a king alone that can have no more, or a dead position."""
    return Game(variant, fen, list(moves)).insufficient_material


def validate_fen(fen: str, variant: str) -> int:
    """`FEN_OK` for a position of a game, 0 for anything else; `Game(variant, fen)` says what is wrong."""
    _katydid.variant(variant)
    try:
        Game(variant, fen)
    except FenError:
        return 0
    return FEN_OK
