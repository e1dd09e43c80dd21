"""Rulesets as data: how one table plays a variant."""
