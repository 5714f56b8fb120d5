"""What peers read of beacons, of platforms and of devices whose makers have a protocol of their own."""

import re
from collections.abc import Callable

from peers.case import ADDRESS, Case, Peer, Values
from peers.decoders import home_assistant, theengs, translated


def platforms() -> list[Case]:
    """One for each form."""
    from bluetooth_mesh.network.mesh import UnprovisionedDeviceBeacon
    from aioshelly.ble.manufacturer_data import ALLTERCO_MFID, parse_shelly_manufacturer_data
    from chefiq_ble import ChefIqBluetoothDeviceData

    def mesh(_: int, data: bytes) -> Values:
        read = vars(UnprovisionedDeviceBeacon.unpack(data))
        return read | {"uri_hash": int.from_bytes(read["uri_hash"])} if read["uri_hash"] else read

    def shelly(_: int, data: bytes) -> Values:
        read = parse_shelly_manufacturer_data({ALLTERCO_MFID: data}) or {}
        return read | {"flags": int(read["flags"]).to_bytes(2, "little").hex()}

    provisioning = {"uuid": "uuid", "oob": "oob", "uri_hash": "uriHash"}
    names = {"food_temperature": "temperature", "probe_tip_1_temperature": "tip", "probe_tip_2_temperature": "probe1",
             "probe_tip_3_temperature": "probe2"}  # fmt: skip
    since_5 = {"ambient_temperature": "ambient", "probe_tip_4_temperature": "probe3"}
    cooking = translated(
        home_assistant(ChefIqBluetoothDeviceData, service_data=False),
        lambda read: {name: read.get(name) for name in names | since_5},
    )
    return [
        Case("meshProvisioning", "?" * 36, Peer("bluetooth-mesh-network", mesh), provisioning, service=0x1827),
        Case("meshProvisioning", "?" * 44, Peer("bluetooth-mesh-network", mesh), provisioning, service=0x1827),
        Case("shelly", "01????" + "0b????" + "0a" + "?" * 12, Peer("aioshelly", shelly),
             {"flags": "flags", "model_id": "model", "mac": "address"}, company=0x0BA9),
        Case("exposureNotification", "?" * 40, theengs(True), {"rpi": "id", "aem": "encryptedMetadata"},
             service=0xFD6F),
        Case("chefIQ", "0120" + "????" + "????" + "??0?" * 5 + "????", cooking,
             names | {"battery_percent": "battery"}, company=0x05CD),
        Case("chefIQ", "0150" + "??0?" * 6 + "????????", cooking, names | since_5, company=0x05CD),
        Case("chefIQ", "0150" + "??f?" * 6 + "????????", cooking, names | since_5, company=0x05CD),
        Case("enOcean", "????????" + "??" + "????????", Peer("enocean-ble", en_ocean),
             {name: name for name in ("sequence", "pressed", "a0", "a1", "b0", "b1", "signature")}, company=0x03DA,
             within=lambda d: d[4] < 0x20),
        Case("victron", "10" + "?" * 24, Peer("victron-ble", victron),
             {"prefix": "prefix", "model": "model", "readout": "readout", "counter": "counter", "check": "keyCheck"},
             company=0x02E1, within=lambda d: d[4] in {1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 15}),
        *eddystone_cases(),
        *remote_id_cases(),
    ]  # fmt: skip


def en_ocean(number: int, data: bytes) -> Values:
    """What enocean-ble reads of a switch."""
    from enocean_ble.decoder import PTM215BDecoder
    from home_assistant_bluetooth import BluetoothServiceInfo

    read = PTM215BDecoder(BluetoothServiceInfo("", ADDRESS, -60, {number: data}, {}, [], ""))
    return {
        "sequence": int.from_bytes(read._seq_counter_le, "little"), "pressed": read.is_press_action,
        "signature": read.signature.hex(),
        **{name: getattr(read, f"{name}_action") for name in ("a0", "a1", "b0", "b1")},
    }  # fmt: skip


