"""The example host: server and clients as processes on the loopback interface, killed and started again."""

from __future__ import annotations

import importlib
import json
import re
import runpy
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue
from typing import Any, TypeAlias

import pytest
from attrs import define, field

from raceboard import Game, OpeningRolled, Registry
from raceboard.journal import Replayed, read
from raceboard.messages import speaking, text

EXAMPLES = Path(__file__).parents[1] / "examples"
HOST = EXAMPLES / "host"
PATIENCE_S = 30

Said: TypeAlias = dict[str, Any]

MATCH = f"""
ruleset = "{(HOST / "house-match.yaml").as_posix()}"
length = 1
seed = 3
"""
CONFIG = f"""
[tables.match]{MATCH}
[tables.club]{MATCH}

[tables.nardy]
ruleset = "nardy-online"
seats = ["client", "client"]
seed = 7

[tables.bot]
ruleset = "nardy-online"
seats = ["client", "racer"]
autocomplete = "forced"
seed = 5

[tables.fast]
ruleset = "fast.yaml"
seats = ["client", "racer"]
seed = 5
"""
FAST = """
raceboard: 1
name: fast
extends: nardy-online
forfeit: {inactivity_s: 1}
"""


@define
class Process:
    """A process of ours: what it prints, line by line, and what it is told."""

    popen: subprocess.Popen[str]
    lines: Queue[str] = field(factory=Queue)

    @classmethod
    def start(cls, *arguments: object) -> Process:
        """Start a program of the example."""
        command, pipe = [sys.executable, *map(str, arguments)], subprocess.PIPE
        started = cls(subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT))
        threading.Thread(target=started._read, daemon=True).start()
        return started

    def _read(self) -> None:
        assert self.popen.stdout is not None
        for line in self.popen.stdout:
            self.lines.put(line)

    def line(self) -> str:
        """The next line."""
        try:
            return self.lines.get(timeout=PATIENCE_S)
        except Empty:
            raise AssertionError("nothing was printed any more") from None

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.popen.stdin is not None
        self.popen.stdin.write(line + "\n")
        self.popen.stdin.flush()

    def kill(self) -> None:
        """End the process at once, as a crash would."""
        self.popen.kill()
        self.close()

    def close(self) -> None:
        """End the process if it runs, and close its pipes."""
        if self.popen.poll() is None:
            self.popen.kill()
        self.popen.wait(PATIENCE_S)
        for pipe in (self.popen.stdin, self.popen.stdout):
            if pipe is not None:
                pipe.close()


@define
class Player:
    """A client of the example at a seat."""

    process: Process
    state: Said = field(factory=dict)

    def until(self, wanted: Callable[[Said], bool]) -> Said:
        """Read what comes until a message is the wanted one."""
        while True:
            message: Said = json.loads(self.process.line())
            self.state = message.get("state", self.state)
            if wanted(message):
                return message

    def sees(self, wanted: Callable[[Said], bool]) -> Said:
        """Read until a state is the wanted one."""
        self.until(lambda message: "state" in message and wanted(message["state"]))
        return self.state

    def does(self, line: str) -> Said:
        """Type a command that is done, and read the state after it."""
        number = self.state["number"]
        self.process.type(line)
        return self.sees(lambda state: bool(state["number"] > number))

    def is_refused(self, line: str) -> Said:
        """Type a command that is refused, and read why."""
        self.process.type(line)
        refused: Said = self.until(lambda message: "refused" in message)["refused"]
        return refused

    def step(self) -> Said:
        """Make the first step that is legal."""
        first = self.state["turn"]["next"][0]
        return self.does(f"step source={first['source']} die={first['die']}")


