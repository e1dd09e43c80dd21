"""The profiles of the property tests: `dev` looks for new examples, `ci` tries the same ones every time."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# A busy machine is no failure: neither profile has a deadline or minds slow examples.
settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
