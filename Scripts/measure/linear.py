"""Work is linear: twice as much of anything takes at most 2.3 times the steps.

Each case makes an input with so many of one thing: devices, payloads of a device, structures of a payload, layouts of
a manifest, arguments, and so on. `advert` runs on one, on half as many and on all of them. What a command takes for one
is not counted.
"""

from __future__ import annotations

import struct
import sys
import tempfile
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from captures import btsnoop, event, extended_events, structure
from shared import sampled, stop
from steps import LONGEST_SECONDS, steps

MOST_GROWTH = 2.3
# The library that parses arguments compares options with each other. At most 250 of one kind are accepted.
OPEN_CASES = {
    "devices-named-by-arguments": 4.2,
    "services-named-by-arguments": 4.2,
}
# Less would mean that a case does not measure what it says.
LEAST_GROWTH = 1.4
# Work that is no more than this is not judged: it is hardly more than the differences in what the start takes.
FEW_STEPS = 1_000_000

# Writes an input with so many of a thing into a folder, and returns the arguments that name it.
Make = Callable[[Path, int], list[str]]


@dataclass(frozen=True)
class Case:
    """One thing, how many of it, and the commands that meet it."""

    name: str
    count: int
    commands: list[list[str]]
    make: Make


CASES: list[Case] = []


def case(count: int, *commands: str) -> Callable[[Make], Make]:
    """Register a case under its function's name. The commands are given the arguments that the function returns."""

    def register(make: Make) -> Make:
        words = [command.split() for command in commands]
        CASES.append(Case(make.__name__.replace("_", "-"), count, words, make))
        return make

    return register


# Inputs


