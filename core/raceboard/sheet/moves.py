"""How checkers move: landing, entry, departure, formation, bearing off, and what a variant says in code."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import asdict, has

from raceboard.sheet.blocks import Block, Grid, Subject
from raceboard.sheet.words import point, region, say, span, stretch, varied
from raceboard.spec import Hold, Limit, Release, Reserve, Run, VariantSpec

__all__ = ["bearing_off", "moving", "own_rules"]


def moving(subject: Subject) -> Iterator[Block]:
    """Where a checker may land, how it enters, from where it may leave, and what must not be built."""
    spec = subject.spec
    yield say("moving.step")
    yield from _landing(spec)
    for reserve in spec.entry:
        yield from _entry(spec, reserve)
    for limit in spec.departure.limits:
        yield from _departure(spec, limit)
    for gate in spec.departure.gates:
        yield say("gate", region=region(spec, gate.start), point=point(spec, gate.target))
    for one in spec.formation:
        yield from _wall(spec, one) if isinstance(one, Run) else _held(spec, one)


def _landing(spec: VariantSpec) -> Iterator[str]:
    landing = spec.landing
    if landing.contact == "forbid":
        yield say("landing.forbid")
    else:
        yield say("landing.closed", count=landing.block)
    if landing.contact == "hit" and landing.block > 1:
        yield varied("landing.hit", landing.hit_to, count=landing.block - 1, reserve=landing.hit_to)
    if landing.contact == "pin":
        yield say("landing.pin")
    for name in landing.safe:
        yield say("landing.safe", region=region(spec, name))
    for name, most in landing.caps:
        yield say("landing.cap", region=region(spec, name), count=most)
    if landing.max_stack is None:
        yield say("landing.free")
    else:
        yield say("landing.stack", count=landing.max_stack)


def _entry(spec: VariantSpec, reserve: Reserve) -> Iterator[str]:
    origin = reserve.counts_from or spec.track.points + 1
    numbers = {number for roll in spec.dice.rolls for number in roll if number}
    usable = sorted(numbers & set(reserve.dice) if reserve.dice else numbers)
    if reserve.dice:
        yield varied("entry.dice", reserve.name, reserve=reserve.name, dice=span(usable))
    first, last = point(spec, origin - usable[0]), point(spec, origin - usable[-1])
    leads = {"low": usable[0], "first": first, "high": usable[-1], "last": last}
    yield varied("entry.leads" if first != last else "entry.one", reserve.name, reserve=reserve.name, **leads)
    kind = "free" if not reserve.first else "waiting" if reserve.waiting else "first"
    yield varied(f"entry.{kind}", reserve.name, reserve=reserve.name, count=reserve.waiting)


# -- Leaving -----------------------------------------------------------------------------------------------------------


def _departure(spec: VariantSpec, limit: Limit) -> Iterator[str]:
    where = region(spec, limit.region)
    if limit.most is None:
        yield varied("departure.any", limit.region, region=where)
        return
    yield varied("departure.most", limit.region, count=limit.most, region=where)
    release = limit.release
    if release is not None and release.rolls and release.limit > limit.most:
        yield from _release(release, limit.region)


def _release(release: Release, name: str) -> Iterator[str]:
    rolls = release.rolls
    with_ = ", ".join(f"{one}-{one}" for one in rolls) if isinstance(rolls, tuple) else say(f"rolls.{rolls}")
    yield varied(f"release.{release.turns}", name, count=release.limit, rolls=with_)
    if release.who != "each":
        yield say(f"release.who.{release.who}")
    if release.condition != "always":
        yield say(f"release.condition.{release.condition}")


# -- Walls -------------------------------------------------------------------------------------------------------------


def _wall(spec: VariantSpec, run: Run) -> Iterator[str]:
    """A wall, who allows it, and when it is looked at; a wall that is always allowed needs no more words."""
    home = region(spec, run.home) if run.permit == "opponent_home" else ""
    yield say(f"wall.{run.permit}", count=run.length, home=home)
    if run.permit == "always":
        return
    yield say(f"wall.{run.contiguity}")
    if run.permit != "never":
        yield say(f"wall.off.{str(run.borne_off_counts).lower()}")
    yield say(f"wall.{run.check}")


def _held(spec: VariantSpec, hold: Hold) -> Iterator[str]:
    """A region of which not every point may be held, and when it is looked at."""
    yield say("hold", region=region(spec, hold.region), count=hold.most)
    yield say(f"hold.{hold.check}")


# -- Bearing off -------------------------------------------------------------------------------------------------------


def bearing_off(subject: Subject) -> Iterator[Block]:
    """How checkers leave the board."""
    spec, rule = subject.spec, subject.spec.bear_off
    if rule is None:
        yield say("off.none")
        return
    home = spec.region(rule.home)
    whole = home.indices == range(1, spec.track.points + 1)
    anywhere = whole and not (rule.after_entry and spec.entry)
    if anywhere:
        yield say("off.anywhere")
    else:
        points = stretch(spec, home.low, home.high)
        yield varied("off.region", rule.home, region=region(spec, rule.home), points=points)
        if spec.entry:
            yield say(f"off.reserve.{str(rule.after_entry).lower()}")
    yield say("off.exact-die")
    yield say(f"off.overshoot.{rule.overshoot}")
    if not anywhere:
        yield say(f"off.same-turn.{str(rule.same_turn).lower()}")
    if spec.pins:
        yield say(f"off.pinned.{str(rule.while_pinned).lower()}")
    if not anywhere or not rule.inner_moves:
        yield say(f"off.inner.{str(rule.inner_moves).lower()}")


# -- In code -----------------------------------------------------------------------------------------------------------


def own_rules(subject: Subject) -> Iterator[Block]:
    """What the variant decides in code: each question that it answers, in its author's words."""
    hooks = {name: hook for name, hook in asdict(subject.spec.hooks, recurse=False).items() if hook is not None}
    if hooks:
        yield say("own.code")
        head = (say("own.question"), say("own.answer"))
        yield Grid("", head, tuple((say(f"own.{name}"), _about(hook)) for name, hook in hooks.items()))


def _about(hook: object) -> str:
    """The first paragraph of a function's documentation, that of the function itself where it is a partial one.

    A hook that is a value with fields says itself what they make it do.
    """
    if has(type(hook)):
        return str(hook)
    doc = getattr(getattr(hook, "func", hook), "__doc__", None)
    return " ".join((doc or say("own.silent")).split("\n\n")[0].split())
