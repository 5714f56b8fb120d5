#!/usr/bin/env python3
"""Generate the "sessions": one log of a phone for each thing that a log can say of an app that finds no device.

A virtual sensor advertises on bumble's simulated link, and bumble's own host scans for it, with scan parameters, pauses
and Android's filters as each case says. The virtual controller keeps to the filters.

    generate.py [OUTPUT_DIRECTORY]      (default: the folder of this script)

Every run writes the very same bytes. README.md explains them.
"""

import asyncio
import dataclasses
import struct
import sys
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import virtual_radio  # noqa: E402
import written  # noqa: E402

from bumble import hci, ll, snoop  # noqa: E402
from bumble.core import AdvertisingData  # noqa: E402
from bumble.link import LocalLink  # noqa: E402
from bumble.vendor.android import hci as android  # noqa: E402

INTERVAL_US = 200_000
Apcf = android.LeApcfOpcode

# --- What is on the air ---------------------------------------------------------------

FLAGS = bytes.fromhex("020106")
HEART_RATE = bytes.fromhex("03030d18")
BATTERY = bytes.fromhex("03030f18")
HEART_RATE_DATA = bytes.fromhex("04160d182a")
NAME = bytes.fromhex("0609") + b"Heart"
MAKER_SERVICE = bytes.fromhex("e41d510e5a11dbb9a9419e2aa0ffd0af")
OVERFLOW = bytes.fromhex("14ff4c0001" + "00" * 7 + "20" + "00" * 8)

BITS = {Apcf.SERVICE_UUID: 2, Apcf.LOCAL_NAME: 4, Apcf.MANUFACTURER_DATA: 5, Apcf.SERVICE_DATA: 6}


@dataclasses.dataclass(frozen=True)
class Filter:
    """One of Android's filters: what it asks for, and with which mask. Without a subcommand everything passes."""

    index: int
    subcommand: Apcf | None = None
    octets: bytes = b""
    mask: bytes = b""
    has_parameters: bool = True
    has_condition: bool = True


EVERYTHING = Filter(1)


def service(number: int, index: int = 3) -> Filter:
    """Return a filter for a service."""
    return Filter(index, Apcf.SERVICE_UUID, struct.pack("<H", number), b"\xff\xff")


@dataclasses.dataclass(frozen=True)
class Scan:
    """One scan: how, with which filters, and how many advertising events it lasts."""

    events: int
    filters: tuple[Filter, ...] | None = None
    active: bool = True
    interval_ms: float = 100
    window_ms: float = 100
    # Whether the sensor sends meanwhile, and whether its scan responses arrive.
    sends: bool = True
    answers: bool = True


@dataclasses.dataclass(frozen=True)
class Case:
    """One log."""

    name: str
    advertising: bytes
    scans: tuple[Scan, ...]
    scan_response: bytes = NAME
    starts_late: bool = False


LISTED = FLAGS + HEART_RATE
BOTH = FLAGS + BATTERY + HEART_RATE
OTHER = service(0x180F)
FITTING = service(0x180D)

