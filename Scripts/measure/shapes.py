"""No shape of a long payload makes lint slow.

Each shape is a payload of 1650 octets filled with one kind of structure, each with something to flag. Every payload
differs from all others. `advert` lints captures of so many such payloads, each from a device of its own and all from one
device.
"""

from __future__ import annotations

import os
import random
import struct
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from captures import btsnoop, extended_events, structure
from shared import stop
from steps import steps

LONGEST = 1650
COUNT = 50
# For one payload. A million steps each are about 0.7 seconds of an idle core for a thousand payloads. Most shapes take
# less, those of many different defects up to 1.3 million.
MOST_STEPS = 2_000_000

Shape = Callable[[int], bytes]
EDDYSTONE, FAST_PAIR, BTHOME = b"\xaa\xfe\0", b"\x2c\xfe\0\x40", b"\xd2\xfc\x40\xff"
BATTERY, BATTERY_REVERSED = b"\x0f\x18", bytes.fromhex("0000180f00001000800000805f9b34fb")


def number(value: int) -> bytes:
    """Make the octets of a 16-bit number."""
    return struct.pack("<H", value & 0xFFFF)


def numbers(first: int) -> bytes:
    """Make as many 16-bit numbers as fit into a structure."""
    return b"".join(number(first + more) for more in range(127))


def filled(make: Callable[[int], bytes]) -> Shape:
    """Make a shape of as many structures as fit, behind one that tells payloads apart."""

    def shape(payload: int) -> bytes:
        data = structure(0xFF, struct.pack("<HI", 0x59, payload))
        count = 0
        while len(data) + len(more := make(count)) <= LONGEST:
            data += more
            count += 1
        return data

    return shape


def equal(kind: int, value: bytes = b"") -> Shape:
    """Make a shape of equal structures."""
    return filled(lambda _: structure(kind, value))


def mixed(most_octets: int, kinds: list[int]) -> Shape:
    """Make a shape of structures of several types with values by chance, the same each time."""

    def shape(payload: int) -> bytes:
        chance = random.Random(payload)
        make = filled(lambda _: structure(chance.choice(kinds), chance.randbytes(chance.randint(0, most_octets))))
        return make(payload)

    return shape


