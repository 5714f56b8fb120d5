"""Android's classes that read an advertisement and hold filters against it, compiled from Debian's source package.

Debian's package has the Java code of Android 10. The five classes are compiled with stubs for what they import and no question
needs. The host in front of them is C++ and no part of the package: `records` does what its source says.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tarfile
import tempfile
import urllib.request
from pathlib import Path
from typing import NamedTuple

from layouts import Layout

HERE = Path(__file__).resolve().parent / "android"
VERSION = "10.0.0+r36"
PACKAGE = "https://deb.debian.org/debian/pool/main/a/android-platform-frameworks-base"
ARCHIVE = f"android-platform-frameworks-base_{VERSION}.orig.tar.xz"
SHA256 = "67251bc9a4152b0d4783653d9d45ec815349771f501f28a8f96479848cfee26b"
CLASSES = [
    *(f"android/bluetooth/le/{name}.java" for name in ("BluetoothLeUtils", "ScanFilter", "ScanRecord", "ScanResult")),
    "android/bluetooth/BluetoothUuid.java", "android/os/ParcelUuid.java", "com/android/internal/util/BitUtils.java",
]  # fmt: skip
# The octets of each UUID in a list, by AD type.
LISTS = {2: 2, 3: 2, 4: 4, 5: 4, 6: 16, 7: 16, 0x14: 2, 0x15: 16, 0x1F: 4}
# The AD types of which Android reads the first octet however many there are: Flags and TX power.
FIRST_OCTET = {0x01, 0x0A}
# The octets of a record in a scan for legacy advertising.
LEGACY_RECORD = 62


class AndroidClasses:
    """The compiled classes in a directory of their own, made once."""

    def __init__(self, directory: Path) -> None:
        """Use a directory for what is downloaded and compiled."""
        self.directory = directory
        self.sources = directory / f"android-{VERSION}"
        self.compiled = directory / "classes"

    def make(self) -> None:
        """Download the sources, unless that was done, and compile them with the stubs."""
        if not self.sources.exists():
            self.download()
        shutil.rmtree(self.compiled, ignore_errors=True)
        sources = [self.sources / name for name in CLASSES]
        own = [HERE / "Questions.java", *sorted((HERE / "stubs").rglob("*.java"))]
        compiler = ["javac", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", self.compiled]
        subprocess.run([*compiler, *sources, *own], check=True, stderr=subprocess.DEVNULL)

    def download(self) -> None:
        """Download the source package and keep the classes."""
        self.directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.directory) as directory:
            archive = Path(directory, ARCHIVE)
            with urllib.request.urlopen(f"{PACKAGE}/{ARCHIVE}") as response, open(archive, "wb") as file:
                shutil.copyfileobj(response, file)
            with open(archive, "rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
            if found != SHA256:
                raise ValueError(f"{ARCHIVE} has the SHA-256 {found}, not {SHA256}")
            # Moved when it is whole: a download that was interrupted leaves nothing.
            unpacked = Path(directory, "sources")
            with tarfile.open(archive) as package:
                for member in package:
                    name = member.name.partition("core/java/")[2]
                    if name in CLASSES and (source := package.extractfile(member)):
                        path = unpacked / name
                        path.parent.mkdir(parents=True, exist_ok=True)
                        path.write_bytes(source.read())
            unpacked.rename(self.sources)

    def answers(self, filters: list[list[str]], records: list[bytes]) -> list[str]:
        """Whether each filter matches each record: for a record, 1 or 0 for each filter."""
        lines = ["\t".join(["filter", *words]) for words in filters] + [f"record\t{octets.hex()}" for octets in records]
        command = ["java", "-Dfile.encoding=UTF-8", "-cp", self.compiled, "Questions"]
        done = subprocess.run(command, input="\n".join(lines) + "\n", check=True, capture_output=True, encoding="utf-8")
        return done.stdout.split()


class Scan(NamedTuple):
    """How an app scans, as far as it decides what its record is."""

    is_passive: bool = False
    # Whether it calls setLegacy(false).
    takes_extended: bool = False
    # Whether the host is that of Android 14, which was new, or of a later one.
    has_reassembler: bool = True


def record(layout: Layout, scan: Scan) -> bytes | None:
    """The octets from which Android makes a record of a layout; None where the app gets nothing.

    An active scan waits for the scan response of what is scannable. As le_scanning_reassembler.cc of Android 14 hands them on,
    empty and overrunning structures are left out. Before, btm_ble_gap.cc took zeros from the end of each block, and dropped what
    then was not whole. In a scan for legacy advertising, which is the default, the record is filled up with zeros.
    """
    is_passive, takes_extended, has_reassembler = scan
    if layout.pdu == "ADV_DIRECT_IND" or (layout.is_extended and not takes_extended):
        return None
    blocks = [layout.adv]
    if layout.is_scannable and not is_passive:
        blocks.append(layout.response)
    if not has_reassembler and not all(is_whole(bytes.fromhex(block)) for block in blocks):
        return None
    octets = b"".join(trimmed(bytes.fromhex(block)) for block in blocks)
    return octets if takes_extended else octets.ljust(LEGACY_RECORD, b"\0")


def trimmed(data: bytes) -> bytes:
    """Leave out structures without any octets, and one that reaches beyond the end."""
    kept, offset = b"", 0
    while offset < len(data):
        end = offset + 1 + data[offset]
        if data[offset] and end <= len(data):
            kept += data[offset:end]
        offset = end
    return kept


def is_whole(data: bytes) -> bool:
    """Whether nothing but zeros follows a zero, and no structure reaches beyond the end."""
    kept = trimmed(data)
    return data.startswith(kept) and not any(data[len(kept) :])


def overruns(data: bytes) -> bool:
    """Whether a structure reaches beyond the end."""
    offset = 0
    while offset < len(data):
        offset += 1 + data[offset]
    return offset > len(data)


def reads_beyond_end(octets: bytes) -> bool:
    """Whether a structure with too few octets stands so near to the end of a record that Android reads beyond it."""
    offset = 0
    while offset < len(octets) and octets[offset]:
        start, count = offset + 2, octets[offset] - 1
        kind = octets[offset + 1]
        width = LISTS.get(kind, 1)
        needed = 1 if kind in FIRST_OCTET else -(-count // width) * width
        if start + needed > len(octets):
            return True
        offset = start + count
    return False