@define
class House:
    """A folder with a config file, and the processes that were started for it."""

    folder: Path
    stack: ExitStack
    server: Process | None = None
    port: int = 0

    def open(self) -> Process:
        """Start the server."""
        self.server = Process.start(HOST / "server.py", self.folder / "host.toml")
        self.stack.callback(self.server.close)
        line = self.server.line()
        assert line.startswith("listening on 127.0.0.1:"), line
        self.port = int(line.rpartition(":")[2])
        return self.server

    def seat(self, table: str, seat: str, *flags: str, key: str = "") -> Player:
        """Seat a client and read its first state."""
        arguments = (self.port, table, seat, key or f"{table}-{seat}", "--json", *flags)
        player = Player(Process.start(HOST / "client.py", *arguments))
        self.stack.callback(player.process.close)
        return player

    def record(self, table: str) -> Replayed:
        """The record of a table, replayed."""
        registry = Registry.load()
        files = {"house-match": HOST / "house-match.yaml", "fast": self.folder / "fast.yaml"}
        return read(self.folder / "records" / f"{table}.jsonl", _Library(registry, files))


@define
class _Library:
    """The shipped rulesets and those of files."""

    registry: Registry
    files: Mapping[str, Path]

    def ruleset(self, name: str, /) -> Any:  # noqa: ANN401  # what the registry gives
        """A ruleset by name."""
        return self.registry.ruleset(self.files.get(name, name))


@contextmanager
def _house(folder: Path) -> Iterator[House]:
    (folder / "host.toml").write_text(CONFIG, encoding="utf-8")
    (folder / "fast.yaml").write_text(FAST, encoding="utf-8")
    with ExitStack() as stack:
        yield House(folder, stack)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that stays open; each test has a table of its own."""
    with _house(tmp_path_factory.mktemp("house")) as opened:
        opened.open()
        yield opened


def _on_turn(players: Mapping[str, Player]) -> Player:
    """Who is to act, once everybody has seen the same state."""
    newest = max(player.state["number"] for player in players.values())
    for player in players.values():
        if player.state["number"] < newest:
            player.sees(lambda state: bool(state["number"] >= newest))
    return players[next(iter(players.values())).state["to_act"]]


def _seated(house: House, table: str) -> dict[str, Player]:
    """Two clients at a table, past the opening roll."""
    players = {seat: house.seat(table, seat) for seat in ("white", "black")}
    for player in players.values():
        player.sees(lambda state: state["turn"] is not None)
    return players


def _half_a_turn(players: Mapping[str, Player]) -> Player:
    """Let whoever is to act make a step, take it back, and make one again; everybody sees it."""
    mover = _on_turn(players)
    mover.step()
    mover.does("undo")
    mover.step()
    for player in players.values():
        player.sees(lambda state: bool(state["number"] == mover.state["number"])) if player is not mover else None
    assert mover.state["turn"]["completeness"] == "not_yet"
    return mover


def _to_the_end(player: Player) -> Said:
    """The last state that a client sees, which plays by itself."""
    return player.sees(lambda state: bool(state["over"]))


def test_two_games_at_once_survive_a_kill_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    """A match of backgammon and a game of Long Nardy: same draft, same number, same dice, and both are played out."""
    with _house(tmp_path) as house:
        server = house.open()
        tables = {name: _seated(house, name) for name in ("match", "nardy")}
        before = {name: _half_a_turn(players).state for name, players in tables.items()}
        assert {state["variant"] for state in before.values()} == {"backgammon", "long-nardy"}
        server.kill()
        house.open()
        for name, state in before.items():
            again = house.seat(name, state["to_act"])
            assert again.sees(lambda state: True) == state
            dice = state["turn"]["dice"]
            assert again.does("undo")["turn"]["dice"] != dice
            again.process.close()
        players = [house.seat(name, seat, "--auto") for name in before for seat in ("white", "black")]
        scores = {final["table"]: final["score"] for final in map(_to_the_end, players)}
        for name, score in scores.items():
            record = house.record(name)
            assert (record.problems, record.session.is_over) == ((), True)
            assert list(record.session.score) == score


def test_a_restart_changes_no_dice(house: House, tmp_path: Path) -> None:
    """A game that was interrupted is the one that it would have been: the seed goes on where it was."""
    _to_the_end(house.seat("bot", "white", "--auto"))
    with _house(tmp_path) as interrupted:
        server = interrupted.open()
        interrupted.seat("bot", "white", "--auto").sees(lambda state: bool(state["number"] > 60))
        server.kill()
        interrupted.open()
        _to_the_end(interrupted.seat("bot", "white", "--auto"))
    whole, cut = (folder / "records" / "bot.jsonl" for folder in (house.folder, tmp_path))
    assert whole.read_bytes() == cut.read_bytes()


def test_where_the_draft_is_older_than_the_record_the_record_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program has died between the two files: the session is the one of the record, and no number comes twice."""
    monkeypatch.syspath_prepend(str(HOST))
    module = importlib.import_module("table")
    registry = Registry.load()
    setting = module.Setting("match", registry.ruleset(HOST / "house-match.yaml"), ("client", "client"), 1, 3)
    table = module.Table.open(setting, registry, tmp_path)
    for side in range(2):
        table.sit(side, f"key {side}")
    while table.turn.next_steps:
        step = table.turn.next_steps[0]
        table.command(table.turn.side, {"do": "step", "number": table.number, "source": step.source, "die": step.die})
    older = table.notes.read_text("ascii")
    table.command(table.turn.side, {"do": "commit", "number": table.number})
    table.notes.write_text(older, "ascii")
    again = module.Table.open(setting, registry, tmp_path)
    assert again.session == table.session
    assert again.turn is None
    assert (again.keys, again.number > table.number) == (table.keys, True)
    for opened in (table, again):
        opened.journal.close()


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str | Path], Any]]:
    """Opens a table of two clients with a ruleset, in the folder of the test."""
    monkeypatch.syspath_prepend(str(HOST))
    module, registry = importlib.import_module("table"), Registry.load()
    with ExitStack() as stack:

        def open_table(ruleset: str | Path) -> Any:  # noqa: ANN401  # a class of a program, not of a module of ours
            setting = module.Setting("club", registry.ruleset(ruleset), ("client", "client"), seed=3)
            table = module.Table.open(setting, registry, tmp_path)
            stack.callback(table.journal.close)
            return table

        yield open_table


