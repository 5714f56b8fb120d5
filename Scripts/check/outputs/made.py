"""Inputs made for what no fixture has: checksums, scans in batches, every difference between captures, and apps that scan."""

import random
import struct
from pathlib import Path

from captures import address, btsnoop, event, structure

FLAGS = structure(1, b"\x06")
ALIKE = structure(3, b"\x0f\x18") + structure(9, b"Tag") + structure(0xFF, b"\x5a\0\1")


def command(opcode: int, parameters: bytes) -> list[bytes]:
    """Make a command of the host, and the controller's answer that it is done."""
    answer = bytes([4, 0x0E, 4, 1]) + struct.pack("<H", opcode) + b"\0"
    return [b"\1" + struct.pack("<HB", opcode, len(parameters)) + parameters, answer]


def write_behaviours(path: Path) -> None:
    """Write a capture of a scan in batches, of a device whose data have a counter and a sum, and of one that sends damaged data."""
    chance = random.Random(1)
    packets = command(0x0C03, b"") + command(0xFD56, b"\3\2" + struct.pack("<II", 2400, 100_000) + b"\0\0")
    packets += command(0x200B, bytes([1, 0x10, 0, 0x10, 0, 0, 0])) + command(0x200C, b"\1\0")
    for number in range(40):
        data = struct.pack("<H", number) + chance.randbytes(6)
        packets.append(event(1, FLAGS + structure(0xFF, b"\x59\0" + data + bytes([sum(data) & 0xFF]))))
    packets.append(event(2, FLAGS + b"\x09\xff\x59"))
    path.write_bytes(btsnoop(packets))


def private(device: int) -> bytes:
    """Make a report of a device whose address is resolvable, so that it is another one in each capture."""
    return event(device, ALIKE).replace(address(device), address(device)[:5] + b"\x41")


def write_sides(old: Path, new: Path) -> None:
    """Write two captures of devices that differ in kind, order, value, number of layouts and number of devices alike."""

    def counted(number: int) -> bytes:
        return event(1, FLAGS + structure(0xFF, b"\x59\0\1" + bytes([number])))

    name, data = structure(9, b"One"), structure(0xFF, b"\x5b\0\1\2")
    both = [event(number, FLAGS) for number in (5, 6)]
    before = [event(2, FLAGS), event(3, name + FLAGS), event(4, FLAGS + data), *both, *map(private, (20, 21, 22))]
    after = [event(2, FLAGS, 3), event(3, FLAGS + name), event(4, FLAGS + data[:-1] + b"\3"), *both, *map(private, (30, 31))]
    after += [event(5, ALIKE, 3), event(6, name, 4)]
    # Two seconds, in which all others are silent.
    old.write_bytes(btsnoop(before + [counted(number) for number in range(20)]))
    new.write_bytes(btsnoop(after + [counted(number) for number in range(90, 110)]))


def write_apps(kotlin: Path, page: Path) -> None:
    """Write two apps that scan: one for Android with every setting, and a page that leaves a device out."""
    kotlin.write_text(
        """val filters = listOf(
  ScanFilter.Builder().setServiceUuid(ParcelUuid.fromString("0000180f-0000-1000-8000-00805f9b34fb")).build(),
  ScanFilter.Builder().setDeviceAddress("F0:F1:F2:F3:F4:F5").setDeviceName(stored).build(),
)
val settings = ScanSettings.Builder().setScanMode(ScanSettings.SCAN_MODE_OPPORTUNISTIC).setLegacy(false).build()
scanner.startScan(filters, settings, callback)
scanner.startScan(others, settings, callback)
"""
    )
    page.write_text(
        """navigator.bluetooth.requestDevice({
  filters: [{ services: [all ? 'battery_service' : 'heart_rate'] }, { namePrefix: known }],
  exclusionFilters: [{ name: 'One' }, { name: other }],
});
"""
    )
