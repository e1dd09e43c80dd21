"""The door for optional rules of the cube: a rule that is not ours, brought by a plugin, set in YAML, asked in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from raceboard import NotNowError, Registry, hookimpl, hookspecs
from raceboard.action import Double
from raceboard.cube.rule import CubeRule, View
from raceboard.errors import ConfigError, Problem
from raceboard.option import Kind
from raceboard.ruleset import Context, Key, Ruleset, Schema, Value
from raceboard.ruleset.checks import Complaint, Terms
from raceboard.ruleset_file import Source, load_ruleset
from raceboard.session import Session
from raceboard.side import Side

pytestmark = pytest.mark.wheel


class Patience(CubeRule):
    """Nobody doubles before some own throws; a stranger's rule with a key of its own."""

    name = "patience"
    rank = 1300
    keys = (
        Key(
            "cube.patience",
            Kind(whole=(0, None)),
            "How many own throws a player must have made before doubling.",
            {"money": 0},
            neutral=0,
            why="patience is a habit of money play",
        ),
    )

    def complaints(self, terms: Terms) -> Iterator[Complaint]:
        """It has nothing to wait for beside the beaver."""
        if (terms.number("cube.patience") or 0) > 0 and terms.says("cube.beaver", True):
            what = "nobody is patient where beavers are, so cube.beaver must be false"
            yield Complaint("needs", "cube.patience", what, ("cube.beaver",), "write patience: 0")

    def refuses_double(self, view: View, side: Side) -> str | None:
        """Before enough own throws."""
        return "too-early" if view.throws[side] < (view.number_of("cube.patience") or 0) else None


def bringing(*rules: CubeRule) -> object:
    """A plugin that brings cube rules."""

    class Plugin:
        @hookimpl
        def raceboard_register_cube_rules(self, register: hookspecs.RegisterCubeRule) -> None:
            for rule in rules:
                register(rule)

    return Plugin()


REGISTRY = Registry.load([("patient", bringing(Patience()))])

#: The first lines of a file; what a test adds begins on line 4.
HEAD = "raceboard: 1\nname: m\nextends: {}\n"


def loaded(text: str, registry: Registry = REGISTRY) -> Ruleset:
    """The ruleset of a text."""
    return load_ruleset(Source("m.yaml", text), registry)


def the_problem(text: str, registry: Registry = REGISTRY) -> Problem:
    """The only thing that is wrong with a text."""
    with pytest.raises(ConfigError) as caught:
        loaded(text, registry)
    (problem,) = caught.value.problems
    return problem


# ------------------------------------------------------------------------------------------------ in a ruleset


def test_the_key_of_a_strangers_rule_is_set_in_yaml_like_ours() -> None:
    """It has its default, its place, and its neutral value where the context has it not."""
    rules = loaded(HEAD.format("money") + "cube:\n  patience: 3\n")
    assert (rules["cube.patience"], str(rules.origins["cube.patience"])) == (3, "m.yaml:5:13")
    assert loaded(HEAD.format("money"))["cube.patience"] == 0
    match = loaded(HEAD.format("match") + "cube: {patience: 0}\n")
    assert "cube.patience" not in match.settings
    assert match["cube.patience"] == 0


def test_the_key_counts_in_the_digest() -> None:
    """Games under another patience are games under other rules."""
    digests = {loaded(HEAD.format("money") + f"cube: {{patience: {number}}}\n").digest for number in (0, 1, 2)}
    assert len(digests) == 3


