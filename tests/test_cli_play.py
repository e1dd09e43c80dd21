"""A person at the prompt of `raceboard play`: the words, the board, and giving up."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from raceboard import Game, Registry, Resign, Roll, Session
from raceboard.action import Accept, Double, Pass, Reject, Rolled, Take
from raceboard.cli.person import COMMANDS, STAKES, ActsInsteadError, Person
from raceboard.messages import LANGUAGES, speaking, text
from raceboard.phase import Awaited

REGISTRY = Registry.load()
BACKGAMMON = REGISTRY.variant("backgammon")


def at_table(
    ruleset: str, *answers: str, roll: Roll | None = None, length: int | None = None
) -> tuple[Person, Session]:
    """A person who types these answers, at a table in the start position."""
    rules, waiting = REGISTRY.ruleset(ruleset), iter(answers)
    score = None if length is None else (1, 2)
    session = Session.resume(rules, rules.spec.start, 0, roll=roll, length=length, score=score)

    def read(prompt: str, patience_s: int | None) -> str:
        print(prompt, end="")
        answer = next(waiting)
        print(answer)
        return answer

    return Person(read=read).at(session), session


def typed(awaited: Iterable[Awaited]) -> set[str]:
    """The words that stand for what is awaited."""
    return {one.name or ("throw" if one.action is Rolled else one.action.__name__.lower()) for one in awaited}


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_the_help_tells_of_every_word_that_is_understood_in_every_language(spoken: str) -> None:
    """No language lacks one that another has."""
    told = text("cli.person.help", wanted=spoken)
    words = [word.strip() for line in told.splitlines() for word in re.split(r", | oder | или | or ", line[:18])]
    for word in ("ok", "throw", "take", "pass", "beaver", "accept", "reject", "undo", "plays", "board", "quit", "help"):
        assert word in words, f"{word} has no line of its own"
    for word in (*COMMANDS, *STAKES, "bar", "off", "Enter"):
        assert re.search(rf"\b{word}\b", told), word
    assert max(map(len, told.splitlines())) <= 120


def test_every_word_for_a_stake_is_known() -> None:
    """Those of the actions, and the answers of all rules of the cube."""
    actions = typed(Awaited(0, action) for action in (Rolled, Double, Take, Pass, Accept, Reject))
    assert actions | {answer for rule in REGISTRY.cube_rules for answer in rule.answers} <= set(STAKES)


@pytest.mark.parametrize("word", STAKES)
def test_a_word_for_the_stakes_is_answered_during_a_play_with_what_can_be_done(
    capsys: pytest.CaptureFixture[str], word: str
) -> None:
    """Before a step, after one, and when the play is whole; the draft stays as it is."""
    person, session = at_table("money", word, "13/10", word, "6/5", word, "ok", roll=Roll(3, 1))
    assert str(person.play(session.game)) == "13/10 6/5"
    told = capsys.readouterr().out
    assert f"\n'{word}' is not possible now: 3-1 is to be played; type a play or its number, or undo, plays, " in told
    assert f"\n'{word}' is not possible now: 1 is to be played; " in told
    assert f"\n'{word}' is not possible now: the play is whole, and waits for Enter; " in told


@pytest.mark.parametrize("answer", ["8/5", "undo", "take", "what"])
def test_what_is_no_word_for_the_stakes_is_answered_with_what_can_be_typed(
    capsys: pytest.CaptureFixture[str], answer: str
) -> None:
    """A play cannot be made before the throw."""
    person, session = at_table("money", answer, "roll")
    assert person.stake(session) is None
    told = capsys.readouterr().out
    assert f"'{answer}' is not on offer now; you can type throw, double, resign, or board, help, quit" in told


def test_the_board_shows_match_score_and_cube_all_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    """Before the throw, before a play, and with the steps of a draft."""
    person, session = at_table("usbgf-match", "throw", length=5)
    person.stake(session)
    person, session = at_table("usbgf-match", "13/10", "board", "6/5", "ok", roll=Roll(3, 1), length=5)
    person.play(session.game)
    boards = capsys.readouterr().out.split("Backgammon · match to 5")[1:]
    assert len(boards) == 3
    for shown, pips in zip(boards, (167, 167, 164), strict=True):
        assert f"white   pips {pips}   off 0   score 1" in shown
        assert "black   pips 167   off 0   score 2" in shown
        assert "│ 1 │" in shown


def test_a_person_without_a_session_sees_the_game_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is said of a match."""
    game = Game.resume(BACKGAMMON, BACKGAMMON.start, 0, roll=Roll(3, 1))
    assert str(Person(read=lambda prompt, patience_s: "8/5 6/5" if prompt.endswith("3-1> ") else "").play(game))
    assert "match" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("ruleset", "answer", "costs"),
    [
        ("nardy-online", "resign", "resigning now gives black 1 point; resign again to give the game up, "),
        ("money", "resign", "this offers black a win: single, 1 point; resign again to offer it, "),
        ("money", "resign gammon", "this offers black a win: gammon, 2 points; resign again to offer it, "),
    ],
)
def test_resigning_is_confirmed_and_says_what_counts(
    capsys: pytest.CaptureFixture[str], ruleset: str, answer: str, costs: str
) -> None:
    """The points are those of the table, which may count a mars as an oyn; who thinks better of it plays on."""
    person, session = at_table(ruleset, answer, "no", answer, "resign", roll=Roll(6, 5))
    with pytest.raises(ActsInsteadError) as caught:
        person.play(session.game)
    assert caught.value.action == Resign(0, answer.partition(" ")[2] or None)
    assert capsys.readouterr().out.count(costs) == 2


def test_another_level_at_the_question_is_asked_about_anew(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody gives up more than was told."""
    person, session = at_table("money", "resign", "resign gammon", "resign gammon", roll=Roll(6, 5))
    with pytest.raises(ActsInsteadError) as caught:
        person.play(session.game)
    assert caught.value.action == Resign(0, "gammon")
    told = capsys.readouterr().out
    assert told.index("a win: single, 1 point;") < told.index("a win: gammon, 2 points;")


def test_a_resignation_that_is_not_possible_is_refused_and_the_draft_stays(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is asked twice then."""
    person, session = at_table("money", "13/7", "resign huge", "6/5", "ok", roll=Roll(6, 1))
    assert str(person.play(session.game)) == "13/7 6/5"
    assert "[resign.level-not-possible]: this level cannot be offered; possible: single, " in capsys.readouterr().out


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_the_questions_of_a_resignation_are_asked_in_the_language(
    capsys: pytest.CaptureFixture[str], spoken: str
) -> None:
    """They say which word is typed again."""
    for ruleset in ("nardy-online", "money"):
        person, session = at_table(ruleset, "resign", "resign", roll=Roll(6, 5))
        with speaking(spoken), pytest.raises(ActsInsteadError):
            person.play(session.game)
    again = {"en": "resign again", "de": "noch einmal resign", "ru": "ещё раз resign"}
    assert capsys.readouterr().out.count(again[spoken]) == 2
