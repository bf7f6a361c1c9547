"""The rules of a game as a book: read, numbered, searched, linked and illustrated."""
