"""All games of the rules pages, by name."""

from __future__ import annotations

from .board_games import BOARD_GAMES
from .combined_games import COMBINED_GAMES
from .variants import VARIANTS, Variant

GAMES: dict[str, Variant] = VARIANTS | {game.name: game for game in (*BOARD_GAMES, *COMBINED_GAMES)}
