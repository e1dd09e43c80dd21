"""The command line, run as users run it."""

from __future__ import annotations

import json
import os
import select
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from raceboard import Game, Registry, Roll
from raceboard.cli.main import main
from raceboard.cli.person import GaveUpError, Person

pytestmark = pytest.mark.wheel

RECORDS = Path(__file__).parent / "data" / "matches"
START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"


class Run:
    """One run of a command: its status, and what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        """Run a command in this process."""
        capsys.readouterr()
        self.status = main(arguments)
        self.out, self.err = capsys.readouterr()

    @property
    def lines(self) -> list[str]:
        """The lines of the output."""
        return self.out.splitlines()


def test_variants_says_who_brought_them(capsys: pytest.CaptureFixture[str]) -> None:
    """Name and title stand in a line; under it the rules in one, aliases, sources, a plugin of another name."""
    run = Run(capsys, "variants")
    assert run.status == 0
    nardy = run.lines.index("long-nardy: Long Nardy")
    assert "walls of six" in run.lines[nardy + 1]
    assert run.lines[nardy + 2].startswith("    also called: long nardi, ")
    assert run.lines[nardy + 3].startswith("    sources: ")
    assert Run(capsys, "variants", "ludo-4").lines[-1] == Run(capsys, "variants", "ludo").lines[-1]
    rows = {row["name"]: row for row in json.loads(Run(capsys, "variants", "--json").out)}
    assert (rows["hypergammon"]["plugin"], rows["ludo-2"]["plugin"]) == ("hypergammon", "ludo")
    assert len(rows) >= 24
    assert all(row["summary"] and row["sources"] and row["title"] for row in rows.values())


def test_a_variant_that_is_not_there_has_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    """Or the names that are, without their aliases."""
    assert "did you mean fevga?" in Run(capsys, "variants", "fevka").err
    unknown = Run(capsys, "variants", "whist")
    assert unknown.status == 2
    assert "known: american-acey-deucey, backgammon, dutch, " in unknown.err


def test_rulesets_lists_every_shipped_table(capsys: pytest.CaptureFixture[str]) -> None:
    """All of them load; the ones that `play` takes today are among them."""
    rows = json.loads(Run(capsys, "rulesets", "--json").out)
    assert {"nardy-online", "casual-no-cube", "nardeon", "fnr2026"} <= {row["name"] for row in rows}


def test_plays_lists_distinct_results(capsys: pytest.CaptureFixture[str]) -> None:
    """The example of the help: sixteen plays with 3-1 from the start, each with the position after it."""
    run = Run(capsys, "plays", "--variant", "backgammon", "--position", START, "--roll", "3-1")
    assert run.lines[-1] == "16 plays"
    assert "8/5 6/5                   24:2 13:5 8:2 6:4 5:2 / 24:2 13:5 8:3 6:5" in run.lines


def test_plays_speaks_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Steps, results and the pass are there for programs."""
    found = json.loads(Run(capsys, "plays", "--variant", "narde", "--roll", "6-6", "--own-turn", "1", "--json").out)
    assert (found["variant"], found["dice"], found["pass"]) == ("long-nardy", [6, 6, 6, 6], False)
    (play,) = found["plays"]
    assert play["text"] == "24/18(2)"
    assert play["steps"][0] == {"source": 24, "die": 6, "action": "", "target": 18, "hits": False}


def test_a_dance_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing can be played against a closed board."""
    closed = "bar:1 6:5 5:5 4:4 / 6:3 5:3 4:3 3:2 2:2 1:2"
    run = Run(capsys, "plays", "--variant", "backgammon", "--position", closed, "--roll", "6-6")
    assert run.lines == ["pass (nothing can be played)"]


def test_the_side_and_the_ruleset_of_plays_matter(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The first group of the text is the side on roll; the options of a table hold."""
    file = tmp_path / "t.yaml"
    file.write_text("raceboard: 1\nname: t\nextends: nardeon\nrules: {head.first.rolls: none}\n")
    text = "24:15 / 24:15"
    run = Run(capsys, "plays", "--ruleset", str(file), "--position", text, "--roll", "6-6", "--own-turn", "1")
    assert run.lines[-1] == "1 play"
    assert run.lines[0].startswith("24/18 ")
    arguments = ("--variant", "backgammon", "--position", "6:1 off:14 / 2:1 off:14", "--roll", "2-1", "--side", "black")
    assert "6/3" in Run(capsys, "plays", *arguments).out


