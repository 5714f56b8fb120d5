"""What a case is, what it may need, and the parts that inputs are made of."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from shared import ROOT

CAPTURE = (ROOT / "Fixtures/angi/before.btsnoop").read_bytes()
EVENT = bytes.fromhex("043e18020100016655443322110c0201060303aafe0409616263c5")


@dataclass(frozen=True)
class Bounds:
    """What a run may take."""

    address_space: int
    seconds: int
    # Resident at most, beyond what distinct things and a case's own constant need; None for whatever the address space
    # has room for.
    resident: int | None


DEBUG = Bounds(1 << 30, 120, None)
RELEASED = Bounds(256 << 20, 30, 40 << 20)
# What each device, and each distinct payload of one, may need.
OCTETS_PER_DISTINCT = 4096


@dataclass
class Settings:
    """What the options of the script say."""

    bounds: Bounds = DEBUG
    # How many times smaller than with --large the largest inputs are.
    smaller: int = 16


settings = Settings()

# What a case gives: arguments, the exit status, a piece of what is said on either stream ("" for nothing to check).
Case = tuple[list[str], int, str]


@dataclass(frozen=True)
class Fault:
    """A case, and what it may need beyond the constant for all."""

    make: Callable[[Path], Case]
    # Devices and distinct payloads of them.
    distinct: int = 0
    # Octets that Docs/Reliability.md grants to what the case reads.
    octets: int = 0


CASES: dict[str, Fault] = {}


def case(function: Callable[[Path], Case]) -> Callable[[Path], Case]:
    """Register a case by its name."""
    CASES[function.__name__.replace("_", "-")] = Fault(function)
    return function


def needing(distinct: int = 0, octets: int = 0) -> Callable[[Callable[[Path], Case]], Callable[[Path], Case]]:
    """Register a case that may need more than the constant."""

    def register(function: Callable[[Path], Case]) -> Callable[[Path], Case]:
        CASES[function.__name__.replace("_", "-")] = Fault(function, distinct, octets)
        return function

    return register


def write(folder: Path, name: str, data: bytes) -> str:
    """Write an input and give its path."""
    (folder / name).write_bytes(data)
    return str(folder / name)


def pcap(packets: Iterator[tuple[int, bytes]], link_type: int = 187) -> bytes:
    """Make a classic pcap of packets and their seconds."""
    records = (struct.pack("<IIII", s, 0, len(p), len(p)) + p for s, p in packets)
    return struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, link_type) + b"".join(records)


def block(kind: int, body: bytes) -> bytes:
    """Make a pcapng block, little-endian."""
    body += bytes(-len(body) % 4)
    return struct.pack("<II", kind, len(body) + 12) + body + struct.pack("<I", len(body) + 12)


def event(number: int, data: bytes = b"\x02\x01\x06") -> bytes:
    """Make an advertising report of the device with a number."""
    address = number.to_bytes(5, "little") + b"\xc1"
    report = b"\x02\x01\x00\x01" + address + bytes([len(data)]) + data + b"\xc4"
    return b"\x04\x3e" + bytes([len(report)]) + report


def archive(members: dict[str, bytes]) -> bytes:
    """Make a zip archive."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as writer:
        for name, content in members.items():
            writer.writestr(name, content)
    return file.getvalue()
