"""The inputs that fuzzing starts from: small ones of every kind, from the fixtures and from the vectors of the tests.

Some targets read numbers in front of the octets to choose with, as their sources say. The seeds have those in front.
"""

import re
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "Fixtures"
HEX = re.compile(r'"((?:[0-9a-f]{2}[ _]?){3,})"')


def records(path: Path) -> list[bytes]:
    """Give the packets of a btsnoop or classic pcap fixture."""
    data = path.read_bytes()
    is_btsnoop = data.startswith(b"btsnoop\0")
    order = "big" if is_btsnoop or data[:2] == b"\xa1\xb2" else "little"
    header, place, offset = (24, 4, 16) if is_btsnoop else (16, 8, 24)
    if not is_btsnoop and 0xA1B2CD34 == int.from_bytes(data[:4], order):
        header = 24
    packets = []
    while offset + header <= len(data):
        length = int.from_bytes(data[offset + place : offset + place + 4], order)
        packets.append(data[offset + header : offset + header + length])
        offset += header + length
    return packets


def chunks(packets: list[bytes], front: bytes) -> bytes:
    """Write packets as the targets take them: some octets in front of each, then its length."""
    return b"".join(front + bytes([len(p)]) + p for p in packets if len(p) < 256)


def vectors(*paths: str) -> list[bytes]:
    """Give the hex literals in sources of tests."""
    found = []
    for path in paths:
        for literal in HEX.findall((ROOT / path).read_text()):
            digits = re.sub("[ _]", "", literal)
            found.append(bytes.fromhex(digits))
    return found


def captures() -> list[Path]:
    """List the captures among the fixtures."""
    kinds = {".bin", ".btsnoop", ".pcap", ".pcapng", ".pklg", ".psd", ".cfa", ".txt", ".log", ".json", ".zip", ".gz"}
    return sorted(p for p in FIXTURES.rglob("*") if p.suffix in kinds)


def seeds() -> dict[str, list[bytes]]:
    """Make the seeds of every target."""
    payloads = vectors(
        "Tests/TestSupport/FormatVectors.swift", "Tests/Data/AdvertisingDataTests/Values/AssignedTypeVectors.swift"
    )
    corpus: dict[str, list[bytes]] = {
        "FuzzDecode": [bytes([choice]) + p for choice in (0, 1) for p in payloads],
        "FuzzPayload": [bytes([context]) + p for context in range(4) for p in payloads],
        "FuzzHexText": [p.hex(" ").encode() for p in payloads[::8]],
        "FuzzCaptures": [p.read_bytes() for p in captures()],
        "FuzzManifest": [p.read_bytes() for p in sorted(FIXTURES.rglob("*.yml"))],
    }
    corpus["FuzzHexText"] += [p.read_bytes() for p in sorted(FIXTURES.rglob("*.hex"))]
    corpus["FuzzHexText"] += [b"[2, 1, 6, 17, 7, -28]", b"b'\\x02\\x01\\x06\\tabc'", b"AgEGAwMPGA=="]
    corpus["FuzzHexText"] += [b"uint8_t adv[] = {0x02, /* a */ 'b', 6};", b"0000: 0201 06  ...\n0003: 020a 04  ...\n"]
    corpus["FuzzHexText"] += [b"0x02, 0x01, 0x06", b"a advertising: 02:01:06 # c\na scan-response: 0303AAFE\n"]
    corpus["FuzzImages"] = [p.read_bytes() for p in sorted(FIXTURES.glob("images/*")) if p.suffix in (".elf", ".o", ".a", ".bin", ".hex")]
    corpus["FuzzImages"] += [intel_hex(p.read_bytes()) for p in sorted(FIXTURES.glob("images/*.elf"))]
    corpus["FuzzPrograms"] = programs()
    corpus["FuzzSources"] = sources()
    corpus["FuzzFormats"] = formats()
    corpus["FuzzDissectors"] = dissectors()
    corpus["FuzzZip"] = archives()
    corpus["FuzzTar"] = tars()
    corpus["FuzzBtsnooz"] = logs()
    corpus["FuzzRepack"] = [bytes([pdu, 1, 2]) + b"".join(structures(p)) for pdu in range(7) for p in payloads[::10]]
    corpus["FuzzReports"] = reports(payloads)
    return corpus


