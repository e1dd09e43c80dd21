"""The state of a session, a game or the draft of a turn as JSON, and back: equal at any point.

`plain` turns values into what JSON can say and reads them strictly, `checks` says what cannot be although it can be
read, and `saved` holds the documents: a version, the ruleset by name and digest, and the state.
"""

from raceboard.state.plain import check_keys, from_plain, to_plain
from raceboard.state.saved import (
    Library,
    action_from_json,
    action_to_json,
    dumps,
    fingerprint,
    game_from_json,
    game_to_json,
    loads,
    read_json,
    session_from_json,
    session_to_json,
    turn_from_json,
    turn_to_json,
)

__all__ = [
    "Library",
    "action_from_json",
    "action_to_json",
    "check_keys",
    "dumps",
    "fingerprint",
    "from_plain",
    "game_from_json",
    "game_to_json",
    "loads",
    "read_json",
    "session_from_json",
    "session_to_json",
    "to_plain",
    "turn_from_json",
    "turn_to_json",
]
