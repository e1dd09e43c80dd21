"""`raceboard board`, run as users run it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from picture_tools import (
    BACKGAMMON,
    NARDY,
    seen,
)
from raceboard import picture
from raceboard.cli.main import main
from raceboard.messages import speaking


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run `raceboard board` as from a shell: the status, the output, what is complained about."""
    status = main(["board", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_the_command_shows_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    """In box drawing, in ASCII, in sentences: what the library gives for the same moment."""
    arguments = ["--variant", "narde", "--position", "24:14 18:1 / 24:15", "--roll", "6-4", "--side", "black"]
    drawn = seen(NARDY, "24:14 18:1 / 24:15", 1, dice=(6, 4))
    assert command(capsys, *arguments) == (0, f"{drawn.text()}\n", "")
    assert command(capsys, *arguments, "--plain") == (0, f"{drawn.text(unicode=False)}\n", "")
    assert command(capsys, *arguments, "--linear") == (0, f"{drawn.words()}\n", "")
    other = picture(drawn.moment, 0, "down")
    assert command(capsys, *arguments, "--view", "white", "--numbering", "down") == (0, f"{other.text()}\n", "")
    with speaking("de"):
        told = drawn.words()
    assert command(capsys, *arguments, "--linear", "--lang", "de") == (0, f"{told}\n", "")


def test_the_command_knows_table_cube_and_score(capsys: pytest.CaptureFixture[str]) -> None:
    """A ruleset brings the table: its length, its Crawford game, its money rules."""
    match = ["--ruleset", "usbgf-match", "--length", "5", "--score", "4-2"]
    assert "Match to 5.\nCrawford game.\nNobody is on roll.\n" in command(capsys, *match, "--linear")[1]
    money = ["--ruleset", "money-jacoby-beavers", "--cube", "2", "--owner", "black", "--side", "black", "--double"]
    status, told, _ = command(capsys, *money, "--linear")
    assert status == 0
    assert "Jacoby rule.\nBeavers.\nBlack doubles to 4.\nCube: 2, owned by black.\n" in told
    bare = ["--variant", "backgammon", "--score", "3-2", "--length", "4", "--crawford", "--linear"]
    assert "Match to 4.\nCrawford game.\n" in command(capsys, *bare)[1]


def test_the_command_reads_ids(capsys: pytest.CaptureFixture[str]) -> None:
    """An id says whose turn it is, dice, cube and score."""
    text = "XGID=-b----E-C---eE---c-e----B-:1:1:-1:52:4:2:0:7:10"
    drawn = seen(BACKGAMMON, None, 1, dice=(5, 2), cube=2, owner=0, score=(4, 2), length=7)
    assert command(capsys, "--variant", "backgammon", "--id", text) == (0, f"{drawn.text()}\n", "")
    status, told, _ = command(capsys, "--ruleset", "usbgf-match", "--id", text, "--view", "white", "--linear")
    assert (status, told) == (0, f"{picture(drawn.moment, 0).words()}\n")


def test_the_command_writes_svg(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Into a file, or to the output for -."""
    drawn = seen(BACKGAMMON, dice=(6, 1)).svg() + "\n"
    arguments = ["--variant", "backgammon", "--roll", "6-1", "--svg"]
    assert command(capsys, *arguments, str(tmp_path / "board.svg")) == (0, "", "")
    assert (tmp_path / "board.svg").read_text("utf-8") == drawn
    assert command(capsys, *arguments, "-") == (0, drawn, "")
    status, _, complaint = command(capsys, *arguments, str(tmp_path / "no" / "board.svg"))
    assert status == 2
    assert "cannot be written" in complaint


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "say what is played: --variant NAME or --ruleset NAME"),
        (["--variant", "narde", "--cube", "2"], "long-nardy is played without a cube here"),
        (["--variant", "narde", "--double"], "long-nardy is played without a cube here"),
        (["--variant", "backgammon", "--cube", "3"], "the cube shows a power of two, not 3"),
        (["--variant", "backgammon", "--score", "3:2"], "white first, for example 3-2, not '3:2'"),
        (["--variant", "backgammon", "--score", "3-2", "--length", "3"], "a match to 3 is over at 3-2; give a lower"),
        (["--ruleset", "usbgf-match", "--score", "7-2"], "the score is 7-2, but a match or series to 7 is over then"),
        (["--ruleset", "series-of-wins", "--score", "3-2"], "the score is 3-2, but a match or series to 3 is over"),
        (["--variant", "backgammon", "--score", "3"], "the score is 3; give points from 0 up for each of 2 sides"),
        (["--ruleset", "usbgf-match", "--score", "3"], "the score is 3; give points from 0 up for each of 2 sides"),
        (["--variant", "backgammon", "--score", "1-2-3"], "points from 0 up for each of 2 sides"),
        (["--variant", "backgammon", "--view", "red"], "backgammon has no seat 'red'; its seats are white, black"),
        (["--variant", "backgammon", "--double", "--roll", "6-1"], "a double waits for its answer"),
        (["--variant", "backgammon", "--roll", "7-1"], "7"),
        (["--variant", "backgammon", "--plain", "--linear"], "--plain, --linear and --svg exclude one another"),
        (["--variant", "backgammon", "--position", "24:15"], "2 groups with a / between them are needed"),
        (["--variant", "backgammon", "--id", "non sense"], "it looks like none of these"),
        (
            ["--variant", "backgammon", "--id", "4HPwATDgc/ABMA", "--roll", "6-1", "--double"],
            "the id says what lies on the table; leave --roll and --double out",
        ),
        (["--variant", "narde", "--ruleset", "usbgf-match", "--id", "4HPwATDgc/ABMA"], "plays backgammon, not narde"),
        (["--variant", "backgammon", "--lang", "fr"], "'fr' is not one of 'en', 'de', 'ru'"),
    ],
)
def test_the_command_refuses_what_cannot_be_drawn(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line that says what is wrong, and no picture."""
    status, told, error = command(capsys, *arguments)
    assert (status, told) == (2, "")
    assert complaint in error
    assert error.count("\n") == 1 or "error[" in error


def test_a_terminal_that_writes_no_boxes_gets_ascii(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The output is asked what it can encode."""
    output = io.TextIOWrapper(raw := io.BytesIO(), encoding="cp1252")
    monkeypatch.setattr("sys.stdout", output)
    assert main(["board", "--variant", "backgammon"]) == 0
    output.flush()
    assert raw.getvalue().isascii()
    assert b"+-----+" in raw.getvalue()
