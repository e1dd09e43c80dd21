"""Rules of race-board games: short backgammon, Long Nardy and their family.

Names are imported when they are first used, so that `import raceboard` costs little.

>>> import raceboard
>>> raceboard.Roll.__module__
'raceboard.dice'
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from raceboard.action import (
        Accept,
        Action,
        Choose,
        Double,
        Drawn,
        Flagged,
        Forfeit,
        Inactive,
        Leave,
        NextGame,
        OpeningRolled,
        Pass,
        Penalty,
        Played,
        Redouble,
        Reject,
        Resign,
        Rolled,
        Ruled,
        Take,
    )
    from raceboard.dice import Chance, DiceSource, Roll, ScriptedDice, SeededDice, SystemDice
    from raceboard.errors import ConfigError, NotationError, NotNowError, Problem, RuleError, Verdict
    from raceboard.finish import Outcome, judge
    from raceboard.game import Game
    from raceboard.legal import Plays, legal_plays
    from raceboard.move import Play, Step
    from raceboard.phase import Phase
    from raceboard.plugin import hookimpl
    from raceboard.position import Position, Setup
    from raceboard.program import Choice, Stage, TurnContext, stages
    from raceboard.registry import Registry
    from raceboard.ruleset import Ruleset
    from raceboard.session import Session
    from raceboard.side import Side
    from raceboard.spec import VariantSpec
    from raceboard.track import Region, Track

__all__ = [
    "Accept",
    "Action",
    "Chance",
    "Choice",
    "Choose",
    "ConfigError",
    "DiceSource",
    "Double",
    "Drawn",
    "Flagged",
    "Forfeit",
    "Game",
    "Inactive",
    "Leave",
    "NextGame",
    "NotNowError",
    "NotationError",
    "OpeningRolled",
    "Outcome",
    "Pass",
    "Penalty",
    "Phase",
    "Play",
    "Played",
    "Plays",
    "Position",
    "Problem",
    "Redouble",
    "Region",
    "Registry",
    "Reject",
    "Resign",
    "Roll",
    "Rolled",
    "RuleError",
    "Ruled",
    "Ruleset",
    "ScriptedDice",
    "SeededDice",
    "Session",
    "Setup",
    "Side",
    "Stage",
    "Step",
    "SystemDice",
    "Take",
    "Track",
    "TurnContext",
    "VariantSpec",
    "Verdict",
    "hookimpl",
    "judge",
    "legal_plays",
    "stages",
]

_HOMES = {
    "action": (
        "Accept",
        "Action",
        "Choose",
        "Double",
        "Drawn",
        "Flagged",
        "Forfeit",
        "Inactive",
        "Leave",
        "NextGame",
        "OpeningRolled",
        "Pass",
        "Penalty",
        "Played",
        "Redouble",
        "Reject",
        "Resign",
        "Rolled",
        "Ruled",
        "Take",
    ),
    "dice": ("Chance", "DiceSource", "Roll", "ScriptedDice", "SeededDice", "SystemDice"),
    "errors": ("ConfigError", "NotNowError", "NotationError", "Problem", "RuleError", "Verdict"),
    "finish": ("Outcome", "judge"),
    "game": ("Game",),
    "legal": ("Plays", "legal_plays"),
    "move": ("Play", "Step"),
    "phase": ("Phase",),
    "plugin": ("hookimpl",),
    "position": ("Position", "Setup"),
    "program": ("Choice", "Stage", "TurnContext", "stages"),
    "registry": ("Registry",),
    "ruleset": ("Ruleset",),
    "session": ("Session",),
    "side": ("Side",),
    "spec": ("VariantSpec",),
    "track": ("Region", "Track"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import a public name from the module that is its home."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return __all__