CASES = (
    Case("received", LISTED, (Scan(12, (FITTING,)),)),
    Case("received-later", LISTED, (Scan(8, (FITTING,), sends=False), Scan(12, (FITTING,)))),
    Case("received-without-filter", LISTED, (Scan(12, (EVERYTHING,)),)),
    Case("only-in-scan-response", FLAGS + NAME, (Scan(12, (FITTING,)),), HEART_RATE),
    Case("not-sent", LISTED, (Scan(12, (EVERYTHING,)),)),
    Case("not-receivable", FLAGS + OVERFLOW, (Scan(12, (EVERYTHING,)),)),
    Case("only-in-service-data", FLAGS + HEART_RATE_DATA, (Scan(12, (EVERYTHING,)),)),
    Case("filter-asks-for-another", BOTH, (Scan(12, (OTHER,)),)),
    Case("silent-during-scan", BOTH, (Scan(12, (OTHER,)), Scan(10, (FITTING,), sends=False))),
    Case(
        "listened-too-little", BOTH,
        (Scan(12, (OTHER,)), Scan(4, (FITTING,), interval_ms=10240, window_ms=512, sends=False)),
    ),
    Case(
        "scanned-passively", FLAGS + BATTERY,
        (Scan(12, (OTHER,)), Scan(12, (FITTING, service(0x180F, 4)), active=False)), HEART_RATE,
    ),
    Case(
        "scan-response-lost", FLAGS + BATTERY,
        (Scan(12, (OTHER,)), Scan(12, (EVERYTHING,), answers=False)), HEART_RATE,
    ),
    Case("scan-not-in-log", LISTED, (Scan(12),), starts_late=True),
    Case(
        "filter-not-in-log", LISTED,
        (Scan(12, (dataclasses.replace(FITTING, has_condition=False),)),),
    ),
    Case("device-not-in-log", FLAGS, (Scan(12, active=False),)),
    Case("times-not-in-log", BOTH, (Scan(2, (OTHER,)), Scan(12, (FITTING,), sends=False))),
    Case(
        "many-filters", FLAGS + BATTERY + HEART_RATE_DATA,
        (
            Scan(
                6,
                (
                    Filter(3, Apcf.LOCAL_NAME, b"Heart"),
                    Filter(4, Apcf.MANUFACTURER_DATA, bytes.fromhex("4c000215"), bytes.fromhex("ffffffff")),
                    Filter(5, Apcf.SERVICE_DATA, bytes.fromhex("0d182a"), bytes.fromhex("0d18f0")),
                    # Any service of a maker whose UUIDs differ in two octets.
                    Filter(7, Apcf.SERVICE_UUID, MAKER_SERVICE, bytes.fromhex("ff" * 12 + "0000ffff")),
                    dataclasses.replace(service(0x180F, 6), has_parameters=False),
                ),
                interval_ms=730, window_ms=182.5,
            ),
        ),
    ),
)

# --- The simulated radios -------------------------------------------------------------


class Radio(virtual_radio.Radio):
    """As the other fixture's, with Android's filters in the controller, and scan responses that can get lost."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.answers = True
        self.is_filtering = False
        self.features: dict[int, int] = {}
        self.conditions: dict[int, list[tuple[int, bytes, bytes]]] = {}

    def on_hci_le_apcf_command(self, command: Any) -> Any:
        """Set a filter, as a controller of Android does."""
        payload = bytes(command.payload)
        if command.opcode == Apcf.ENABLE:
            self.is_filtering = payload[0] == 1
        elif command.opcode == Apcf.SET_FILTERING_PARAMETERS:
            if payload[0] == 0:
                self.features[payload[1]] = struct.unpack_from("<H", payload, 2)[0]
            else:
                self.features.pop(payload[1], None)
                self.conditions.pop(payload[1], None)
        else:
            octets = payload[2:]
            half = len(octets) // 2
            named = command.opcode == Apcf.LOCAL_NAME
            condition = (int(command.opcode), octets if named else octets[:half], b"" if named else octets[half:])
            self.conditions.setdefault(payload[1], []).append(condition)
        return android.HCI_LE_APCF_ReturnParameters(
            status=hci.HCI_ErrorCode.SUCCESS, opcode=command.opcode, payload=bytes([0, 32])
        )

    def passes(self, data: AdvertisingData) -> bool:
        """Whether one of the filters lets advertising pass."""
        if not self.is_filtering:
            return True
        return any(
            feature == 0 or any(self.holds(condition, data) for condition in self.conditions.get(index, ()))
            or not self.conditions.get(index)
            for index, feature in self.features.items()
        )

    @staticmethod
    def holds(condition: tuple[int, bytes, bytes], data: AdvertisingData) -> bool:
        """Whether advertising has what a filter asks for."""
        kind, octets, mask = condition
        types = {Apcf.SERVICE_UUID: (2, 3), Apcf.LOCAL_NAME: (8, 9), Apcf.MANUFACTURER_DATA: (0xFF,)}
        for ad_type, value in data.ad_structures:
            if ad_type not in types.get(kind, (0x16,)):
                continue
            if kind == Apcf.LOCAL_NAME and value == octets:
                return True
            starts = range(0, len(value), 2) if kind == Apcf.SERVICE_UUID else (0,)
            for start in starts:
                part = value[start : start + len(octets)]
                masked = zip(part, octets, mask, strict=False)
                if mask and len(part) == len(octets) and all(a & m == b & m for a, b, m in masked):
                    return True
        return False

    def on_advertising_pdu(self, pdu: ll.AdvInd | ll.AdvExtInd) -> None:
        """Report what is received, if a filter lets it pass."""
        if not self.le_scan_enable:
            return
        peer = self.link.find_le_controller(pdu.advertiser_address)
        response = peer.le_legacy_advertiser.scan_response_data
        if not self.passes(AdvertisingData.from_bytes(pdu.data + response)):
            return
        rssi = next(self.rssi)
        self.report(virtual_radio.EventType.ADV_IND, pdu.advertiser_address, pdu.data, rssi)
        if self.answers and self.le_scan_type == virtual_radio.ScanParameters.ACTIVE_SCANNING:
            self.report(virtual_radio.EventType.SCAN_RSP, pdu.advertiser_address, response, rssi)


# --- The recording --------------------------------------------------------------------


async def apcf(scanner: Any, subcommand: Apcf, payload: bytes) -> None:
    """Send one of Android's filter commands."""
    await scanner.host.send_sync_command(android.HCI_LE_APCF_Command(opcode=subcommand, payload=payload))


