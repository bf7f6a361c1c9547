"""The interpreted engine in a process of its own, measured slice by slice on request.

The compiled and the interpreted engine cannot live in one process, but they must share the rounds. So a second Python
with BREHON_PURE=1 waits for lines `KEY SECONDS` and answers each with one line of JSON.
"""

import json
import os
import subprocess
import sys
from dataclasses import asdict
from typing import Any

from bench.measure import Sample, Subject


class Worker:
    """Our end of the line. A context manager: the process ends with it."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "BREHON_PURE": "1"},
        )
        hello = self.read()
        self.mode: str = hello["mode"]
        self.digest: str = hello["digest"]
        self.state_bytes: dict[str, int] = hello["state_bytes"]
        self.subjects = [self.subject(*line) for line in hello["subjects"]]

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()  # it ends when nobody asks any more
        self.process.wait(timeout=60)
        self.process.stdout.close()

    def read(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the interpreted engine has stopped; its error is above")
        return json.loads(line)

    def subject(self, key: str, title: str, unit: str) -> Subject:
        def run(seconds: float) -> Sample:
            assert self.process.stdin is not None
            self.process.stdin.write(f"{key} {seconds}\n")
            self.process.stdin.flush()
            return Sample(**self.read())

        return Subject(key, title, unit, run)


def serve() -> None:
    """The other end: say hello, then measure until the line is closed."""
    import brehon
    from bench import engine

    own = engine.subjects()
    by_key = {subject.key: subject for subject in own}
    hello = {
        "mode": brehon.MODE,
        "digest": engine.digest(),
        "state_bytes": engine.largest_states(),
        "subjects": [(subject.key, subject.title, subject.unit) for subject in own],
    }
    print(json.dumps(hello), flush=True)
    for line in sys.stdin:
        key, seconds = line.rsplit(" ", 1)
        print(json.dumps(asdict(by_key[key].run(float(seconds)))), flush=True)


if __name__ == "__main__":
    serve()
