"""Match records in SGF GM[6], the tree of nodes that GNU Backgammon saves (`.sgf`): one game tree for each game.

`raceboard.formats.sgf_game` says what nodes mean; this module reads what stands in the first node of each tree: names,
length, number and score of the game, rules, result, and headers.

    MI[length:7][game:0][ws:3][bs:0]   length, number (from 0 as GNU Backgammon counts), points of White and Black
    PW PB                              the players; White is side 0
    RE[W+2R]                           the result, R when the loser gave up
    RU[Crawford:CrawfordGame]          a match without Crawford has been played without that rule; also Jacoby, NoCube
    PC EV RO AN DT WR BR               the headers Site, Event, Round, Transcriber, EventDate and the players' Elo
    GC                                 a header a line, as in .mat text without the mark, and notes

A record has no place for analysis and for other ways that a game could have gone: `left_out` counts what is not read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from raceboard.errors import NotationError
from raceboard.formats import mat, mat_writer
from raceboard.formats.sgf_game import COLOURS, KNOWN, OWN_RESULT, OWN_START, Reading, step
from raceboard.formats.sgf_tree import Node, Tree, parse
from raceboard.formats.sgf_writer import HEADERS, write
from raceboard.record import Entry, GameRecord, GameResult, MatchRecord, Note, Resignation, SetUp
from raceboard.side import Side

__all__ = ["decoded", "left_out", "read", "write"]

_GAME = "6"
_RESULT = re.compile(r"([WB])\+([0-9]{1,9})(R(?:esign)?)?(M)?", re.IGNORECASE)
_UNKNOWN_RESULTS = ("", "?")
_LINE = re.compile(r'\[([^"]*[^"\s])\s+"(.*)"\]')
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_NUMBER = re.compile(r"[0-9]{1,9}")
_CHARSET = re.compile(rb"CA\[([A-Za-z0-9_.:-]{1,40})\]")
#: Who counts the games of a match from zero; SGF itself counts from one.
_FROM_ZERO = ("GNU Backgammon", "raceboard")
#: Version 1.07 writes PL[W] beside a position that is set up, whoever is on roll, and does not read it.
_GNUBG = "GNU Backgammon"
_SHOWN = 60

#: Rules as headers of .mat text.
_RULES = {
    "jacoby": ("Jacoby", "On"),
    "nocube": ("CubeLimit", "1"),
    "nackgammon": ("Variation", "NackGammon"),
    "hypergammon1": ("Variation", "HyperGammon (1)"),
    "hypergammon2": ("Variation", "HyperGammon (2)"),
    "hypergammon3": ("Variation", "HyperGammon (3)"),
}
_CRAWFORD = ("crawford", "crawfordgame")

#: What is read of a first node besides the moves and set-ups that any node may have.
_ROOT = frozenset({*HEADERS.values(), "GC", "MI", "PB", "PW", "RE", "RU", OWN_RESULT, OWN_START})
#: What tells of the file and not of the match, or is counted anew by every program.
_TECHNICAL = frozenset({"AP", "CA", "FF", "GM", "GS", "ST"})
#: What is read, but its first value alone.
_SINGLE = (KNOWN | _ROOT) - {"AB", "AE", "AW", "MI", "RE", OWN_RESULT}
#: CP is the owner of the cube to GNU Backgammon, but in a first node it is a copyright.
_NOT_IN_ROOT = frozenset({"CO", "CP"})


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, or else in the character set that its property CA names, or else Latin-1.

    >>> decoded("(;GM[6]CA[windows-1251]PW[Иван])".encode("windows-1251"))
    '(;GM[6]CA[windows-1251]PW[Иван])'
    """
    found = _CHARSET.search(data)
    for charset in ("utf-8-sig", found[1].decode("ascii") if found else "latin-1"):
        try:
            return data.decode(charset)
        except (LookupError, UnicodeError):
            continue
    return data.decode("latin-1")


