"""`raceboard variants` and `raceboard rulesets`: what is there, and which plugin brought it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from raceboard.cli.common import columns, given, load, table, titled
from raceboard.cli.spoken import command, said
from raceboard.errors import ConfigError
from raceboard.registry import Registry
from raceboard.ruleset import Ruleset
from raceboard.spec import VariantSpec

__all__ = ["rulesets", "variants"]


@command()
@click.argument("names", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def variants(names: tuple[str, ...], as_json: bool) -> None:
    """List the variants: name, title, the rules in one line, other names, sources, and the plugin that brought each.

    NAMES: only these variants.

    Examples: raceboard variants

              raceboard variants fevga
    """
    registry = load()
    with given():
        found = [registry.variant(name) for name in names or registry.variants]
    origins = [registry.origin("variant", spec.name) for spec in found]
    if as_json:
        rows = [_as_json(spec, origin) for spec, origin in zip(found, origins, strict=True)]
        click.echo(json.dumps(rows, indent=2))
        return
    for spec, origin in zip(found, origins, strict=True):
        click.echo("\n    ".join(_as_text(spec, origin)))


def _as_json(spec: VariantSpec, origin: str) -> dict[str, object]:
    words = {key: getattr(spec, key) for key in ("name", "title", "summary", "aliases", "sources", "players")}
    return {**words, "plugin": origin}


def _as_text(spec: VariantSpec, origin: str) -> Iterator[str]:
    """The lines of a variant; what it does not say has none."""
    yield f"{spec.name}: {titled(spec.title or spec.name)}"
    if spec.summary:
        yield spec.summary
    if spec.aliases:
        yield said("variants.aliases", names=", ".join(spec.aliases))
    if spec.sources:
        yield said("variants.sources", sources="; ".join(spec.sources))
    if origin != spec.name:
        yield said("variants.plugin", plugin=origin)


@command()
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def rulesets(as_json: bool) -> None:
    """List the rulesets that have a name: context, variant, title, and the plugin that brought each.

    One that cannot be loaded is told on standard error and left out.

    Example: raceboard rulesets
    """
    registry = load()
    found = list(_loaded(registry))
    if as_json:
        rows = [
            {"name": one.name, "context": one.context, "variant": one.variant, "title": one.title, "plugin": origin}
            for one, origin in found
        ]
        click.echo(json.dumps(rows, indent=2))
        return
    rows_of_text = ((one.name, one.context, one.variant, origin, titled(one.title)) for one, origin in found)
    click.echo(table(columns("name", "context", "variant", "plugin", "title"), rows_of_text))


def _loaded(registry: Registry) -> Iterator[tuple[Ruleset, str]]:
    """Each ruleset with its plugin; the problems of the others go to standard error."""
    for name in registry.rulesets:
        try:
            yield registry.ruleset(name), registry.origin("ruleset", name)
        except ConfigError as error:
            click.echo(f"{error}\n{said('rulesets.left-out', name=name)}", err=True)
