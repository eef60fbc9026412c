"""Variant files, read by their page (variants/README.md) and nothing else: what a file says as a game of the oracle.

What the oracle has no model of is refused by its name; a file is never played by half of what it says.
"""

from __future__ import annotations

import tomllib

from .betza import Betza, BetzaError
from .board import BLACK, CHESSBOARD, CYLINDER, KING, PAWN, WHITE, Geometry
from .hoppers import KEYWORDS
from .mixtures import FLAGS
from .movement import Movement
from .variants import Piece, Variant

# The keys that the oracle has a model of, by table. A test of the engine compares them with its own.
KEYS = {
    "": {
        "name", "title", "summary", "inventor", "rules", "start", "conditions", "piece", "castling", "pawns", "board", "drops",
        "turns", "einstein", "ends", "zones", "counting",
    },
    "piece": {
        "letter", "name", "movement", "royal", "pawn", "rifle", "iron", "relay", "effect", "target", "rex", "value", "endgame",
        "picture", "symbol",
    },
    "castling": {"white", "black", "rights_return"},
    "pawns": {"promotion", "first_rank", "relay"},
    "board": {"wrap", "alice"},
    "drops": {"hand", "not_on_end_ranks"},
    "turns": {"schedule"},
    "einstein": {"ladder"},
    "ends": {"stalemate", "bare_king", "move_limit"},
    # Tables of which the oracle has no model: their keys are left out of files made at random.
    "zones": set(),
    "counting": set(),
}
PAWNS = {
    # movement: whether it steps twice, and is taken in passing
    "fmWfcF": (False, False),
    "fmWfceF": (False, True),
    "fmWfcFifmnD": (True, False),
    "fmWfceFifmnD": (True, True),
    "ifmnDfmWfcFfceF": (True, True),
}
KINGS = {"K": False, "KisO2": True}
SCHEDULES = {"1 2 3 ...": "progressive", "1 2 2 ...": "doublemove"}

# A letter that no piece has, for sides that do not castle.
NOBODY = "-"


class NotModelled(Exception):
    """The file says something that the oracle does not know; the text names it."""


def read_variant(text: str) -> Variant:
    """The game of a file that inherits nothing."""
    file = tomllib.loads(text)
    only(file, "")
    geometry = read_board(file)
    pieces = {piece["letter"]: piece for piece in file["piece"]}
    double_step, en_passant = read_pawn(pieces)
    if any(piece.get("pawn") for letter, piece in pieces.items() if letter != PAWN):
        not_modelled("a second kind of pawn")
    castles = read_king(pieces)
    conditions = {}
    for condition in file.get("conditions", []):
        conditions |= FLAGS.get(condition) or not_modelled(condition)
    alice = file.get("board", {}).get("alice", False)
    if alice and (conditions.get("anticirce") or conditions.get("circe") or any("C" in piece.get("effect", "") for piece in pieces.values())):
        not_modelled("rebirth on two boards")
    if alice and (conditions.get("koeko") or conditions.get("isardam")):
        not_modelled("neighbours or attacks between pieces on two boards")
    if geometry is CYLINDER and any(piece["movement"].startswith("double-") for piece in pieces.values()):
        not_modelled("double hops on a cylinder")
    castling = only(file.get("castling", {}), "castling")
    ends = read_ends(file.get("ends", {}))
    for table in ("zones", "counting"):
        only(file.get(table, {}), table)
    pawns = only(file.get("pawns", {}), "pawns")
    drops = only(file.get("drops", {}), "drops")
    hand = drops.get("hand", "")
    if alice and (hand or file.get("turns")):
        not_modelled("two boards with hands or several moves a turn")
    non_pawns = {letter: read_piece(piece, geometry) for letter, piece in pieces.items() if letter != PAWN}
    ladder = only(file.get("einstein", {}), "einstein").get("ladder", ())
    return Variant(
        name=file["name"],
        start=file["start"],
        pieces=non_pawns,
        promotions=pawns.get("promotion", ""),
        rook_piece={
            WHITE: castling.get("white", NOBODY) if castles else NOBODY,
            BLACK: castling.get("black", NOBODY) if castles else NOBODY,
        },
        double_step=double_step,
        # Three steps from the first rank can be taken in passing, whatever is said of two.
        en_passant=en_passant or pawns.get("first_rank") == "triple",
        first_rank_pawns=pawns.get("first_rank", "stuck") == "triple",
        first_rank_steps=pawns.get("first_rank", "stuck") == "moves",
        returning_rights=castling.get("rights_return", False),
        rex_inclusive=any(piece.get("rex") == "inclusive" for piece in pieces.values()),
        relayed_pawns=pawns.get("relay", False),
        hand=hand,
        not_on_end_ranks=drops.get("not_on_end_ranks", ""),
        geometry=geometry,
        alice=alice,
        serial=read_turns(file.get("turns", {})),
        ladder="".join(letter_of(name, pieces) for name in ladder),
        **conditions,
        **ends,
    )