SHAPES: dict[str, Shape] = {
    "equal-lists": equal(3, BATTERY),
    "alternating-lists": filled(lambda n: structure(2 + n % 2, BATTERY)),
    "lists-of-other-widths": filled(lambda n: structure(3 + n % 3 * 2, (BATTERY + bytes(14))[: (2, 4, 16)[n % 3]])),
    "lists-of-unassigned-services": filled(lambda n: structure(3, number(0x2100 + n))),
    "ragged-lists": equal(3, b"\x0f"),
    "long-lists-of-one-service": equal(3, BATTERY * 127),
    "long-lists-of-unassigned-services": filled(lambda n: structure(3, numbers(0x2100 + 127 * n))),
    "lists-of-general-services": equal(3, b"\0\x18"),
    "reversed-services": equal(7, BATTERY_REVERSED),
    "assigned-services-of-128-bits": equal(7, BATTERY_REVERSED[::-1]),
    "solicitation": equal(0x14, BATTERY),
    "names": equal(9, b"A"),
    "names-of-both-forms": filled(lambda n: structure(8 + n % 2, b"A" * (1 + n % 2))),
    "names-without-characters": equal(9),
    "names-of-no-characters": equal(9, b"\xff\0"),
    "broadcast-names": equal(0x30, b"ab"),
    "flags": equal(1, b"\x06"),
    "flags-of-reserved-bits": equal(1, b"\xff\0"),
    "flags-without-octets": equal(1),
    "appearances": equal(0x19, b"\xff\xff"),
    "powers": equal(0x0A, b"\x80"),
    "addresses": equal(0x1B, bytes(7)),
    "connection-intervals": equal(0x12, bytes(4)),
    "advertising-intervals": equal(0x1A, b"\x01\0"),
    "features": equal(0x27, b"\x01\0"),
    "links": equal(0x24, b"\0"),
    "mesh-beacons": equal(0x2B, b"\0"),
    "set-identifiers": equal(0x2E, b"\0"),
    "encrypted-data": equal(0x31, b"\0"),
    "service-data": equal(0x16, BATTERY),
    "service-data-of-unassigned-services": filled(lambda n: structure(0x16, number(0x2100 + n))),
    "service-data-too-short": equal(0x16, b"\x01"),
    "service-data-of-128-bits": filled(lambda n: structure(0x21, bytes(15) + bytes([n]))),
    "eddystone": equal(0x16, EDDYSTONE),
    "fast-pair": equal(0x16, FAST_PAIR),
    "bthome": equal(0x16, BTHOME),
    "data-for-tests": equal(0xFF, b"\xff\xff"),
    "data-of-unassigned-companies": filled(lambda n: structure(0xFF, number(0xF000 + n))),
    "data-of-reversed-companies": equal(0xFF, b"\0\x4c"),
    "company-data-too-short": equal(0xFF, b"\x01"),
    "apple-data": equal(0xFF, b"\x4c\0\x02"),
    "apple-messages": equal(0xFF, b"\x4c\0" + b"\x10\0" * 120),
    "microsoft-data": equal(0xFF, b"\x06\0\x03"),
    "unassigned-types": filled(lambda n: structure(0x50 + n % 100, b"")),
    "padding": lambda payload: structure(0xFF, struct.pack("<HI", 0x59, payload)).ljust(LONGEST, b"\0"),
    "common-types": mixed(8, [1, 2, 3, 5, 7, 8, 9, 10, 0x16, 0x19, 0x1A, 0x20, 0x21, 0x24, 0xFF]),
    "all-types": mixed(4, list(range(1, 0x3E))),
    "octets-by-chance": lambda payload: random.Random(payload).randbytes(LONGEST),
}


def capture(folder: Path, shape: Shape, count: int, devices: bool) -> str:
    """Write a capture of payloads of a shape, of as many devices or of one, and return its path."""
    events = (event for n in range(count) for event in extended_events(n if devices else 0, shape(n)))
    path = folder / f"{count}-{devices}"
    path.write_bytes(btsnoop(events))
    return str(path)


def check(advert: Path, names: list[str], folder: Path, *, has_times: bool) -> int:
    """Count the steps of every shape, or those named; return how many shapes take too many."""
    chosen = [name for name in SHAPES if not names or any(part in name for part in names)]
    if not chosen:
        stop(f"no shape has {' or '.join(names)} in its name")
    failed = 0
    command = [str(advert), "lint", "--fail-on", "never"]

    def measure(name: str) -> tuple[int, int]:
        (folder / name).mkdir()
        paths = (capture(folder / name, SHAPES[name], COUNT, devices) for devices in (True, False))
        of_devices, of_one = (steps([*command, path], folder) // COUNT for path in paths)
        return of_devices, of_one

    with ThreadPoolExecutor(max_workers=2) as workers:
        for name, counts in zip(chosen, workers.map(measure, chosen), strict=True):
            time = ""
            if has_times:
                time = "\t" + "\t".join(
                    f"{processor_time([*command, capture(folder / name, SHAPES[name], 1000, devices)]):.2f} s"
                    for devices in (True, False)
                )
            print(f"{name}\t" + "\t".join(f"{count:,}" for count in counts) + time, flush=True)
            if max(counts) > MOST_STEPS:
                failed += 1
                print(f"{name}: expected at most {MOST_STEPS:,} steps a payload, counted {max(counts):,}", file=sys.stderr)
    return failed


def processor_time(command: list[str]) -> float:
    """Run a command and return the processor time it took, in seconds."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    # Of this process alone: others are counted at the same time.
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_utime + usage.ru_stime
