"""The entry point `raceboard`: runs a command, and turns every error that is not ours into one clear line."""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]

_MISSING = 'raceboard: the command line needs its extra; run: pip install "raceboard[cli]"'


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give the exit status: 0 done, 1 found something illegal, 2 bad input."""
    try:
        from raceboard.cli.commands import run
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        print(_MISSING, file=sys.stderr)
        return 2
    return run(sys.argv[1:] if arguments is None else arguments)


if __name__ == "__main__":
    sys.exit(main())
