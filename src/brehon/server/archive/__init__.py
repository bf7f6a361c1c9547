"""Finished games: results, replays, ratings, statistics."""
