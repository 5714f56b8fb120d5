"""The completions of advert, tried as a person types: in a terminal with bash and zsh, and asked of fish."""

import os
import pty
import select
import shutil
import subprocess
import time
from pathlib import Path

from shared import expect

# What is typed before the tabulator, and the arguments that must then be there.
CASES = [
    ("insp", "inspect"),
    ("lint --for ios-b", "lint --for ios-background"),
    ("profiles home-a", "profiles home-assistant-auto"),
    ("rules appearance-unk", "rules appearance-unknown-wastes-space"),
    ("lint --format sar", "lint --format sarif"),
    ("lint --fail-on warn", "lint --fail-on warning"),
    ("inspect only-thi", "inspect only-this.btsnoop"),
    ("lint --output only-thi", "lint --output only-this.btsnoop"),
    ("inspect --max-d", "inspect --max-devices"),
]
# A shell takes about a tenth of a second.
LONGEST_SECONDS = 20


def check_completions(share: Path, folder: Path) -> None:
    """Try each case in each shell, in a folder with one file."""
    work = folder / "completed"
    work.mkdir()
    (work / "only-this.btsnoop").touch()
    print_it = "advert() { echo \"GOT:$*:\"; }"
    bash = f"PS1='READY> '; source '{share}/bash-completion/completions/advert'; {print_it}"
    zsh = (
        f"PS1='READY> '; fpath=('{share}/zsh/site-functions' $fpath); autoload -Uz compinit; compinit -u -D; {print_it}"
    )
    for command, setup in ([("bash", "--norc", "--noprofile", "-i"), bash], [("zsh", "-f", "-i"), zsh]):
        expect(shutil.which(command[0]), f"{command[0]} is missing")
        shell = Shell(list(command), work)
        shell.type(f"{setup}\n")
        for typed, completed in CASES:
            shell.until("READY> ")
            shell.type(f"advert {typed}\t")
            shell.until(completed.rsplit(" ", 1)[-1][-3:], f"{command[0]} does not complete {typed}")
            shell.type("\n")
            shell.until(f"GOT:{completed}", f"{command[0]}: {typed}")
        shell.close()
    fish = share / "fish/vendor_completions.d/advert.fish"
    for typed, completed in CASES:
        script = f"source '{fish}'; complete --do-complete 'advert {typed}'"
        told = subprocess.run(["fish", "--no-config", "-c", script], cwd=work, capture_output=True, text=True).stdout
        words = [line.split("\t")[0] for line in told.splitlines()]
        expect(completed.rsplit(" ", 1)[-1] in words, f"fish: {typed} gives {words[:5]}")


class Shell:
    """A shell in a terminal."""

    def __init__(self, command: list[str], folder: Path) -> None:
        """Start it."""
        self.screen = ""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            environment = {"PATH": os.environ["PATH"], "HOME": str(folder.parent), "TERM": "dumb", "COLUMNS": "200"}
            os.execvpe(command[0], command, environment)

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self.terminal, text.encode())

    def until(self, text: str, problem: str = "the shell does not answer") -> None:
        """Wait until a text is on the screen; what stands before its end is then forgotten."""
        end = time.monotonic() + LONGEST_SECONDS
        while text not in self.screen:
            ready, _, _ = select.select([self.terminal], [], [], max(0.0, end - time.monotonic()))
            expect(ready, f"{problem}: {self.screen[-400:]!r}")
            self.screen += os.read(self.terminal, 65536).decode(errors="replace")
        self.screen = self.screen[self.screen.index(text) + len(text) :]

    def close(self) -> None:
        """End it."""
        self.type("exit\n")
        os.waitpid(self.process, 0)
        os.close(self.terminal)
