"""The command line in German and Russian: its help, and what it prints to people."""

# ruff: noqa: RUF001  # Russian letters are meant

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import pytest

from message_tools import catalogue
from raceboard import Game, Position, Registry, Roll
from raceboard.cli.commands import raceboard as group
from raceboard.cli.main import main
from raceboard.cli.person import Person
from raceboard.cli.spoken import said
from raceboard.messages import LANGUAGES, language, speaking

pytestmark = pytest.mark.wheel

OTHERS = LANGUAGES[1:]
RECORDS = Path(__file__).parent / "data" / "matches"
CLOSED = "bar:1 6:5 5:5 4:4 / 6:3 5:3 4:3 3:2 2:2 1:2"
XGID = "XGID=-b----E-C---eE---c-e----B-:1:1:1:52:4:2:0:7:10"
SESSION = ("play", "nardy-online", "--white", "racer", "--black", "random", "--seed", "7")

#: English words that would be seen at once; names of tables and players, and words that are typed, are not among them.
ENGLISH = re.compile(
    r"\b(the|and|with|plays?|throws?|starts?|wins?|won|points?|score|games?|opening|white|black|seed|each|doubles to|"
    r"takes|passes|pass|cannot|legal|illegal|rule|source|name|title|value|key|set by|aliases|default|depth|nodes|"
    r"cube|dice|Usage|Options|Commands|Show|Example|required|single|other|all|lost|entries)\b"
)

#: What click writes into English help.
CLICK = re.compile(r"Usage:|Options:|Commands:|Show this message|\[default|required\]")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command line: its status, what it prints, and what it complains about."""
    capsys.readouterr()
    status = main(arguments)
    printed = capsys.readouterr()
    assert language() == "en"
    return status, printed.out, printed.err


# -- Help --------------------------------------------------------------------------------------------------------------


def commands() -> dict[str, click.Command]:
    """The group and its commands by their names."""
    return {"raceboard": group, **group.commands}


def help_keys() -> Iterator[str]:
    """The keys of all that the help says, in English by the code."""
    for name, command in commands().items():
        assert command.help
        yield f"help.{name}"
        for option in command.params:
            if isinstance(option, click.Option) and option.name != "lang":
                assert option.help
                yield f"help.{name}.{option.name}"
    yield from ("help.lang", "help.help")
    yield from (f"help.word.{word}" for word in ("usage", "options", "commands", "default", "required"))


@pytest.mark.parametrize("spoken", OTHERS)
def test_every_command_and_every_option_has_help_and_nothing_else_has(spoken: str) -> None:
    """A new option without a translation fails here, and so does a translation without its option."""
    translated = {key for key in catalogue(spoken) if key.startswith("help.")}
    assert translated == set(help_keys())


@pytest.mark.parametrize("spoken", OTHERS)
def test_help_is_shown_in_the_language_wherever_it_is_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, spoken: str
) -> None:
    """Headings, texts and options; the option may stand before or after, or the user has set the language."""
    for name in group.commands:
        status, shown, _ = run(capsys, name, "--help", "--lang", spoken)
        assert (status, shown) == (0, run(capsys, "--lang", spoken, name, "-h")[1])
        own = catalogue(spoken)
        whole = "".join(shown.split())
        assert shown.startswith(f"{own['help.word.usage'].forms[0]}: raceboard {name} ")
        assert f"{own['help.word.options'].forms[0]}:\n" in shown
        for key in (key for key in help_keys() if key.startswith(f"help.{name}.") or key in ("help.lang", "help.help")):
            assert "".join(own[key].forms[0].split()) in whole
        assert "".join(own[f"help.{name}"].forms[0].split()) in whole
        assert not CLICK.search(shown)
        with monkeypatch.context() as patched:
            patched.setenv("RACEBOARD_LANG", spoken)
            assert run(capsys, name, "--help")[1] == shown


@pytest.mark.parametrize(("spoken", "first"), [("de", "Die erlaubten Züge auflisten"), ("ru", "Показать разрешённые")])
def test_the_list_of_commands_is_translated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, spoken: str, first: str
) -> None:
    """Each with its first sentence, under a heading."""
    _, shown, _ = run(capsys, "--help", "--lang", spoken)
    assert re.search(rf"\n  plays +{first}", shown)
    assert f"\n{catalogue(spoken)['help.word.commands'].forms[0]}:\n" in shown
    monkeypatch.setenv("RACEBOARD_LANG", spoken)
    assert run(capsys, "--help")[1] == shown


def test_what_stands_on_the_line_outdoes_what_is_set(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--lang` before or behind the command, whatever RACEBOARD_LANG says; an unknown language is refused."""
    monkeypatch.setenv("RACEBOARD_LANG", "ru")
    arguments = ("plays", "--variant", "backgammon", "--roll", "3-1")
    assert run(capsys, *arguments)[1].endswith("16 ходов\n")
    assert run(capsys, *arguments, "--lang", "de")[1].endswith("16 Züge\n")
    assert run(capsys, "--lang", "en", *arguments)[1].endswith("16 plays\n")
    status, _, complaint = run(capsys, *arguments, "--lang", "fr")
    assert (status, "'fr' is not one of 'en', 'de', 'ru'" in complaint) == (2, True)
    monkeypatch.setenv("RACEBOARD_LANG", "fr")
    status, _, complaint = run(capsys, *arguments)
    assert (status, "Invalid value for RACEBOARD_LANG: 'fr' is not one of" in complaint) == (2, True)
    assert "--lang" not in complaint


