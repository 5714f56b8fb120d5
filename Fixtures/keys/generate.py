#!/usr/bin/env python3
"""Generate a log of four sensors that encrypt what they advertise, each in another way.

Every sensor sends five measurements, a second apart, with a counter that grows. The ciphers are those of the package
cryptography; all other bytes are put together here from the descriptions of the formats.

    generate.py [OUTPUT_DIRECTORY]      (default: the folder of this script)

Every run writes the very same bytes. README.md has the keys and what the sensors measure.
"""

import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM

REPORTS = 5
START_US = 1_700_000_000_000_000  # 2023-11-14T22:13:20Z
SECOND_US = 1_000_000
GAP_US = 20_000  # between the reports of different sensors
RSSI_DBM = (-60, -61, -58, -63, -59)
BTSNOOP_EPOCH_US = 0x00DCDDB30F2F8000

FLAGS = bytes.fromhex("020106")

# --- The ciphers ----------------------------------------------------------------------


def seal(key: bytes, nonce: bytes, plaintext: bytes, associated: bytes = b"") -> bytes:
    """Encrypt with AES-CCM and a check of four octets, which ends what is returned."""
    return AESCCM(key, tag_length=4).encrypt(nonce, plaintext, associated)


def count(key: bytes, first: int, plaintext: bytes) -> bytes:
    """Encrypt up to 16 octets with AES-CTR, whose counter begins with its least significant octet."""
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    stream = encryptor.update(first.to_bytes(16, "little"))
    return bytes(one ^ other for one, other in zip(plaintext, stream, strict=False))


# --- The sensors ----------------------------------------------------------------------


@dataclass(frozen=True)
class Sensor:
    """A sensor: its address, its key, and what it sends the nth time."""

    address: str
    key: bytes
    send: Callable[["Sensor", int], bytes]

    @property
    def wire(self) -> bytes:
        """The address as it is sent, least significant octet first."""
        return bytes.fromhex(self.address.replace(":", ""))[::-1]


def structure(ad_type: int, value: bytes) -> bytes:
    """Return one AD structure."""
    return bytes([len(value) + 1, ad_type]) + value


def bthome(sensor: Sensor, number: int) -> bytes:
    """BTHome 2: battery, temperature and humidity."""
    objects = struct.pack("<BBBhBH", 0x01, 88, 0x02, 2150 - 7 * number, 0x03, 4810 + 12 * number)
    counter = struct.pack("<I", 1000 + number)
    head = bytes.fromhex("d2fc41")
    sealed = seal(sensor.key, sensor.wire[::-1] + head + counter, objects)
    return FLAGS + structure(0x16, head + sealed[:-4] + counter + sealed[-4:]) + structure(0x09, b"Loft")


def mibeacon_5(sensor: Sensor, number: int) -> bytes:
    """MiBeacon 5: temperature and humidity in turn."""
    item = struct.pack("<HBh", 0x1004, 2, -31 + number) if number % 2 == 0 else struct.pack("<HBH", 0x1006, 2, 700)
    head = struct.pack("<HHB", 0x5858, 0x055B, 250 + number)
    more = struct.pack("<I", 7)[:3]
    sealed = seal(sensor.key, sensor.wire + head[2:] + more, item, b"\x11")
    return FLAGS + structure(0x16, bytes.fromhex("95fe") + head + sensor.wire + sealed[:-4] + more + sealed[-4:])


def mibeacon_3(sensor: Sensor, number: int) -> bytes:
    """MiBeacon 3, whose check no public source describes: a button that is turned. A key of 12 octets has four more
    in its middle."""
    item = struct.pack("<HB", 0x1001, 3) + bytes([number + 1, 0, 4])
    head = struct.pack("<HHB", 0x3058, 0x03B6, 40 + number)
    more = bytes(3)
    key = sensor.key[:6] + bytes.fromhex("8d3d3c97") + sensor.key[6:]
    sealed = seal(key, head + more + sensor.wire[:5], item, b"\x11")
    return FLAGS + structure(0x16, bytes.fromhex("95fe") + head + sensor.wire + sealed[:-4] + more + sealed[-4:-3])


def victron(sensor: Sensor, number: int) -> bytes:
    """Victron's battery monitor: 13.2 V and a temperature; the current is that of a load that grows."""
    bits = 0
    place = 0
    for value, width in (
        (1440, 16), (1320 - number, 16), (0, 16), (29_415, 16), (2, 2), (-1500 * (number + 1), 22), (123, 20), (845, 10),
    ):
        bits |= (value & ((1 << width) - 1)) << place
        place += width
    values = bits.to_bytes(15, "little")
    counter = 0x0100 + number
    head = bytes.fromhex("e102100289a302") + struct.pack("<H", counter) + sensor.key[:1]
    return FLAGS + structure(0xFF, head + count(sensor.key, counter, values))


SENSORS = (
    Sensor("00:00:5E:00:53:11", bytes.fromhex("4c6f66742773206b65792c2031362062"), bthome),
    Sensor("00:00:5E:00:53:12", bytes.fromhex("000102030405060708090a0b0c0d0e0f"), mibeacon_5),
    Sensor("00:00:5E:00:53:13", bytes.fromhex("a0a1a2a3a4a5a6a7a8a9aaab"), mibeacon_3),
    Sensor("00:00:5E:00:53:14", bytes.fromhex("f0e0d0c0b0a090807060504030201000"), victron),
)

# --- The log --------------------------------------------------------------------------


def event(sensor: Sensor, data: bytes, rssi: int) -> bytes:
    """Return an LE Advertising Report event of an ADV_NONCONN_IND with the H4 byte."""
    body = struct.pack("<BBBB", 0x02, 1, 3, 0) + sensor.wire + bytes([len(data)]) + data + struct.pack("b", rssi)
    return struct.pack("BBB", 0x04, 0x3E, len(body)) + body


def log() -> bytes:
    """Return the log: all reports in the order of time."""
    octets = b"btsnoop\0" + struct.pack(">II", 1, 1002)
    for number in range(REPORTS):
        for place, sensor in enumerate(SENSORS):
            packet = event(sensor, sensor.send(sensor, number), RSSI_DBM[number] - 4 * place)
            time_us = START_US + number * SECOND_US + place * GAP_US
            octets += struct.pack(">IIIIq", len(packet), len(packet), 3, 0, time_us + BTSNOOP_EPOCH_US) + packet
    return octets


def main() -> None:
    """Write the log."""
    if len(sys.argv) > 2:
        sys.exit("usage: generate.py [OUTPUT_DIRECTORY]")
    output = Path(sys.argv[1]) if len(sys.argv) == 2 else Path(__file__).parent
    output.mkdir(parents=True, exist_ok=True)
    (output / "sealed.btsnoop").write_bytes(log())


if __name__ == "__main__":
    main()
