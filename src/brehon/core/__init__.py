"""The core: contract, action space, chance, match, record. It has no knowledge of any particular game."""
