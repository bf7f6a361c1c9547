"""Many games of bots: tournaments, ratings, balance, learning."""