@pytest.mark.parametrize("begun", [b"", b'{"journal": 1, "version": "0.'], ids=["empty", "cut off"])
def test_a_record_without_a_whole_first_line_is_begun_anew(
    tmp_path: Path, opened: Callable[[str | Path], Any], begun: bytes
) -> None:
    """The program has died while it opened the table; it must not be kept from starting again by that."""
    record = tmp_path / "club.jsonl"
    record.write_bytes(begun)
    assert opened("money").number == 0
    assert read(record, Registry.load()).problems == ()


def test_nobody_is_to_act_before_all_seats_are_taken(tmp_path: Path, opened: Callable[[str | Path], Any]) -> None:
    """Also where the rules fix who starts: a client that plays by itself waits for the other player."""
    file = tmp_path / "fixed.yaml"
    file.write_text("raceboard: 1\nname: fixed\nextends: nardy-online\nrules: {opening.mode: fixed}\n", "utf-8")
    table = opened(file)
    table.sit(0, "key of white")
    assert (table.state()["to_act"], table.state()["awaited"]) == (None, ["players"])
    table.sit(1, "key of black")
    assert (table.state()["to_act"], table.state()["awaited"]) == ("white", ["Rolled"])


def test_a_state_names_the_redoubles_that_are_awaited(opened: Callable[[str | Path], Any]) -> None:
    """A client need not know which ones the ruleset has."""
    table = opened("money-jacoby-beavers")
    for side in range(2):
        table.sit(side, f"key {side}")
    mover = table.session.to_act
    table.command(mover, {"do": "play", "number": table.number, "text": str(table.turn.plays[0])})
    table.command(mover, {"do": "commit", "number": table.number})
    assert table.state()["awaited"] == ["Rolled", "Double"]
    table.command(1 - mover, {"do": "double", "number": table.number})
    assert table.state()["awaited"] == ["Take", "Pass", "Redouble beaver"]


