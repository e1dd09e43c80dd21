"""`raceboard diff`: what differs between two variants or tables, each difference with a witness."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
from attrs import asdict

from raceboard.cli.common import given, load
from raceboard.cli.spoken import command, said
from raceboard.comparing import BUDGET, Compared, Witness, compare
from raceboard.registry import Registry, UnknownNameError
from raceboard.spec import VariantSpec
from raceboard.variant_file import YAML, is_variant_file
from raceboard.yaml_text import Source

__all__ = ["diff"]


@command()
@click.argument("left", metavar="A")
@click.argument("right", metavar="B")
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=BUDGET,
    show_default=True,
    help="How many positions are searched for each difference.",
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def diff(left: str, right: str, budget: int, as_json: bool) -> None:
    """Tell what differs between two variants or rulesets, field by field, each with a witness.

    A witness is a position and a roll with plays that only one of them has, or an ending that is worth something else,
    made as small as it can be; only the field in question is changed where that is a game. A and B are names or YAML
    files. The same call gives the same witnesses.

    Examples: raceboard diff portes backgammon

              raceboard diff nardeon classic-ru --json
    """
    registry = load()
    with given():
        one, two = _played(registry, left), _played(registry, right)
    found = compare(one, two, budget=budget)
    if as_json:
        click.echo(json.dumps({"left": left, "right": right, "differences": list(map(_as_json, found))}, indent=2))
        return
    click.echo(said("diff.head", left=left, right=right, count=len(found)))
    for compared in found:
        click.echo("\n" + "\n".join(_lines(compared, left, right)))


def _played(registry: Registry, name: str) -> VariantSpec:
    """The variant of a name, or that of a ruleset with its options."""
    if Path(name).suffix in YAML:
        return registry.variant(name) if is_variant_file(Source.read(name)) else registry.ruleset(name).spec
    try:
        return registry.variant(name)
    except UnknownNameError:
        if name in registry.rulesets:
            return registry.ruleset(name).spec
        raise


def _lines(compared: Compared, left: str, right: str) -> Iterator[str]:
    difference = compared.difference
    yield said("diff.field", path=difference.path, words=said(f"group.{difference.group}"))
    for name, text in zip((left, right), difference.texts, strict=True):
        yield said("diff.value", name=name, text=text)
    if compared.witness is not None:
        yield from _witness(compared.witness, left, right, alone=compared.alone)
    elif compared.searched:
        yield said("diff.none", count=compared.tried)
    else:
        yield said("diff.silent")


def _witness(witness: Witness, left: str, right: str, *, alone: bool) -> Iterator[str]:
    where = said(f"witness.{witness.kind}", position=witness.position, roll=witness.roll, play=witness.play)
    turn = said("diff.first-turn") if witness.position and witness.own_turn == 1 else ""
    yield said("diff.witness", where=where, turn=turn, more="" if alone else said("diff.together"))
    for name, texts in ((left, witness.left), (right, witness.right)):
        yield said("diff.value", name=name, text=", ".join(texts) or said("diff.nothing"))


def _as_json(compared: Compared) -> Mapping[str, object]:
    left, right = compared.difference.texts
    return {
        "path": compared.difference.path,
        "left": left,
        "right": right,
        "witness": None if compared.witness is None else asdict(compared.witness),
        "alone": compared.alone,
        "searched": compared.searched,
        "tried": compared.tried,
    }
