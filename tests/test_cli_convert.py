"""`raceboard convert` and `replay` on every format, run as users run them."""

from __future__ import annotations

import io
import os
import stat
import sys
import threading
from pathlib import Path

import pytest

from raceboard.cli.main import main
from raceboard.formats import mat, records

pytestmark = pytest.mark.wheel

MATCHES = Path(__file__).parent / "data" / "matches"
MATCH = MATCHES / "kevung_samples" / "gbf_ea9bf2.mat"
ANALYSED = "(;GM[6]MI[length:1]PW[A]PB[B];W[31hefe]A[0]C[good])"


class Run:
    """One run of a command: its status, and what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> None:
        """Run a command in this process."""
        capsys.readouterr()
        self.status = main([str(argument) for argument in arguments])
        self.out, self.err = capsys.readouterr()


@pytest.mark.parametrize("suffix", [".sgf", ".jsonl", ".txt"])
def test_a_match_is_converted_and_back(capsys: pytest.CaptureFixture[str], tmp_path: Path, suffix: str) -> None:
    """By the suffixes of the files; the counts are told."""
    there, back = tmp_path / f"match{suffix}", tmp_path / "back.mat"
    run = Run(capsys, "convert", MATCH, there)
    assert (run.status, run.err) == (0, "")
    assert run.out.startswith(f"{there}: 4 games, 197 entries")
    assert Run(capsys, "convert", there, back).status == 0
    assert mat.read_file(back) == mat.read_file(MATCH)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["back.mat", f"match{suffix}"]


def test_a_converted_match_replays_alike(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The replay reads every format; findings have the words of two-column text."""
    source = MATCHES / "gammonview_samples" / "mat" / "5nqfGw9bWG3deTaU.mat"
    expected = Run(capsys, "replay", source).out.replace(str(source), "FILE")
    for suffix in (".sgf", ".jsonl"):
        target = tmp_path / f"match{suffix}"
        assert Run(capsys, "convert", source, target).status == 0
        run = Run(capsys, "replay", target)
        assert run.status == 1
        found, wanted = run.out.splitlines(), expected.splitlines()
        assert found[0].rpartition(": ")[2] == wanted[0].rpartition(": ")[2]
        assert [line.partition(": ")[2] for line in found[1:]] == [line.partition(": ")[2] for line in wanted[1:]]


def test_streams_need_the_names_of_their_formats(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And then nothing but the record is on standard output."""
    run = Run(capsys, "convert", MATCH, "-")
    assert (run.status, run.out) == (2, "")
    assert "- has no suffix that tells a format; add --to with one of mat, sgf, jsonl" in run.err
    written = Run(capsys, "convert", MATCH, "-", "--to", "sgf")
    assert (written.status, written.err) == (0, "")
    assert written.out.startswith("(;FF[4]GM[6]")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(written.out.encode())))
    again = Run(capsys, "convert", "-", "-", "--from", "sgf", "--to", "mat")
    assert again.status == 0
    assert mat.read(again.out) == mat.read_file(MATCH)


def test_a_file_that_is_there_is_not_overwritten_without_force(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It stays as it was."""
    target = tmp_path / "match.sgf"
    target.write_text("mine", encoding="utf-8")
    run = Run(capsys, "convert", MATCH, target)
    assert (run.status, target.read_text("utf-8")) == (2, "mine")
    assert f"{target} exists; add --force to overwrite it" in run.err
    assert Run(capsys, "convert", MATCH, target, "--force").status == 0
    assert records.read_file(target) == mat.read_file(MATCH)


def test_what_is_overwritten_keeps_its_mode_and_its_link(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A link still leads to its file, and a file that only its owner may read stays so."""
    target, link = tmp_path / "match.sgf", tmp_path / "link.sgf"
    target.write_text("mine", encoding="utf-8")
    target.chmod(0o600)
    link.symlink_to(target.name)
    assert Run(capsys, "convert", MATCH, link, "--force").status == 0
    assert (link.is_symlink(), stat.S_IMODE(target.stat().st_mode)) == (True, 0o600)
    assert records.read_file(target) == mat.read_file(MATCH)


def test_a_pipe_is_written_to_and_not_replaced(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """No file takes the place of what is none: a pipe, or a device like /dev/null."""
    pipe, read = tmp_path / "pipe.sgf", list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    assert Run(capsys, "convert", MATCH, pipe, "--force").status == 0
    assert pipe.is_fifo()
    reader.join(timeout=10)
    assert read[0].startswith(b"(;FF[4]GM[6]")


def test_what_would_be_lost_is_told_and_nothing_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Both what a record has no place for and what the format cannot say; --lossy tells it and writes."""
    source, target = tmp_path / "a.sgf", tmp_path / "b.mat"
    source.write_text(ANALYSED, encoding="utf-8")
    run = Run(capsys, "convert", source, target)
    assert (run.status, run.out, target.exists()) == (2, "", False)
    told = [f"lost: {source}: 1 A: not read", f"lost: {source}: 1 C: a comment kept, but not where it stood"]
    assert run.err.splitlines() == [*told, f"raceboard: {target} was not written; add --lossy to lose this"]
    lossy = Run(capsys, "convert", source, target, "--lossy")
    assert (lossy.status, lossy.err.splitlines()) == (0, told)
    assert mat.read_file(target).notes[0].text == "good"


def test_a_loss_of_the_target_is_told_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With game and entry; of many the first are told and the rest are counted."""
    source, target = tmp_path / "a.jsonl", tmp_path / "b.mat"
    head = '{"record": 1, "name": "", "length": 7, "headers": {}, "notes": []}\n'
    game = '{"game": 1, "players": ["Ann", "Bob"], "scores": [0, 0], "start": null}\n'
    source.write_text(head + game + '{"other": 0, "text": "Takes", "line": 1}\n' * 30, encoding="utf-8")
    run = Run(capsys, "convert", source, target)
    assert (run.status, target.exists()) == (2, False)
    first, *_, last, refusal = run.err.splitlines()
    assert first == f"lost: {target}: game 1, entry 1: 'Takes', which cannot be read, is read as 'Takes'"
    assert last == "lost: 10 things more"
    assert refusal.endswith("add --lossy to lose this")
    assert Run(capsys, "convert", source, target, "--lossy").status == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("nowhere.mat", "a.sgf"), "nowhere.mat: cannot be read: No such file or directory"),
        ((MATCH, "a.xg"), "a.xg: the suffix tells no format"),
        ((MATCH, "nowhere/a.sgf"), "nowhere/a.sgf: cannot be written: No such file or directory"),
        ((MATCH, "a.sgf", "--from", "sgf"), "expected '('"),
        ((MATCH, "..", "--to", "sgf", "--force"), "..: cannot be written: "),
        ((MATCHES / "README.md", "a.sgf", "--from", "mat"), "README.md:3: expected"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: tuple[str | Path, ...],
    told: str,
) -> None:
    """With the reason, and nothing is left behind."""
    monkeypatch.chdir(tmp_path)
    run = Run(capsys, "convert", *arguments)
    assert (run.status, run.out) == (2, "")
    assert told in run.err
    assert len(run.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
