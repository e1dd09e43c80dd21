"""A client of one page; it knows no rules and needs no raceboard.

    python client.py PORT TABLE SEAT KEY [--auto] [--json] [--language de]

Type a command and what it needs: `roll`, `step source=13 die=6`, `step source=bar target=20`, `undo`, `commit`,
`play text="8/5 6/5"`, `double`, `take`, `resign level=gammon`, `leave`; `help` lists them all, `quit` goes away and
keeps the seat. With --auto it plays by itself.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import socket
import sys
import threading
from typing import Any, TextIO

#: What a player who does not think answers to what is awaited, the first one that is.
ANSWERS = {"Rolled": "roll", "Take": "take", "Accept": "accept"}

#: What is typed for what is awaited, where that is not the name of the action in small letters.
TYPED = {"Rolled": "roll", "Played": "step, play or commit", "Choose": "choose option=NAME"}

HELP = """\
roll                          throw the dice
step source=13 die=6          move a checker by a die; from the bar: source=bar
step source=13 target=8       move a checker to a point, or to target=off
undo, undo_all                take the last step back, or all of them
play text="8/5 6/5"           make all steps of a play at once
autocomplete policy=forced    have made what is forced (or bear_off)
commit                        the play is final
double, take, pass            the cube; redouble name=beaver where the table has it
resign                        give up the game; resign level=gammon at a level
accept, reject                answer a resignation
choose option=NAME            where a roll offers a choice
leave                         leave the table, and lose what its rules say
quit                          go away; the same key opens the seat again
help                          this list
Points count pips to go. A play is made step by step, and counts when it is committed."""


class Table:
    """One seat at one table, over one connection."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Connect."""
        self.options = options
        self.socket = socket.create_connection(("127.0.0.1", options.port))
        self.lines: TextIO = self.socket.makefile("r", encoding="ascii")
        self.number = 0

    def send(self, do: str, /, **said: object) -> None:
        """Send a command for the state that was seen last."""
        here = {"do": do, "table": self.options.table, "seat": self.options.seat, "number": self.number}
        self.socket.sendall(json.dumps(here | said).encode() + b"\n")

    def listen(self) -> None:
        """Show what comes, and answer it where the program plays; ends with the session or the connection."""
        for line in self.lines:
            message = json.loads(line)
            state = message.get("state", {})
            self.number = state.get("number", self.number)  # before it is shown: what is typed then is for this state
            self.show(message)
            if state.get("over"):
                return
            if state and self.options.auto and state["to_act"] == self.options.seat:
                self.act(state)

    def show(self, message: dict[str, Any]) -> None:
        """Show a message to the person, or to the program, that plays."""
        tell(json.dumps(message) if self.options.json else shown(message))

    def act(self, state: dict[str, Any]) -> None:
        """Play the first legal step, or give the plain answer."""
        turn = state["turn"]
        if turn is None and state["options"]:
            self.send("choose", option=state["options"][0])
        elif turn is None:
            self.send(next(ANSWERS[one] for one in state["awaited"] if one in ANSWERS))
        elif turn["completeness"] == "finished":
            self.send("commit")
        else:
            step = turn["next"][0]
            self.send("step", **{key: step[key] for key in ("source", "die", "action") if key in step})

    def type(self) -> None:
        """Send what is typed."""
        for line in sys.stdin:
            try:
                do, *words = shlex.split(line) or [""]
            except ValueError as error:  # a quotation mark without its other half
                self.show({"refused": {"rule": "client.unreadable", "text": str(error)}})
                continue
            if do == "help":
                tell(HELP)
            elif do == "quit":
                self.socket.shutdown(socket.SHUT_RDWR)
                return
            elif do:
                self.command(do, words)

    def command(self, do: str, words: list[str]) -> None:
        """Send a command that was typed with what it needs."""
        said = {key: value for key, _, value in (word.partition("=") for word in words)}
        self.send(do, **{key: int(value) if value.isdecimal() else value for key, value in said.items()})


def tell(text: str) -> None:
    """Print a text in one piece with the end of its line: what comes and what is typed may be told at the same time."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def shown(message: dict[str, Any]) -> str:
    """A message for people."""
    if "refused" in message:
        return "no: {text} [{rule}]".format(**message["refused"])
    if "event" in message:
        return str(message["event"])
    state = message["state"]
    asked: list[str] = state["awaited"]
    awaited = ", ".join(TYPED.get(one) or one.lower().replace(" ", " name=") for one in asked)
    text = f"{state['position']}  score {listed(state['score'])}  {state['to_act'] or 'awaited'}: {awaited}"
    if turn := state["turn"]:
        made = "nothing yet" if turn["play"] == "pass" and turn["next"] else turn["play"]
        steps = " ".join(f"{step['source']}/{step['target']}" for step in turn["next"])
        text += f"\n  played {made}; dice left: {listed(turn['dice']) or 'none'}; steps: {steps or 'none'}"
    return text


def listed(numbers: list[int]) -> str:
    """Numbers as people write them: 3-1."""
    return "-".join(map(str, numbers))


def main() -> None:
    """Sit down and play; exits with 2 when there is no server, or none any more."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("port", type=int)
    for name in ("table", "seat", "key"):
        parser.add_argument(name)
    for flag in ("--auto", "--json"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("--language", default="en")
    options = parser.parse_args()
    try:
        table = Table(options)
        table.send("sit", key=options.key, language=options.language)
        if not options.auto:
            threading.Thread(target=table.type, daemon=True).start()
        table.listen()
    except (OSError, OverflowError) as error:  # the latter for a port that can be none
        why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        parser.exit(2, f"client.py: no server on port {options.port}: {why}; start one: python server.py host.toml\n")


if __name__ == "__main__":
    main()
