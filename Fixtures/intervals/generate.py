#!/usr/bin/env python3
"""Generate the "intervals": captures whose times say more or less of how often devices advertise.

    generate.py [OUTPUT_DIRECTORY]      (default: the folder of this script)

Every run writes the very same bytes. README.md explains them.
"""

import random
import struct
import sys
from pathlib import Path

START_US = 1_700_000_000_000_000
BTSNOOP_EPOCH_US = 0x00DCDDB30F2F8000
NORDIC, H4 = 272, 1002
ACCESS_ADDRESS = bytes.fromhex("d6be898e")
SENSOR, MESH, SCANNER = (bytes.fromhex(one) for one in ("f0f1f2f3f4f5", "e0e1e2e3e4e5", "5a1122334455"))
ADV_IND, ADV_NONCONN_IND, SCAN_REQ = 0, 2, 3
LISTED = bytes.fromhex("02010603030f18")
BEACON = bytes.fromhex("0201041aff4c000215") + bytes(range(20)) + b"\xc5"
# Packets wait in the sniffer until the host fetches them.
FETCH_US = 250_000


def crc24(pdu: bytes) -> bytes:
    """Return the CRC of a PDU of the advertising channels, as it is sent."""
    register = 0xAAAAAA
    for octet in pdu:
        for bit in range(8):
            feedback = (register ^ octet >> bit) & 1
            register >>= 1
            if feedback:
                register ^= 0xDA6000
    return register.to_bytes(3, "little")


def pdu(kind: int, body: bytes, flags: int) -> bytes:
    """Return a PDU from its access address to its CRC."""
    whole = bytes([kind | flags, len(body)]) + body
    return ACCESS_ADDRESS + whole + crc24(whole)


def events(interval_us: int, count: int, seed: int, start_us: int = 0) -> list[int]:
    """Return when a device advertises: each interval plus a random delay of 0 to 10 ms."""
    chance = random.Random(seed)
    times, now = [], start_us
    for _ in range(count):
        times.append(now)
        now += interval_us + chance.randrange(10_001)
    return times


def story() -> list[tuple[int, int, bytes]]:
    """Return what is on the air: the time, the channel and the packet."""
    air = []
    for number, time in enumerate(events(100_000, 80, 1)):
        air += [
            (time + 450 * step, 37 + step, pdu(ADV_IND, SENSOR[::-1] + LISTED, 0x40)) for step in range(3)
        ]
        if number % 8 == 3:
            # Its answer is missing: the sniffer is on the next channel by then.
            air.append((time + 320, 37, pdu(SCAN_REQ, SCANNER[::-1] + SENSOR[::-1], 0xC0)))
    air += [(time, 38, pdu(ADV_NONCONN_IND, MESH[::-1] + BEACON, 0x40)) for time in events(20_000, 300, 2, 3_000)]
    return sorted(air)


def sniffer(version: int, forgets: int | None = None) -> bytes:
    """Return a capture of Nordic's sniffer: from version 3 on with the time of each packet, before with the time since
    the end of the one before. At `forgets` its clock starts again.
    """
    records = []
    end = began = 0
    for counter, (time, channel, packet) in enumerate(story()):
        if counter == forgets:
            began = time
        field = (time - began) & 0xFFFFFFFF if version >= 3 else max(time - end, 0)
        end = time + 8 * (len(packet) + 1)
        # Behind the header of the PDU the sniffer writes an octet only of what it cannot tell otherwise: none here.
        metadata = struct.pack("<BBBBHI", 10, 1, channel, 60, 0, field)
        body = metadata + packet
        header = struct.pack("<BHBHB", 1, len(body), version, counter & 0xFFFF, 2)
        arrival = START_US + (time // FETCH_US + 1) * FETCH_US + counter
        records.append(struct.pack("<IIII", *divmod(arrival, 1_000_000), *[len(header + body)] * 2) + header + body)
    return struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, NORDIC) + b"".join(records)


def log(times: list[tuple[int, bytes]]) -> bytes:
    """Return a phone's log of advertisements of the sensor."""
    octets = b"btsnoop\0" + struct.pack(">II", 1, H4)
    for time, data in sorted(times):
        body = b"\x02\x01\x00\x01" + SENSOR[::-1] + bytes([len(data)]) + data + b"\xc4"
        packet = bytes([4, 0x3E, len(body)]) + body
        stamp = START_US + time + BTSNOOP_EPOCH_US
        octets += struct.pack(">IIIIQ", len(packet), len(packet), 3, 0, stamp) + packet
    return octets


def batches() -> list[tuple[int, bytes]]:
    """Return reports that a phone delivers when it comes to it: pauses of any length."""
    chance = random.Random(3)
    times, now = [], 0
    for _ in range(120):
        times.append((now, LISTED))
        now += chance.randrange(24_000, 140_000)
    return times


def rhythms() -> list[tuple[int, bytes]]:
    """Return what a device with two advertising sets sends with one address."""
    return [(time, LISTED) for time in events(100_000, 150, 4)] + [
        (time, BEACON) for time in events(152_500, 100, 5, 41_000)
    ]


def faster_then_slower() -> list[tuple[int, bytes]]:
    """Return what a device sends that advertises fast after it was switched on, and slowly then."""
    fast = events(28_000, 60, 7)
    return [(time, LISTED) for time in fast + events(270_000, 110, 8, fast[-1] + 270_000)]


def same_rhythm() -> list[tuple[int, bytes]]:
    """Return what a device with two advertising sets of one interval sends with one address."""
    return [(time, LISTED) for time in events(315_000, 110, 9)] + [
        (time, BEACON) for time in events(315_000, 110, 10, 25_000)
    ]


def write(output: Path) -> None:
    """Write all captures into a folder."""
    (output / "sniffer-3.pcap").write_bytes(sniffer(3))
    (output / "sniffer-3-restarted.pcap").write_bytes(sniffer(3, forgets=250))
    (output / "sniffer-2.pcap").write_bytes(sniffer(2))
    (output / "steady.btsnoop").write_bytes(log([(time, LISTED) for time in events(152_500, 80, 6)]))
    (output / "few.btsnoop").write_bytes(log([(time, LISTED) for time in events(152_500, 10, 6)]))
    (output / "batches.btsnoop").write_bytes(log(batches()))
    (output / "two-rhythms.btsnoop").write_bytes(log(rhythms()))
    (output / "fast-then-slow.btsnoop").write_bytes(log(faster_then_slower()))
    (output / "two-sets.btsnoop").write_bytes(log(same_rhythm()))
    (output / "bursts.btsnoop").write_bytes(
        log([(250_000 * (n // 5) + 16_500 * (n % 5), LISTED) for n in range(100)])
    )


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent)
