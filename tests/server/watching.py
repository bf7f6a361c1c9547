"""Asks a server for /health every 50 ms, and how much memory its processes need, until its own input is closed.

Started as `python -m tests.server.watching PORT PID`. It imports little, so that what it measures is the server.
"""

from __future__ import annotations

import http.client
import json
import os
import select
import sys
import time
from pathlib import Path


def queued_for(pid: int | str = "thread-self") -> float:
    """Seconds in which the first thread of a process, or this one, was ready to run but another program had the processor."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


def process_tree(pid: int) -> list[int]:
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += process_tree(int(child))
    return found


def memory_of(pid: int) -> int:
    """Bytes of memory of a process and all that it has started; one that is just being started still shares the memory."""
    program = Path(f"/proc/{pid}/cmdline").read_bytes()
    total = 0
    for process in process_tree(pid):
        if process == pid or Path(f"/proc/{process}/cmdline").read_bytes() != program:
            total += int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return total


def main() -> None:
    port, pid = map(int, sys.argv[1:])
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    lasted: list[float] = []
    statuses: list[int] = []
    before = most = memory_of(pid)
    print("ready", flush=True)
    while not select.select([sys.stdin], [], [], 0.05)[0]:
        began, queued = time.monotonic(), queued_for(pid) + queued_for()
        line.request("GET", "/health")
        answer = line.getresponse()
        answer.read()
        waited = queued_for(pid) + queued_for() - queued
        lasted.append(time.monotonic() - began - waited)  # other programs of this machine are not the server's fault
        statuses.append(answer.status)
        try:
            most = max(most, memory_of(pid))
        except (FileNotFoundError, ProcessLookupError):
            continue  # a process was just replaced
    print(json.dumps({"lasted": lasted, "statuses": statuses, "before": before, "most": most}))


if __name__ == "__main__":
    main()
