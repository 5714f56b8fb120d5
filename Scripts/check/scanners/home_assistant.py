"""Home Assistant's own code: what it hears of layouts, and how it scans. Run by check-scanners in an environment with it.

Standard input: a list of layouts in JSON, each with its advertising data and scan response as hex. Standard output: for
each, what a remote scanner delivers of the advertising data alone, and of both; and the constants of its scans.
"""

import asyncio
import importlib.metadata
import json
import sys
import time
from typing import Any

from bluetooth_adapters import get_adapters
from habluetooth import BaseHaRemoteScanner, BluetoothManager, BluetoothScanningMode, const, scanner_bleak, set_manager


def heard(scanner: BaseHaRemoteScanner, address: str, payloads: list[str]) -> dict[str, Any] | None:
    """Give a remote scanner raw advertisements of one device; what it knows of it afterwards."""
    for payload in payloads:
        if payload:
            scanner._async_on_raw_advertisement(address, -50, bytes.fromhex(payload), {}, time.monotonic())  # noqa: SLF001
    info = scanner._previous_service_info.get(address)  # noqa: SLF001
    if info is None:
        return None
    return {
        "name": info.name,
        "services": info.service_uuids,
        "serviceData": {uuid: data.hex() for uuid, data in info.service_data.items()},
        "manufacturerData": {f"{company:04x}": data.hex() for company, data in info.manufacturer_data.items()},
    }


async def main() -> None:
    """Hear everything."""
    manager = BluetoothManager(get_adapters(), None)
    manager._loop = asyncio.get_running_loop()  # noqa: SLF001
    set_manager(manager)
    answers = []
    for number, layout in enumerate(json.load(sys.stdin)):
        scanners = [BaseHaRemoteScanner(f"proxy {number} {side}", "proxy", None, True) for side in range(2)]
        address = f"C0:00:00:00:{number >> 8:02X}:{number & 255:02X}"
        answers.append({
            "passive": heard(scanners[0], address, [layout["adv"]]),
            # A proxy of ESPHome hands on both blocks as one.
            "active": heard(scanners[1], address, [layout["adv"] + layout["response"]]),
        })  # fmt: skip
    modes = {mode.name: scanner_bleak._resolve_radio_mode(mode).name for mode in BluetoothScanningMode}  # noqa: SLF001
    told = {
        "versions": {
            name: importlib.metadata.version(name) for name in ("habluetooth", "bleak", "bluetooth-data-tools")
        },
        "flags": [f"{value:02x}" for value in scanner_bleak.PASSIVE_SCAN_FLAGS],
        "windows": [const.AUTO_INITIAL_SWEEP_DELAY, const.AUTO_REDISCOVERY_INTERVAL, const.AUTO_REDISCOVERY_SWEEP_DURATION],
        "modes": modes, "answers": answers,
    }  # fmt: skip
    json.dump(told, sys.stdout)


asyncio.run(main())
