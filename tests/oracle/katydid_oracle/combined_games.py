"""Games by combined conditions (rules, section 6, "Interplay of conditions")."""

from __future__ import annotations

from dataclasses import replace

from .variants import FIDE, boyer_hurdlers

EINSTEIN = {"einstein": True, "first_rank_pawns": True, "promotions": ""}

COMBINED_GAMES = (
    replace(FIDE, name="circe-andernach", circe=True, captor_flips=True, returning_rights=True),
    replace(FIDE, name="madrasi-andernach", madrasi=True, captor_flips=True),
    replace(boyer_hurdlers("ag"), name="ag-andernach", captor_flips=True),
    replace(boyer_hurdlers("eg"), name="eg-einstein", returning_rights=True, **EINSTEIN),
    replace(boyer_hurdlers("cg"), name="cg-circe", circe=True, returning_rights=True),
    replace(
        boyer_hurdlers("aceg"), name="aceg-all", captor_flips=True, circe=True, returning_rights=True, **EINSTEIN
    ),
)

