"""`raceboard new-variant`: a plugin package for a game of one's own, ready to be installed and tested."""

from __future__ import annotations

from pathlib import Path

import click

from raceboard.cli.common import given, load
from raceboard.cli.spoken import command, said
from raceboard.scaffold import write_package

__all__ = ["new_variant"]


@command("new-variant")
@click.argument("name")
@click.option(
    "--from", "parent", help="The variant that the new one is a cousin of (default: a small game of its own)."
)
@click.option("--into", default=".", show_default=True, help="The folder in which the folder of the package is made.")
def new_variant(name: str, parent: str | None, into: str) -> None:
    """Write a complete plugin package for a variant: module, ruleset, tests, pyproject.toml, README, LICENSE.

    NAME is a Python name such as my_game; the variant is then my-game. Nothing is ever overwritten.

    Examples: raceboard new-variant my_game

              raceboard new-variant my_game --from backgammon --into games
    """
    with given():
        try:
            folder = write_package(name, Path(into), load(), parent)
        except OSError as error:
            raise ValueError(f"{into} cannot be written to: {error.strerror}; choose another folder") from None
    click.echo(said("new-variant.written", folder=str(folder), name=name.replace("_", "-")))
