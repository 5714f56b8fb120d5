"""bumble's scanner: what it hands on of layouts. Run by check-scanners with the packages of the scripts.

Standard input: a list of layouts in JSON, each with its PDU, advertising data and scan response as hex. Standard output: for
each, what an application gets in a passive and in an active scan. The scanner gets reports as a controller makes them.
"""

import importlib.metadata
import json
import struct
import sys
from typing import Any

from bumble import hci
from bumble.core import UUID, AdvertisingData
from bumble.device import AdvertisementDataAccumulator

Report = hci.HCI_LE_Advertising_Report_Event.Report
EventType = hci.HCI_LE_Advertising_Report_Event.EventType
KINDS = {
    "ADV_IND": EventType.ADV_IND, "ADV_SCAN_IND": EventType.ADV_SCAN_IND, "ADV_NONCONN_IND": EventType.ADV_NONCONN_IND,
}  # fmt: skip
BASE = "0000{}-0000-1000-8000-00805f9b34fb"


def words(uuid: UUID) -> str:
    """A UUID in 128 bits, as others write it."""
    octets = bytes(reversed(uuid.to_bytes(force_128=True))).hex()
    return "-".join(octets[start:end] for start, end in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32)))


def heard(layout: dict[str, str], is_active: bool) -> dict[str, Any] | None:
    """What an application gets."""
    if layout["pdu"] not in KINDS:
        return None
    collected = AdvertisementDataAccumulator(passive=not is_active)
    reports = [(KINDS[layout["pdu"]], layout["adv"])]
    if is_active and layout["pdu"] != "ADV_NONCONN_IND":
        reports.append((EventType.SCAN_RSP, layout["response"]))
    told: dict[str, Any] = {"name": "", "services": [], "serviceData": {}, "manufacturerData": {}}
    for kind, payload in reports:
        report = Report(
            event_type=kind, address_type=hci.Address.RANDOM_DEVICE_ADDRESS, address=hci.Address("F0:00:00:00:00:01"),
            data=bytes.fromhex(payload), rssi=-50,
        )  # fmt: skip
        advertisement = collected.update(report)
        if advertisement is not None:
            add(advertisement.data, told)
    return told


def add(data: AdvertisingData, told: dict[str, Any]) -> None:
    """Note what one advertisement has."""
    for kind in (2, 3, 4, 5, 6, 7):
        for uuids in values(data, kind):
            told["services"] += [words(uuid) for uuid in uuids]
    for kind in (0x16, 0x20, 0x21):
        for uuid, octets in values(data, kind):
            told["serviceData"][words(uuid)] = octets.hex()
    for kind in (8, 9):
        for name in values(data, kind):
            told["name"] = name if told["name"] != "BENCH" else told["name"]
    for company, octets in values(data, 0xFF):
        if not told["manufacturerData"].get(f"{company:04x}", "").startswith("0102"):
            told["manufacturerData"][f"{company:04x}"] = octets.hex()


def values(data: AdvertisingData, kind: int) -> list[Any]:
    """The values of an AD type; none where bumble raises for one that is too short."""
    try:
        return data.get_all(AdvertisingData.Type(kind))
    except (struct.error, ValueError):
        return []


def main() -> None:
    """Hear everything."""
    answers = [
        {"passive": heard(layout, False), "active": heard(layout, True)} for layout in json.load(sys.stdin)
    ]  # fmt: skip
    json.dump({"versions": {"bumble": importlib.metadata.version("bumble")}, "answers": answers}, sys.stdout)


if __name__ == "__main__":
    main()
