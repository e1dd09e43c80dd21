"""What the rules cost in time, by ratios; `compare.py` runs it, the test suite does not."""
