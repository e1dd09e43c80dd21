"""`raceboard show` and `raceboard check`: what a ruleset says, and what is wrong with one."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from raceboard.cli.common import columns, load, table, titled
from raceboard.cli.spoken import command, said
from raceboard.errors import ConfigError, Problem
from raceboard.registry import Registry
from raceboard.ruleset import DEFAULT, Place, Ruleset
from raceboard.ruleset.kinds import as_text
from raceboard.ruleset_file import load_ruleset
from raceboard.variant_file import is_variant_file, load_variant
from raceboard.yaml_text import Source, root

__all__ = ["check", "show"]


@command()
@click.argument("ruleset", metavar="NAME|FILE")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def show(ruleset: str, as_json: bool) -> None:
    """Show every value of a ruleset, one a line, with the FILE:LINE:COL that set it, or `default`.

    Example: raceboard show usbgf-match
    """
    rules = load().ruleset(ruleset)
    if as_json:
        values = [
            {"key": path, "value": value, "file": place.file, "line": place.line, "column": place.column}
            for path, value, place in _values(rules)
        ]
        head = {"name": rules.name, "title": rules.title, "digest": rules.digest}
        click.echo(json.dumps({**head, "values": values}, indent=2, default=dict))
        return
    click.echo(f"{rules.name}: {titled(rules.title)}")
    rows = ((key, as_text(value), _told(place)) for key, value, place in _values(rules))
    click.echo(table(columns("key", "value", "set-by"), rows))


def _told(place: Place) -> str:
    return said("show.default") if place == DEFAULT else str(place)


def _values(rules: Ruleset) -> Iterator[tuple[str, object, Place]]:
    """Each key, its value and where it was written."""
    head = {"context": rules.context, "variant": rules.variant}
    for path, place in rules.origins.items():
        group, _, option = path.partition(".")
        yield path, head.get(path) or (rules.rules[option] if group == "rules" else rules.settings[path]), place


@command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.pass_context
def check(context: click.Context, files: tuple[str, ...]) -> None:
    """Check files of rulesets and variants, and tell all problems of all of them at once.

    Each problem is a line `FILE:LINE:COL: error[CODE]: KEY: what is wrong; why`, with notes and a hint below it. A
    ruleset that is known by its name can be checked too. The exit status is 1 when there are problems.

    Example: raceboard check club.yaml house.yaml
    """
    registry = load()
    clean: list[str] = []
    problems: list[Problem] = []
    for file in files:
        try:
            clean.append(_checked(file, registry))
        except ConfigError as error:
            problems += error.problems
    for line in dict.fromkeys([*map(str, problems), *clean]):
        click.echo(line)
    context.exit(1 if problems else 0)


def _checked(file: str, registry: Registry) -> str:
    """The line that says that a file has no mistake; raises ConfigError with those that it has."""
    if file in registry.rulesets:
        rules = registry.ruleset(file)
        return said("check.ok", file=file, context=rules.context, variant=rules.variant)
    source = Source.read(file)
    found = root(source, "ruleset or variant")
    if isinstance(found, Problem):
        raise ConfigError([found])
    if is_variant_file(source):
        spec = load_variant(source, registry)
        return said("check.variant-ok", file=file, variant=spec.name)
    rules = load_ruleset(source, registry)
    return said("check.ok", file=file, context=rules.context, variant=rules.variant)
