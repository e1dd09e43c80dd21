"""Games in a row: how sessions begin and end, who starts, what is counted, and what is refused without a trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from attrs import evolve

from raceboard.action import NextGame, Penalty, Played, Resign, Rolled
from raceboard.dice import Roll
from raceboard.errors import ConfigError, NotNowError
from raceboard.position import Position
from raceboard.ruleset import Ruleset
from raceboard.session import GameResult, Session
from session_tools import REGISTRY, Body, Event, after, begun, refusal, rules_of, seen

ON_ROLL: Event = ("setup", {"on_roll": "A"})
MOVING: Event = ("setup", {"on_roll": "A", "phase": "moving"})
OPENED: Sequence[Event] = [("opening", 6, 1), ("play", "A")]
DOUBLED: Sequence[Event] = [*OPENED, ("double", "B")]
RESIGNED: Sequence[Event] = [ON_ROLL, ("resign", "A", "single")]

START = begun(rules_of())


def won(session: Session, winner: str, level: str = "single") -> Session:
    """The session after a game that is won on the board."""
    return after(session, [("setup", {"on_roll": winner, "phase": "moving"}), ("finish", winner, level)])


def after_games(session: Session, winners: str, level: str = "single") -> Session:
    """The session after games won by these players."""
    for winner in winners:
        session = won(session.apply(NextGame()) if session.result else session, winner, level)
    return session


# -- How it begins -----------------------------------------------------------------------------------------------------


def test_a_session_begins_with_the_opening_of_its_first_game() -> None:
    """Nothing is scored, the cube is in the centre at one, and the opening dice are awaited."""
    assert seen(START, ["phase", "legal", "cube", "score"]) == {
        "phase": "opening",
        "legal": {"opening"},
        "cube": [1, "centre"],
        "score": [0, 0],
    }
    assert (START.number, START.results, START.winner) == (1, (), None)


@pytest.mark.parametrize("length", [3, 5])
def test_a_match_is_as_long_as_the_host_says_if_the_ruleset_allows_it(length: int) -> None:
    """The ruleset's own length is but a default."""
    assert begun(rules_of("points-match-no-cube"), {"length": length}).length == length


@pytest.mark.parametrize(("extends", "length"), [("points-match-no-cube", 4), ("match", 0), ("match", -1)])
def test_a_length_that_is_not_allowed_does_not_begin(extends: str, length: int) -> None:
    """The mistake is told as one of the ruleset, with the lengths that there are."""
    with pytest.raises(ConfigError) as refused:
        begun(rules_of(extends), {"length": length})
    (problem,) = refused.value.problems
    assert (problem.code, problem.path) == ("range", "match.length")
    assert problem.hint == ("1, 3, 5, 7" if extends == "points-match-no-cube" else "from 1 up")


@pytest.mark.parametrize("extends", ["money", "casual"])
def test_only_a_match_has_a_length(extends: str) -> None:
    """A host that gives one has mistaken the ruleset."""
    with pytest.raises(ValueError, match="has no length; leave length out"):
        begun(rules_of(extends), {"length": 5})


@pytest.mark.parametrize("score", [[5, 0], [0, 7], [1], [0, 0, 0], [-1, 0]], ids=str)
def test_a_match_cannot_begin_with_an_impossible_score(score: list[int]) -> None:
    """One number from zero up for each side, and nobody has won yet."""
    with pytest.raises(ValueError, match="score is"):
        begun(rules_of("match"), {"length": 5, "score": score})


def test_a_handicap_counts() -> None:
    """The score of the start is added to."""
    assert won(begun(rules_of("match"), {"length": 5, "score": [3, 1]}), "B").score == (3, 2)


def test_seats_say_who_sits_where() -> None:
    """They stay the same from game to game."""
    session = Session.start(rules_of(), seats=["Ann", "Bob"])
    assert after_games(session, "AB").apply(NextGame()).seats == ("Ann", "Bob")
    with pytest.raises(ValueError, match="name 2 players"):
        Session.start(rules_of(), seats=["Ann"])


