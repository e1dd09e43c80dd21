"""Games that other programs played, step by step: every play is legal, and the legal plays are the same."""

from __future__ import annotations

from itertools import pairwise

import pytest

from raceboard import Game, Registry, Roll
from raceboard.action import OpeningRolled, Played, Rolled
from raceboard.legal import Plays
from raceboard.move import Step
from raceboard.position import Position
from sequence_tools import Sequence, Turn, openspiel, playstrategy, walk

REGISTRY = Registry.load()
OPENSPIEL = (("backgammon.txt", "backgammon"), ("hyper_backgammon.txt", "hypergammon"))
SEQUENCES = playstrategy()


def _thrown(game: Game, turn: Turn) -> Game:
    """The game after the roll of a turn; the first roll decides who begins."""
    if game.roll is None and game.turns == (0, 0):
        low, high = sorted(turn.dice)
        return game.apply(OpeningRolled((low, high) if turn.side else (high, low)))
    return game.apply(Rolled(Roll(*turn.dice)))


def _played(game: Game, steps: tuple[Step, ...]) -> Game:
    return game.apply(Played(game.plays.play(steps)))


def _reached(plays: Plays, before: tuple[Step, ...], dice: int) -> set[Position]:
    """All positions after so many dice more, fewer where no more can be played."""
    following = plays.next_steps(before) if dice else ()
    if not following:
        return {plays.after(before)}
    return {position for step in following for position in _reached(plays, (*before, step), dice - 1)}


@pytest.mark.parametrize(("file", "variant"), OPENSPIEL)
def test_a_random_game_of_openspiel_is_legal_to_its_last_play(file: str, variant: str) -> None:
    """And each turn is that of the player who is on roll here."""
    game = Game.start(REGISTRY.variant(variant))
    for turn in openspiel(file):
        game = _thrown(game, turn)
        assert game.on_roll == turn.side
        steps: tuple[Step, ...] = ()
        for action in turn.actions:
            steps = walk(game.plays, action, steps)
        game = _played(game, steps)
    assert game.is_over


@pytest.mark.parametrize(("file", "variant"), OPENSPIEL)
def test_the_legal_actions_of_openspiel_are_ours(file: str, variant: str) -> None:
    """Wherever the file lists them: as positions, since one play can be written in several ways."""
    game = Game.start(REGISTRY.variant(variant))
    for turn in openspiel(file):
        game = _thrown(game, turn)
        plays = game.plays
        steps: tuple[Step, ...] = ()
        for action, legal in zip(turn.actions, turn.legal, strict=True):
            if legal is not None:
                theirs = {plays.after(walk(plays, one, steps)) for one in legal}
                assert theirs == _reached(plays, steps, 2), f"{turn} after {steps}"
            steps = walk(plays, action, steps)
        game = _played(game, steps)


@pytest.mark.parametrize("sequence", SEQUENCES, ids=lambda sequence: sequence.name)
def test_a_sequence_of_playstrategy_replays(sequence: Sequence) -> None:
    """Every turn that was played to its end is a legal play; the moves of one that was not are the beginning of one."""
    game = Game.start(REGISTRY.variant("backgammon"))
    for turn, is_complete in zip(sequence.turns, sequence.complete, strict=True):
        game = _thrown(game, turn)
        assert game.on_roll == turn.side
        steps = walk(game.plays, turn.actions[0])
        if not is_complete and not game.plays.accepts(steps):
            assert turn is sequence.turns[-1]
            return
        game = _played(game, steps)
    assert game.is_over == (sequence.status == "end")


def test_the_files_hold_what_their_readme_says() -> None:
    """A reader that finds nothing would make every other test here pass."""
    games = [openspiel(file) for file, _ in OPENSPIEL]
    assert [sum(len(turn.actions) for turn in turns) for turns in games] == [72, 48]
    listed = [[legal for turn in turns for legal in turn.legal if legal] for turns in games]
    assert [(len(lists), sum(map(len, lists))) for lists in listed] == [(12, 465), (10, 99)]
    assert (len(SEQUENCES), sum(len(one.turns) for one in SEQUENCES)) == (21, 1076)
    assert sum(sequence.status == "end" for sequence in SEQUENCES) == 4
    assert all(before.side != after.side for one in SEQUENCES for before, after in pairwise(one.turns))
