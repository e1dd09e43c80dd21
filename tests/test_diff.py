"""Differences of variants, and their witnesses: what is told differs indeed, and is the smallest of its kind."""

from __future__ import annotations

import json

import attrs
import pytest

from raceboard import Position, Registry, Roll, TurnContext, legal_plays
from raceboard.cli.main import main
from raceboard.comparing import Compared, compare
from raceboard.comparing.differences import differences
from raceboard.spec import Hooks, Level, VariantSpec
from raceboard.track import Region

REGISTRY = Registry.load()
BACKGAMMON, LONG = REGISTRY.variant("backgammon"), REGISTRY.variant("long-nardy")


def plays(spec: VariantSpec, found: Compared) -> set[str]:
    """The plays of a variant in the moment of a witness."""
    witness = found.witness
    assert witness is not None
    turn = TurnContext(own_turn=witness.own_turn, starter=witness.starter)
    position = Position.parse(spec, witness.position, witness.side)
    return {str(play) for play in legal_plays(spec, position, witness.side, Roll.parse(witness.roll), turn)}


def only(found: tuple[Compared, ...]) -> Compared:
    """The one difference."""
    (one,) = found
    return one


def test_a_variant_does_not_differ_from_itself() -> None:
    """Names and sources are no difference of the game."""
    assert compare(BACKGAMMON, BACKGAMMON) == ()
    assert compare(BACKGAMMON, attrs.evolve(BACKGAMMON, name="other", title="Other", sources=("?",))) == ()


BENT = {
    "landing.block": attrs.evolve(BACKGAMMON, landing=attrs.evolve(BACKGAMMON.landing, block=3)),
    "landing.contact": attrs.evolve(BACKGAMMON, landing=attrs.evolve(BACKGAMMON.landing, contact="forbid")),
    "obligation.max_dice": BACKGAMMON.with_rules({"must.max_dice": False}),
    "obligation.higher_die": BACKGAMMON.with_rules({"must.higher_die": False}),
    "bear_off.overshoot": BACKGAMMON.with_rules({"bear_off.overshoot": "exact"}),
    "bear_off.inner_moves": BACKGAMMON.with_rules({"bear_off.inner_moves": False}),
}


@pytest.mark.parametrize("path", BENT)
def test_a_bent_rule_has_a_witness_whose_plays_are_so(path: str) -> None:
    """What only one of them has, the other has not; the witness is found by the bent field alone."""
    found = only(compare(BACKGAMMON, BENT[path]))
    assert found.difference.path == path
    assert found.alone
    witness = found.witness
    assert witness is not None
    assert witness.kind == "plays"
    left, right = plays(BACKGAMMON, found), plays(BENT[path], found)
    assert set(witness.left) <= left - right
    assert set(witness.right) <= right - left
    assert witness.left + witness.right


def test_a_witness_is_small() -> None:
    """Most checkers are off, where the rule does not need them."""
    witness = only(compare(BACKGAMMON, BENT["bear_off.inner_moves"])).witness
    assert witness is not None
    assert len(witness.position.split()) <= 6


@pytest.mark.parametrize("doubles", [2, 3])
def test_other_programs_differ_in_their_stages(doubles: int) -> None:
    """A double that is played twice."""
    other = attrs.evolve(BACKGAMMON, program=attrs.evolve(BACKGAMMON.program, doubles=doubles))
    witness = only(compare(BACKGAMMON, other)).witness
    assert witness is not None
    assert (witness.kind, witness.left, witness.right) == ("stages", ("1-1-1-1",), ("-".join("1" * doubles),))


def test_other_levels_differ_in_an_ending() -> None:
    """A play that wins more here than there."""
    finish = attrs.evolve(BACKGAMMON.finish, levels=(Level("single", 3), *BACKGAMMON.finish.levels[1:]))
    witness = only(compare(BACKGAMMON, attrs.evolve(BACKGAMMON, finish=finish))).witness
    assert witness is not None
    (left,), (right,) = witness.left, witness.right
    assert (left.partition(" ")[2], right.partition(" ")[2]) == ("wins: single, 1 point", "wins: single, 3 points")


def test_openings_and_dice_need_no_search() -> None:
    """They are told by the dice themselves."""
    opening = attrs.evolve(BACKGAMMON.opening, mode="two_dice", next_game="winner")
    mode, follows = compare(BACKGAMMON, attrs.evolve(BACKGAMMON, opening=opening))
    assert (mode.difference.path, mode.witness.kind, mode.witness.roll) == ("opening.mode", "opening", "6-1")  # type: ignore[union-attr]
    assert (follows.difference.path, follows.witness.left) == ("opening.next_game", ("roll",))  # type: ignore[union-attr]


def test_what_is_not_found_is_said() -> None:
    """With the number of positions that were tried; what changes no play at all is not even searched."""
    found = only(compare(BACKGAMMON, BENT["obligation.higher_die"], budget=20))
    assert (found.witness, found.tried <= 20, found.searched) == (None, True, True)
    cube = only(compare(BACKGAMMON, attrs.evolve(BACKGAMMON, cube=False)))
    assert (cube.witness, cube.tried, cube.searched) == (None, 0, False)


def test_the_same_comparison_finds_the_same_witnesses() -> None:
    """Nothing is drawn that has no number."""
    assert compare(BACKGAMMON, BENT["bear_off.overshoot"]) == compare(BACKGAMMON, BENT["bear_off.overshoot"])


def test_different_boards_are_compared_group_by_group() -> None:
    """Short and long: contact, head and wall have witnesses of their own."""
    found = {one.difference.path: one for one in compare(BACKGAMMON, LONG, budget=1_500)}
    assert list(found) == [one.path for one in differences(BACKGAMMON, LONG)]
    for path in ("landing.contact", "departure.limits", "formation"):
        witness = found[path].witness
        assert witness is not None, path
        assert witness.kind == "plays"


def test_a_hook_that_fits_its_own_variant_only_breaks_nothing() -> None:
    """It may ask for a region that another variant has not; then both are compared as they are."""

    def asks(spec: VariantSpec, *_: object) -> str | None:
        return None if spec.region("elsewhere").low else "departure.elsewhere"

    region = (*BACKGAMMON.regions, Region("elsewhere", 7, 9))
    strange = attrs.evolve(BACKGAMMON, regions=region, hooks=Hooks(allow_step=asks))
    found = {one.difference.path: one for one in compare(BACKGAMMON, strange, budget=20)}
    assert list(found) == ["regions", "hooks.allow_step"]
    assert found["hooks.allow_step"].witness is None


def test_the_command_tells_it_in_words_and_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Of variants and of rulesets, whose options count."""
    assert main(["diff", "nardeon", "nardeon"]) == 0
    assert capsys.readouterr().out == "nardeon and nardeon differ in 0 fields\n"
    assert main(["diff", "backgammon", "hypergammon"]) == 0
    assert capsys.readouterr().out.startswith(
        "backgammon and hypergammon differ in 1 field\n\nsetup: where the checkers stand at first\n"
        "  backgammon: 24:2 13:5 8:3 6:5\n  hypergammon: 24:1 23:1 22:1\n  witness: the start\n"
    )
    assert main(["diff", "long-nardy", "my-own"]) == 2
    assert "no variant 'my-own'" in capsys.readouterr().err
    assert main(["diff", "backgammon", "hypergammon", "--json"]) == 0
    (difference,) = json.loads(capsys.readouterr().out)["differences"]
    assert (difference["path"], difference["witness"]["kind"]) == ("setup", "start")
