"""Reports from the HCI events that tshark decoded."""

from collections.abc import Iterator
from typing import Any

from tshark.frames import Field, Frame, structures_in
from tshark.report import Piece, Report, named, walk

LEGACY_TYPES = {0: "ADV_IND", 1: "ADV_DIRECT_IND", 2: "ADV_SCAN_IND", 3: "ADV_NONCONN_IND", 4: "SCAN_RSP"}
LEGACY_PROPERTIES = {
    0x13: "ADV_IND", 0x15: "ADV_DIRECT_IND", 0x12: "ADV_SCAN_IND", 0x10: "ADV_NONCONN_IND",
    0x1B: "SCAN_RSP", 0x1A: "SCAN_RSP",
}  # fmt: skip


def extended_type(event_type: int) -> str | None:
    """Name the PDU that the event type of an extended report stands for; None for reserved ones."""
    if event_type & 0x10:
        return LEGACY_PROPERTIES.get(event_type & 0x1F)
    return "AUX_SCAN_RSP" if event_type & 0x08 else "AUX_ADV_IND"


def optional_rssi(value: int | None) -> int | None:
    """127 stands for unknown."""
    return None if value == 127 else value


def split(fields: list[Field], first: str) -> Iterator[list[Field]]:
    """Divide fields into groups, each of which begins with a field of the name `first`."""
    group: list[Field] = []
    for entry in fields:
        if entry.name == first:
            if group:
                yield group
            group = []
        if group or entry.name == first:
            group.append(entry)
    if group:
        yield group


