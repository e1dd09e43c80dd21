"""What a host can rely on with strangers' plugins: versions, lists of names, manifests, quarantine with reasons."""

from __future__ import annotations

import json
import subprocess
import sys
import types
from pathlib import Path

import attrs
import pytest

from plugin_tools import distribution, installed
from raceboard import ConfigError, Registry, backend, hookimpl, hookspecs
from raceboard.cli.main import main
from raceboard.finding import Selection
from raceboard.manifest import Manifest
from raceboard.plugin import API, ApiRange, declared_api
from raceboard.spec import Hooks, VariantSpec

pytestmark = pytest.mark.wheel

LOADED = Registry.load()
BACKGAMMON = LOADED.variant("backgammon")


class Plugin:
    """A plugin that brings one variant, and perhaps declares a range."""

    def __init__(self, name: str = "stranger", api: object = None) -> None:
        self.spec = attrs.evolve(BACKGAMMON, name=name, aliases=())
        if api is not None:
            self.raceboard_api = api

    @hookimpl
    def raceboard_register_variants(self, register: hookspecs.RegisterVariant) -> None:
        """Bring it."""
        register(self.spec)


# -- The version of the interface --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        (">=0.1,<0.2", ("0.1", "0.1.0", "0.1.9"), ("0.0.9", "0.2", "1.0")),
        ("==0.1", ("0.1", "0.1.0"), ("0.1.1", "0.2")),
        (">0.1, !=0.3", ("0.2", "0.10"), ("0.1", "0.3")),
        ("<=1.0", ("1", "0.9"), ("1.0.1",)),
    ],
)
def test_a_range_holds_of_the_versions_inside(text: str, inside: tuple[str, ...], outside: tuple[str, ...]) -> None:
    """Numbers are compared, not texts; zeros at the end do not count."""
    assert [version for version in (*inside, *outside) if ApiRange(text).holds(version)] == list(inside)


@pytest.mark.parametrize("text", ["", "0.1", ">=", "~=0.1", ">=0.1;<0.2", ">=0.1,", "any", 1, None])
def test_a_range_that_cannot_be_read_is_refused(text: object) -> None:
    """The error shows how one is written."""
    with pytest.raises(ValueError, match="write a range of versions such as"):
        ApiRange(text)


def test_a_plugin_for_another_interface_is_quarantined_and_brings_nothing() -> None:
    """The reason names both versions and the way out; the others are loaded."""
    registry = Registry.load([("old", Plugin(api=">=7.0")), ("good", Plugin("good", ">=0.1"))], entry_points=False)
    (broken,) = registry.quarantined
    assert str(broken) == (
        f"old: it is for versions >=7.0 of the plugin interface, and this raceboard has {API}; "
        "install a version of the plugin, or of raceboard, that fits the other"
    )
    assert list(registry.variants) == ["good"]
    assert [(one.name, one.api) for one in registry.plugins] == [("good", ">=0.1")]


def test_a_declaration_that_is_no_range_is_a_reason_too() -> None:
    """Nobody guesses what was meant."""
    registry = Registry.load([("odd", Plugin(api=0.1))], entry_points=False)
    assert [one.reason for one in registry.quarantined] == [
        "raceboard_api is 0.1; write a range of versions such as '>=0.1,<0.2'"
    ]


def test_a_plugin_without_a_declaration_is_loaded_and_known_to_have_none() -> None:
    """A host that minds finds it in `Registry.plugins`."""
    registry = Registry.load([("bare", Plugin())], entry_points=False)
    assert (registry.quarantined, [one.api for one in registry.plugins]) == ((), [""])


