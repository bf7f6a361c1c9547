"""Reviews of finished games: the account, mistakes, what is printed and written."""
