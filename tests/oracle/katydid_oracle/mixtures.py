"""Conditions combined freely, as a variant file can (rules, section 6, "Interplay of conditions")."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .variants import FIDE, HURDLERS, VARIANTS, Variant, boyer_hurdlers

# The flags of a variant for each condition of a variant file.
FLAGS = {
    "andernach": {"captor_flips": True},
    "antiandernach": {"quiet_mover_flips": True},
    "superandernach": {"captor_flips": True, "quiet_mover_flips": True},
    "circe": {"circe": True},
    "anticirce": {"anticirce": True},
    "einstein": {"einstein": True},
    "madrasi": {"madrasi": True},
}


@dataclass(frozen=True)
class Mixture:
    """A variant, and the variant file that makes the engine play it."""

    variant: Variant
    file: str


def mixture(parent: Variant, *conditions: str, returning_rights: bool = True) -> Mixture:
    name = "-".join(("mixed", parent.name, *conditions))
    flags = {flag: value for condition in conditions for flag, value in FLAGS[condition].items()}
    listed = ", ".join(f'"{condition}"' for condition in conditions)
    file = (
        f'name = "{name}"\ninherits = "{parent.name}"\nconditions = [{listed}]\n'
        f'[castling]\nrights_return = {str(returning_rights).lower()}\n[ends]\ndead = ""\n'
    )
    variant = replace(parent, name=name, returning_rights=returning_rights, dead_with_one_of="", **flags)
    return Mixture(variant, file)


MIXTURES = {
    mixed.variant.name: mixed
    for mixed in (
        mixture(FIDE, "circe", "andernach"),
        mixture(FIDE, "circe", "anticirce"),
        mixture(FIDE, "circe", "madrasi"),
        mixture(FIDE, "anticirce", "superandernach"),
        mixture(FIDE, "madrasi", "antiandernach"),
        mixture(VARIANTS["einstein"], "einstein", "andernach", "circe"),
        mixture(HURDLERS, "andernach", "circe"),
        mixture(HURDLERS, "madrasi", "anticirce"),
        mixture(boyer_hurdlers("aceg"), "superandernach", returning_rights=False),
    )
}
