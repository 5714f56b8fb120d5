"""What tshark says of AD structures."""

import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from meanings.meaning import Meaning, full_uuid, set_bits


def hexadecimal(text: str) -> str:
    """Read bytes with colons between them."""
    return text.replace(":", "").lower()


def number(text: str) -> int:
    """Read a number, decimal or with a prefix."""
    return int(text, 0)


def milliseconds(text: str) -> float:
    """Read a number of units of 1.25 ms."""
    return int(text, 0) * 1.25


ENTRY = "btcommon.eir_ad.entry."
BIG = ENTRY + "biginfo."
TDS = ENTRY + "tds."
# Type, tshark's field, the name in the comparison, and how to read the text.
TSHARK_FIELDS: list[tuple[set[int], str, str, Callable[[str], Any]]] = [
    ({0x08, 0x09}, ENTRY + "device_name", "name", str),
    ({0x0A}, ENTRY + "power_level", "dBm", number),
    ({0x0D}, "btcommon.cod.class_of_device", "value", number),
    ({0x0D}, "btcommon.cod.major_device_class", "majorClass", number),
    ({0x0E, 0x1D}, ENTRY + "hash_c", "value", hexadecimal),
    ({0x0F, 0x1E}, ENTRY + "randomizer_r", "value", hexadecimal),
    ({0x10}, ENTRY + "did.vendor_id_source", "vendorSource", number),
    ({0x10}, ENTRY + "did.vendor_id", "vendor", number),
    ({0x10}, ENTRY + "did.product_id", "product", number),
    ({0x10}, ENTRY + "did.version", "version", number),
    ({0x12}, ENTRY + "connection_interval_min", "minimumMs", milliseconds),
    ({0x12}, ENTRY + "connection_interval_max", "maximumMs", milliseconds),
    ({0x16, 0x20, 0x21}, ENTRY + "service_data", "data", hexadecimal),
    ({0x19}, ENTRY + "appearance", "value", number),
    ({0x1A}, ENTRY + "advertising_interval", "units", number),
    ({0x1B}, ENTRY + "bd_addr", "address", str.upper),
    ({0x1C}, ENTRY + "le_role", "value", number),
    ({0x22}, ENTRY + "le_secure_confirmation_value", "value", hexadecimal),
    ({0x23}, ENTRY + "le_secure_random_value", "value", hexadecimal),
    ({0x25}, ENTRY + "ips.latitude", "latitude", number),
    ({0x25}, ENTRY + "ips.longitude", "longitude", number),
    ({0x25}, ENTRY + "ips.local_north_coordinate", "north", number),
    ({0x25}, ENTRY + "ips.local_east_coordinate", "east", number),
    ({0x25}, ENTRY + "ips.tx_power_level", "txPowerDBm", number),
    ({0x25}, ENTRY + "ips.floor_number", "floor", number),
    ({0x25}, ENTRY + "ips.altitude", "altitude", number),
    ({0x25}, ENTRY + "ips.uncertainty", "uncertainty", number),
    ({0x28}, ENTRY + "instant", "instant", number),
    ({0x29}, ENTRY + "mesh_pbadv", "bytes", hexadecimal),
    ({0x2A}, ENTRY + "mesh_msg", "bytes", hexadecimal),
    ({0x2B}, ENTRY + "mesh_beacon", "bytes", hexadecimal),
    ({0x2C}, BIG + "iso_interval", "isoIntervalMs", milliseconds),
    ({0x2C}, BIG + "num_bis", "streams", number),
    ({0x2C}, BIG + "nse", "nse", number),
    ({0x2C}, BIG + "bn", "bn", number),
    ({0x2C}, BIG + "sub_interval", "subIntervalUs", number),
    ({0x2C}, BIG + "pto", "pto", number),
    ({0x2C}, BIG + "bis_spacing", "streamSpacingUs", number),
    ({0x2C}, BIG + "irc", "irc", number),
    ({0x2C}, BIG + "max_pdu", "maximumPDU", number),
    ({0x2C}, BIG + "seed_access_address", "seedAccessAddress", number),
    ({0x2C}, BIG + "sdu_interval", "sduIntervalUs", number),
    ({0x2C}, BIG + "max_sdu", "maximumSDU", number),
    ({0x2C}, BIG + "base_crc_init", "baseCRCInit", number),
    ({0x2C}, BIG + "channel_map", "channels", lambda text: set_bits(number(text))),
    ({0x2C}, BIG + "phy", "phy", number),
    ({0x2C}, BIG + "bis_payload_count", "payloadCount", number),
    ({0x2C}, BIG + "framing", "framed", lambda text: text in ("1", "True")),
    ({0x2C}, BIG + "giv", "giv", hexadecimal),
    ({0x2C}, BIG + "gskd", "gskd", hexadecimal),
    ({0x3D}, ENTRY + "3ds.path_loss_threshold", "pathLossThreshold", number),
    ({0xFF}, ENTRY + "company_id", "company", number),
]


