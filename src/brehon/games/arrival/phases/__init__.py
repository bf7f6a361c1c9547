"""The course of a game of The Arrival: one handler per kind of decision or draw, and the stations between them."""
