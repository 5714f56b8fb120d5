"""Apps whose programs ask for seeded filters, in Kotlin and Java, with the same filters for Android's classes."""

from __future__ import annotations

import random
from typing import NamedTuple

from layouts import BEGINNING, COMPANY, DATA, LONG, NAME, SHORT

BASE = "0000{}-0000-1000-8000-00805f9b34fb"
OTHER = "1826"
FULL = "ffffffff-ffff-ffff-ffff-ffffffffffff"


class Condition(NamedTuple):
    """What a filter asks for: the words for Android's classes, and the field that it sets."""

    words: tuple[str, ...]
    field: str


class Program(NamedTuple):
    """A program with the filters that it builds: one of them is enough, and all conditions of one."""

    name: str
    text: str
    filters: list[list[Condition]]


def conditions() -> list[Condition]:
    """The conditions that filters are made of."""
    short, other = BASE.format(SHORT), BASE.format(OTHER)
    # A UUID that differs from the short one in its last bit, which the mask leaves out.
    near = BASE.format(f"{int(SHORT, 16) ^ 1:04x}")
    return [
        *(Condition(("service", one), "service") for one in (short, other, LONG)),
        *(Condition(("service", near, mask), "service") for mask in ("fffffffe-ffff-ffff-ffff-ffffffffffff", FULL, short)),
        Condition(("solicited service", short), "solicited service"),
        *(Condition(("name", one), "name") for one in (NAME, "OTHER")),
        *(Condition(("service data", short, *rest), "service data") for rest in (("",), (DATA,), ("2a0b", "ff0f"), ("00", "00"))),
        Condition(("service data", LONG, DATA), "service data"),
        *(Condition(("manufacturer data", COMPANY, *rest), "manufacturer data") for rest in (("",), (BEGINNING,), ("0002", "000f"))),
        Condition(("manufacturer data", "ffff", ""), "manufacturer data"),
    ]  # fmt: skip


def programs(count: int, seed: int) -> list[Program]:
    """Seeded programs: each with up to three filters of up to three conditions."""
    chance = random.Random(seed)
    pool = conditions()
    made = []
    for number in range(count):
        filters = []
        for _ in range(chance.choice((1, 1, 2, 3))):
            picked = chance.sample(pool, chance.choice((1, 1, 2, 3)))
            # Of two conditions for one field, a builder keeps the last.
            filters.append(list({one.field: one for one in picked}.values()))
        write = (kotlin, java)[number % 2]
        made.append(Program(f"app{number}", write(filters, chance), filters))
    return made


def octets(hexadecimal: str, *, is_kotlin: bool) -> str:
    """An array of bytes in one of the languages."""
    numbers = [int(hexadecimal[at : at + 2], 16) for at in range(0, len(hexadecimal), 2)]
    if is_kotlin:
        return f"byteArrayOf({', '.join(f'0x{one:02x}' + ('.toByte()' if one > 127 else '') for one in numbers)})"
    return f"new byte[] {{{', '.join('(byte) ' * (one > 127) + f'0x{one:02x}' for one in numbers)}}}"


def call(one: Condition, *, is_kotlin: bool) -> str:
    """The call that sets a condition."""
    kind, subject, *rest = one.words
    data = ", ".join(octets(part, is_kotlin=is_kotlin) for part in rest) if kind.endswith("data") else ""
    new = "" if is_kotlin else "new "
    uuid = f'ParcelUuid.fromString("{subject}")'
    match kind:
        case "service":
            # A UUID can be made in two ways.
            first = uuid if rest else f'{new}ParcelUuid(UUID.fromString("{subject}"))'
            masks = [f'ParcelUuid.fromString("{mask}")' for mask in rest]
            return f"setServiceUuid({', '.join([first, *masks])})"
        case "solicited service":
            return f"setServiceSolicitationUuid({uuid})"
        case "name":
            return f'setDeviceName("{subject}")'
        case "service data":
            return f"setServiceData({uuid}, {data})"
        case _:
            return f"setManufacturerData(0x{subject}, {data})"


def kotlin(filters: list[list[Condition]], chance: random.Random) -> str:
    """A program in Kotlin: a list with its elements, or one that is filled."""
    built = [
        "ScanFilter.Builder()" + "".join(f"\n      .{call(one, is_kotlin=True)}" for one in conditions) + "\n      .build()"
        for conditions in filters
    ]
    if chance.random() < 0.5:
        lines = [f"    val filters = listOf({', '.join(built)})"]
    else:
        lines = ["    val filters = mutableListOf<ScanFilter>()", *(f"    filters.add({one})" for one in built)]
    body = "\n".join(lines)
    return (
        "import android.bluetooth.le.*\n\nclass App(private val scanner: BluetoothLeScanner, private val callback: ScanCallback) {\n"
        f"  fun start() {{\n{body}\n    scanner.startScan(filters, ScanSettings.Builder().build(), callback)\n  }}\n}}\n"
    )


def java(filters: list[list[Condition]], chance: random.Random) -> str:
    """A program in Java: builders in a chain or with a name, in a list that a method returns."""
    lines = ["    List<ScanFilter> filters = new ArrayList<>();"]
    for number, conditions in enumerate(filters):
        calls = [call(one, is_kotlin=False) for one in conditions]
        if chance.random() < 0.5:
            lines.append(f"    filters.add(new ScanFilter.Builder().{'.'.join(calls)}.build());")
        else:
            lines.append(f"    ScanFilter.Builder builder{number} = new ScanFilter.Builder();")
            lines += [f"    builder{number}.{one};" for one in calls]
            lines.append(f"    filters.add(builder{number}.build());")
    body = "\n".join(lines)
    return (
        "import android.bluetooth.le.*;\n\nclass App {\n  private List<ScanFilter> filters() {\n"
        f"{body}\n    return filters;\n  }}\n\n  void start() {{\n"
        "    scanner.startScan(filters(), new ScanSettings.Builder().build(), scanCallback);\n  }\n}\n"
    )
