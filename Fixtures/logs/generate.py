#!/usr/bin/env python3
"""Generate logs in text, as people have them who have no capture: each holds the crash sensor SHS-2071.

    generate.py [OUTPUT_DIRECTORY]      (default: the folder of this script)

Every run writes the very same bytes. README.md says what each log is.
"""

import sys
from pathlib import Path

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


def main() -> None:
    """Write the logs."""
    output = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    for name, text in (("firmware", firmware_log()), ("btmon", btmon_log()), ("esphome", esphome_log())):
        (output / f"{name}.log").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
