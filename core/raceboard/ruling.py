"""Rulings: who decides between what when something happens at a real table (cube.md 12; DECISIONS 17).

A situation carries the facts, which only people at the table know, and names the line of the one table of rulings that
it falls under. In every situation the *mover* is the player whose throw, play or checker it is; when a roll comes too
early, the player whose turn it still is.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar, Final, TypeAlias

from attrs import field, frozen
from attrs.validators import ge

from raceboard.ruleset import Ruleset

__all__ = [
    "CockedRoll",
    "Decider",
    "DieOnChecker",
    "IllegalPlay",
    "IncompletePlay",
    "MissingChecker",
    "PrematureRoll",
    "Remedy",
    "Ruling",
    "SetupError",
    "Situation",
    "TakeBack",
    "TouchedDie",
    "TurnEnd",
    "ruling",
]


class Decider(StrEnum):
    """Who chooses between the options of a ruling; nobody when there is but one."""

    NOBODY = "nobody"
    MOVER = "mover"
    OPPONENT = "opponent"
    BOTH = "both"


class Remedy(StrEnum):
    """What may become of a throw, a play, a set-up or a checker."""

    STANDS = "stands"
    REROLL_BOTH = "reroll_both"
    REROLL_TOUCHED = "reroll_touched"
    REPLAY = "replay"
    COMPLETE = "complete"
    FIX = "fix"
    FIX_BY_AGREEMENT = "fix_by_agreement"
    TO_BAR = "to_bar"
    STAYS_OUT = "stays_out"


class TurnEnd(StrEnum):
    """What a player, and then the next one, does at the end of a turn, in this order."""

    DICE_LIFTED = "dice_lifted"
    CLOCK_PRESSED = "clock_pressed"
    OPPONENT_ROLLED = "opponent_rolled"


@frozen
class Ruling:
    """Who decides between which options.

    `may_still_double`: the ruling leaves the right to double as it was; a throw ends it, even one that is made again.
    `mover_may_revise`: the turn has not ended, and the mover may still change the play, knowing what has happened.
    """

    decides: Decider
    options: tuple[Remedy, ...]
    may_still_double: bool = field(default=True, kw_only=True)
    mover_may_revise: bool = field(default=False, kw_only=True)


#: A line of the table of rulings: a toggle of the section `table`, and one of its values or what the facts make of it.
Line: TypeAlias = tuple[str, str]


@frozen
class Situation:
    """Something that happened at a real table; each kind is a class of its own and names the toggle that rules it."""

    toggle: ClassVar[str]

    def line(self, rules: Ruleset) -> Line:
        """The line of the table of rulings that it falls under: by itself the one of the value that its toggle has."""
        return self.toggle, str(rules[f"table.{self.toggle}"])


@frozen
class DieOnChecker(Situation):
    """A die lies flat on a checker (S1; WBGF 2023 as an option)."""

    toggle = "dice_on_checker"


@frozen
class CockedRoll(DieOnChecker):
    """A die does not lie flat in its half of the board, or the dice left the cup apart (S1; US rules 2008, 4.2)."""

    def line(self, rules: Ruleset) -> Line:
        """Cocked, whatever the table says of a die on a checker."""
        return self.toggle, "cocked"


@frozen
class TouchedDie(Situation):
    """The thrower has touched a die before both came to rest (S1)."""

    toggle = "touched_die"


@frozen
class PrematureRoll(Situation):
    """A player has thrown before the turn of the mover ended (S1, USBGF 2024; US rules 2008, 4.6; classic rules)."""

    toggle = "premature_roll"


@frozen
class TakeBack(Situation):
    """The mover wants another play than the one made; `last` has been done since (S0, S1; US clock rules 2013)."""

    toggle = "move_final"
    last: TurnEnd = field(converter=TurnEnd)

    def line(self, rules: Ruleset) -> Line:
        """Final from the act on that the toggle names, open before."""
        acts = list(TurnEnd)
        _, final = super().line(rules)
        return self.toggle, "final" if acts.index(self.last) >= acts.index(TurnEnd(final)) else "open"


@frozen
class IllegalPlay(Situation):
    """An illegal play has been noticed; `opponent_acted`: after the opponent's next throw or double (WBGF 2023)."""

    toggle = "illegal_play"
    opponent_acted: bool = field(kw_only=True)

    def line(self, rules: Ruleset) -> Line:
        """As the toggle says while the opponent has not acted."""
        return (self.toggle, "late") if self.opponent_acted else super().line(rules)


