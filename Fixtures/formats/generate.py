#!/usr/bin/env python3
"""Generate one short story of advertising in every container and link type.

A crash sensor advertises six times and answers six scan requests. The twelve reports of
that are written as a phone, a computer or a sniffer would have stored them: the same
payloads, address, times and, where the format has them, signal strengths and channels.
scapy makes the link-layer packets with their CRC and their headers of link types 192 and
256; all other bytes are put together here from the descriptions of the formats.

    generate.py [OUTPUT_DIRECTORY]      (default: the folder of this script)

Every run writes the very same bytes. README.md explains them.
"""

import base64
import importlib.metadata
import io
import struct
import sys
import tarfile
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

# Another version may lay out packets otherwise, so the pin is exact.
SCAPY_VERSION = "2.8.0"

try:
    from scapy.layers.bluetooth import EIR_Hdr
    from scapy.layers.bluetooth4LE import (
        BTLE,
        BTLE_ADV,
        BTLE_ADV_IND,
        BTLE_PPI,
        BTLE_RF,
        BTLE_SCAN_REQ,
        BTLE_SCAN_RSP,
    )
except ModuleNotFoundError as error:
    sys.exit(f"{error}; install it with: pip install scapy=={SCAPY_VERSION}")

SENSOR_ADDRESS = "F0:F1:F2:F3:F4:F5"  # top two bits set: a random static address
SCANNER_ADDRESS = "C0:C1:C2:C3:C4:C5"
NOISE_ADDRESS = "0F:0E:0D:0C:0B:0A"

# Appearance, Flags, the name; then, as scan response, the service: see ../angi.
ADVERTISING = bytes.fromhex("03190000 020106 09095348532d32303731")
SCAN_RESPONSE = bytes.fromhex("1107 e41d510e5a11dbb9a9419e2aa0ffd0af")

EVENTS = 6
START_US = 1_700_000_000_000_000  # 2023-11-14T22:13:20Z
FIRST_EVENT_US = 87_290
INTERVAL_US = 157_768
RESPONSE_US = 345
RSSI_DBM = (-60, -61, -58, -63, -59, -62)
PRIMARY_CHANNELS = ((37, 0), (38, 12), (39, 39))  # link-layer index, radio channel

# HCI: what a packet is, in the byte that H4 puts in front.
COMMAND, EVENT = 1, 4


# --- The story ------------------------------------------------------------------------


@dataclass(frozen=True)
class Report:
    """One PDU of the sensor, as received."""

    pdu: str
    time_us: int
    rssi: int
    channel: int
    radio_channel: int
    data: bytes


def story() -> list[Report]:
    """Return the twelve reports: advertisement and scan response in turn."""
    reports = []
    for event in range(EVENTS):
        time_us = START_US + FIRST_EVENT_US + event * INTERVAL_US
        channel, radio_channel = PRIMARY_CHANNELS[event % 3]
        common = (RSSI_DBM[event], channel, radio_channel)
        reports.append(Report("ADV_IND", time_us, *common, ADVERTISING))
        reports.append(
            Report("SCAN_RSP", time_us + RESPONSE_US, *common, SCAN_RESPONSE)
        )
    return reports


REPORTS = story()


@dataclass(frozen=True)
class Packet:
    """One record's content, its time, and what HCI formats note beside it."""

    time_us: int
    octets: bytes
    kind: int = EVENT


def wire(address: str) -> bytes:
    """Return an address as it is sent, least significant octet first."""
    return bytes.fromhex(address.replace(":", ""))[::-1]


def legacy_event(report: Report) -> bytes:
    """Return an LE Advertising Report event with one report, without an H4 byte."""
    event_type = {"ADV_IND": 0, "SCAN_RSP": 4}[report.pdu]
    body = struct.pack("<BBBB", 0x02, 1, event_type, 1) + wire(SENSOR_ADDRESS)
    body += struct.pack("B", len(report.data)) + report.data
    body += struct.pack("b", report.rssi)
    return struct.pack("BB", 0x3E, len(body)) + body


def extended_event(report: Report) -> bytes:
    """Return an LE Extended Advertising Report event for the same legacy PDU."""
    event_type = {"ADV_IND": 0x13, "SCAN_RSP": 0x1B}[report.pdu]
    body = struct.pack("<BBHB", 0x0D, 1, event_type, 1) + wire(SENSOR_ADDRESS)
    body += struct.pack("<BBBbbHB6x", 1, 0, 0xFF, 127, report.rssi, 0, 0)
    body += struct.pack("B", len(report.data)) + report.data
    return struct.pack("BB", 0x3E, len(body)) + body


def apple_event(report: Report) -> bytes:
    """Return the vendor event in which iPhones log the same report.

    A scan response has the type of one that answers ADV_SCAN_IND, whatever it answers.
    """
    event_type = {"ADV_IND": 0x2513, "SCAN_RSP": 0x261A}[report.pdu]
    body = bytes.fromhex("ef0a 000000 01") + apple_fields(event_type, 0xA1, report) + apple_further_fields(report)
    body += struct.pack("B", len(report.data)) + report.data
    return struct.pack("BB", 0xFF, len(body)) + body