class EventReader:
    """Takes reports from the events that tshark decoded."""

    def __init__(self) -> None:
        self.trains: dict[tuple, tuple] = {}

    def pieces(self, frame: Frame) -> Iterator[Piece]:
        """Yield what one event reports."""
        code, subevent = frame.shown("bthci_evt.code"), frame.shown("bthci_evt.le_meta_subevent")
        if code == 0xFF:
            yield from self.apple(frame)
        elif subevent in (0x02, 0x0D):
            first = "bthci_evt.le_advts_event_type" if subevent == 0x02 else "bthci_evt.le_ext_advts_event_type"
            for group in split(frame.fields, first):
                yield self.advertising(frame, group, is_extended=subevent == 0x0D)
        elif subevent == 0x0B:
            for group in split(frame.fields, "bthci_evt.event_type"):
                yield self.directed(frame, group)
        elif subevent == 0x0E and frame.shown("bthci_evt.status") == 0:
            address = frame.octets[(at := frame.first("bthci_evt.bd_addr").start) : at + 6]
            self.trains[self.train(frame)] = (
                *named(address, frame.shown("bthci_evt.le_peer_address_type")),
                frame.shown("bthci_evt.advertising_sid"),
            )
        elif subevent == 0x0F and self.train(frame) in self.trains:
            yield self.periodic(frame)

    def common(self, frame: Frame) -> dict[str, Any]:
        """Return what all reports of a frame share."""
        facts = {"malformed"} if frame.is_malformed else set()
        return {
            "frame": frame.number, "time": frame.time, "adapter": frame.shown("hci_mon.adapter_id"),
            "facts": frozenset(facts),
        }  # fmt: skip

    def advertising(self, frame: Frame, group: list[Field], is_extended: bool) -> Piece:
        """Take one report of an LE (Extended) Advertising Report event."""
        by_name = {entry.name: entry for entry in reversed(group)}
        event_type = group[0].number
        common = self.common(frame)
        facts = set(common.pop("facts"))
        address, length = by_name.get("bthci_evt.bd_addr"), by_name.get("bthci_evt.data_length")
        rssi = by_name.get("bthci_evt.rssi")
        event = frame.first("bthci_evt.param_length")
        end = min(event.start + 1 + event.number, len(frame.octets))
        if length is None or length.start + 1 + length.number + (0 if is_extended else 1) > end:
            facts.add("cut")
            data, shown_address, kind = b"", None, "unknown"
        else:
            data = frame.octets[length.start + 1 : length.start + 1 + length.number]
            octets = frame.octets[address.start : address.start + 6]
            shown_address, kind = named(octets, by_name["bthci_evt.le_peer_address_type"].number)
            if shown_address not in (None, address.shown.upper()):
                facts.add("address shown elsewhere")
            if not is_extended and rssi is None:
                # tshark gave up at a malformed AD structure, before the last octet.
                at = length.start + 1 + length.number
                rssi = Field("", str(int.from_bytes(frame.octets[at : at + 1], signed=True)), at, 1)
        name = extended_type(event_type) if is_extended else LEGACY_TYPES.get(event_type)
        if name is None:
            facts.add("invalid-type")
        sid = by_name.get("bthci_evt.advertising_sid")
        is_set = is_extended and not event_type & 0x10 and sid is not None and sid.number <= 15
        report = Report(
            type=name, address=shown_address, address_type=kind, data=data,
            rssi=None if rssi is None else optional_rssi(rssi.number),
            sid=sid.number if is_set else None, structures=structures_in(group), facts=frozenset(facts), **common,
        )  # fmt: skip
        status = event_type >> 5 & 3 if is_extended else 0
        key = (report.adapter, report.address, report.address_type, report.sid, report.type)
        return Piece(report, key, goes_on=status == 1, is_joinable=is_extended)

    def directed(self, frame: Frame, group: list[Field]) -> Piece:
        """Take one report of an LE Directed Advertising Report event."""
        by_name = {entry.name: entry for entry in reversed(group)}

        def address(name: str, kind: str) -> tuple[str | None, str]:
            start = by_name[name].start
            return named(frame.octets[start : start + 6], by_name[kind].number)

        common = self.common(frame)
        common["facts"] |= {"directed"}
        shown, kind = address("bthci_evt.bd_addr", "bthci_evt.le_address_type")
        report = Report(
            type="ADV_DIRECT_IND", address=shown, address_type=kind, data=b"",
            rssi=optional_rssi(by_name["bthci_evt.le_rssi"].number),
            other_address=address("bthci_evt.direct_bd_addr", "bthci_evt.le_direct_address_type"), **common,
        )  # fmt: skip
        return Piece(report, ())

    def train(self, frame: Frame) -> tuple:
        """Return what identifies the periodic train that an event is about."""
        return (frame.shown("hci_mon.adapter_id"), frame.shown("bthci_evt.sync_handle"))

    def periodic(self, frame: Frame) -> Piece:
        """Take an LE Periodic Advertising Report event."""
        length = frame.first("bthci_evt.data_length")
        address, kind, sid = self.trains[self.train(frame)]
        common = self.common(frame)
        common["facts"] |= {"periodic"}
        report = Report(
            type="AUX_SYNC_IND", address=address, address_type=kind, sid=sid,
            data=frame.octets[length.start + 1 : length.start + 1 + length.number],
            rssi=optional_rssi(frame.shown("bthci_evt.rssi")), structures=structures_in(frame.fields), **common,
        )  # fmt: skip
        key = ("periodic", *self.train(frame))
        return Piece(report, key, goes_on=frame.shown("bthci_evt.data_status") == 1, is_joinable=True)

    def apple(self, frame: Frame) -> Iterator[Piece]:
        """Decode Apple's vendor events, of which tshark shows the octets only."""
        at = frame.first("bthci_evt.code").start
        event = frame.octets[at:]
        if len(event) < 42 or len(event) != 2 + event[1]:
            return
        # Both end alike: what follows the report has twelve octets, and is behind the data in the newer event.
        if event[2:4] == b"\xef\x0a" and len(event) > 43 and len(event) == 44 + event[43]:
            fields, data = event[8:31], event[44:]
        elif event[2:6] == b"\x0e\x0a\x03\x01" and len(event) == 42 + event[29]:
            fields, data = event[6:29], event[30:-12]
        else:
            return
        event_type = int.from_bytes(fields[:2], "little")
        address, kind = named(fields[3:9], fields[2])
        common = self.common(frame)
        common["facts"] |= {"apple-event"}
        is_set = not event_type & 0x10 and fields[11] <= 15
        report = Report(
            type="SCAN_RSP" if event_type & 0x1F == 0x18 else extended_type(event_type),
            address=address, address_type=kind, data=data, sid=fields[11] if is_set else None,
            rssi=optional_rssi(int.from_bytes(fields[13:14], signed=True)), structures=walk(data), **common,
        )  # fmt: skip
        if report.type is not None:
            yield Piece(report, ())