def programs() -> list[bytes]:
    """Choices of FuzzPrograms for each set of instructions: every function called once, each with addresses as arguments."""
    found = []
    for instructions in range(3):
        every = b"".join(bytes([6, 0, place, register, 6, 9 - place, 8, 1, 3, function]) for place in range(3) for register in range(4)
                         for function in range(27))
        found += [bytes([instructions]) + part for part in (every, every[:400], bytes([5, 0xFE] * 40), bytes([5, 4, 3, 1, 7, 0x72] * 30))]
        found += [bytes([instructions]) + Random(seed).randbytes(600) for seed in range(12)]
    return found


def sources() -> list[bytes]:
    """Programs behind the number of their language in FuzzSources: the fixtures, and those in the tests of the reader."""
    languages = {".c": 0, ".ino": 1, ".py": 2, ".kt": 3, ".java": 4, ".swift": 5, ".js": 6, ".sh": 7, ".m": 8}
    found = [bytes([languages[p.suffix]]) + p.read_bytes() for p in sorted(FIXTURES.glob("sources/*")) if p.suffix in languages]
    for path in sorted((ROOT / "Tests/Programs/AdvertSourcesTests").glob("*.swift")):
        for text in re.findall(r'"""\n(.*?)\n *"""', path.read_text(), re.S):
            found += [bytes([language]) + text.encode() for language in languages.values()]
    # Whole commands, whose lengths are single digits: one changed digit makes a length that is none.
    for number, data in ((8, "3 2 1 6"), (9, "5 4 9 41 62 63"), (55, "1 3 1 3 2 1 6")):
        command = f"hcitool cmd 8 {number:X} {data}" + " 0" * (32 - len(data.split()))
        found.append(bytes([languages[".sh"]]) + f"{command}\nhcitool cmd 8 A 1\n".encode())
    return found


def intel_hex(data: bytes) -> bytes:
    """Write octets as Intel HEX, from address 0 on."""
    lines = []
    for start in range(0, len(data), 32):
        part = data[start : start + 32]
        record = bytes([len(part)]) + (start & 0xFFFF).to_bytes(2, "big") + b"\0" + part
        lines.append(b":" + (record + bytes([-sum(record) & 0xFF])).hex().encode())
    return b"\n".join([*lines, b":00000001FF\n"])


def formats() -> list[bytes]:
    """What follows headers, behind the number of the header in FuzzFormats."""
    found = []
    for path in captures():
        data = path.read_bytes()
        if data.startswith(b"btsnoop\0"):
            found += [bytes([kind]) + data[16:] for kind in range(4)]
        elif path.suffix == ".pcap":
            found += [bytes([kind]) + data[24:] for kind in range(4, 10)]
        elif path.suffix == ".pcapng":
            found += [bytes([kind]) + data[28:] for kind in range(10, 13)]
        elif path.suffix == ".pklg":
            found.append(bytes([13]) + data[3:])
        elif path.suffix == ".psd":
            found.append(bytes([14]) + data[271:])
        elif path.suffix == ".cfa":
            found.append(bytes([15]) + data)
    return found


def dissectors() -> list[bytes]:
    """Give packets of every link type, behind the number that FuzzDissectors knows the type by."""
    kinds = {187: 0, 201: 1, 254: 2, 251: 3, 256: 4, 272: 5, 192: 6, 189: 7, 220: 8, 249: 9, 1001: 10, 1002: 11, 2001: 12}
    found = []
    for path in captures():
        data = path.read_bytes()
        if data.startswith(b"btsnoop\0"):
            kind = kinds.get(int.from_bytes(data[12:16], "big"))
        elif path.suffix == ".pcap":
            kind = kinds[int.from_bytes(data[20:24], "big" if data[:2] == b"\xa1\xb2" else "little")]
        else:
            continue
        packets = records(path)
        found.append(bytes([kind]) + chunks(packets, b"\x03"))
        found += [bytes([kind]) + chunks([p], b"\x03") for p in packets[:20]]
    found += [bytes([11]) + chunks(p, b"\x03") for p in (host_commands(), controller_events())]
    found += [bytes([11]) + chunks([p], b"\x03") for p in host_commands() + controller_events()]
    found += [bytes([3]) + chunks(extended_pdus(), b"\x03")] + [
        bytes([3]) + chunks([p, *extended_pdus()[-1:]], b"\x03") for p in extended_pdus()
    ]
    packets = [p[1:] for p in records(FIXTURES / "formats/btsnoop-1002.btsnoop") if p[:1] == b"\x04"]
    return found + [bytes([13]) + chunks(packets, b"\x01")]


