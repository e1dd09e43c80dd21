"""Formats of other programs, one module each: match records (`records`) and ids of single moments (`ids`)."""
