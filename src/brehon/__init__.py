"""Brehon: a referee, a table, opponents and a laboratory for board games of Celtic and Norse legend."""

from brehon._mode import choose_mode

__version__ = "0.2.0.dev0"  # the only place; pyproject.toml reads it from here
MODE = choose_mode()  # "compiled", or "interpreted" and why; before any hot module is imported