def test_a_package_declares_for_all_plugins_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The nearest declaration counts: that of the module, else of the package above it."""
    package, module = types.ModuleType("pack"), types.ModuleType("pack.game")
    package.raceboard_api = ">=5"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pack", package)
    assert declared_api(module) == ApiRange(">=5")
    module.raceboard_api = ">=0.1"  # type: ignore[attr-defined]
    assert declared_api(module) == ApiRange(">=0.1")
    assert declared_api(types.ModuleType("alone")) is None


def test_everything_that_we_ship_declares_a_range_that_holds() -> None:
    """Our plugins come in by the same door."""
    ours = [one for one in LOADED.plugins if one.distribution == "raceboard"]
    assert len(ours) >= 7
    assert all(ApiRange(one.api).holds() for one in ours)


# -- Lists of names ----------------------------------------------------------------------------------------------------


def test_a_host_loads_exactly_the_plugins_that_it_names() -> None:
    """The others are not there, and their names are known."""
    registry = Registry.load(allow=["backgammon", "cube-rules"])
    assert [one.name for one in registry.plugins] == ["backgammon", "cube-rules"]
    assert (list(registry.variants), registry.bots, dict(registry.rulesets)) == (["backgammon"], (), {})
    assert {"bots", "long-nardy"} <= set(registry.left_out)
    assert registry.unmatched == ()


def test_what_is_not_wanted_is_not_even_imported(tmp_path: Path) -> None:
    """A plugin that would do harm when it is imported does none."""
    (tmp_path / "harmful.py").write_text("raise SystemExit('imported')\n")
    distribution(tmp_path, "harm", {"harmful": "harmful"})
    with installed(tmp_path):
        for registry in (
            Registry.load(deny=["harmful"]),
            Registry.load(deny=["harm"]),
            Registry.load(allow=["raceboard"]),
        ):
            assert registry.left_out == ("harmful",)
            assert "backgammon" in registry.variants
            assert "harmful" not in sys.modules


def test_what_is_denied_is_not_allowed_and_spelling_does_not_matter() -> None:
    """A distribution may be allowed but for some of its plugins."""
    registry = Registry.load(allow=["raceboard"], deny=["Long_Nardy"])
    assert "backgammon" in registry.variants
    assert registry.left_out == ("long-nardy",)


def test_names_that_match_nothing_are_told() -> None:
    """Each with its list and with what was meant; a strict host refuses to start."""
    registry = Registry.load(allow=["backgamon"], deny=["no such thing at all"])
    assert [str(one) for one in registry.unmatched] == [
        "allow names 'backgamon', and no installed plugin has that name; did you mean backgammon?",
        "deny names 'no such thing at all', and no installed plugin has that name",
    ]
    assert registry.plugins == ()
    with pytest.raises(ConfigError, match=r"error\[plugin-unknown\]: backgamon: allow names 'backgamon'"):
        Registry.load(allow=["backgamon"], strict=True)


def test_a_text_is_no_list_of_names() -> None:
    """Its letters would be names."""
    with pytest.raises(ValueError, match=r"write allow=\['backgammon'\]"):
        Registry.load(allow="backgammon")


def test_what_is_given_by_hand_needs_no_list() -> None:
    """It is named already."""
    registry = Registry.load([("mine", Plugin())], allow=["bots"], deny=["mine"])
    assert list(registry.variants) == ["stranger"]
    assert [(one.where, one.name) for one in registry.unmatched] == [("deny", "mine")]


def test_a_selection_is_written_in_one_text() -> None:
    """As RACEBOARD_PLUGINS has it."""
    assert Selection.parse("") == Selection()
    assert Selection.parse(" a, -b ,,c") == Selection(("a", "c"), ("b",))


# -- Quarantine --------------------------------------------------------------------------------------------------------


def test_of_two_distributions_with_one_plugin_name_the_later_is_quarantined(tmp_path: Path) -> None:
    """Nobody takes the place of a plugin in silence."""
    (tmp_path / "usurper.py").write_text("from raceboard_variants.nackgammon import *\n")
    distribution(tmp_path, "a-usurper", {"backgammon": "usurper"}, "3.2")
    with installed(tmp_path):
        (broken,) = Registry.load().quarantined
    assert (broken.plugin, broken.distribution, broken.version) == ("backgammon", "a-usurper", "3.2")
    assert broken.reason == "the name backgammon is taken by a plugin of raceboard; deny one of the two distributions"


def test_a_plugin_that_cannot_be_imported_is_quarantined_with_its_distribution(tmp_path: Path) -> None:
    """Who has to mend it is known."""
    distribution(tmp_path, "gone", {"gone-game": "no_such_module"}, "0.3")
    with installed(tmp_path):
        registry = Registry.load()
    assert [(one.distribution, one.version, str(one)) for one in registry.quarantined] == [
        ("gone", "0.3", "gone-game: ModuleNotFoundError: No module named 'no_such_module'")
    ]
    assert "backgammon" in registry.variants


def test_nobody_who_is_installed_takes_a_name_of_ours(tmp_path: Path) -> None:
    """Ours are loaded first, however early another plugin stands in the alphabet; an alias counts as a name."""
    (tmp_path / "early.py").write_text(
        "import attrs\n"
        "from raceboard import hookimpl\n"
        "from raceboard_variants.nackgammon import NACKGAMMON\n"
        "@hookimpl\n"
        "def raceboard_register_variants(register):\n"
        "    register(attrs.evolve(NACKGAMMON, name='early', aliases=('Backgammon',)))\n"
    )
    distribution(tmp_path, "early", {"aaa": "early"})
    with installed(tmp_path):
        registry = Registry.load()
    assert registry.origin("variant", "backgammon") == "backgammon"
    assert [str(one) for one in registry.quarantined] == [
        "aaa: ClashError: variant 'Backgammon' is brought by two plugins: backgammon and aaa"
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import sys; sys.exit(3)", "it calls sys.exit(3)"),
        ("import sys; sys.exit()", "it calls sys.exit()"),
        (
            "from raceboard import hookimpl\n@hookimpl\ndef raceboard_register_bots(register): raise SystemExit('x')",
            "it calls sys.exit('x')",
        ),
    ],
)
def test_a_plugin_that_stops_the_program_is_quarantined(
    text: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """When it is imported or asked what it brings; commands go on without it."""
    (tmp_path / "stopper.py").write_text(f"{text}\n")
    distribution(tmp_path, "stopper", {"stopper": "stopper"})
    with installed(tmp_path):
        assert [one.reason for one in Registry.load().quarantined] == [
            f"SystemExit: {reason}; a plugin raises an error instead"
        ]
        assert main(["variants"]) == 0
    printed = capsys.readouterr()
    assert "backgammon: " in printed.out
    assert f"raceboard: plugin stopper: SystemExit: {reason}" in printed.err


def test_a_plugin_that_stops_a_command_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bad input, with a line; it is not taken for an output that nobody reads."""

    def stops() -> Registry:
        raise SystemExit(4)

    monkeypatch.setattr("raceboard.cli.lists.load", stops)
    assert main(["variants"]) == 2
    assert capsys.readouterr().err == (
        "raceboard: a plugin called sys.exit(4) in the middle of the command; raceboard doctor lists what is loaded\n"
    )


