"""Builds the compiled engine of a checkout in the background: run by `brehon serve` as a process of its own, at the lowest priority.

It fetches the compiler's tools if a command for that was given (`make play` gives one), runs setup.py, and tries the result. It ends
with the server that started it: when its input is closed, it and everything that it started is ended. What it says goes to a file.
"""

import os
import shlex
import signal
import subprocess
import sys
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from brehon._mode import HERE, digest_list, why_interpreted

TOOLS: Final = "BREHON_TOOLS"  # the command that installs mypy in this environment
ROOT: Final = HERE.parent.parent
TRY: Final = "from brehon.core import registry\nfor name in registry.names():\n    registry.game(name)\n"


def main() -> int:
    """0 if the engine is ready; else the last line of the output says why not."""
    if hasattr(os, "nice"):
        os.nice(19)
    threading.Thread(target=end_with_server, daemon=True).start()
    if find_spec("mypyc") is None and not fetch_tools():
        print("mypy is not installed")
        return 1
    run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"])
    reason = why_interpreted(HERE)
    if reason:
        print(reason.partition(";")[0])
        return 1
    if run([sys.executable, "-c", TRY]):
        digest_list(HERE).unlink(missing_ok=True)  # then no one uses it
        print("the compiled engine does not start")
        return 1
    return 0


def fetch_tools() -> bool:
    command = os.environ.get(TOOLS, "")
    if not command or run(shlex.split(command)):
        return False
    return not run([sys.executable, "-c", "import mypyc"])


def run(command: list[str]) -> int:
    hidden = ("MAKE", "MFLAGS", "BREHON_COMPILE")  # of the `make play` that may run this
    environment = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    return subprocess.run(
        command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT, check=False
    ).returncode


def end_with_server() -> None:
    """The server holds the other end of our input, and the system closes it with the server, however that ends."""
    while os.read(0, 1):
        pass
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)  # what is half built is never used: the list of digests is written last
    os._exit(1)


def is_checkout() -> bool:
    """Whether this package lies in a checkout, with all that a build needs. An installed one stays what it is."""
    return HERE == ROOT / "src" / "brehon" and all((ROOT / name).exists() for name in ("setup.py", "pyproject.toml"))


def log_file() -> Path:
    return ROOT / "build" / "engine.log"


if __name__ == "__main__":
    sys.exit(main())