@pytest.mark.parametrize("key", ["length", "seed"])
def test_a_number_of_the_config_that_is_none_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """Rather than played without."""
    monkeypatch.syspath_prepend(str(HOST))
    module = importlib.import_module("server")
    with pytest.raises(ValueError, match=f"club: {key} is '7'; give a whole number"):
        module.setting_of("club", {"ruleset": "money", key: "7"}, Registry.load(), tmp_path)


def test_stale_and_foreign_commands_are_refused(house: House) -> None:
    """Old numbers, other seats, other tables, taken seats; none of them changes anything."""
    players = _seated(house, "match")
    mover = _half_a_turn(players)
    state, mine = mover.state, mover.state["to_act"]
    (other,) = {"white", "black"} - {mine}
    old = f"number={state['number'] - 1}"
    assert mover.is_refused(f"step source=13 die=1 {old}")["rule"] == "turn.stale"
    assert mover.is_refused(f"undo {old}")["rule"] == "turn.stale"
    assert mover.is_refused(f"resign level=single {old}")["rule"] == "host.stale"
    assert mover.is_refused(f"undo seat={other}")["rule"] == "host.foreign"
    assert mover.is_refused("roll table=nardy")["rule"] == "host.foreign"
    assert mover.is_refused("roll table=nowhere")["rule"] == "host.no-table"
    assert players[other].is_refused("undo")["rule"] == "turn.not-your-turn"
    stranger = house.seat("match", mine, key="another")
    assert stranger.until(lambda message: "refused" in message)["refused"]["rule"] == "host.seat-taken"
    assert stranger.is_refused(f"undo number={state['number']}")["rule"] == "host.foreign"
    assert mover.does("undo")["number"] == state["number"] + 1


def test_refusals_carry_the_rule_its_text_and_its_source(house: House) -> None:
    """In the language of the client; what is awaited, or a play that keeps the obligation, comes with them."""
    languages = {"white": "de", "black": "ru"}
    players = {seat: house.seat("nardy", seat, "--language", spoken) for seat, spoken in languages.items()}
    for player in players.values():
        player.sees(lambda state: state["turn"] is not None)
    mover = _on_turn(players)
    refused = mover.is_refused("commit")
    assert refused["rule"].startswith("obligation.")
    assert refused["example"] in refused["text"]
    assert refused["source"]
    state = mover.step()
    assert mover.is_refused("roll")["awaited"] == [f"Played by {state['to_act']}"]
    said = {"number": state["number"], "given": 0}
    assert mover.is_refused("undo number=0")["text"] == text("turn.stale", said, languages[state["to_act"]])


def test_what_is_no_command_ends_nothing(house: House) -> None:
    """Neither unknown words nor places that the board does not have, nor values of the wrong kind."""
    players = _seated(house, "club")
    mover = _on_turn(players)
    wrong = ["fly", "step source=99 die=1", "step source=13", "step source=13 die=x", "play text=foo", "play", "sit"]
    assert {mover.is_refused(text)["rule"] for text in wrong} == {"host.bad-command"}
    assert mover.step()["to_act"] == mover.state["to_act"]


def test_a_slip_of_the_pen_does_not_end_the_client(house: House) -> None:
    """A quotation mark without its other half is told, and the next line is read, whatever its words are."""
    player = _seated(house, "club")["white"]
    assert "quotation" in player.is_refused('play text="8/5')["text"]
    assert player.is_refused("bad do=worse self=1")["rule"] == "host.bad-command"


def test_what_is_no_json_is_refused_and_a_line_without_end_is_not_read(house: House) -> None:
    """A stranger's bytes stop nobody; the connection that sends too much is closed."""
    with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE_S) as raw, raw.makefile("rb") as lines:
        for line in (b"\xff", b"[]", b"7", b"[" * 3000, b'{"do": "sit", "table": [], "seat": {}}'):
            raw.sendall(line + b"\n")
            assert json.loads(lines.readline())["refused"]["rule"] in ("host.bad-command", "host.no-table")
        raw.sendall(b"x" * 10_000)
        with suppress(ConnectionResetError):
            assert lines.readline() == b""


