"""Looks at games and explains them: the account of luck and decisions, reviews, puzzles. Uses bots and core; no server, no database."""