def newer_apple_event(report: Report) -> bytes:
    """Return the vendor event in which newer iPhones log the same report."""
    event_type = {"ADV_IND": 0x6713, "SCAN_RSP": 0x2518}[report.pdu]
    body = bytes.fromhex("0e0a 03 01") + apple_fields(event_type, 0, report)
    body += struct.pack("B", len(report.data)) + report.data + apple_further_fields(report)
    return struct.pack("BB", 0xFF, len(body)) + body


def apple_fields(event_type: int, secondary_phy: int, report: Report) -> bytes:
    """Return the fields that both events have in common with an LE Extended Advertising Report."""
    fields = struct.pack("<HB", event_type, 1) + wire(SENSOR_ADDRESS)
    return fields + struct.pack("<BBBBb9x", 0x81, secondary_phy, 0xFF, 127, report.rssi)


def apple_further_fields(report: Report) -> bytes:
    """Return an identity address that is not known, the strength at two antennas, and what is not understood."""
    return struct.pack("<B6xbBBBB", 0xFF, report.rssi, 0x7F, 0x7F, 0xFF, 0x01)


def iphone_log(event: Callable[[Report], bytes]) -> list[Packet]:
    """Return what an iPhone logs: reports, and no commands to scan."""
    return [Packet(report.time_us, event(report)) for report in REPORTS]


def hci_log(event: Callable[[Report], bytes] = legacy_event) -> list[Packet]:
    """Return what the scanner's host exchanges: two commands, answers, reports."""
    packets = [
        Packet(START_US, bytes.fromhex("0b20 07 01 6000 6000 01 00"), COMMAND),
        Packet(START_US + 345, bytes.fromhex("0e04 01 0b20 00")),
        Packet(START_US + 690, bytes.fromhex("0c20 02 01 00"), COMMAND),
        Packet(START_US + 1035, bytes.fromhex("0e04 01 0c20 00")),
    ]
    return packets + [Packet(report.time_us, event(report)) for report in REPORTS]


@dataclass(frozen=True)
class AirPacket:
    """One link-layer packet from the access address to the CRC, and how it came."""

    time_us: int
    octets: bytes
    rssi: int
    channel: int
    radio_channel: int
    crc_is_right: bool = True


def air_log() -> list[AirPacket]:
    """Return what a sniffer receives: also scan requests, and noise at the end."""
    packets = []
    for report in REPORTS:
        common = (report.rssi, report.channel, report.radio_channel)
        structures = [EIR_Hdr(octets) for octets in divided(report.data)]
        if report.pdu == "ADV_IND":
            content = BTLE_ADV_IND(AdvA=SENSOR_ADDRESS, data=structures)
        else:
            request = BTLE_SCAN_REQ(ScanA=SCANNER_ADDRESS, AdvA=SENSOR_ADDRESS)
            octets = bytes(BTLE() / BTLE_ADV(RxAdd=1, TxAdd=1) / request)
            packets.append(AirPacket(report.time_us - 190, octets, -40, *common[1:]))
            content = BTLE_SCAN_RSP(AdvA=SENSOR_ADDRESS, data=structures)
        octets = bytes(BTLE() / BTLE_ADV(RxAdd=0, TxAdd=1) / content)
        if report.data not in octets:
            raise RuntimeError("scapy encoded other data than was asked for")
        packets.append(AirPacket(report.time_us, octets, *common))
    # An advertisement that noise has changed: its CRC is wrong, so there is no device.
    noise = BTLE() / BTLE_ADV(RxAdd=0, TxAdd=1) / BTLE_ADV_IND(AdvA=NOISE_ADDRESS)
    octets = bytearray(bytes(noise))
    octets[-1] ^= 0x40
    last = packets[-1]
    packets.append(AirPacket(last.time_us + 5_000, bytes(octets), -97, 39, 39, False))
    return packets


def divided(data: bytes) -> Iterable[bytes]:
    """Yield the AD structures of a payload."""
    while data:
        yield data[: 1 + data[0]]
        data = data[1 + data[0] :]


# --- Link types: what a record holds --------------------------------------------------


def h4(packet: Packet) -> bytes:
    """187 and 1002: the packet behind a byte that says what it is."""
    return bytes([packet.kind]) + packet.octets


def h4_with_direction(packet: Packet) -> bytes:
    """201: a direction, 1 for received, then H4."""
    return struct.pack(">I", packet.kind == EVENT) + h4(packet)


def monitor_opcode(packet: Packet) -> int:
    """Return how the Linux monitor calls a packet."""
    return {COMMAND: 2, EVENT: 3}[packet.kind]


def linux_monitor(packet: Packet) -> bytes:
    """254: adapter and opcode, then the packet."""
    return struct.pack(">HH", 0, monitor_opcode(packet)) + packet.octets


# The device starts two seconds before the story, and its clock counts tenths of milliseconds.
MONITOR_START_US = START_US - 2_000_000
TICK_US = 100

