"""Learning a game by playing it: how far a learner has come in a guided game."""