def write(folder: Path, name: str, data: bytes | str) -> str:
    """Write a file and return its path."""
    (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    return str(folder / name)


def numbered(number: int) -> bytes:
    """Make a payload that differs from all others, with a service and data of a company."""
    return structure(1, b"\x06") + structure(3, b"\x0f\x18") + structure(0xFF, b"\x59\0" + struct.pack("<I", number))


def manifest(count: int, text: Callable[[int], str], head: str = "") -> str:
    """Make a manifest of a head and a piece of text for each number."""
    return head + "".join(text(number) for number in range(count))


def layout(number: int, name: str = "layout {}") -> str:
    """Make a layout of a manifest with a finding and a scan response."""
    return (
        f"  {name.format(number)}:\n    advertising: 02 01 06  05 ff 59 00 {number >> 8 & 255:02x} {number & 255:02x}\n"
        "    scanResponse: 03 03 0f 18\n"
    )


# What a payload is made of


@case(400, "inspect --format json", "lint --fail-on never --format json", "reach --format json")
def structures_of_a_payload(folder: Path, count: int) -> list[str]:
    payloads = (structure(3, b"\x0f\x18") * count + structure(0xFF, struct.pack("<HI", 0x59, n)) for n in range(32))
    events = [event for n, data in enumerate(payloads) for event in extended_events(n, data)]
    return [write(folder, "capture", btsnoop(events))]


@case(400, "lint --fail-on never", "repack", "decode", "decode --format json --redact")
def structures_by_hand(folder: Path, count: int) -> list[str]:
    return ["--pdu", "EXT_NONCONNECTABLE", "--adv", (structure(3, b"\x0f\x18") * count).hex()]


@case(1600, "inspect --format json")
def octets_of_payloads(folder: Path, count: int) -> list[str]:
    payloads = (structure(0xFF, bytes([n, 0]) + bytes(max(0, count // 8 - 4))) * 8 for n in range(32))
    events = [event for n, data in enumerate(payloads) for event in extended_events(n, data)]
    return [write(folder, "capture", btsnoop(events))]


# Programs and logs


def zephyr(arrays: int, calls: list[int]) -> str:
    """Make a program with arrays of advertising data, and with a call for each number of an array."""
    data = "BT_DATA_BYTES(BT_DATA_FLAGS, 6), BT_DATA_BYTES(BT_DATA_UUID16_ALL, 0x0d, 0x18)"
    head = "".join(f"static const struct bt_data ad{number}[] = {{ {data} }};\n" for number in range(arrays))
    start = "bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad{0}, ARRAY_SIZE(ad{0}), NULL, 0);\n"
    return head + "void f(void) {\n" + "".join(start.format(number) for number in calls) + "}\n"


@case(400, "lint --fail-on never")
def calls_of_a_program(folder: Path, count: int) -> list[str]:
    return [write(folder, "main.c", zephyr(1, [0] * count))]


@case(400, "lint --fail-on never")
def arrays_of_a_program(folder: Path, count: int) -> list[str]:
    return [write(folder, "main.c", zephyr(count, list(range(count))))]


@case(2000, "inspect --format json", "lint --fail-on never --format json")
def damaged_lines_of_a_log(folder: Path, count: int) -> list[str]:
    lines = (f"scan: C0:00:00:00:{n >> 8 & 255:02X}:{n & 255:02X} rssi=-60 adv=02010603030d1{'' if n % 2 else '8'}\n" for n in range(count))
    return [write(folder, "a.log", "".join(lines))]


@case(1000, "lint --fail-on never --format json")
def payloads_that_overrun(folder: Path, count: int) -> list[str]:
    payloads = (structure(1, b"\x06") + b"\x0c\x09" + struct.pack("<I", n) * 5 for n in range(count))
    return [write(folder, "capture", btsnoop(event(1, data) for data in payloads))]


# What a device sends


@case(
    1000,
    "inspect --format json",
    "lint --fail-on never",
    "repack --all-layouts --format json",
    "emit --all-layouts --form zephyr",
    "init --output -",
    "dump",
)
def payloads_of_a_device(folder: Path, count: int) -> list[str]:
    return [write(folder, "capture", btsnoop(event(1, numbered(n)) for n in range(count)))]


@case(1000, "inspect --format json", "lint --fail-on never --format json")
def scan_responses_of_a_payload(folder: Path, count: int) -> list[str]:
    events = [event(1, numbered(0))] + [event(1, numbered(n), 4) for n in range(count)]
    return [write(folder, "capture", btsnoop(events))]


@case(1000, "emit --all-layouts --form yaml", "init --output -", "lint --fail-on never --format sarif")
def forms_of_a_device(folder: Path, count: int) -> list[str]:
    """Let nothing be built like anything else, so that each has a form of its own."""
    kinds = (bytes([0x60 + n % 16, 0x60 + n // 16 % 16, 0x60 + n // 256]) for n in range(count))
    return [write(folder, "capture", btsnoop(event(1, b"".join(structure(k, b"") for k in all)) for all in kinds))]


@case(1000, "lint --fail-on never --format json", "repack --all-layouts --format json")
def scan_responses_of_a_device(folder: Path, count: int) -> list[str]:
    events = [e for n in range(count) for e in (event(1, numbered(n)), event(1, structure(9, b"%06d" % n), 4))]
    return [write(folder, "capture", btsnoop(events))]


# A device with two blocks takes more than the start that is subtracted, so that few of them seem to cost less.
@case(4000, "reach --format json")
def many_scan_responses_of_a_device(folder: Path, count: int) -> list[str]:
    return scan_responses_of_a_device(folder, count)


@case(2400, "inspect --format json", "lint --fail-on never --format json", "reach --format json")
def services_of_a_device(folder: Path, count: int) -> list[str]:
    lists = (struct.pack("<12H", *(range(n, n + 12))) for n in range(0, count, 12))
    return [write(folder, "capture", btsnoop(event(1, structure(1, b"\x06") + structure(3, l)) for l in lists))]


@case(2400, "lint --fail-on never --format json")
def services_in_scan_responses(folder: Path, count: int) -> list[str]:
    lists = (struct.pack("<12H", *(range(n, n + 12))) for n in range(0, count, 12))
    events = [event(1, structure(1, b"\x06"))] + [event(1, structure(3, l), 4) for l in lists]
    return [write(folder, "capture", btsnoop(events))]


@case(2000, "inspect --format json", "lint --fail-on never --format json", "reach --format json")
def service_data_of_a_device(folder: Path, count: int) -> list[str]:
    return [write(folder, "capture", btsnoop(event(1, structure(0x16, struct.pack("<HI", n, n))) for n in range(count)))]


@case(4000, "inspect --format json", "lint --fail-on never --format json")
def names_of_a_device(folder: Path, count: int) -> list[str]:
    return [write(folder, "capture", btsnoop(event(1, structure(9, b"Name %06d" % n)) for n in range(count)))]


# Devices


@case(
    1000,
    "inspect --format json",
    "inspect",
    "lint --fail-on never --format json",
    "lint --fail-on never --format sarif",
    "reach",
    "repack",
    "dump",
    "inspect --redact",
)
def devices(folder: Path, count: int) -> list[str]:
    return [write(folder, "capture", btsnoop(event(n, numbered(n)) for n in range(count)))]


@case(500, "lint --fail-on never", "repack", "lint --fail-on never --redact")
def devices_with_names(folder: Path, count: int) -> list[str]:
    events = [e for n in range(count) for e in (event(n, numbered(n)), event(n, structure(9, b"Name %06d" % n), 4))]
    return [write(folder, "capture", btsnoop(events))]


@case(
    500,
    "inspect --format jsonl",
    "lint --fail-on never --format jsonl",
    "reach --format json",
    "reach --format jsonl",
)
def devices_with_services(folder: Path, count: int) -> list[str]:
    uuids = (struct.pack("<Q", n) + bytes.fromhex("11a0d6490bb6c35e") for n in range(count))
    pairs = (
        (event(n, structure(1, b"\x06") + structure(9, b"Name %06d" % n)), event(n, structure(7, uuid), 4))
        for n, uuid in enumerate(uuids)
    )
    return [write(folder, "capture", btsnoop(e for pair in pairs for e in pair))]


@case(500, "lint --fail-on never")
def devices_of_one_name(folder: Path, count: int) -> list[str]:
    return [write(folder, "capture", btsnoop(event(n, structure(9, b"Same name")) for n in range(count)))]


# What a manifest holds


@case(
    500,
    "lint --fail-on never",
    "lint --fail-on never --format sarif",
    "reach --format json",
    "repack --diff",
    "repack --form yaml",
)
def layouts_of_a_manifest(folder: Path, count: int) -> list[str]:
    return [write(folder, "advert.yml", manifest(count, layout, "layouts:\n"))]


@case(1000, "lint --fail-on never", "lint --fail-on never --format sarif", "repack --diff", "reach --format json")
def layouts_in_hex(folder: Path, count: int) -> list[str]:
    lines = manifest(count, lambda n: f"02010605ff5900{n >> 8 & 255:02x}{n & 255:02x}\n")
    return [write(folder, "layouts.hex", lines)]


@case(500, "lint --fail-on never")
def declared_layouts_with_placeholders(folder: Path, count: int) -> list[str]:
    """Let a device send as many payloads as are declared of it, each with an octet that varies."""

    def text(number: int) -> str:
        return (
            f"  layout {number}:\n    advertising:\n"
            f'      - manufacturerData: {{ company: 0x0059, data: "{number:04x} ??" }}\n'
        )

    sent = (event(1, structure(255, b"\x59\x00" + struct.pack(">HB", n, n & 255))) for n in range(count))
    head = "devices:\n  - company:0x0059\nlayouts:\n"
    config = write(folder, "advert.yml", manifest(count, text, head))
    return ["--config", config, write(folder, "capture", btsnoop(sent))]


@case(300, "lint --fail-on never --format json")
def devices_of_layouts_with_placeholders(folder: Path, count: int) -> list[str]:
    """Let as many devices as layouts send one name, and names that begin with a placeholder."""

    def text(number: int) -> str:
        name = "Lamp" if number % 2 else f"{{2 hex}}-{number}"
        return (
            f"  layout {number}:\n    advertising:\n"
            f'      - manufacturerData: {{ company: 0x0059, data: "{number:04x} ??" }}\n'
            f'    scanResponse:\n      - name: "{name}"\n'
        )

    sent = []
    for number in range(count):
        name = b"Lamp" if number % 2 else b"%02X-%d" % (number & 255, number)
        data = structure(255, b"\x59\x00" + struct.pack(">HB", number, number & 255))
        sent += [event(number, data), event(number, structure(9, name), kind=4)]
    config = write(folder, "advert.yml", manifest(count, text, "layouts:\n"))
    return ["--config", config, write(folder, "capture", btsnoop(sent))]


@case(1000, "lint --fail-on never", "reach", "repack")
def scanners(folder: Path, count: int) -> list[str]:
    text = manifest(count, lambda n: f"  scanner-{n}: {{ basedOn: zephyr-passive, name: Scanner {n} }}\n", "scanners:\n")
    return [write(folder, "advert.yml", text + "layouts:\n" + layout(0))]


@case(1000, "lint --fail-on never")
def scanners_that_matter(folder: Path, count: int) -> list[str]:
    text = manifest(count, lambda n: f"  scanner-{n}: {{ basedOn: zephyr-passive, name: Scanner {n} }}\n", "scanners:\n")
    text += manifest(count, lambda n: f"  - scanner-{n}\n", "profiles:\n")
    return [write(folder, "advert.yml", text + "layouts:\n" + layout(0))]


@case(1000, "lint --fail-on never", "repack")
def devices_of_a_manifest(folder: Path, count: int) -> list[str]:
    text = manifest(count, lambda n: f"  - Name {n:06}\n", "devices:\n")
    events = (event(n, structure(9, b"Name %06d" % n)) for n in range(count))
    return ["--config", write(folder, "advert.yml", text), write(folder, "capture", btsnoop(events))]


@case(1000, "lint --fail-on never")
def devices_that_are_missing(folder: Path, count: int) -> list[str]:
    text = manifest(count, lambda n: f"  - Name {n:06}\n", "devices:\n")
    return ["--config", write(folder, "advert.yml", text), write(folder, "capture", btsnoop([event(1, numbered(1))]))]


@case(1000, "lint --fail-on never", "reach --format json")
def services_of_a_manifest(folder: Path, count: int) -> list[str]:
    text = manifest(count, lambda n: f"  - {n:04x}\n", "expect:\n  services:\n")
    events = (event(1, structure(3, struct.pack("<H", n))) for n in range(count))
    return ["--config", write(folder, "advert.yml", text), write(folder, "capture", btsnoop(events))]


@case(1000, "lint --fail-on never")
def overrides(folder: Path, count: int) -> list[str]:
    text = manifest(count, lambda n: f"  - {{ path: lab{n}/**, rules: {{ flags-missing: off }} }}\n", "overrides:\n")
    return ["--config", write(folder, "advert.yml", text), write(folder, "capture", btsnoop([event(1, numbered(1))]))]


@case(500, "lint --fail-on never")
def ignored_layouts(folder: Path, count: int) -> list[str]:
    text = manifest(count, lambda n: f"  - {{ rule: flags-missing, layout: layout {n} }}\n", "ignore:\n")
    return [write(folder, "advert.yml", text + manifest(count, layout, "layouts:\n"))]


@case(1000, "lint --fail-on never")
def ignored_devices(folder: Path, count: int) -> list[str]:
    text = manifest(count, lambda n: f"  - {{ rule: flags-missing, device: Name {n:06} }}\n", "ignore:\n")
    events = (event(n, structure(9, b"Name %06d" % n)) for n in range(count))
    return ["--config", write(folder, "advert.yml", text), write(folder, "capture", btsnoop(events))]


@case(1000, "lint --fail-on never")
def ignored_rules_of_a_device(folder: Path, count: int) -> list[str]:
    text = manifest(count, lambda n: "  - { rule: flags-missing, device: Same name }\n", "ignore:\n")
    events = (event(1, structure(9, b"Same name") + structure(0xFF, struct.pack("<HI", 0xFFFF, n))) for n in range(count))
    return ["--config", write(folder, "advert.yml", text), write(folder, "capture", btsnoop(events))]


# Arguments


@case(1000, "inspect --format json", "lint --fail-on never", "dump")
def arguments(folder: Path, count: int) -> list[str]:
    return [write(folder, f"{n}", btsnoop([event(n, numbered(n))])) for n in range(count)]


@case(200, "lint --fail-on never", "repack --diff")
def manifests(folder: Path, count: int) -> list[str]:
    scanner = "scanners: {{ scanner-{0}: {{ basedOn: zephyr-passive, name: Scanner {0} }} }}\n"
    return [write(folder, f"{n}.yml", scanner.format(n) + "layouts:\n" + layout(n)) for n in range(count)]


@case(200, "inspect", "lint --fail-on never", "dump")
def devices_named_by_arguments(folder: Path, count: int) -> list[str]:
    events = (event(n, structure(9, b"Name %06d" % n)) for n in range(count))
    chosen = [word for n in range(count) for word in ("--device", f"Name {n:06}")]
    return [*chosen, write(folder, "capture", btsnoop(events))]


@case(200, "inspect", "lint --fail-on never")
def services_named_by_arguments(folder: Path, count: int) -> list[str]:
    events = (event(1, structure(3, struct.pack("<H", n))) for n in range(count))
    chosen = [word for n in range(count) for word in ("--service", f"{n:04x}")]
    return [*chosen, write(folder, "capture", btsnoop(events))]


# From a few hundred arguments on, the command line is parsed in another way, which takes two million steps by itself.
@case(4096, "decode")
def hex_arguments(_: Path, count: int) -> list[str]:
    return [f"{octet:02x}" for octet in (structure(3, b"\x0f\x18") * max(1, count // 4))]


# Containers


@case(200, "inspect --format json", "lint --fail-on never")
def members_of_an_archive(folder: Path, count: int) -> list[str]:
    with zipfile.ZipFile(folder / "archive.zip", "w") as archive:
        for n in range(count):
            archive.writestr(f"{n}.btsnoop", btsnoop([event(n, numbered(n))]))
    return [str(folder / "archive.zip")]


# Baselines


@case(1000, "lint --fail-on never")
def known_findings(folder: Path, count: int) -> list[str]:
    entries = ", ".join(f'{{"rule": "flags-missing", "device": null, "fingerprint": "{n:016x}"}}' for n in range(count))
    baseline = write(folder, "baseline.json", f'{{"schema": "advert.baseline/1", "findings": [{entries}]}}')
    capture = write(folder, "capture", btsnoop(event(n, structure(9, b"Name %06d" % n)) for n in range(count)))
    return ["--baseline", baseline, capture]


# Counting


@dataclass(frozen=True)
class Growth:
    """What a command takes for half as many and for all, beyond its start."""

    half: int
    whole: int

    @property
    def factor(self) -> float:
        """How many times as much."""
        return self.whole / max(1, self.half)


def cost_of_one(advert: Path, words: tuple[str, ...], one: Case) -> int:
    """Count what a command takes for one of a thing."""
    with tempfile.TemporaryDirectory() as temporary:
        return steps([str(advert), *words, *one.make(Path(temporary), 1)], Path(temporary))


def measure(advert: Path, one: Case, words: list[str], start: int) -> Growth | None:
    """Count what a command takes beyond its start; None when it takes too long to be counted."""
    counts = []
    for count in (one.count // 2, one.count):
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            try:
                counts.append(steps([str(advert), *words, *one.make(folder, count)], folder) - start)
            except TimeoutError:
                return None
    return Growth(*counts)


def check(advert: Path, names: list[str]) -> int:
    """Measure every case, or those named; return how many are not linear."""
    named = [one for one in CASES if any(name in one.name for name in names)]
    if names and not named:
        stop(f"no case has {' or '.join(names)} in its name")
    chosen = [(one, words) for one in named or CASES for words in one.commands]
    chosen = chosen if named else list(sampled(chosen, one_in=5))
    failed = 0
    with ThreadPoolExecutor(max_workers=2) as workers:
        # What one of the first thing that a command meets takes.
        first = {tuple(words): one for one, words in reversed(chosen)}
        starts = dict(zip(first, workers.map(lambda job: cost_of_one(advert, *job), first.items()), strict=True))
        growths = workers.map(lambda job: measure(advert, *job, starts[tuple(job[1])]), chosen)
        for (one, words), growth in zip(chosen, growths, strict=True):
            name = f"{one.name}: {' '.join(words)}"
            if growth is None:
                failed += 1
                print(f"{name}: not done after {LONGEST_SECONDS} s of processor time", file=sys.stderr)
                continue
            print(f"{growth.factor:.2f}\t{growth.whole:,}\t{name}", flush=True)
            most = next((most for case, most in OPEN_CASES.items() if name.startswith(case)), MOST_GROWTH)
            if most > MOST_GROWTH:
                print(f"{name}: not linear yet, {most} times are allowed")
            if growth.whole > FEW_STEPS and not LEAST_GROWTH <= growth.factor <= most:
                failed += 1
                print(
                    f"{name}: expected {LEAST_GROWTH} to {most} times the steps for {one.count} instead of "
                    f"{one.count // 2}, counted {growth.factor:.2f} times",
                    file=sys.stderr,
                )
    return failed
