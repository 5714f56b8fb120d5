"""A report, as both tshark and advert can tell it."""

from dataclasses import dataclass

Structures = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Report:
    """One advertisement or scan response."""

    frame: int
    type: str | None
    address: str | None
    address_type: str
    data: bytes
    rssi: int | None = None
    channel: int | None = None
    crc: str = "unchecked"
    sid: int | None = None
    time: str | None = None
    adapter: int | None = None  # None: tshark does not tell
    structures: Structures = ()  # type and length of each
    facts: frozenset[str] = frozenset()
    other_address: tuple[str | None, str] | None = None
    ppi_channel: int | None = None
    ppi_rssi: int | None = None

    COMPARED = (
        "type",
        "address",
        "address_type",
        "data",
        "rssi",
        "channel",
        "crc",
        "sid",
        "time",
        "adapter",
        "structures",
    )

    def summary(self) -> str:
        """The report in one line."""
        return f"{self.type} {self.address} {self.data.hex() or 'no data'}"


def walk(data: bytes) -> Structures:
    """Divide advertising data into AD structures, up to the first that does not fit."""
    found = []
    offset = 0
    while offset + 1 < len(data) and data[offset] != 0 and offset + 1 + data[offset] <= len(data):
        found.append((data[offset + 1], data[offset]))
        offset += 1 + data[offset]
    return tuple(found)


def printed(address: bytes) -> str:
    """Print an address that is least significant octet first."""
    return ":".join(f"{octet:02X}" for octet in reversed(address))


def named(address: bytes, kind: int) -> tuple[str | None, str]:
    """Return an address as advert writes it, and what kind of address it is."""
    if kind == 0xFF:
        return None, "anonymous"
    if kind == 1:
        top = ("non-resolvable", "resolvable", "reserved", "static")[address[5] >> 6]
        return printed(address), f"random-{top}"
    names = {0: "public", 2: "public-identity", 3: "random-identity"}
    return printed(address), names.get(kind, f"undefined {kind}")


@dataclass(frozen=True)
class Piece:
    """A report that may need joining with others."""

    report: Report
    key: tuple
    goes_on: bool = False
    is_joinable: bool = False
