"""Makes application images for an ESP32 from executables, as `esptool elf2image` does: for tests and comparisons.

Source: Espressif, esptool documentation, *Firmware Image Format*.
"""

import struct
from pathlib import Path

# Numbers of microcontrollers, by the number of the processor in an executable: ESP32, ESP32-C3.
CHIPS = {94: 0, 243: 5}
ALLOCATED, EXECUTABLE, NO_BITS = 2, 4, 8


def sections(elf: bytes) -> list[tuple[int, bytes, bool]]:
    """Return what an executable of 32 bits puts into memory: addresses, octets, and whether they are code."""
    (table,) = struct.unpack_from("<I", elf, 32)
    size, count = struct.unpack_from("<2H", elf, 46)
    found = []
    for number in range(count):
        _, kind, flags, address, place, length = struct.unpack_from("<6I", elf, table + size * number)
        if flags & ALLOCATED and kind != NO_BITS and length:
            found.append((address, elf[place : place + length], bool(flags & EXECUTABLE)))
    return sorted(found)


def application(executable: Path, project: str = "kettle") -> bytes:
    """Return the application image of an executable: a description, and a part for each section."""
    elf = executable.read_bytes()
    machine, entry = struct.unpack_from("<H4xI", elf, 18)
    texts = (text.encode() for text in ("1", project, "00:00:00", "Jan 1 2024", "v5.2"))
    description = struct.pack("<4I32s32s16s16s32s112x", 0xABCD5432, 0, 0, 0, *texts)
    loaded = sections(elf)
    # Behind the constants, where nothing is.
    constants = next(address + len(octets) for address, octets, _ in loaded if address >> 20 in (0x3F4, 0x3C0))
    parts = [((constants + 255) // 256 * 256, description)]
    parts += [(address, octets + bytes(-len(octets) % 4)) for address, octets, _ in loaded]
    image = struct.pack("<4BI4xHBHH4xB", 0xE9, len(parts), 2, 0x20, entry, CHIPS[machine], 0, 0, 0xFFFF, 0)
    checksum = 0xEF
    for address, octets in parts:
        image += struct.pack("<2I", address, len(octets)) + octets
        for octet in octets:
            checksum ^= octet
    return image + bytes(15 - len(image) % 16) + bytes([checksum])
