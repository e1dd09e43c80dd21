"""A host of several tables: JSON lines over TCP on the loopback interface, asyncio and the standard library only.

    python server.py host.toml

It owns sockets, time, dice and seats; raceboard owns the rules. See README.md.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

from attrs import define, field, frozen
from table import Message, RefusedError, Setting, Table, side_of

from raceboard import Autocomplete, NotNowError, Registry, RuleError, Side
from raceboard.messages import LANGUAGES, speaking

#: The longest line that a client may send, in bytes.
LONGEST = 4096


@define(eq=False)
class Client:
    """A connection: where it sits, and the language that it is answered in."""

    writer: asyncio.StreamWriter
    seats: set[tuple[str, Side]] = field(factory=set)
    language: str = LANGUAGES[0]

    def send(self, message: Message) -> None:
        """Send a line; a client that has gone is not missed."""
        if not self.writer.is_closing():
            self.writer.write(json.dumps(message).encode() + b"\n")


def refusal(error: ValueError) -> dict[str, object]:
    """A refusal for the client: the rule, the text, and what raceboard knows beside them."""
    if isinstance(error, RefusedError):
        return {"rule": error.rule, "text": error.text}
    if not isinstance(error, RuleError | NotNowError):
        return {"rule": "host.bad-command", "text": str(error)}
    told: dict[str, object] = {"rule": error.rule, "text": error.verdict.text, "source": error.verdict.source}
    if isinstance(error, NotNowError):
        return told | {"awaited": list(error.awaited)}
    example = error.verdict.counter_example
    return told if example is None else told | {"example": str(example)}


@frozen
class Host:
    """All tables and all connections."""

    tables: Mapping[str, Table]
    clients: list[Client] = field(factory=list)
    timers: dict[str, tuple[int, asyncio.TimerHandle | None]] = field(factory=dict)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer a connection line by line until it ends."""
        client = Client(writer)
        self.clients.append(client)
        try:
            while line := await reader.readline():
                self.answer(client, line)
                await writer.drain()
        except (ConnectionError, ValueError):  # gone, or a line longer than allowed
            pass
        finally:
            self.clients.remove(client)
            writer.close()

    def answer(self, client: Client, line: bytes) -> None:
        """Do what a line says; a refused one is told to its sender alone, and has changed nothing."""
        said: object = None
        try:
            said = json.loads(line)
            if not isinstance(said, dict):
                raise RefusedError("host.bad-command", "a command is a JSON object, with the key do")
            with speaking(client.language):
                self.command(client, said)
        except (ValueError, RecursionError) as error:
            with speaking(client.language):
                told = refusal(error if isinstance(error, ValueError) else ValueError("nested too deep"))
            client.send({"refused": told, "command": said if isinstance(said, dict) else None})

    def command(self, client: Client, said: Message) -> None:
        """Take a seat, or act for one that this connection has taken."""
        table = self.tables.get(str(said.get("table")))
        if table is None:
            raise RefusedError("host.no-table", f"no table {said.get('table')}; one of {', '.join(self.tables)}")
        side = side_of(table, said.get("seat"))
        if said.get("do") == "sit":
            self.sit(client, table, side, said)
        elif (table.setting.name, side) not in client.seats:
            raise RefusedError("host.foreign", f"you do not play {said['seat']} at {said['table']}")
        else:
            table.command(side, said)
        self.tell(table)

    def sit(self, client: Client, table: Table, side: Side, said: Message) -> None:
        """Seat a connection; the key that came first with a seat opens it again later."""
        key, language = said.get("key"), said.get("language", client.language)
        if not isinstance(key, str) or not key:
            raise RefusedError("host.bad-command", "give a key, a text that only you know")
        if language not in LANGUAGES:
            raise RefusedError("host.bad-command", f"language is one of {', '.join(LANGUAGES)}")
        table.sit(side, key)
        client.seats.add((table.setting.name, side))
        client.language = str(language)

    def tell(self, table: Table) -> None:
        """Tell everybody at a table what has happened and how it stands, and wait for the player who is to act."""
        name, state = table.setting.name, table.state()
        here = [client for client in self.clients if any(seat[0] == name for seat in client.seats)]
        for client in here:
            with speaking(client.language):
                for event in table.told:
                    client.send({"table": name, "event": str(event)})
            client.send({"state": state})
        table.told.clear()
        self.watch(table)

    def watch(self, table: Table) -> None:
        """Time the player who is to act anew when something has changed; the ruleset says for how long."""
        number, timer = self.timers.get(table.setting.name, (-1, None))
        if number == table.number:
            return
        if timer is not None:
            timer.cancel()
        later, seconds = asyncio.get_running_loop().call_later, table.patience_s
        following = None if seconds is None else later(seconds, self.idle, table, seconds)
        self.timers[table.setting.name] = table.number, following

    def idle(self, table: Table, seconds: int) -> None:
        """Nobody has done anything for so long."""
        table.inactive(seconds)
        self.tell(table)


