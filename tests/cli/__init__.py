"""The terminal program, run as people run it."""
