"""Reports from link-layer packets."""

from typing import Any

from captures import crc24
from tshark.frames import Frame, structures_in
from tshark.report import Piece, Report, named

ADVERTISING_ACCESS_ADDRESS = 0x8E89BED6
PDU_TYPES = {0: "ADV_IND", 1: "ADV_DIRECT_IND", 2: "ADV_NONCONN_IND", 4: "SCAN_RSP", 6: "ADV_SCAN_IND"}
EXTENDED_PDU = 7
AUXILIARY_KINDS = ("AUX_ADV_IND", "AUX_CHAIN_IND", "AUX_SYNC_IND", "AUX_SCAN_RSP")


def index_of_radio_channel(channel: int) -> int:
    """Return the link layer's number of a radio channel, counted from 2402 MHz up."""
    return {0: 37, 12: 38, 39: 39}.get(channel, channel - 1 if channel < 12 else channel - 2)


def reception(frame: Frame) -> dict[str, Any]:
    """Return what the capture's header says of a packet."""
    channel = frame.shown("nordic_ble.channel")
    if (radio := frame.shown("btle_rf.channel")) is not None:
        channel = index_of_radio_channel(radio)
    crc = "ok" if "btle.crc" in frame.names else "unchecked"
    if (
        "btle.crc.incorrect" in frame.names
        or frame.shown("nordic_ble.crcok") == 0
        or (frame.shown("btle_rf.flags.crc_checked") == 1 and frame.shown("btle_rf.flags.crc_valid") == 0)
    ):
        crc = "bad"
    rssi = frame.shown("btle_rf.signal_dbm")
    return {"channel": channel, "crc": crc, "rssi": frame.shown("nordic_ble.rssi") if rssi is None else rssi}


def is_declared_good(frame: Frame) -> bool:
    """Whether the capture's header says that the CRC was right. It then counts for more than the octets stored."""
    checked, valid = (frame.shown(f"btle_rf.flags.crc_{name}") for name in ("checked", "valid"))
    return frame.shown("nordic_ble.crcok") == 1 or (checked == 1 and valid == 1)


def ppi_reception(frame: Frame) -> dict[str, Any]:
    """Decode the Bluetooth field of PPI: version, MHz, clock, greatest, least and average RSSI."""
    header, found = frame.octets, {}
    offset, end = 8, int.from_bytes(frame.octets[2:4], "little")
    while offset + 4 <= end:
        kind, size = (int.from_bytes(header[at : at + 2], "little") for at in (offset, offset + 2))
        if kind == 30006 and size >= 12:
            megahertz = int.from_bytes(header[offset + 5 : offset + 7], "little")
            found["ppi_channel"] = index_of_radio_channel((megahertz - 2402) // 2)
            # The average of no measurements says nothing.
            if header[offset + 15] != 0:
                found["ppi_rssi"] = int.from_bytes(header[offset + 14 : offset + 15], signed=True)
        offset += 4 + size
    return found


def link_layer_piece(frame: Frame) -> Piece | None:
    """Take the report from a link-layer packet; None when it is none."""
    length = frame.first("btle.length")
    if frame.shown("btle.access_address") != ADVERTISING_ACCESS_ADDRESS or length is None:
        return None
    number = frame.shown("btle.advertising_header.pdu_type")
    if number is None or number not in {*PDU_TYPES, EXTENDED_PDU}:
        return None
    facts = {"malformed"} if frame.is_malformed else set()
    payload = frame.octets[length.start + 1 : length.start + 1 + length.number]
    received = reception(frame)
    end = length.start + 1 + length.number
    # Unless the capture kept the beginning only, the CRC comes after the payload.
    is_sliced = frame.shown("frame.cap_len") < frame.shown("frame.len")
    if len(frame.octets) < end + (0 if is_sliced else 3):
        facts.add("cut")
    elif "malformed" in facts and received["crc"] == "unchecked" and not is_sliced:
        pdu = frame.octets[length.start - 1 : end]
        received["crc"] = "ok" if is_declared_good(frame) or crc24(pdu) == frame.octets[end : end + 3] else "bad"
    if received["crc"] == "bad":
        facts.add("bad-crc")
    kind = 1 if frame.shown("btle.advertising_header.randomized_tx") else 0
    common: dict[str, Any] = {"frame": frame.number, "time": frame.time, "structures": structures_in(frame.fields)}
    if "ppi.dlt" in frame.names and (found := ppi_reception(frame)):
        common |= found
        facts.add("ppi-field")
    if number != EXTENDED_PDU:
        start = 12 if number == 1 else 6
        if len(payload) < start:
            facts.add("cut")
            payload = bytes(start)
        address, name = named(payload[:6], kind)
        shown = frame.first("btle.advertising_address")
        if "cut" not in facts and shown is not None and shown.shown.upper() != address:
            facts.add("address shown elsewhere")
        data = b"" if number == 1 else payload[6:]
        report = Report(
            type=PDU_TYPES[number], address=address, address_type=name, data=data, facts=frozenset(facts),
            **common, **received,
        )  # fmt: skip
        return Piece(report, ())
    return extended_piece(frame, payload, kind, received, facts, common)


def extended_piece(frame: Frame, payload: bytes, kind: int, received: dict, facts: set[str], common: dict) -> Piece:
    """Take apart the common extended advertising payload."""
    header = payload[1 : 1 + (payload[0] & 0x3F)] if payload else b""
    flags, offset = (header[0], 1) if header else (0, 0)
    parts: dict[int, bytes] = {}
    for bit, size in enumerate((6, 6, 1, 2, 3, 18, 1)):
        if flags >> bit & 1:
            parts[bit] = header[offset : offset + size]
            if len(parts[bit]) < size:
                facts.add("cut")
            offset += size
    if not payload or len(payload) < 1 + (payload[0] & 0x3F):
        facts.add("cut")
    address, name = (None, "anonymous")
    if len(parts.get(0, b"")) == 6:
        address, name = named(parts[0], kind)
    auxiliary = frame.shown("nordic_ble.aux_type")
    if frame.shown("btle_rf.pdu_type") == 1:
        # The bits that say so for other packets are those of the MIC.
        auxiliary = frame.shown("btle_rf.flags.mic_checked") + 2 * frame.shown("btle_rf.flags.mic_valid")
    channel = received["channel"]
    is_primary = channel is not None and channel >= 37
    if not is_primary and auxiliary is None:
        facts.add("kind-unknown")
        is_primary = 4 in parts and len(payload) == 1 + len(header) and 5 not in parts
    if is_primary or auxiliary is None:
        type_name = "ADV_EXT_IND"
    else:
        type_name = AUXILIARY_KINDS[auxiliary]
    if is_primary:
        facts.add("primary")
    report = Report(
        type=type_name, address=address, address_type=name, data=payload[1 + len(header) :],
        sid=parts[3][1] >> 4 if len(parts.get(3, b"")) == 2 else None, facts=frozenset(facts), **common, **received,
    )  # fmt: skip
    key = ("extended", parts.get(3))
    return Piece(report, key, goes_on=4 in parts and parts[4] != bytes(3), is_joinable=True)
