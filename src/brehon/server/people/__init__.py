"""People: sessions, accounts, and how they are notified."""
