"""The command line: one module a command, `main` holds them together. Needs the extra `cli`."""
