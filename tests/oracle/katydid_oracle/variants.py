"""The variants: their arrays, pieces, conditions and ends (rules, sections 2 to 7)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .board import BLACK, CHESSBOARD, WHITE, Geometry
from .hoppers import KEYWORDS
from .movement import Movement, demi, orthodox


@dataclass(frozen=True)
class Piece:
    """A type of piece.  The pawn's movement is added by the rules, since it depends on the variant.

    ``rifle``: captures without moving.  ``effects``: the letters A, E, C of a hurdler with effects,
    in their order; ``target``: "enemy" or "friend" if only such hurdles are changed; ``rex``: A turns
    kings too.  ``relay``: gives its moves to the pieces it guards.  ``iron``: cannot be captured.
    """

    moves: Movement
    rifle: bool = False
    effects: str = ""
    target: str = ""
    rex: bool = False
    relay: bool = False
    iron: bool = False


@dataclass(frozen=True)
class Variant:
    """A game.  ``hand``: the letters of pieces that can be in hand, in their order in a FEN;
    ``not_on_end_ranks``: those that cannot be dropped on the first or last rank.

    ``relayed_pawns``: pawns, too, receive moves from the pieces that guard them.

    ``ladder``: the letters of the Einstein ladder, lowest first; ``ends``: the letter beyond its ends for the
    effect, "hurdler" or "stay"; ``condition_ends``: the same for the condition.  ``mirror``: how the home squares of
    `circe` are reflected, "vertical" (in the middle of the files) or "horizontal" (those of the other side).  ``homes``: where pieces are reborn,
    by letter, if not as usual (hurdlers, section 6).
    """

    name: str
    start: str
    pieces: dict[str, Piece]
    promotions: str = ""
    rook_piece: dict[str, str] = field(default_factory=lambda: {WHITE: "R", BLACK: "R"})

    double_step: bool = True
    first_rank_pawns: bool = False
    first_rank_steps: bool = False
    en_passant: bool = True
    analysis_board: bool = False
    returning_rights: bool = False
    rex_inclusive: bool = False

    captor_flips: bool = False
    quiet_mover_flips: bool = False
    circe: bool = False
    anticirce: bool = False
    einstein: bool = False
    madrasi: bool = False
    no_capture: bool = False
    koeko: bool = False
    checkless: bool = False
    isardam: bool = False
    sentinels: bool = False
    mirror: str = ""

    relayed_pawns: bool = False
    hand: str = ""
    not_on_end_ranks: str = ""

    demi_ends: bool = False
    stalemate: str = "draw"
    bare_king_loses: bool = False
    geometry: Geometry = CHESSBOARD
    alice: bool = False
    dynamo: bool = False

    ladder: str = "PNBRQ"
    ends: str = "hurdler"
    condition_ends: str = "stay"
    homes: dict[str, str] = field(default_factory=dict)

    dead_with_one_of: str = ""
    half_move_limit: int = 100
    serial: str = ""


FIDE_RANK = "rnbqkbnr"
DEMI_RANK = "scloklcs"


def array(white: str, black: str, castling: str = "KQkq") -> str:
    return f"{black}/pppppppp/8/8/8/8/PPPPPPPP/{white.upper()} w {castling} - 0 1"


def boyer_array(letter: str) -> str:
    grasshoppers = letter.lower() * 8
    return f"{FIDE_RANK}/{grasshoppers}/pppppppp/8/8/PPPPPPPP/{grasshoppers.upper()}/{FIDE_RANK.upper()} w KQkq - 0 1"


def hopper(keyword: str, effects: str = "", **flags: object) -> Piece:
    """A hurdler by its keyword (hurdlers, section 2)."""
    return Piece(KEYWORDS[keyword][1](CHESSBOARD), effects=effects, **flags)


def fide_pieces(board: Geometry = CHESSBOARD) -> dict[str, Piece]:
    return {letter: Piece(moves) for letter, moves in orthodox(board).items()}


def demi_pieces(board: Geometry = CHESSBOARD, **flags: bool) -> dict[str, Piece]:
    """The Demi army, all but its king with the same flags."""
    return {letter: Piece(moves, **({} if letter == "K" else flags)) for letter, moves in demi(board).items()}


FIDE_PIECES = fide_pieces()

FIDE = Variant("chess", array(FIDE_RANK, FIDE_RANK), FIDE_PIECES, promotions="QRBN")

DEMI = Variant(
    "demichess",
    array(DEMI_RANK, DEMI_RANK),
    demi_pieces(),
    promotions="OSLC",
    rook_piece={WHITE: "S", BLACK: "S"},
    demi_ends=True,
)


def mixed_armies(name: str, demi_colour: str, rifle: bool) -> Variant:
    """A Demi army against the FIDE army (rules, section 4, "Mixed armies")."""
    white, black = (DEMI_RANK, FIDE_RANK) if demi_colour == WHITE else (FIDE_RANK, DEMI_RANK)
    return replace(
        DEMI,
        name=name,
        start=array(white, black),
        pieces=FIDE_PIECES | demi_pieces(rifle=rifle),
        promotions="OSLCQRBN",
        rook_piece={WHITE: white[0].upper(), BLACK: black[0].upper()},
    )


def boyer(name: str, letter: str, effects: str = "") -> Variant:
    """Grasshopper Chess, or the same game with another hurdler (rules, sections 3 and 6)."""
    return Variant(
        name,
        boyer_array(letter),
        FIDE_PIECES | {letter: hopper("grasshopper", effects)},
        promotions="QRBN" + letter,
        double_step=False,
        first_rank_pawns="E" in effects,
    )


BOYER_HURDLERS = ("ag", "eg", "cg", "acg", "aeg", "cag", "ceg", "ecg", "aceg", "aecg", "caeg", "ecag")


def boyer_hurdlers(name: str) -> Variant:
    effects = name.removesuffix("g").upper()
    return boyer(name, effects if len(effects) == 1 else "H", effects)


AG_REX = replace(
    boyer_hurdlers("ag"),
    name="ag-rex",
    pieces=FIDE_PIECES | {"A": hopper("grasshopper", "A", rex=True)},
    rex_inclusive=True,
)

LEO_RANK = "rnbjkbnr"
LEO_PIECES = {kind: piece for kind, piece in FIDE_PIECES.items() if kind != "Q"}

ANDERNACH_LEO = Variant(
    "andernach-leo",
    array(LEO_RANK, LEO_RANK),
    LEO_PIECES | {"J": hopper("leo", "A", target="enemy")},
    promotions="JRBN",
)

HURDLERS = replace(
    FIDE,
    name="hurdlers",
    pieces=FIDE_PIECES
    | {
        "G": hopper("grasshopper"),
        "A": hopper("grasshopper", "A"),
        "E": hopper("grasshopper", "E"),
        "C": hopper("grasshopper", "C"),
        "J": hopper("leo"),
        "L": hopper("lion"),
    },
    analysis_board=True,
    returning_rights=True,
)

CRAZYHOUSE = replace(
    FIDE,
    name="crazyhouse",
    start=f"{FIDE_RANK}/pppppppp/8/8/8/8/PPPPPPPP/{FIDE_RANK.upper()}[] w KQkq - 0 1",
    hand="QRBNP",
    not_on_end_ranks="P",
)

HOPGI = Variant("hopgi", "rp5/wp5/*p5/fp5/bp5/**PPPPP/**BF*WR[RBPrbp] w - - 0 1", {})

PROGRESSIVE_LIMIT = 10

VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (
        replace(FIDE, dead_with_one_of="BNG"),
        replace(boyer("grasshopper", "G"), dead_with_one_of="BNG"),
        DEMI,
        replace(DEMI, name="demirifle", pieces=demi_pieces(rifle=True)),
        mixed_armies("demirifle-fide", WHITE, rifle=True),
        mixed_armies("fide-demirifle", BLACK, rifle=True),
        mixed_armies("demi-fide", WHITE, rifle=False),
        mixed_armies("fide-demi", BLACK, rifle=False),
        HOPGI,
        CRAZYHOUSE,
        *(boyer_hurdlers(name) for name in BOYER_HURDLERS),
        AG_REX,
        ANDERNACH_LEO,
        HURDLERS,
        replace(FIDE, name="andernach", captor_flips=True),
        replace(FIDE, name="antiandernach", quiet_mover_flips=True),
        replace(FIDE, name="superandernach", captor_flips=True, quiet_mover_flips=True),
        replace(FIDE, name="circe", circe=True, returning_rights=True),
        replace(FIDE, name="anticirce", anticirce=True, returning_rights=True),
        replace(
            FIDE, name="einstein", promotions="", einstein=True, first_rank_pawns=True, returning_rights=True
        ),
        replace(FIDE, name="madrasi", madrasi=True),
        replace(DEMI, name="progressive-demichess", serial="progressive", half_move_limit=PROGRESSIVE_LIMIT),
        replace(DEMI, name="doublemove-demichess", serial="doublemove"),
        replace(FIDE, name="progressive", serial="progressive", half_move_limit=PROGRESSIVE_LIMIT),
        replace(FIDE, name="doublemove", serial="doublemove"),
    )
}
