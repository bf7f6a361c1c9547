"""Pages and the API: requests in, answers out. Nothing here decides anything about a game."""
