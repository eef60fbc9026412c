"""A slow, independent implementation of Katydid's rules, for cross-examining the engine.

Everything here follows the rules pages ("rules", "hurdlers" and "boards, section N" in the docstrings)
and nothing else.
"""

from .game import Game
from .games import GAMES

__all__ = ["Game", "GAMES"]
