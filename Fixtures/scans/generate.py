#!/usr/bin/env python3
"""Generate the "scans": what a passive and an active scan tell of the same devices.

Virtual devices advertise fifteen layouts on bumble's simulated link, and bumble's own
host scans for them, passively and actively. Besides the two captures this writes what
bumble's scanner reported to its application, as a second opinion on who sees what.

    generate.py [OUTPUT_DIRECTORY]      (default: the folder of this script)

Every run writes the very same bytes. README.md explains them.
"""

import asyncio
import dataclasses
import json
import sys
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import virtual_radio  # noqa: E402

from bumble import hci, ll, snoop  # noqa: E402
from bumble.core import UUID, AdvertisingData  # noqa: E402
from bumble.device import Advertisement, AdvertisingType  # noqa: E402
from bumble.link import LocalLink  # noqa: E402

ROUNDS = 2
ROUND_US = 200_000

Connectable = AdvertisingType.UNDIRECTED_CONNECTABLE_SCANNABLE
Scannable = AdvertisingType.UNDIRECTED_SCANNABLE
Nonconnectable = AdvertisingType.UNDIRECTED

EVENT_TYPES = {
    Connectable: virtual_radio.EventType.ADV_IND,
    Scannable: virtual_radio.EventType.ADV_SCAN_IND,
    Nonconnectable: virtual_radio.EventType.ADV_NONCONN_IND,
}

LISTS = (
    AdvertisingData.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS,
    AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS,
    AdvertisingData.INCOMPLETE_LIST_OF_32_BIT_SERVICE_CLASS_UUIDS,
    AdvertisingData.COMPLETE_LIST_OF_32_BIT_SERVICE_CLASS_UUIDS,
    AdvertisingData.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
    AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
)
SERVICE_DATA = (
    AdvertisingData.SERVICE_DATA_16_BIT_UUID,
    AdvertisingData.SERVICE_DATA_32_BIT_UUID,
    AdvertisingData.SERVICE_DATA_128_BIT_UUID,
)
NAMES = (AdvertisingData.COMPLETE_LOCAL_NAME, AdvertisingData.SHORTENED_LOCAL_NAME)

# --- What is on the air ---------------------------------------------------------------

FLAGS = bytes.fromhex("020106")
HEART_RATE = bytes.fromhex("03030d18")
BATTERY = bytes.fromhex("03030f18")
INCOMPLETE = bytes.fromhex("03020d18")
BITS_32 = bytes.fromhex("05050df00100")
BITS_128 = bytes.fromhex("1107e41d510e5a11dbb9a9419e2aa0ffd0af")
DATA_16 = bytes.fromhex("04160f182a")
DATA_128 = bytes.fromhex("1221e41d510e5a11dbb9a9419e2aa0ffd0af01")
NAME = bytes.fromhex("06094865") + b"art"
SHORTENED = bytes.fromhex("03084865")
OVERFLOW = bytes.fromhex("14ff4c0001" + "00" * 7 + "20" + "00" * 8)


@dataclasses.dataclass(frozen=True)
class Layout:
    """What one device sends, and answers to a scan request."""

    name: str
    advertising: bytes
    scan_response: bytes = b""
    kind: AdvertisingType = Connectable


LAYOUTS = (
    Layout("listed", FLAGS + HEART_RATE, NAME),
    Layout("listed in the scan response", FLAGS + NAME, HEART_RATE),
    Layout("listed as incomplete", FLAGS + INCOMPLETE, BATTERY),
    Layout("32 bits, listed", FLAGS + BITS_32),
    Layout("128 bits, listed", FLAGS + BITS_128, NAME),
    Layout("128 bits, listed in the scan response", FLAGS + NAME, BITS_128),
    Layout("service data", FLAGS + DATA_16),
    Layout("service data in the scan response", FLAGS, DATA_128),
    Layout("service data, listed in the scan response", FLAGS + DATA_16, BATTERY),
    Layout("overflow area", FLAGS + OVERFLOW),
    Layout("name only", FLAGS + NAME),
    Layout("shortened name, the name in the scan response", FLAGS + SHORTENED, NAME),
    Layout("nothing, all in the scan response", b"", HEART_RATE + NAME),
    Layout("scannable, listed in the scan response", FLAGS, HEART_RATE, Scannable),
    Layout("non-connectable, listed", HEART_RATE + DATA_16, kind=Nonconnectable),
)


def address_of(index: int) -> str:
    """Return a random static address for each layout."""
    return f"F0:00:00:00:00:{index + 1:02X}"


# --- The simulated radios -------------------------------------------------------------


