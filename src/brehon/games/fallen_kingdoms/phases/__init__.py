"""The course of a game of Fallen Kingdoms: one handler per kind of decision or draw, and the steps between them."""
