"""Reviews of finished games: the queue, the process that thinks, and what pages and programs see of them."""
