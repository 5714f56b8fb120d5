"""The 30-second test: a visitor pastes what is at hand, and reads the first sentence."""

from __future__ import annotations

import base64
import time
from typing import TYPE_CHECKING, Any

from browser import set_window
from shared import ROOT, Broken, expect

if TYPE_CHECKING:
    from collections.abc import Iterator

# A helmet whose service is in the scan response alone. Apps on a phone show both blocks as one.
ADVERTISING = "0319000002010609095348532d32303731"
RESPONSE = "1107e41d510e5a11dbb9a9419e2aa0ffd0af"
SERVICE = "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"
BOTH = bytes.fromhex(ADVERTISING + RESPONSE)
ADDRESS = "C3:11:22:33:44:55"
# Seconds from the paste until the sentence.
LONGEST = 30


def forms() -> Iterator[tuple[str, str]]:
    """What people paste: a name, and the text."""
    log = (ROOT / "Fixtures/logs/btmon.log").read_text("utf-8")
    firmware = (ROOT / "Fixtures/logs/firmware.log").read_text("utf-8")
    esphome = (ROOT / "Fixtures/logs/esphome.log").read_text("utf-8")
    yield "RAW of nRF Connect", "0x" + BOTH.hex().upper()
    yield "the table of nRF Connect", table()
    yield "hex with spaces", BOTH.hex(" ")
    yield "an array of C", "static const uint8_t raw[] = { " + ", ".join(f"0x{octet:02x}" for octet in BOTH) + " };"
    yield "bytes of Java", "[" + ", ".join(str(octet - 256 if octet > 127 else octet) for octet in BOTH) + "]"
    yield "bytes of Python", repr(BOTH)
    yield "base64", base64.b64encode(BOTH).decode()
    yield "a hex dump", dump()
    yield "lines of btmon", log[: log.index("> HCI", log.index("Scan response"))]
    yield "a line of a firmware's log", next(line for line in firmware.splitlines() if "adv=" in line)
    yield "a line of ESPHome", next(line for line in esphome.splitlines() if "Adv data" in line)
    yield "hcidump -R", "\n".join(hcidump(event) for event in events())
    yield "hcidump -x", "\n\n".join(dumped(event) for event in events())
    yield "noble with DEBUG=hci", noble()
    yield "hex of events, as Wireshark copies it", "".join(event.hex() for event in events())
    yield "hex without leading zeros", "-".join(f"{octet:X}" for octet in BOTH)
    yield "a line of an app's log", f"D  Scanned Device {{mac={ADDRESS}, rssi=-44, rawData={BOTH.hex(' ').upper()} }}"
    yield "JSON of a gateway", f'{{"mac":"c31122334455","payload":"{BOTH.hex()}","name":"SHS-2071","rssi":-81}}'
    yield "lines of a program for Zephyr", PROGRAM


# Ten lines, without a function around them.
PROGRAM = """static const struct bt_data ad[] = {
	BT_DATA_BYTES(BT_DATA_FLAGS, (BT_LE_AD_GENERAL | BT_LE_AD_NO_BREDR)),
	BT_DATA(BT_DATA_NAME_COMPLETE, "SHS-2071", 8),
};
static const struct bt_data sd[] = {
	BT_DATA_BYTES(BT_DATA_UUID128_ALL, BT_UUID_128_ENCODE(0xafd0ffa0, 0x2a9e, 0x41a9, 0xb9db, 0x115a0e511de4)),
};

err = bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), sd, ARRAY_SIZE(sd));
"""


def values() -> Iterator[tuple[str, str]]:
    """What people paste that has names and services, and no bytes."""
    yield "Android's ScanResult", (
        f"onScanResult() - ScanResult{{mDevice={ADDRESS}, mScanRecord=ScanRecord [mAdvertiseFlags=6, mServiceUuids=[{SERVICE}], "
        "mManufacturerSpecificData={}, mServiceData={}, mTxPowerLevel=-2147483648, mDeviceName=SHS-2071], mRssi=-41, "
        "mTimestampNanos=2112780591420409}"
    )
    yield "bleak", f"{ADDRESS}: SHS-2071 AdvertisementData(local_name='SHS-2071', service_uuids=['{SERVICE}'], rssi=-60)"
    yield "a library of the ESP32", f"Advertised Device: Name: SHS-2071, Address: {ADDRESS.lower()}, serviceUUID: {SERVICE}"
    yield "Core Bluetooth's dictionary", (
        'Discovered {\n    kCBAdvDataIsConnectable = 1;\n    kCBAdvDataLocalName = "SHS-2071";\n    kCBAdvDataServiceUUIDs =     (\n'
        f'        "{SERVICE.upper()}"\n    );\n}}'
    )
    yield "bluetoothctl", f"Device {ADDRESS} (random)\n\tName: SHS-2071\n\tUUID: Vendor specific           ({SERVICE})\n\tRSSI: -60\n"
    yield "bluepy", f"Device {ADDRESS.lower()} (random), RSSI=-60 dB\n  Flags = 06\n  Complete 128b Services = {SERVICE}\n"


