"""The plugin that brings the optional cube rules that we ship, by the door that everybody else's rules use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from raceboard.cube.rules.automatic import AutomaticDoubles
from raceboard.cube.rules.cap import CubeCap
from raceboard.cube.rules.crawford import Crawford
from raceboard.cube.rules.dead_cube import DeadCube
from raceboard.cube.rules.holland import Holland
from raceboard.cube.rules.jacoby import Jacoby
from raceboard.cube.rules.redoubles import Beaver, FurtherRedoubles, Raccoon
from raceboard.plugin import hookimpl

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterCubeRule

__all__: list[str] = []

#: The versions of the plugin interface that this plugin is for.
raceboard_api = ">=0.1,<0.2"

_SHIPPED = (AutomaticDoubles, Beaver, Crawford, CubeCap, DeadCube, FurtherRedoubles, Holland, Jacoby, Raccoon)


@hookimpl
def raceboard_register_cube_rules(register: RegisterCubeRule) -> None:
    """Bring the rules of `raceboard.cube.rules`."""
    for rule in _SHIPPED:
        register(rule())