def test_who_does_nothing_loses_by_the_ruleset(house: House) -> None:
    """The server measures, the ruleset says what it costs; the bot does not wait."""
    player = house.seat("fast", "white")
    state = player.sees(lambda state: bool(state["over"]))
    assert state["winner"] == "black"
    assert house.record("fast").session.results[-1].how == "inactivity"


def test_a_ruleset_with_a_clock_is_refused_at_the_start(tmp_path: Path) -> None:
    """The host keeps none, and says so instead of playing without."""
    (tmp_path / "host.toml").write_text('[tables.club]\nruleset = "usbgf-match"\n', encoding="utf-8")
    server = subprocess.run(
        [sys.executable, HOST / "server.py", tmp_path / "host.toml"], capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert server.returncode == 2
    assert "usbgf-match has a clock" in server.stderr


def _refused(*arguments: object) -> str:
    """What a program of the examples says that does not start: a clear line or two, and the exit status 2."""
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


CONFIGS = {
    "no TOML": ("[tables", "host.toml: "),
    "no tables": ("port = 0", "the config file has no tables; write [tables.NAME] for each"),
    "no mapping": ("tables = 3", "the config file has no tables"),
    "no ruleset": ("[tables.club]", "club: give the ruleset, by name or as a YAML file"),
    "no file": ('[tables.club]\nruleset = "nowhere.yaml"', "nowhere.yaml: error[unreadable]"),
    "no name": ('[tables.club]\nruleset = "nowhere"', "no ruleset, variant or YAML file 'nowhere'"),
    "no bot": ('[tables.club]\nruleset = "money"\nseats = ["client", "deep"]', "no bot 'deep'; known: racer, random"),
    "no policy": (
        '[tables.club]\nruleset = "money"\nautocomplete = "x"',
        "club: autocomplete is one of none, ",
    ),
    "no port": ("port = 70000\n[tables]", "port is 70000; give a number from 0 to 65535"),
}


@pytest.mark.parametrize("name", CONFIGS)
def test_a_config_that_cannot_be_served_is_refused_in_a_line(tmp_path: Path, name: str) -> None:
    """Without a traceback, and with what is to be done."""
    config, said = CONFIGS[name]
    (tmp_path / "host.toml").write_text(config, encoding="utf-8")
    assert said in _refused(HOST / "server.py", tmp_path / "host.toml")


def test_a_server_without_a_config_says_what_to_give(tmp_path: Path) -> None:
    """No argument, or a file that is not there."""
    assert _refused(HOST / "server.py") == "server.py: give the config file: python server.py host.toml\n"
    missing = tmp_path / "nowhere.toml"
    assert _refused(HOST / "server.py", missing) == f"server.py: {missing}: No such file or directory\n"


def test_a_port_in_use_and_a_server_that_is_not_there_are_told_in_a_line(tmp_path: Path) -> None:
    """To who starts a second server, and to who starts a client too early."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        (tmp_path / "host.toml").write_text(f"port = {port}\n[tables]\n", encoding="utf-8")
        said = _refused(HOST / "server.py", tmp_path / "host.toml")
        assert said.startswith(f"server.py: port {port} cannot be opened: ")
        assert said.count("\n") == 1
    said = _refused(HOST / "client.py", port, "club", "white", "key")
    assert said.startswith(f"client.py: no server on port {port}: ")
    assert said.count("\n") == 1


def test_the_session_that_the_readme_shows_is_what_a_player_sees(tmp_path: Path) -> None:
    """Line by line; what stands behind > is typed. The last thing typed ends the client, and all is well."""
    config = (HOST / "host.toml").read_text("utf-8").replace("port = 7707", "port = 0")
    (tmp_path / "host.toml").write_text(config, encoding="utf-8")
    shutil.copy(HOST / "house-match.yaml", tmp_path)
    shown = (HOST / "README.md").read_text("utf-8").partition("## What a player types")[2]
    lines = [line[4:] for line in shown.partition("`help` lists")[0].splitlines() if line.startswith("    ")]
    assert lines[-1] == "> quit"
    with ExitStack() as stack:
        house = House(tmp_path, stack)
        house.open()
        client = Process.start(HOST / "client.py", house.port, "nardy", "white", "key")
        stack.callback(client.close)
        for line in lines:
            if line.startswith("> "):
                client.type(line[2:])
            else:
                assert client.line() == f"{line}\n"
        assert client.popen.wait(PATIENCE_S) == 0


def test_the_help_of_the_client_tells_of_every_command(house: House) -> None:
    """All that the host knows, and what the client does by itself."""
    table, player = runpy.run_path(str(HOST / "table.py")), house.seat("nardy", "white", key="anybody")
    player.process.type("help")
    told: list[str] = []
    while not told or not told[-1].startswith("Points count"):
        told.append(player.process.line())
    for word in (*table["DRAFT"], *table["ACTIONS"], "roll", "help", "quit"):
        assert re.search(rf"\b{word}\b", "".join(told)), word


def _events(player: Player) -> list[str]:
    """What a client is told until a turn begins."""
    events: list[str] = []

    def is_turn(message: Said) -> bool:
        events.extend([message["event"]] if "event" in message else [])
        return bool(message.get("state", {}).get("turn"))

    player.until(is_turn)
    return events


def test_what_happens_is_told_to_each_client_in_its_language(tmp_path: Path) -> None:
    """One table, two languages: the events too, and not the refusals alone."""
    game = Game.start(Registry.load().variant("long-nardy")).apply(OpeningRolled((6, 4)))
    languages = {"white": "de", "black": "ru"}
    with _house(tmp_path) as house:
        house.open()
        players = {seat: house.seat("nardy", seat, "--language", spoken) for seat, spoken in languages.items()}
        for seat, player in players.items():
            told = _events(player)
            with speaking(languages[seat]):
                assert told[-len(game.events) :] == [str(event) for event in game.events]


@pytest.mark.parametrize("arguments", [("usbgf-match", "3"), ("nardy-online",)])
def test_the_short_example_plays_a_session(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Thirty lines, either flagship."""
    monkeypatch.setattr(sys, "argv", ["embed.py", *arguments])
    runpy.run_path(str(EXAMPLES / "embed.py"), run_name="__main__")
    assert capsys.readouterr().out.splitlines()[-1] in ("white has won", "black has won")


@pytest.mark.parametrize("games", [1, 2])
def test_the_short_example_ends_money_play_after_its_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], games: int
) -> None:
    """One game where nothing is said."""
    monkeypatch.setattr(sys, "argv", ["embed.py", "money", *(["--games", str(games)] if games > 1 else [])])
    runpy.run_path(str(EXAMPLES / "embed.py"), run_name="__main__")
    scores = [line for line in capsys.readouterr().out.splitlines() if ", score " in line]
    assert len(scores) == games


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["foo"], "embed.py: no ruleset, variant or YAML file 'foo'; "),
        (["nardy-online", "3"], "which has no length; leave length out"),
        (["usbgf-match", "many"], "argument length: invalid int value: 'many'"),
    ],
)
def test_the_short_example_refuses_what_it_cannot_play(arguments: list[str], said: str) -> None:
    """In a line."""
    assert said in _refused(EXAMPLES / "embed.py", *arguments)


def test_the_config_of_the_example_is_read(tmp_path: Path) -> None:
    """As it stands, from a copy with any free port."""
    for file in ("host.toml", "house-match.yaml"):
        text = (HOST / file).read_text("utf-8").replace("port = 7707", "port = 0")
        (tmp_path / file).write_text(text, encoding="utf-8")
    server = Process.start(HOST / "server.py", tmp_path / "host.toml")
    try:
        assert server.line().startswith("listening on 127.0.0.1:")
    finally:
        server.close()
