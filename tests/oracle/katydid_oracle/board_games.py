"""The games on other boards, with relay, with pushes and pulls, with iron pieces (boards, table of games)."""

from __future__ import annotations

from dataclasses import replace

from .board import BLACK, CYLINDER, WHITE
from .variants import DEMI, DEMI_RANK, FIDE, FIDE_RANK, Variant, array, demi_pieces, fide_pieces

CONDUIT_RANK = "rcbqkbcr"
IRON_CRAB_RANK = "1c2k1c1"

EMPTY_BOARD = "8/8/8/8/8/8/8/8"


def with_crabs(relay: bool = False, iron: bool = False) -> dict:
    """The orthodox pieces and Crabs, which give their moves or cannot be captured."""
    return fide_pieces() | {"C": demi_pieces(relay=relay, iron=iron)["C"]}


def conduit(name: str, white: str, black: str) -> Variant:
    """Crabs that give their moves, instead of the knights of one side or both."""
    promotions = "QRBC" if white == black else "QRBNC"
    return replace(FIDE, name=name, start=array(white, black), pieces=with_crabs(relay=True), promotions=promotions)


def relay_against_fide(name: str, white: str, black: str) -> Variant:
    return replace(
        DEMI,
        name=name,
        start=array(white, black),
        pieces=fide_pieces() | demi_pieces(relay=True),
        promotions="OSLCQRBN",
        rook_piece={WHITE: white[0].upper(), BLACK: black[0].upper()},
    )


def alice(parent: Variant, name: str) -> Variant:
    return replace(parent, name=name, start=parent.start.replace(" ", f"|{EMPTY_BOARD} ", 1), alice=True)


BOARD_GAMES = (
    replace(DEMI, name="relay-demichess", pieces=demi_pieces(relay=True)),
    relay_against_fide("relaydemi-fide", DEMI_RANK, FIDE_RANK),
    relay_against_fide("fide-relaydemi", FIDE_RANK, DEMI_RANK),
    conduit("conduit", CONDUIT_RANK, CONDUIT_RANK),
    conduit("conduit-fide", CONDUIT_RANK, FIDE_RANK),
    conduit("fide-conduit", FIDE_RANK, CONDUIT_RANK),
    replace(FIDE, name="cylinder", geometry=CYLINDER, pieces=fide_pieces(CYLINDER)),
    replace(DEMI, name="cylinder-demichess", geometry=CYLINDER, pieces=demi_pieces(CYLINDER)),
    alice(FIDE, "alice"),
    alice(DEMI, "alice-demichess"),
    replace(FIDE, name="dynamo", dynamo=True),
    replace(DEMI, name="dynamo-demichess", dynamo=True),
    replace(
        FIDE,
        name="iron-crab",
        start=array(IRON_CRAB_RANK, FIDE_RANK, "kq"),
        pieces=with_crabs(iron=True),
        promotions="QRBNC",
    ),
)
