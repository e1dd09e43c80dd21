"""Short backgammon, Long Nardy and their cousins: one module a variant, each a plugin."""

from __future__ import annotations

__all__ = ["raceboard_api"]

#: The versions of the plugin interface that all plugins of this package are for.
raceboard_api = ">=0.1,<0.2"
