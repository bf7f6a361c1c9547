"""A table: who sits there, what they may do and see, and everything that happens at it."""
