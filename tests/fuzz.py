"""Compare the backends and the naive enumerator on fresh random turns: `python tests/fuzz.py --seconds 60 --seed 7`.

Every round takes a variant with options of its own drawn at random, plays one game of its seed, and asks about each
stage: both backends must give the same steps in the same order, and a stage now and then the results of the naive
enumerator. The seed is printed; the same seed goes through the same rounds again. Exit code 1 when something differs,
with all that is needed to see it again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import count

from backend_tools import Moment, difference, moments, searches
from raceboard import backend
from raceboard.dice import Stream, fresh_seed
from raceboard.legal import legal_plays
from raceboard.registry import Registry
from raceboard.spec import Kind, OptionValue, VariantSpec
from raceboard.testing.naive import naive_results

_STAGES = 60  # of one game
_NAIVE = 10  # every so many stages the naive enumerator is asked


def main(arguments: Sequence[str]) -> int:
    """Run for so many seconds; 0 when nothing differs."""
    parser = argparse.ArgumentParser(prog="fuzz.py", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=60, metavar="S", help="how long (60)")
    parser.add_argument("--seed", type=int, metavar="N", help="the seed of an earlier run (default: a fresh one)")
    options = parser.parse_args(arguments)
    seed = fresh_seed() if options.seed is None else options.seed
    print(f"fuzz.py --seed {seed}; backend {backend.name} {backend.why}".rstrip(), flush=True)
    return _run(seed, time.monotonic() + options.seconds)


def _run(seed: int, end: float) -> int:
    stages = 0
    for number, spec in _drawn(seed):
        if time.monotonic() > end:
            print(f"{number - 1} games, {stages} stages: no difference")
            return 0
        pairs = [searches(spec, side) for side in range(spec.players)]
        for place, moment in enumerate(moments(spec, seed + number, _STAGES)):
            said = difference(spec, moment, pairs[moment.side])
            if not said and place % _NAIVE == 0:
                said = _other_results(spec, moment)
            if said:
                print(f"round {number}, stage {place}: {said}", file=sys.stderr)
                return 1
            stages += 1
    return 0


def _drawn(seed: int) -> Iterator[tuple[int, VariantSpec]]:
    """Rounds without end: their numbers, and a variant with some of its options set."""
    variants = list(Registry.load().variants.values())
    for number in count(1):
        stream = Stream(seed, number, lane=9)
        spec = variants[stream.below(len(variants))]
        yield number, _with_options(spec, stream)


def _with_options(spec: VariantSpec, stream: Stream) -> VariantSpec:
    """A variant with each option at one of its values, half of them at the default."""
    for option in spec.options:
        values = _values(option.kind)
        if not stream.below(2):
            continue
        try:
            changed = spec.with_rules({option.key: values[stream.below(len(values))]})
        except ValueError:  # values that do not go together
            continue
        spec = changed
    return spec


def _values(kind: Kind) -> list[OptionValue]:
    """Some values that an option takes."""
    found: list[OptionValue] = [*kind.words]
    if kind.flag:
        found += [False, True]
    for low, high in filter(None, (kind.whole, kind.items)):
        some = range(low, (low + 6 if high is None else high) + 1)
        found += some if kind.whole else [tuple(some), (low,)]
    return found


def _other_results(spec: VariantSpec, moment: Moment) -> str:
    """What the naive enumerator says otherwise."""
    naive = naive_results(spec, moment.position, moment.side, moment.stage, moment.context)
    ours = set(legal_plays(spec, moment.position, moment.side, moment.stage, moment.context).results)
    if ours == naive:
        return ""
    where = f"{moment.position.text(moment.side)}, {moment.stage.dice}, {moment.context}"
    return f"{spec.name}: {where}: {len(ours)} results, {len(naive)} by the naive enumerator"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
