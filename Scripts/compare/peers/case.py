"""A comparison: data of one shape, the peer that reads them, and which of its values are which of ours."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

ADDRESS = "A4:C1:38:12:34:56"
OCTETS = bytes.fromhex(ADDRESS.replace(":", ""))
KEY = bytes.fromhex("231d39c1d7cc1ab1aee224cd096db932")
Values = dict[str, Any]
Read = Callable[[int, bytes], Values]


@dataclass
class Peer:
    """A decoder: its name, and what it reads of data with the number of their company or service."""

    name: str
    read: Read


@dataclass
class Case:
    """Data of one shape: `?` in the hex is a random digit."""

    format: str
    shape: str
    peer: Peer
    # The peer's name of a value, and ours.
    names: dict[str, str]
    service: int | None = None
    company: int | None = None
    # The name and the service that advert and the peer know the device by.
    name: str = ""
    beside: str = ""
    # What encrypts the data, with the key.
    seal: Callable[[bytes], bytes] | None = None
    # What a random value must fulfil for both to read it.
    within: Callable[[bytes], bool] = field(default=lambda _: True)


def uuid(number: int) -> str:
    """A 16-bit UUID as bleak writes it."""
    return f"0000{number:04x}-0000-1000-8000-00805f9b34fb"