NEW_INDEX = struct.pack("<BB6s8s", 0, 1, wire("00:00:5E:00:53:01"), b"hci0")


def with_pseudoheader(packet: AirPacket) -> bytes:
    """256: scapy's BTLE_RF in front."""
    # Dewhitened, signal valid, reference access address valid, CRC checked and its result.
    flags = 0x0413 | (0x0800 if packet.crc_is_right else 0)
    header = bytes(
        BTLE_RF(
            rf_channel=packet.radio_channel,
            signal=packet.rssi,
            reference_access_address=0x8E89BED6,
        )
    )
    return header[:8] + struct.pack("<H", flags) + packet.octets


def nordic(packet: AirPacket) -> bytes:
    """272, version 3, packet id 2 (advertising)."""
    header = struct.pack("<BHBHB", 1, 10 + len(packet.octets), 3, 7, 2)
    flags = 1 if packet.crc_is_right else 0
    time = (packet.time_us - START_US) & 0xFFFFFFFF
    header += struct.pack(
        "<BBBBHI", 10, flags, packet.channel, -packet.rssi, 0, time
    )  # fmt: skip
    return header + packet.octets


def ppi(packet: AirPacket) -> bytes:
    """192 around 251: one field of scapy's BTLE_PPI."""
    value = bytes(
        BTLE_PPI(
            btle_channel=2402 + 2 * packet.radio_channel,
            btle_clkn_high=0,
            btle_clk_100ns=(packet.time_us - START_US) * 10 & 0xFFFFFFFF,
            rssi_max=packet.rssi,
            rssi_min=packet.rssi,
            rssi_avg=packet.rssi,
            rssi_count=1,
        )
    )
    field = struct.pack("<HH", 30006, len(value)) + value
    return struct.pack("<BBHI", 0, 0, 8 + len(field), 251) + field + packet.octets


def ppi_private(packet: AirPacket) -> bytes:
    """192 around 147, without fields: what early tools of one sniffer wrote."""
    return struct.pack("<BBHI", 0, 0, 8, 147) + packet.octets


@dataclass(frozen=True)
class Transfer:
    """A transfer of USB on its way to the device, or from it, with the setup of a request."""

    octets: bytes
    is_from_device: bool
    setup: bytes = b""
    endpoint: int = 0  # with the bit of those that only send
    kind: int = 2  # control


USB_BUS, USB_DEVICE = 3, 5
USB_REQUEST = 0xFFFF8880_12345678
USB_CONTROL, USB_INTERRUPT = 2, 1
# The octets of an event that a controller sends at once.
USB_EVENT_PACKET = 16
# A device of the class of controllers; its configuration, with an interface of three endpoints: events, data, data.
DEVICE_DESCRIPTOR = bytes.fromhex("12 01 0002 e0 01 01 40 5e00 5300 0001 00 00 00 01")
ENDPOINTS = bytes.fromhex("07 05 81 03 1000 01  07 05 02 02 4000 01  07 05 82 02 4000 01")
INTERFACE = bytes.fromhex("09 04 00 00 03 e0 01 01 00") + ENDPOINTS
CONFIGURATION = struct.pack("<BBHBBBBB", 9, 2, 9 + len(INTERFACE), 1, 1, 0, 0xE0, 50) + INTERFACE


def usb_transfers(log: list[Packet], event_packet: int) -> Iterable[tuple[int, Transfer]]:
    """Yield the transfers of a host that asks a controller what it is, then of its log; events in pieces of this size."""
    for kind, answer in ((1, DEVICE_DESCRIPTOR), (2, CONFIGURATION)):
        setup = struct.pack("<BBBBHH", 0x80, 6, 0, kind, 0, len(answer))
        yield START_US, Transfer(b"", False, setup, 0x80)
        yield START_US, Transfer(answer, True, b"", 0x80)
    for packet in log:
        size = len(packet.octets)
        if packet.kind == COMMAND:
            # A class request to the device.
            yield packet.time_us, Transfer(packet.octets, False, struct.pack("<BBHHH", 0x20, 0, 0, 0, size))
            yield packet.time_us, Transfer(b"", True)
            continue
        for at in range(0, size, event_packet):
            yield packet.time_us, Transfer(packet.octets[at : at + event_packet], True, b"", 0x81, USB_INTERRUPT)


def usb_mon(time_us: int, transfer: Transfer, order: str = "<", is_mapped: bool = False) -> bytes:
    """189, and 220 where a tool maps the kernel's buffer: usbmon's header, then the octets of a transfer."""
    length = len(transfer.octets)
    head = struct.pack(
        order + "QBBBBHBBqiiII", USB_REQUEST, ord("C" if transfer.is_from_device else "S"), transfer.kind,
        transfer.endpoint, USB_DEVICE, USB_BUS, 0 if transfer.setup else ord("-"), 0 if length else ord("<"),
        time_us // 1_000_000, time_us % 1_000_000, 0 if transfer.is_from_device else -115, length, length,
    )  # fmt: skip
    return head + transfer.setup.ljust(8, b"\0") + (bytes(16) if is_mapped else b"") + transfer.octets


