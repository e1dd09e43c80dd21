"""The catalogues: whole in every language, no more and no less than the code says, and fit to be read."""

# ruff: noqa: RUF001  # Russian letters are meant

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from typing import get_args

import pytest

import make_docs
from message_tools import GROUPS, Message, catalogue, code, texts_of
from raceboard import Registry
from raceboard.action import SessionAction
from raceboard.errors import Verdict
from raceboard.event import Ended, Offered, Ruling, Scored, SessionEnded, Started
from raceboard.finish import DRAW, Outcome
from raceboard.formats.ids import FORMATS
from raceboard.messages import FAMILIES, LANGUAGES, has, language, speaking, text
from raceboard.phase import Phase
from raceboard.report import Ending, Reading
from raceboard.rulebook import FINDINGS, RULES
from raceboard.ruleset import CONTEXTS
from raceboard.ruling import Decider, Remedy
from raceboard.side import SEAT_NAMES
from raceboard.turn import Turn

REGISTRY = Registry.load()
OTHERS = LANGUAGES[1:]

#: Groups whose English stands in the code: what a command is for, and the titles of variants, rulesets and formats.
TRANSLATED_ONLY = ("help.", "title.")

#: Why a game or a session may have ended; a host may have reasons of its own.
REASONS = ("dead-position", "inactivity", "left", "mother", "pass", "resigned", "time")

#: Words that are the same in German, because players say them so.
SAME_IN_GERMAN = {"Option", "Pips"}


def levels_and_places() -> Iterator[str]:
    """What the variants name and a message shows: levels, also where an option brings them, and places of checkers."""
    specs = [*REGISTRY.variants.values(), REGISTRY.variant("long-nardy").with_rules({"koks": "quarter"})]
    for spec in specs:
        yield from (level.name for level in spec.finish.levels)
        yield from spec.layout.reserves
    yield from ("off", "hand", DRAW)


def titles() -> set[str]:
    """The titles of what we ship."""
    tables = {REGISTRY.ruleset(name).title for name in REGISTRY.rulesets}
    return tables | {spec.title for spec in REGISTRY.variants.values()} | {one.title for one in FORMATS.values()}


def families() -> set[str]:
    """The keys of names that are put together when they are shown."""
    redoubles = (name for rule in REGISTRY.cube_rules for name in rule.answers)
    commands = ("step", "redraft", "undo", "undo_all", "autocomplete", "commit")
    assert all(hasattr(Turn, command) for command in commands)
    names = {
        "action": [*(action.__name__ for action in get_args(SessionAction)), *commands, "next_game"],
        "context": CONTEXTS,
        "ending": Ending,
        "how": REASONS,
        "name": [*levels_and_places(), *redoubles, *Decider],
        "phase": [phase.value for phase in Phase],
        "reading": Reading,
        "remedy": Remedy,
        "rule": [*RULES, *FINDINGS, "other"],
        "seat": [*SEAT_NAMES, "other"],
    }
    assert names.keys() >= FAMILIES - {"title"}
    return {f"{family}.{name}" for family, several in names.items() for name in several}


def is_both(key: str) -> bool:
    """Is the key in the English catalogue as well?"""
    return not key.startswith(TRANSLATED_ONLY)


# -- Whole -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("other", OTHERS)
def test_all_languages_have_the_same_messages(other: str) -> None:
    """What is missing in one of them would be shown by its key, or not at all."""
    assert {key for key in catalogue(other) if is_both(key)} == catalogue("en").keys()
    assert [key for key in catalogue("en") if not is_both(key)] == []
    assert [key for key in catalogue(OTHERS[0]) if not is_both(key)] == [
        key for key in catalogue(other) if not is_both(key)
    ]


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_every_key_that_the_code_speaks_is_in_the_catalogue(spoken: str) -> None:
    """Keys that are written out: given to a function that speaks, or of a group that nothing else is named like."""
    known = catalogue(spoken).keys()
    assert sorted(code().spoken - known - RULES.keys() - FINDINGS.keys()) == []
    groups = re.compile(rf"({'|'.join(GROUPS)})\.[a-z.-]*[a-z]")
    assert sorted(one for one in code().texts if groups.fullmatch(one) and one not in known) == []
    commands = {key.split(".")[1] for key in known if key.startswith("cli.") and key.count(".") > 1}
    written = (one for one in texts_of("cli") if re.fullmatch(r"[a-z]+\.[a-z-]+", one))
    assert sorted(one for one in written if one.split(".")[0] in commands and f"cli.{one}" not in known) == []
    assert len(code().spoken) > 150


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_every_name_that_a_message_may_show_is_in_the_catalogue(spoken: str) -> None:
    """Rules, levels, places, seats, actions, phases, reasons, readings and what a ruling may say."""
    assert sorted(families() - catalogue(spoken).keys()) == []


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_every_rule_has_a_verdict_and_nothing_else_is_said_of_one(spoken: str) -> None:
    """The id of a rule is the key of its verdict; a verdict on a rule of somebody else says its id."""
    assert sorted(RULES.keys() - catalogue(spoken).keys()) == []
    with speaking(spoken):
        assert "departure.moon" in Verdict(False, "departure.moon").text


