"""The doubling cube: its value (`state`), what an optional rule may say (`rule`), and the rules we ship (`rules`)."""