def usb_pcap(transfer: Transfer) -> bytes:
    """249: USBPcap's header, then the octets of a transfer; those of a request begin with its setup."""
    is_control = transfer.kind == USB_CONTROL
    content = transfer.setup + transfer.octets
    head = struct.pack(
        "<HQIHBHHBBI", 28 if is_control else 27, USB_REQUEST, 0, 8 if is_control else 9, int(transfer.is_from_device),
        USB_BUS, USB_DEVICE, transfer.endpoint, transfer.kind, len(content),
    )  # fmt: skip
    # The stage of a request: setup, and complete.
    stage = bytes([3 if transfer.is_from_device else 0]) if is_control else b""
    return head + stage + content


# --- Containers -----------------------------------------------------------------------

BTSNOOP_EPOCH = 0x00DCDDB30F2F8000


def btsnoop(link_type: int, records: Iterable[tuple[int, int, bytes]]) -> bytes:
    """Return a btsnoop file of (time, flags, content)."""
    file = b"btsnoop\0" + struct.pack(">II", 1, link_type)
    for time_us, flags, content in records:
        file += struct.pack(">IIII", len(content), len(content), flags, 0)
        file += struct.pack(">q", time_us + BTSNOOP_EPOCH) + content
    return file


def btsnoop_h4(packets: list[Packet]) -> bytes:
    """Return a btsnoop file as Android writes it."""
    flags = {COMMAND: 2, EVENT: 3}
    return btsnoop(1002, ((p.time_us, flags[p.kind], h4(p)) for p in packets))


def pcap(
    link_type: int, records: Iterable[tuple[int, bytes]], order: str = "<", per_us: int = 1
) -> bytes:
    """Return a pcap file of (time, content); `per_us` 1000 makes its times nanoseconds."""
    magic = 0xA1B2C3D4 if per_us == 1 else 0xA1B23C4D
    file = struct.pack(order + "IHHiIII", magic, 2, 4, 0, 0, 65535, link_type)
    for time_us, content in records:
        seconds, fraction = divmod(time_us, 1_000_000)
        file += struct.pack(
            order + "IIII", seconds, fraction * per_us, len(content), len(content)
        ) + content  # fmt: skip
    return file


class Pcapng:
    """A pcapng file, block by block."""

    def __init__(self) -> None:
        self.file = b""
        self.order = "<"

    def block(self, kind: int, body: bytes) -> None:
        """Append a block, padded to four octets."""
        body += bytes(-len(body) % 4)
        length = struct.pack(self.order + "I", 12 + len(body))
        self.file += struct.pack(self.order + "I", kind) + length + body + length

    def section(self, order: str) -> None:
        """Begin a section, which can have another byte order than the one before."""
        self.order = order
        self.block(0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1))

    def option(self, code: int, value: bytes) -> bytes:
        """Return an option, padded to four octets."""
        header = struct.pack(self.order + "HH", code, len(value))
        return header + value + bytes(-len(value) % 4)

    def interface(self, link_type: int, *options: bytes) -> None:
        """Append an Interface Description Block."""
        end = self.option(0, b"") if options else b""
        head = struct.pack(self.order + "HHI", link_type, 0, 0)
        self.block(1, head + b"".join(options) + end)

    def times(self, time: int) -> bytes:
        """Return a time as two halves, the higher first."""
        return struct.pack(self.order + "II", time >> 32, time & 0xFFFFFFFF)

    def packet(self, interface: int, time: int, content: bytes) -> None:
        """Append an Enhanced Packet Block."""
        head = struct.pack(self.order + "I", interface) + self.times(time)
        lengths = struct.pack(self.order + "II", len(content), len(content))
        self.block(6, head + lengths + content)

    def simple_packet(self, content: bytes) -> None:
        """Append a Simple Packet Block: interface 0, no time."""
        self.block(3, struct.pack(self.order + "I", len(content)) + content)

    def obsolete_packet(self, interface: int, time: int, content: bytes) -> None:
        """Append a Packet Block as it was before 2012."""
        head = struct.pack(self.order + "HH", interface, 0xFFFF) + self.times(time)
        lengths = struct.pack(self.order + "II", len(content), len(content))
        self.block(2, head + lengths + content)


def pcapng_mixed() -> bytes:
    """Return a file with two sections, three link types and all kinds of packet block.

    The reports come in order: four on a 187 interface, the last of them without time,
    four on a 256 interface with nanoseconds, one of them in an obsolete block, and four
    on a 251 interface of a section of the other byte order. Between them stand blocks
    that hold no packets.
    """
    air = {packet.time_us: packet for packet in air_log()}
    out = Pcapng()
    out.section("<")
    out.interface(187)
    out.interface(256, out.option(2, b"sniffer"), out.option(9, bytes([9])))
    out.block(4, struct.pack("<HH", 0, 0))  # Name Resolution Block, empty
    for report in REPORTS[:3]:
        out.packet(0, report.time_us, b"\x04" + legacy_event(report))
    out.simple_packet(b"\x04" + legacy_event(REPORTS[3]))
    # The enterprise number that is reserved for documentation.
    out.block(0x0BAD, struct.pack("<I", 32473) + b"custom")
    for index, report in enumerate(REPORTS[4:8]):
        add = out.obsolete_packet if index == 2 else out.packet
        add(1, report.time_us * 1000, with_pseudoheader(air[report.time_us]))
    out.block(5, struct.pack("<III", 1, 0, 0))  # Interface Statistics Block
    out.section(">")
    # Its times count from an offset in seconds.
    out.interface(251, out.option(14, struct.pack(">q", 1_600_000_000)))
    for report in REPORTS[8:]:
        time_us = report.time_us - 1_600_000_000_000_000
        out.packet(0, time_us, air[report.time_us].octets)
    return out.file


