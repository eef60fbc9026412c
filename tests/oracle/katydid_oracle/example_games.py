"""The games of variants/examples that combine what no embedded game combines."""

from __future__ import annotations

from dataclasses import replace

from .board import CYLINDER, KING
from .hoppers import KEYWORDS
from .variants import (
    CRAZYHOUSE,
    DEMI,
    FIDE,
    PROGRESSIVE_LIMIT,
    VARIANTS,
    Piece,
    Variant,
    boyer_array,
    demi_pieces,
    fide_pieces,
)

EXAMPLES: dict[str, Variant] = {
    variant.name: variant
    for variant in (
        replace(
            VARIANTS["grasshopper"],
            name="crazy-grasshopper",
            start=boyer_array("G").replace(" ", "[] ", 1),
            dead_with_one_of="",
            hand="QRBNGP",
            not_on_end_ranks="P",
        ),
        replace(
            VARIANTS["ag"],
            name="progressive-ag",
            start=boyer_array("A") + " 1/1",
            serial="progressive",
            half_move_limit=PROGRESSIVE_LIMIT,
        ),
        replace(CRAZYHOUSE, name="circe-crazyhouse", circe=True, returning_rights=True),
        replace(VARIANTS["demirifle"], name="andernach-rifle", captor_flips=True),
        replace(
            VARIANTS["grasshopper"],
            name="cylinder-grasshopper",
            geometry=CYLINDER,
            pieces=fide_pieces(CYLINDER) | {"G": Piece(KEYWORDS["grasshopper"][1](CYLINDER))},
            dead_with_one_of="",
        ),
        replace(
            VARIANTS["ag"],
            name="iron-ag",
            pieces=VARIANTS["ag"].pieces | {"A": replace(VARIANTS["ag"].pieces["A"], iron=True)},
        ),
        replace(
            FIDE,
            name="relay-chess",
            pieces={kind: piece if kind == KING else replace(piece, relay=True) for kind, piece in fide_pieces().items()},
            relayed_pawns=True,
        ),
        replace(
            DEMI,
            name="progressive-relay",
            pieces=demi_pieces(relay=True),
            serial="progressive",
            half_move_limit=PROGRESSIVE_LIMIT,
        ),
    )
}
