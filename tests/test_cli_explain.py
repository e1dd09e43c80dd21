"""`raceboard explain`: verdicts on plays, dances, actions and positions, as a user sees them."""

from __future__ import annotations

import json

import pytest

from raceboard.cli.main import main

DEAD_END = ("--variant", "backgammon", "--position", "24:2 13:5 8:3 6:5 / 24:1 21:1 18:2 16:2 13:3 8:3 6:3")
MATCH = ("--ruleset", "usbgf-match", "--score", "4-2", "--length", "5")


def _explained(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    status = main(["explain", *arguments])
    return status, capsys.readouterr().out.splitlines()


def test_a_broken_obligation_is_told_with_a_play_that_keeps_it(capsys: pytest.CaptureFixture[str]) -> None:
    """The verdict, the name of the rule and its source; the status is 1."""
    assert _explained(capsys, *DEAD_END, "--roll", "6-3", "--move", "13/10") == (
        1,
        [
            "illegal [obligation.both-dice]: both dice can be played, e.g. 24/18 13/10",
            "  rule: both dice",
            "  source: DBGV rules and USBGF rules 2024, movement; FNR 2026, 20; variants.md 1.5",
        ],
    )


def test_the_head_rule_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """In a later turn, and in the other numbering too."""
    status, (first, *_) = _explained(capsys, "--variant", "long-nardy", "--roll", "5-4", "--move", "24/19 24/20")
    assert (status, first.partition(":")[0]) == (1, "illegal [departure.head]")
    own = ("--numbering", "own", "--move", "1/6 1/5")
    assert _explained(capsys, "--variant", "long-nardy", "--roll", "5-4", *own)[1][0] == first


def test_a_legal_play_is_told_as_legal(capsys: pytest.CaptureFixture[str]) -> None:
    """With the status 0."""
    assert _explained(capsys, "--variant", "backgammon", "--roll", "3-1", "--move", "6/5 8/5") == (
        0,
        ["legal: 8/5 6/5"],
    )


def test_the_exception_of_the_first_turn_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    """Two checkers leave the head with 6-6 in the first own turn, and one later."""
    asked = ("--variant", "long-nardy", "--roll", "6-6", "--move", "24/18(2)")
    assert _explained(capsys, *asked, "--own-turn", "1")[0] == 0
    assert _explained(capsys, *asked)[1][0].startswith("illegal [departure.head]")


def test_a_dance_is_explained_checker_by_checker(capsys: pytest.CaptureFixture[str]) -> None:
    """Two checkers and two dice are four reasons."""
    where = ("--variant", "backgammon", "--position", "bar:1 6:14 / 6:3 5:3 4:3 3:2 2:2 1:2")
    assert _explained(capsys, *where, "--roll", "6-5") == (
        0,
        [
            "legal: white cannot play anything with 6-5",
            "  bar/19 is blocked: the point is held [landing.blocked]",
            "  bar/20 is blocked: the point is held [landing.blocked]",
            "  6/off must wait: the checkers on the bar come first [entry.first]",
            "  6/1 must wait: the checkers on the bar come first [entry.first]",
        ],
    )


@pytest.mark.parametrize(
    ("arguments", "rule"),
    [
        ((*MATCH, "--action", "double"), "cube.crawford-game"),
        (("--ruleset", "money", "--cube", "2", "--owner", "black", "--action", "double"), "cube.cube-not-yours"),
        (("--ruleset", "money", "--roll", "3-1", "--action", "double"), "cube.dice-rolled"),
        (("--ruleset", "money", "--action", "double", "--action", "white take"), "turn.not-your-turn"),
        (("--ruleset", "money", "--action", "play 8/5 6/5"), "turn.roll-first"),
        (("--ruleset", "money", "--roll", "3-1", "--action", "play 8/5 8/5"), "dice.not-left"),
        (
            ("--ruleset", "money", "--action", "resign", "--action", "reject", "--action", "resign"),
            "resign.already-refused",
        ),
        (("--ruleset", "nardy-online", "--action", "next"), "turn.not-now"),
    ],
)
def test_an_action_is_refused_by_its_rule(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], rule: str
) -> None:
    """The status is 1, and the verdict as data holds the same as the text."""
    status, lines = _explained(capsys, *arguments)
    assert (status, lines[0].partition(": ")[0]) == (1, f"illegal [{rule}]")
    assert _explained(capsys, *arguments, "--json")[0] == 1
    main(["explain", *arguments, "--json"])
    (verdict,) = json.loads(capsys.readouterr().out)
    assert (verdict["ok"], verdict["rule"], lines[0]) == (False, rule, f"illegal [{rule}]: {verdict['text']}")


@pytest.mark.parametrize("action", ["double", "roll 6-5", "resign gammon", "leave", "white double"])
def test_a_legal_action_is_told_as_legal(capsys: pytest.CaptureFixture[str], action: str) -> None:
    """With the status 0."""
    assert _explained(capsys, "--ruleset", "money", "--action", action)[0] == 0


def test_a_position_that_cannot_be_is_told_with_all_its_problems(capsys: pytest.CaptureFixture[str]) -> None:
    """Sixteen checkers, and both colours on one point."""
    where = "24:3 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5 1:1"
    assert main(["explain", "--variant", "backgammon", "--position", where, "--roll", "6-5"]) == 2
    told = capsys.readouterr().err
    assert [told.count(code) for code in ("error[position.checkers]", "error[position.shared-point]")] == [2, 1]


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        (("--variant", "backgammon"), "--roll with --move"),
        (("--variant", "backgammon", "--action", "double"), "add --ruleset"),
        (("--variant", "backgammon", "--roll", "6-5"), "there are legal plays, for example 24/13"),
        (("--ruleset", "money", "--action", "dubble"), "known: accept, double"),
        (("--ruleset", "money", "--action", " "), "known: accept, double"),
        (("--ruleset", "money", "--score", "x", "--action", "double"), "3-2"),
        (("--variant", "backgammon", "--roll", "6-5", "--move", "13/x"), "a play looks like"),
        (("--variant", "backgammon", "--roll", "7-5", "--move", "13/7"), "cannot be thrown"),
    ],
)
def test_bad_usage_is_told_with_a_remedy(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], remedy: str
) -> None:
    """In one line, with the status 2."""
    assert main(["explain", *arguments]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert remedy in told.err
