"""The laboratory: many games of bots on one or many machines, and their statistics. Needs the extra `lab`."""
