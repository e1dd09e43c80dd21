"""`raceboard doctor`: the kernel, and the plugins that are installed, what they bring and what is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import click
from attrs import asdict

from raceboard import backend
from raceboard.cli.common import columns, registry_and_complaints, table
from raceboard.cli.spoken import command, said
from raceboard.manifest import Manifest
from raceboard.plugin import API
from raceboard.registry import LoadedPlugin, Registry

__all__ = ["doctor"]

#: What a manifest says with yes or no, in the order of the table.
_ABILITIES = ("hits", "pins", "bar", "bears_off", "draws", "choices", "throws_again", "cube")


@command()
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Tell which kernel is used, which plugins are installed, what each brings, and which are in quarantine and why.

    The exit status is 1 when one is in quarantine, or when RACEBOARD_PLUGINS names one that is not there.

    Example: raceboard doctor
    """
    registry, complaints = registry_and_complaints()
    click.echo(json.dumps(_as_json(registry), indent=2) if as_json else _as_text(registry))
    if not as_json:
        for line in complaints:
            click.echo(line)
    context.exit(1 if registry.quarantined or registry.unmatched else 0)


def _as_text(registry: Registry) -> str:
    plugins = table(columns("plugin", "version", "api", "brings"), map(_plugin, registry.plugins))
    manifests = map(Manifest.of, registry.variants.values())
    variants = table(columns("variant", "players", "abilities", "hooks"), map(_variant, manifests))
    head = said("doctor.head", api=API, count=len(registry.plugins))
    left_out = [said("doctor.left-out", names=", ".join(registry.left_out))] if registry.left_out else []
    return "\n".join([_kernel(), head, "", plugins, "", variants, *([""] if left_out else []), *left_out])


def _kernel() -> str:
    return said("doctor.source", why=backend.why) if backend.why else said("doctor.compiled")


def _plugin(plugin: LoadedPlugin) -> tuple[str, ...]:
    home = f"{plugin.distribution} {plugin.version}".strip() or "-"
    return plugin.name, home, plugin.api or said("doctor.undeclared"), ", ".join(_brought(plugin)) or "-"


def _brought(plugin: LoadedPlugin) -> Iterator[str]:
    """What a plugin brings: one thing by its name, several by their number."""
    kinds = {
        "variant": plugin.variants,
        "ruleset": plugin.rulesets,
        "cube-rule": plugin.cube_rules,
        "bot": plugin.bots,
    }
    for kind, names in kinds.items():
        if len(names) == 1:
            yield said(f"doctor.one.{kind}", name=names[0])
        elif names:
            yield said(f"doctor.many.{kind}", count=len(names))


def _variant(manifest: Manifest) -> tuple[str, ...]:
    able = [said(f"ability.{name}") for name in _ABILITIES if getattr(manifest, name)]
    hooks = ", ".join(manifest.hooks) or "-"
    return manifest.variant, str(manifest.players), ", ".join(able) or "-", hooks


def _as_json(registry: Registry) -> Mapping[str, object]:
    return {
        "api": API,
        "backend": {"name": backend.name, "why": backend.why},
        "plugins": [asdict(plugin) for plugin in registry.plugins],
        "quarantined": [asdict(broken) for broken in registry.quarantined],
        "left_out": registry.left_out,
        "unmatched": [asdict(one) for one in registry.unmatched],
        "variants": [Manifest.of(spec).to_json() for spec in registry.variants.values()],
    }
