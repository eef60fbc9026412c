"""Random declarations for the option `Pieces` of the analysis board (hurdlers, section 7)."""

from __future__ import annotations

from itertools import permutations
from random import Random

from .hoppers import KEYWORDS
from .pieces_option import EFFECTS, ORTHODOX

LETTERS = "".join(letter for letter in map(chr, range(ord("A"), ord("Z") + 1)) if letter not in ORTHODOX)
DEFAULT_LETTERS = "ACEGJL"
MOST_DECLARED = 6

# Pieces that leap nothing, and leaping texts that have no keyword.
PLAIN_TEXTS = ("NN", "WfD", "ffNbsN", "C", "mNcK", "R2")
OTHER_HOPPERS = ("gQpafgR", "pafsR", "gafgQ", "mRcgB", "gafN", "NgQ2", "fgQbpR", "pafpafpQ", "gafyagafR")

EFFECT_LISTS = ["".join(some) for length in (1, 2, 3) for some in permutations(EFFECTS, length)]


def random_pieces(rng: Random) -> str:
    """Declarations of one to six letters, some of them in place of the pieces that are always declared."""
    letters = rng.sample(LETTERS, rng.randint(1, MOST_DECLARED))
    return ",".join(f"{letter}={_random_piece(rng)}" for letter in letters)


def _random_piece(rng: Random) -> str:
    if rng.random() < 0.05:
        return rng.choice(PLAIN_TEXTS)
    keyword = rng.choice(list(KEYWORDS))
    movement = rng.choice((keyword, keyword, KEYWORDS[keyword][0]))
    if rng.random() < 0.1:
        movement = rng.choice(OTHER_HOPPERS)
    if rng.random() < 0.15:
        return movement + rng.choice(("", ":-"))
    flags = [rng.choice(("enemy", "friend"))] if rng.random() < 0.35 else []
    flags += ["rex"] if rng.random() < 0.25 else []
    rng.shuffle(flags)
    return ":".join((movement, rng.choice(EFFECT_LISTS), *flags))
