"""Reports as a stream, at the pace of the air."""

from __future__ import annotations

import contextlib
import os
import struct
import threading
from pathlib import Path

from captures import HEADER, event, record, structure

# For what must happen soon; a machine may be busy.
PATIENCE = 20
HOSTILE = "\x1b]0;owned\x07\x1b[31mred\x1b[2J"
HELMET = structure(1, b"\x06") + structure(3, b"\x0d\x18") + structure(9, b"Helmet")


def strong(packet: bytes, rssi: int) -> bytes:
    """Give a report of one device another strength."""
    return packet[:-1] + struct.pack("b", rssi)


def name(text: str) -> bytes:
    """Make a complete local name."""
    return structure(9, text.encode())


def scene(number: int) -> list[bytes]:
    """Make the reports of a tenth of a second: some devices with what makes screens difficult."""
    flags = structure(1, b"\x06")
    counter = structure(0xFF, b"\x59\x00" + bytes([number & 0xFF, number >> 8 & 0xFF]))
    return [
        strong(event(1, flags + name("Counter") + counter), -50 - number % 7),
        strong(event(2, flags + name("Lamp")), -60 - number % 3),
        strong(event(2, structure(3, b"\x0d\x18"), kind=4), -61),
        strong(event(3, flags + name(HOSTILE)), -70),
        strong(event(4, flags + name("温度計温度計")), -72),
        strong(event(5, flags + name("e\u0301\u202eevil\u200d🌡️")), -80),
        strong(event(6, structure(1, b"\x06") + b"\x09\x09abc"), -90),
    ]


class Stream:
    """Writes a scene to a named pipe ten times in a second."""

    def __init__(self, folder: Path) -> None:
        """Begin to write as soon as the pipe is read."""
        self.path = folder / "pipe"
        self.path.unlink(missing_ok=True)
        os.mkfifo(self.path)
        self.written = bytearray()
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.write, daemon=True)
        self.thread.start()

    def write(self) -> None:
        """Write until the reader has gone, or it shall end."""
        with contextlib.suppress(BrokenPipeError), open(self.path, "wb", buffering=0) as pipe:
            pipe.write(HEADER)
            self.written += HEADER
            number = 0
            while not self.ends.is_set():
                octets = b"".join(record(packet, 100_000 * number) for packet in scene(number))
                pipe.write(octets)
                self.written += octets
                number += 1
                self.ends.wait(0.1)

    def end(self) -> None:
        """End the stream."""
        self.ends.set()
        self.thread.join(PATIENCE)
