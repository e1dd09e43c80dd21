"""Short backgammon, Long Nardy and their cousins: one module a variant, each a plugin."""
