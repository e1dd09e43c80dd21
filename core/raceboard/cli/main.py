"""The entry point `raceboard`: runs a command, and turns every error that is not ours into one clear line."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from raceboard.errors import BackendError

__all__ = ["main"]

#: The exit status after an interrupt, as shells have it.
_INTERRUPTED = 130

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
    except BackendError as error:
        print(f"raceboard: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:  # in the middle of the imports
        return _INTERRUPTED
    return run(sys.argv[1:] if arguments is None else arguments)


if __name__ == "__main__":
    sys.exit(main())
