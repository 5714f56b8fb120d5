"""Which reports pass which of a host's filters, decided a second time: for compare-sessions.

The rules are those of Android's HCI requirements (LE_APCF_Command, 0xFD57): a filter selects kinds of conditions; the list
logic says whether all conditions of a kind must hold or one, the filter logic whether all kinds must hold or one. What a
device sends at a time, advertising data and scan response, is looked at as one.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from captures import structures

Filter = dict[str, Any]
# The bit of each kind in the selection and in the list logic.
BITS = {"address": 0, "service": 2, "solicitation": 3, "name": 4, "manufacturerData": 5, "serviceData": 6}
UNKNOWN_BITS = 0xFFFF & ~sum(1 << bit for bit in BITS.values())
SERVICES = {0x02: 2, 0x03: 2, 0x04: 4, 0x05: 4, 0x06: 16, 0x07: 16}
SOLICITED = {0x14: 2, 0x1F: 4, 0x15: 16}
BASE = bytes.fromhex("fb349b5f8000008000100000")
SCANNABLE = {"ADV_IND", "ADV_SCAN_IND", "EXT_SCANNABLE"}
RESPONSES = {"SCAN_RSP", "AUX_SCAN_RSP"}


def full(uuid: bytes) -> bytes:
    """Return a UUID with 16 octets, as in the air."""
    return uuid if len(uuid) == 16 else BASE + uuid.ljust(4, b"\0")


def masked(value: bytes, octets: bytes, mask: bytes | None) -> bool:
    """Whether a value begins like this where the mask has bits."""
    bits = (mask or b"").ljust(len(octets), b"\xff")
    return len(value) >= len(octets) and all(one & bit == two & bit for one, two, bit in zip(value, octets, bits))


def listed(parts: list[tuple[int, bytes]], widths: dict[int, int]) -> Iterable[bytes]:
    """Return the UUIDs of lists."""
    for kind, value in parts:
        width = widths.get(kind, 0)
        for start in range(0, len(value) - width + 1, width) if width else ():
            yield value[start : start + width]


def holds(condition: dict[str, Any], address: str | None, parts: list[tuple[int, bytes]]) -> bool | None:
    """Whether a condition holds; None when its rules are not known."""
    octets = bytes.fromhex(condition["octets"])
    mask = None if condition["mask"] is None else bytes.fromhex(condition["mask"])
    kind = condition["kind"]
    if kind == "address":
        return None if address is None else bytes.fromhex(address.replace(":", ""))[::-1] == octets[:6]
    if kind in ("service", "solicitation"):
        uuids = list(listed(parts, SERVICES if kind == "service" else SOLICITED))
        if mask is None or all(bit == 0xFF for bit in mask):
            return any(full(one) == full(octets) for one in uuids)
        return any(len(one) == len(octets) and masked(one, octets, mask) for one in uuids)
    if kind == "name":
        return any(type in (0x08, 0x09) and value == octets for type, value in parts)
    if kind == "manufacturerData":
        return any(type == 0xFF and masked(value, octets, mask) for type, value in parts)
    if kind == "serviceData":
        return any(type in (0x16, 0x20, 0x21) and masked(value, octets, mask) for type, value in parts)
    if kind == "pattern":
        return any(type == octets[0] and value[octets[1] :].startswith(octets[2:]) for type, value in parts)
    return None


def joined(answers: list[bool | None], needs_all: bool) -> bool | None:
    """Join answers with "and" or "or"; None when it depends on unknown ones."""
    decisive = not needs_all
    if decisive in answers:
        return decisive
    return None if None in answers else needs_all


def passes(one: Filter, address: str | None, data: bytes) -> bool | None:
    """Whether what a device sends passes a filter; None when the log does not tell."""
    if one["passesAll"] is None:
        return None
    if one["passesAll"]:
        return True
    parts = structures(data)
    selection, lists, needs_all = one.get("logic", (None, 0, False))
    kinds = {each["kind"] for each in one["conditions"]}
    if selection is None:
        return joined([holds(each, address, parts) for each in one["conditions"]], False)
    answers: list[bool | None] = []
    for kind, bit in BITS.items():
        if selection >> bit & 1:
            mine = [holds(each, address, parts) for each in one["conditions"] if each["kind"] == kind]
            answers.append(joined(mine, bool(lists >> bit & 1)) if kind in kinds else None)
    if selection & UNKNOWN_BITS:
        answers.append(None)
    return joined(answers, needs_all)


class Heard:
    """The reports of a log, each with the advertisement that it belongs to."""

    def __init__(self, reports: list[Any]) -> None:
        latest: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        self.rows: list[tuple[int, int, tuple[Any, ...], bytes | None]] = []
        for one in sorted(reports, key=lambda one: one.frame):
            if one.type is not None and one.type.startswith("AUX_SYNC"):
                continue
            device = (one.adapter or 0, one.address, one.address_type)
            if one.type in RESPONSES:
                layout = latest.get((*device, one.sid), (*device, None, one.sid, b""))
                self.rows.append((one.frame, one.adapter or 0, layout, one.data))
                continue
            layout = (*device, one.type, one.sid, one.data)
            if one.type in SCANNABLE:
                latest[(*device, one.sid)] = layout
            self.rows.append((one.frame, one.adapter or 0, layout, None))

    def passing(self, filters: list[Filter], first: int, last: float, adapter: int) -> list[int]:
        """Return for each filter how many reports between two records belong to what passes it."""
        counts: dict[tuple[Any, ...], int] = defaultdict(int)
        responses: dict[tuple[Any, ...], bytes] = defaultdict(bytes)
        for frame, on, layout, response in self.rows:
            if on == adapter and first < frame < last:
                counts[layout] += 1
                responses[layout] += b"" if response is None or response in responses[layout] else response
        return [
            sum(n for layout, n in counts.items() if passes(one, layout[1], layout[5] + responses[layout]))
            for one in filters
        ]
