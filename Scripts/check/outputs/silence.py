"""Check what `inspect` says of captures without advertising, and of a host with many addresses of its own.

The captures are made here, so how many packets of each kind they hold is known.
"""

from __future__ import annotations

import struct
import tempfile
from pathlib import Path

from captures import btsnoop, crc24
from shared import expect, said

# Opcode and parameters: reset, random address, parameters, data, enable.
RESET = b"\x03\x0c\x00"
SCAN = b"\x0c\x20\x02\x01\x00"
COMPLETION = b"\x0e\x04\x01\x03\x0c\x00"
DATA = b"\x40\x00\x03\x00\x01\x02\x03"


def log(packets: list[tuple[int, bytes]]) -> bytes:
    """Return a btsnoop log of H4 packets: kind and octets."""
    return btsnoop(bytes([kind]) + packet for kind, packet in packets)


def radio(pdus: list[bytes]) -> bytes:
    """Return a pcap file of link-layer packets."""
    octets = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 251)
    for number, pdu in enumerate(pdus):
        pdu = bytes.fromhex("d6be898e") + pdu + crc24(pdu)
        octets += struct.pack("<IIII", 1_700_000_000 + number, 0, len(pdu), len(pdu)) + pdu
    return octets


def command(opcode: int, parameters: bytes) -> list[tuple[int, bytes]]:
    """Return a command and its completion."""
    code = struct.pack("<H", opcode)
    return [(1, code + bytes([len(parameters)]) + parameters), (4, b"\x0e\x04\x01" + code + b"\x00")]


def host(addresses: int) -> bytes:
    """Return a log of a host that advertises with one random address after the other."""
    packets: list[tuple[int, bytes]] = []
    parameters = struct.pack("<HHBBB6sBB", 160, 160, 3, 1, 0, bytes(6), 7, 0)
    for number in range(addresses):
        data = bytes.fromhex("02010603030f18")
        packets += command(0x2005, bytes([number + 1, 2, 3, 4, 5, 0x45]))
        packets += command(0x2006, parameters)
        packets += command(0x2008, bytes([len(data)]) + data + bytes(31 - len(data)))
        packets += command(0x200A, b"\x01") + command(0x200A, b"\x00")
    return log(packets)


def check(advert: str) -> int:
    """Ask about each capture; return 0, as what is wrong raises Broken."""
    expected = {
        "commands.btsnoop": (
            log([(1, RESET), (4, COMPLETION), (2, DATA), (2, DATA)]),
            "No advertising: the capture has 1 command, 1 event and 2 other packets between host and controller, such as"
            " data of connections; no command that was read starts a scan.",
        ),
        "scanning.btsnoop": (
            log([(1, RESET), (1, SCAN), (4, COMPLETION)]),
            "No advertising: the capture has 2 commands and 1 event.",
        ),
        "empty.btsnoop": (log([]), "No advertising: no packet was read."),
        "requests.pcap": (
            radio([bytes.fromhex("c30c" + "0102030405c6" + "a1a2a3a4a5c1")] * 3),
            "No advertising: the capture has 3 requests for a scan response.",
        ),
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, (octets, sentence) in expected.items():
            said = inspect(advert, Path(folder) / name, octets)
            expect(sentence in " ".join(said.split()), f"{name}: expected {sentence!r}, found {said!r}")
        rows = [line for line in inspect(advert, Path(folder) / "host.btsnoop", host(5)).splitlines() if "this host," in line]
        expect(len(rows) == 1 and rows[0].startswith("5 addresses "), f"a host with 5 addresses has the rows {rows}")
        rows = [line for line in inspect(advert, Path(folder) / "one.btsnoop", host(1)).splitlines() if "this host," in line]
        expect(len(rows) == 1 and rows[0].startswith("45:05:04:03:02:01 "), f"a host with an address has the rows {rows}")
    print(f"{len(expected)} captures without advertising, and a host with several addresses, are told as they are")
    return 0


def inspect(advert: str, path: Path, octets: bytes) -> str:
    """Return what `inspect` prints of a capture."""
    path.write_bytes(octets)
    return said(advert, "inspect", path, statuses=(0,))
