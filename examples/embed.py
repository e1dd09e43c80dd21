"""raceboard inside another program, without a network: `python embed.py [RULESET] [LENGTH]` plays it to its end."""

from __future__ import annotations

import sys

from raceboard import Autocomplete, Completeness, NextGame, Played, Registry, SeededDice, Session, Take, Turn
from raceboard.action import SessionAction
from raceboard.bots import chance_action


def play(session: Session) -> Played:
    """A turn of somebody who takes the first legal step each time, and lets be made what is forced."""
    turn = Turn.of(session).autocomplete(Autocomplete.BEAR_OFF)
    while turn.completeness is not Completeness.FINISHED:
        step = turn.next_steps[0]
        turn = turn.step(step.source, die=step.die, action=step.action)
    return turn.commit()


def main(ruleset: str = "usbgf-match", length: str = "") -> None:
    session = Session.start(Registry.load().ruleset(ruleset), length=int(length) if length else None)
    dice = SeededDice(seed=7)  # the host's: every throw is an action that it gives to the session
    while not session.is_over:
        actions = [awaited.action for awaited in session.awaited()]  # who may do what now
        answers: dict[type[SessionAction], SessionAction] = {NextGame: NextGame(), Take: Take()}
        action = answers.get(actions[0]) or chance_action(session.game, dice) or play(session)
        session = session.apply(action)  # a refused action raises, and the session is as it was
        print("\n".join(map(str, session.events)))


if __name__ == "__main__":
    main(*sys.argv[1:])
