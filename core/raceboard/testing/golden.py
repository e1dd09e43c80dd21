"""Golden games: a file for each variant with a seeded game, which must be played again exactly as it was.

The first line is the head, `{"golden": 1, "variant": "fevga", "seed": 0}`. Each line after it is one action of a script
(`raceboard.testing.walking`): `["roll", [6, 5]]`, and for a play `["play", [[24, 6], [18, 5]], "17 3f2a9c01"]` with how
many plays there were and a short hash of their results, so that a rule that has changed is seen where it first matters.
The last line, `{"ends": "white wins: single, 1 point", "after": "off:15 / 6:2 off:13"}`, has the position with seat 0
first.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from raceboard.game import Game
from raceboard.legal import Plays
from raceboard.messages import LANGUAGES, speaking
from raceboard.phase import Phase
from raceboard.spec import VariantSpec
from raceboard.testing.walking import scripted, walk

__all__ = ["differences", "golden_text", "write_golden"]

#: The version of the form.
FORMAT = 1

#: A golden game is cut off after so many actions.
_LONGEST = 1_000


def golden_text(spec: VariantSpec, seed: int = 0) -> str:
    """The text of the golden game of a seed.

    >>> from raceboard import Registry
    >>> for line in golden_text(Registry.load().variant("hypergammon"), 5).splitlines()[:3]:
    ...     print(line)
    {"golden": 1, "variant": "hypergammon", "seed": 5}
    ["opening", [2, 4]]
    ["play", [[24, 4], [20, 2]], "8 0bc20717"]
    """
    played = walk(spec, seed, cap=_LONGEST)
    if played.error is not None:
        raise played.error
    lines: list[object] = [{"golden": FORMAT, "variant": spec.name, "seed": seed}]
    lines += [_line(state, entry) for state, entry in zip(played.states, played.script, strict=False)]
    lines += [_end(played.states[-1])]
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def write_golden(spec: VariantSpec, path: Path, seed: int = 0) -> None:
    """Write the golden game of a seed into a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(golden_text(spec, seed), encoding="utf-8", newline="\n")


def _line(before: Game, entry: tuple[str, object]) -> list[object]:
    """An action, as JSON has it, and what it was chosen from."""
    return [*entry, _hash(before.plays)] if before.phase is Phase.MOVING else [*entry]


def _end(game: Game) -> object:
    """How the game ended, in English, or that it goes on."""
    with speaking(LANGUAGES[0]):
        return {"ends": str(game.outcome or "goes on"), "after": game.position.text()}


def _hash(plays: Plays) -> str:
    """How many plays there are, and a short hash of their results."""
    seen = sha256(b"".join(result.data + result.pinned for result in plays.results))
    return f"{len(plays)} {seen.hexdigest()[:8]}"


def differences(spec: VariantSpec, path: Path) -> Iterator[str]:
    """Where a variant plays a golden game otherwise than it was written: the first such place."""
    try:
        head, *lines, end = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        kind = head.get("golden"), head.get("variant"), type(head.get("seed"))
    except (AttributeError, ValueError) as error:
        yield f"{path} is no golden game: {error}"
        return
    if kind != (FORMAT, spec.name, int):
        yield f"{path}:1: this is no golden game of {spec.name} in version {FORMAT}"
        return
    if golden_text(spec, head["seed"]) == path.read_text(encoding="utf-8"):
        return
    game = Game.start(spec)
    for number, line in enumerate(lines, start=2):
        try:
            word, value, *_ = line
            came = json.loads(json.dumps(_line(game, (word, value))))
            game = game.apply(scripted(game, word, value))
        except (TypeError, ValueError) as error:
            yield f"{path}:{number}: {json.dumps(line)}: {error}"
            return
        if came != line:
            yield f"{path}:{number}: {json.dumps(line)} was written, {json.dumps(came)} came"
            return
    if end != _end(game):
        yield f"{path}:{len(lines) + 2}: {json.dumps(end)} was written, {json.dumps(_end(game))} came"
    else:
        yield f"{path}: seed {head['seed']} gives another game now"
