"""What a rule sheet says, piece by piece, and the tables and variants that the tests of sheets share."""

from __future__ import annotations

from collections.abc import Mapping

from raceboard import Registry, Ruleset, Sheet
from raceboard.sheet import SECTIONS
from raceboard.sheet.blocks import Board, Grid
from raceboard.spec import (
    VariantSpec,
)
from variants_for_tests import (
    GAMES,
    HOOKS,
    RULES,
)

__all__ = ["BACKGAMMON", "EVERYTHING", "NARDY", "REGISTRY", "TABLES", "grids", "sentences", "words"]

REGISTRY = Registry.load()
BACKGAMMON, NARDY = REGISTRY.variant("backgammon"), REGISTRY.variant("long-nardy")
TABLES: Mapping[str, Ruleset] = {name: REGISTRY.ruleset(name) for name in REGISTRY.rulesets}
EVERYTHING: tuple[VariantSpec | Ruleset, ...] = (*REGISTRY.variants.values(), *TABLES.values(), *GAMES, *RULES, *HOOKS)


def words(sheet: Sheet) -> tuple[object, ...]:
    """What a sheet says, without its head, picture, list of options and counted numbers: its sentences must suffice."""
    found = (sheet.section(name) for name in SECTIONS if name not in ("about", "options", "counted"))
    blocks = (block for section in found if section for block in (section.name, *section.blocks))
    return tuple(block for block in blocks if not isinstance(block, Board))


def sentences(sheet: Sheet, name: str) -> tuple[str, ...]:
    """The sentences of a section."""
    section = sheet.section(name)
    return tuple(block for block in (section.blocks if section else ()) if isinstance(block, str))


def grids(sheet: Sheet, name: str) -> tuple[Grid, ...]:
    """The tables of a section."""
    section = sheet.section(name)
    return tuple(block for block in (section.blocks if section else ()) if isinstance(block, Grid))
