"""The doors of the conformance kit: command, pytest plugin, functions, case files, and what it leaves alone."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import cast

import attrs
import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from broken_variants import BROKEN, HONEST
from raceboard import variant_file
from raceboard.cli.main import main
from raceboard.game import Game
from raceboard.move import Step
from raceboard.position import Position
from raceboard.program import TurnContext
from raceboard.registry import Registry
from raceboard.side import Side
from raceboard.spec import Hooks, Kind, Option, OptionValue, VariantSpec
from raceboard.testing import conform, held, holds, read_cases
from raceboard.testing.ablation import ablations
from raceboard.testing.conformance import CHECKS, run_check
from raceboard.testing.counts import read_perft
from raceboard.testing.games import games, sessions
from raceboard.testing.golden import differences, write_golden
from raceboard.testing.report import TWO_ANSWERS, Findings
from raceboard.testing.strategies import throws
from raceboard.testing.subject import Published, Subject
from raceboard.testing.walking import follow, walk

REGISTRY = Registry.load()
HYPER = REGISTRY.variant("hypergammon")
TESTS = Path(__file__).parent


# -- The command -------------------------------------------------------------------------------------------------------


def test_the_command_prints_a_line_for_each_check(capsys: pytest.CaptureFixture[str]) -> None:
    """And the level that holds; the exit status is 0."""
    assert main(["conform", "hyper", "--level", "1", "--examples", "5", "--data", str(TESTS)]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [["ok", check.name] for check in CHECKS if check.level <= 1]
    assert last == "hypergammon conforms: level 1"


def test_the_command_shows_what_is_missing_and_stops(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 1, with a test that can be pasted; checks of levels above are not run."""
    assert main(["conform", "hypergammon", "--examples", "2", "--data", str(tmp_path), "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    failed = {check["check"]: check["failures"][0] for check in said["checks"] if check["status"] == "failed"}
    assert said["ok"] is False
    assert {check["level"] for check in said["checks"]} >= {0, 1}
    assert all("def test_hypergammon_" in failure["test"] for failure in failed.values())


def test_a_variant_file_is_examined_and_named_in_pasted_tests(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By its path; here two sides that have passed each other, so that the bar is never used."""
    file, data = tmp_path / "past.yaml", tmp_path / "data"
    data.mkdir()
    file.write_text("raceboard: 1\nvariant: past\nparent: hypergammon\nsetup: {6: 2, 12: 1}\n", encoding="utf-8")
    assert main(["conform", str(file), "--level", "1", "--examples", "2", "--data", str(data)]) == 1
    said = capsys.readouterr().out
    assert "in 15 games nobody has entered from the reserve bar; take it out (entry: []), or give a case" in said
    (line,) = [line for line in said.splitlines() if line.startswith("FAILED") and "rules.coverage" in line]
    assert "a witness for each" not in line
    assert f'spec = Registry.load().variant("{file}")' in said


def test_without_a_folder_a_witness_that_is_not_found_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A case could be the witness, and nobody has said where cases are; the verdict counts what was not told."""
    spec = REGISTRY.variant("long-nardy")
    without = conform(spec, level=1, examples=2)
    assert without.ok
    skipped = {result.check: result.findings.skipped for result in without.skipped}
    assert {"rules.coverage", "rules.options"} & skipped.keys()
    assert all("no folder with the author's files is given" in why for why in skipped.values())
    monkeypatch.chdir(tmp_path)
    assert main(["conform", "long-nardy", "--level", "1", "--examples", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("skipped; give --data")


def test_the_command_writes_what_is_missing_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The golden game and the counts hold at once, and are not written again."""
    arguments = ["conform", "hypergammon", "--level", "0", "--examples", "2", "--data", str(tmp_path), "--write"]
    assert main(arguments) == 0
    golden, counts = tmp_path / "golden" / "hypergammon.jsonl", tmp_path / "perft" / "hypergammon.perft"
    assert capsys.readouterr().err == f"written: {golden}\nwritten: {counts}\n"
    assert list(differences(HYPER, golden)) == []
    (start, opening) = read_perft(HYPER, counts)
    assert dict(start.figures) == {1: 195, 2: 38017}
    assert opening.game == Game.start(HYPER)
    before = golden.stat().st_mtime_ns
    assert main(arguments) == 0
    assert golden.stat().st_mtime_ns == before
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fevgga"], "did you mean fevga?"),
        (["hyper", "--data", "no-such-folder"], "--data no-such-folder is no folder"),
        (["hyper", "--write"], "--write needs --data"),
    ],
)
def test_bad_arguments_are_refused(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With exit status 2 and a remedy."""
    assert main(["conform", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_without_a_folder_what_rests_on_files_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An installed variant can be examined by anybody, files or not."""
    monkeypatch.chdir(tmp_path)
    assert main(["conform", "hypergammon", "--examples", "20"]) == 0
    lines = capsys.readouterr().out.splitlines()
    skipped = {line.split()[1] for line in lines if line.startswith("skipped")}
    assert skipped == {"rules.cases", "published.golden", "published.perft"}
    assert lines[-1] == "hypergammon conforms: level 3, but 3 checks were skipped; give --data"
    assert main(["conform", "hypergammon", "--examples", "2", "--level", "0", "--lang", "de"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "hypergammon hält Stufe 0 ein"


def test_the_example_of_a_variant_file_conforms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The one at the top of its module, which takes the bar out that nobody needs."""
    text = (variant_file.__doc__ or "").split("\n\n")[1]
    file = tmp_path / "my-game.yaml"
    file.write_text(textwrap.dedent(text), encoding="utf-8")
    assert main(["conform", str(file), "--level", "1", "--examples", "5"]) == 0
    assert "my-game conforms: level 1" in capsys.readouterr().out


# -- The pytest plugin -------------------------------------------------------------------------------------------------


def _pytest(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_plugin_adds_a_test_for_each_check(tmp_path: Path) -> None:
    """In a folder without any other test; `-k` picks among them."""
    done = _pytest(tmp_path, "--raceboard-variant", "hyper", "--raceboard-examples", "2", "-k", "playable", "-v")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" PASSED") == 3
    assert "raceboard::hyper::playable.start PASSED" in done.stdout
    assert f"{len(CHECKS) - 3} deselected" in done.stdout


def test_a_failing_check_prints_a_test_to_paste(tmp_path: Path) -> None:
    """The author's folder is `tests`, and it has no golden game."""
    (tmp_path / "tests").mkdir()
    done = _pytest(tmp_path, "--raceboard-variant", "hyper", "--raceboard-examples", "2", "-k", "golden or sources")
    assert done.returncode == 1
    assert "def test_hypergammon_published_golden() -> None:" in done.stdout
    assert "1 failed, 1 passed" in done.stdout


def test_an_unknown_variant_is_a_usage_error(tmp_path: Path) -> None:
    """With a suggestion."""
    done = _pytest(tmp_path, "--raceboard-variant", "hypergamon")
    assert done.returncode == 4
    assert "did you mean hypergammon?" in done.stderr


def test_the_plugin_needs_hypothesis_only_when_it_is_used(tmp_path: Path) -> None:
    """Without it pytest runs as ever; the option says what to install."""
    (tmp_path / "test_one.py").write_text(
        "import sys\n\ndef test_one():\n    assert 'hypothesis' not in sys.modules\n", encoding="utf-8"
    )
    (tmp_path / "conftest.py").write_text(
        "import importlib.util, sys\n"
        "assert 'hypothesis' not in sys.modules\n"
        "found = importlib.util.find_spec\n"
        "import raceboard.testing.plugin as plugin\n"
        "plugin.find_spec = lambda name: None if name == 'hypothesis' else found(name)\n",
        encoding="utf-8",
    )
    block = ["-p", "no:hypothesispytest"]
    assert _pytest(tmp_path, *block).returncode == 0
    done = _pytest(tmp_path, *block, "--raceboard-variant", "hyper")
    assert done.returncode == 4
    assert "install raceboard[conform]" in done.stderr


# -- Functions ---------------------------------------------------------------------------------------------------------


def test_the_same_arguments_give_the_same_report() -> None:
    """Times aside; another seed looks at other situations."""

    def told(seed: int) -> list[tuple[str, tuple[str, ...]]]:
        report = conform(HONEST, level=0, examples=5, seed=seed)
        return [(result.check, result.findings.notes) for result in report.results]

    assert told(3) == told(3)
    assert told(3) != told(4)


def test_a_check_by_name_raises_what_it_finds() -> None:
    """A pasted test calls it so."""
    with pytest.raises(AssertionError, match="title is empty"):
        holds("published.docs", attrs.evolve(HONEST, title=""))


def test_every_check_says_what_it_promises() -> None:
    """In a sentence; names are unlike and say the level's family."""
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    assert [check.level for check in CHECKS] == sorted(check.level for check in CHECKS)
    families = {0: "playable", 1: "rules", 2: "host", 3: "published"}
    assert all(check.name.startswith(f"{families[check.level]}.") for check in CHECKS)
    assert all(check.doc.endswith(".") for check in CHECKS)


@settings(max_examples=25)
@given(data=st.data())
@pytest.mark.parametrize("name", ["long-nardy", "american-acey-deucey", "gul-bara", "ludo"])
def test_games_can_be_drawn_at_any_point(name: str, data: st.DataObject) -> None:
    """Checkers are all there, and the game is over or waits for somebody."""
    game = data.draw(games(REGISTRY.variant(name), 12))
    assert tuple(map(sum, map(game.position.counts, range(game.spec.players)))) == game.spec.checkers
    assert game.is_over != bool(game.awaited())


def test_sessions_can_be_drawn_with_the_cube_turned() -> None:
    """Offers and answers are among the actions."""
    rules = REGISTRY.ruleset("money")
    taken = find(sessions(rules), lambda session: session.cube is not None and session.cube.value > 1)
    assert taken.cube is not None
    assert taken.cube.owner is not None


@settings(max_examples=50)
@given(data=st.data())
@pytest.mark.parametrize("name", ["backgammon", "plakoto", "ludo"])
def test_throws_ask_no_hook(name: str, data: st.DataObject) -> None:
    """They are drawn for a variant whose hooks all raise."""

    def raises(*arguments: object) -> None:
        raise ZeroDivisionError

    spec = REGISTRY.variant(name)
    hooks = attrs.evolve(spec.hooks, allow_step=raises, judge=raises, expand_roll=raises)
    position, side, roll, _ = data.draw(throws(attrs.evolve(spec, hooks=hooks)))
    assert position.layout == spec.layout
    assert side in range(spec.players)
    assert roll in spec.dice.rolls


def test_a_script_leads_to_the_same_game() -> None:
    """What bots have done can be told and done again, choices included."""
    for name in ("american-acey-deucey", "hypergammon"):
        spec = REGISTRY.variant(name)
        played = walk(spec, 2)
        assert played.error is None
        assert follow(Game.start(spec), json.loads(json.dumps(played.script))) == played.states[-1]
    with pytest.raises(ValueError, match="'jump' with 3 is no action of a script"):
        follow(Game.start(HYPER), [("jump", 3)])


def test_a_variant_without_a_declared_rule_is_another() -> None:
    """Each ablation changes one group only."""
    spec = REGISTRY.variant("long-nardy")
    found = dict(ablations(spec))
    assert {"departure.limits[0]", "departure.limits[0].release", "formation[0]", "finish.levels[1]"} <= found.keys()
    assert found["departure.limits[0].release"].departure.limits[0].most == 1
    for place, other in found.items():
        group = place.partition(".")[0].partition("[")[0]
        assert attrs.evolve(other, **{group: getattr(spec, group)}) == spec


# -- Single checks -----------------------------------------------------------------------------------------------------


def _checked(subject: Subject, name: str) -> Findings:
    return run_check(subject, {check.name: check for check in CHECKS}[name]).findings


def test_seats_with_different_numbers_of_checkers_are_not_compared() -> None:
    """And that is said."""
    uneven = attrs.evolve(HONEST, setup=({12: 2, 8: 2, 4: 1}, {12: 1, 8: 2, 4: 1}))
    found = _checked(Subject(uneven), "rules.symmetry")
    assert found == Findings(notes=("the seats have different numbers of checkers, so nothing is claimed",))


def _shut(
    spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /, point: int = 0
) -> str | None:
    return "departure.shut" if step.source == point and step.die == 1 else None


def _with_shut(spec: VariantSpec, value: OptionValue) -> VariantSpec:
    assert isinstance(value, int)
    return attrs.evolve(spec, hooks=attrs.evolve(spec.hooks, allow_step=partial(_shut, point=value)))


def test_a_hook_may_be_a_partial_call() -> None:
    """Another of the same function with the same arguments is the same hook; with another argument it is not."""
    option = Option("shut.point", Kind(whole=(4, 6)), 5, "The shut point.", "made up", _with_shut)
    spec = attrs.evolve(_with_shut(HONEST, 5), options=(option,))
    assert _checked(Subject(spec, examples=5), "rules.options") == Findings(notes=("1 option",))
    (failure,) = _checked(Subject(_with_shut(spec, 6), examples=5), "rules.options").failures
    assert failure.what == "option shut.point: its default 5 is not what the variant does"


def test_a_winner_who_is_last_by_the_finish_is_right() -> None:
    """The judge and the finish agree that the side that is off has lost."""
    broken = BROKEN["wrong-winner"].spec
    assert _checked(Subject(broken), "rules.outcomes").failures
    misere = attrs.evolve(broken, finish=attrs.evolve(broken.finish, winner="last"))
    assert not _checked(Subject(misere), "rules.outcomes").failures


def test_more_games_are_played_before_a_reserve_is_unused() -> None:
    """The first have not used it, one of the next ones does."""
    subject = Subject(HYPER, examples=5)
    subject.__dict__["walks"] = (walk(HYPER, 0, cap=2),)
    found = _checked(subject, "rules.coverage")
    assert not found.failures
    assert "reserve" not in found.skipped


def test_a_case_can_show_that_a_reserve_is_used(tmp_path: Path) -> None:
    """Where no game comes so far."""
    past = attrs.evolve(HYPER, name="cases", setup={6: 2, 12: 1})
    (failure,) = [
        one
        for one in _checked(
            Subject(past, published=Published.found(tmp_path, "cases"), examples=5), "rules.coverage"
        ).failures
        if "reserve" in one.what
    ]
    assert "give a case in which a checker can enter from it" in failure.what
    _file(tmp_path, position='"bar:1 off:2 / 1:3"', results="", legal='["bar/22"]')
    used = Subject(past, published=Published.found(tmp_path, "cases"), examples=5)
    assert not [one for one in _checked(used, "rules.coverage").failures if "reserve" in one.what]


_ASKED: list[int] = []


def _every_fiftieth(
    spec: VariantSpec, position: Position, side: Side, step: Step, context: TurnContext, /
) -> str | None:
    """Refuses by how often it was asked."""
    _ASKED.append(1)
    return "departure.luck" if context.own_turn == 2 and len(_ASKED) % 50 == 0 else None


def test_a_hook_that_remembers_is_told_in_words() -> None:
    """By each check that asks the same twice."""
    spec = attrs.evolve(HONEST, hooks=Hooks(allow_step=_every_fiftieth))
    names = ("rules.replay", "rules.same-plays", "rules.obligation", "rules.refusals")
    found = [failure.what for name in names for failure in _checked(Subject(spec), name).failures]
    assert [what for what in found if TWO_ANSWERS in what]
    assert not [what for what in found if "Flaky" in what or "StopIteration" in what or "falsified" in what]


def test_what_fails_while_it_is_drawn_is_pasted_with_how_it_is_drawn() -> None:
    """The test fails with the fault, and holds without it."""

    def raises(*arguments: object) -> None:
        raise ZeroDivisionError

    spec = attrs.evolve(HONEST, hooks=Hooks(expand_roll=raises))
    (failure,) = _checked(Subject(spec, "spec = SPEC", examples=5), "rules.conserved").failures
    for one, expected in ((spec, pytest.raises(AssertionError, match=failure.what)), (HONEST, nullcontext())):
        scope: dict[str, object] = {"SPEC": one}
        exec(failure.test, scope)
        test = cast("Callable[[], None]", scope["test_honest_checkers_are_conserved"])
        with expected:
            test()


# -- Cases -------------------------------------------------------------------------------------------------------------

_CASE: Mapping[str, str] = {
    "id": "C1",
    "why": "It is so.",
    "source": "here",
    "position": '"1:1 off:2 / 23:3"',
    "roll": "2-1",
    "results": '["off:3 / 23:3"]',
}


def _file(folder: Path, **changes: str) -> Path:
    said = {key: value for key, value in {**_CASE, **changes}.items() if value}
    file = folder / "cases.yaml"
    file.write_text("- {" + ", ".join(f"{key}: {value}" for key, value in said.items()) + "}\n", encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"source": ""}, "C1: source is missing"),
        ({"results": ""}, "C1: it expects nothing"),
        ({"roll": ""}, "C1: without a roll only `ends` can be asked"),
        ({"rolls": "2-1"}, r"unknown key 'rolls'; did you mean roll\?"),
        ({"turn": "{turn: 1}"}, "C1: turn: unknown key 'turn'"),
        ({"turn": "[1]"}, r"cases.yaml: C1: turn is \[1\]; it is a mapping of hits, own_turn, "),
        ({"turn": "{own_turn: one}"}, "C1: turn: own_turn is 'one'; it is a whole number"),
        ({"turn": "{taken: [1]}"}, r"C1: turn: taken is \[1\]; it is a mapping of regions"),
        ({"rules": "[1]"}, r"C1: rules is \[1\]; it is a mapping of options"),
        ({"position": "24:15"}, "C1: position is 1455; it is a text, in quotes"),
        ({"results": "[1]"}, r"C1: results is \[1\]; it is a text, or a list of texts"),
        ({"refused": "[1]"}, r"C1: refused is \[1\]; it is a mapping of plays"),
        ({"stages": "[6, 5]"}, "C1: stages is .*; it is a list with the dice of each stage"),
        ({"seats": "0"}, "C1: seats is 0; it is a list of whole numbers"),
        ({"stage": "0"}, "C1: stage is 0; it is a whole number from 1 up"),
        ({"count": "true"}, "C1: count is True; it is a whole number"),
        ({"again": "1"}, "C1: again is 1; it is true or false"),
        ({"ends": "white"}, "C1: ends is 'white'; it is a mapping"),
        ({"outcome": "{winner: white}"}, "C1: outcome: winner is 'white'; it is me, opponent or draw"),
        ({"outcome": "{wins: me}"}, "C1: outcome: unknown key 'wins'"),
    ],
)
def test_a_case_that_says_too_little_or_too_much_is_refused(changes: dict[str, str], said: str, tmp_path: Path) -> None:
    """With its place."""
    with pytest.raises(ValueError, match=said):
        read_cases(_file(tmp_path, **changes))


def _held(folder: Path, changes: Mapping[str, str]) -> None:
    (case,) = read_cases(_file(folder, **changes))
    held(HYPER, case)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"results": "", "count": "1"},
        {"results": "", "stages": "[[2, 1]]"},
        {"results": "", "plays": '["1/off"]'},
        {"results": "", "legal": '["1/off"]'},
        {"results": "", "contains": '["off:3 / 23:3"]'},
        {"results": "", "lacks": '["1:1 off:2 / 23:3"]'},
        {"results": "", "refused": '{"pass": obligation.must-play}'},
        {"results": "", "refused": '{"24 by 2": step.no-checker}'},
        {"play": '"1/off"', "next": "over", "outcome": "{winner: me, level: backgammon, points: 3}"},
        {"play": '"1/off"', "after": '"off:3 / 23:3"'},
        {
            "position": '"9:1 off:2 / 23:3"',
            "results": "",
            "play": '["9/6", opponent roll 6-5]',
            "next": "opponent",
        },
    ],
)
def test_what_holds_is_held(changes: dict[str, str], tmp_path: Path) -> None:
    """Each thing that a case may expect, from both seats."""
    _held(tmp_path, changes)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"results": '["1:1 off:2 / 23:3"]'}, "results: not expected: .*; missing: "),
        ({"results": "", "count": "2"}, "count should be 2, but is 1"),
        ({"results": "", "stages": "[[1, 2]]"}, "stages should be"),
        ({"results": "", "choices": "[a]"}, "choices should be"),
        ({"position": '"24:1 off:2 / 23:3"', "results": "", "plays": '["24/21"]', "roll": "1-1"}, "is refused"),
        ({"results": "", "legal": '["pass"]'}, "legal: pass is refused: "),
        ({"results": "", "contains": '["1:1 off:2 / 23:3"]'}, "contains: missing"),
        ({"results": "", "lacks": '["off:3 / 23:3"]'}, "lacks: not expected"),
        ({"results": "", "refused": '{"1/off": bear-off.exact}'}, "should be refused by bear-off.exact, but nothing"),
        ({"results": "", "refused": '{"pass": bear-off.exact}'}, "but obligation.must-play does"),
        ({"play": '"1/off"', "next": "opponent"}, "next should be 'opponent', but is 'over'"),
        ({"play": '"1/off"', "outcome": "{level: single}"}, "outcome should be"),
        ({"play": '"1/off"', "again": "true"}, "again should be True"),
        ({"stage": "3"}, "there is no stage 3, but 1 in all"),
        ({"roll": "", "results": "", "ends": "{winner: me}"}, "ends should be"),
        (
            {"position": '"24:1 off:2 / 23:3"', "results": "", "play": '["24/21", me roll 2-1]', "next": "me"},
            "is on roll",
        ),
    ],
)
def test_what_does_not_hold_is_told(changes: dict[str, str], said: str, tmp_path: Path) -> None:
    """With the place of the case and its reason."""
    with pytest.raises(AssertionError, match=said) as raised:
        _held(tmp_path, changes)
    assert "cases.yaml: C1 (It is so.), seat 0" in str(raised.value)


