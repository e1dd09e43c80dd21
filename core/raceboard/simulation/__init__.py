"""Simulation: many games between bots, on as many processes and machines as there are.

`simulate` is the door. The figures depend on the seed alone: game n is the game of `SeededDice(seed, n)` whoever plays
it, and only whole numbers are added up, so that neither the number of workers, nor the size of the chunks in which
games are handed out, nor the order in which they come back can be seen in a result.

A table (a ruleset) is played as people sit down at it: a match ruleset gives whole matches, one that ends after so many
wins or games gives whole series or sessions, and money play, where one game is like another, single games.
"""

from __future__ import annotations

from raceboard.simulation.checkpoint import Done, read_checkpoint, write_checkpoint
from raceboard.simulation.estimates import Difference, Mean, Share
from raceboard.simulation.games import FailedGameError
from raceboard.simulation.job import Job, Seat
from raceboard.simulation.result import Simulation
from raceboard.simulation.running import InterruptedSimulation, simulate
from raceboard.simulation.tally import Tally

__all__ = [
    "Difference",
    "Done",
    "FailedGameError",
    "InterruptedSimulation",
    "Job",
    "Mean",
    "Seat",
    "Share",
    "Simulation",
    "Tally",
    "read_checkpoint",
    "simulate",
    "write_checkpoint",
]
