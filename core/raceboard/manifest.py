"""The capability manifest of a variant: what a host must be able to show and to answer, derived from its spec."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
from attrs import frozen

from raceboard.spec import VariantSpec

__all__ = ["Manifest"]


@frozen
class Manifest:
    """What a variant needs of a host.

    `checkers` of each seat; `dice`: how many a roll has, at most; `hits`, `pins`: checkers may be sent back, or held;
    `reserves`: places beside the board (`bar`: is one of them where hit checkers go?); `bears_off`: checkers leave the
    board; `draws`: the rules know a draw (a position in which nobody can ever move is one in every variant); `choices`:
    a roll may ask for a decision; `throws_again`: a turn may have several throws; `levels`: what a win may be called;
    `hooks`: those that it answers in code; `options`: keys that a ruleset may set. A hook may do what the data does not
    say: where one is there that could, the manifest says yes.
    """

    variant: str
    players: int
    points: int
    checkers: tuple[int, ...]
    dice: int
    hits: bool
    pins: bool
    bar: bool
    reserves: tuple[str, ...]
    bears_off: bool
    draws: bool
    choices: bool
    throws_again: bool
    cube: bool
    levels: tuple[str, ...]
    hooks: tuple[str, ...]
    options: tuple[str, ...]

    @classmethod
    def of(cls, spec: VariantSpec) -> Manifest:
        """The manifest of a variant.

        >>> from raceboard import Registry
        >>> manifest = Manifest.of(Registry.load().variant("long-nardy"))
        >>> manifest.hits, manifest.bar, manifest.levels, manifest.hooks
        (False, False, ('oyn', 'mars'), ())
        """
        hooks, landing = spec.hooks, spec.landing
        return cls(
            variant=spec.name,
            players=spec.players,
            points=spec.track.points,
            checkers=spec.checkers,
            dice=max(len(roll.dice) for roll in spec.dice.rolls),
            hits=landing.contact == "hit" or hooks.resolve_landing is not None,
            pins=spec.pins,
            bar=landing.hit_to in spec.layout.reserves,
            reserves=spec.layout.reserves,
            bears_off=spec.bear_off is not None,
            draws=spec.finish.last_turn.mode != "none" or hooks.judge is not None,
            choices=hooks.expand_roll is not None,
            throws_again=_throws_again(spec),
            cube=spec.cube,
            levels=tuple(level.name for level in spec.finish.levels),
            hooks=tuple(name for name, answer in attrs.asdict(hooks, recurse=False).items() if answer is not None),
            options=tuple(option.key for option in spec.options),
        )

    def to_json(self) -> Mapping[str, object]:
        """The manifest as data for JSON.

        >>> from raceboard import Registry
        >>> Manifest.of(Registry.load().variant("hypergammon")).to_json()["checkers"]
        [3, 3]
        """
        fields = attrs.asdict(self, recurse=False)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}


def _throws_again(spec: VariantSpec) -> bool:
    again = spec.program.again
    reasons = (again.dice, again.doubles, again.landing, again.completed, again.tries > 1)
    return any(reasons) or spec.hooks.after_turn is not None or spec.hooks.expand_roll is not None