def read(text: str, name: str = "<text>") -> MatchRecord:
    """The match that an SGF collection records; `name` stands in the record and in errors.

    Raises `NotationError` that says `NAME:LINE` for a text that is no backgammon, or that holds more than one match.

    >>> match = read('''(;GM[6]MI[length:7][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford]RE[W+1]
    ... ;W[31hefe]
    ... ;B[64ai]
    ... ;W[double]
    ... ;B[drop])''')
    >>> match.length, match.players, [entry.text for entry in match.games[0].entries]
    (7, ('Ann', 'Bob'), ['31: 8/5 6/5', '64: 24/16', 'Doubles => 2', 'Drops'])
    """
    trees = parse(text, name)
    roots = [tree.nodes[0] for tree in trees]
    for root in roots:
        if root.first("GM") != _GAME:
            raise _refusal(name, root, f"GM is {root.first('GM')!r}; backgammon is GM[6]")
    infos = [_info(name, root) for root in roots]
    if len({info.get("length") for info in infos}) > 1:
        raise _refusal(name, roots[-1], "a second match begins in this file; split it")
    length = infos[0].get("length")
    headers, notes = _headers(roots, length)
    shift = 1 if _counts_from_zero(roots, infos) else 0
    games: list[GameRecord] = []
    for place, (tree, info) in enumerate(zip(trees, infos, strict=True), start=1):
        number = info["game"] + shift if "game" in info else place
        game, more = _game(name, tree, info, mat.named(headers), number)
        games.append(game)
        notes += more
    return MatchRecord(name, headers, length, tuple(games), notes)


def left_out(text: str) -> tuple[str, ...]:
    """What a record has no place for, a line each: properties that are not read, variations, and where comments stood.

    Second values of a property that has one are not read either, nor rules that later games have of their own. Raises
    NotationError as `read` does.

    >>> left_out("(;GM[6]AP[x];W[31hefe]LU[0.1](;B[66])(;B[65]))")
    ('1 LU: not read', '1 node beside the main line: not read')
    """
    trees = parse(text)
    rules = {*_words(trees[0].nodes[0]), *_CRAWFORD}
    unread: Counter[str] = Counter()
    comments = 0
    for tree in trees:
        root, *nodes = tree.nodes
        unread["RU"] += not rules.issuperset(_words(root))
        unread.update(root.properties.keys() - _ROOT - _TECHNICAL - (KNOWN - _NOT_IN_ROOT))
        for node in tree.nodes:
            unread.update({name: len(node.properties[name]) - 1 for name in _SINGLE & node.properties.keys()})
        for node in nodes:
            unread.update(node.properties.keys() - KNOWN)
            comments += "C" in node.properties
    lost = [f"{unread[name]} {name}: not read" for name in sorted(+unread)]
    if comments:
        lost.append(f"{comments} C: {'a comment' if comments == 1 else 'comments'} kept, but not where it stood")
    if beside := sum(tree.variations for tree in trees):
        lost.append(f"{beside} {'node' if beside == 1 else 'nodes'} beside the main line: not read")
    return tuple(lost)


def _refusal(name: str, node: Node, reason: str) -> NotationError:
    shown = "".join(f"{key}{''.join(f'[{value}]' for value in values)}" for key, values in node.properties.items())
    return NotationError(f";{shown}"[:_SHOWN], f"{name}:{node.line}: {reason}")


# ---------------------------------------------------------------------- the first node


def _info(name: str, root: Node) -> dict[str, int]:
    """Length, game and scores, as far as the tree says them."""
    info: dict[str, int] = {}
    for value in root.properties.get("MI", ()):
        key, _, number = value.partition(":")
        key = key.strip().lower()
        if key not in ("length", "game", "ws", "bs"):
            continue  # SGF asks to pass over unknown tags
        if not _NUMBER.fullmatch(number.strip()):
            raise _refusal(name, root, f"MI[{value[:_SHOWN]}] is no number")
        info[key] = int(number)
    return info


def _counts_from_zero(roots: Sequence[Node], infos: Sequence[Mapping[str, int]]) -> bool:
    is_known = (roots[0].first("AP") or "").startswith(_FROM_ZERO)
    return is_known or any(info.get("game") == 0 for info in infos)


