"""Captures, layouts, images and manifests that are almost right: changed where their structure is, from a seed.

What changes octets blindly mostly breaks a file at its first length. These changes know records, AD structures and
containers, so that most of a file is still read.
"""

from __future__ import annotations

import gzip
import io
import random
import re
import struct
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from seeds import FIXTURES, captures, vectors

# Stands in payloads. With --redact no output may show a part of it.
NAME = b"Quiztopf Vexelmund"
TYPES = [*range(1, 0x33), 0x34, 0x3D, 0xFF]
EDGES = [0, 1, 2, 3, 0x1E, 0x1F, 0x20, 0x7F, 0x80, 0xFE, 0xFF]
WIDE_EDGES = [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x10000, 0xFFFF]
WORDS = [
    "layouts:", "advertising:", "scan-response:", "pdu: ADV_IND", "rules:", "devices:", "ignore:", "overrides:", "- ",
    "'", '"', "{", "}", "[", "]", "&a", "*a", "!!str", "|", ">", "#", "\t", "0x", "null", "~", "1e400", "02 01 06",
    "\x1b[31m", "\u202e", "\0", "../../etc/passwd", "☃" * 9, "A" * 300,
]  # fmt: skip


@dataclass
class Records:
    """A capture as its head and its records, each the head of the record and its octets."""

    head: bytes
    records: list[tuple[bytes, bytes]]
    kind: str

    def octets(self) -> bytes:
        """Write the capture with lengths that are right."""
        return self.head + b"".join(self.with_length(head, data) + data for head, data in self.records)

    def with_length(self, head: bytes, data: bytes) -> bytes:
        """Write the length of a record's octets into its head."""
        match self.kind:
            case "btsnoop":
                return struct.pack(">II", len(data), len(data)) + head[8:]
            case "pcap":
                return head[:8] + struct.pack("<II", len(data), len(data))
            case _:
                return struct.pack(">I", len(data) + 9) + head[4:]


def parsed(data: bytes) -> Records | None:
    """Take a capture apart; None for what is not understood here."""
    if data.startswith(b"btsnoop\0"):
        kind, start, size, place, order, more = "btsnoop", 16, 24, 4, "big", 0
    elif data[:4] in (b"\xd4\xc3\xb2\xa1", b"\x4d\x3c\xb2\xa1"):
        kind, start, size, place, order, more = "pcap", 24, 16, 8, "little", 0
    elif data[:2] == b"\0\0" and len(data) > 13 and data[12] < 16:
        kind, start, size, place, order, more = "pklg", 0, 13, 0, "big", -9
    else:
        return None
    records = []
    offset = start
    while offset + size <= len(data):
        end = offset + size + int.from_bytes(data[offset + place : offset + place + 4], order) + more
        if end > len(data) or end < offset + size:
            break
        records.append((data[offset : offset + size], data[offset + size : end]))
        offset = end
    return Records(data[:start], records, kind) if records else None


