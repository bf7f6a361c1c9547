"""The spine: contract, action space, chance, match, record. It knows no game by name."""
