#!/usr/bin/env python3
"""Generate the "angi" captures: a crash sensor that a passive scan cannot recognise.

Two virtual Bluetooth devices, a sensor and a scanner, meet on bumble's simulated link.
bumble's own host, controller and snooper exchange and record every packet; this script
only decides what the sensor advertises, how the scanner scans, and what time it is.

    generate.py [OUTPUT_DIRECTORY]      (default: the folder of this script)

Every run writes the very same bytes. README.md explains them.
"""

import asyncio
import dataclasses
import datetime
import importlib.metadata
import itertools
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

# Another version may open the log with other set-up commands, so the pin is exact.
BUMBLE_VERSION = "0.0.236"

try:
    from bumble import controller, data_types, hci, ll, snoop
    from bumble.core import UUID, AdvertisingData
    from bumble.device import Device, DeviceConfiguration
    from bumble.host import Host
    from bumble.link import LocalLink
    from bumble.transport.common import AsyncPipeSink
except ModuleNotFoundError as error:
    sys.exit(f"{error}; install it with: pip install bumble=={BUMBLE_VERSION}")

SENSOR_ADDRESS = "F0:F1:F2:F3:F4:F5"  # top two bits set: a random static address
SCANNER_ADDRESS = "C0:C1:C2:C3:C4:C5"
SCANNER_PUBLIC_ADDRESS = "00:00:5E:00:53:01"  # from the documentation block

ADVERTISING_EVENTS = 12
ADVERTISING_INTERVAL_MS = 152.5  # 244 units of 0.625 ms
MAXIMUM_ADVERTISING_DELAY_US = 10_000

START = datetime.datetime.fromtimestamp(1_700_000_000, tz=datetime.UTC)
PACKET_GAP_US = 345  # between neighbouring HCI packets, as long as a phone takes

RSSI_DBM = (-60, -61, -58, -63, -59, -62, -57)

EventType = hci.HCI_LE_Advertising_Report_Event.EventType
Report = hci.HCI_LE_Advertising_Report_Event.Report
ScanParameters = hci.HCI_LE_Set_Scan_Parameters_Command


# --- What is on the air ---------------------------------------------------------------

APPEARANCE = data_types.Appearance(
    data_types.Appearance.Category.UNKNOWN,
    data_types.Appearance.UnknownSubcategory.GENERIC_UNKNOWN,
)
FLAGS = data_types.Flags(
    AdvertisingData.Flags.LE_GENERAL_DISCOVERABLE_MODE
    | AdvertisingData.Flags.BR_EDR_NOT_SUPPORTED
)
NAME = data_types.CompleteLocalName("SHS-2071")
SERVICES = data_types.CompleteListOf128BitServiceUUIDs(
    [UUID("afd0ffa0-2a9e-41a9-b9db-115a0e511de4")]
)


@dataclasses.dataclass(frozen=True)
class Layout:
    """What the sensor broadcasts, and what it answers to a scan request."""

    title: str
    advertising: bytes
    scan_response: bytes

    def hex_text(self) -> str:
        """Return the layout as text: a comment, then one named payload per line."""
        return (
            f"# {self.title}\n"
            f"advertising: {self.advertising.hex(' ')}\n"
            f"scan-response: {self.scan_response.hex(' ')}\n"
        )


BEFORE = Layout(
    title="Crash sensor as first sold: the service UUID is in the scan response only.",
    advertising=bytes(AdvertisingData([APPEARANCE, FLAGS, NAME])),
    scan_response=bytes(AdvertisingData([SERVICES])),
)
AFTER = Layout(
    title="Crash sensor repaired: service UUID and name have changed places.",
    advertising=bytes(AdvertisingData([APPEARANCE, FLAGS, SERVICES])),
    scan_response=bytes(AdvertisingData([NAME])),
)


