"""Snake: one side begins as in backgammon, the other with nine on the bar (variants.md part 2, row 5).

Seat 0 (white) has the usual set-up and seat 1 (black) is the snake: two each on 24, 23 and 22, which are 1, 2 and 3 of
white, and nine on the bar. Players change seats for the next game, or the table sets `snake.seat`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from raceboard.plugin import hookimpl
from raceboard.spec import Kind, Option, OptionValue, VariantSpec
from raceboard_variants.backgammon import BACKGAMMON

if TYPE_CHECKING:
    from raceboard.hookspecs import RegisterVariant

__all__ = ["SNAKE"]

_USUAL = BACKGAMMON.setup[0]
_SNAKE = (("bar", 9), (24, 2), (23, 2), (22, 2))


def _seat(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    """Seat the snake."""
    return attrs.evolve(spec, setup=(_SNAKE, _USUAL) if value == "white" else (_USUAL, _SNAKE))


SNAKE = attrs.evolve(
    BACKGAMMON,
    name="snake",
    title="Snake",
    summary="Backgammon against the snake: nine on the bar and two each on the three farthest points.",
    aliases=("the snake",),
    sources=("variants.md part 2, row 5 (onlinecasinoreviews)",),
    setup=(_USUAL, _SNAKE),
    options=(
        Option(
            "snake.seat",
            Kind(words=("black", "white")),
            "black",
            "Who has the snake, with nine checkers on the bar.",
            "variants.md part 2, row 5 (it does not say who)",
            _seat,
        ),
        *BACKGAMMON.options,
    ),
)


@hookimpl
def raceboard_register_variants(register: RegisterVariant) -> None:
    register(SNAKE)
