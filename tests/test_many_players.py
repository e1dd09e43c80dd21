"""Sessions of more than two players: bots play on, a forfeit takes a player out, resigning does not exist."""

from __future__ import annotations

import pytest

from raceboard import Forfeit, Leave, NotNowError, Resign, Ruleset, SeededDice, Session
from raceboard.bots import RacerBot, session_action
from raceboard.phase import Phase
from variants_for_tests import LOOP4

RULES = Ruleset.of(LOOP4, "casual", {"forfeit": {"on_leave": "lose_game"}})


def played(session: Session, actions: int) -> Session:
    """The session after so many actions of bots, or at its end."""
    dice = SeededDice(4)
    for _ in range(actions):
        if session.result is not None:
            break
        session = session.apply(session_action(session, [RacerBot()] * 4, dice))
    return session


def test_four_bots_play_a_session_to_its_end() -> None:
    """The winner has scored, and the casual session of one win is over."""
    session = played(Session.start(RULES), 20_000)
    assert session.result is not None
    assert session.is_over
    assert session.score[session.result.winner or 0] == 1
    with pytest.raises(ValueError, match="the session is over"):
        session_action(session, [RacerBot()] * 4, SeededDice(4))


def test_who_leaves_is_out_and_the_others_play_on() -> None:
    """With three left the game goes on; the last one of four has won."""
    session = played(Session.start(RULES), 10)
    one = session.apply(Leave(1))
    assert one.phase is not Phase.OVER
    assert one.game.out == (1,)
    last = one.apply(Forfeit(2, "left")).apply(Leave(3))
    assert last.result is not None
    assert (last.result.winner, last.score) == (0, (1, 0, 0, 0))


def test_nobody_resigns_among_four() -> None:
    """There is nobody alone to whom a game could be given up."""
    session = played(Session.start(RULES), 10)
    assert session.resign_levels(0) == ()
    with pytest.raises(NotNowError) as caught:
        session.apply(Resign(0))
    assert caught.value.rule == "resign.resign-not-allowed"