def read_config(file: Path) -> Message:
    """What a config file says; raises ValueError where it is no TOML."""
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def tables_of(said: Message, beside: Path) -> dict[str, Table]:
    """The tables of a config; rulesets are names of shipped ones, or YAML files in the folder beside it."""
    registry, tables = Registry.load(), said.get("tables")
    if not isinstance(tables, dict) or not all(isinstance(body, dict) for body in tables.values()):
        raise ValueError("the config file has no tables; write [tables.NAME] for each")
    settings = [setting_of(name, body, registry, beside) for name, body in tables.items()]
    folder = beside / str(said.get("records", "records"))
    folder.mkdir(parents=True, exist_ok=True)
    return {setting.name: Table.open(setting, registry, folder) for setting in settings}


def setting_of(name: str, body: Message, registry: Registry, folder: Path) -> Setting:
    """What the config file says of one table; raises ValueError for what this host cannot do."""
    if not isinstance(body.get("ruleset"), str):
        raise ValueError(f"{name}: give the ruleset, by name or as a YAML file")
    file = folder / str(body["ruleset"])
    rules = registry.ruleset(file if file.suffix == ".yaml" else str(body["ruleset"]))
    seats = body.get("seats", ["client", "client"])
    if not isinstance(seats, list) or len(seats) != rules.spec.players:
        raise ValueError(f"{name}: seats names {rules.spec.players} players, each 'client' or a bot")
    if rules.is_on("clock"):
        raise ValueError(f"{name}: {rules.name} has a clock, which this host does not keep (see raceboard.clock)")
    policies = [policy.value for policy in Autocomplete]
    if body.get("autocomplete", "none") not in policies:
        raise ValueError(f"{name}: autocomplete is one of {', '.join(policies)}")
    return Setting(
        name,
        rules,
        tuple(map(str, seats)),
        _whole(name, body, "length"),
        _whole(name, body, "seed"),
        Autocomplete(str(body.get("autocomplete", "none"))),
    )


def _whole(table: str, body: Mapping[str, object], key: str) -> int | None:
    """A whole number of the config file, or None where it is not there; raises ValueError for anything else."""
    value = body.get(key)
    if value is not None and type(value) is not int:
        raise ValueError(f"{table}: {key} is {value!r}; give a whole number")
    return value


async def opened(file: Path) -> tuple[Host, asyncio.Server]:
    """The host of a config file, and its port; raises ValueError or OSError for what cannot be opened."""
    said = read_config(file)
    host, port = Host(tables_of(said, file.parent)), said.get("port", 0)
    if type(port) is not int or not 0 <= port < 1 << 16:
        raise ValueError(f"port is {port!r}; give a number from 0 to 65535")
    try:
        return host, await asyncio.start_server(host.serve, "127.0.0.1", port, limit=LONGEST)
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise ValueError(f"port {port} cannot be opened: {reason}; name another one in {file.name}") from None


async def main(file: Path) -> None:
    """Open the tables and serve until somebody stops the program."""
    try:
        host, server = await opened(file)
    except OSError as error:
        sys.exit(refused(f"{error.filename}: {error.strerror}"))
    except ValueError as error:
        sys.exit(refused(str(error)))
    for table in host.tables.values():
        table.advance()
        host.watch(table)
    address, port = server.sockets[0].getsockname()
    print(f"listening on {address}:{port}", flush=True)
    async with server:
        await server.serve_forever()


def refused(why: str) -> int:
    """Say why the host does not start; the exit status for that."""
    print(f"server.py: {why}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(refused("give the config file: python server.py host.toml"))
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main(Path(sys.argv[1])))
