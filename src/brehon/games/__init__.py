"""One folder per game, the same rooms in each. A game never imports a game."""