def packet_logger(order: str, packets: list[Packet]) -> bytes:
    """Return a PacketLogger file, with a note between the records as Apple has them."""
    file = b""
    records = [(p.time_us, {COMMAND: 0, EVENT: 1}[p.kind], p.octets) for p in packets]
    note_us = START_US + 2_000
    records.insert(sum(p.time_us < note_us for p in packets), (note_us, 0xFC, b"Scanning started\0"))
    for time_us, kind, content in records:
        seconds, fraction = divmod(time_us, 1_000_000)
        file += struct.pack(order + "III", 9 + len(content), seconds, fraction)
        file += bytes([kind]) + content
    return file


SMART_RF_RECORD = 271
# The clock of the radio: 32 ticks in a microsecond, counted to 5000 below the 16th bit.
TICKS_IN_US, TICKS_IN_PERIOD = 32, 5000


def smart_rf(packets: list[AirPacket]) -> bytes:
    """Return a file of TI's SmartRF Packet Sniffer, whose clock begins at START_US."""
    file = b""
    for number, packet in enumerate(packets, 1):
        periods, ticks = divmod((packet.time_us - START_US) * TICKS_IN_US, TICKS_IN_PERIOD)
        status = bytes([max(packet.rssi + 94, 0), packet.channel | (0x80 if packet.crc_is_right else 0)])
        content = packet.octets + status
        record = struct.pack("<BIQHB", 1, number, periods << 16 | ticks, len(content) + 1, len(content)) + content
        file += record.ljust(SMART_RF_RECORD, b"\0")
    return file


# Where the time of Frontline's program begins.
WINDOWS_EPOCH_S = 11_644_473_600
FRONTLINE_PAGE = 4096
# How the program's description of a file begins. The words after it are of this script.
FRONTLINE_MARK = b"Frontline Test Equipment, Inc. FTS Capture File."


def frontline(packets: list[Packet]) -> bytes:
    """Return a file of Frontline's program: times as the octets that changed, frames in pages, the description."""
    file = b""
    before = None
    for packet in packets:
        time = (packet.time_us + WINDOWS_EPOCH_S * 1_000_000) * 10
        # Of the first time, five octets changed.
        changed = 5 if before is None else ((time ^ before).bit_length() + 7) // 8
        if changed:
            file += bytes([changed]) + time.to_bytes(8, "little")[:changed]
        before = time
        side = int(packet.kind == EVENT)
        length = len(packet.octets)
        file += bytes([(0x4C if length < 256 else 0x4E) | side, 8 if side else 1])
        file += length.to_bytes(2 if length < 256 else 4, "little") + packet.octets + bytes([0x44 | side])
    file += b"\xa5" * (-len(file) % FRONTLINE_PAGE)
    return file + FRONTLINE_MARK + b"  Made by generate.py.".ljust(80, b"\0")


def monitor_stream(packets: list[Packet]) -> bytes:
    """Return what Zephyr sends of its host over a serial line, from its start on: see MONITOR_START_US."""
    stream = b""
    records = [(START_US, 0, NEW_INDEX), (START_US, 8, b"")]
    records += [(p.time_us, monitor_opcode(p), p.octets) for p in packets]
    records.insert(4, (START_US + 2_000, 12, b"Scanning started\0"))
    for time_us, opcode, content in records:
        ticks = (time_us - MONITOR_START_US) // TICK_US
        headers = struct.pack("<BI", 8, ticks)
        stream += struct.pack("<HHBB", 4 + len(headers) + len(content), opcode, 0, len(headers))
        stream += headers + content
    return stream


def btsnooz_records(version: int, packets: list[Packet]) -> bytes:
    """Return btsnooz records before they are compressed."""
    records = b""
    before = packets[0].time_us
    for packet in packets:
        kind = {COMMAND: 0x20, EVENT: 0x10}[packet.kind]
        length = len(packet.octets) + 1
        lengths = (length,) if version == 1 else (length, length)
        records += struct.pack(f"<{len(lengths)}H", *lengths)
        records += struct.pack("<IB", packet.time_us - before, kind) + packet.octets
        before = packet.time_us
    return records


