"""Layouts to ask Android's classes about: values that come first, again or cut short, and beside what is malformed."""

from __future__ import annotations

import itertools
import random

from layouts import COMPANY, NAME, PIECES, SHORT, Layout, ad, divided, fits, reversed_hex

SIX = ad(1, "06")
WIDE = "a1b2c3d4"
# What the asked values can be instead of what `layouts.PIECES` has.
VALUES = PIECES | {
    "own wide list": ad(0x04, reversed_hex(WIDE)),
    "short service in a long list": ad(0x07, reversed_hex("0000180f-0000-1000-8000-00805f9b34fb")),
    "solicited": ad(0x14, reversed_hex(SHORT)),
    "data without a value": ad(0x16, reversed_hex(SHORT)),
    "shorter data": ad(0x16, reversed_hex(SHORT) + "2a"),
    "wide data": ad(0x20, reversed_hex("0000" + SHORT) + "2a2b"),
    "name cut short": ad(0x09, NAME.encode()[:3].hex()),
    "company alone": ad(0xFF, reversed_hex(COMPANY)),
    "company cut short": ad(0xFF, reversed_hex(COMPANY) + "01"),
}
# Structures with too few octets, a structure that reaches beyond the end, and zeros.
MALFORMED = {
    "data of no service": ad(0x16, "0f"),
    "wide data of no service": ad(0x20, "0f18"),
    "long data of no service": ad(0x21, "0f18"),
    "manufacturer data of no company": ad(0xFF, "4c"),
    "empty manufacturer data": ad(0xFF, ""),
    "ragged list": ad(0x03, "0f1826"),
    "ragged wide list": ad(0x05, "0f1800"),
    "ragged long list": ad(0x07, "010203"),
    "ragged solicitation": ad(0x14, "26"),
    "empty list": ad(0x03, ""),
    "empty name": ad(0x09, ""),
    "empty Flags": ad(0x01, ""),
    "empty power": ad(0x0A, ""),
    "name that is no UTF-8": ad(0x09, "c3284142"),
    "transport discovery": ad(0x26, "01028401"),
    "transport discovery without data": ad(0x26, "010200"),
    "zero": "00",
    "zeros": "0000000000",
    "overrun": "0903414243",
}
# What questions ask for, one of each kind.
ASKED = ["short list", "long list", "name", "company", "short data"]
# Pairs of one field: the asked value and another.
FIELDS = [
    ["name", "another name", "short name of another", "padded name", "name cut short", "empty name"],
    ["company", "other data of the company", "company alone", "company cut short"],
    ["short data", "other short data", "data without a value", "shorter data", "wide data"],
]
LEGACY = ["ADV_IND"] * 4 + ["ADV_SCAN_IND"] * 2 + ["ADV_NONCONN_IND"]
EXTENDED = ["EXT_CONNECTABLE", "EXT_SCANNABLE", "EXT_NONCONNECTABLE"]


def android_layouts(count: int, seed: int) -> list[Layout]:
    """Give the systematic layouts, then mixtures until there are as many as asked for."""
    found: dict[Layout, None] = {}
    pieces = VALUES | MALFORMED

    def add(pdu: str, adv: str, response: str) -> None:
        layout = Layout(pdu, adv, response)
        if fits(layout):
            found[layout] = None

    for piece in pieces.values():
        add("ADV_IND", SIX + piece, "")
        add("ADV_IND", SIX, piece)
        add("ADV_SCAN_IND", "", piece)
        add("ADV_NONCONN_IND", piece, "")
        add("EXT_CONNECTABLE", SIX + piece, "")
    for field in FIELDS:
        for first, last in itertools.permutations((pieces[name] for name in field), 2):
            add("ADV_IND", SIX + first, last)
            add("ADV_IND", first + last, "")
    for bad, asked in itertools.product(MALFORMED.values(), (PIECES[name] for name in ASKED)):
        add("ADV_IND", SIX + bad + asked, "")
        add("ADV_IND", asked + bad, "")
        add("ADV_IND", asked, bad)
        add("ADV_SCAN_IND", bad, asked)
    # A record without room for zeros.
    add("ADV_IND", ad(0xFF, reversed_hex(COMPANY) + "00" * 27), ad(0x09, NAME.encode().hex()) + ad(0x07, "01" * 16 + "02" * 5))
    dice = random.Random(seed)
    while len(found) < count:
        pdu = dice.choice(LEGACY + EXTENDED)
        blocks = ["", ""]
        chosen = dice.choices(list(VALUES.values()), k=dice.randint(1, 4)) + dice.choices(list(MALFORMED.values()), k=dice.choice([0, 0, 1]))
        dice.shuffle(chosen)
        for piece in chosen:
            blocks[dice.randrange(2)] += piece
        flags = SIX if dice.random() < 0.7 else ""
        add(pdu, *divided(pdu, flags, *blocks))
    return list(found)[:count]
