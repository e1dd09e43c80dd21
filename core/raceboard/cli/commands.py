"""The group of commands, and what an error looks like on the command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack

import click

from raceboard.cli.board import board
from raceboard.cli.conform import conform
from raceboard.cli.convert import convert
from raceboard.cli.diff import diff
from raceboard.cli.doctor import doctor
from raceboard.cli.explain import explain
from raceboard.cli.id import identify
from raceboard.cli.lists import rulesets, variants
from raceboard.cli.new_variant import new_variant
from raceboard.cli.perft import perft
from raceboard.cli.play import play
from raceboard.cli.plays import plays
from raceboard.cli.replay import replay
from raceboard.cli.rules import rules
from raceboard.cli.rulesets import check, show
from raceboard.cli.simulate import simulate
from raceboard.cli.spoken import SpokenGroup
from raceboard.errors import ConfigError, LossError, NotationError, NotNowError, RuleError
from raceboard.registry import UnknownNameError

__all__ = ["run"]

#: What bad input raises. Anything else that escapes is a bug and is shown as one.
_BAD_INPUT = (ConfigError, LossError, NotationError, NotNowError, RuleError, UnknownNameError)


@click.group(cls=SpokenGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="raceboard", message="raceboard %(version)s")
def raceboard() -> None:
    """Rules of race-board games: short backgammon, Long Nardy and their family.

    Points are counted as pips to go, for every variant: 24 is the farthest point, 1 the nearest, `bar` and `off` have
    names. Example: raceboard plays --variant backgammon --roll 3-1
    """


for _command in (
    board,
    check,
    conform,
    convert,
    diff,
    doctor,
    explain,
    identify,
    new_variant,
    perft,
    play,
    plays,
    replay,
    rules,
    rulesets,
    show,
    simulate,
    variants,
):
    raceboard.add_command(_command)


def run(arguments: Sequence[str]) -> int:
    """Run a command and give its exit status; what it refuses is told in its language too."""
    with ExitStack() as languages:
        return _run(list(arguments) or ["--help"], languages)


def _run(arguments: list[str], languages: ExitStack) -> int:
    output = sys.stdout
    try:
        status = int(raceboard.main(arguments, prog_name="raceboard", standalone_mode=False, obj=languages) or 0)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        return _refuse(_usage(error))
    except click.Abort:
        click.echo("stopped", err=True)
        return 130
    except SystemExit as stop:
        if sys.stdout is output:
            return _refuse(_stopped(stop))
        return _lost_output(BrokenPipeError())  # click changes the output and stops when nobody reads it any more
    except OSError as error:
        return _lost_output(error)
    except _BAD_INPUT as error:
        return _refuse(str(error))
    return status


def _lost_output(error: OSError) -> int:
    """The output could not be written: in silence when nobody reads it any more, else with the reason."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return 141
    return _refuse(f"the output cannot be written: {error.strerror}; write it to another place")


def _stopped(stop: SystemExit) -> str:
    given = "" if stop.code is None else repr(stop.code)
    return f"a plugin called sys.exit({given}) in the middle of the command; raceboard doctor lists what is loaded"


def _refuse(text: str) -> int:
    click.echo(text if ": error[" in text else f"raceboard: {text}", err=True)
    return 2


def _usage(error: click.ClickException) -> str:
    """What is wrong with the arguments, in one line with a remedy."""
    text = error.format_message().rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{text}; see: {context.command_path if context else 'raceboard'} --help"
