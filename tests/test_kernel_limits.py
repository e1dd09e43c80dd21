"""What a compiled search has no room for is refused or handed to the source; it never leaves its arrays."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import attrs
import pytest

from backend_tools import Moment, difference, moments, searches
from raceboard.dice import Roll
from raceboard.game_tables import too_special
from raceboard.ground import too_large
from raceboard.hooks import Meeting
from raceboard.legal import legal_plays
from raceboard.playout import by_game, playouts
from raceboard.position import Position
from raceboard.program import Stage, TurnContext
from raceboard.registry import Registry
from raceboard.spec import Departure, Hooks, Landing, Limit, Opening, Program, Reserve, VariantSpec
from raceboard.tables import tables
from raceboard.testing.naive import naive_results
from raceboard.track import Region, Track
from variants_for_tests import LONG12, LOOP4, PIN, SHORT12

BACKGAMMON = Registry.load().variant("backgammon")
LATER = TurnContext()


def _stage(*dice: int) -> Stage:
    return Stage(0, dice, Roll(*dice) if dice else Roll(1))


# ---------------------------------------------------------------------- many players


def test_a_safe_region_protects_only_who_stands_in_it() -> None:
    """The point is in the safe region of a third player, who is not there: the checker on it can be hit."""
    spec = attrs.evolve(
        SHORT12,
        track=Track.rotated(12, (0, 4, 8)),
        opening=Opening("fixed"),
        setup={12: 2},
        landing=Landing(safe=("home",)),
    )
    position = Position.parse(spec, "10:2 / 5:1 off:1 / 12:1 off:1")
    plays = legal_plays(spec, position, 0, _stage(1))
    assert set(plays.results) == naive_results(spec, position, 0, _stage(1), LATER)
    assert [step.hits for play in plays for step in play.steps] == [True]
    assert difference(spec, Moment(position, 0, _stage(1), LATER), searches(spec, 0)) == ""


@pytest.mark.parametrize("spec", [LOOP4, PIN, SHORT12], ids=lambda spec: spec.name)
def test_a_stage_without_dice_has_the_empty_play(spec: VariantSpec) -> None:
    """Also where the search does not sort the results itself."""
    plays = legal_plays(spec, spec.start, 0, _stage())
    assert plays.is_pass
    assert plays.results == (spec.start,)


# ---------------------------------------------------------------------- numbers of a variant


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"entry": (Reserve("bar", dice=(1, 2, 70)),)}, "on a die that enters"),
        ({"entry": (Reserve("bar", counts_from=200),)}, "pips to go from a reserve"),
        ({"entry": (Reserve("bar", waiting=10**12),)}, "checkers that a rule counts"),
        ({"landing": Landing(max_stack=256)}, "checkers that a rule counts"),
        ({"landing": Landing(block=10**12)}, "checkers that a rule counts"),
    ],
)
def test_numbers_that_are_too_high_are_left_to_the_source(changes: dict[str, object], what: str) -> None:
    """The plays are those of the naive enumerator."""
    spec = attrs.evolve(SHORT12, setup={12: 2, 8: 2, "bar": 1}, **changes)  # type: ignore[arg-type]
    assert what in too_large(tables(spec, 0))
    plays = legal_plays(spec, spec.start, 0, Roll(2, 1))
    assert set(plays.results) == naive_results(spec, spec.start, 0, _stage(2, 1), LATER)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"setup": {12: 200, 8: 200}}, "a player has 400 checkers; 255 is the most"),
        ({"landing": Landing(max_stack=0)}, "0 checkers may stand on a point of the board"),
        ({"landing": Landing(caps=(("home", -1),))}, "-1 checkers may stand on a point of home"),
        ({"departure": Departure((Limit("head", -1),))}, "-1 checkers may leave head"),
        ({"entry": (Reserve("bar", waiting=-1),)}, "the reserve bar has a number below 0"),
        ({"entry": (Reserve("bar", dice=(-1,)),)}, "the reserve bar has a number below 0"),
        ({"entry": (Reserve("bar", counts_from=0),)}, "the reserve bar counts from 0"),
    ],
)
def test_numbers_that_mean_nothing_are_refused(changes: dict[str, object], words: str) -> None:
    """The kernel would read them each in its own way."""
    with pytest.raises(ValueError, match=words):
        attrs.evolve(SHORT12, **changes)  # type: ignore[arg-type]


# ---------------------------------------------------------------------- positions and stages that somebody makes


@pytest.mark.parametrize("name", ["data", "pinned", "removed"])
@pytest.mark.parametrize("value", [b"1", b"1" * 500, None, (1,) * 52], ids=["short", "long", "none", "tuple"])
def test_a_position_of_another_shape_is_refused(name: str, value: object) -> None:
    """The compiled search takes the shape for granted."""
    with pytest.raises(ValueError, match=f"{name} of 2 players on 24 points with bar is"):
        attrs.evolve(BACKGAMMON.start, **{name: value})  # type: ignore[arg-type]


def test_pinned_checkers_stay_where_they_are_in_a_game_without_pins_too() -> None:
    """Somebody has made the position by hand: who counts the plays and who reads them agree about it."""
    position = attrs.evolve(BACKGAMMON.start, pinned=b"\1" * 52)
    plays = legal_plays(BACKGAMMON, position, 0, Roll(2, 1))
    assert plays.is_pass
    assert [result.data for result in plays.results] == [position.data]


@pytest.mark.parametrize("dice", [(-1,), (-200, -300), ("a",), (1.5,), 3], ids=str)
def test_a_stage_of_dice_that_are_none_is_refused(dice: object) -> None:
    """Neither backend shifts by them."""
    with pytest.raises(ValueError, match="give whole numbers from 0 up"):
        legal_plays(BACKGAMMON, BACKGAMMON.start, 0, Stage(0, dice, Roll(1, 1)))  # type: ignore[arg-type]


def test_the_kernel_itself_refuses_what_would_lead_it_astray() -> None:
    """Whoever calls it is told, and nothing is read or written elsewhere."""
    for search in searches(BACKGAMMON, 0):
        with pytest.raises(ValueError, match="10 counts; a position of this variant has 52"):
            search.ask(b"1" * 10, 0, (2, 1), (), 0, 0)
        with pytest.raises(ValueError, match="stage 0 is played by side 9"):
            search.count(BACKGAMMON.start.data + bytes([9, 2, 1]), 2)
        with pytest.raises(ValueError, match="the packed steps end at 3, before 6"):
            search.after(BACKGAMMON.start.data, 0, bytes([24, 2, 0]), 0, 6)


# ---------------------------------------------------------------------- ways to meet an opponent


def _ways(number: int) -> Callable[..., tuple[tuple[str, Meeting], ...]]:
    return lambda *_: tuple((f"way{way}", "hit" if way % 2 else "pin") for way in range(number))


@pytest.mark.parametrize("number", [8, 9, 127])
def test_many_ways_to_meet_an_opponent_are_all_there(number: int) -> None:
    """As many as a packed step can tell."""
    spec = attrs.evolve(SHORT12, hooks=Hooks(resolve_landing=_ways(number)))
    position = Position.parse(spec, "12:1 off:4 / 2:1 off:4")
    plays = legal_plays(spec, position, 0, _stage(1))
    assert set(plays.results) == naive_results(spec, position, 0, _stage(1), LATER)
    assert len([step for step in plays.next_steps() if step.action]) == number


def test_more_names_of_actions_than_a_step_can_tell_are_refused() -> None:
    """Names in other stages do not count."""
    position = Position.parse(SHORT12, "12:1 off:4 / 2:1 off:4")
    for one in range(200):
        spec = attrs.evolve(SHORT12, hooks=Hooks(resolve_landing=lambda *_, one=one: ((f"now{one}", "hit"),)))
        assert legal_plays(spec, position, 0, _stage(1))[0].steps[0].action == f"now{one}"
    spec = attrs.evolve(SHORT12, hooks=Hooks(resolve_landing=_ways(128)))
    with pytest.raises(ValueError, match="more than 127 ways to meet opponents"):
        legal_plays(spec, position, 0, _stage(1))


# ---------------------------------------------------------------------- whole games, and threads


def test_games_with_more_plays_than_the_kernel_has_room_for_are_played_all_the_same() -> None:
    """`Game` plays them; what was counted before is not counted twice."""
    spec = attrs.evolve(
        LONG12,
        track=Track([range(24), range(24, 48)]),
        regions=(Region("home", 1, 6),),
        setup=dict.fromkeys(range(5, 25), 1),
        program=Program(doubles=5),
    )
    assert not too_special(spec)
    counted, expected = Counter[int](), Counter[int]()
    played = playouts(spec, 2, range(2), limit=5, choices=counted)
    assert played == [by_game(spec, 2, game, 5, expected) for game in range(2)]
    assert max(expected) > 8000
    assert counted == expected


def test_threads_may_ask_at_once() -> None:
    """Nobody is given the result of a question that another thread has asked of the same search."""
    wrong: list[object] = []
    asked = list(moments(BACKGAMMON, 3, 30))
    expected = [legal_plays(BACKGAMMON, one.position, one.side, one.stage, one.context).results for one in asked]

    def work(first: int) -> None:
        for turn in range(300):
            one, results = asked[(first + turn) % 30], expected[(first + turn) % 30]
            plays = legal_plays(BACKGAMMON, one.position, one.side, one.stage, one.context)
            number = turn % len(plays)
            if plays.result(number) != results[number]:
                wrong.append(one)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [Thread(target=work, args=(7 * first,)) for first in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert wrong == []


def test_the_source_passes_these_tests_too() -> None:
    """They are run again in a process that is forced to use it."""
    code = "import pytest, sys; sys.exit(pytest.main(['-q', '-k', 'not source_passes', sys.argv[1]]))"
    environment = {**os.environ, "RACEBOARD_BACKEND": "python"}
    done = subprocess.run(
        [sys.executable, "-c", code, str(Path(__file__))],
        env=environment,
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
