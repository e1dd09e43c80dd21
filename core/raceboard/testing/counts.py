"""Perft files: counts of plays by depth of a variant, in blocks that are parted by an empty line.

| line | meaning |
|---|---|
| `id NAME` | begins a block |
| `rule KEY VALUE` | an option of the variant; any number of these lines |
| `opening` | the variant's opening decides which rolls begin; without it the first seat throws |
| `position TEXT` | where to begin; without it at the start |
| `turns N N` | turns that each seat has begun, the present one included; without it all are past their first |
| `perft DEPTH NODES` | a figure; any number of these lines |
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import field, frozen

from raceboard.game import Game
from raceboard.option import OptionValue
from raceboard.perft import perft
from raceboard.position import Position
from raceboard.spec import VariantSpec

__all__ = ["Block", "perft_text", "read_perft", "write_perft"]

_HEAD = "# Distinct results by depth. Counted by this library; depth 1 is confirmed by the naive enumerator.\n\n"


@frozen
class Block:
    """A place to count from, and what has been counted there: depth to nodes."""

    name: str
    game: Game
    figures: Mapping[int, int] = field(factory=dict)


def read_perft(spec: VariantSpec, path: Path) -> tuple[Block, ...]:
    """The blocks of a file; raises ValueError, with the file, for what is none."""
    blocks = path.read_text(encoding="utf-8").split("\n\n")
    try:
        return tuple(_block(spec, text) for text in blocks if any(line.startswith("id ") for line in text.splitlines()))
    except (KeyError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from None


def _block(spec: VariantSpec, text: str) -> Block:
    lines = [line.partition(" ") for line in text.splitlines() if not line.startswith("#")]
    words = {key: value for key, _, value in lines}
    rules: Mapping[str, OptionValue] = dict(_rule(value) for key, _, value in lines if key == "rule")
    pairs = [value.split() for key, _, value in lines if key == "perft"]
    figures = {int(depth): int(nodes) for depth, nodes in pairs}
    return Block(words["id"], _game(spec.with_rules(rules), words), figures)


def _rule(text: str) -> tuple[str, OptionValue]:
    """A key and a value: true, false, a number or a word."""
    key, value = text.split()
    known: Mapping[str, OptionValue] = {"true": True, "false": False}
    return key, known.get(value, int(value) if value.isdigit() else value)


def _game(spec: VariantSpec, words: Mapping[str, str]) -> Game:
    if "position" not in words:
        return Game.start(spec) if "opening" in words else Game.start(spec, 0)
    turns = tuple(map(int, words["turns"].split())) if "turns" in words else None
    return Game.resume(spec, Position.parse(spec, words["position"]), 0, turns=turns)


def perft_text(spec: VariantSpec, depth: int = 2) -> str:
    """A file with the counts from the start, with every roll for the first seat; and by an opening that gives a roll.

    >>> from raceboard import Registry
    >>> print(perft_text(Registry.load().variant("hypergammon"), 1).splitlines()[3])
    perft 1 195
    """
    depths = range(1, depth + 1)
    begun = {"start": Game.start(spec, 0)}
    if spec.opening.gives_roll:
        begun["opening\nopening"] = Game.start(spec)
    figures = {name: "".join(f"perft {one} {perft(game, one)}\n" for one in depths) for name, game in begun.items()}
    return _HEAD + "\n".join(f"id {name}\n{counted}" for name, counted in figures.items())


def write_perft(spec: VariantSpec, path: Path, depth: int = 2) -> None:
    """Write a file with the counts from the start."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(perft_text(spec, depth), encoding="utf-8", newline="\n")