@pytest.mark.parametrize("other", OTHERS)
def test_every_title_that_we_ship_is_translated(other: str) -> None:
    """Variants, rulesets and formats of ids; the title of somebody else's is shown as it is."""
    assert {key for key in catalogue(other) if key.startswith("title.")} == {f"title.{title}" for title in titles()}
    assert text("picture.game", {"title": "Lagoon"}, other) == "Lagoon"


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_no_message_is_left_over(spoken: str) -> None:
    """What the code speaks of no more is taken out; names, help and titles are compared with what has them."""
    used = families() | RULES.keys()
    left = (key for key in catalogue(spoken) if is_both(key) and key not in used)
    assert [key for key in left if not code().uses(key)] == []


def test_the_check_for_left_over_messages_finds_one() -> None:
    """A key that nobody speaks of is told from one of its group."""
    assert code().uses("cli.play.head")
    assert code().uses("finding.illegal")
    assert not code().uses("cli.play.tail")
    assert not code().uses("finding.lost")
    assert not code().uses("event.sneezed")


# -- Fit ---------------------------------------------------------------------------------------------------------------


def both(other: str) -> Iterator[tuple[Message, Message]]:
    """The messages of a language with their English ones."""
    for key, message in catalogue(other).items():
        if is_both(key):
            yield catalogue("en")[key], message


@pytest.mark.parametrize("other", OTHERS)
def test_translations_show_the_same_parameters(other: str) -> None:
    """A parameter that a translation has forgotten, or misspelt, would be missed by nobody but its readers."""
    assert [english.key for english, message in both(other) if message.parameters != english.parameters] == []


@pytest.mark.parametrize(("spoken", "forms"), [("en", 2), ("de", 2), ("ru", 3)])
def test_messages_that_count_have_all_plural_forms(spoken: str, forms: int) -> None:
    """Two in English and German, three in Russian, and each has the number; the same messages count everywhere."""
    counting = {key: message for key, message in catalogue(spoken).items() if message.counts}
    assert counting.keys() == {key for key, message in catalogue("en").items() if message.counts}
    for message in counting.values():
        assert len(message.forms) == forms
        assert all(message.forms)


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_every_message_can_be_shown(spoken: str) -> None:
    """With a value for each parameter in the form that the message asks for, whatever it counts."""
    for key, message in catalogue(spoken).items():
        for count in (0, 1, 2, 5, 21):
            shown = text(key, message.dummies(count), spoken)
            assert shown
            assert not re.search(r"[{}]", shown)


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_the_compiled_catalogue_is_up_to_date(spoken: str) -> None:
    """`python tests/make_docs.py` compiles it."""
    path = f"locale/{spoken}/LC_MESSAGES/raceboard.mo"
    assert (resources.files("raceboard") / path).read_bytes() == make_docs.catalogues()["raceboard", path]


def bare(form: str) -> str:
    """A text without its parameters."""
    return re.sub(r"\{[^}]*\}", "", form)


def test_russian_is_written_in_russian() -> None:
    """Each text with words has Cyrillic ones; names of formats stay as they are."""
    formats = {"XGID", "GNUBgID", "Position ID"}
    said = [(key, bare(form)) for key, message in catalogue("ru").items() for form in message.forms]
    words = [(key, form) for key, form in said if re.search("[A-Za-z]{2}", form) and form not in formats]
    assert [key for key, form in words if not re.search("[а-яё]", form, re.IGNORECASE)] == []