def btsnooz(version: int, packets: list[Packet]) -> bytes:
    """Return a log as it stands in the text of an Android bug report."""
    log = struct.pack("<BQ", version, packets[-1].time_us)
    log += zlib_stream(btsnooz_records(version, packets))
    text = base64.b64encode(log).decode()
    lines = [text[at : at + 76] for at in range(0, len(text), 76)]
    return "\n".join(
        [
            "Bluetooth Status",
            "  enabled: true",
            # In pieces, lest this script be taken for a bug report.
            f"--- {'BEGIN'}:BTSNOOP_LOG_SUMMARY ({len(log)} bytes in) ---",
            *lines,
            f"--- {'END'}:BTSNOOP_LOG_SUMMARY ---",
            "  time since enabled: 00:00:02.000",
            "",
        ]
    ).encode()


def btsnooz_unconverted(packets: list[Packet]) -> bytes:
    """Return inflated btsnooz records behind a btsnoop header, as found in the wild."""
    return b"btsnoop\0" + struct.pack(">II", 1, 1002) + btsnooz_records(2, packets)


# --- Compression ----------------------------------------------------------------------
#
# Done by hand, because what zlib makes of the same bytes depends on which zlib it is.


class Deflater:
    """A DEFLATE stream of one block with the fixed codes (RFC 1951, 3.2.6)."""

    LONGEST = 258
    FURTHEST = 32_768

    def __init__(self) -> None:
        self.bits = ""

    def number(self, value: int, width: int) -> None:
        """Append a number, least significant bit first."""
        self.bits += format(value, f"0{width}b")[::-1] if width else ""

    def literal(self, symbol: int) -> None:
        """Append the code of a literal or length, most significant bit first."""
        if symbol < 144:
            self.bits += format(0x30 + symbol, "08b")
        elif symbol < 256:
            self.bits += format(0x190 + symbol - 144, "09b")
        elif symbol < 280:
            self.bits += format(symbol - 256, "07b")
        else:
            self.bits += format(0xC0 + symbol - 280, "08b")

    def match(self, length: int, distance: int) -> None:
        """Append a repetition."""
        if length == self.LONGEST:
            self.literal(285)
        else:
            symbol, base, extra = next(
                entry for entry in reversed(self.lengths()) if entry[1] <= length
            )
            self.literal(symbol)
            self.number(length - base, extra)
        symbol, base, extra = next(
            entry for entry in reversed(self.distances()) if entry[1] <= distance
        )
        self.bits += format(symbol, "05b")
        self.number(distance - base, extra)

    @staticmethod
    def lengths() -> list[tuple[int, int, int]]:
        """Return symbol, least length and number of extra bits."""
        table, base = [], 3
        for symbol in range(257, 285):
            extra = max(0, (symbol - 261) // 4)
            table.append((symbol, base, extra))
            base += 1 << extra
        return table

    @staticmethod
    def distances() -> list[tuple[int, int, int]]:
        """Return symbol, least distance and number of extra bits."""
        table, base = [], 1
        for symbol in range(30):
            extra = max(0, symbol // 2 - 1)
            table.append((symbol, base, extra))
            base += 1 << extra
        return table

    @classmethod
    def compress(cls, data: bytes) -> bytes:
        """Return `data` compressed: each time the longest repetition, the nearest one."""
        out = cls()
        out.bits = "110"  # last block, fixed codes
        at = 0
        while at < len(data):
            length, distance = out.longest(data, at)
            if length:
                out.match(length, distance)
                at += length
            else:
                out.literal(data[at])
                at += 1
        out.literal(256)
        out.bits += "0" * (-len(out.bits) % 8)
        octets = (out.bits[at : at + 8][::-1] for at in range(0, len(out.bits), 8))
        stream = bytes(int(octet, 2) for octet in octets)
        if zlib.decompress(stream, wbits=-15) != data:
            raise RuntimeError("the compressed data are wrong")
        return stream

    def longest(self, data: bytes, at: int) -> tuple[int, int]:
        """Return length and distance of the best repetition, or zeros."""
        best = (0, 0)
        length = 3
        while at + length <= len(data) and length <= self.LONGEST:
            first = max(0, at - self.FURTHEST)
            found = data.rfind(data[at : at + length], first, at + length - 1)
            if found < 0:
                break
            best = (length, at - found)
            length += 1
        return best


def zlib_stream(data: bytes) -> bytes:
    """Return a zlib stream (RFC 1950)."""
    checksum = struct.pack(">I", zlib.adler32(data))
    return bytes.fromhex("7801") + Deflater.compress(data) + checksum


def gzip_file(name: str, data: bytes) -> bytes:
    """Return a gzip file (RFC 1952) that holds the name but no time."""
    head = bytes.fromhex("1f8b 08 08 00000000 02 ff") + name.encode() + b"\0"
    tail = struct.pack("<II", zlib.crc32(data), len(data))
    return head + Deflater.compress(data) + tail


def zip_file(members: list[tuple[str, bytes, bool]]) -> bytes:
    """Return a zip archive of (name, content, whether to compress)."""
    file, directory = b"", b""
    for name, content, is_deflated in members:
        packed = Deflater.compress(content) if is_deflated else content
        common = struct.pack(
            "<HHHHHIIIHH", 20, 0, 8 if is_deflated else 0, 0, 0x21,
            zlib.crc32(content), len(packed), len(content), len(name), 0,
        )  # fmt: skip
        directory += b"PK\1\2" + struct.pack("<H", 20) + common
        directory += struct.pack("<HHHII", 0, 0, 0, 0, len(file)) + name.encode()
        file += b"PK\3\4" + common + name.encode() + packed
    count = len(members)
    end = struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(file), 0)
    return file + directory + b"PK\5\6" + end


def bug_report() -> bytes:
    """Return an Android bug report: the log among other members."""
    return zip_file(
        [
            ("version.txt", b"2.0", False),
            ("bugreport-example.txt", b"== dumpstate\n" + b"nothing here\n" * 20, True),
            ("FS/data/misc/bluetooth/logs/btsnoop_hci.log", btsnoop_h4(hci_log()), True),
            ("FS/data/misc/bluetooth/logs/note.bin", bytes(range(64)), False),
        ]
    )


def tar_file(members: list[tuple[str, bytes | None]]) -> bytes:
    """Return a tar archive of (name, content, or None for a folder), as pax has it."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in members:
            member = tarfile.TarInfo(name)
            member.mtime = START_US // 1_000_000
            if content is None:
                member.type = tarfile.DIRTYPE
            else:
                member.size = len(content)
            archive.addfile(member, io.BytesIO(content or b""))
    return file.getvalue()


def sysdiagnose() -> bytes:
    """Return what an iPhone hands out: a compressed tar archive with the log among other members."""
    folder = "sysdiagnose_2023.11.14_22-13-20+0000_iPhone-OS_iPhone_21B80"
    return gzip_file(
        "sysdiagnose.tar",
        tar_file(
            [
                (folder, None),
                (f"{folder}/README.txt", b"Nothing here.\n"),
                (f"{folder}/logs/Bluetooth/bluetoothd-hci-latest.pklg", packet_logger("<", iphone_log(apple_event))),
                # A path that the header of a member has no room for.
                (f"{folder}/{'logs/' * 40}note.bin", bytes(range(64))),
            ]
        ),
    )


# --- The files ------------------------------------------------------------------------


@dataclass(frozen=True)
class Fixture:
    """A file, and what a reader should find in it."""

    name: str
    format: str
    link_types: str
    content: bytes
    records: int
    rssi: int = len(REPORTS)  # reports that have one
    channel: int = 0
    time: int = len(REPORTS)
    clock_us: int = 0  # the Unix time at which its clock shows 0
    tick_us: int = 1  # the unit of its clock


def hci_fixtures() -> list[Fixture]:
    """Return the captures of a host."""
    log = hci_log()
    count = len(log)
    timed = [(p.time_us, p) for p in log]
    monitor = [(START_US, 0, NEW_INDEX)] + [
        (p.time_us, monitor_opcode(p), p.octets) for p in log
    ]
    index = struct.pack(">HH", 0, 0) + NEW_INDEX
    plain = [(time, h4(p)) for time, p in timed]
    # Linux reads events in pieces of the size of a packet, Windows reads them whole.
    pieces = list(usb_transfers(log, USB_EVENT_PACKET))
    whole = list(usb_transfers(log, 257))
    fixtures = [
        Fixture(
            "btsnoop-1001.btsnoop", "btsnoop", "1001",
            btsnoop(1001, ((t, {COMMAND: 2, EVENT: 3}[p.kind], p.octets) for t, p in timed)), count,
        ),
        Fixture("btsnoop-1002.btsnoop", "btsnoop", "187", btsnoop_h4(log), count),
        Fixture("btsnoop-2001.btsnoop", "btsnoop", "2001", btsnoop(2001, monitor), count + 1),
        Fixture(
            "btsnoop-extended.btsnoop", "btsnoop", "187", btsnoop_h4(hci_log(extended_event)), count
        ),
        Fixture("pcap-187.pcap", "pcap", "187", pcap(187, plain), count),
        Fixture("pcap-187-be.pcap", "pcap", "187", pcap(187, plain, ">"), count),
        Fixture("pcap-187-nano.pcap", "pcap", "187", pcap(187, plain, "<", 1000), count),
        Fixture("pcap-187-nano-be.pcap", "pcap", "187", pcap(187, plain, ">", 1000), count),
        Fixture(
            "pcap-201.pcap", "pcap", "201", pcap(201, ((t, h4_with_direction(p)) for t, p in timed)), count
        ),
        Fixture(
            "pcap-254.pcap", "pcap", "254",
            pcap(254, [(START_US, index)] + [(t, linux_monitor(p)) for t, p in timed]), count + 1,
        ),
        Fixture("pcap-189.pcap", "pcap", "189", pcap(189, [(t, usb_mon(t, p)) for t, p in pieces]), len(pieces)),
        Fixture(
            "pcap-220-be.pcap", "pcap", "220", pcap(220, [(t, usb_mon(t, p, ">", True)) for t, p in pieces], ">"),
            len(pieces),
        ),
        Fixture("pcap-249.pcap", "pcap", "249", pcap(249, [(t, usb_pcap(p)) for t, p in whole]), len(whole)),
        # Its clock begins with the first packet.
        Fixture("frontline.cfa", "frontline", "1001", frontline(log), count, clock_us=START_US),
        Fixture("packetlogger.pklg", "packetlogger", "0", packet_logger("<", log), count + 1),
        Fixture("packetlogger-be.pklg", "packetlogger", "0", packet_logger(">", log), count + 1),
        Fixture(
            "packetlogger-apple.pklg", "packetlogger", "0",
            packet_logger("<", iphone_log(apple_event)), len(REPORTS) + 1,
        ),
        Fixture(
            "packetlogger-apple-newer.pklg", "packetlogger", "0",
            packet_logger("<", iphone_log(newer_apple_event)), len(REPORTS) + 1,
        ),
        Fixture("btsnooz-1.txt", "btsnooz", "1001", btsnooz(1, log), count),
        Fixture("btsnooz-2.txt", "btsnooz", "1001", btsnooz(2, log), count),
        # Such files do not hold the time of the last record.
        Fixture("btsnooz-unconverted.log", "btsnooz", "1001", btsnooz_unconverted(log), count, clock_us=START_US),
        Fixture(
            "btmon-tty.bin", "btmon-tty", "2001", monitor_stream(log), count + 3,
            clock_us=MONITOR_START_US, tick_us=TICK_US,
        ),
        Fixture("sysdiagnose.tar.gz", "tar", "0", sysdiagnose(), len(REPORTS) + 1),
        Fixture("bugreport.zip", "zip", "187", bug_report(), count),
        Fixture(
            "btsnoop-1002.btsnoop.gz", "btsnoop", "187",
            gzip_file("btsnoop_hci.log", btsnoop_h4(log)), count,
        ),
    ]  # fmt: skip
    return fixtures


def air_fixtures() -> list[Fixture]:
    """Return the captures of sniffers."""
    log = air_log()
    reports = len(REPORTS)

    def records(content: Callable[[AirPacket], bytes]) -> list[tuple[int, bytes]]:
        return [(packet.time_us, content(packet)) for packet in log]

    kinds: list[tuple[str, int, Callable[[AirPacket], bytes], int]] = [
        ("pcap-251.pcap", 251, lambda packet: packet.octets, 0),
        ("pcap-256.pcap", 256, with_pseudoheader, reports),
        ("pcap-272.pcap", 272, nordic, reports),
        ("pcap-192.pcap", 192, ppi, reports),
        ("pcap-192-147.pcap", 192, ppi_private, 0),
    ]
    return [
        Fixture(name, "pcap", str(link), pcap(link, records(content)), len(log), told, told)
        for name, link, content, told in kinds
    ] + [
        Fixture(
            "pcapng-mixed.pcapng", "pcapng", "187,256,251", pcapng_mixed(), reports,
            rssi=8, channel=4, time=11,
        ),
        Fixture(
            "smartrf.psd", "smartrf", "0", smart_rf(log), len(log), reports, reports, clock_us=START_US,
        ),
    ]  # fmt: skip


def expectations(fixtures: list[Fixture]) -> str:
    """Return the table of what is in the files, taken from how they were made."""
    titles = "file\tformat\tlinkTypes\trecords\tadvertisements\tscanResponses\taddresses\trssi\tchannel\ttime\tclock\ttick"
    rows = [titles]
    for f in fixtures:
        numbers = (f.records, EVENTS, EVENTS, 1, f.rssi, f.channel, f.time, f.clock_us, f.tick_us)
        rows.append("\t".join(map(str, (f.name, f.format, f.link_types, *numbers))))
    return "\n".join(rows) + "\n"


def report_table() -> str:
    """Return the twelve reports."""
    rows = ["pdu\taddress\trssi\tchannel\tmicroseconds\tdata"]
    rows += [
        f"{r.pdu}\t{SENSOR_ADDRESS}\t{r.rssi}\t{r.channel}\t{r.time_us}\t{r.data.hex()}"
        for r in REPORTS
    ]
    return "\n".join(rows) + "\n"


def main() -> None:
    """Write all files of this folder that are generated."""
    version = importlib.metadata.version("scapy")
    if version != SCAPY_VERSION:
        sys.exit(f"scapy {SCAPY_VERSION} is needed for the same bytes, not {version}")
    if len(sys.argv) > 2:
        sys.exit("usage: generate.py [OUTPUT_DIRECTORY]")
    output = Path(sys.argv[1]) if len(sys.argv) == 2 else Path(__file__).parent
    output.mkdir(parents=True, exist_ok=True)

    fixtures = sorted(hci_fixtures() + air_fixtures(), key=lambda fixture: fixture.name)
    for fixture in fixtures:
        (output / fixture.name).write_bytes(fixture.content)
    (output / "expected.tsv").write_text(expectations(fixtures), encoding="utf-8")
    (output / "reports.tsv").write_text(report_table(), encoding="utf-8")


if __name__ == "__main__":
    main()