# -- What is printed ---------------------------------------------------------------------------------------------------


def rows(lines: Sequence[str]) -> list[list[str]]:
    """The turns of a log: number, roll and play."""
    return [[words[0], *words[2:]] for line in lines if (words := line.split()) and re.fullmatch(r" {1,3}\d+ .*", line)]


GERMAN = """\
nardy-online: Langes Nardy, freies Spiel, Startzahl 7
Weiß: racer, Schwarz: random
Züge zählen die Pips bis zum Ziel; auf dem Brett heißt Feld 24 1
Anfangswurf 6-4
Weiß beginnt mit 6-4
Weiß ist fertig
Weiß gewinnt: Oyn, 1 Punkt
1 Punkt für Weiß, Stand 1-0
Weiß hat gewonnen
Langes Nardy
das Spiel ist zu Ende
an diesem Tisch zählt das 1 Punkt"""

RUSSIAN = """\
nardy-online: Длинные нарды, товарищеская игра, начальное число 7
белые: racer, чёрные: random
в записи ходов — оставшиеся пипсы; на доске пункт 24 обозначен как 1
розыгрыш первого хода: 6-4
белые начинают с 6-4
белые закончили
белые выиграли: ойн, 1 очко
белые получают 1 очко, счёт 1-0
белые победили
Длинные нарды
партия окончена
за этим столом это 1 очко"""


@pytest.mark.parametrize(("spoken", "told"), [("de", GERMAN), ("ru", RUSSIAN)])
def test_a_whole_session_is_told_in_the_language(capsys: pytest.CaptureFixture[str], spoken: str, told: str) -> None:
    """Line by line: the turns are those of the English log, and nothing that is said beside them is English."""
    english = run(capsys, *SESSION)[1].splitlines()
    log = run(capsys, *SESSION, "--lang", spoken)[1].splitlines()
    assert len(log) == len(english)
    assert rows(log)
    assert rows(log) == rows(english)
    drawn = re.compile(r" {1,3}\d+ .*| *[┌│└].*|[ \d]+(Pips bis zum Ziel|осталось пипсов)?| *[○●] .*")
    assert [line.strip() for line in log if not drawn.fullmatch(line)] == told.splitlines()
    assert not ENGLISH.search("\n".join(log))


def test_the_seats_of_a_log_stand_in_columns(capsys: pytest.CaptureFixture[str]) -> None:
    """The column is as wide as the longest seat of the language; in English it is six."""
    for spoken, width in (("en", 6), ("de", 7), ("ru", 6)):
        log = run(capsys, *SESSION, "--lang", spoken)[1].splitlines()
        turns = [line for line in log if re.fullmatch(r" {1,3}\d+  \S+ +\d-\d  .*", line)]
        assert len(turns) > 20
        assert {re.match(r" *\d+  ", line).end() for line in turns} == {6}  # type: ignore[union-attr]
        assert {re.search(r"\d-\d  ", line).start() for line in turns} == {6 + width + 2}  # type: ignore[union-attr]


