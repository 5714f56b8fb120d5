"""Captures that scripts make: btsnoop files of advertising reports, and the CRC of packets."""

import struct
from collections.abc import Iterable

# The beginning of a btsnoop file of HCI packets with their indicators.
HEADER = b"btsnoop\0" + struct.pack(">II", 1, 1002)
# The first moment of 2000, from which times count here, as btsnoop writes it.
START = 0x00E0_3AB4_4A67_6000


def record(packet: bytes, microseconds: int) -> bytes:
    """Make a record of btsnoop."""
    return struct.pack(">IIIIQ", len(packet), len(packet), 1, 0, START + microseconds) + packet


def btsnoop(packets: Iterable[bytes]) -> bytes:
    """Make a capture of HCI packets, a tenth of a second apart."""
    return HEADER + b"".join(record(packet, 100_000 * number) for number, packet in enumerate(packets))


def address(number: int) -> bytes:
    """Make a random static address, least significant octet first."""
    return number.to_bytes(5, "little") + b"\xc1"


def structure(kind: int, value: bytes) -> bytes:
    """Make an AD structure."""
    return bytes([1 + len(value), kind]) + value


def structures(data: bytes) -> list[tuple[int, bytes]]:
    """Return type and value of each AD structure of a payload, up to the first that is not whole."""
    found, offset = [], 0
    while offset + 1 < len(data) and data[offset]:
        if offset + 1 + data[offset] > len(data):
            break
        found.append((data[offset + 1], data[offset + 2 : offset + 1 + data[offset]]))
        offset += 1 + data[offset]
    return found


def event(device: int, data: bytes, kind: int = 0) -> bytes:
    """Make a legacy report: kind 0 is ADV_IND, 4 is SCAN_RSP."""
    report = bytes([2, 1, kind, 1]) + address(device) + bytes([len(data)]) + data + b"\xc4"
    return bytes([4, 0x3E, len(report)]) + report


def extended_events(device: int, data: bytes) -> list[bytes]:
    """Make the extended reports of one advertisement that is not connectable."""
    pieces = [data[start : start + 229] for start in range(0, len(data), 229)] or [b""]
    events = []
    for number, piece in enumerate(pieces):
        kind = 0x20 if number + 1 < len(pieces) else 0
        report = (
            struct.pack("<BBHB", 0x0D, 1, kind, 1) + address(device) + bytes([1, 1, 0, 0x7F, 0xC4, 0, 0, 0])
            + bytes(6) + bytes([len(piece)]) + piece
        )  # fmt: skip
        events.append(bytes([4, 0x3E, len(report)]) + report)
    return events


def crc24(pdu: bytes) -> bytes:
    """Compute the CRC of an advertising PDU as it is sent (Core Specification Vol 6 Part B 3.1.1)."""
    register = 0xAAAAAA
    for octet in pdu:
        for bit in range(8):
            feedback = (register ^ octet >> bit) & 1
            register = register >> 1 ^ (0xDA6000 if feedback else 0)
    return register.to_bytes(3, "little")
