"""The kit that proves variants: the naive enumerator, which is the readable meaning of the rules, and strategies."""
