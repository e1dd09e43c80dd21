"""Commands that speak the language of the user: what they print, and their help."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import ExitStack
from copy import copy
from typing import Any

import click
from click.core import ParameterSource

from raceboard.messages import LANGUAGES, has, language, speaking, text

__all__ = ["SpokenCommand", "SpokenGroup", "command", "said"]

#: The language of all commands, where the user has set one.
_VARIABLE = "RACEBOARD_LANG"

#: Parameters that every command has; they have one help for all.
_SHARED = ("help", "lang")


def said(key: str, **parameters: object) -> str:
    """A message of the command line; its keys begin with `cli.`."""
    return text(f"cli.{key}", parameters)


def _speak(context: click.Context, wanted: object) -> None:
    """Speak a language until the command is done, or as long as the caller holds the stack that it gave along.

    One that is not known is left to the option, which refuses it.
    """
    if wanted in LANGUAGES:
        speak = context.obj.enter_context if isinstance(context.obj, ExitStack) else context.with_resource
        speak(speaking(str(wanted)))


class _Language(click.Option):
    """The option for the language; a complaint names the variable where that has said it."""

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """What the user has written wrongly."""
        is_set = ctx is not None and ctx.get_parameter_source(self.name or "") is ParameterSource.ENVIRONMENT
        return _VARIABLE if is_set else super().get_error_hint(ctx)


def _language() -> click.Option:
    return _Language(
        ["--lang"],
        type=click.Choice(LANGUAGES),
        envvar=_VARIABLE,
        expose_value=False,
        help="The language of what is printed (default: RACEBOARD_LANG, or en).",
    )


def _help(own: str | None, *path: str) -> str | None:
    """The help of a command or a parameter: English stands in the code, other languages in their catalogues."""
    key = ".".join(("help", *path))
    return text(key) if language() != LANGUAGES[0] and has(key) else own


def _word(english: str) -> str:
    """A word that click writes into the help."""
    return _help(english, "word", english.lower()) or english


class _Formatter(click.HelpFormatter):
    """Writes help with the headings of the language that is spoken."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how a command is called."""
        super().write_usage(prog, args, f"{_word('Usage')}: " if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """Write what stands above a list."""
        super().write_heading(_word(heading))


class _Context(click.Context):
    """The context of such a command."""

    formatter_class = _Formatter


class _Spoken(click.Command):
    """Has `--lang`, and shows its help in that language."""

    context_class = _Context

    def __init__(self, *arguments: Any, **settings: Any) -> None:  # noqa: ANN401  # whatever click takes
        """Add the option to those of the command."""
        super().__init__(*arguments, **settings)
        self.params.append(_language())

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the language before anything is said in it: `--help` may stand first, or the arguments be refused.

        What is set for all commands is looked at once, by the outer one.
        """
        given, _, _ = self.make_parser(ctx).parse_args(list(args))
        _speak(ctx, given.get("lang") or (os.environ.get(_VARIABLE) if ctx.parent is None else None))
        return super().parse_args(ctx, args)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the text about the command."""
        spoken = copy(self)
        spoken.help = _help(self.help, self.name or "")
        super(_Spoken, spoken).format_help_text(ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of options."""
        options = [option for option in self.get_params(ctx) if isinstance(option, click.Option)]
        records = [self._record(ctx, option) for option in options]
        with formatter.section("Options"):
            formatter.write_dl([record for record in records if record is not None])

    def _record(self, ctx: click.Context, option: click.Option) -> tuple[str, str] | None:
        """An option as its help has it: the names, and what it is for, with what click adds in brackets."""
        record = option.get_help_record(ctx)
        if record is None:
            return None
        name, own = "help" if "--help" in option.opts else option.name or "", option.help or ""
        spoken = _help(own, name) if name in _SHARED else _help(own, self.name or "", name)
        added = record[1].removeprefix(own)
        return record[0], f"{spoken}{re.sub('default|required', lambda found: _word(found[0]), added)}"


class SpokenCommand(_Spoken):
    """A command that speaks the language of the user."""

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence of its help, in the language that is spoken."""
        spoken = copy(self)
        spoken.help = _help(self.help, self.name or "")
        return super(_Spoken, spoken).get_short_help_str(limit)


class SpokenGroup(_Spoken, click.Group):
    """A group of such commands."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the lists of options and commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


def command(name: str | None = None) -> Callable[[Callable[..., Any]], SpokenCommand]:
    """Make a function a command that speaks the language of the user."""
    return click.command(name, cls=SpokenCommand)
