"""`raceboard id`: what an id says, the same moment as another id, and what would be lost."""

from __future__ import annotations

import json

import pytest

from raceboard.cli.main import main

XGID = "XGID=-b----E-C---eE---c-e----B-:1:1:1:52:4:2:0:7:10"


def _run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["id", *arguments])
    out, err = capsys.readouterr()
    return status, out.rstrip("\n"), err


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        ("xgid", XGID),
        ("gnubg", "4HPwATDgc/ABMA:UYnqACAAIAAE"),
        ("raceboard", "rb1-backgammon-0r0g4182040g0004083g7sr7r0303ww3w01g1jjpdhzg"),
        (
            "fibs",
            "board:You:Opponent:7:4:2:0:2:0:0:0:0:-5:0:-3:0:0:0:5:-5:0:0:0:3:0:5:0:0:0:0:-2:0:-1:5:2:0:0:2:1:0:0:-1:-1"
            ":0:25:0:0:0:0:2:0:0:0",
        ),
    ],
)
def test_an_id_is_written_as_another(wanted: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """And back: nothing of this moment is lost in any of them."""
    assert _run(capsys, "--variant", "backgammon", XGID, "--to", wanted) == (0, text, "")
    assert _run(capsys, "--variant", "backgammon", text, "--to", "xgid") == (0, XGID, "")


def test_without_a_wish_the_moment_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """What the text is, the board with dice, cube and score, and the position as text."""
    status, out, err = _run(capsys, "--variant", "backgammon", XGID)
    lines = out.splitlines()
    assert (status, err, lines[0]) == (0, "", "XGID:")
    assert "match to 7" in lines[1]
    assert "white to play 5-2" in out
    assert lines[-1] == "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"


def test_the_fields_of_a_moment_come_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Sides by name; what is read has a format, what is written has losses."""
    _, out, _ = _run(capsys, "--variant", "backgammon", XGID, "--json", "--bottom", "black")
    told = json.loads(out)
    assert (told["format"], told["variant"], told["on_roll"], told["owner"]) == ("xgid", "backgammon", "black", "black")
    assert (told["dice"], told["cube"], told["score"], told["length"]) == ([5, 2], 2, [2, 4], 7)
    _, out, err = _run(capsys, "--variant", "backgammon", XGID, "--json", "--to", "position", "--lossy")
    told = json.loads(out)
    assert (told["id"], len(told["lost"]), err) == ("24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", 5, "")


def test_a_loss_is_refused_or_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Status 2 and the list; with --lossy the id on standard output and the list on standard error."""
    beavers = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:8"
    status, out, err = _run(capsys, "--variant", "backgammon", beavers, "--to", "gnubg")
    assert (status, out) == (2, "")
    assert "the GNUBgID would lose 2: beavers: yes, not no; highest cube: 256, not none" in err
    status, out, err = _run(capsys, "--variant", "backgammon", beavers, "--to", "gnubg", "--lossy")
    assert (status, out) == (0, "4HPwATDgc/ABMA:cAkAAAAAAAAA")
    assert err.splitlines() == [
        "raceboard: lost: beavers: yes, not no",
        "raceboard: lost: highest cube: 256, not none",
    ]


def test_a_raceboard_id_needs_no_variant(capsys: pytest.CaptureFixture[str]) -> None:
    """Any other text does, and says so."""
    text = _run(capsys, "--ruleset", "nardy-online", "24:15 / 24:15", "--to", "raceboard")[1]
    status, out, _ = _run(capsys, text, "--json")
    assert (status, json.loads(out)["variant"]) == (0, "long-nardy")
    status, _, err = _run(capsys, XGID)
    assert status == 2
    assert "give the variant (--variant NAME)" in err


def test_bad_input_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A text that is no id, an id that the variant cannot have, a seat that it does not have."""
    for arguments, reason in (
        (("--variant", "backgammon", "hello"), "a Position ID has 14 characters, not 5"),
        (("--variant", "long-nardy", XGID), "the raceboard id is for every variant"),
        (("--variant", "long-nardy", "24:15 / 24:15", "--to", "xgid"), "long-nardy has no XGID"),
        (("--variant", "backgammon", XGID, "--bottom", "red"), "sides 0 to 1"),
        (("--variant", "backgammon", XGID[:-1] + "x"), "field 10, highest cube"),
    ):
        status, out, err = _run(capsys, *arguments)
        assert (status, out) == (2, "")
        assert reason in err
        assert len(err.splitlines()) == 1