@pytest.mark.parametrize(
    ("arguments", "nodes"),
    [
        (("--variant", "long-nardy", "--depth", "2"), 484),
        (("--variant", "long-nardy", "--depth", "1", "--opening"), 15),
        (("--variant", "backgammon", "--depth", "1"), 447),
        (("--variant", "backgammon", "--depth", "1", "--opening"), 190),
        (("--variant", "hypergammon", "--depth", "1", "--position", "3:3 / 3:3"), None),
    ],
)
def test_perft_counts(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], nodes: int | None) -> None:
    """The published figures, and any position."""
    found = json.loads(Run(capsys, "perft", *arguments, "--json").out)
    assert nodes is None or found["nodes"] == nodes
    assert sum(found["rolls"].values()) == found["nodes"]


def test_perft_divides(capsys: pytest.CaptureFixture[str]) -> None:
    """One line a roll, then the sum."""
    run = Run(capsys, "perft", "--variant", "long-nardy", "--depth", "1", "--divide")
    assert "3-3: 2" in run.lines
    assert run.lines[-1] == "long-nardy, depth 1: 22 nodes"


def test_bot_games_are_the_same_under_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """The log is a function of table, players and seed."""
    arguments = ("play", "nardy-online", "--white", "racer", "--black", "random", "--seed")
    first, second = Run(capsys, *arguments, "7"), Run(capsys, *arguments, "7")
    assert first.status == 0
    assert first.out == second.out
    assert first.out != Run(capsys, *arguments, "8").out
    assert "this table counts 1 point for it" in first.out


@pytest.mark.parametrize("table", ["casual-no-cube", "nardeon", "fnr2026", "classic-ru", "georgia", "azerbaijan"])
def test_the_presets_play(capsys: pytest.CaptureFixture[str], table: str) -> None:
    """Each shipped table without a cube plays a game to its end."""
    run = Run(capsys, "play", table, "--white", "racer", "--black", "racer", "--seed", "1")
    assert run.status == 0
    assert "wins: " in run.out


def test_several_games_follow_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    """Each game opens anew and has dice of its own."""
    run = Run(capsys, "play", "nardeon", "--white", "racer", "--black", "racer", "--seed", "1", "--games", "2")
    assert sum("opening roll" in line for line in run.lines) >= 2
    assert sum("wins: " in line for line in run.lines) == 2


def test_a_match_is_played_to_its_end_with_cube_and_score(capsys: pytest.CaptureFixture[str]) -> None:
    """Doubles, takes, passes, the score before each game and the Crawford game stand in the log."""
    run = Run(capsys, "play", "usbgf-match", "--length", "5", "--white", "random", "--black", "random", "--seed", "4")
    assert run.status == 0
    assert run.lines[0].startswith("usbgf-match: Backgammon, match play to 5, seed 4")
    assert "game 1, score 0-0" in run.lines
    assert any(" doubles to 2" in line for line in run.lines)
    assert run.lines.count("white has won") + run.lines.count("black has won") == 1


def test_the_crawford_game_is_announced(capsys: pytest.CaptureFixture[str]) -> None:
    """Some match of these comes to it; its game stands under a head that says so."""
    arguments = ("play", "match", "--length", "3", "--white", "racer", "--black", "racer", "--seed")
    logs = [Run(capsys, *arguments, str(seed)).out for seed in range(1, 9)]
    assert any(", Crawford game" in log for log in logs)


def test_a_money_game_knows_beavers(capsys: pytest.CaptureFixture[str]) -> None:
    """Redoubles at once are answered by name."""
    log = Run(capsys, "play", "money-jacoby-beavers", "--white", "random", "--black", "random", "--seed", "5").out
    assert "answers with a beaver to " in log


