"""raceboard inside another program, without a network: `python embed.py [RULESET] [LENGTH] [--games N]`.

It plays a match or a series to its end, or so many games; of money play, which need not have an end, one game.
"""

from __future__ import annotations

import argparse

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


def main(session: Session, games: int | None) -> None:
    dice = SeededDice(seed=7)  # the host's: every throw is an action that it gives to the session
    while not session.is_over and (session.result is None or session.number != games):
        actions = [awaited.action for awaited in session.awaited()]  # who may do what now
        answers: dict[type[SessionAction], SessionAction] = {NextGame: NextGame(), Take: Take()}
        action = answers.get(actions[0]) or chance_action(session.game, dice) or play(session)
        session = session.apply(action)  # a refused action raises, and the session is as it was
        print("\n".join(map(str, session.events)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", nargs="?", default="usbgf-match", help="a name, or a YAML file")
    parser.add_argument("length", nargs="?", type=int, help="points that win the match (default: the ruleset's)")
    parser.add_argument("--games", type=int, help="stop after so many games (default: in money play 1, else the end)")
    said = parser.parse_args()
    try:
        start = Session.start(Registry.load().ruleset(said.ruleset), length=said.length)
    except ValueError as error:  # no such ruleset, or one without such a length
        parser.exit(2, f"embed.py: {error}\n")
    main(start, said.games or (1 if start.rules.context == "money" else None))
