"""The option `Pieces` of the analysis board: which letters stand for which hurdlers (hurdlers, section 7)."""

from __future__ import annotations

from dataclasses import replace

from .betza import Betza, BetzaError
from .board import CHESSBOARD
from .hoppers import KEYWORDS
from .movement import Movement
from .variants import Piece, Variant

ORTHODOX = "KQRBNP"
EFFECTS = "ACE"
FLAGS = ("enemy", "friend", "rex")
DEFAULT = "<empty>"


class PiecesError(ValueError):
    """A declaration that cannot be read."""


def with_pieces(variant: Variant, text: str) -> Variant:
    """The analysis board with other pieces; those of every letter that is not named stay."""
    if text in ("", DEFAULT):
        return variant
    declared: dict[str, Piece] = {}
    for declaration in text.split(","):
        letter, piece = read_declaration(declaration)
        if letter in declared:
            raise PiecesError(f"letter {letter} twice")
        declared[letter] = piece
    return replace(variant, pieces=variant.pieces | declared)


def read_declaration(text: str) -> tuple[str, Piece]:
    letter, equals, rest = text.partition("=")
    if not equals or len(letter) != 1 or not "A" <= letter <= "Z" or letter in ORTHODOX:
        raise PiecesError(f"'{text}': a capital letter but {ORTHODOX} and = expected")
    movement_text, *fields = rest.split(":")
    moves = read_movement(movement_text)
    effects = fields[0] if fields else "-"
    effects = "" if effects == "-" else read_effects(effects)
    if effects and not moves.leaps:
        raise PiecesError(f"'{text}': effects need a movement that hops")
    flags = fields[1:]
    if len(set(flags)) != len(flags) or not set(flags) <= set(FLAGS) or {"enemy", "friend"} <= set(flags):
        raise PiecesError(f"'{':'.join(flags)}': flags are enemy or friend, and rex, each once")
    target = next((flag for flag in flags if flag != "rex"), "")
    return letter, Piece(moves, effects=effects, target=target, rex="rex" in flags)


def read_movement(text: str) -> Movement:
    if text in KEYWORDS:
        return KEYWORDS[text][1](CHESSBOARD)
    try:
        return Betza(text)
    except BetzaError as error:
        raise PiecesError(f"movement {text}: {error}") from error


def read_effects(text: str) -> str:
    if not text or len(set(text)) != len(text) or not set(text) <= set(EFFECTS):
        raise PiecesError(f"effects '{text}': - or some of {EFFECTS}, each at most once")
    return text