def host_commands() -> list[bytes]:
    """Make a command of every LE opcode, some about advertising sets with data, and Android's (H4)."""
    data = bytes.fromhex("0201060303aafe")
    sets = [
        (0x2035, bytes(1) + bytes.fromhex("665544332211")),
        (0x2036, bytes(1) + bytes.fromhex("1300a00000a000000701000000000000000000007f0100010500")),
        (0x2037, bytes([0, 3, 1, len(data)]) + data),
        (0x2038, bytes([0, 3, 1, len(data)]) + data),
        (0x2039, bytes.fromhex("010100000000")),
        (0x2037, bytes([0, 1, 1, len(data)]) + data),
        (0x2037, bytes([0, 2, 1, len(data)]) + data),
        (0x2039, bytes.fromhex("000100000000")),
        (0x203C, bytes(1)),
        (0x203D, b""),
        (0xFD54, bytes([2, len(data)]) + data.ljust(31, b"\0") + bytes([1])),
        (0xFD54, bytes.fromhex("050101")),
    ]
    every = [(opcode, bytes(40)) for opcode in range(0x2000, 0x2090)]
    commands = [
        b"\x01" + opcode.to_bytes(2, "little") + bytes([len(p)]) + p for opcode, p in [*sets, *every]
    ]
    return [p for c in commands for p in (c, bytes([4, 0x0E, 4, 1]) + c[1:3] + b"\0")]


def controller_events() -> list[bytes]:
    """Make an LE event of every kind, of zeros and with one report in it, and pieces of reports (H4)."""
    found = []
    for code in range(0x40):
        for rest in (bytes(60), b"\x01" + bytes(60)):
            found.append(bytes([4, 0x3E, len(rest) + 1, code]) + rest)
    for status in (0x20, 0x20, 0x40, 0x00):
        report = bytes([status | 0x03, 0, 1]) + bytes.fromhex("665544332211 0102057fc40000") + bytes(7) + b"\x03\x02\x01\x06"
        found.append(bytes([4, 0x3E, len(report) + 2, 0x0D, 1]) + report)
    synced = bytes.fromhex("0e 00 0100 05 01 665544332211 01 5000 00")
    found.append(bytes([4, 0x3E, len(synced)]) + synced)
    for status in (1, 1, 2, 0):
        periodic = bytes.fromhex("0f 0100 7f c4 ff") + bytes([status, 3, 2, 1, 6])
        found.append(bytes([4, 0x3E, len(periodic)]) + periodic)
    return found


def extended_pdus() -> list[bytes]:
    """Make link-layer packets of every type, and extended ones with each field of their header (no CRC that is right)."""
    address = bytes.fromhex("d6be898e")
    fields = [6, 6, 1, 2, 3, 18, 1]
    pdus = [bytes([kind, 37]) + bytes(37) for kind in range(16)]
    for flags in [*(1 << bit for bit in range(7)), 0x7F, 0x19, 0x09, 0x18]:
        header = bytes([flags]) + b"".join(
            bytes(length) if bit != 4 else bytes.fromhex("0a0500") for bit, length in enumerate(fields) if flags >> bit & 1
        )
        for mode in range(4):
            content = bytes([len(header) | mode << 6]) + header + bytes.fromhex("020106")
            pdus.append(bytes([7, len(content)]) + content)
    return [address + pdu + bytes.fromhex("c4ffc4") for pdu in pdus]