def not_modelled(what: str) -> dict:
    raise NotModelled(what)


def only(table: dict, name: str) -> dict:
    """The table, which may hold its keys in KEYS alone."""
    if unknown := set(table) - KEYS[name]:
        not_modelled(f"{name}.{min(unknown)}" if name else min(unknown))
    return table


def read_board(file: dict) -> Geometry:
    board = only(file.get("board", {}), "board")
    placement = file["start"].split()[0].split("[")[0].split("|")[0]
    ranks = placement.split("/")
    width = [sum(int(c) if c.isdigit() else 1 for c in rank) for rank in ranks]
    if "*" in placement or width != [8] * 8 or "+" in placement:
        not_modelled("a board other than 8x8")
    return CYLINDER if board.get("wrap") == "files" else CHESSBOARD


def read_pawn(pieces: dict[str, dict]) -> tuple[bool, bool]:
    """Whether pawns step twice, and whether they are taken in passing."""
    pawn = pieces.get(PAWN, {})
    only(pawn, "piece")
    if not pawn.get("pawn") or pawn["movement"] not in PAWNS:
        not_modelled(f"pawn {pawn.get('movement', 'missing')}")
    return PAWNS[pawn["movement"]]


def read_king(pieces: dict[str, dict]) -> bool:
    """Whether kings castle."""
    royal = [letter for letter, piece in pieces.items() if piece.get("royal")]
    if royal != [KING] or pieces[KING]["movement"] not in KINGS:
        not_modelled("kings other than those of chess")
    return KINGS[pieces[KING]["movement"]]


def read_piece(piece: dict, geometry: Geometry) -> Piece:
    only(piece, "piece")
    if len(piece["letter"]) > 1:
        not_modelled("promoted forms")
    target = piece.get("target", "both")
    return Piece(
        read_movement("K" if piece.get("royal") else piece["movement"], geometry),
        rifle=piece.get("rifle", False),
        effects=piece.get("effect", ""),
        target="" if target == "both" else target,
        rex=piece.get("rex") == "inclusive",
        relay=piece.get("relay", False),
        iron=piece.get("iron", False),
    )


def read_movement(text: str, geometry: Geometry) -> Movement:
    if text in KEYWORDS:
        return KEYWORDS[text][1](geometry)
    try:
        return Betza(text, geometry)
    except BetzaError as error:
        raise NotModelled(f"movement: {str(error).split(' in ')[0]}") from error


def read_turns(turns: dict) -> str:
    only(turns, "turns")
    schedule = turns.get("schedule")
    if schedule is None:
        return ""
    return SCHEDULES.get(schedule) or not_modelled(f"schedule {schedule}")


def read_ends(ends: dict) -> dict:
    only(ends, "ends")
    return {
        "stalemate": ends.get("stalemate", "draw"),
        "bare_king_loses": ends.get("bare_king") == "loses",
        "half_move_limit": ends.get("move_limit", 100),
    }


def letter_of(name: str, pieces: dict[str, dict]) -> str:
    return next(letter for letter, piece in pieces.items() if piece.get("name") == name)
