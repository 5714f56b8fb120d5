#!/usr/bin/env python3
"""Generate logs in text, as people have them who have no capture: each holds the crash sensor SHS-2071.

    generate.py [OUTPUT_DIRECTORY]      (default: the folder of this script)

Every run writes the very same bytes. README.md says what each log is.
"""

import json
import sys
from pathlib import Path
from typing import Any

ADDRESS = "F0:F1:F2:F3:F4:F5"
SERVICE = bytes.fromhex("e41d510e5a11dbb9a9419e2aa0ffd0af")
ADVERTISING = bytes.fromhex("03190000020106") + b"\x09\x09SHS-2071"
SCAN_RESPONSE = b"\x11\x07" + SERVICE
EVENTS = 6
# A thermometer nearby, which hides nothing.
NEIGHBOUR = "A4:C1:38:11:22:33"
NEIGHBOUR_ADVERTISING = bytes.fromhex("0201060303d2fc0916d2fc40000102" + "2b09")


def firmware_log() -> str:
    """Return what a scanner on a microcontroller prints over its serial line: both blocks in hex, apart."""
    lines = ["rst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)", "\x1b[0;32mI (312) main: scanning actively\x1b[0m"]
    for number in range(EVENTS):
        milliseconds = 1000 + 150 * number
        lines.append(
            f"I ({milliseconds}) scan: {ADDRESS.lower()} (random) rssi {-60 - number % 3}"
            f" adv={ADVERTISING.hex()} rsp={SCAN_RESPONSE.hex()}"
        )
        lines.append(f"I ({milliseconds + 20}) scan: {NEIGHBOUR.lower()} rssi -71 adv={NEIGHBOUR_ADVERTISING.hex()}")
    lines.append("W (2000) wifi: reconnecting")
    return "\n".join(lines) + "\n"


def btmon_log() -> str:
    """Return what btmon of BlueZ 5.86 prints of the sensor, as far as people paste it."""
    lines = ["Bluetooth monitor ver 5.86"]
    frame = 10
    for number in range(EVENTS):
        for kind, name, data in (
            (0, "Connectable undirected - ADV_IND", ADVERTISING),
            (4, "Scan response - SCAN_RSP", SCAN_RESPONSE),
        ):
            seconds = 68.1 + 0.15 * number + 0.001 * kind / 4
            head = f"> HCI Event: LE Meta Event (0x3e) plen {12 + len(data)}"
            lines += [
                f"{head:<60}#{frame} [hci0] {seconds:.6f}",
                "      LE Advertising Report (0x02)",
                "        Num reports: 1",
                f"        Event type: {name} (0x{kind:02x})",
                "        Address type: Random (0x01)",
                f"        Address: {ADDRESS} (Static)",
                f"        Data length: {len(data)}",
                f"        Advertising Data[{len(data)}]: {data.hex()}",
            ]
            if kind == 0:
                lines += [
                    "        Appearance: Unknown (0x0000)",
                    "        Flags: 0x06",
                    "          LE General Discoverable Mode",
                    "          BR/EDR Not Supported",
                    "        Name (complete): SHS-2071",
                ]
            else:
                lines += ["        128-bit Service UUIDs (complete): 1 entry", "          Vendor specific"]
            lines.append("        RSSI: -60 dBm (0xc4)")
            frame += 1
    return "\n".join(lines) + "\n"


def esphome_log() -> str:
    """Return what ESPHome logs of the sensor at level VERY_VERBOSE: both blocks in one."""
    both = ADVERTISING + SCAN_RESPONSE
    data = ".".join(f"{octet:02X}" for octet in both)
    lines = []
    for number in range(EVENTS):
        head = f"[22:13:{20 + number}][VV][esp32_ble_tracker"
        lines += [
            f"{head}:341]: Parse Result:",
            f"{head}:343]:   Address: {ADDRESS} (RANDOM)",
            f"{head}:345]:   RSSI: -60",
            f"{head}:346]:   Name: 'SHS-2071'",
            f"{head}:368]: Adv data: {data} ({len(both)})",
        ]
    return "\n".join(lines) + "\n"


