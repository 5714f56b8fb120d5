"""A device on the air, for tests: writes a capture to standard output, at the pace of the air.

bench.py SCENE

`found` has its service in the advertising data, `hidden` in the scan response, `late` changes from the second to the
first after a second, `silent` sends nothing, `broken` ends with 3 after a complaint.
"""

from __future__ import annotations

import struct
import sys
import time

EPOCH = 0x00E0_3AB4_4A67_6000
ADDRESS = bytes.fromhex("f5f4f3f2f1f0")
FLAGS = bytes([2, 1, 6])
NAME = bytes([7, 9]) + b"Helmet"
SERVICE = bytes([3, 3, 0x0D, 0x18])


def send(kind: int, data: bytes) -> None:
    """Write one report as a record of btsnoop."""
    event = bytes([0x3E, 12 + len(data), 2, 1, kind, 1]) + ADDRESS + bytes([len(data)]) + data + b"\xc4"
    packet = b"\x04" + event
    now = EPOCH + time.time_ns() // 1000
    sys.stdout.buffer.write(struct.pack(">IIIIQ", len(packet), len(packet), 1, 0, now) + packet)
    sys.stdout.buffer.flush()


def main(scene: str) -> int:
    """Send for ten seconds at most."""
    if scene == "broken":
        print("no such adapter", file=sys.stderr)
        return 3
    sys.stdout.buffer.write(b"btsnoop\0" + struct.pack(">II", 1, 1002))
    sys.stdout.buffer.flush()
    begin = time.monotonic()
    while (passed := time.monotonic() - begin) < 10:
        if scene == "found" or (scene == "late" and passed > 1):
            send(0, FLAGS + NAME + SERVICE)
        elif scene != "silent":
            send(0, FLAGS + NAME)
            send(4, SERVICE)
        time.sleep(0.1)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
