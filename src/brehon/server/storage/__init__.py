"""The database and the data folder."""