def test_a_case_from_a_seat_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """With the seats that there are."""
    with pytest.raises(ValueError, match=r"C1: seats are \[2\]; hypergammon has those from 0 to 1"):
        _held(tmp_path, {"seats": "[2]"})


# -- Golden games ------------------------------------------------------------------------------------------------------


def test_a_golden_game_that_was_changed_is_told_with_its_line(tmp_path: Path) -> None:
    """A play, the end, the seed, or no golden game at all."""
    file = tmp_path / "hypergammon.jsonl"
    write_golden(HYPER, file)
    lines = file.read_text(encoding="utf-8").splitlines()
    number, play = next((place, line) for place, line in enumerate(lines) if '"play"' in line)

    def differs(place: int, line: str) -> str:
        changed = [*lines[:place], line, *lines[place + 1 :]] if place >= 0 else [*lines[:-1], line]
        file.write_text("\n".join(changed) + "\n", encoding="utf-8")
        (difference,) = differences(HYPER, file)
        return difference

    assert f"hypergammon.jsonl:{number + 1}: " in differs(number, play.replace('"play", [[', '"play", [[9'))
    assert f":{number + 1}: " in differs(number, play[:-4] + 'x"]')
    assert differs(-1, '{"ends": "goes on", "after": ""}').startswith(f"{file}:{len(lines)}: ")
    assert "seed 1 gives another game now" in differs(0, lines[0].replace('"seed": 0', '"seed": 1'))
    assert "no golden game of hypergammon" in differs(0, lines[0].replace("hyper", "nack"))
    assert "is no golden game: " in differs(0, "{")


def test_a_walk_ends_with_the_game_or_is_capped() -> None:
    """A state more than there are actions."""
    played = walk(HYPER, 9)
    assert played.states[-1].is_over
    assert not played.is_capped
    assert len(played.states) == len(played.script) + 1
    assert walk(HYPER, 9, cap=3).is_capped
