"""Finds the program advert, runs it, and gives what it prints as rows."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import IO, Any, Union

StrPath = Union[str, "os.PathLike[str]"]


class AdvertError(Exception):
    """`advert` could not do its work, or not to the end: its exit status is 2, or it is not there.

    The text is what it says of it: the file, the offset, what was expected, and what was there.
    """


def program() -> str:
    """Return the path of the program.

    The variable `ADVERT` of the environment names it. Without it, it is the one that was installed with this module, or
    else the one on the PATH.
    """
    if named := os.environ.get("ADVERT"):
        return named
    for scheme in (None, f"{os.name}_user"):
        folder = sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts")
        path = Path(folder, "advert")
        if path.is_file():
            return str(path)
    if found := shutil.which("advert"):
        return found
    raise AdvertError("advert is not installed: neither beside this module nor on the PATH")


def rows(arguments: Sequence[StrPath], stdin: int | IO[bytes] | None = None) -> Generator[Any, None, None]:
    """Run the program as `lines` does, and yield each line that it prints, read as JSON."""
    with closing(lines(arguments, stdin)) as printed:
        for line in printed:
            yield json.loads(line)


def lines(arguments: Sequence[StrPath], stdin: int | IO[bytes] | None = None) -> Generator[bytes, None, None]:
    """Run the program, and yield each line that it prints.

    The lines come while the program runs. When the caller takes no more, the program is ended.

    Raises:
        AdvertError: after the last line, when the program could not do its work, or not to the end.
    """
    # A file, not a pipe: nobody reads what the program complains of before its end.
    with tempfile.TemporaryFile() as complaints:
        try:
            process = subprocess.Popen(
                [program(), *arguments],
                stdin=subprocess.DEVNULL if stdin is None else stdin,
                stdout=subprocess.PIPE,
                stderr=complaints,
            )
        except OSError as error:
            raise AdvertError(f"{program()} cannot be run: {error}") from error
        with process:
            try:
                assert process.stdout is not None
                yield from process.stdout
            except BaseException:
                process.terminate()
                raise
        complaints.seek(0)
        said = complaints.read().decode("utf-8", "replace").strip()
    # 1 is an answer: something was found, or is missing.
    if process.returncode not in (0, 1):
        raise AdvertError(said or f"advert ended with {process.returncode}")


def listed(value: str | Sequence[str] | None) -> list[str]:
    """Return one text or several as a list."""
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)


def options(**given: str | bytes | bool | Sequence[str] | None) -> list[str]:
    """Return options of the command line: bytes as hex, `True` alone, each of several apart, nothing for `None`."""
    made: list[str] = []
    for name, value in given.items():
        option = "--" + name.strip("_").replace("_", "-")
        if isinstance(value, bool):
            made += [option] if value else []
        elif isinstance(value, bytes):
            # No bytes are a value, too.
            made += [option, value.hex()]
        else:
            # With an equals sign, a value may begin with a hyphen.
            made += [f"{option}={one}" for one in listed(value)]
    return made