@pytest.mark.parametrize(
    ("parent", "line", "said"),
    [
        (
            "money",
            "cube: {patience: -1}",
            "m.yaml:4:18: error[range]: cube.patience: takes a whole number from 0 up, not -1",
        ),
        (
            "money",
            "cube: {patience: soon}",
            "m.yaml:4:18: error[type]: cube.patience: takes a whole number from 0 up, not 'soon'",
        ),
        (
            "money",
            "cube: {patiense: 3}",
            "m.yaml:4:8: error[unknown-key]: cube.patiense: is not a ruleset key\n"
            "    hint: did you mean cube.patience?",
        ),
        (
            "match",
            "cube: {patience: 3}",
            "m.yaml:4:18: error[context-forbids]: cube.patience: is 3, but this is a match ruleset; "
            "patience is a habit of money play\n    hint: remove the line or extend a money ruleset",
        ),
        (
            "money-jacoby-beavers",
            "cube: {patience: 3}",
            "m.yaml:4:18: error[needs]: cube.patience: nobody is patient where beavers are, "
            "so cube.beaver must be false\n"
            "    money-jacoby-beavers.yaml:10:11: note: cube.beaver is set here\n    hint: write patience: 0",
        ),
    ],
    ids=["range", "type", "unknown-key", "context-forbids", "needs"],
)
def test_a_mistake_in_a_strangers_key_is_told_with_its_place(parent: str, line: str, said: str) -> None:
    """Range, type, spelling, context and what does not fit together, as for the keys that we ship."""
    assert str(the_problem(HEAD.format(parent) + line + "\n")) == said


def test_without_its_plugin_the_key_is_unknown() -> None:
    """A ruleset never sets a rule that nobody would ask."""
    problem = the_problem(HEAD.format("money") + "cube: {patience: 3}\n", Registry.load())
    assert (problem.code, problem.path) == ("unknown-key", "cube.patience")


def test_without_cube_rules_the_cube_is_plain_and_has_no_keys() -> None:
    """Not even the rules that we ship are built in."""
    spec = REGISTRY.variant("backgammon")
    contexts: tuple[Context, ...] = ("money", "match", "casual")
    assert [Ruleset.of(spec, context)["cube"] for context in contexts] == ["on", "on", "none"]
    assert [path for path in Ruleset.of(spec, "match").settings if path.startswith("cube.")] == []
    with pytest.raises(ConfigError, match=r"error\[unknown-key\]: cube\.crawford: is not a ruleset key"):
        Ruleset.of(spec, "match", {"cube": {"crawford": False}})


# ------------------------------------------------------------------------------------------------ in play


def sat(patience: int, throws: tuple[int, int]) -> Session:
    """A money game in which white is to throw or to double, after some throws of each side."""
    rules = loaded(HEAD.format("money") + f"cube: {{patience: {patience}}}\n")
    return Session.resume(rules, rules.spec.start, 0, throws=throws)


def test_a_strangers_rule_refuses_a_double_by_its_own_code() -> None:
    """The machine asks it among ours; a refused double is not offered and changes nothing."""
    session = sat(3, (2, 3))
    assert Double not in [awaited.action for awaited in session.awaited()]
    with pytest.raises(NotNowError) as caught:
        session.apply(Double(0))
    assert caught.value.rule == "cube.too-early"
    assert session == sat(3, (2, 3))


@pytest.mark.parametrize(("patience", "throws"), [(3, (3, 3)), (0, (0, 1))], ids=["after enough throws", "off"])
def test_a_strangers_rule_lets_others_double(patience: int, throws: tuple[int, int]) -> None:
    """After enough own throws, or with the rule off."""
    session = sat(patience, throws)
    assert Double in [awaited.action for awaited in session.awaited()]
    offer = session.apply(Double(0)).cube
    assert offer is not None
    assert offer.offer is not None


# ------------------------------------------------------------------------------------------------ in a registry


def test_cube_rules_come_in_by_the_door_alone_and_in_the_order_of_their_ranks() -> None:
    """Without plugins there is none; what we ship is a plugin among others."""
    assert Registry.load(entry_points=False).cube_rules == ()
    ranks = [(rule.rank, rule.name) for rule in REGISTRY.cube_rules]
    assert ranks == sorted(ranks)
    assert (1300, "patience") in ranks
    assert REGISTRY.origin("cube rule", "crawford") == "cube-rules"
    assert REGISTRY.origin("cube rule", "patience") == "patient"