PRINTED = (
    ("plays", "--variant", "backgammon", "--roll", "3-1"),
    ("plays", "--variant", "backgammon", "--position", CLOSED, "--roll", "6-6"),
    ("perft", "--variant", "long-nardy", "--depth", "1", "--divide"),
    ("show", "nardy-online"),
    ("check", "nardy-online", "usbgf-match"),
    ("explain", "--variant", "backgammon", "--position", CLOSED, "--roll", "6-6"),
    ("explain", "--variant", "long-nardy", "--roll", "5-4", "--move", "24/19 24/20"),
    ("explain", "--ruleset", "usbgf-match", "--length", "5", "--action", "double"),
    ("explain", "--ruleset", "usbgf-match", "--length", "5", "--action", "take", "--action", "double"),
    ("id", "--variant", "backgammon", XGID),
    ("board", "--ruleset", "usbgf-match", "--length", "5", "--score", "4-2", "--linear"),
    ("replay", "--games", *(str(RECORDS / "gnubg_converted" / name) for name in ("g0002.mat", "g0007.mat"))),
    ("play", "match", "--length", "3", "--white", "racer", "--black", "racer", "--seed", "1"),
    ("play", "money-jacoby-beavers", "--white", "random", "--black", "random", "--seed", "5"),
    ("play", "fnr2026", "--seed", "3"),
)


@pytest.mark.parametrize("spoken", OTHERS)
@pytest.mark.parametrize("arguments", PRINTED, ids=lambda arguments: " ".join(arguments[:3]))
def test_nothing_that_is_printed_to_people_is_english(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], spoken: str
) -> None:
    """Tables, lists, verdicts, refusals, logs: as many lines as in English, and no English word among them."""
    english = run(capsys, *arguments)
    status, printed, complaint = run(capsys, *arguments, "--lang", spoken)
    assert status == english[0]
    assert len(printed.splitlines()) == len(english[1].splitlines())
    assert (printed, complaint) != english[1:]
    sources = re.compile(r"(Quelle|источник): .*|(angegeben|указано): [^(]*\(|\S+\.(mat|yaml)\S*")
    settings = re.compile(r"^[a-z_.]+ +\S+ +|^\S+:(?= )|\[[a-z.-]+\]", re.MULTILINE)
    assert not ENGLISH.search(settings.sub("", sources.sub("", printed + complaint)))


def test_titles_and_columns_of_the_lists_are_translated(capsys: pytest.CaptureFixture[str]) -> None:
    """Variants and rulesets keep their names, which are typed."""
    name, _, aliases, sources = run(capsys, "variants", "long-nardy", "--lang", "de")[1].splitlines()
    assert name == "long-nardy: Langes Nardy"
    assert aliases.startswith("    auch: long nardi, ")
    assert sources.startswith("    Quellen: ")
    head, *rows_of_rulesets = run(capsys, "rulesets", "--lang", "ru")[1].splitlines()
    assert head.split() == ["имя", "вид", "игры", "вариант", "плагин", "название"]
    assert any(re.match("series-of-wins +casual +backgammon +rulesets +До трёх побед", row) for row in rows_of_rulesets)


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("en", "x, depth 2: 1,234,567 nodes"),
        ("de", "x, Tiefe 2: 1.234.567 Knoten"),
        ("ru", "x, глубина 2: 1 234 567 узлов"),
    ],
)
def test_numbers_have_the_thousands_apart_as_the_language_has_it(spoken: str, expected: str) -> None:
    """A comma, a point, a narrow space that does not break."""
    with speaking(spoken):
        told = said("perft.total", variant="x", depth=2, count=1234567)
    assert told.replace("\u202f", " ") == expected
    assert ("\u202f" in told) is (spoken == "ru")