# -- How it ends -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wins", "winners"), [(1, "B"), (3, "BABAB"), (5, "BBBBB")])
def test_a_series_goes_to_the_first_with_so_many_wins(wins: int, winners: str) -> None:
    """The last game decides it, and not the one before."""
    session = begun(rules_of("casual", {"series": {"wins": wins}}))
    assert not after_games(session, winners[:-1], "gammon").is_over
    over = after_games(session, winners, "gammon")
    assert seen(over, ["match_over", "match_winner", "how"]) == {
        "match_over": True,
        "match_winner": "B",
        "how": "finished",
    }
    assert over.score == (winners.count("A"), winners.count("B"))


@pytest.mark.parametrize(("winners", "winner"), [("AA", 0), ("BB", 1), ("AB", None)])
def test_a_session_of_so_many_games_is_won_by_points(winners: str, winner: int | None) -> None:
    """Nobody has won where the points are level."""
    over = after_games(begun(rules_of("money", {"session": {"games": 2}})), winners)
    assert (over.is_over, over.winner) == (True, winner)


def test_every_finished_game_is_kept() -> None:
    """With its number, who won, the level, the points and how."""
    session = after(after_games(START, "A", "gammon"), [("next_game",), *DOUBLED, ("pass", "A")])
    assert session.results == (GameResult(1, 0, "gammon", 2, "finished"), GameResult(2, 1, "single", 1, "pass"))
    assert session.result == session.results[-1]
    assert session.apply(NextGame()).result is None


def test_a_game_that_is_over_says_what_it_counts() -> None:
    """Its events are told in order, as sentences."""
    session = after(begun(rules_of("match"), {"length": 1}), [*OPENED, ("resign", "B", "single"), ("accept", "A")])
    assert list(map(str, session.events)) == [
        "white wins: single, 1 point (resigned)",
        "1 point for white, score 1-0",
        "white has won",
    ]


# -- Who starts the next game ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "phase", "to_act"), [("roll", "opening", None), ("winner", "start", "A"), ("alternate", "start", "B")]
)
def test_the_variant_says_who_starts_the_next_game(who: str, phase: str, to_act: str | None) -> None:
    """The first game was begun and won by the same player."""
    rules = rules_of("money", {"rules": {"opening.next_game": who}})
    session = after(begun(rules), [*OPENED, ("resign", "B", "single"), ("accept", "A"), ("next_game",)])
    assert seen(session, ["phase", "to_act", "cube"]) == {"phase": phase, "to_act": to_act, "cube": [1, "centre"]}


def test_the_games_of_a_rotation_are_played_in_turn() -> None:
    """Each by its own ruleset, with the cube or without it; the score and the length are those of the match."""
    session = after_games(begun(ROTATION, {"length": 7}), "A", "gammon")
    assert seen(session, ["variant", "cube", "score"]) == {"variant": "backgammon", "cube": None, "score": [2, 0]}
    second = session.apply(NextGame())
    assert seen(second, ["variant", "cube"]) == {"variant": "nackgammon", "cube": [1, "centre"]}
    third = after(second, [*DOUBLED, ("pass", "A"), ("next_game",)])
    assert seen(third, ["variant", "cube", "score"]) == {"variant": "backgammon", "cube": None, "score": [2, 1]}


ROTATION = rules_of("match", {"match": {"rotation": ["points-match-no-cube", "nackgammon-match"]}})


@pytest.mark.parametrize("names", [[], ["points-match-no-cube"], ["nackgammon-match", "points-match-no-cube"]], ids=str)
def test_a_rotation_is_the_one_that_the_ruleset_names(names: list[str]) -> None:
    """All of it, in its order."""
    with pytest.raises(ValueError, match="rotates points-match-no-cube, nackgammon-match"):
        Session.start(ROTATION, length=7, rotation=[REGISTRY.ruleset(name) for name in names])


