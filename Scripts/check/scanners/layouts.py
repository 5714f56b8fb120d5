"""Layouts to ask scanners about: one for each thing that decides a verdict, and seeded mixtures of them."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

from captures import structures

SHORT = "180f"
LONG = "0abc7e10-5a11-4b0b-9d41-1f2e3d4c5b6a"
NAME = "BENCH"
COMPANY = "05f1"
BEGINNING = "0102"
DATA = "2a2b"

FLAGS = ["00", "01", "02", "04", "05", "06", "18", "1a"]
LEGACY = ["ADV_IND", "ADV_SCAN_IND", "ADV_NONCONN_IND"]
# How many octets the company or the UUID of data takes, by AD type.
HEADERS = {0x16: 2, 0x20: 4, 0x21: 16, 0xFF: 2}
EXTENDED = ["EXT_CONNECTABLE", "EXT_SCANNABLE", "EXT_NONCONNECTABLE"]


@dataclass(frozen=True)
class Layout:
    """What one device sends."""

    pdu: str
    adv: str
    response: str
    random: bool = True
    # What the first octet of the address has in its two upper bits: static, resolvable, non-resolvable.
    kind: int = 0xC0

    @property
    def is_scannable(self) -> bool:
        """Whether a scanner can ask for a scan response."""
        return self.pdu in {"ADV_IND", "ADV_SCAN_IND", "EXT_SCANNABLE"}

    @property
    def is_extended(self) -> bool:
        """Whether the advertising is extended."""
        return self.pdu.startswith("EXT_")

    @property
    def repeats_a_type(self) -> bool:
        """Whether an AD type comes twice in the advertising data, or in what extended advertising has for them."""
        octets = bytes.fromhex(self.response if self.pdu == "EXT_SCANNABLE" else self.adv)
        types = [kind for kind, _ in structures(octets)]
        return len(set(types)) < len(types)

    @property
    def repeats_a_field(self) -> bool:
        """Whether a name, data of a company or data of a service come with two values."""
        values: dict[str, set[bytes]] = {}
        for block in (self.adv, self.response):
            for kind, value in structures(bytes.fromhex(block)):
                header = HEADERS.get(kind, 0)
                field = "name" if kind in {0x08, 0x09} else f"{kind} {value[:header].hex()}" if header else ""
                values.setdefault(field, set()).add(value)
        return any(len(found) > 1 for field, found in values.items() if field)

    @property
    def is_odd(self) -> bool:
        """Whether receivers take it apart in different ways."""
        for octets in (bytes.fromhex(self.adv), bytes.fromhex(self.response)):
            found = structures(octets)
            if any(octets[sum(2 + len(value) for _, value in found) :]):
                return True
            if any(kind == 0x26 or len(value) < HEADERS.get(kind, 0) for kind, value in found):
                return True
        return False

    @property
    def address_words(self) -> str:
        """The address as a manifest calls it."""
        if not self.random:
            return "public"
        return {0xC0: "random-static", 0x40: "random-resolvable", 0x00: "random-non-resolvable"}[self.kind]


def ad(kind: int, value: str) -> str:
    """Give one AD structure as hex."""
    return f"{len(value) // 2 + 1:02x}{kind:02x}{value}"


def reversed_hex(text: str) -> str:
    """Give octets in the other order."""
    return bytes.fromhex(text.replace("-", ""))[::-1].hex()


# What one block can hold besides Flags. Each item is a list of AD structures.
PIECES = {
    "nothing": "",
    "short list": ad(0x03, reversed_hex(SHORT)),
    "incomplete list": ad(0x02, reversed_hex("1826") + reversed_hex(SHORT)),
    "wide list": ad(0x05, reversed_hex("0000" + SHORT)),
    "long list": ad(0x07, reversed_hex(LONG)),
    "another list": ad(0x03, reversed_hex("1826")),
    "short data": ad(0x16, reversed_hex(SHORT) + DATA),
    "long data": ad(0x21, reversed_hex(LONG) + DATA),
    "name": ad(0x09, NAME.encode().hex()),
    "short name": ad(0x08, NAME.encode().hex()),
    "padded name": ad(0x09, NAME.encode().hex() + "0000"),
    "another name": ad(0x09, b"OTHER".hex()),
    "company": ad(0xFF, reversed_hex(COMPANY) + BEGINNING + "77"),
    "another company": ad(0xFF, reversed_hex("05f2") + BEGINNING),
    "other data of the company": ad(0xFF, reversed_hex(COMPANY) + "0909"),
    "power": ad(0x0A, "04"),
    "other short data": ad(0x16, reversed_hex(SHORT) + "0909"),
    "short name of another": ad(0x08, b"BEN".hex()),
}

# Two values of one field.
REPEATED = [
    ("name", "another name"),
    ("name", "short name of another"),
    ("company", "other data of the company"),
    ("short data", "other short data"),
]


# What receivers take apart in different ways: zeros, half a company, half a UUID, a transport block of a length from 0x80,
# and a company and a UUID without content.
ODD = [
    "00", "0000000000", ad(0xFF, "4c"), ad(0x16, "0f"), ad(0x26, "01028401"), ad(0xFF, reversed_hex(COMPANY)),
    ad(0x16, reversed_hex(SHORT)),
]  # fmt: skip


def layouts(count: int, seed: int) -> list[Layout]:
    """Give the systematic layouts, then mixtures until there are as many as asked for."""
    found: list[Layout] = []

    def add(*arguments: str, **more: object) -> None:
        layout = Layout(*arguments, **more)  # type: ignore[arg-type]
        if fits(layout) and layout not in found:
            found.append(layout)

    six = ad(1, "06")
    # The classic case first, and what is known of it.
    add("ADV_IND", six + PIECES["name"], PIECES["long list"])
    add("ADV_IND", six + PIECES["long list"], PIECES["name"])
    add("ADV_IND", six, PIECES["short list"])
    add("ADV_IND", PIECES["short list"] + PIECES["name"], "")
    add("ADV_IND", ad(1, "04") + PIECES["short list"] + PIECES["name"], "")
    # Of a field that occurs twice, receivers keep one value.
    for one, other in REPEATED:
        for first, last in ((one, other), (other, one)):
            add("ADV_IND", six + PIECES[first], PIECES[last])
            add("ADV_IND", six + PIECES[first] + PIECES[last], "")
    # What is asked for after a zero length octet, and beside data that are too short or without content.
    for odd in ODD:
        for piece in ("short list", "name"):
            add("ADV_IND", six + odd + PIECES[piece], "")
        add("ADV_IND", six + PIECES["name"], odd + PIECES["short list"])
        add("ADV_IND", six + PIECES["name"] + odd, PIECES["short list"])
    add("ADV_DIRECT_IND", "", "")
    for value in FLAGS:
        add("ADV_IND", ad(1, value) + PIECES["name"], "")
        add("ADV_NONCONN_IND", ad(1, value) + PIECES["short list"], "")
        add("EXT_NONCONNECTABLE", ad(1, value) + PIECES["name"], "")
    for one, other in itertools.product(["04", "06"], repeat=2):
        add("ADV_IND", ad(1, one) + PIECES["name"] + ad(1, other), "")
        add("ADV_IND", ad(1, one) + PIECES["name"], ad(1, other))
    for piece, pdu in itertools.product(PIECES.values(), ["ADV_IND", "ADV_SCAN_IND"]):
        add(pdu, six + piece, "")
        add(pdu, six, piece)
    for piece in PIECES.values():
        add("ADV_IND", piece, "")
        add("ADV_NONCONN_IND", six + piece, "")
        add("EXT_CONNECTABLE", six + piece, "")
        add("EXT_SCANNABLE", "", six + piece)
        add("EXT_NONCONNECTABLE", piece, "")
    for kind in (0x40, 0x00):
        add("ADV_IND", six + PIECES["short list"], PIECES["name"], kind=kind)
    dice = random.Random(seed)
    while len(found) < count:
        pdu = dice.choice(LEGACY + LEGACY + EXTENDED)
        blocks = ["", ""]
        for piece in dice.sample(list(PIECES.values()), dice.randint(1, 4)):
            blocks[dice.randrange(2)] += piece
        flags = ad(1, dice.choice(FLAGS)) if dice.random() < 0.7 else ""
        add(pdu, *divided(pdu, flags, *blocks))
    return found[:count]


def divided(pdu: str, flags: str, first: str, second: str) -> tuple[str, str]:
    """Divide structures into the blocks that a PDU has: advertising data and scan response."""
    if pdu == "EXT_SCANNABLE":
        return "", flags + first + second
    return (flags + first, second) if pdu in ("ADV_IND", "ADV_SCAN_IND") else (flags + first + second, "")


def fits(layout: Layout) -> bool:
    """Whether the blocks have room."""
    # The virtual controller ends when extended advertising has more.
    return max(len(layout.adv), len(layout.response)) <= 2 * 31
