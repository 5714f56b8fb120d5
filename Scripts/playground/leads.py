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
    return count, longest


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
