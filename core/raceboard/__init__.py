"""Race-board games."""
