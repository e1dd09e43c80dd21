"""Rulesets: how one table plays a variant.

`sections` holds the one table of keys, `document` what a file says, `checks` what does not fit together, and `value`
the `Ruleset` that comes out. Files are read by `raceboard.ruleset_file`.
"""

from raceboard.ruleset.document import DEFAULT, Place
from raceboard.ruleset.keys import CONTEXTS, ON, Context, Key, Section
from raceboard.ruleset.kinds import Value
from raceboard.ruleset.sections import HEADER, KEYS, SECTIONS
from raceboard.ruleset.value import Ruleset, unplayable

__all__ = [
    "CONTEXTS",
    "DEFAULT",
    "HEADER",
    "KEYS",
    "ON",
    "SECTIONS",
    "Context",
    "Key",
    "Place",
    "Ruleset",
    "Section",
    "Value",
    "unplayable",
]