def events() -> list[bytes]:
    """The advertisement and its answer as HCI events, with the octet 04 before them (Core Vol 4 Part E 7.7.65.2)."""
    both = []
    for kind, data in ((0, ADVERTISING), (4, RESPONSE)):
        body = bytes([2, 1, kind, 1]) + bytes.fromhex(ADDRESS.replace(":", ""))[::-1] + bytes([len(data) // 2])
        body += bytes.fromhex(data) + b"\xc4"
        both.append(bytes([4, 0x3E, len(body)]) + body)
    return both


def hcidump(event: bytes) -> str:
    """Rows of twenty octets."""
    rows = [event[start : start + 20].hex(" ").upper() for start in range(0, len(event), 20)]
    return "> " + "\n  ".join(rows)


def dumped(event: bytes) -> str:
    """Rows with offsets and characters."""
    rows = []
    for start in range(0, len(event), 16):
        row = event[start : start + 16]
        text = "".join(chr(octet) if 32 <= octet < 127 else "." for octet in row)
        rows.append(f"{start:04x}: {row[:8].hex(' ')}  {row[8:].hex(' '):<23}  {text}")
    return "> " + "\n  ".join(rows)


def noble() -> str:
    """Each event, and its parts below it."""
    lines = []
    for event in events():
        lines += [f"  hci onSocketData: {event.hex()} +1s", "  hci \tevent type = 4 +1ms", "  hci \tsub event type = 62 +0ms"]
        lines += [f"  hci \t\t\taddress = {ADDRESS.lower()} +0ms", f"  hci \t\t\teir = {event[14:-1].hex()} +0ms"]
    return "\n".join(lines)


def table() -> str:
    """The structures in lines."""
    lines, place = ["LEN.\tTYPE\tVALUE"], 0
    while place < len(BOTH):
        length = BOTH[place]
        lines.append(f"{length}\t0x{BOTH[place + 1]:02X}\t0x{BOTH[place + 2 : place + 1 + length].hex().upper()}")
        place += length + 1
    return "\n".join(lines)


def dump() -> str:
    """As xxd writes it."""
    lines = []
    for place in range(0, len(BOTH), 16):
        part = BOTH[place : place + 16]
        pairs = " ".join(part[index : index + 2].hex() for index in range(0, len(part), 2))
        text = "".join(chr(octet) if 32 <= octet < 127 else "." for octet in part)
        lines.append(f"{place:08x}: {pairs:<39}  {text}")
    return "\n".join(lines)


def check_leads(page: Any) -> tuple[int, float]:
    """Paste each form with keys alone, wide and narrow; return how many, and the longest wait in seconds."""
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    def press(*keys: str) -> None:
        ActionChains(page.browser).send_keys(*keys).perform()

    count, longest = 0, 0.0
    permissions = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"], "origin": page.address}
    page.browser.execute_cdp_cmd("Browser.grantPermissions", permissions)
    for width in (1280, 380):
        set_window(page.browser, width, False)
        for name, text in forms():
            page.load()
            page.wait("document.getElementById('answer').dataset.state === 'shown'")
            example = page.text("verdict")
            expect(SERVICE in example, f"the landing page answers {example!r}")
            for _ in range(12):
                if page.browser.execute_script("return document.activeElement.id") == "advertising":
                    break
                press(Keys.TAB)
            else:
                raise Broken("Tab does not reach the first box")
            page.run("await navigator.clipboard.writeText(given)", text)
            begin = time.monotonic()
            ActionChains(page.browser).key_down(Keys.CONTROL).send_keys("v").key_up(Keys.CONTROL).perform()
            page.wait("document.getElementById('is-example').hidden && !document.getElementById('answer').hidden")
            # What a log holds is opened in a second step.
            page.wait("document.getElementById('answer').dataset.state === 'shown' && document.querySelector('.sentence')")
            longest = max(longest, time.monotonic() - begin)
            said = page.browser.execute_script("return document.querySelector('.sentence').textContent")
            first = page.browser.execute_script("return document.getElementById('verdict').firstElementChild.className")
            expect(first.startswith("sentence"), f"{name}: {first} comes before the sentence")
            expect(
                SERVICE in said and "iOS, app in the background" in said and "only in scan response" in said,
                f"{name}, {width} pixels: the first sentence is {said!r}",
            )
            room = page.browser.execute_script("return [document.documentElement.clientWidth, document.documentElement.scrollWidth]")
            expect(room[1] <= room[0], f"{name}: {room[1]} pixels wide in {room[0]}")
            count += 1
    expect(longest <= LONGEST, f"the sentence came after {longest:.0f} s")
    check_question(page)
    count += check_values(page)
    return count, longest


def check_values(page: Any) -> int:
    """Values without bytes, and bytes of which it is not known which is which, are told so; return how many."""
    count = 0
    for name, text in values():
        said = paste(page, text, "document.querySelector('#devices .sentence')")
        expect(said.startswith("Not known") and SERVICE in said and "scan response" in said, f"{name}: the first sentence is {said!r}")
        count += 1
    buffers = ", ".join(f"<Buffer {bytes.fromhex(octets).hex(' ')}>" for octets in (ADVERTISING, RESPONSE))
    said = paste(page, f"startAdvertising [ {buffers} ]", "document.querySelector('#verdict .sentence')")
    expect(SERVICE in said, f"two buffers: the page says {said!r}")
    said = paste(page, f"one packet is {ADVERTISING}, and another is {RESPONSE}", "document.querySelector('#devices h2')")
    expect("Which" in said, f"two payloads: the page says {said!r}")
    page.browser.find_elements("css selector", "#devices .choices button")[1].click()
    page.wait(f"document.getElementById('scan-response').value.replaceAll(' ', '') === '{RESPONSE}'")
    said = paste(page, "rc = 4 ble_gap_adv_set_fields", "document.querySelector('#devices .fix')")
    expect("name" in said, f"an error: the page says {said!r}")
    said = paste(page, "manufacturer_data={89: b'\\x01\\x02'}", "document.querySelector('#first .reading')")
    expect("structure" in said, f"a value: the page says {said!r}")
    said = paste(page, "There is a text here, and nothing of a device is in it.", "document.getElementById('told')")
    expect("no bytes" in said, f"a text: the page says {said!r}")
    sketch = (
        '#include <BLEDevice.h>\nvoid setup() {\n  BLEDevice::init("Lamp");\n  BLEAdvertising *advertising = BLEDevice::getAdvertising();\n'
        f'  advertising->addServiceUUID("{SERVICE}");\n  BLEDevice::startAdvertising();\n}}\n'
    )
    said = paste(page, sketch, "document.querySelector('#devices form label')")
    expect("version" in said.lower(), f"a sketch whose version matters: the page says {said!r}")
    page.browser.find_element("id", "version-esp32-ble").send_keys("2\n")
    page.wait("document.querySelector('#devices [data-layout]') && document.querySelector('#verdict .sentence')")
    return count + 6


def paste(page: Any, text: str, what: str) -> str:
    """Put a text into the first box; return what an element then says."""
    page.load()
    page.wait("document.getElementById('answer').dataset.state === 'shown'")
    page.run(
        """
        const answered = new Promise((done) => addEventListener("answered", done, { once: true }));
        document.getElementById("advertising").value = given;
        document.getElementById("advertising").dispatchEvent(new Event("input"));
        await answered;
        """,
        text,
    )
    page.wait(f"{what}?.textContent")
    return page.browser.execute_script(f"return {what}.textContent")


def check_question(page: Any) -> None:
    """The system and the service that are chosen are those of the sentence."""
    for system, words in {"windows": "Windows, as it scans by default, does not find", "ios-foreground": "finds service"}.items():
        page.load(f"system={system}")
        page.wait("document.getElementById('answer').dataset.state === 'shown'")
        said = page.browser.execute_script("return document.querySelector('.sentence').textContent")
        expect(words in said, f"{system}: the sentence is {said!r}")
    page.load("service=heart+rate&system=android")
    page.wait("document.getElementById('answer').dataset.state === 'shown'")
    said = page.browser.execute_script("return document.querySelector('.sentence').textContent")
    expect("180d" in said and "Android" in said, f"another service: the sentence is {said!r}")
