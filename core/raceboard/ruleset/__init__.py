"""Rulesets: how one table plays a variant.

`sections` holds the one table of keys, and `schema` adds those of the cube's optional rules. `document` holds what a
file says, `checks` what does not fit together, and `value` the `Ruleset` that comes out. Files are read by
`raceboard.ruleset_file`.
"""

from raceboard.ruleset.document import DEFAULT, Place
from raceboard.ruleset.keys import CONTEXTS, ON, Context, Key, Section
from raceboard.ruleset.kinds import Value
from raceboard.ruleset.schema import Schema
from raceboard.ruleset.value import Ruleset

__all__ = [
    "CONTEXTS",
    "DEFAULT",
    "ON",
    "Context",
    "Key",
    "Place",
    "Ruleset",
    "Schema",
    "Section",
    "Value",
]
