"""Rulesets as data: how one table plays a variant. Every YAML file of this folder is registered by its name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from raceboard.plugin import hookimpl

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterRuleset

__all__: list[str] = []

#: The versions of the plugin interface that this plugin is for.
raceboard_api = ">=0.1,<0.2"


@hookimpl
def raceboard_register_rulesets(register: RegisterRuleset) -> None:
    """Register each file beside this one."""
    for path in sorted(Path(__file__).parent.glob("*.yaml")):
        register(path)
