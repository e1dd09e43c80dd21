"""What several commands share: the registry, tables as text, reading a seat."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import click

from raceboard.cli.spoken import said
from raceboard.finding import Selection
from raceboard.game import Game
from raceboard.position import Position
from raceboard.program import Choice, Stage
from raceboard.registry import Registry
from raceboard.side import Side, seat_name
from raceboard.spec import VariantSpec

__all__ = [
    "columns",
    "game_at",
    "given",
    "load",
    "played_by",
    "registry_and_complaints",
    "score_of",
    "seat_of",
    "stage_of",
    "table",
    "titled",
]

#: Which installed plugins the command line loads, where the user has said it.
_VARIABLE = "RACEBOARD_PLUGINS"


@contextmanager
def given() -> Iterator[None]:
    """Arguments are read inside: what the library cannot use is bad usage, and anything else a bug that is shown."""
    try:
        yield
    except ValueError as error:
        raise click.UsageError(str(error)) if type(error) is ValueError else error from None


def load() -> Registry:
    """The registry of the installed plugins that RACEBOARD_PLUGINS wants; what is wrong is told on standard error."""
    registry, complaints = registry_and_complaints()
    for line in complaints:
        click.echo(line, err=True)
    return registry


def registry_and_complaints() -> tuple[Registry, list[str]]:
    """The registry of the installed plugins that RACEBOARD_PLUGINS wants, and a line for each thing that is wrong.

    The variable holds names of plugins or distributions with commas between them; a - before one leaves it out.
    """
    wanted = Selection.parse(os.environ.get(_VARIABLE, ""))
    registry = Registry.load(allow=wanted.allow, deny=wanted.deny)
    complaints = [said("not-loaded", plugin=broken) for broken in registry.quarantined]
    complaints += [said("not-installed", variable=_VARIABLE, name=one.name) for one in registry.unmatched]
    return registry, complaints


def played_by(variant: str | None, ruleset: str | None) -> VariantSpec:
    """The variant that is named, or that of a ruleset with its options; raises ValueError when neither fits."""
    registry = load()
    if ruleset is not None:
        spec = registry.ruleset(ruleset).spec
        if variant is not None and registry.variant(variant).name != spec.name:
            raise ValueError(f"the ruleset {ruleset} plays {spec.name}, not {variant}; leave --variant out")
        return spec
    if variant is None:
        raise ValueError("say what is played: --variant NAME or --ruleset NAME; raceboard variants lists them")
    return registry.variant(variant)


def game_at(spec: VariantSpec, text: str | None, seat: str, own_turn: int | None) -> Game:
    """A game in which a seat is to throw, at the start or in a position; from the start all turns are the first."""
    side = seat_of(spec, seat)
    if text is None and own_turn is None:
        return Game.start(spec, side)
    position = spec.start if text is None else Position.parse(spec, text, side)
    return Game.resume(spec, position, side, turns=(own_turn,) * spec.players if own_turn else None)


def seat_of(spec: VariantSpec, name: str) -> Side:
    """The side that a seat name means; raises ValueError with the names of the variant."""
    names = [seat_name(side) for side in range(spec.players)]
    if name.lower() not in names:
        raise ValueError(f"{spec.name} has no seat {name!r}; its seats are {', '.join(names)}")
    return names.index(name.lower())


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows of text in columns; the last one is not padded."""
    lines = [tuple(head), *map(tuple, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head) - 1)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(line[:-1], widths, strict=True)), line[-1]]).rstrip()
        for line in lines
    )


def columns(*names: str) -> tuple[str, ...]:
    """The heads of the columns of a table."""
    return tuple(said(f"column.{name}") for name in names)


def titled(title: str) -> str:
    """A title, in the language that is spoken where its catalogue has it."""
    return said("title", title=title)


def stage_of(program: tuple[Stage, ...] | Choice, choice: str | None) -> Stage:
    """The first stage of the program, after the choice that a roll may offer."""
    if not isinstance(program, Choice):
        if choice is not None:
            raise ValueError("this roll offers no choice; leave --choice out")
        return program[0]
    names = [name for name, _ in program.options]
    if choice not in names:
        raise ValueError(f"this roll offers a choice; add --choice with one of {', '.join(names)}")
    return program.chosen(choice)[0]


def score_of(spec: VariantSpec, text: str | None) -> tuple[int, ...]:
    """The points of each seat, none where nothing is said; raises ValueError for a text that is no score."""
    if text is None:
        return (0,) * spec.players
    if not re.fullmatch("[0-9]{1,4}(-[0-9]{1,4})*", text):
        raise ValueError(f"a score is points with - between them, white first, for example 3-2, not {text!r}")
    return tuple(map(int, text.split("-")))
