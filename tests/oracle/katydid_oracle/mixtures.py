"""Conditions combined freely, as a variant file can (rules, section 6, "Interplay of conditions")."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .board import CYLINDER
from .board_games import BOARD_GAMES
from .hoppers import Grasshopper
from .movement import QUEEN_LINES, orthodox
from .variants import CRAZYHOUSE, FIDE, HURDLERS, VARIANTS, Piece, Variant, boyer_hurdlers

# The flags of a variant for each condition of a variant file.
FLAGS = {
    "andernach": {"captor_flips": True},
    "antiandernach": {"quiet_mover_flips": True},
    "superandernach": {"captor_flips": True, "quiet_mover_flips": True},
    "circe": {"circe": True},
    "anticirce": {"anticirce": True},
    "einstein": {"einstein": True},
    "madrasi": {"madrasi": True},
    "no-capture": {"no_capture": True},
    "koeko": {"koeko": True},
    "checkless": {"checkless": True},
    "vertical-mirror-circe": {"circe": True, "mirror": "vertical"},
    "horizontal-mirror-circe": {"circe": True, "mirror": "horizontal"},
    "isardam": {"isardam": True},
    "sentinels": {"sentinels": True},
}


@dataclass(frozen=True)
class Mixture:
    """A variant, and the variant file that makes the engine play it."""

    variant: Variant
    file: str


def mixture(parent: Variant, *conditions: str, returning_rights: bool = True, drops: bool = False) -> Mixture:
    """``conditions`` added to a game, and drops with the pieces of crazyhouse."""
    name = "-".join(("mix", parent.name, *conditions, *(["drops"] if drops else [])))
    flags = {flag: value for condition in conditions for flag, value in FLAGS[condition].items()}
    listed = ", ".join(f'"{condition}"' for condition in conditions)
    file = (
        f'name = "{name}"\ninherits = "{parent.name}"\nconditions = [{listed}]\n'
        f'[castling]\nrights_return = {str(returning_rights).lower()}\n[ends]\ndead = ""\n'
    )
    variant = replace(parent, name=name, returning_rights=returning_rights, dead_with_one_of="", **flags)
    if drops:
        hand, not_on_end_ranks = CRAZYHOUSE.hand, CRAZYHOUSE.not_on_end_ranks
        start = parent.start.replace(" ", "[] ", 1)
        variant = replace(variant, start=start, hand=hand, not_on_end_ranks=not_on_end_ranks)
        file = f'start = "{start}"\n{file}'
        file += f'[drops]\nhand = "{hand}"\nnot_on_end_ranks = "{not_on_end_ranks}"\n'
    return Mixture(variant, file)


def rolled_up(parent: Variant, letter: str, effects: str) -> Mixture:
    """A Boyer-array game on a cylinder."""
    mixed = mixture(parent, returning_rights=False)
    pieces = {kind: Piece(moves) for kind, moves in orthodox(CYLINDER).items()}
    pieces[letter] = Piece(Grasshopper(QUEEN_LINES, CYLINDER), effects=effects)
    name = f"mix-{parent.name}-cylinder"
    file = mixed.file.replace(mixed.variant.name, name, 1) + '[board]\nwrap = "files"\n'
    return Mixture(replace(mixed.variant, name=name, geometry=CYLINDER, pieces=pieces), file)


BOARDS = {game.name: game for game in BOARD_GAMES}

# The mixtures that are played, by name.
MIXTURES = {
    mixed.variant.name: mixed
    for mixed in (
        mixture(BOARDS["cylinder"], "circe", "andernach"),
        mixture(BOARDS["cylinder"], "anticirce"),
        mixture(BOARDS["cylinder-demichess"], "madrasi"),
        mixture(BOARDS["conduit"], "superandernach"),
        mixture(BOARDS["relay-demichess"], "circe"),
        mixture(BOARDS["fide-relaydemi"], "anticirce"),
        mixture(BOARDS["iron-crab"], "andernach", "circe"),
        mixture(FIDE, "no-capture"),
        mixture(FIDE, "koeko"),
        mixture(FIDE, "checkless"),
        mixture(FIDE, "vertical-mirror-circe"),
        mixture(FIDE, "horizontal-mirror-circe"),
        mixture(FIDE, "isardam"),
        mixture(FIDE, "sentinels"),
        mixture(boyer_hurdlers("ag"), "sentinels", returning_rights=False),
        mixture(boyer_hurdlers("ag"), "isardam", returning_rights=False),
        mixture(boyer_hurdlers("acg"), "koeko"),
        mixture(FIDE, "koeko", "circe"),
        mixture(FIDE, "sentinels", "andernach"),
        mixture(FIDE, "sentinels", "circe"),
        mixture(FIDE, "sentinels", "isardam"),
        mixture(FIDE, "checkless", "andernach"),
        mixture(FIDE, "checkless", "koeko"),
        mixture(FIDE, "isardam", "vertical-mirror-circe"),
        mixture(CRAZYHOUSE, "sentinels"),
        mixture(CRAZYHOUSE, "koeko"),
        mixture(CRAZYHOUSE, "checkless"),
        mixture(CRAZYHOUSE, "isardam"),
        rolled_up(boyer_hurdlers("ag"), "A", "A"),
        rolled_up(boyer_hurdlers("ceg"), "H", "CE"),
        mixture(FIDE, "circe", "andernach"),
        mixture(FIDE, "circe", "anticirce"),
        mixture(FIDE, "circe", "madrasi"),
        mixture(FIDE, "anticirce", "superandernach"),
        mixture(FIDE, "madrasi", "antiandernach"),
        mixture(VARIANTS["einstein"], "einstein", "andernach", "circe"),
        mixture(HURDLERS, "andernach", "circe"),
        mixture(HURDLERS, "madrasi", "anticirce"),
        mixture(boyer_hurdlers("aceg"), "superandernach", returning_rights=False),
        mixture(CRAZYHOUSE, "andernach"),
        mixture(CRAZYHOUSE, "antiandernach", returning_rights=False),
        mixture(CRAZYHOUSE, "anticirce"),
        mixture(CRAZYHOUSE, "madrasi"),
        mixture(CRAZYHOUSE, "circe", "superandernach"),
        mixture(VARIANTS["einstein"], "einstein", drops=True),
        mixture(boyer_hurdlers("aceg"), drops=True, returning_rights=False),
        mixture(VARIANTS["doublemove"], drops=True, returning_rights=False),
        mixture(VARIANTS["doublemove"], "superandernach"),
        mixture(VARIANTS["doublemove"], "circe", "madrasi"),
        mixture(VARIANTS["progressive"], "anticirce"),
        mixture(VARIANTS["demirifle"], "circe"),
        mixture(VARIANTS["demirifle"], "anticirce", "madrasi"),
    )
}