async def set_filters(scanner: Any, filters: tuple[Filter, ...]) -> None:
    """Set filters in the order in which Android does: the condition, then the parameters."""
    await apcf(scanner, Apcf.ENABLE, b"\x01")
    for one in filters:
        if one.subcommand is not None and one.has_condition:
            await apcf(scanner, one.subcommand, bytes([0, one.index]) + one.octets + one.mask)
        if one.has_parameters:
            features = 0 if one.subcommand is None else 1 << BITS[one.subcommand]
            parameters = struct.pack("<BBHHBbB", 0, one.index, features, 0x1111, 1, -128, 0) + bytes(8)
            await apcf(scanner, Apcf.SET_FILTERING_PARAMETERS, parameters)


async def clear_filters(scanner: Any, filters: tuple[Filter, ...]) -> None:
    """Remove filters."""
    for one in filters:
        await apcf(scanner, Apcf.SET_FILTERING_PARAMETERS, bytes([1, one.index]))


async def record(case: Case, path: Path) -> None:
    """Write one log."""
    clock = virtual_radio.Clock()
    link = LocalLink()
    sensor_radio = virtual_radio.Radio("sensor", link=link)
    scanner_radio = Radio("scanner", link=link, public_address=virtual_radio.SCANNER_PUBLIC_ADDRESS)
    sensor = virtual_radio.make_device(sensor_radio, virtual_radio.SENSOR_ADDRESS)
    scanner = virtual_radio.make_device(scanner_radio, virtual_radio.SCANNER_ADDRESS)
    await sensor.power_on()
    await sensor.start_advertising(advertising_data=case.advertising, scan_response_data=case.scan_response)

    with (
        path.open("wb") as file,
        mock.patch.object(snoop, "datetime", clock.as_datetime_module()),
    ):
        if not case.starts_late:
            scanner.host.snooper = snoop.BtSnooper(file)
        await scanner.power_on()
        for scan in case.scans:
            if scan.filters is not None:
                await set_filters(scanner, scan.filters)
            scanner_radio.answers = scan.answers
            await scanner.start_scanning(
                active=scan.active, scan_interval=scan.interval_ms, scan_window=scan.window_ms
            )
            if case.starts_late:
                scanner.host.snooper = snoop.BtSnooper(file)
            start = clock.elapsed_us + INTERVAL_US // 2
            for event in range(scan.events):
                clock.advance_to(start + event * INTERVAL_US + event * 6_181 % 10_000)
                if scan.sends:
                    sensor_radio.le_legacy_advertiser.send_advertising_data()
                await virtual_radio.settle()
            clock.advance_to(clock.elapsed_us + INTERVAL_US // 2)
            if case.starts_late:
                break
            await scanner.stop_scanning()
            if scan.filters is not None:
                await clear_filters(scanner, scan.filters)
        scanner.host.snooper = None


def main() -> None:
    """Write all files of this folder that are generated."""
    if len(sys.argv) > 2:
        sys.exit("usage: generate.py [OUTPUT_DIRECTORY]")
    output = Path(sys.argv[1]) if len(sys.argv) == 2 else Path(__file__).parent
    output.mkdir(parents=True, exist_ok=True)
    for case in CASES:
        asyncio.run(record(case, output / f"{case.name}.btsnoop"))
    written.write(output)


if __name__ == "__main__":
    main()
