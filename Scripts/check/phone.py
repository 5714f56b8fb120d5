"""A made phone's day: 142 scans in six hours, active and passive, and 320 devices, some of which hide a service."""

from __future__ import annotations

import random
import struct
from typing import TYPE_CHECKING

from captures import HEADER, record, structure

if TYPE_CHECKING:
    from pathlib import Path

SERVICE = bytes.fromhex("e41d510e5a11dbb9a9419e2aa0ffd0af")
# The beginning of the day, in microseconds since 2000.
BEGIN = (1_700_000_000 - 946_684_800) * 1_000_000
DEVICES, SCANS = 320, 142
SECONDS = 21_600
# Scan interval and window, in units of 0.625 ms.
WINDOWS = [(0x10, 0x10), (0xA0, 0x10), (0x1000, 0x200)]


class Day:
    """Packets of HCI with their times in microseconds."""

    def __init__(self) -> None:
        """Begin it; it is the same each time."""
        self.chance = random.Random(11)
        self.packets: list[tuple[int, bytes]] = []

    def command(self, time: int, opcode: int, parameters: bytes) -> None:
        """Add a command and its completion."""
        self.packets.append((time, struct.pack("<BHB", 1, opcode, len(parameters)) + parameters))
        self.packets.append((time + 500, bytes([4, 0x0E, 4, 1]) + struct.pack("<H", opcode) + b"\0"))

    def report(self, time: int, address: bytes, data: bytes, kind: int) -> None:
        """Add a legacy report: kind 0 is ADV_IND, 4 is SCAN_RSP."""
        rssi = bytes([256 - self.chance.randrange(40, 95)])
        body = bytes([2, 1, kind, 1]) + address + bytes([len(data)]) + data + rssi
        self.packets.append((time, bytes([4, 0x3E, len(body)]) + body))

    def devices(self) -> list[tuple[bytes, bytes, bytes, range]]:
        """Make the devices: address, advertising data, scan response data, and the seconds in which each is near."""
        made = []
        for number in range(DEVICES):
            address = struct.pack("<I", number) + bytes([self.chance.randrange(256), 0xC0 | self.chance.randrange(64)])
            data = structure(1, b"\x06")
            if number % 4:
                data += structure(9, b"Sensor %d" % (number % 40))
            elif number % 8:
                # An iBeacon of a length that is not its own.
                data += structure(0xFF, b"\x4c\0\x02" + self.chance.randbytes(2))
            response = structure(7, SERVICE) if number % 9 == 0 else b""
            begin = self.chance.randrange(SECONDS)
            made.append((address, data, response, range(begin, begin + self.chance.randrange(60, 20_000))))
        return made

    def scan(self, number: int, second: int, seconds: int, devices: list[tuple[bytes, bytes, bytes, range]]) -> None:
        """Add a scan with what it receives; two of three are active."""
        is_active = number % 3 > 0
        begin, length = second * 1_000_000, seconds * 1_000_000
        window = self.chance.choice(WINDOWS)
        self.command(begin, 0x200B, bytes([is_active]) + struct.pack("<HHBB", *window, 0, 0))
        self.command(begin + 2000, 0x200C, b"\1\0")
        for address, data, response, near in devices:
            if second not in near:
                continue
            for _ in range(self.chance.randrange(1, 5)):
                time = begin + 5000 + self.chance.randrange(length - 10_000)
                self.report(time, address, data, 0)
                if is_active and response and self.chance.random() < 0.7:
                    self.report(time + 300, address, response, 4)
        self.command(begin + length, 0x200C, b"\0\0")


def write_day(path: Path) -> Path:
    """Write the capture; return its path."""
    day = Day()
    devices = day.devices()
    second = 30
    for number in range(SCANS):
        seconds = day.chance.choice([5, 10, 12, 30])
        day.scan(number, second, seconds, devices)
        second += seconds + day.chance.randrange(40, 240)
    path.write_bytes(HEADER + b"".join(record(packet, BEGIN + time) for time, packet in sorted(day.packets)))
    return path