def bleak_log() -> str:
    """Return what Home Assistant logs at level DEBUG: values of both blocks, as bleak has them."""
    lines = []
    for number in range(EVENTS):
        time = f"2023-11-14 22:13:{20 + number}.{100 + number}"
        head = f"{time} DEBUG (MainThread) [habluetooth.manager] hci0 (00:1A:7D:DA:71:13) [connectable]:"
        lines += [
            f"{head} {ADDRESS} AdvertisementData(local_name='SHS-2071', service_uuids="
            f"['afd0ffa0-2a9e-41a9-b9db-115a0e511de4'], rssi={-60 - number % 3}) match: set()",
            f"{time} INFO (MainThread) [homeassistant.components.mqtt] connected",
            f"{head} {NEIGHBOUR} AdvertisementData(service_data={{'0000fcd2-0000-1000-8000-00805f9b34fb': "
            f"{bytes.fromhex('400001022b09')!r}}}, service_uuids=['0000fcd2-0000-1000-8000-00805f9b34fb'], rssi=-71)"
            " match: {'bthome'}",
        ]
    return "\n".join(lines) + "\n"


def react_native_log() -> str:
    """Return what logcat has of an app that prints each device of react-native-ble-plx: values, over several lines.

    The scan response was missed twice.
    """
    lines: list[str] = []
    for number in range(EVENTS):
        clock = f"11-14 22:13:{20 + number}.{100 + number}"
        head = f"{clock} 13235 14506 I ReactNativeJS: "
        services = "null" if number in (1, 3) else "[ 'afd0ffa0-2a9e-41a9-b9db-115a0e511de4' ]"
        lines += [
            f"{clock}  1235  1406 D BluetoothLeScanner: onScannerRegistered() - status=0 scannerId=7 mScannerId=0",
            f"{head}{{ overflowServiceUUIDs: null,",
            f"{head}  isConnectable: null,",
            f"{head}  localName: 'SHS-2071',",
            f"{head}  serviceUUIDs: {services},",
            f"{head}  serviceData: null,",
            f"{head}  manufacturerData: null,",
            f"{head}  mtu: 23,",
            f"{head}  rssi: {-60 - number % 3},",
            f"{head}  name: 'SHS-2071',",
            f"{head}  id: '{ADDRESS}',",
            f"{head}  _manager: {{ _activePromises: {{}} }} }}",
        ]
    return "\n".join(lines) + "\n"


