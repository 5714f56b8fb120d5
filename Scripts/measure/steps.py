"""How much work a command is: the blocks of code that it enters, which repeat where times do not."""

import os
import random
import re
import subprocess
from pathlib import Path

# For one run under valgrind. A run takes a few seconds when work is linear.
LONGEST_SECONDS = 60


# For a command under valgrind. Dictionaries and sets have the same order every time.
ENVIRONMENT = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}


def on_one_processor() -> None:
    """Bind a process that begins to one of its processors: threads would share their work in another way each time."""
    os.sched_setaffinity(0, {random.choice(sorted(os.sched_getaffinity(0)))})


def steps(command: list[str], folder: Path) -> int:
    """Run a command under valgrind and return how many blocks of code it entered."""
    result = subprocess.run(
        ["valgrind", "--tool=none", "--stats=yes", *command],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
        cwd=folder, env=ENVIRONMENT, preexec_fn=on_one_processor, check=False, timeout=LONGEST_SECONDS,
    )  # fmt: skip
    total = re.search(r"scheduler: ([\d,]+) event checks", result.stderr)
    if result.returncode not in (0, 1) or total is None:
        raise OSError(f"{' '.join(command)[:200]} ended with {result.returncode}:\n{result.stderr[-2000:]}")
    return int(total[1].replace(",", ""))