def test_an_output_that_nobody_reads_ends_in_silence() -> None:
    """With the status of a broken pipe."""
    code = "import sys; from raceboard.cli.main import main; sys.exit(main(['doctor', '--json']))"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        told = run.stderr.read()
    assert (run.returncode, told) == (141, b"")


def test_a_plugin_is_known_by_what_it_has_brought() -> None:
    """Name, distribution, version, and everything by its name."""
    (plugin,) = [one for one in LOADED.plugins if one.name == "bots"]
    assert (plugin.distribution, plugin.bots, plugin.variants) == ("raceboard", ("racer", "random"), ())
    assert plugin.version


# -- Manifests ---------------------------------------------------------------------------------------------------------


def _judge(spec: VariantSpec, *_: object) -> None:
    return None


def test_a_manifest_follows_the_spec() -> None:
    """Each ability from the data, and from hooks that could have it."""
    manifest = Manifest.of(BACKGAMMON)
    assert (manifest.hits, manifest.bar, manifest.cube, manifest.pins, manifest.draws) == (
        True,
        True,
        True,
        False,
        False,
    )
    assert (manifest.players, manifest.points, manifest.checkers, manifest.dice) == (2, 24, (15, 15), 2)
    assert manifest.levels == ("single", "gammon", "backgammon")
    assert "must.max_dice" in manifest.options
    landing = attrs.evolve(BACKGAMMON.landing, contact="pin")
    pinning = Manifest.of(attrs.evolve(BACKGAMMON, landing=landing, hooks=Hooks(judge=_judge)))
    assert (pinning.hits, pinning.pins, pinning.draws, pinning.hooks) == (False, True, True, ("judge",))
    last = attrs.evolve(BACKGAMMON.finish, last_turn=attrs.evolve(BACKGAMMON.finish.last_turn, mode="equalise"))
    assert Manifest.of(attrs.evolve(BACKGAMMON, finish=last)).draws
    again = attrs.evolve(BACKGAMMON.program, again=attrs.evolve(BACKGAMMON.program.again, doubles=True))
    assert Manifest.of(attrs.evolve(BACKGAMMON, program=again)).throws_again
    home = attrs.evolve(BACKGAMMON.finish, goal="home")
    assert not Manifest.of(attrs.evolve(BACKGAMMON, bear_off=None, finish=home)).bears_off


