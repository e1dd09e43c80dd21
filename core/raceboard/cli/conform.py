"""`raceboard conform`: the conformance kit on one variant."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from raceboard.cli.common import given, load
from raceboard.cli.spoken import command, said
from raceboard.spec import VariantSpec

if TYPE_CHECKING:
    from raceboard.testing.report import Report, Result

__all__ = ["conform"]

#: The folder where the author's files are looked for when nothing is said.
_FOLDER = Path("tests")


@command()
@click.argument("variant")
@click.option("--level", type=click.IntRange(0, 3), default=3, show_default=True, help="The highest level.")
@click.option(
    "--examples", type=click.IntRange(1), default=60, show_default=True, help="How many situations each check tries."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Which situations these are.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder with cases, golden game and counts, named after the variant (default: tests, if it has any).",
)
@click.option("--write", is_flag=True, help="Write the golden game and the counts that are missing, before the checks.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
@click.pass_context
def conform(
    context: click.Context,
    variant: str,
    level: int,
    examples: int,
    seed: int,
    data: Path | None,
    write: bool,
    as_json: bool,
) -> None:
    """Examine a variant: level 0 playable, 1 rules, 2 host-ready, 3 published; stop after a level that does not hold.

    A line for each check; a failure shows what is wrong and a test that can be pasted. Exit status 0 when all hold,
    1 when not.

    Example: raceboard conform long-nardy --level 2 --examples 20
    """
    with given():
        spec = load().variant(variant)
        folder = _folder(spec, data, write=write)
        if find_spec("hypothesis") is None:
            raise ValueError("this command needs Hypothesis: pip install 'raceboard[conform]'")
    if write and folder is not None:
        _write(spec, folder, seed)
    report = _examined(spec, variant, level, examples, seed, folder, as_json=as_json)
    if as_json:
        click.echo(json.dumps(_plain(report), indent=2))
    context.exit(0 if report.ok else 1)


def _folder(spec: VariantSpec, data: Path | None, *, write: bool) -> Path | None:
    """The folder that is named, or `tests` if it has something of the variant; raises ValueError for one that is none.

    Writing needs a folder that is named.
    """
    if data is not None:
        if not data.is_dir() and not write:
            raise ValueError(f"--data {data} is no folder")
        return data
    if write:
        raise ValueError("--write needs --data: the folder where the files are written")
    return _FOLDER if next(_FOLDER.rglob(f"{spec.name}.*"), None) else None


def _write(spec: VariantSpec, folder: Path, seed: int) -> None:
    """Write what is missing, and say where."""
    from raceboard.testing.counts import write_perft
    from raceboard.testing.golden import write_golden
    from raceboard.testing.subject import Published

    published = Published.found(folder, spec.name)
    if published.golden is None:
        path = folder / "golden" / f"{spec.name}.jsonl"
        write_golden(spec, path, seed)
        click.echo(said("conform.written", path=path), err=True)
    if published.perft is None:
        path = folder / "perft" / f"{spec.name}.perft"
        write_perft(spec, path)
        click.echo(said("conform.written", path=path), err=True)


def _examined(
    spec: VariantSpec, name: str, level: int, examples: int, seed: int, folder: Path | None, *, as_json: bool
) -> Report:
    """The report; each result is told when it is there."""
    from raceboard.testing.conformance import conform as examine
    from raceboard.testing.subject import from_registry

    def told(result: Result) -> None:
        if not as_json:
            _show(result)

    made = from_registry(name)
    report = examine(spec, level=level, examples=examples, seed=seed, data=folder, made=made, told=told)
    if not as_json:
        click.echo(_verdict(report, level))
    return report


def _verdict(report: Report, level: int) -> str:
    """The last line: the level that holds, or the one that does not."""
    if report.ok and report.skipped:
        return said("conform.holds-skipped", variant=report.variant, level=level, count=len(report.skipped))
    if report.ok:
        return said("conform.holds", variant=report.variant, level=level)
    return said("conform.fails", variant=report.variant, level=report.failed[0].level)


def _show(result: Result) -> None:
    found = result.findings
    marks = {
        "ok": said("conform.mark-ok"),
        "failed": said("conform.mark-failed"),
        "skipped": said("conform.mark-skipped"),
    }
    width = max(map(len, marks.values()))
    remarks = "; ".join([*found.notes, *([found.skipped] if found.skipped else []), f"{result.seconds:.1f} s"])
    click.echo(f"{marks[result.status]:{width}}  {result.check:20}  {remarks}")
    for failure in found.failures:
        click.echo(f"\n{failure}")


def _plain(report: Report) -> Mapping[str, object]:
    checks = [
        {
            "check": result.check,
            "level": result.level,
            "status": result.status,
            "notes": result.findings.notes,
            "skipped": result.findings.skipped,
            "failures": [{"what": one.what, "test": one.test} for one in result.findings.failures],
        }
        for result in report.results
    ]
    return {"variant": report.variant, "ok": report.ok, "stopped": report.stopped, "checks": checks}
