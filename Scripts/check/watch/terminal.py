"""Terminals of tmux, and what they show."""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

from shared import Broken
from watch.stream import PATIENCE


class Terminal:
    """A shell in a terminal of tmux, with a server of its own."""

    def __init__(self, columns: int, rows: int, environment: dict[str, str] | None = None) -> None:
        """Start a shell that shows a short prompt."""
        self.socket = f"advert-{os.getpid()}-{time.monotonic_ns()}"
        settings = {"PS1": "$ ", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"} | (environment or {})
        words = [f"{key}={value}" for key, value in settings.items()]
        self.tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
            "env", "-u", "NO_COLOR", *words, "sh", env=os.environ | settings,
        )  # fmt: skip
        self.wait(lambda text: "$" in text, "a prompt")

    def tmux(self, *arguments: str, env: dict[str, str] | None = None) -> str:
        """Run a command of tmux."""
        command = ["tmux", "-u", "-L", self.socket, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=env).stdout

    def text(self) -> str:
        """Return what the terminal shows."""
        return self.tmux("capture-pane", "-p")

    def keys(self, *keys: str) -> None:
        """Press keys."""
        self.tmux("send-keys", *keys)

    def run(self, command: str) -> None:
        """Type a command."""
        self.tmux("send-keys", "-l", command)
        self.keys("Enter")

    def wait(self, holds: Callable[[str], bool], what: str) -> str:
        """Wait until the terminal shows something."""
        end = time.monotonic() + PATIENCE
        while True:
            text = self.text()
            if holds(text):
                return text
            if time.monotonic() > end:
                raise Broken(f"expected {what}, found:\n{text}")
            time.sleep(0.05)

    def child(self) -> int:
        """Return the process that the shell runs."""
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            children = Path(f"/proc/{shell}/task/{shell}/children").read_text("ascii").split()
            if children:
                return int(children[0])
            time.sleep(0.02)
        raise Broken("the shell runs nothing")

    def close(self) -> None:
        """End the server and all that runs in it."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self.tmux("kill-server")


@contextlib.contextmanager
def terminal(columns: int, rows: int, environment: dict[str, str] | None = None) -> Iterator[Terminal]:
    """Lend a terminal."""
    lent = Terminal(columns, rows, environment)
    try:
        yield lent
    finally:
        lent.close()


def width(text: str) -> int:
    """Return how many columns text takes."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" or c == "🌡" for c in text)
    return len(text) + wide - sum(unicodedata.category(c) in ("Mn", "Me", "Cf") for c in text)


def list_is_shown(text: str) -> bool:
    """Whether the list has all devices of the scene."""
    return "6 devices" in text and "Lamp" in text and "Counter" in text


def save(title: str, text: str) -> None:
    """Keep a picture of the screen for people, when a folder for it is named."""
    if folder := os.environ.get("ADVERT_SCREENS"):
        (Path(folder) / f"{title}.txt").write_text(text, "utf-8")