def test_a_match_without_a_length_is_to_one_point_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """The preset plays; another length is an option away."""
    run = Run(capsys, "play", "fnr2026", "--white", "racer", "--black", "racer", "--seed", "1")
    assert run.lines[0] == "fnr2026 leaves the length open: this match is to 1 point; --length says another"


def test_a_log_of_events_is_json_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """For programs: who plays, every event, the result."""
    run = Run(capsys, "play", "nardeon", "--white", "racer", "--black", "racer", "--seed", "1", "--json")
    rows = [json.loads(line) for line in run.lines]
    assert rows[0]["seed"] == 1
    assert rows[-1]["event"] == "Result"
    assert {"Started", "Moved", "Ended"} <= {row.get("event") for row in rows}


def test_without_a_terminal_two_bots_play_and_it_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person cannot be asked; the game is played all the same."""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    run = Run(capsys, "play", "nardeon", "--seed", "1")
    assert run.lines[0] == "no terminal on standard input: racer plays white"
    assert "wins: " in run.out


def test_a_house_rule_is_played(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A table file with a parent, an option and a stack limit."""
    file = tmp_path / "t.yaml"
    file.write_text("raceboard: 1\nname: t\nextends: casual\nhouse: {max_stack: 5}\nrules: {must.max_dice: false}\n")
    assert Run(capsys, "play", str(file), "--white", "racer", "--black", "random", "--seed", "2").status == 0


def test_replay_finds_nothing_wrong_with_a_clean_record(capsys: pytest.CaptureFixture[str]) -> None:
    """A real match, every play legal."""
    run = Run(capsys, "replay", str(RECORDS / "gnubg_converted" / "g0001.mat"), "--games")
    assert run.status == 0
    assert "illegal plays 0" in run.lines[0]
    assert run.lines[1].startswith("  game 1: ")


def test_replay_reports_illegal_plays_and_exits_with_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Game, ply, line, roll, what was played, and legal plays; two files are summed up."""
    folder = RECORDS / "gammonview_samples" / "mat"
    run = Run(capsys, "replay", *(str(folder / name) for name in ("hQ8sVn2LbTdF4wRm.mat", "5nqfGw9bWG3deTaU.mat")))
    assert run.status == 1
    assert (
        "  game 2, ply 36, line 71: white 65: 14/8 15/10 6/8 [play.not-legal]: not a legal play; 11 legal: " in run.out
    )
    assert "illegal plays 4" in run.lines[-1]


def test_a_file_that_cannot_be_read_hides_no_other(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The reports of the others are there, and the status says that something is missing."""
    run = Run(capsys, "replay", str(tmp_path / "nowhere.mat"), str(RECORDS / "gnubg_converted" / "g0001.mat"))
    assert run.status == 2
    assert "illegal plays 0" in run.lines[0]
    assert "nowhere.mat: cannot be read" in run.err