@frozen
class IncompletePlay(IllegalPlay):
    """Less was played than must be (USBGF; S1)."""

    toggle = "incomplete_play"

    def line(self, rules: Ruleset) -> Line:
        """The line of an illegal play, unless the table has a rule of its own for it."""
        _, reading = line = super().line(rules)
        return IllegalPlay(opponent_acted=False).line(rules) if reading == "as_illegal" else line


@frozen
class SetupError(Situation):
    """The game began from a wrong position; noticed after `rolls_made` valid rolls, of which the opening is the first.

    USBGF 2024 puts it right before the fifth roll, WBGT 2010 before the third.
    """

    toggle = "setup_fix_before_roll"
    rolls_made: int = field(validator=ge(0))

    def line(self, rules: Ruleset) -> Line:
        """In time before the roll that the toggle names."""
        _, limit = super().line(rules)
        return self.toggle, "in_time" if self.rolls_made < int(limit) else "late"


@frozen
class MissingChecker(Situation):
    """A checker of the mover that should be in play is found beside the board (USBGF 2024; S1)."""

    toggle = "missing_checker"


def _throw(decides: Decider, *options: Remedy, may_revise: bool = False) -> Ruling:
    """The ruling on a throw."""
    return Ruling(decides, options, may_still_double=False, mover_may_revise=may_revise)


def _board(decides: Decider, *options: Remedy, may_revise: bool = False) -> Ruling:
    """The ruling on checkers."""
    return Ruling(decides, options, mover_may_revise=may_revise)


_RULINGS: Final[Mapping[Line, Ruling]] = MappingProxyType(
    {
        ("dice_on_checker", "cocked"): _throw(Decider.NOBODY, Remedy.REROLL_BOTH),
        ("dice_on_checker", "valid"): _throw(Decider.NOBODY, Remedy.STANDS),
        ("touched_die", "opponent_chooses"): _throw(Decider.OPPONENT, Remedy.REROLL_BOTH, Remedy.REROLL_TOUCHED),
        ("touched_die", "reroll_both"): _throw(Decider.NOBODY, Remedy.REROLL_BOTH),
        ("premature_roll", "opponent_chooses"): _throw(
            Decider.MOVER, Remedy.STANDS, Remedy.REROLL_BOTH, may_revise=True
        ),
        ("premature_roll", "stands"): _throw(Decider.NOBODY, Remedy.STANDS, may_revise=True),
        ("premature_roll", "void"): _throw(Decider.NOBODY, Remedy.REROLL_BOTH, may_revise=True),
        ("move_final", "open"): _board(Decider.MOVER, Remedy.STANDS, Remedy.REPLAY, may_revise=True),
        ("move_final", "final"): _board(Decider.NOBODY, Remedy.STANDS),
        ("illegal_play", "legal_moves"): _board(Decider.NOBODY, Remedy.REPLAY),
        ("illegal_play", "responsible_moves"): _board(Decider.OPPONENT, Remedy.STANDS, Remedy.REPLAY),
        ("illegal_play", "late"): _board(Decider.NOBODY, Remedy.STANDS),
        ("incomplete_play", "opponent_may_deny"): _board(Decider.OPPONENT, Remedy.COMPLETE, Remedy.STANDS),
        ("incomplete_play", "late"): _board(Decider.NOBODY, Remedy.STANDS),
        ("setup_fix_before_roll", "in_time"): _board(Decider.NOBODY, Remedy.FIX),
        ("setup_fix_before_roll", "late"): _board(Decider.BOTH, Remedy.STANDS, Remedy.FIX_BY_AGREEMENT),
        ("missing_checker", "stays_out"): _board(Decider.NOBODY, Remedy.STAYS_OUT),
        ("missing_checker", "to_bar"): _board(Decider.NOBODY, Remedy.TO_BAR),
        ("missing_checker", "opponent_chooses"): _board(Decider.OPPONENT, Remedy.TO_BAR, Remedy.STAYS_OUT),
    }
)


def ruling(rules: Ruleset, situation: Situation) -> Ruling:
    """Who decides between what in a situation, by the section `table` of a ruleset.

    Raises ValueError under `table: strict`, where only legal actions are accepted and no situation can arise.

    >>> from raceboard_variants.backgammon import BACKGAMMON
    >>> rules = Ruleset.of(BACKGAMMON, "match", {"table": {"missing_checker": "opponent_chooses"}})
    >>> found = ruling(rules, MissingChecker())
    >>> print(found.decides, *found.options)
    opponent to_bar stays_out
    """
    if not rules.is_on("table"):
        what = f"{type(situation).__name__} cannot happen under the ruleset {rules.name}"
        raise ValueError(f"{what}: with table: strict only legal actions are accepted")
    return _RULINGS[situation.line(rules)]