def test_a_rotation_has_no_rotation_in_it() -> None:
    """Nothing would tell which of its rulesets is meant, so it is refused instead of being left out."""
    outer = Ruleset.of(ROTATION.spec, "match", {"match": {"rotation": [ROTATION.name]}})
    with pytest.raises(ValueError, match="is itself a rotation; name the rulesets of its games instead"):
        Session.start(outer, length=7, rotation=[ROTATION])


# -- Draws -------------------------------------------------------------------------------------------------------------


def drawn(session: Session) -> Session:
    """The session after a game in which the second player has finished in the last turn."""
    spec = session.rules.spec
    last = Session.resume(
        session.rules,
        Position.parse(spec, "1:1 off:14 / 1:1 off:14"),
        0,
        roll=Roll(2, 1),
        length=session.length,
        score=session.score,
        turns=(5, 4),
        starter=0,
    )
    answer = last.apply(Played(last.game.plays[0])).apply(Rolled(Roll(2, 1)))
    return answer.apply(Played(answer.game.plays[0]))


def nardy(points: int) -> Body:
    """A table of Long Nardy on which a game can be drawn."""
    options = {"last_turn.mode": "equalise", "last_turn.draw_points": points}
    return {"variant": "long-nardy", "cube": "none", "rules": options}


@pytest.mark.parametrize("points", [0, 1])
def test_a_draw_gives_each_player_its_points(points: int) -> None:
    """Nobody has won the game, and the match goes on."""
    session = drawn(begun(rules_of("match", nardy(points)), {"length": 5, "score": [1, 0]}))
    assert session.result == GameResult(1, None, "draw", points, "finished")
    assert (session.score, session.is_over) == ((1 + points, points), False)


def test_a_draw_that_brings_one_player_to_the_length_ends_the_match() -> None:
    """The other one is behind."""
    session = drawn(begun(rules_of("match", nardy(1)), {"length": 5, "score": [3, 4]}))
    assert (session.score, session.winner, session.how) == ((4, 5), 1, "score")


def test_a_cap_on_the_score_decides_nothing() -> None:
    """Who is further beyond the length has won, although the score shows both at it."""
    table = rules_of("match", nardy(1)).spec
    wide = evolve(table, finish=evolve(table.finish, draw_points=2))
    rules = Ruleset.of(wide, "match", {"cube": "none", "match": {"score_cap": True}})
    session = drawn(begun(rules, {"length": 5, "score": [3, 4]}))
    assert (session.score, session.winner) == ((5, 5), 1)


def test_a_match_in_which_a_draw_brings_both_to_the_length_is_nobodys() -> None:
    """No seat is better than the other."""
    session = drawn(begun(rules_of("match", nardy(1)), {"length": 5, "score": [4, 4]}))
    assert (session.score, session.is_over, session.winner) == ((5, 5), True, None)


def test_a_draw_is_no_win_of_a_series() -> None:
    """Whatever a draw counts in a match."""
    session = drawn(begun(rules_of("casual", nardy(1))))
    assert (session.score, session.is_over) == ((0, 0), False)


# -- Penalties ---------------------------------------------------------------------------------------------------------


def test_penalty_points_can_end_the_match() -> None:
    """They are given between games, and a cap holds for them too."""
    rules = rules_of("match", {"match": {"score_cap": True}})
    session = won(begun(rules, {"length": 5, "score": [2, 1]}), "A").apply(Penalty(1, 5))
    assert seen(session, ["score", "match_over", "match_winner"]) == {
        "score": [3, 5],
        "match_over": True,
        "match_winner": "B",
    }


@pytest.mark.parametrize("points", [0, -1])
def test_a_penalty_is_a_number_of_points(points: int) -> None:
    """From one up."""
    session = won(START, "A")
    with pytest.raises(ValueError, match="from 1 up"):
        session.apply(Penalty(1, points))
    assert session == won(START, "A")


# -- What is refused ---------------------------------------------------------------------------------------------------

BODY: Body = {"resign": {"when": "any_time"}, "cube": {"beaver": True}}

