"""Run advert on many captures at once, and tell which line is about which of them.

The captures go as members of one tar archive to the standard input of advert, so that one process reads many of them.
This module needs Python alone: it runs in the tasks of Spark's executors, and could in those of another engine.
"""

import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Any, NamedTuple
from urllib.parse import unquote

# advert reads at most 1,024 captures from one input, and a file can be an archive of several.
FILES_FOR_A_PROCESS = 200

# What is told of each report. The values of known formats are objects in `known`.
FIELDS = (
    "file", "record", "time", "source", "type", "address", "addressType", "rssi", "channel", "crc", "data", "adapter", "sid",
    "complete", "device", "layout", "pdu", "identity", "resolvedBy", "session", "fileOffset", "length", "flags", "name",
    "services", "company", "companyName", "manufacturerData", "txPower", "appearance", "maker", "formats", "known",
)  # fmt: skip
# The commands that print the rows of each table.
COMMANDS = {
    "captures": ["inspect", "--captures", "--format", "jsonl"],
    "devices": ["inspect", "--format", "jsonl"],
    "findings": ["lint", "--format", "jsonl", "--fail-on", "never"],
    "verdicts": ["reach", "--format", "jsonl"],
    "reports": ["dump", "--format", "jsonl", "--fields", ",".join(FIELDS)],
}
# What rows are made of. It changes when a column is renamed, gets another type or another meaning.
SCHEMA_VERSION = 1
# The format of what holds no capture.
NO_FORMAT = "none"
# The keys of the path in a row, and of the time that decides on its day.
PATHS = ("path", "file", "source")
TIMES = ("time", "firstSeen", "start")


# What advert says of an archive among the files: the file's number, and what comes after it.
OF_FILE = re.compile(r"advert: -/(\d+)/(.*)")
# Kinds of problems besides those of captures: a file without a capture, and an archive that was not read whole.
UNREADABLE, INCOMPLETE = "unreadable", "incomplete"

# What a device has of its own in a verdict.
RECEPTION = ("firstDiscovery", "callbacks", "callbacksWithDuplicates")


class Interrupted(Exception):
    """advert was ended from outside, or did not end as it promises: nothing that it printed may be used."""


class Line(NamedTuple):
    """A row of a table as JSON. In the table `problems`, the JSON is a text."""

    table: str
    file: str
    # In an archive, the path of the capture in it.
    member: str | None
    # The day of the row's time in UTC; of rows without one, the day on which their capture began.
    day: date | None
    # The format of the capture, such as `btsnoop`.
    format: str
    row: str


class Capture(NamedTuple):
    """What the rows of a capture have in common."""

    day: date | None
    format: str