@pytest.mark.parametrize("name", LOADED.variants)
def test_every_manifest_is_json(name: str) -> None:
    """And says everything."""
    manifest = Manifest.of(LOADED.variant(name))
    data = json.loads(json.dumps(manifest.to_json()))
    assert data == {
        field.name: list(value) if isinstance(value := getattr(manifest, field.name), tuple) else value
        for field in attrs.fields(Manifest)
    }


def test_a_variant_that_was_made_in_code_is_added_to_a_registry() -> None:
    """The registry itself does not change."""
    spec = attrs.evolve(BACKGAMMON, name="by-hand", aliases=())
    registry = LOADED.with_variant(spec)
    assert (registry.variant("by hand"), registry.origin("variant", "by-hand")) == (spec, "<given>")
    assert "by-hand" not in LOADED.variants
    with pytest.raises(ValueError, match="'backgammon' is brought by two plugins: backgammon and <given>"):
        LOADED.with_variant(BACKGAMMON)


# -- The doctor --------------------------------------------------------------------------------------------------------


def test_the_doctor_finds_a_healthy_installation(capsys: pytest.CaptureFixture[str]) -> None:
    """Plugins, versions, ranges, what they bring, and what variants can do."""
    assert main(["doctor"]) == 0
    printed = capsys.readouterr().out
    assert "\nbots " in printed
    kernel = f"runs as Python source: {backend.why}" if backend.why else "is compiled"
    assert printed.startswith(f"the kernel {kernel}\n")
    assert ">=0.1,<0.2" in printed
    lines = [line.split() for line in printed.splitlines()]
    assert ["backgammon", "2", "hits,", "bar,", "bears", "off,", "cube", "-"] in lines


def test_the_doctor_tells_who_is_ill_and_why(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The exit status is 1; in JSON everything has a key."""
    distribution(tmp_path, "gone", {"gone-game": "no_such_module"}, "0.3")
    with installed(tmp_path):
        assert main(["doctor"]) == 1
        assert "gone-game: ModuleNotFoundError" in capsys.readouterr().out
        assert main(["doctor", "--json"]) == 1
        told = json.loads(capsys.readouterr().out)
        assert told["api"] == API
        assert told["backend"] == {"name": backend.name, "why": backend.why}
        assert [one["plugin"] for one in told["quarantined"]] == ["gone-game"]
        assert {"backgammon", "long-nardy"} <= {one["variant"] for one in told["variants"]}
        monkeypatch.setenv("RACEBOARD_PLUGINS", "-gone")
        assert main(["doctor"]) == 0
        assert "left out: gone-game" in capsys.readouterr().out


def test_the_doctor_tells_of_a_ruleset_that_is_no_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The plugin that names it is in quarantine, before anybody asks for the ruleset."""
    (tmp_path / "careless.py").write_text(
        "from raceboard import hookimpl\n"
        "@hookimpl\n"
        "def raceboard_register_rulesets(register): register('no-such.yaml')\n"
    )
    distribution(tmp_path, "careless", {"careless": "careless"})
    with installed(tmp_path):
        assert main(["doctor"]) == 1
    assert "careless: FileNotFoundError: the ruleset 'no-such.yaml' is no file; " in capsys.readouterr().out


def test_the_command_line_loads_what_the_user_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """RACEBOARD_PLUGINS holds for every command; a name that nothing has is told."""
    monkeypatch.setenv("RACEBOARD_PLUGINS", "hypergammon, bakgammon")
    assert main(["variants"]) == 0
    printed = capsys.readouterr()
    assert [line for line in printed.out.splitlines() if line[0] != " "] == ["hypergammon: Hypergammon"]
    assert printed.err == "raceboard: RACEBOARD_PLUGINS names bakgammon, and no installed plugin has that name\n"
    assert main(["doctor"]) == 1
