"""How much work a command is: the blocks of code that it enters, which repeat where times do not."""

import os
import random
import re
import resource
import signal
import subprocess
from pathlib import Path

# Of processor time, for one run under valgrind. A run takes a few seconds when work is linear.
LONGEST_SECONDS = 60


# For a command under valgrind. Dictionaries and sets have the same order every time.
ENVIRONMENT = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}


def on_one_processor() -> None:
    """Bind a process that begins to one of its processors: threads would share their work in another way each time."""
    os.sched_setaffinity(0, {random.choice(sorted(os.sched_getaffinity(0)))})


def limited() -> None:
    """Bind a process that begins to one processor, and let the system end it when it takes too long."""
    on_one_processor()
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST_SECONDS, LONGEST_SECONDS))


def steps(command: list[str], folder: Path) -> int:
    """Run a command under valgrind and return how many blocks of code it entered.

    Raises `TimeoutError` when the command takes too long.
    """
    result = subprocess.run(
        ["valgrind", "--tool=none", "--stats=yes", *command],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
        cwd=folder, env=ENVIRONMENT, preexec_fn=limited, check=False,
    )  # fmt: skip
    if result.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        raise TimeoutError(f"{' '.join(command)[:200]} was not done after {LONGEST_SECONDS} s of processor time")
    total = re.search(r"scheduler: ([\d,]+) event checks", result.stderr)
    if result.returncode not in (0, 1) or total is None:
        raise OSError(f"{' '.join(command)[:200]} ended with {result.returncode}:\n{result.stderr[-2000:]}")
    return int(total[1].replace(",", ""))