class Advert:
    """An advert command, and a folder for what it reads and prints."""

    def __init__(self, command: str, options: Sequence[str], folder: str) -> None:
        """Options such as `--irk KEY` go to each command."""
        self.command = command
        self.options = list(options)
        self.archive = os.path.join(folder, "captures.tar")
        self.lines = os.path.join(folder, "lines")
        # What the last command said besides its lines.
        self.messages = ""

    def run(self, table: str, source: Any) -> bool:
        """Run the command of a table. Returns whether it could read what `source` has.

        The lines are in a file and not used before the command has ended well.
        """
        with open(self.lines, "wb") as lines:
            result = subprocess.run(
                [self.command, *COMMANDS[table], *self.options, "-"],
                stdin=source, stdout=lines, stderr=subprocess.PIPE, check=False,
            )  # fmt: skip
        self.messages = result.stderr.decode("utf-8", "replace").strip()
        if result.returncode not in (0, 1, 2):
            raise Interrupted(f"{self.command} ended with status {result.returncode}: {self.messages}")
        return result.returncode != 2

    def rows(self) -> Iterator[dict[str, Any]]:
        """Return what the lines of the last command say."""
        with open(self.lines, encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def read(
    files: Iterable[tuple[str, bytes]], command: str, options: Sequence[str], tables: Sequence[str]
) -> Iterator[Line]:
    """Return the rows of `captures`, of other tables, and of `problems`, for files given as paths and contents.

    Only one content is in memory at a time.
    """
    files = iter(files)
    with tempfile.TemporaryDirectory(prefix="advert-") as folder:
        advert = Advert(command, options, folder)
        while paths := pack(files, advert.archive):
            yield from read_archive(advert, paths, tables)


def pack(files: Iterator[tuple[str, bytes]], archive: str) -> list[str]:
    """Write the next files into an archive, and return their paths."""
    paths: list[str] = []
    with tarfile.open(archive, "w") as tar:
        while len(paths) < FILES_FOR_A_PROCESS and (file := next(files, None)):
            member = tarfile.TarInfo(member_of(len(paths), file[0]))
            member.size = len(file[1])
            tar.addfile(member, io.BytesIO(file[1]))
            paths.append(file[0])
    return paths


def member_of(number: int, path: str) -> str:
    """Return the member for a file: its name in a folder that is called after its number.

    Names of texts decide whether lines of a log are read, and fingerprints of findings on a whole file contain its name.
    """
    # Spark's paths are addresses.
    name = unquote(path.rpartition("/")[2]).replace("\0", "").replace("/", "")
    return str(number) if name in ("", ".", "..") else f"{number}/{name}"


def read_archive(advert: Advert, paths: list[str], tables: Sequence[str]) -> Iterator[Line]:
    """Return the rows about the files of an archive."""
    known: dict[tuple[str, str | None], Capture] = {}
    for line in read_table(advert, "captures", paths, known):
        known[line.file, line.member] = Capture(line.day, line.format)
        yield line
    files = {file for file, _ in known}
    # Rows have the problems of captures, and not those of archives.
    for found in filter(None, map(OF_FILE.match, advert.messages.splitlines())):
        if paths[int(found[1])] in files:
            yield problem(paths[int(found[1])], INCOMPLETE, found[2])
    unread: set[str] = set()
    for number, path in enumerate(paths):
        if path not in files:
            if not read_alone(advert, member_of(number, path)):
                unread.add(path)
            yield problem(path, UNREADABLE, advert.messages.removeprefix("advert: -: ") or "it holds no capture")
    for table in tables:
        if files and table != "captures":
            # Alone, such a file ends the command. Here, an archive that is damaged has findings even without a capture.
            yield from (line for line in read_table(advert, table, paths, known) if line.file not in unread)


def read_table(
    advert: Advert, table: str, paths: list[str], known: dict[tuple[str, str | None], Capture]
) -> Iterator[Line]:
    """Return the rows of one table."""
    with open(advert.archive, "rb") as archive:
        done = advert.run(table, archive)
    if not done and known:
        raise Interrupted(f"{table}: {advert.messages}")
    rows = advert.rows() if done else iter(())
    for row in single_verdicts(rows) if table == "verdicts" else rows:
        if (found := place(row, paths)) is None:
            continue
        file, member = found
        capture = known.get((file, member)) or Capture(None, row.get("format") or NO_FORMAT)
        time = next((row[key] for key in TIMES if key in row), None)
        day = capture.day if time is None else day_of(time)
        yield Line(table, file, member, day, capture.format, json.dumps(row))


def day_of(time: float) -> date | None:
    """Return the day of a time in UTC; None for one that no calendar has, as in a damaged capture."""
    try:
        return datetime.fromtimestamp(time, UTC).date()
    except (ValueError, OverflowError, OSError):
        return None


def problem(file: str, kind: str, message: str) -> Line:
    """Return the row of what could not be read of a file."""
    return Line("problems", file, None, None, NO_FORMAT, json.dumps({"kind": kind, "message": message}))


def place(row: dict[str, Any], paths: list[str]) -> tuple[str, str | None] | None:
    """Return the file that a row is about, and the member of it: `-/12/x.zip/FS/log` is the member FS/log of the file 12.

    The path in the row becomes that of the file. None for findings on the archive, which are about files that are no
    captures: those are in the table of problems.
    """
    holder, key = next((row, key) for key in PATHS if key in row)
    if isinstance(holder[key], dict):
        holder, key = holder[key], "path"
    if holder[key] == "-":
        return None
    _, number, *names = holder[key].split("/", 3)
    holder[key] = paths[int(number)]
    return holder[key], names[1] if len(names) > 1 else None


def read_alone(advert: Advert, member: str) -> bool:
    """Return whether advert can read a member alone. What it says of that is in `advert.messages`."""
    with tarfile.open(advert.archive) as archive, tempfile.TemporaryFile() as source:
        content = archive.extractfile(member)
        shutil.copyfileobj(content, source)
        source.seek(0)
        return advert.run("captures", source)


def single_verdicts(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Return a row for each device, question and scanner.

    reach prints verdicts that many devices share once, as a class. The numbers of classes mean nothing to another process.
    """
    classes: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        if row["row"] == "class":
            classes[row["class"]] = row["verdicts"]
        elif row["row"] == "device":
            for answer in row["answers"]:
                for verdict in classes[answer["class"]]:
                    reception = answer["receptions"][verdict["reception"]]
                    for profile in verdict["profiles"]:
                        yield {
                            **{key: row[key] for key in ("path", "advertiser", "addressType", "name")},
                            "question": answer["question"], "profile": profile,
                            **{key: verdict[key] for key in ("verdict", "tentative", "reason")},
                            **{key: reception[key] for key in RECEPTION},
                        }  # fmt: skip