def changed(name: str = "other", **changes: object) -> CubeRule:
    """A rule with one key, which differs from that of `Patience` as it says."""
    key: dict[str, object] = {
        "path": "cube.other",
        "kind": Kind(whole=(0, None)),
        "doc": "A.",
        "defaults": {"money": 0},
    }
    keys = (Key(**{**key, **changes}),)  # type: ignore[arg-type]  # some of them are wrong on purpose
    made: CubeRule = type("Changed", (CubeRule,), {"name": name, "keys": keys})()
    return made


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (changed("patience"), "ClashError: cube rule 'patience' is brought by two plugins: first and second"),
        (changed(path="cube.patience"), "ClashError: key 'cube.patience' is brought by two plugins: first and second"),
        (changed(path="match.length"), "'match.length' is no key of a cube rule; it is cube. and a word"),
        (changed(path="cube.a.b"), "'cube.a.b' is no key of a cube rule"),
        (changed(path="cube.A"), "'cube.A' is no key of a cube rule"),
        (changed(""), "'' is no name of a cube rule; take small letters, digits and hyphens"),
        (changed(defaults={}), "cube.other has a default in no context, so it could never be set"),
        (changed(defaults={"casual": 0}), "a default in a context without a cube: casual play has no doubling cube"),
        (changed(defaults={"money": -1}), "cube.other takes a whole number from 0 up, and -1 is its default"),
        (
            changed(neutral="none"),
            "cube.other takes a whole number from 0 up, and none is its default or neutral value",
        ),
    ],
)
def test_a_plugin_with_a_rule_that_cannot_be_is_quarantined(rule: CubeRule, reason: str) -> None:
    """Two of one name or key, or a key that no ruleset could set; nothing of that plugin stays."""
    fine = changed("fine", path="cube.fine")
    plugins = [("first", bringing(Patience())), ("second", bringing(fine, rule))]
    registry = Registry.load(plugins, entry_points=False)
    (broken,) = registry.quarantined
    assert broken.plugin == "second"
    assert reason in broken.reason
    assert [rule.name for rule in registry.cube_rules] == ["patience"]


def test_a_class_is_no_rule() -> None:
    """The commonest slip has a reason that names the remedy."""

    class Plugin:
        @hookimpl
        def raceboard_register_cube_rules(self, register: Callable[[object], None]) -> None:
            register(Patience)

    (broken,) = Registry.load([("slip", Plugin())], entry_points=False).quarantined
    assert "register an instance of a class that inherits CubeRule" in broken.reason


def test_two_rules_of_one_name_or_key_cannot_be_at_one_table() -> None:
    """In code there is no registry that would notice."""
    with pytest.raises(ValueError, match="the cube rules patience and patience both bring patience"):
        Schema.of([Patience(), Patience()])
    with pytest.raises(ValueError, match=r"the cube rules other and patience both bring cube\.patience"):
        Schema.of([Patience(), changed(path="cube.patience")])


def test_the_order_of_rules_does_not_depend_on_who_comes_first() -> None:
    """A schema sorts them by rank and then by name."""
    rules = [changed("b", path="cube.b"), Patience(), changed("a", path="cube.a")]
    for given in (rules, rules[::-1]):
        assert [rule.name for rule in Schema.of(given).cube_rules] == ["a", "b", "patience"]


def test_values_of_a_strangers_kind_are_judged_by_that_kind() -> None:
    """A plugin may bring a kind of value of its own."""

    class Even:
        words: tuple[str, ...] = ()

        def problem(self, value: object) -> str | None:
            return None if type(value) is int and value % 2 == 0 else "takes an even number"

        def code(self, value: object) -> str:
            return "range"

    registry = Registry.load([("even", bringing(changed("even", path="cube.even", kind=Even())))])
    settings: dict[str, Value] = dict(loaded(HEAD.format("money") + "cube: {even: 4}\n", registry).settings)
    assert settings["cube.even"] == 4
    problem = the_problem(HEAD.format("money") + "cube: {even: 3}\n", registry)
    assert (problem.code, problem.what) == ("range", "takes an even number, not 3")
