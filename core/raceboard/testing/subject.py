"""What is examined: a variant, what its author has published about it, and how hard to look."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from raceboard.game import Game
from raceboard.phase import Phase
from raceboard.spec import VariantSpec
from raceboard.testing.cases import Case, read_cases
from raceboard.testing.walking import Walk, walks

if TYPE_CHECKING:
    from raceboard.testing.sights import Sights, Throw

__all__ = ["Published", "Subject", "from_registry"]

#: So many throws are drawn at a time where a witness is looked for; for each example so many, and so many at least.
_THROWS, _THROWS_EACH, _LEAST_THROWS = 60, 25, 500


@frozen
class Published:
    """The files of a variant under a folder: cases, a golden game, counts by depth; each is named after the variant."""

    folder: Path
    cases: tuple[Path, ...] = ()
    golden: Path | None = None
    perft: Path | None = None

    @classmethod
    def found(cls, folder: str | Path, name: str) -> Published:
        """What lies anywhere under a folder: NAME.yaml (all of them), NAME.jsonl and NAME.perft (the first).

        >>> Published.found("no-such-folder", "fevga").golden is None
        True
        """
        root = Path(folder)
        by_suffix = {suffix: sorted(root.rglob(f"{name}.{suffix}")) for suffix in ("yaml", "jsonl", "perft")}
        golden, perft = (next(iter(by_suffix[suffix]), None) for suffix in ("jsonl", "perft"))
        return cls(root, tuple(by_suffix["yaml"]), golden, perft)


def from_registry(name: str) -> str:
    """The lines that bind `spec` to a variant by its name, or by the path of its file."""
    return f"from raceboard import Registry\nspec = Registry.load().variant({json.dumps(name, ensure_ascii=False)})"


@frozen(slots=False)
class Subject:
    """A variant under examination.

    `made`: the lines of Python that bind `spec` to it in a pasted test (default: from the registry). `published`: None
    when nobody has said where the author's files are, so that nothing can be missed among them. `examples`: how many
    situations each check tries, and with it how long witnesses are looked for; `seed`: which ones.

    >>> from raceboard import Registry
    >>> print(Subject(Registry.load().variant("hypergammon")).binding)
    from raceboard import Registry
    spec = Registry.load().variant("hypergammon")
    """

    spec: VariantSpec
    made: str = ""
    published: Published | None = None
    examples: int = 60
    seed: int = 0

    @property
    def binding(self) -> str:
        """The lines that bind `spec`."""
        return self.made or from_registry(self.spec.name)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The hand-worked cases of the author; raises ValueError for a file that holds something else."""
        files = self.published.cases if self.published else ()
        return tuple(case for path in files for case in read_cases(path))

    @cached_property
    def walks(self) -> tuple[Walk, ...]:
        """Seeded games of bots, as far as they go without an error."""
        return tuple(walks(self.spec, self.seed, max(3, self.examples // 20)))

    @cached_property
    def states(self) -> tuple[Game, ...]:
        """States of these games, spread over all of them; twice as many as examples."""
        every = [state for walk in self.walks for state in walk.states]
        return tuple(every[:: max(1, len(every) // (2 * self.examples))])

    @cached_property
    def sights(self) -> Sights:
        """Where witnesses are looked for: throws of seeded games, then throws of all kinds, drawn when needed."""
        from raceboard.testing.sights import Sights

        played = [
            (state.position, state.on_roll, state.roll, evolve(state.context, taken=(), hits=()))
            for state in self.states[: 2 * _THROWS]
            if state.on_roll is not None and state.roll is not None and state.phase is Phase.MOVING and not state.owed
        ]
        return Sights(self.spec, played, self._throws())

    def _throws(self) -> Iterator[Throw]:
        from raceboard.testing.examples import drawn
        from raceboard.testing.strategies import throws

        most = max(_LEAST_THROWS, _THROWS_EACH * self.examples)
        for number in range(-(-most // _THROWS)):
            yield from drawn(evolve(self, seed=self.seed + number), throws(self.spec), _THROWS)
