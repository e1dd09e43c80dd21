"""Formats of match records: one module each, all reading into the values of `raceboard.record`."""
