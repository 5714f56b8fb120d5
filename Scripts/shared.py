"""What several scripts need: Python packages, running advert, the end of a script, and the captures that are named.

The packages of requirements.txt go into one virtual environment, .build-oracles/python, unless this Python has them.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("The scripts need Python 3.11 or later.")

import argparse
import fcntl
import importlib.metadata
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Container, Iterable, Iterator, Sequence, Set
from pathlib import Path
from typing import Any, NoReturn, TypeVar

ROOT = Path(__file__).resolve().parent.parent
# Until the project has an address, rules have no pages to lead to.
IS_PUBLISHED = not (ROOT / "Packaging" / "address").read_text("utf-8").startswith("OWNER/")
ENVIRONMENT = ROOT / ".build-oracles" / "python"
PEERS = ROOT / "Scripts" / "compare" / "peers.json"
REQUIREMENTS = ROOT / "Scripts" / "requirements.txt"
# Whether everything is tried: `make check-all` says so, and `make check` tries a sample.
IS_EXHAUSTIVE = os.environ.get("ADVERT_EXHAUSTIVE") == "1"
# Of how many files of a directory one is tried. The Makefile sets it where a change is tried with a sample.
ONE_FILE_IN = int(os.environ.get("ADVERT_ONE_FILE_IN", "1"))
Element = TypeVar("Element")


class Broken(Exception):
    """The program that a script checks does something wrong."""


def module_of(source: Path) -> str | None:
    """Return the module that a file of Sources belongs to: Sources/LAYER/MODULE/… None for other files."""
    return source.relative_to(ROOT / "Sources").parts[1] if source.is_relative_to(ROOT / "Sources") else None


def expect(condition: object, problem: str) -> None:
    """Raise Broken with the problem unless the condition holds."""
    if not condition:
        raise Broken(problem)


def sampled(everything: Sequence[Element], one_in: int) -> Sequence[Element]:
    """Return one of so many elements, the same on every run; all of them in an exhaustive run."""
    return everything if IS_EXHAUSTIVE else everything[::one_in]


def stop(message: object) -> NoReturn:
    """End with status 2: the work could not be done, which says nothing about what it should check."""
    print(f"{Path(sys.argv[0]).name}: {message}", file=sys.stderr)
    sys.exit(2)


def swift_test(*arguments: str) -> list[str]:
    """Return the command that runs tests, which are built as the other debug builds are."""
    options = os.environ.get("ADVERT_DEBUG_OPTIONS")
    if options is None:
        command = [ROOT / "Scripts" / "debug-build", "options"]
        options = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return ["swift", "test", *options.split(), *arguments]


def use_packages() -> None:
    """Make the packages importable. Where they are missing, install them and start this script again with them."""
    if has_packages():
        return
    python = ENVIRONMENT / "bin" / "python"
    # Written last: without it an interrupted installation would count as complete.
    marker = ENVIRONMENT / "installed.txt"
    wanted = REQUIREMENTS.read_text("utf-8")
    ENVIRONMENT.parent.mkdir(exist_ok=True)
    try:
        with open(ENVIRONMENT.with_suffix(".lock"), "w", encoding="utf-8") as lock:
            # Checks that run at the same time install once.
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not marker.exists() or marker.read_text("utf-8") != wanted:
                print(f"installing Python packages into {ENVIRONMENT}", file=sys.stderr)
                subprocess.run([sys.executable, "-m", "venv", "--clear", ENVIRONMENT], check=True)
                pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
                subprocess.run([*pip, "-r", REQUIREMENTS], check=True)
                marker.write_text(wanted, "utf-8")
    except (OSError, subprocess.CalledProcessError) as error:
        stop(error)
    if Path(sys.prefix) == ENVIRONMENT:
        stop(f"{ENVIRONMENT} is incomplete; remove that folder and try again")
    os.execv(python, [str(python), *sys.argv])


def has_packages() -> bool:
    """Whether this Python has all packages in the versions that are named."""
    lines = REQUIREMENTS.read_text("utf-8").splitlines()
    try:
        for name, version in (line.split("==") for line in lines if not line.startswith("#")):
            if importlib.metadata.version(name.partition("[")[0]) != version:
                return False
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def arguments_of(description: str | None) -> argparse.ArgumentParser:
    """Return a parser of a script's arguments, with the first line of its description and the option --advert.

    It is by default the newest build of this repository, or else the advert on the PATH.
    """
    parser = argparse.ArgumentParser(description=(description or "").split("\n", maxsplit=1)[0])
    built = [path for mode in ("debug", "release") if (path := ROOT / ".build" / mode / "advert").exists()]
    newest = max(built, key=lambda path: path.stat().st_mtime, default=None)
    parser.add_argument(
        "--advert", metavar="PATH", type=advert_path, default=str(newest or shutil.which("advert") or "advert"),
        help="the program to run (default: what swift build made last, or the one on the PATH)",
    )  # fmt: skip
    return parser


def finish(main: Callable[[], int]) -> NoReturn:
    """Run a script, and end with its exit status: with 1 when it finds something wrong, with 2 when it cannot look."""
    try:
        sys.exit(main())
    except Broken as problem:
        print(f"{Path(sys.argv[0]).name}: {problem}", file=sys.stderr)
        sys.exit(1)
    except (OSError, LookupError, ValueError, subprocess.SubprocessError) as error:
        stop(error if str(error) else repr(error))


def said(advert: str | Path, *arguments: str | Path, statuses: Container[int] = (0, 1, 2), **how: Any) -> str:
    """Return what advert prints; raise Broken when it ends with another status. `how` are options of subprocess.run."""
    done = subprocess.run([advert, *arguments], capture_output=True, encoding="utf-8", check=False, **how)
    expect(
        done.returncode in statuses,
        f"advert {' '.join(map(str, arguments))} ended with {done.returncode}: {done.stderr.strip()[-2000:]}",
    )
    return done.stdout


def document(advert: str | Path, *arguments: str | Path, **how: Any) -> Any:
    """Return the JSON document that advert prints; None when it prints none, because it reads no such input."""
    text = said(advert, *arguments, "--format", "json", **how)
    return json.loads(text) if text.strip() else None


def rows(advert: str | Path, *arguments: str | Path, **how: Any) -> list[Any]:
    """Return the lines of JSON that advert prints."""
    return [json.loads(line) for line in said(advert, *arguments, "--format", "jsonl", **how).split("\n") if line]


def peer_differences(
    ran: Set[tuple[str, str]], among: Set[str] = frozenset(), excluding: Set[str] = frozenset()
) -> list[str]:
    """Where peers.json, of which Reference/Formats.md is made, names other peers of a format than ran, in words.

    Of the peers in peers.json, those `among` count, or all but those to be left out.
    """
    named = {(name, peer) for name, peers in json.loads(PEERS.read_text("utf-8")).items() for peer in peers}
    named = {(name, peer) for name, peer in named if (peer in among if among else peer not in excluding)}
    return [f"peers.json: {peer} was not run beside {name}" for name, peer in sorted(named - ran)] + [
        f"peers.json: {peer} was run beside {name} and is not named" for name, peer in sorted(ran - named)
    ]


def advert_path(path: str) -> str:
    """Return the absolute path of a program that can run."""
    if not os.access(path, os.X_OK):
        stop(f"{path} is not there: run swift build, or name another with --advert")
    return str(Path(path).resolve())


def files_below(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the files named, and the files of the directories named: all, or a sample with ADVERT_ONE_FILE_IN."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.is_file())[::ONE_FILE_IN]
        elif path.exists():
            yield path
        else:
            stop(f"{path}: there is no such file or directory")


def build_released(stripped: Path, product: str = "advert", *options: str) -> None:
    """Build a product in the released form, and write it without its debugging sections."""
    command = ["swift", "build", "-c", "release", "--static-swift-stdlib", "-debug-info-format", "none"]
    command += ["--product", product]
    command += options or ["--scratch-path", ".build-released"]
    subprocess.run([*command, "--quiet"], cwd=ROOT, check=True)
    shown = subprocess.run([*command, "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    strip(Path(shown.stdout.strip()) / product, stripped)


def strip(program: Path, stripped: Path) -> None:
    """Write a program without its debugging sections: valgrind cannot read those of Swift."""
    subprocess.run(["strip", "-o", stripped, program], check=True)
