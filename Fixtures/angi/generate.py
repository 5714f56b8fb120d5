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
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from virtual_radio import (  # noqa: E402
    SCANNER_ADDRESS,
    SCANNER_PUBLIC_ADDRESS,
    SENSOR_ADDRESS,
    Clock,
    EventType,
    Radio,
    Report,
    make_device,
    require_version,
    settle,
)

from bumble import data_types, snoop  # noqa: E402
from bumble.core import UUID, AdvertisingData  # noqa: E402
from bumble.link import LocalLink  # noqa: E402

ADVERTISING_EVENTS = 12
ADVERTISING_INTERVAL_MS = 152.5  # 244 units of 0.625 ms
MAXIMUM_ADVERTISING_DELAY_US = 10_000


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


def advertising_event_times(first_us: int, interval_us: int) -> Iterator[int]:
    """Yield when each advertising event begins, in microseconds.

    A real advertiser adds a random delay of up to 10 ms to each interval, so that two
    advertisers cannot collide for ever. Steps of the golden ratio spread as evenly.
    """
    time_us = first_us
    for event in range(1, ADVERTISING_EVENTS + 1):
        yield time_us
        time_us += interval_us + event * 6_181 % MAXIMUM_ADVERTISING_DELAY_US


# --- The recording --------------------------------------------------------------------


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
    require_version()
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
