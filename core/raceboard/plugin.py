"""The one import that a plugin needs: `from raceboard import hookimpl`."""

from __future__ import annotations

import pluggy

__all__ = ["hookimpl"]

hookimpl = pluggy.HookimplMarker("raceboard")
