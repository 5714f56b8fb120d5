"""The frames of a capture, as tshark shows them."""

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tshark.report import Structures


class Field(NamedTuple):
    """One field of tshark's tree: its name, what it shows, and where it is in the frame."""

    name: str
    shown: str
    start: int
    size: int

    @property
    def number(self) -> int:
        """What it shows, as a number."""
        return int(self.shown, 0)


@dataclass
class Frame:
    """One frame, with all fields in the order in which tshark shows them."""

    number: int
    time: str | None
    octets: bytes
    fields: list[Field]
    names: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.names = frozenset(entry.name for entry in self.fields)

    def first(self, name: str) -> Field | None:
        """Return the first field of this name."""
        return next((entry for entry in self.fields if entry.name == name), None)

    def shown(self, name: str) -> int | None:
        """Return the number that the first field of this name shows."""
        entry = self.first(name)
        return None if entry is None or not entry.shown else entry.number

    @property
    def is_malformed(self) -> bool:
        """Whether tshark gave the frame up half-way."""
        return "_ws.malformed" in self.names or "_ws.short" in self.names


# Frames that can hold a report, or a command that sets advertising data.
FILTER = (
    "btle || ppi.dlt == 147 || bthci_evt.code == 0x3e || bthci_evt.code == 0xff || bthci_evt.code == 0x0f || "
    "bthci_cmd.opcode in {0x2008, 0x2009, 0x2037, 0x2038, 0x203f, 0xfd54}"
)
USER_LINK_TYPE = 'uat:user_dlts:"User 0 (DLT=147)","btle","0","","0",""'


def fields_of(tree: tuple) -> Iterator[Field]:
    """Flatten tshark's tree, whose raw values come right before the fields they belong to."""
    raw: list | None = None
    for name, value in tree:
        if isinstance(value, list):
            if name.endswith("_raw") and len(value) == 5 and isinstance(value[1], int):
                raw = value
            continue
        start, size = (raw[1], raw[2]) if raw else (-1, 0)
        raw = None
        yield Field(name, value if isinstance(value, str) else "", start, size)
        if isinstance(value, tuple):
            yield from fields_of(value)


def frames_of(path: Path, *options: str) -> Iterator[Frame]:
    """Run tshark over a capture. Raises LookupError when tshark does not know what the file is."""
    command = ["tshark", "-n", "-r", str(path), "-Y", FILTER, "-T", "json", "-x", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        is_empty = True
        lines: list[str] = []
        for line in process.stdout:
            # Each frame is an object of the outermost array.
            if line.rstrip() in ("  {", "  },", "  }"):
                lines.append(line.strip().rstrip(","))
                if not line.startswith("  }"):
                    continue
                is_empty = False
                yield frame_of(json.loads("".join(lines), object_pairs_hook=tuple))
                lines = []
            elif lines:
                lines.append(line)
        complaint = process.stderr.read()
    # A file that is cut short fails too, after all its frames.
    is_damaged = re.search(r"cut short|damaged or corrupt", complaint) is not None
    if process.returncode != 0 and not (is_damaged and not is_empty):
        if not is_damaged and not re.search(r"isn't a capture file|isn't supported|can't be (read|opened)", complaint):
            raise OSError(complaint.strip())
        raise LookupError(complaint.strip())


def frame_of(packet: tuple) -> Frame:
    """Take a frame from the JSON object that tshark prints for it."""
    layers = dict(dict(packet)["_source"])["layers"]
    raw = next((value[0] for name, value in layers if name == "frame_raw"), "")
    octets = bytes.fromhex(raw)
    # The places in an event that tshark joined of several frames are those in the event.
    event = next((value for name, value in layers if name == "bthci_evt_raw"), None)
    if event is not None and octets[event[1] :].hex() != event[0] and event[1] == 0:
        octets = bytes.fromhex(event[0])
    fields = list(fields_of(layers))
    head = {entry.name: entry.shown for entry in fields[:20]}
    return Frame(
        number=int(head["frame.number"]),
        time=microseconds(head.get("frame.time_epoch")),
        octets=octets,
        fields=fields,
    )


def microseconds(time: str | None) -> str | None:
    """Cut a time to microseconds, as advert has it."""
    if time is None:
        return None
    seconds, fraction = time.split(".")
    # tshark 4.0 shows a fraction of a second and more, which some captures have, as ten digits.
    carry, fraction = divmod(int(fraction), 10**9) if len(fraction) > 9 else (0, int(fraction))
    return f"{int(seconds) + carry}.{fraction // 1000:06}"


def structures_in(fields: list[Field]) -> Structures:
    """Return type and length of the AD structures that tshark shows."""
    lengths = [entry.number for entry in fields if entry.name == "btcommon.eir_ad.entry.length"]
    types = [entry.number for entry in fields if entry.name == "btcommon.eir_ad.entry.type"]
    return tuple((kind, length) for kind, length in zip(types, lengths) if length > 0)
