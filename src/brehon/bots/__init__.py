"""Opponents. They receive a View, never a State or a record."""