#: What has happened, what is tried, and the first reason against it, in the order of DECISIONS 14.
REFUSED: Mapping[str, tuple[Sequence[Event], Event, str]] = {
    "double-in-the-opening": ([], ("double", "A"), "opening-first"),
    "double-twice": (DOUBLED, ("double", "B"), "double-pending"),
    "double-while-a-resignation-waits": (RESIGNED, ("double", "A"), "resignation-pending"),
    "double-out-of-turn-after-the-throw": ([ON_ROLL, ("roll", "A")], ("double", "B"), "not-your-turn"),
    "roll-in-the-opening": ([], ("roll", "A"), "opening-first"),
    "roll-before-the-answer": (DOUBLED, ("roll", "B"), "double-pending"),
    "roll-while-a-resignation-waits": (RESIGNED, ("roll", "A"), "resignation-pending"),
    "roll-out-of-turn": ([ON_ROLL], ("roll", "B"), "not-your-turn"),
    "roll-again": ([ON_ROLL, ("roll", "A")], ("roll", "A"), "dice-rolled"),
    "open-again": ([ON_ROLL], ("opening", 3, 1), "not-now"),
    "take-nothing": ([ON_ROLL], ("take", "A"), "no-double-pending"),
    "pass-nothing": ([ON_ROLL], ("pass", "A"), "no-double-pending"),
    "beaver-nothing": ([ON_ROLL], ("beaver", "A"), "no-double-pending"),
    "pass-the-own-double": (DOUBLED, ("pass", "B"), "not-your-turn"),
    "beaver-the-own-double": (DOUBLED, ("beaver", "B"), "not-your-turn"),
    "raccoon-a-double": (DOUBLED, ("raccoon", "A"), "raccoon-not-allowed"),
    "redouble-a-beaver": ([*DOUBLED, ("beaver", "A")], ("redouble", "B"), "redouble-not-allowed"),
    "resign-in-the-opening": ([], ("resign", "A", "single"), "opening-first"),
    "resign-twice": (RESIGNED, ("resign", "A", "gammon"), "resignation-pending"),
    "resign-both": (RESIGNED, ("resign", "B", "single"), "resignation-pending"),
    "resign-a-level-of-another-variant": ([ON_ROLL], ("resign", "A", "mars"), "level-not-possible"),
    "accept-nothing": ([ON_ROLL], ("accept", "A"), "no-resignation-pending"),
    "reject-nothing": (DOUBLED, ("reject", "A"), "no-resignation-pending"),
    "reject-the-own-resignation": (RESIGNED, ("reject", "A"), "not-your-turn"),
    "idle-while-the-other-is-to-act": (DOUBLED, ("inactive", "B", 600), "not-your-turn"),
    "a-flag-without-a-clock": ([ON_ROLL], ("flag", "A"), "clock-off"),
    "a-penalty-in-a-game": ([ON_ROLL], ("penalty", "A", 1), "not-now"),
    "the-next-game-before-this-one-is-over": ([ON_ROLL], ("next_game",), "not-now"),
    "resign-what-is-over": ([MOVING, ("finish", "A", "single")], ("resign", "B", "single"), "game-over"),
    "leave-what-is-over": ([MOVING, ("finish", "A", "single")], ("leave", "B"), "game-over"),
}


@pytest.mark.parametrize(("course", "event", "code"), REFUSED.values(), ids=REFUSED)
def test_an_action_at_the_wrong_time_is_refused_and_changes_nothing(
    course: Sequence[Event], event: Event, code: str
) -> None:
    """The reason is the first of several, always the same."""
    assert refusal(after(begun(rules_of("money", BODY)), course), event) == code


def test_a_play_waits_for_the_answer_to_a_resignation() -> None:
    """It was legal before and is legal afterwards."""
    moving = after(START, [MOVING])
    waiting = after(moving, [("resign", "A", "single")])
    assert refusal(waiting, ("play", "A")) == "resignation-pending"
    assert (
        after(waiting, [("reject", "B"), ("play", "A")]).game.position == after(moving, [("play", "A")]).game.position
    )


# -- Sessions that go on in the middle ---------------------------------------------------------------------------------