def leaves(tree: Any) -> Iterator[tuple[str, str]]:
    """Walk tshark's JSON and give every field with its text."""
    if isinstance(tree, list):
        for item in tree:
            yield from leaves(item)
    elif isinstance(tree, dict):
        for key, item in tree.items():
            for part in item if isinstance(item, list) else [item]:
                if isinstance(part, str):
                    yield key, part
                else:
                    yield from leaves(part)


def tshark_readings(structures: list[bytes]) -> list[dict[str, list[str]]]:
    """Let tshark read each structure in an LE advertising report of its own."""
    address = bytes.fromhex("665544332211")
    lines = []
    for structure in structures:
        event = bytes([2, 1, 0, 1]) + address
        event += bytes([len(structure)]) + structure + b"\xc5"
        packet = bytes([4, 0x3E, len(event)]) + event
        lines.append("000000 " + packet.hex(" "))
    with tempfile.TemporaryDirectory() as folder:
        text, capture = Path(folder, "packets.txt"), Path(folder, "packets.pcap")
        text.write_text("\n".join(lines) + "\n", encoding="ascii")
        run = {"check": True, "capture_output": True}
        subprocess.run(["text2pcap", "-F", "pcap", "-l", "187", text, capture], **run)
        output = subprocess.run(["tshark", "-r", capture, "-T", "json", "--no-duplicate-keys"], **run).stdout
    readings = []
    for packet in json.loads(output):
        fields: dict[str, list[str]] = {}
        for key, text in leaves(packet["_source"]["layers"]):
            fields.setdefault(key, []).append(text)
        readings.append(fields)
    if len(readings) != len(structures):
        raise ValueError(f"tshark read {len(readings)} of {len(structures)} packets")
    return readings


def tshark_meaning(kind: int, fields: dict[str, list[str]]) -> Meaning | None:
    """What tshark says; None for a type that this version does not know."""
    meaning: Meaning = {}
    for kinds, field, name, read in TSHARK_FIELDS:
        if kind in kinds and field in fields:
            meaning[name] = read(fields[field][-1])
    uuids = [
        full_uuid(text)
        for width in ("uuid_16", "uuid_32", "custom_uuid_32", "uuid_128", "custom_uuid_128")
        for text in fields.get(ENTRY + width, [])
    ]
    if kind in (*range(0x02, 0x08), 0x14, 0x15, 0x1F):
        meaning["uuids"] = uuids
    elif kind in (0x16, 0x20, 0x21) and uuids:
        meaning["uuid"] = uuids[0]
    elif kind in (0x17, 0x18) and ENTRY + "bd_addr" in fields:
        meaning["addresses"] = [text.upper() for text in fields[ENTRY + "bd_addr"]]
    elif kind == 0x26 and TDS + "organization_id" in fields:
        meaning["blocks"] = [
            {"organization": number(organization), "flags": number(flags), "data": hexadecimal(data)}
            for organization, flags, data in zip(
                fields[TDS + "organization_id"], fields[TDS + "flags"], fields[TDS + "data"], strict=True
            )
        ]
    return meaning or None
