"""`python -m brehon`: the command, also where its folder is not on the path."""

from brehon.cli.main import main

if __name__ == "__main__":  # processes that it starts import this file too
    main()
