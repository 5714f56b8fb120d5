"""What scapy says of AD structures."""

import uuid
from collections.abc import Callable
from typing import Any

from meanings.meaning import Meaning, full_uuid


def scapy_uuid(field: Any) -> str:
    """Read a UUID of scapy's, which is a number or an object."""
    return full_uuid(str(field) if isinstance(field, uuid.UUID) else field)


SCAPY_FIELDS: dict[int, Callable[[Any], Meaning]] = {
    0x01: lambda p: {"value": int(p.flags)},
    0x08: lambda p: {"name": p.local_name.decode()},
    0x09: lambda p: {"name": p.local_name.decode()},
    0x0A: lambda p: {"dBm": p.level},
    0x0D: lambda p: {"majorClass": p.major_device_class, "minorClass": p.minor_device_class},
    0x0E: lambda p: {"value": p.hash.to_bytes(16).hex()},
    0x0F: lambda p: {"value": p.randomizer.to_bytes(16).hex()},
    0x10: lambda p: {
        "vendorSource": p.vendor_id_source,
        "vendor": p.vendor_id,
        "product": p.product_id,
        "version": p.version,
    },
    0x11: lambda p: {
        "value": p.oob_flags_field
        | p.le_supported << 1
        | p.previously_used << 2
        | p.address_type << 3
        | p.reserved << 4
    },
    0x12: lambda p: {"minimumMs": p.conn_interval_min * 1.25, "maximumMs": p.conn_interval_max * 1.25},
    0x17: lambda p: {"addresses": [p.bd_addr.upper()], "random": False},
    0x18: lambda p: {"addresses": [p.bd_addr.upper()], "random": True},
    0x19: lambda p: {"value": p.category << 6 | p.subcategory},
    0x1A: lambda p: {"units": p.advertising_interval},
    0x1B: lambda p: {"address": p.bd_addr.upper()},
    0x1C: lambda p: {"value": p.role},
    0x24: lambda p: {"scheme": p.scheme, "rest": p.uri_hier_part.decode()},
    0x30: lambda p: {"name": p.broadcast_name.decode()},
    0x3D: lambda p: {
        "flags": p.association_notification
        | p.battery_level_reporting << 1
        | p.send_battery_level_on_startup << 2
        | p.reserved << 3
        | p.factory_test_mode << 7,
        "pathLossThreshold": p.path_loss_threshold,
    },
    0xFF: lambda p: {"company": p.company_id, "data": bytes(p.payload).hex()},
}
SCAPY_FIELDS |= {kind: lambda p: {"uuids": [scapy_uuid(field) for field in p.svc_uuids]} for kind in range(0x02, 0x08)}
SCAPY_FIELDS |= {kind: lambda p: {"uuids": [scapy_uuid(p.svc_uuid)]} for kind in (0x14, 0x15)}
SCAPY_FIELDS |= {
    kind: lambda p: {"uuid": scapy_uuid(p.svc_uuid), "data": bytes(p.payload).hex()} for kind in (0x16, 0x20, 0x21)
}


def scapy_meaning(kind: int, value: bytes) -> Meaning | None:
    """What scapy says; None for a type that it does not know."""
    from scapy.layers.bluetooth import EIR_Hdr, EIR_Raw

    header = EIR_Hdr(bytes([len(value) + 1, kind]) + value)
    if isinstance(header.payload, EIR_Raw):
        return None
    header.clear_cache()  # so that it is written anew rather than kept
    return SCAPY_FIELDS[kind](header.payload) | {"bytes": bytes(header)[2:].hex()}
