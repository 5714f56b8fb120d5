"""The command in its bounds."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from faults.cases import settings

# Between this program and the command, so that the most memory of the command is not that of what started it: limits the
# address space, becomes another user when a number is given, and writes the exit status and KiB resident to a file.
STARTER = """
import os, resource, sys
limit, user, result = int(sys.argv[1]), sys.argv[2], sys.argv[3]
child = os.fork()
if child == 0:
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    if user:
        os.setgroups([])
        os.setgid(int(user))
        os.setuid(int(user))
    os.execv(sys.argv[4], sys.argv[4:])
_, status, usage = os.wait4(child, 0)
with open(result, "w") as file:
    file.write(f"{os.waitstatus_to_exitcode(status)} {usage.ru_maxrss}")
"""
UNPRIVILEGED = 65534


@dataclass(frozen=True)
class Ended:
    """How a run ended; octets is the most memory that was resident, printed what was written to standard output."""

    status: int
    said: str
    octets: int
    printed: int


def run(advert: str, arguments: list[str], user: int | None = None, cwd: str | None = None) -> Ended:
    """Run the command in its bounds."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result"
        starter = [sys.executable, "-I", "-S", "-c", STARTER, str(settings.bounds.address_space), str(user or ""), str(result)]
        child = subprocess.Popen(
            [*starter, advert, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            start_new_session=True,
        )
        try:
            output, diagnostics = child.communicate(timeout=settings.bounds.seconds)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
            raise
        status, kibibytes = map(int, result.read_text().split())
    # macOS counts in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return Ended(status, (output + diagnostics).decode(errors="replace"), kibibytes * unit, len(output))
