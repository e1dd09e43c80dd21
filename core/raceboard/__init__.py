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
    from raceboard.autocomplete import Autocomplete
    from raceboard.dice import Chance, DiceSource, Roll, ScriptedDice, SeededDice, SystemDice
    from raceboard.errors import ConfigError, LossError, NotationError, NotNowError, Problem, RuleError, Verdict
    from raceboard.explaining import explain, why_no_play
    from raceboard.finish import Outcome, judge
    from raceboard.formats.ids import read_id, write_id
    from raceboard.game import Game
    from raceboard.legal import Plays, legal_plays
    from raceboard.move import Play, Step
    from raceboard.notation import parse_play, read_play, write_play
    from raceboard.phase import Phase
    from raceboard.pictures import Picture, picture
    from raceboard.plugin import hookimpl
    from raceboard.position import Position, Setup
    from raceboard.program import Choice, Stage, TurnContext, stages
    from raceboard.registry import Registry
    from raceboard.ruleset import Ruleset
    from raceboard.session import Session
    from raceboard.sheet import Sheet, rule_sheet
    from raceboard.side import Side
    from raceboard.simulation import Simulation, simulate
    from raceboard.snapshot import Snapshot
    from raceboard.spec import VariantSpec
    from raceboard.track import Region, Track
    from raceboard.turn import Completeness, Turn

__all__ = [
    "Accept",
    "Action",
    "Autocomplete",
    "Chance",
    "Choice",
    "Choose",
    "Completeness",
    "ConfigError",
    "DiceSource",
    "Double",
    "Drawn",
    "Flagged",
    "Forfeit",
    "Game",
    "Inactive",
    "Leave",
    "LossError",
    "NextGame",
    "NotNowError",
    "NotationError",
    "OpeningRolled",
    "Outcome",
    "Pass",
    "Penalty",
    "Phase",
    "Picture",
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
    "Sheet",
    "Side",
    "Simulation",
    "Snapshot",
    "Stage",
    "Step",
    "SystemDice",
    "Take",
    "Track",
    "Turn",
    "TurnContext",
    "VariantSpec",
    "Verdict",
    "explain",
    "hookimpl",
    "judge",
    "legal_plays",
    "parse_play",
    "picture",
    "read_id",
    "read_play",
    "rule_sheet",
    "simulate",
    "stages",
    "why_no_play",
    "write_id",
    "write_play",
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
    "autocomplete": ("Autocomplete",),
    "dice": ("Chance", "DiceSource", "Roll", "ScriptedDice", "SeededDice", "SystemDice"),
    "errors": ("ConfigError", "LossError", "NotNowError", "NotationError", "Problem", "RuleError", "Verdict"),
    "explaining": ("explain", "why_no_play"),
    "finish": ("Outcome", "judge"),
    "formats.ids": ("read_id", "write_id"),
    "game": ("Game",),
    "legal": ("Plays", "legal_plays"),
    "move": ("Play", "Step"),
    "notation": ("parse_play", "read_play", "write_play"),
    "phase": ("Phase",),
    "pictures": ("Picture", "picture"),
    "plugin": ("hookimpl",),
    "position": ("Position", "Setup"),
    "program": ("Choice", "Stage", "TurnContext", "stages"),
    "registry": ("Registry",),
    "ruleset": ("Ruleset",),
    "session": ("Session",),
    "sheet": ("Sheet", "rule_sheet"),
    "side": ("Side",),
    "simulation": ("Simulation", "simulate"),
    "snapshot": ("Snapshot",),
    "spec": ("VariantSpec",),
    "track": ("Region", "Track"),
    "turn": ("Completeness", "Turn"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import a public name from the module that is its home; `backend` is a module itself."""
    if name == "backend":
        return importlib.import_module(f"{__name__}.{name}")
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return __all__
