"""A slow, independent implementation of Katydid's rules, for cross-examining the engine.

Everything here follows the rules page ("rules, section N" in the docstrings) and nothing else.
"""

from .game import Game
from .variants import VARIANTS

__all__ = ["Game", "VARIANTS"]