def test_findings_of_a_replay_speak_the_language(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Place, reason and what would be legal; the text of the record and the id of the rule stay."""
    file = tmp_path / "m.mat"
    lines = (
        " 5 point match\n",
        " Game 1\n",
        " Ann : 0                        Bob : 4\n",
        "  1) 31: 8/5 6/5                 Doubles => 2\n",
        "  2)  Takes                      66: 24/18(2) 13/7\n",
    )
    file.write_text("".join(lines))
    status, printed, _ = run(capsys, "replay", str(file), "--lang", "de")
    assert status == 1
    double, play, *_ = (line.strip() for line in printed.splitlines()[1:])
    assert double == (
        "Spiel 1, Wurf 1, Zeile 4: Schwarz Doubles => 2 [cube.crawford-game]: nicht möglich: Crawford-Spiel"
    )
    assert play.startswith("Spiel 1, Wurf 2, Zeile 5: Schwarz 66: 24/18(2) 13/7 [play.not-legal]: kein erlaubter Zug; ")
    assert " erlaubt: " in play


def test_a_refusal_is_told_in_the_language_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Also one that ends the command: action, phase, reason, and what is awaited from whom."""
    arguments = ("explain", "--ruleset", "usbgf-match", "--length", "5", "--action", "take", "--action", "double")
    told = {
        "en": "Take in phase start [cube.no-double-pending]: there is no double to answer; "
        "awaited Rolled by white, Double by white",
        "de": "Annahme der Verdopplung in der Phase „vor dem Wurf“ [cube.no-double-pending]: es gibt keine Verdopplung "
        "zu beantworten; erwartet: Wurf von Weiß, Verdopplung von Weiß",
        "ru": "принятие удвоения в фазе «перед броском» [cube.no-double-pending]: нет удвоения, на которое нужно "
        "ответить; ожидается: бросок (белые), удвоение (белые)",
    }
    for spoken, expected in told.items():
        status, _, complaint = run(capsys, *arguments, "--lang", spoken)
        assert (status, complaint) == (2, f"raceboard: {expected}\n")


# -- A person ----------------------------------------------------------------------------------------------------------


def typed(*answers: str) -> tuple[Person, list[str]]:
    """A person who types these answers, and the prompts that were shown."""
    waiting, prompts = iter(answers), list[str]()

    def read(prompt: str, patience: int | None) -> str:
        prompts.append(prompt)
        return next(waiting)

    return Person(read=read), prompts


@pytest.mark.parametrize(
    ("spoken", "expected", "refused"),
    [
        ("en", ["white 3-1> ", "white 3-1 [8/5 6/5] Enter to confirm> "], "99 is not in the list; give a number from"),
        ("de", ["Weiß 3-1> ", "Weiß 3-1 [8/5 6/5] Enter bestätigt> "], "99 steht nicht in der Liste; möglich sind"),
        ("ru", ["белые 3-1> ", "белые 3-1 [8/5 6/5] Enter — подтвердить> "], "99 нет в списке; укажите номер от 1"),
    ],
)
def test_a_person_is_asked_in_the_language(
    capsys: pytest.CaptureFixture[str], spoken: str, expected: list[str], refused: str
) -> None:
    """Prompts, the board and refusals; what is typed is the same everywhere."""
    spec = Registry.load().variant("backgammon")
    game = Game.resume(spec, spec.start, 0, roll=Roll(3, 1))
    person, prompts = typed("99", "8/5 6/5", "")
    with speaking(spoken):
        assert str(person.play(game)) == "8/5 6/5"
    assert prompts == [expected[0], *expected]
    assert refused in capsys.readouterr().out


@pytest.mark.parametrize("spoken", OTHERS)
def test_the_help_of_a_person_explains_every_word_that_is_typed(
    capsys: pytest.CaptureFixture[str], spoken: str
) -> None:
    """The words stay English; what they do is told, and those of the cube too."""
    spec = Registry.load().variant("backgammon")
    game = Game.resume(spec, spec.start, 0, roll=Roll(3, 1))
    person, _ = typed("help", "1", "ok")
    with speaking(spoken):
        person.play(game)
    told = capsys.readouterr().out
    for word in ("undo", "undo all", "plays", "board", "resign", "quit", "help", "throw", "double", "take", "pass"):
        assert re.search(rf"\b{word}\b", told)
    for word in ("accept", "reject", "beaver", "raccoon", "redouble", "Enter", "ok", "bar", "off"):
        assert re.search(rf"\b{word}\b", told)
    assert max(map(len, told.splitlines())) <= 120


@pytest.mark.parametrize(
    ("spoken", "unreadable", "ambiguous"),
    [
        ("en", "cannot read 'jump': 'jump' is no move; ", "cannot read '24/18': "),
        ("de", "'jump' ist nicht lesbar; ein Zug sieht so aus: '8/5 6/5', ", "'24/18' kann Verschiedenes heißen: "),
        ("ru", "'jump' прочитать нельзя; ход пишется так: '8/5 6/5', ", "'24/18' можно понять по-разному: "),
    ],
)
def test_a_person_who_is_not_understood_is_told_so_in_the_language(
    capsys: pytest.CaptureFixture[str], spoken: str, unreadable: str, ambiguous: str
) -> None:
    """What can be no play, and what can be several: the candidates stand behind it."""
    spec = Registry.load().variant("backgammon")
    position = Position.parse(spec, "24:2 13:5 8:3 6:5 / 24:1 13:5 8:3 6:3 5:1 3:1 2:1", 0)
    game = Game.resume(spec, position, 0, roll=Roll(4, 2))
    person, _ = typed("jump", "24/18", "1", "ok")
    with speaking(spoken):
        person.play(game)
    told = capsys.readouterr().out
    assert f"\n{unreadable}" in told
    assert f"\n{ambiguous}" in told
    for way in ("24/22*/18", "24/20*/18"):
        assert way in told.partition(f"\n{ambiguous}")[2].partition("\n")[0]