def test_german_is_not_english() -> None:
    """A text that is the same in both has no words, or only those that players use in both."""
    same = [bare(message.forms[0]) for english, message in both("de") if message.forms == english.forms]
    words = {word for form in same for word in re.findall("[A-Za-z]{2,}", form)}
    assert words - SAME_IN_GERMAN == set()


def test_german_players_find_their_words() -> None:
    """The terms of the table, and none of the English ones in their place."""
    everything = "\n".join(form for message in catalogue("de").values() for form in message.forms)
    for term in ("Pasch", "abgetragen", "Abtragen", "Verdopplungswürfel", "Kopf", "Heimfeld", "Wurf", "Stein", "Feld"):
        assert term in everything
    assert not re.search(r"\b(Cube|Dice|Doppelwürfel|Checker|Bear-?off|Roll|Prime|Score)\b", everything)


# -- Speaking ----------------------------------------------------------------------------------------------------------


def test_speaking_nests_and_is_undone_by_errors() -> None:
    """Inside another language, and after something has gone wrong in it, the one before is spoken."""

    def fails() -> None:
        with speaking("ru"):
            assert (language(), text("seat.white")) == ("ru", "белые")
            raise ZeroDivisionError

    with speaking("de"):
        with pytest.raises(ZeroDivisionError):
            fails()
        assert (language(), text("seat.white")) == ("de", "Weiß")
    assert (language(), text("seat.white")) == ("en", "white")


def test_an_unknown_language_is_refused_and_changes_nothing() -> None:
    """With those that there are."""
    for ask in (lambda: text("seat.white", wanted="fr"), lambda: has("seat.white", "fr"), speaking("fr").__enter__):
        with pytest.raises(ValueError, match="no catalogue for 'fr'; choose one of en, de, ru"):
            ask()
    assert language() == "en"


def test_an_unknown_key_is_an_error_of_the_code() -> None:
    """It is not shown to people."""
    with pytest.raises(KeyError, match=r"the catalogue de has no message cli\.sneeze"):
        text("cli.sneeze", wanted="de")


@pytest.mark.parametrize(
    ("event", "english", "german", "russian"),
    [
        (Started(0), "white starts", "Weiß beginnt", "белые начинают"),
        (
            Offered(1, 4, "beaver"),
            "black answers with a beaver to 4",
            "Schwarz verdoppelt sofort zurück auf 4 (Beaver)",
            "чёрные сразу удваивают в ответ до 4 (бивер)",
        ),
        (
            Scored(0, 2, (2, 0)),
            "2 points for white, score 2-0",
            "2 Punkte für Weiß, Stand 2-0",
            "белые получают 2 очка, счёт 2-0",
        ),
        (
            Scored(None, 1, (1, 1)),
            "1 point each, score 1-1",
            "je 1 Punkt, Stand 1-1",
            "каждому по 1 очку, счёт 1-1",
        ),
        (
            Ended(Outcome(0, "gammon", 2, "resigned")),
            "white wins: gammon, 2 points (resigned)",
            "Weiß gewinnt: Gammon, 2 Punkte (aufgegeben)",
            "белые выиграли: гаммон, 2 очка (сдача)",
        ),
        (
            Ended(Outcome(None, DRAW, 0, "dead-position")),
            "a draw, 0 points each (dead-position)",
            "unentschieden, je 0 Punkte (keine Seite kann je wieder ziehen)",
            "ничья, каждому по 0 очков (никто больше не сможет ходить)",
        ),
        (
            Ruling(Remedy.REROLL_BOTH),
            "ruling: reroll both",
            "Entscheidung: beide Würfel neu werfen",
            "решение: перебросить обе кости",
        ),
        (SessionEnded(1, "time"), "black has won (time)", "Schwarz hat gewonnen (Zeit abgelaufen)", None),
        (SessionEnded(None, "score"), "nobody has won", "niemand hat gewonnen", "победителя нет"),
        (Ended(Outcome(0, "single", 1, "hiccups")), "white wins: single, 1 point (hiccups)", None, None),
    ],
)
def test_events_speak_every_language(event: object, english: str, german: str | None, russian: str | None) -> None:
    """The text of an event follows the language; a reason that only the host knows stands as it is."""
    for spoken, expected in zip(LANGUAGES, (english, german, russian), strict=True):
        with speaking(spoken):
            assert expected is None or str(event) == expected
