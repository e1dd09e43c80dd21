"""What several commands share: the registry, tables as text, reading a seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import click

from raceboard.game import Game
from raceboard.position import Position
from raceboard.registry import Registry
from raceboard.side import Side, seat_name
from raceboard.spec import VariantSpec

__all__ = ["game_at", "given", "load", "played_by", "seat_of", "table"]


@contextmanager
def given() -> Iterator[None]:
    """Arguments are read inside: what the library cannot use is bad usage, and anything else a bug that is shown."""
    try:
        yield
    except ValueError as error:
        raise click.UsageError(str(error)) if type(error) is ValueError else error from None


def load() -> Registry:
    """The registry of all installed plugins; what is quarantined is told on standard error."""
    registry = Registry.load()
    for broken in registry.quarantined:
        click.echo(f"raceboard: plugin {broken} (not loaded)", err=True)
    return registry


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