def dumpsys() -> str:
    """Return what an Android phone tells of its apps' scans: one waits for the sensor, one for what it does not send."""

    def scan(start: str, length: int, words: str, mode: str, *filters: str) -> list[str]:
        config = f"      └ Scan Config: [ ScanMode={mode}, callbackType=ALL_MATCHES ]"
        return [f"    {start} - {length}ms {words} CB Regular Scan", config] + [
            f"      └ BluetoothLeScanFilter [ {one} ]" for one in filters
        ]

    def app(name: str, begun: int, ended: int, results: int) -> list[str]:
        return [
            f"  {name} (Registered)",
            f"  LE scans (started/stopped)                                  : {begun} / {ended}",
            f"  Total number of results                                     : {results}",
        ]

    ours = "ServiceUuid=afd0ffa0-2a9e-41a9-b9db-115a0e511de4"
    find_my = "ManufacturerId=76 ManufacturerData=[18, 25] ManufacturerDataMask=[-1, -1]"
    lines = [
        "Bluetooth Status", "  enabled: true", "  state: ON", "", "Profile: GattService", "", "GATT Scanner Map",
        "  Entries: 2", "", *app("com.example.crash", 3, 2, 14), "  Last 2 scans                                                :",
        *scan("11-14 22:11:02", 12034, "Filter 9 results (4)", "LOW_LATENCY", ours),
        *scan("11-14 22:12:10", 30012, "Back Filter 0 results (4)", "LOW_POWER", ours),
        "  Ongoing scans                                               :",
        *scan("11-14 22:13:20", 2010, "Filter 5 results (4)", "LOW_LATENCY", ours),
        "  Application ID                     : 4", "", *app("com.example.finder", 1, 0, 0),
        "  Ongoing scans                                               :",
        *scan("11-14 22:10:00", 202010, "Back Forced Filter 0 results (5)", "BALANCED", find_my),
        "", "GATT Client Map", "  Entries: 0", "",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def python_bytes(octets: bytes) -> dict[str, str]:
    """Return bytes as Home Assistant writes them into JSON."""
    return {"__type": "<class 'bytes'>", "repr": repr(octets)}


def scanner(name: str, source: str, kind: str, mode: str, connectable: bool, heard: dict[str, Any]) -> dict[str, Any]:
    """Return what diagnostics say of a scanner, and of the devices that it heard: strength, values, bytes."""
    told: dict[str, Any] = {
        "name": f"{name} ({source})", "connectable": connectable, "start_time": 100.0, "source": source, "scanning": True,
        "requested_mode": {"__type": "<enum 'BluetoothScanningMode'>", "repr": "<BluetoothScanningMode.AUTO: 'auto'>"},
        "current_mode": {
            "__type": "<enum 'BluetoothScanningMode'>", "repr": f"<BluetoothScanningMode.{mode.upper()}: '{mode}'>",
        },
        "type": kind, "last_detection": 998.5, "monotonic_time": 1000.0,
        "discovered_devices_and_advertisement_data": [
            {"name": values[0], "address": address, "rssi": rssi, "advertisement_data": values, "details": {}}
            for address, (rssi, values, _) in heard.items()
        ],
    }  # fmt: skip
    if kind != "HaScanner":
        told["raw_advertisement_data"] = {address: python_bytes(octets) for address, (_, _, octets) in heard.items()}
        told["time_since_last_device_detection"] = dict.fromkeys(heard, 2.5)
    return told


def diagnostics() -> str:
    """Return what Home Assistant's Bluetooth integration offers for download: an adapter, and a proxy that listens."""
    service = "0000fcd2-0000-1000-8000-00805f9b34fb"
    bthome = {service: python_bytes(bytes.fromhex("400001022b09"))}
    heard = {
        ADDRESS: (-63, ["SHS-2071", {}, {}, [], None, -63, []], ADVERTISING),
        NEIGHBOUR: (-71, [None, {}, bthome, [service], None, -71, []], NEIGHBOUR_ADVERTISING),
    }
    adapter = {"C2:11:22:33:44:55": (-80, ["Ruuvi 2F1A", {"1177": python_bytes(b"\x05\x01\x02")}, {}, [], None, -80, []], b"")}
    history = [
        {
            "name": values[0] or address, "address": address, "rssi": rssi, "manufacturer_data": values[1],
            "service_data": values[2], "service_uuids": values[3], "source": source, "connectable": connectable,
            "time": 997.5, "tx_power": None, "raw": python_bytes(octets) if octets else None,
        }
        for source, connectable, devices in (("E0:5A:1B:00:00:01", False, heard), ("00:1A:7D:DA:71:13", True, adapter))
        for address, (rssi, values, octets) in devices.items()
    ]  # fmt: skip
    manager = {
        "scanners": [
            scanner("office-proxy", "E0:5A:1B:00:00:01", "ESPHomeScanner", "passive", False, heard),
            scanner("hci0", "00:1A:7D:DA:71:13", "HaScanner", "active", True, adapter),
        ],
        "connectable_history": [entry for entry in history if entry["connectable"]],
        "all_history": history,
    }
    document = {"home_assistant": {"version": "2026.11.1"}, "data": {"manager": manager}}
    return json.dumps(document, indent=2) + "\n"


def manifest() -> str:
    """Return the manifest of an integration that waits for the sensor by its name and its service."""
    matchers: list[dict[str, Any]] = [
        {"local_name": "SHS-*", "service_uuid": "afd0ffa0-2a9e-41a9-b9db-115a0e511de4", "connectable": False},
        {"manufacturer_id": 1177, "manufacturer_data_start": [5]},
    ]
    return json.dumps({"domain": "crash_sensor", "bluetooth": matchers}, indent=2) + "\n"


def main() -> None:
    """Write the logs."""
    output = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    texts = {
        "firmware.log": firmware_log(), "btmon.log": btmon_log(), "esphome.log": esphome_log(), "bleak.log": bleak_log(),
        "home-assistant.json": diagnostics(), "manifest.json": manifest(), "react-native.log": react_native_log(),
        "dumpsys.txt": dumpsys(),
    }  # fmt: skip
    for name, text in texts.items():
        (output / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