@dataclasses.dataclass(frozen=True)
class Capture:
    """One log: a layout, and the kind of scan it is seen through."""

    file_name: str
    layout: Layout
    active: bool

    @property
    def expected_scan_responses(self) -> int:
        """A scanner that only listens never gets one."""
        return ADVERTISING_EVENTS if self.active else 0


CAPTURES = (
    Capture("before.btsnoop", BEFORE, active=True),
    Capture("after.btsnoop", AFTER, active=True),
    Capture("passive.btsnoop", BEFORE, active=False),
)
TEXTS = {"before.hex": BEFORE, "after.hex": AFTER}


# --- Time -----------------------------------------------------------------------------


class Clock:
    """Simulated time, which moves only when told to or when a packet is stamped."""

    def __init__(self) -> None:
        self.elapsed_us = 0

    def now(self, tz: datetime.tzinfo) -> datetime.datetime:
        """Stamp one packet; the next one comes a little later.

        Has the signature of `datetime.now`, for which it stands in.
        """
        stamp = START + datetime.timedelta(microseconds=self.elapsed_us)
        self.elapsed_us += PACKET_GAP_US
        return stamp.astimezone(tz)

    def advance_to(self, elapsed_us: int) -> None:
        """Let time pass until `elapsed_us` microseconds after the start."""
        if elapsed_us < self.elapsed_us:
            raise ValueError("time cannot run backwards")
        self.elapsed_us = elapsed_us

    def as_datetime_module(self) -> types.SimpleNamespace:
        """Stand in for the `datetime` module where only the current time is asked."""
        return types.SimpleNamespace(datetime=self, UTC=datetime.UTC)


def advertising_event_times(first_us: int, interval_us: int) -> Iterator[int]:
    """Yield when each advertising event begins, in microseconds.

    A real advertiser adds a random delay of up to 10 ms to each interval, so that two
    advertisers cannot collide for ever. Steps of the golden ratio spread as evenly.
    """
    time_us = first_us
    for event in range(1, ADVERTISING_EVENTS + 1):
        yield time_us
        time_us += interval_us + event * 6_181 % MAXIMUM_ADVERTISING_DELAY_US


# --- The simulated radios -------------------------------------------------------------


class SteppedAdvertiser(controller.LegacyAdvertiser):
    """Advertises when `send_advertising_data` is called, not by the real clock."""

    def start(self) -> None:
        self.enabled = True


class Radio(controller.Controller):
    """bumble's virtual controller, with scan responses as on a real link.

    bumble 0.0.236 reports the advertising data a second time as the scan response, and
    does so in passive scans too. This controller reports the advertiser's own scan
    response, and only to a scanner that scans actively.
    """

    # Without extended advertising both hosts use the original commands, and reports are
    # LE Advertising Report events (0x3E, subevent 0x02), as in most phones' logs.
    le_features = controller.Controller.le_features & ~(
        hci.LeFeatureMask.LE_EXTENDED_ADVERTISING
        | hci.LeFeatureMask.LE_PERIODIC_ADVERTISING
    )

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.le_legacy_advertiser = SteppedAdvertiser(self)
        self.rssi = itertools.cycle(RSSI_DBM)

    def on_advertising_pdu(self, pdu: ll.AdvInd | ll.AdvExtInd) -> None:
        if not self.le_scan_enable:
            return
        address = pdu.advertiser_address
        # Both PDUs pass on one channel within a millisecond: one signal strength.
        rssi = next(self.rssi)
        self.report(EventType.ADV_IND, address, pdu.data, rssi)
        peer = self.link.find_le_controller(address)
        if self.le_scan_type == ScanParameters.ACTIVE_SCANNING and peer is not None:
            response = peer.le_legacy_advertiser.scan_response_data
            self.report(EventType.SCAN_RSP, address, response, rssi)

    def report(
        self, event_type: EventType, address: hci.Address, data: bytes, rssi: int
    ) -> None:
        """Tell the host about one received PDU."""
        report = Report(
            event_type=event_type,
            address_type=address.address_type,
            address=address,
            data=data,
            rssi=rssi,
        )
        self.send_hci_packet(hci.HCI_LE_Advertising_Report_Event([report]))


