"""GNU Backgammon reads what we write as it reads the records themselves. Runs where the program is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import evolve

from raceboard.formats import mat, records, sgf
from raceboard.record import Entry, GameRecord, MatchRecord, Resignation, RolledPlay, SetUp
from record_tools import MATCHES, real, record_of

#: Debian puts the program where games are, which is not on every path.
GNUBG = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")

pytestmark = pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon (Debian package gnubg) is not installed")

#: Of each source some, with cubes, gammons, resignations, money games and long matches.
FILES = (
    "bglab_online/g0001.txt",
    "bglab_online/g0003.txt",
    "bglab_online/g0092.txt",
    "bglab_online/g0115.txt",
    "gammonview_samples/mat/C07OQCKyw4Pe-CnjFiAMYO.mat",
    "gammonview_samples/mat/uwvEbd63UvdX7SDin5o_Iw.mat",
    "gnubg_converted/g0013.mat",
    "kevung_samples/gbf_cb6275.mat",
    "raccoon_vs_gnubg/r09.txt",
)


def _run(folder: Path, commands: Sequence[str]) -> None:
    """Let GNU Backgammon carry out commands in a folder, with its settings there too."""
    assert GNUBG is not None
    script = folder / "commands"
    script.write_text("\n".join(commands), encoding="utf-8")
    arguments = [GNUBG, "-t", "-q", "-r", "-c", str(script)]
    environment = {**os.environ, "HOME": str(folder), "LC_ALL": "C.UTF-8"}
    subprocess.run(arguments, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=300)


def _through(folder: Path, reading: str, file: Path) -> MatchRecord:
    """What GNU Backgammon has read of a file, as it saves it."""
    saved = folder / f"{file.name}.saved.sgf"
    _run(folder, [f"{reading} {file}", f"save match {saved}"])
    assert saved.exists(), f"GNU Backgammon did not read {file.name}"
    return records.read_file(saved)


def _written(folder: Path, record: MatchRecord, name: str) -> Path:
    file = folder / f"ours.{name}"
    file.write_text(records.write(record, name).text, encoding="utf-8")
    return file


def _loose(game: GameRecord) -> GameRecord:
    """A game without what GNU Backgammon makes of it itself: the order of moves, and resignations that it presumes."""
    entries = [_sorted(entry) for entry in game.entries if not isinstance(entry, Resignation)]
    return evolve(game, entries=tuple(entries), results=())


def _sorted(entry: Entry) -> Entry:
    if not isinstance(entry, RolledPlay):
        return entry
    plain = [evolve(move, hits=(False,) * len(move.stops)) for move in entry.moves]
    return evolve(entry, moves=tuple(sorted(plain, key=str)))


@pytest.mark.parametrize("file", FILES)
def test_gnu_backgammon_imports_our_text_as_the_original(tmp_path: Path, file: str) -> None:
    """Every roll, move, cube and result, and the headers that it keeps."""
    ours = _through(tmp_path, "import mat", _written(tmp_path, real(file), "mat"))
    assert ours == _through(tmp_path, "import mat", MATCHES / file)


@pytest.mark.parametrize("file", FILES)
def test_gnu_backgammon_loads_our_sgf_as_it_imports_the_original(tmp_path: Path, file: str) -> None:
    """Players, length, scores, rolls, moves and cubes of every game."""
    ours = _through(tmp_path, "load match", _written(tmp_path, real(file), "sgf"))
    theirs = _through(tmp_path, "import mat", MATCHES / file)
    assert list(map(_loose, ours.games)) == list(map(_loose, theirs.games))
    assert (ours.length, ours.players) == (theirs.length, theirs.players)


@pytest.mark.parametrize(
    "start",
    [
        SetUp("24:2 13:5 8:3 6:5 / bar:1 24:2 13:5 8:3 6:4", 0, 2, 0),
        SetUp("24:1 13:5 8:3 6:5 off:1 / 24:2 13:5 8:3 6:4 off:1", 0, 8, 1),
    ],
)
@pytest.mark.parametrize(("name", "reading"), [("mat", "import mat"), ("sgf", "load match")])
def test_gnu_backgammon_sets_up_our_positions(tmp_path: Path, start: SetUp, name: str, reading: str) -> None:
    """With the cube and its owner, from either format."""
    play = mat.read_cell(0, "31: 8/5 6/5")
    assert isinstance(play, RolledPlay)
    record = record_of(play, start=start)
    (game,) = _through(tmp_path, reading, _written(tmp_path, record, name)).games
    assert (game.start, game.entries) == (start, (play,))


def test_a_resignation_reaches_gnu_backgammon(tmp_path: Path) -> None:
    """As the R of the result."""
    text = "(;FF[4]GM[6]MI[length:7][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]RE[W+2R]\n;W[31hefe])"
    record = sgf.read(text)
    (game,) = _through(tmp_path, "load match", _written(tmp_path, record, "sgf")).games
    assert game == record.games[0]