def resume(rules: Ruleset, **given: object) -> Session:
    """A session with the side A to throw in the starting position."""
    return Session.resume(rules, rules.spec.start, 0, **given)  # type: ignore[arg-type]  # tests name what they give


def test_a_session_can_go_on_in_the_crawford_game() -> None:
    """What a rule remembers of this game is taken as it is."""
    session = resume(rules_of("match"), length=5, score=(4, 2), states={"crawford": "now"})
    assert seen(session, ["crawford", "legal"]) == {"crawford": True, "legal": {"roll"}}


def test_a_series_can_go_on_with_the_wins_before() -> None:
    """They are in the results and in the score."""
    rules = rules_of("casual", {"series": {"wins": 3}})
    before = after_games(begun(rules), "ABA")
    session = resume(rules, score=before.score, results=before.results, number=4)
    assert after_games(session, "A").winner == 0


def test_the_middle_of_a_game_is_past_its_first_throws() -> None:
    """What counts from the beginning waits no more, unless the throws are said."""
    holland = rules_of("match", {"cube": {"holland": "two_each"}})
    behind = {"length": 7, "score": (2, 6), "states": {"crawford": "after"}}
    assert seen(resume(holland, **behind), ["legal"]) == {"legal": {"roll", "double"}}
    assert seen(resume(holland, **behind, throws=(1, 1)), ["legal"]) == {"legal": {"roll"}}


@pytest.mark.parametrize(("throws", "cube"), [(None, 1), ((1, 1), 1), ((0, 1), 2)], ids=str)
def test_the_opening_roll_is_not_the_first_regular_one(throws: tuple[int, int] | None, cube: int) -> None:
    """The first throw with both dice by one player is the one after it."""
    session = resume(rules_of("money", {"cube": {"automatic_doubles": "first_roll"}}), throws=throws)
    assert seen(after(session, [("roll", "A", 3, 3)]), ["cube"]) == {"cube": [cube, "centre"]}


@pytest.mark.parametrize(("number", "who", "cube"), [(1, "winner", 2), (2, "roll", 2), (2, "winner", 1)])
def test_a_game_that_opens_without_a_roll_has_none_to_leave_out(number: int, who: str, cube: int) -> None:
    """Where the winner starts, one throw so far was a player's own, and the next one is not the first."""
    rules = rules_of("money", {"cube": {"automatic_doubles": "first_roll"}, "rules": {"opening.next_game": who}})
    session = resume(rules, number=number, throws=(0, 1))
    assert seen(after(session, [("roll", "A", 3, 3)]), ["cube"]) == {"cube": [cube, "centre"]}


def test_no_game_comes_after_the_last_one() -> None:
    """A session of three games has no fourth."""
    with pytest.raises(ValueError, match="over after 3 games"):
        resume(rules_of("money", {"session": {"games": 3}}), number=4)


def test_a_refusal_off_the_board_says_the_way_out() -> None:
    """What can be offered after a refused resignation, and where points before the first game belong."""
    session = after(START, [*RESIGNED, ("reject", "B")])
    with pytest.raises(NotNowError, match="gammon, backgammon can be offered now"):
        session.apply(Resign(0, "single"))
    with pytest.raises(NotNowError, match="before the first one start with a score"):
        START.apply(Penalty(0, 1))


@pytest.mark.parametrize(
    ("extends", "given", "text"),
    [
        ("money", {"cube": 3}, "power of two, not 3"),
        ("money", {"cube": 0}, "power of two, not 0"),
        ("money", {"owner": 2}, "sides 0 to 1, not 2"),
        ("money", {"owner": 0}, "shows 1 is nobody's"),
        ("money", {"results": (1,)}, "give a GameResult"),
        ("casual", {"cube": 2}, "without a cube"),
        ("casual", {"owner": 0}, "without a cube"),
        ("match", {"length": 5, "score": (5, 0)}, "is over then"),
    ],
    ids=str,
)
def test_a_session_cannot_go_on_with_what_cannot_be(extends: str, given: Body, text: str) -> None:
    """The mistake is told with what can be."""
    with pytest.raises(ValueError, match=text):
        resume(rules_of(extends), **given)
