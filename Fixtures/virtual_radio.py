"""A simulated link on which virtual devices advertise and scan, for the scripts that generate captures.

bumble's own host, controller and snooper exchange and record every packet. What stands here is a clock that moves only
when told to, so that every run writes the very same bytes, and a controller that answers scan requests as a real one.
"""

import asyncio
import datetime
import importlib.metadata
import itertools
import sys
import types
from typing import Any

# Another version may open the log with other set-up commands, so the pin is exact.
BUMBLE_VERSION = "0.0.236"

try:
    from bumble import controller, hci, ll
    from bumble.device import Device, DeviceConfiguration
    from bumble.host import Host
    from bumble.transport.common import AsyncPipeSink
except ModuleNotFoundError as error:
    sys.exit(f"{error}; install it with: pip install bumble=={BUMBLE_VERSION}")

SENSOR_ADDRESS = "F0:F1:F2:F3:F4:F5"  # top two bits set: a random static address
SCANNER_ADDRESS = "C0:C1:C2:C3:C4:C5"
SCANNER_PUBLIC_ADDRESS = "00:00:5E:00:53:01"  # from the documentation block

START = datetime.datetime.fromtimestamp(1_700_000_000, tz=datetime.UTC)
PACKET_GAP_US = 345  # between neighbouring HCI packets, as long as a phone takes

RSSI_DBM = (-60, -61, -58, -63, -59, -62, -57)

EventType = hci.HCI_LE_Advertising_Report_Event.EventType
Report = hci.HCI_LE_Advertising_Report_Event.Report
ScanParameters = hci.HCI_LE_Set_Scan_Parameters_Command


def require_version() -> None:
    """End the script unless this is the version that writes the same bytes."""
    version = importlib.metadata.version("bumble")
    if version != BUMBLE_VERSION:
        sys.exit(f"bumble {BUMBLE_VERSION} is needed for the same bytes, not {version}")


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


async def settle() -> None:
    """Let every packet that is on its way arrive.

    Radio, link and host hand packets on through the event loop, one turn per hop; an
    advertisement needs two. More turns do no harm.
    """
    for _ in range(10):
        await asyncio.sleep(0)