class Mutator:
    """Gives changed inputs, the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        """Read what the changes start from."""
        self.random = random.Random(seed)
        self.captures = [path.read_bytes() for path in captures() if path.stat().st_size < 20_000]
        self.apart = [records for data in self.captures if (records := parsed(data))]
        self.texts = [p.read_bytes() for p in sorted(FIXTURES.rglob("*.hex")) if p.stat().st_size < 4000]
        self.logs = [
            data
            for path in sorted((FIXTURES / "logs").iterdir())
            if path.suffix in (".log", ".txt", ".json") and len(data := path.read_bytes().replace(b"SHS-2071", NAME)) < 40_000
        ]
        self.images = [p for p in sorted((FIXTURES / "images").iterdir()) if p.suffix in (".elf", ".o", ".a", ".bin", ".hex")]
        self.manifests = [p.read_bytes() for p in sorted(FIXTURES.rglob("*.yml"))]
        self.structures = [
            bytes([len(p)]) + p
            for p in vectors("Tests/Data/AdvertisingDataTests/Values/AssignedTypeVectors.swift") if 1 < len(p) < 200
        ]  # fmt: skip

    def input(self) -> tuple[str, bytes]:
        """Give the ending of a file's name, and its content."""
        chance = self.random.random()
        if chance < 0.15:
            return ".hex", self.hex()
        if chance < 0.3:
            return ".yml", self.text(self.random.choice(self.manifests))
        if chance < 0.42:
            return self.random.choice([".log", ".txt", ".json"]), self.log()
        if chance < 0.5:
            return ".bin", self.octets(self.random.choice(self.captures))
        if chance < 0.58:
            image = self.random.choice(self.images)
            return image.suffix, self.image(image.read_bytes())
        return self.contained(self.capture())

    def capture(self) -> bytes:
        """Change some records of a capture."""
        whole = self.random.choice(self.apart)
        start = self.random.randrange(len(whole.records))
        records = whole.records[start : start + self.random.randint(1, 40)]
        capture = Records(whole.head, records, whole.kind)
        for _ in range(self.random.randint(1, 6)):
            self.change(capture)
        data = capture.octets()
        return self.octets(data) if self.random.random() < 0.15 else data

    def change(self, capture: Records) -> None:
        """Change one record, or the order of several."""
        records = capture.records
        index = self.random.randrange(len(records))
        head, data = records[index]
        match self.random.randrange(8):
            case 0 if len(records) > 1:
                del records[index]
            case 1:
                records.insert(self.random.randrange(len(records)), (head, data))
            case 2:
                other = self.random.randrange(len(records))
                records[index], records[other] = records[other], records[index]
            case 3:
                records[index] = (self.octets(head), data) if len(head) > 8 else (head, data)
            case 4:
                records[index] = (head, data[: self.random.randrange(len(data) + 1)])
            case _:
                records[index] = (head, self.packet(data))

    def packet(self, data: bytes) -> bytes:
        """Change the AD structures of a packet where they seem to be, and its lengths so that they fit, mostly."""
        start, end = payload_of(data)
        if end - start < 3 or self.random.random() < 0.1:
            return self.octets(data)
        payload = self.payload(data[start:end])
        if self.random.random() < 0.3:
            payload = payload[: end - start].ljust(end - start, b"\0")
        grown = len(payload) - (end - start)
        front = bytearray(data[:start])
        # The length of the data right in front of it, and that of the event.
        if front and front[-1] == end - start:
            front[-1] = min(len(payload), 255)
        if len(front) > 2 and front[0] == 4:
            front[2] = min(max(front[2] + grown, 0), 255)
        elif len(front) > 3 and front[0] == 1:
            front[3] = min(max(front[3] + grown, 0), 255)
        return bytes(front) + payload + data[end:]

    def payload(self, payload: bytes) -> bytes:
        """Change the structures of a payload."""
        found = structures(payload)
        for _ in range(self.random.randint(1, 3)):
            index = self.random.randrange(len(found)) if found else 0
            match self.random.randrange(12):
                case 10 | 11:
                    # A length that is too great takes in the name behind it.
                    first = self.random.choice(self.structures)
                    length = min(first[0] + self.random.randint(0, len(NAME) + 3), 255)
                    found[index:index] = [bytes([length]) + first[1:], bytes([len(NAME) + 1, 9]) + NAME]
                case 0 if found:
                    found[index] = bytes([self.random.choice(EDGES)]) + found[index][1:]
                case 1 | 2 if found:
                    off = self.random.choice([-2, -1, 1, 2, self.random.randint(3, 40)])
                    found[index] = bytes([min(max(found[index][0] + off, 0), 255)]) + found[index][1:]
                case 3 if found:
                    found[index] = found[index][:1] + bytes([self.random.choice(TYPES)]) + found[index][2:]
                case 4 if found:
                    found[index] = found[index][: self.random.randint(1, len(found[index]))]
                case 5 if found:
                    found.insert(index, found[index])
                case 6 if found:
                    found[index] = found[index][:2] + self.octets(found[index][2:])
                case 7:
                    found.insert(index, bytes(self.random.randint(1, 3)))
                case 8:
                    found.insert(index, self.random.choice(self.structures))
                case _:
                    found.insert(index, bytes([len(NAME) + 1, self.random.choice([8, 9])]) + NAME)
        return b"".join(found)[:255]

    def octets(self, data: bytes) -> bytes:
        """Change single octets and numbers, as one that knows nothing does."""
        octets = bytearray(data)
        for _ in range(self.random.randint(1, 4)):
            if not octets:
                break
            place = self.random.randrange(len(octets))
            match self.random.randrange(6):
                case 0:
                    octets[place] ^= 1 << self.random.randrange(8)
                case 1:
                    octets[place] = self.random.choice(EDGES)
                case 2:
                    order = self.random.choice(["<I", ">I"])
                    octets[place : place + 4] = struct.pack(order, self.random.choice(WIDE_EDGES))[
                        : len(octets) - place
                    ]
                case 3:
                    del octets[place:]
                case 4:
                    del octets[place : place + self.random.randint(1, 8)]
                case _:
                    octets[place:place] = self.random.randbytes(self.random.randint(1, 8))
        return bytes(octets)

    def image(self, data: bytes) -> bytes:
        """Change an image at many places where its code or its tables may be, or as all else is changed."""
        if self.random.random() < 0.3:
            return self.octets(data)
        octets = bytearray(data)
        for _ in range(self.random.choice([1, 4, 16, 64])):
            place = self.random.randrange(52, len(octets))
            octets[place] = self.random.choice([self.random.choice(EDGES), self.random.randrange(256)])
        return bytes(octets)

    def contained(self, data: bytes) -> tuple[str, bytes]:
        """Put a capture into containers, or not, and damage them, or not."""
        ending = ".bin"
        for _ in range(self.random.choice([0, 0, 0, 0, 1, 1, 2, 3])):
            match self.random.randrange(3):
                case 0:
                    data, ending = gzip.compress(data, 1, mtime=0), ".gz"
                case 1:
                    data, ending = self.archive(data), ".zip"
                case _:
                    data, ending = self.tar(data), ".tar"
            if self.random.random() < 0.3:
                data = self.octets(data)
        return ending, data

    def archive(self, data: bytes) -> bytes:
        """Write a zip archive with the capture among other members."""
        file = io.BytesIO()
        method = self.random.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
        with zipfile.ZipFile(file, "w", method) as archive:
            for name in self.random.sample(["FS/data/log/bt/btsnoop_hci.log", "a.txt", "b/", "c.cfa"], 3):
                archive.writestr(zipfile.ZipInfo(name), data if self.random.random() < 0.6 else b"no capture\n")
        written = file.getvalue()
        if self.random.random() < 0.2:
            # The flags of every member: encrypted, length behind the data, patched.
            bits = self.random.choice([1, 8, 0x20, 0x2000])
            written = re.sub(rb"(PK\x03\x04..)..", lambda m: m[1] + struct.pack("<H", bits), written, flags=re.DOTALL)
        return written

    def tar(self, data: bytes) -> bytes:
        """Write a tar archive with the capture among other members."""
        file = io.BytesIO()
        form = self.random.choice([tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
        with tarfile.open(fileobj=file, mode="w", format=form) as archive:
            for name in self.random.sample(
                ["logs/Bluetooth/bluetoothd-hci.pklg", "n" * 90 + "/" + "m" * 60, "d/x", "é"], 2
            ):
                member = tarfile.TarInfo(name)
                member.size = len(data)
                member.type = self.random.choice([tarfile.REGTYPE] * 6 + [tarfile.SYMTYPE, tarfile.DIRTYPE])
                archive.addfile(member, io.BytesIO(data))
        return file.getvalue()

    def hex(self) -> bytes:
        """Write payloads as hex, in some way that people write it."""
        if self.random.random() < 0.3:
            return self.text(self.random.choice(self.texts))
        lines = []
        for _ in range(self.random.randint(1, 5)):
            payload = self.payload(b"".join(self.random.choices(self.structures, k=self.random.randint(0, 3))))
            separator = self.random.choice(["", " ", ":", ", ", "-"])
            written = separator.join(self.random.choice(["", "0x"]) * (separator == ", ") + f"{o:02x}" for o in payload)
            front = self.random.choice(
                ["", "a advertising: ", "a scan-response: ", "advertising: ", NAME.decode() + ": "]
            )
            lines.append(front + written)
        text = "\n".join(lines).encode()
        return self.text(text) if self.random.random() < 0.3 else text

    def log(self) -> bytes:
        """Change some lines of a log, or put two into one."""
        lines = self.random.choice(self.logs).split(b"\n")
        start = self.random.randrange(len(lines))
        piece = b"\n".join(lines[start : start + self.random.randint(1, 40)] if self.random.random() < 0.5 else lines)
        text = self.text(piece)
        if self.random.random() < 0.2:
            text += b"\n" + self.text(self.random.choice(self.logs))
        form = self.random.random()
        if form < 0.1:
            return text.decode("utf-8", "replace").encode("utf-16")
        return text.replace(b"\n", b"\r\n") if form < 0.2 else text

    def text(self, data: bytes) -> bytes:
        """Change lines and words."""
        lines = data.split(b"\n")
        for _ in range(self.random.randint(1, 4)):
            index = self.random.randrange(len(lines))
            match self.random.randrange(7):
                case 0 if len(lines) > 1:
                    del lines[index]
                case 1:
                    lines.insert(self.random.randrange(len(lines) + 1), lines[index])
                case 2:
                    lines[index] = b" " * self.random.randint(1, 5) + lines[index]
                case 3:
                    lines[index] = lines[index].lstrip()
                case 4:
                    words = re.split(rb"(\s+)", lines[index])
                    words[self.random.randrange(len(words))] = self.random.choice(WORDS).encode()
                    lines[index] = b"".join(words)
                case 5:
                    lines.insert(index, self.random.choice(WORDS).encode())
                case _:
                    lines[index] = self.octets(lines[index])
        return b"\n".join(lines)


def structures(payload: bytes) -> list[bytes]:
    """Split a payload into its AD structures, and what is behind them."""
    found = []
    offset = 0
    while offset < len(payload):
        end = offset + 1 + payload[offset]
        found.append(payload[offset:end])
        offset = end
    return found


def payload_of(packet: bytes) -> tuple[int, int]:
    """Find the longest run of whole AD structures of assigned types: the payload, for most packets that have one."""
    best = (0, 0)
    for start in range(min(len(packet), 60)):
        offset = start
        while offset + 1 < len(packet) and packet[offset] > 1 and packet[offset + 1] in TYPES:
            if offset + 1 + packet[offset] > len(packet):
                break
            offset += 1 + packet[offset]
        if offset - start > best[1] - best[0]:
            best = (start, offset)
    return best


def kept(folder: Path) -> list[tuple[str, bytes]]:
    """Give the inputs that earlier runs found."""
    return [(path.suffix, path.read_bytes()) for path in sorted(folder.glob("*"))] if folder.is_dir() else []