def test_a_record_that_is_not_checked_throughout_is_not_clean(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A cell that cannot be understood is reported, and the status is not 0."""
    file = tmp_path / "odd.mat"
    file.write_text(
        "1 point match\n\n Game 1\n A : 0                          B : 0\n  1) 31: 8/5 6/5    31: foo bar\n"
    )
    run = Run(capsys, "replay", str(file))
    assert run.status == 1
    assert "foo bar" in run.out


@pytest.mark.parametrize("command", ["", "check", "perft", "play", "plays", "replay", "rulesets", "show", "variants"])
def test_every_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    """The help of a command says what to type."""
    run = Run(capsys, *([command] if command else []), "--help")
    assert run.status == 0
    assert "Example" in run.out
    assert "raceboard " in run.out


BAD = {
    "unknown-command": (("fly",), "No such command 'fly'"),
    "unknown-option": (("plays", "--fly"), "No such option"),
    "no-variant": (("plays", "--roll", "3-1"), "--variant NAME or --ruleset NAME"),
    "misspelt-variant": (("plays", "--variant", "backgamon", "--roll", "3-1"), "did you mean backgammon?"),
    "no-roll": (("plays", "--variant", "backgammon"), "Missing option '--roll'"),
    "odd-roll": (("plays", "--variant", "backgammon", "--roll", "x"), "for example 3-1"),
    "impossible-roll": (("plays", "--variant", "backgammon", "--roll", "7-1"), "7-1 cannot be thrown"),
    "odd-position": (("plays", "--variant", "backgammon", "--roll", "3-1", "--position", "24x2 / 1:1"), "index:count"),
    "one-group": (("plays", "--variant", "backgammon", "--roll", "3-1", "--position", "24:15"), "2 groups"),
    "few-checkers": (("plays", "--variant", "backgammon", "--roll", "3-1", "--position", "6:1 / 6:1"), "add off:14"),
    "no-seat": (("plays", "--variant", "backgammon", "--roll", "3-1", "--side", "red"), "its seats are white, black"),
    "no-choice": (("plays", "--variant", "backgammon", "--roll", "3-1", "--choice", "x"), "leave --choice out"),
    "no-depth": (("perft", "--variant", "backgammon", "--depth", "0"), "0"),
    "opening-position": (
        ("perft", "--variant", "backgammon", "--depth", "1", "--opening", "--position", START),
        "leave --position out",
    ),
    "no-table": (("play", "nardy-onlin"), "did you mean nardy-online?"),
    "a-table-as-a-variant": (("rules", "usbgf-match"), "is a ruleset: name the variant that it plays, backgammon"),
    "two-tables": (("play", "usbgf-match", "money"), "unexpected extra argument (money); see: raceboard play --help"),
    "no-file": (("play", "nowhere.yaml"), "nowhere.yaml: error[unreadable]"),
    "no-bot": (("play", "nardeon", "--white", "deep"), "known: racer, random"),
    "length-outside-a-match": (("play", "nardeon", "--length", "3"), "which has no length; leave length out"),
    "forbidden-length": (("play", "points-match-no-cube", "--length", "4"), "4 is no length of this match"),
    "no-record": (("replay", "nowhere.mat"), "nowhere.mat: cannot be read"),
    "no-match": (("replay", __file__), "test_cli.py:"),
    "json-person": (("play", "nardeon", "--white", "person", "--json"), "name a bot for each seat"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_exits_with_two_and_says_what_to_do(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """A clear line on standard error, nothing on standard output, never a traceback."""
    arguments, said = BAD[name]
    run = Run(capsys, *arguments)
    assert run.status == 2
    assert said in run.err
    assert run.out == ""
    assert "Traceback" not in run.err


def test_all_mistakes_of_a_table_are_told_with_their_places(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """File, line and column, then the hint."""
    file = tmp_path / "club.yaml"
    file.write_text(
        "raceboard: 1\nname: club\nextends: casual\nrules:\n  must.max_dise: true\nforfeit:\n  inactivity_s: 5m\n"
    )
    run = Run(capsys, "play", str(file))
    assert run.status == 2
    assert f"{file}:5:3: error[unknown-key]: rules.must.max_dise" in run.err
    assert f"{file}:7:17: error[type]: forfeit.inactivity_s" in run.err
    assert "did you mean must.max_dice?" in run.err


# ---------------------------------------------------------------------- a person at a terminal


def at_a_terminal(arguments: Sequence[str], answers: Sequence[str]) -> str:
    """What a command shows at a pseudo-terminal when somebody answers its prompts in turn."""
    pty = pytest.importorskip("pty")
    child, terminal = pty.fork()
    if child == 0:
        code = "import sys; from raceboard.cli.main import main; sys.exit(main())"
        os.execv(sys.executable, [sys.executable, "-c", code, *arguments])
    shown, waiting = b"", list(answers)
    while select.select([terminal], [], [], 60)[0]:
        try:
            read = os.read(terminal, 65536)
        except OSError:  # the other side is closed
            break
        shown += read
        if waiting and shown.rstrip().endswith((b">", b"Enter")) and read:
            os.write(terminal, waiting.pop(0).encode() + b"\n")
    os.waitpid(child, 0)
    os.close(terminal)
    return shown.decode()


def test_a_person_plays_takes_back_and_leaves() -> None:
    """Board, legal plays, single steps, undo, a confirmed play; leaving loses where the table says so."""
    answers = [
        "help",
        "24/20",
        "undo",
        "nonsense",
        "24/20 20/16",
        "board",
        "undo all",
        "1",
        "ok",
        "plays",
        "QUIT",
        "quit",
    ]
    shown = at_a_terminal(["play", "nardy-online", "--seed", "3"], answers)
    assert "12  11  10   9   8   7    6   5   4   3   2   1" in shown
    assert "undo            take the last step back" in shown
    assert "white 4-4-4-4 [24/20]> " in shown
    assert "'nonsense' is no move; a play looks like '8/5 6/5'" in shown
    assert "white 4-4-4-4 [24/16]> " in shown
    assert "white 4-4-4-4 [24/16(2)] Enter to confirm> " in shown
    assert "   2  white   4-4  24/16(2)" in shown
    assert "white forfeits (left)" in shown
    assert "black wins: oyn, 1 point (left)" in shown


def test_a_person_may_count_as_the_board_is_labelled() -> None:
    """With own numbering the head of Long Nardy is 1, typed as it stands on the board."""
    shown = at_a_terminal(
        ["play", "nardy-online", "--seed", "3", "--numbering", "own"], ["1/9 1/9", "ok", "quit", "quit"]
    )
    assert "   2  white   4-4  24/16(2)" in shown


def test_a_person_doubles_answers_and_resigns() -> None:
    """At the cube the words are those that the prompt offers; a resignation is offered at a level."""
    answers = ["what", "double", "1", "ok", "resign gammon", "resign"]
    shown = at_a_terminal(["play", "money", "--seed", "6", "--black", "racer"], answers)
    assert "white: throw, double, resign> " in shown
    assert "bar │                        │  │ 1 │" in shown
    assert "'what' is not on offer" in shown
    assert "white doubles to 2" in shown
    assert "black takes, cube 2 with black" in shown


def test_a_resignation_is_told_with_the_points_that_count() -> None:
    """A mars that counts as an oyn is not told as two points."""
    shown = at_a_terminal(["play", "nardy-online", "--seed", "3"], ["resign", "no", "resign", "resign"])
    assert shown.count("resigning now gives black 1 point; resign again to give the game up") == 2
    assert "black wins: mars, 1 point (resigned)" in shown
    assert "1 point for black, score 0-1" in shown
    assert "2 points" not in shown


def test_leaving_where_it_costs_nothing_ends_without_a_result() -> None:
    """`forfeit.on_leave: none`: the game stays unfinished."""
    shown = at_a_terminal(["play", "nardeon", "--seed", "3"], ["quit"])
    assert "you have left; the game stays unfinished" in shown
    assert "wins" not in shown


def test_the_terminal_does_not_wait_longer_than_the_table(tmp_path: Path) -> None:
    """Who walks away loses after `forfeit.inactivity_s`, without a key pressed."""
    file = tmp_path / "fast.yaml"
    file.write_text("raceboard: 1\nname: fast\nextends: nardy-online\nforfeit: {inactivity_s: 1}\n")
    shown = at_a_terminal(["play", str(file), "--seed", "3"], [])
    assert "white forfeits (inactivity)" in shown


def test_waiting_too_long_loses(capsys: pytest.CaptureFixture[str]) -> None:
    """The terminal is the host here and times `forfeit.inactivity_s`; the answer that comes too late does not count."""
    spec = Registry.load().variant("narde")
    game = Game.resume(spec, spec.start, 0, roll=Roll(6, 5))

    def slow(prompt: str, patience_s: int | None) -> str:
        time.sleep(0.02)
        return "1"

    with pytest.raises(GaveUpError) as caught:
        Person(patience_s=0, read=slow).play(game)
    assert (caught.value.side, caught.value.reason) == (0, "inactivity")
    assert "24/13" in capsys.readouterr().out
