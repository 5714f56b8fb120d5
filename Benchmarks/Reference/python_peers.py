"""Decode the advertising reports of a btsnoop capture with a Python library.

    python_peers.py bumble|scapy|bluetooth-data-tools CAPTURE

Each does the least that gives address and AD structures of every report. The library
bluetooth-data-tools decodes payloads only, so the event around them is taken apart here.
"""

import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path


def packets(path: str) -> Iterator[bytes]:
    """Walk the records of a btsnoop file."""
    octets = Path(path).read_bytes()
    offset = 16
    while offset + 24 <= len(octets):
        (length,) = struct.unpack_from(">I", octets, offset + 4)
        yield octets[offset + 24 : offset + 24 + length]
        offset += 24 + length


def bumble() -> Callable[[bytes], object]:
    """Decode with bumble."""
    from bumble import core, hci

    def decode(packet: bytes) -> object:
        event = hci.HCI_Packet.from_bytes(packet)
        return [(r.address, core.AdvertisingData.from_bytes(r.data)) for r in event.reports]

    return decode


def scapy() -> Callable[[bytes], object]:
    """Decode with scapy."""
    from scapy.layers.bluetooth import HCI_Hdr

    return HCI_Hdr


def bluetooth_data_tools() -> Callable[[bytes], object]:
    """Decode with bluetooth-data-tools."""
    from bluetooth_data_tools import parse_advertisement_data

    return lambda packet: (packet[7:13], parse_advertisement_data((packet[14:-1],)))


def main() -> int:
    """Decode all; print how many."""
    name, path = sys.argv[1:]
    decode = {"bumble": bumble, "scapy": scapy, "bluetooth-data-tools": bluetooth_data_tools}[name]()
    count = 0
    for packet in packets(path):
        decode(packet)
        count += 1
    print(count)
    return 0


if __name__ == "__main__":
    sys.exit(main())