def make_device(radio: Radio, address: str) -> Device:
    """Put bumble's host stack on top of a radio."""
    configuration = DeviceConfiguration(name=radio.name, address=hci.Address(address))
    host = Host(radio, AsyncPipeSink(radio))
    return Device(config=configuration, host=host)


# --- The recording --------------------------------------------------------------------


async def settle() -> None:
    """Let every packet that is on its way arrive.

    Radio, link and host hand packets on through the event loop, one turn per hop; an
    advertisement needs two. More turns do no harm.
    """
    for _ in range(10):
        await asyncio.sleep(0)


async def record(capture: Capture, path: Path) -> None:
    """Write one capture: all that the scanner's host saw, from power-on to scan end."""
    clock = Clock()
    link = LocalLink()
    sensor_radio = Radio("sensor", link=link)
    scanner_radio = Radio("scanner", link=link, public_address=SCANNER_PUBLIC_ADDRESS)
    sensor = make_device(sensor_radio, SENSOR_ADDRESS)
    scanner = make_device(scanner_radio, SCANNER_ADDRESS)

    await sensor.power_on()
    await sensor.start_advertising(
        advertising_data=capture.layout.advertising,
        scan_response_data=capture.layout.scan_response,
        advertising_interval_min=ADVERTISING_INTERVAL_MS,
        advertising_interval_max=ADVERTISING_INTERVAL_MS,
    )
    # The interval as the sensor's host asked its controller for it.
    interval_us = sensor_radio.le_legacy_advertiser.advertising_interval_min * 625

    reports: list[Report] = []
    scanner.host.on("advertising_report", reports.append)

    with (
        path.open("wb") as file,
        mock.patch.object(snoop, "datetime", clock.as_datetime_module()),
    ):
        scanner.host.snooper = snoop.BtSnooper(file)
        await scanner.power_on()
        await scanner.start_scanning(active=capture.active)

        # A scan begins somewhere between two advertising events: half-way, here.
        first_us = clock.elapsed_us + interval_us // 2
        for time_us in advertising_event_times(first_us, interval_us):
            clock.advance_to(time_us)
            sensor_radio.le_legacy_advertiser.send_advertising_data()
            await settle()

        clock.advance_to(time_us + interval_us // 2)
        await scanner.stop_scanning()
        scanner.host.snooper = None

    check(capture, reports)


def check(capture: Capture, reports: list[Report]) -> None:
    """Fail unless the scanner was told exactly what the capture is meant to show."""
    expected = {
        EventType.ADV_IND: (ADVERTISING_EVENTS, capture.layout.advertising),
        EventType.SCAN_RSP: (
            capture.expected_scan_responses,
            capture.layout.scan_response,
        ),
    }
    for event_type, (count, data) in expected.items():
        found = [report.data for report in reports if report.event_type == event_type]
        if found != [data] * count:
            raise RuntimeError(
                f"{capture.file_name}: {event_type.name} is not {count} x {data.hex()}"
            )


def main() -> None:
    """Write all files of this folder that are generated."""
    version = importlib.metadata.version("bumble")
    if version != BUMBLE_VERSION:
        sys.exit(f"bumble {BUMBLE_VERSION} is needed for the same bytes, not {version}")
    if len(sys.argv) > 2:
        sys.exit("usage: generate.py [OUTPUT_DIRECTORY]")
    output = Path(sys.argv[1]) if len(sys.argv) == 2 else Path(__file__).parent
    output.mkdir(parents=True, exist_ok=True)

    for capture in CAPTURES:
        asyncio.run(record(capture, output / capture.file_name))
    for file_name, layout in TEXTS.items():
        (output / file_name).write_text(
            layout.hex_text(), encoding="utf-8", newline="\n"
        )


if __name__ == "__main__":
    main()