class Advertiser(virtual_radio.SteppedAdvertiser):
    """Sends its data whatever kind of advertising it is; bumble's knows ADV_IND only."""

    def send_advertising_data(self) -> None:
        if self.enabled:
            pdu = ll.AdvInd(
                advertiser_address=self.address, data=self.advertising_data
            )
            self.controller.send_advertising_pdu(pdu)


class Radio(virtual_radio.Radio):
    """As the other fixture's, for three kinds of advertising."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.le_legacy_advertiser = Advertiser(self)

    def on_advertising_pdu(self, pdu: ll.AdvInd | ll.AdvExtInd) -> None:
        if not self.le_scan_enable:
            return
        address = pdu.advertiser_address
        sender = self.link.find_le_controller(address).le_legacy_advertiser
        kind = AdvertisingType(sender.advertising_type)
        rssi = next(self.rssi)
        self.report(EVENT_TYPES[kind], address, pdu.data, rssi)
        # A scanner asks every scannable device (Core Vol 6 Part B 4.4.3.2).
        is_active = self.le_scan_type == virtual_radio.ScanParameters.ACTIVE_SCANNING
        if is_active and kind.is_scannable:
            self.report(
                virtual_radio.EventType.SCAN_RSP, address, sender.scan_response_data, rssi
            )


# --- What the scanner says ------------------------------------------------------------


def hex_of(uuid: UUID) -> str:
    """Return a UUID in its own width, as printed."""
    return bytes(reversed(uuid.uuid_bytes)).hex()


class Findings:
    """All that bumble's scanner told its application about one device."""

    def __init__(self) -> None:
        self.listed: set[str] = set()
        self.service_data: set[str] = set()
        self.names: set[str] = set()

    def add(self, advertisement: Advertisement) -> None:
        data = advertisement.data
        for ad_type in LISTS:
            for uuids in data.get_all(ad_type):
                self.listed.update(map(hex_of, uuids))
        for ad_type in SERVICE_DATA:
            self.service_data.update(hex_of(uuid) for uuid, _ in data.get_all(ad_type))
        for ad_type in NAMES:
            self.names.update(data.get_all(ad_type))

    def as_json(self, address: str, layout: Layout) -> dict[str, Any]:
        return {
            "address": address,
            "layout": layout.name,
            "listed": sorted(self.listed),
            "serviceData": sorted(self.service_data),
            "names": sorted(self.names),
        }


async def scan(*, active: bool, path: Path) -> list[dict[str, Any]]:
    """Record one scan of all devices; return what it told, device by device."""
    clock = virtual_radio.Clock()
    link = LocalLink()
    advertisers = []
    for index, layout in enumerate(LAYOUTS):
        radio = Radio(layout.name, link=link)
        device = virtual_radio.make_device(radio, address_of(index))
        await device.power_on()
        await device.start_advertising(
            advertising_type=layout.kind,
            advertising_data=layout.advertising,
            scan_response_data=layout.scan_response,
        )
        advertisers.append(radio.le_legacy_advertiser)
    radio = Radio("scanner", link=link, public_address=virtual_radio.SCANNER_PUBLIC_ADDRESS)
    scanner = virtual_radio.make_device(radio, virtual_radio.SCANNER_ADDRESS)

    found = {address_of(index): Findings() for index in range(len(LAYOUTS))}

    def note(advertisement: Advertisement) -> None:
        address = advertisement.address.to_string(with_type_qualifier=False)
        found[address].add(advertisement)

    scanner.on("advertisement", note)
    with (
        path.open("wb") as file,
        mock.patch.object(snoop, "datetime", clock.as_datetime_module()),
    ):
        scanner.host.snooper = snoop.BtSnooper(file)
        await scanner.power_on()
        await scanner.start_scanning(active=active)
        for number in range(1, ROUNDS + 1):
            clock.advance_to(number * ROUND_US)
            for advertiser in advertisers:
                advertiser.send_advertising_data()
                await virtual_radio.settle()
        clock.advance_to((ROUNDS + 1) * ROUND_US)
        await scanner.stop_scanning()
        scanner.host.snooper = None

    return [
        found[address_of(index)].as_json(address_of(index), layout)
        for index, layout in enumerate(LAYOUTS)
    ]


def main() -> None:
    """Write all files of this folder that are generated."""
    if len(sys.argv) > 2:
        sys.exit("usage: generate.py [OUTPUT_DIRECTORY]")
    output = Path(sys.argv[1]) if len(sys.argv) == 2 else Path(__file__).parent
    output.mkdir(parents=True, exist_ok=True)
    reported = {
        kind: asyncio.run(scan(active=active, path=output / f"{kind}.btsnoop"))
        for kind, active in {"passive": False, "active": True}.items()
    }
    text = json.dumps(reported, indent=2, ensure_ascii=True) + "\n"
    (output / "reported.json").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