def victron(_: int, data: bytes) -> Values:
    """What victron-ble reads without a key."""
    from victron_ble.devices import detect_device_type

    kind = detect_device_type(data)
    if kind is None:
        return {}
    words = {
        "AcCharger": "AC charger", "DcDcConverter": "DC/DC converter", "DcEnergyMeter": "DC energy meter",
        "LynxSmartBMS": "Lynx smart BMS", "MultiRS": "multi RS", "OrionXS": "Orion XS", "VEBus": "VE.Bus",
    }  # fmt: skip
    read = kind("").parse_container(data)
    return {
        "prefix": read.prefix >> 8, "model": read.model_id, "counter": read.iv, "check": read.encrypted_data[:1].hex(),
        "readout": words.get(kind.__name__) or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.__name__),
    }  # fmt: skip


def eddystone_cases() -> list[Case]:
    """One for each frame."""
    from scapy.contrib.eddystone import Eddystone_Frame, Eddystone_URL

    def values(_: int, data: bytes) -> Values:
        frame = Eddystone_Frame(data)
        read: Values = {}
        layer = frame
        while layer:
            for name, value in layer.fields.items():
                value = layer.get_field(name).i2h(layer, value)
                number = name in {"salt", "mic"}
                read[name] = value if not isinstance(value, bytes) else int.from_bytes(value) if number else value.hex()
            layer = layer.payload
        if Eddystone_URL in frame:
            # Octets that no address may have are shown as what they are.
            address = frame[Eddystone_URL].to_url()
            read["url"] = "".join(chr(octet) if 0x20 < octet < 0x7F else f"%{octet:02x}" for octet in address)
        return read | {"seconds": read["sec_cnt"] / 10} if "sec_cnt" in read else read

    scapy = Peer("scapy", values)
    power = {"tx_power": "txPowerAt0m"}

    def case(shape: str, names: dict[str, str], within: Callable[[bytes], bool] = lambda _: True) -> Case:
        return Case("eddystone", shape, scapy, names, service=0xFEAA, within=within)

    return [
        case("00??" + "?" * 32 + "0000", power | {"namespace": "namespace", "instance": "instance"}),
        case("10??" + "0?" + "6578616d706c65" + "0?" + "????", power | {"url": "url"},
             lambda d: d[2] < 4 and d[10] < 14 and min(d[11:]) > 0x20 and max(d[11:]) < 0x7F),
        case("2000" + "?" * 24,
             {"batt_mv": "batteryMillivolts", "temperature": "temperature", "adv_cnt": "advertisements",
              "seconds": "uptimeSeconds"}, lambda d: any(d[2:4]) and d[4:6] != b"\x80\0"),
        case("2001" + "?" * 32, {"etlm": "encrypted", "salt": "salt", "mic": "check"}),
        case("30??" + "?" * 16, power | {"eid": "id"}),
    ]  # fmt: skip


def remote_id_cases() -> list[Case]:
    """One for each message that homewatch reads. It tells no zero of a coordinate, which is the equator."""
    from homewatch.remoteid import from_ble_service_data

    statuses = ["undeclared", "ground", "airborne", "emergency"]
    read = translated(
        Peer("homewatch", lambda _, data: from_ble_service_data(data)),
        lambda read: {"status": statuses.index(read["status"])} if read.get("status") in statuses else {},
    )

    def case(message: str, names: dict[str, str], within: Callable[[bytes], bool] = lambda _: True) -> Case:
        return Case("remoteID", "0d??" + message, read, names, service=0xFFFA, within=within)

    # The specification's height that is not known, and the peer's.
    unknown = (b"\0\0", b"\xff\xff")

    def low(data: bytes, *tops: int) -> bool:
        return all(data[top] < 0x20 for top in tops)

    return [
        case("02" + "1?" + "4?" * 20 + "000000", {"basic_id": "id"}, lambda d: 0x40 not in d[4:24]),
        case("12" + "??" + "??????" + "?" * 16 + "????" + "????" + "????" + "????" + "????" + "0000",
             {"lat": "latitude", "lon": "longitude", "speed_ms": "speed", "alt_m": "geodeticAltitude",
              "height_agl_m": "height", "status": "status"},
             lambda d: low(d, 10, 14) and d[3] >> 4 < 4 and d[17:19] not in unknown and d[19:21] not in unknown),
        case("32" + "00" + "4?" * 23, {"description": "text"}),
        case("42" + "00" + "?" * 16 + "?" * 30, {"operator_lat": "latitude", "operator_lon": "longitude"},
             lambda d: low(d, 7, 11)),
        case("52" + "00" + "4?" * 20 + "000000", {"operator_id": "id"}),
    ]  # fmt: skip
