"""What the benchmarks have in common on the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

__all__ = ["CHECKED", "new_file", "positive", "progress", "write"]

#: What stands at the end of a check.
CHECKED = "All that is counted is right. This was a check: the times mean little, and no goals are looked at."

_WIDTH = 50  # of a line of progress


def positive(text: str) -> int:
    """A number from one up."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def new_file(text: str) -> Path:
    """A file that can be written."""
    if not Path(text).parent.is_dir() or Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is not a file in a folder that exists")
    return Path(text)


def progress(text: str) -> None:
    """Show how far the work is, where somebody can see it."""
    if sys.stderr.isatty():
        print(f"\r{text:<{_WIDTH}}", end="" if text else "\r", file=sys.stderr, flush=True)


def write(file: Path | None, facts: Mapping[str, object]) -> None:
    """Write figures as JSON, if a file is named."""
    if file:
        file.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
