"""The terminal program. One thin module per command; main.py combines them."""