def archives() -> list[bytes]:
    """Members as FuzzZip takes them: flags, method, length of the name, lie, content."""
    small = [p.read_bytes() for p in captures() if p.stat().st_size < 256]
    content = (FIXTURES / "formats/btsnoop-1002.btsnoop").read_bytes()[:200]
    gzip = (FIXTURES / "formats/btsnoop-1002.btsnoop.gz").read_bytes()
    found = [b"\x00" + gzip[10:], b"\x01" + (FIXTURES / "formats/bugreport.zip").read_bytes()]
    for flags in (0, 8):
        for packed in [content, *small]:
            found.append(b"\x01" + bytes([flags, 0, 3, 0, len(packed)]) + packed)
    return found


def tars() -> list[bytes]:
    """Members as FuzzTar takes them: kind, changes of the header, content, lie."""
    content = (FIXTURES / "formats/btsnoop-1002.btsnoop").read_bytes()[:200]
    member = bytes([0, len(content)]) + content + b"\0"
    end = b"\xff\xff"
    found = [b"\x01" + member[1:] + end, member + member + end, member + b"\xff" + member]
    for kind in range(18):
        for text in (b"12 path=name\n", b"20 GNU.sparse.major=1\n", b"11 size=40\n", content):
            found.append(bytes([kind, 0, len(text)]) + text + b"\0" + member + end)
            found.append(bytes([kind, 2, 241, 1, len(text)]) + text + b"\xf0" + member)
    return found


def logs() -> list[bytes]:
    """Logs as FuzzBtsnooz takes them: in text, and as records."""
    found = []
    for path in sorted(FIXTURES.rglob("btsnooz*.txt")):
        text = path.read_bytes()
        found.append(b"\x00" + text.split(b"---\n", 1)[-1])
    record = bytes.fromhex("1a0000010000000010 3e18020100016655443322110c0201060303aafe0409616263c5")
    unconverted = (FIXTURES / "formats/btsnooz-unconverted.log").read_bytes()[16:]
    return found + [b"\x02" + unconverted, b"\x03\x01" + unconverted, b"\x03\x00" + record, b"\x03\x01" + record]


def structures(payload: bytes) -> list[bytes]:
    """Divide a payload into types and values as FuzzRepack takes them."""
    types = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0x12, 0x14, 0x16, 0x19, 0x1A, 0x20, 0x21, 0x24, 0x2F, 0xFF]
    found = []
    while len(payload) > 1 and payload[0]:
        value = payload[2 : payload[0] + 1][:19]
        found.append(bytes([types.index(payload[1]) if payload[1] in types else 19, len(value)]) + value)
        payload = payload[payload[0] + 1 :]
    return [bytes([len(found)]), *found]


def reports(payloads: list[bytes]) -> list[bytes]:
    """Captures, and reports as FuzzReports takes them: kind, device, delay, data. Before either the choice of what is
    written: 0 and 8 for inspect and scan, for lint each form."""
    found = []
    for choice in (0, 8, *range(4, 64, 12)):
        found += [bytes([choice]) + p.read_bytes() for p in captures()]
        for kind in (0x00, 0x04, 0x93):
            front = bytes([kind, 0xC1, 20])
            found.append(bytes([choice + 1]) + chunks(payloads[:40], front))
    for choice in (0, 4, 8):
        for kind in (0x00, 0x93):
            found += [bytes([choice + 1]) + chunks([p, p], bytes([kind, 0xC1, 20])) for p in payloads]
    return found


def write_seeds(folder: Path) -> None:
    """Write every seed into a file of its own below a folder of its target, and the words of manifests and programs."""
    for target, inputs in seeds().items():
        (folder / target).mkdir(parents=True, exist_ok=True)
        for number, octets in enumerate(dict.fromkeys(inputs)):
            (folder / target / f"seed-{number:04}").write_bytes(octets)
    words = {word for p in FIXTURES.rglob("*.yml") for word in re.findall("[a-z][a-z-]+", p.read_text("utf-8"))}
    (folder / "FuzzManifest.words").write_text("".join(f'"{word}"\n' for word in sorted(words)), "utf-8")
    # Words that several programs have: a change rarely makes one by chance.
    programs_read = {octets[1:] for octets in sources()}
    counts = Counter(word for text in programs_read for word in set(re.findall(rb"[A-Za-z_]\w{2,31}|0x\w{2,4}", text)))
    names = sorted(word.decode() for word, count in counts.items() if count > 1)
    (folder / "FuzzSources.words").write_text("".join(f'"{name}"\n' for name in names), "utf-8")
