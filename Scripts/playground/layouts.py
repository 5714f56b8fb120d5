"""What is pasted into the playground: layouts of rules, fixtures and hostile texts, and random ones."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from shared import ROOT, document

HOSTILE = ROOT / "Tests" / "CLITests" / "Hostile" / "HostileTexts.swift"
KINDS = "ADV_IND ADV_SCAN_IND ADV_NONCONN_IND ADV_DIRECT_IND EXT_CONNECTABLE EXT_SCANNABLE EXT_NONCONNECTABLE".split()


def example_layouts(advert: str) -> Iterator[dict[str, str]]:
    """Give the layouts of the examples of all rules."""
    rules = document(advert, "rules")["rules"]
    for example in (example for rule in rules for example in rule["examples"]):
        kind = "ADV_IND"
        lines = [line.replace("↓", "") for line in example["input"]]
        for index, line in enumerate(lines):
            key, value = line[:15].strip(), line[15:]
            if key == "PDU":
                kind = value
            elif key == "advertising":
                following = lines[index + 1] if index + 1 < len(lines) else ""
                response = following[15:] if following.startswith("scan response  ") else ""
                layout = {"adv": value, "scan-response": response, "pdu": kind}
                kind = "ADV_IND"
                if re.fullmatch(r"[0-9a-f ]+", value) and re.fullmatch(r"[0-9a-f ]*", response):
                    yield layout


def fixture_layouts() -> Iterator[dict[str, str]]:
    """Give the layouts of the fixtures in hex."""
    for path in sorted(ROOT.glob("Fixtures/**/*.hex")):
        adv = ""
        for line in [*path.read_text("utf-8").splitlines(), "end: "]:
            key, _, value = line.partition(": ")
            if key == "scan-response":
                yield {"adv": adv, "scan-response": value, "pdu": "ADV_IND"}
                adv = ""
            elif re.fullmatch(r"[\w-]+", key):
                if adv:
                    yield {"adv": adv, "scan-response": "", "pdu": "ADV_IND"}
                adv = value


def hostile_layouts() -> Iterator[dict[str, str]]:
    """Give names that are the hostile texts of the tests."""
    escapes = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "'": "'", "\\": "\\", "0": "\0"}
    for text in re.findall(r'": Array\("((?:[^"\\]|\\.)*)"\.utf8\)', HOSTILE.read_text("utf-8")):
        octets = re.sub(
            r"\\(?:u\{([0-9A-F]+)\}|(.))",
            lambda match: chr(int(match[1], 16)) if match[1] else escapes[match[2]], text,
        ).encode()[:200]  # fmt: skip
        yield {
            "adv": "020106" + bytes([len(octets) + 1, 9]).hex() + octets.hex(),
            "scan-response": "",
            "pdu": "EXT_CONNECTABLE",
        }


def random_paste(chance: random.Random) -> tuple[str, str, str]:
    """Structures, octets or characters, for both boxes."""

    def text() -> str:
        way = chance.randrange(4)
        if way == 0:
            return "".join(chr(chance.choice((32, 44, 48, 65, 97, 120, 0x202E, 10, 34, 92)) + chance.randrange(6))
                           for _ in range(chance.randrange(80)))  # fmt: skip
        octets = b""
        for _ in range(chance.randrange(1, 5)):
            value = chance.randbytes(chance.randrange(0, 24))
            octets += bytes([len(value) + 1, chance.choice((1, 2, 3, 7, 8, 9, 10, 0x16, 0x20, 0x21, 0x24, 0xFF, chance.randrange(256)))])
            octets += value
        if way == 1 and octets:
            octets = octets[: chance.randrange(len(octets))]
        return octets.hex(" " if way == 2 else "", 1) if way == 2 else octets.hex()

    return text(), text() if chance.random() < 0.4 else "", chance.choice(KINDS)
