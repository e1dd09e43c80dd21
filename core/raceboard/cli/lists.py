"""`raceboard variants` and `raceboard rulesets`: what is there, and which plugin brought it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from raceboard.cli.common import columns, load, table, titled
from raceboard.cli.spoken import command, said
from raceboard.errors import ConfigError
from raceboard.registry import Registry
from raceboard.ruleset import Ruleset

__all__ = ["rulesets", "variants"]


@command()
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def variants(as_json: bool) -> None:
    """List the variants: name, title, aliases, and the plugin that brought each.

    Example: raceboard variants
    """
    registry = load()
    found = [(spec, registry.origin("variant", name)) for name, spec in registry.variants.items()]
    if as_json:
        rows = [
            {"name": spec.name, "title": spec.title, "aliases": spec.aliases, "plugin": origin, "players": spec.players}
            for spec, origin in found
        ]
        click.echo(json.dumps(rows, indent=2))
        return
    rows_of_text = ((spec.name, titled(spec.title), origin, ", ".join(spec.aliases)) for spec, origin in found)
    click.echo(table(columns("name", "title", "plugin", "aliases"), rows_of_text))


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