def _headers(roots: Sequence[Node], length: int | None) -> tuple[dict[str, str], tuple[Note, ...]]:
    """The headers, the first of each key, and as notes what repeats one or is none."""
    headers: dict[str, str] = {}
    notes: list[Note] = []
    for root in roots:
        known = dict(headers)
        for key, value in _said(root):
            if not key:
                notes.append(Note(value, root.line))
            elif key not in headers:
                headers[key] = value
            elif known.get(key) != value:
                notes.append(Note(f'[{key} "{value}"]', root.line))
    folded = {key.casefold() for key in headers}
    rules = [rule for rule in _rules(roots, length) if rule[0].casefold() not in folded]
    odd = [Note(value, roots[0].line) for key, value in rules if not key]
    return headers | {key: value for key, value in rules if key}, (*notes, *odd)


def _said(root: Node) -> Iterator[tuple[str, str]]:
    """Headers of a tree with their values; what is none has no key."""
    for key, name in HEADERS.items():
        value = root.first(name)
        if value is not None:
            yield key, _DATE.sub(r"\1.\2.\3", value) if name == "DT" else value.replace("\n", " ")
    for line in (root.first("GC") or "").split("\n"):
        found = _LINE.fullmatch(line.strip())
        if found:
            yield found[1], found[2]
        elif line.strip():
            yield "", line.strip()


def _words(root: Node) -> list[str]:
    """The rules of a tree, without capitals."""
    return [word.strip().casefold() for word in (root.first("RU") or "").split(":") if word.strip()]


def _rules(roots: Sequence[Node], length: int | None) -> list[tuple[str, str]]:
    """The rules of the first tree as headers; one that is not known has no key."""
    words = _words(roots[0])
    rules = [_RULES.get(word, ("", f"RU[{word}]")) for word in words if word not in _CRAWFORD]
    is_off = length is not None and length > 1 and "crawford" not in words
    return [*rules, *([("Crawford", "Off")] if is_off else [])]


# ---------------------------------------------------------------------- a game


def _game(
    name: str, tree: Tree, info: Mapping[str, int], variation: str, number: int
) -> tuple[GameRecord, tuple[Note, ...]]:
    """One game, and the comments in it."""
    root, *nodes = tree.nodes
    beginning = {key: values for key, values in root.properties.items() if key in KNOWN - _NOT_IN_ROOT}
    reading = Reading.begun(variation)
    entries, notes = list[Entry](), list[Note]()
    for node in (Node(beginning, root.line), *nodes):
        try:
            reading = step(reading, node)
        except ValueError as error:
            raise _refusal(name, node, str(error)) from None
        entries += reading.said
        notes += reading.notes
    entries += [reading.roll] if reading.roll else []
    results = _results(root)
    found = _RESULT.fullmatch(root.first("RE") or "")
    if found and found[3]:
        entries.append(Resignation(1 - _side(found[1]), "Resigns", root.line))
    elif not found and (value := root.first("RE") or "") not in _UNKNOWN_RESULTS:
        notes.append(Note(f"RE[{value}]", root.line))
    start = reading.start
    if start and start.on_roll is not None and entries and (root.first("AP") or "").startswith(_GNUBG):
        start = evolve(start, on_roll=entries[0].side)
    if (odd := root.first(OWN_START)) is not None:
        start = evolve(start or SetUp(), position=odd, on_roll=entries[0].side if entries else None)
    players = tuple((root.first(key) or "").replace("\n", " ") for key in ("PW", "PB"))
    scores = (info.get("ws", 0), info.get("bs", 0))
    return GameRecord(number, players, scores, start, tuple(entries), results), tuple(notes)


def _side(colour: str) -> Side:
    return COLOURS.index(colour.upper())


def _results(root: Node) -> tuple[GameResult, ...]:
    """What is stated about the result, in our own property if it is there."""
    values = root.properties.get(OWN_RESULT) or root.properties.get("RE", ())
    found = [_RESULT.fullmatch(value) for value in values]
    results = (GameResult(_side(one[1]), int(one[2]), bool(one[4]), "", root.line) for one in found if one)
    return tuple(evolve(result, text=mat_writer.cell(result)) for result in results)
