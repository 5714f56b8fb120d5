"""Hostile inputs: what is no capture, files that change, lengths that lie, crowds, archives and texts."""

from __future__ import annotations

import base64
import gzip
import io
import os
import struct
import tarfile
import threading
import time
import zlib
from pathlib import Path

from faults.cases import CAPTURE, EVENT, Case, archive, block, case, event, needing, pcap, settings, write


@case
def empty_file(folder: Path) -> Case:
    return ["inspect", write(folder, "empty", b"")], 2, "found an empty file"


@case
def missing_file(folder: Path) -> Case:
    return ["inspect", str(folder / "missing")], 2, "cannot be read: no such file or directory"


@case
def empty_directory(folder: Path) -> Case:
    (folder / "d").mkdir()
    return ["inspect", str(folder / "d")], 2, "found none in 0 files"


@case
def names_not_utf_8(folder: Path) -> Case:
    inner = os.fsencode(folder / "d")
    os.mkdir(inner)
    for name in (b"good", b"b\xffd"):
        with open(inner + b"/" + name, "wb") as file:
            file.write(CAPTURE)
    return ["inspect", str(folder / "d")], 2, "expected names in UTF-8, found 1"


@case
def folder_for_a_file(folder: Path) -> Case:
    return ["lint", "--baseline", str(folder), "--adv", "020106"], 2, "is a directory"


@case
def name_too_long(folder: Path) -> Case:
    return ["inspect", str(folder / ("x" * 5000))], 2, "cannot be read: file name too long"


@case
def zeros_without_end(_: Path) -> Case:
    return ["lint", "/dev/zero"], 2, "; expected a capture ("


@case
def fifo(folder: Path) -> Case:
    path = folder / "fifo"
    os.mkfifo(path)

    def feed() -> None:
        with open(path, "wb") as pipe:
            for start in range(0, len(CAPTURE), 100):
                pipe.write(CAPTURE[start : start + 100])
                pipe.flush()

    threading.Thread(target=feed, daemon=True).start()
    return ["inspect", str(path)], 0, "SHS-2071"


@case
def file_that_grows(folder: Path) -> Case:
    path = write(folder, "growing", CAPTURE[:16])

    def grow() -> None:
        with open(path, "ab") as file:
            for start in range(16, len(CAPTURE), 50):
                file.write(CAPTURE[start : start + 50])
                file.flush()
                time.sleep(0.001)

    threading.Thread(target=grow, daemon=True).start()
    return ["inspect", path], 0, "growing"


@case
def file_cut_while_read(folder: Path) -> Case:
    path = write(folder, "shrinking", pcap((1_700_000_000, event(n % 9)) for n in range(60_000)))

    def cut() -> None:
        time.sleep(0.02)
        os.truncate(path, 100_000)

    threading.Thread(target=cut, daemon=True).start()
    return ["inspect", path], 0, "shrinking"


@case
def lengths_of_4_gib(folder: Path) -> Case:
    head = pcap(iter([(1, EVENT)]))
    return (
        ["inspect", write(folder, "c", head + struct.pack("<IIII", 1, 0, 2**32 - 1, 2**32 - 1))],
        0,
        "record 1, offset 24: 59 bytes not read",
    )


@case
def pcapng_block_of_4_gib(folder: Path) -> Case:
    head = block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1))
    return (
        ["inspect", write(folder, "c", head + struct.pack("<II", 6, 2**32 - 4))],
        0,
        "record 1, offset 28: expected a block",
    )


@case
def btsnoop_record_of_4_gib(folder: Path) -> Case:
    record = struct.pack(">IIIIq", 2**32 - 1, 2**32 - 1, 3, 0, 0)
    return (
        ["inspect", write(folder, "c", CAPTURE + record)],
        0,
        "bytes not read, up to offset",
    )


@case
def packetlogger_record_of_4_gib(folder: Path) -> Case:
    record = struct.pack(">IIIB", len(EVENT) + 8, 1, 0, 1) + EVENT[1:]
    return (
        ["inspect", write(folder, "c", record * 6 + struct.pack(">I", 2**32 - 1))],
        0,
        f"offset {6 * len(record)}: expected",
    )


@case
def times_of_1970_and_9999(folder: Path) -> Case:
    epoch = 0x00DC_DDB3_0F2F_8000
    data = b"btsnoop\0" + struct.pack(">II", 1, 1002)
    for at in (0, 253_402_300_799_000_000, 1, -epoch, 2**63 - 1 - epoch, 1_700_000_000_000_000):
        data += struct.pack(">IIIIq", len(EVENT), len(EVENT), 3, 0, at + epoch) + EVENT
    return ["inspect", write(folder, "c", data)], 0, "abc"


@case
def clock_set_back(folder: Path) -> Case:
    return ["inspect", write(folder, "c", pcap((1_700_000_000 - n, EVENT) for n in range(50)))], 0, "abc"


@case
def interfaces_100_000(folder: Path) -> Case:
    data = block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1))
    data += block(1, struct.pack("<HHI", 187, 0, 0)) * 100_000
    packets = (struct.pack("<IIIII", n, 0, 0, len(EVENT), len(EVENT)) + EVENT for n in range(0, 100_000, 50))
    return ["inspect", write(folder, "c", data + b"".join(block(6, p) for p in packets))], 0, "abc"


@needing(distinct=2 * 20_000)
def devices_20_000(folder: Path) -> Case:
    return ["inspect", "--device", "C1:00:00:00:00:07", write(folder, "c", pcap((n, event(n)) for n in range(20_000)))], 0, ""


@needing(distinct=2 * 20_000)
def devices_20_000_judged(folder: Path) -> Case:
    arguments = ["lint", "--format", "sarif", "--notes", "--output", str(folder / "report")]
    return (
        [*arguments, write(folder, "c", pcap((n, event(n, b"\x02\x01\x86")) for n in range(20_000)))],
        1,
        "20000 warnings",
    )


@needing(distinct=2 * 20_000)
def devices_20_000_repacked(folder: Path) -> Case:
    arguments = ["repack", "--format", "json"]
    return [*arguments, write(folder, "c", pcap((n, event(n)) for n in range(20_000)))], 0, ""


@needing(distinct=2 * 20_000)
def devices_20_000_scanned(folder: Path) -> Case:
    return ["reach", write(folder, "c", pcap((n, event(n)) for n in range(20_000)))], 0, ""


@needing(distinct=4 * 20_000)
def devices_20_000_compared(folder: Path) -> Case:
    old = write(folder, "old", pcap((n, event(n, b"\x02\x01\x06")) for n in range(20_000)))
    new = write(folder, "new", pcap((n, event(n, b"\x02\x01\x04")) for n in range(20_000)))
    return ["diff", "--format", "json", old, new], 1, '"changed": 20000'


@needing(distinct=2 * 20_000)
def devices_10_000_exchanged(folder: Path) -> Case:
    old = write(folder, "old", pcap((n, event(n)) for n in range(10_000)))
    new = write(folder, "new", pcap((n, event(n + 10_000)) for n in range(10_000)))
    return ["diff", old, new], 1, "more"


@needing(distinct=2 * 5_000)
def devices_5_000_in_json(folder: Path) -> Case:
    return (
        ["reach", "--format", "json", write(folder, "c", pcap((n, event(n)) for n in range(5_000)))],
        0,
        "advert.reach/1",
    )


@needing(distinct=20_000)
def payloads_20_000_of_one_device(folder: Path) -> Case:
    data = (struct.pack("<BBHI", 7, 0xFF, 0xFFFF, n) for n in range(20_000))
    return ["lint", "--fail-on", "never", write(folder, "c", pcap((n, event(1, d)) for n, d in enumerate(data)))], 0, ""


@case
def gzip_bomb(folder: Path) -> Case:
    return ["inspect", write(folder, "bomb.gz", gzip.compress(CAPTURE + bytes(70 << 20)))], 0, "times their size"


@case
def zip_bomb_among_captures(folder: Path) -> Case:
    members = {"a.btsnoop": CAPTURE, "bomb": bytes(300 << 20), "b.btsnoop": CAPTURE}
    return ["inspect", write(folder, "bomb.zip", archive(members))], 0, "b.btsnoop"


@case
def zips_in_zips(folder: Path) -> Case:
    data = CAPTURE
    for _ in range(20):
        data = archive({"a": data})
    return ["inspect", write(folder, "deep.zip", data)], 2, "at most 3 layers"


@case
def tars_in_zips(folder: Path) -> Case:
    data = CAPTURE
    for _ in range(4):
        file = io.BytesIO()
        with tarfile.open(fileobj=file, mode="w:gz") as writer:
            member = tarfile.TarInfo("../a")
            member.size = len(data)
            writer.addfile(member, io.BytesIO(data))
        data = archive({"a": file.getvalue()})
    return ["inspect", write(folder, "deep.zip", data)], 2, "at most 3 layers"


@case
def names_that_leave_the_folder(folder: Path) -> Case:
    members = {"../../escaped": CAPTURE, str(folder / "absolute"): CAPTURE, "\x1b[2Jx\n": CAPTURE}
    return ["inspect", write(folder, "names.zip", archive(members))], 0, "escaped"


@case
def hex_line_without_end(folder: Path) -> Case:
    path = folder / "line.hex"
    with open(path, "wb") as file:
        for _ in range(1024 // settings.smaller):
            file.write(b"02" * (1 << 19))
    return ["lint", str(path)], 2, "; expected a capture ("


# The line is held whole, as octets and as text.
@needing(octets=8 << 20)
def hex_line_of_1_mb(folder: Path) -> Case:
    return ["lint", write(folder, "line.hex", b"02" * ((1 << 19) - 1))], 2, "at most 4096 bytes in a payload"


@case
def hex_blocks_of_one_name(folder: Path) -> Case:
    text = b"a advertising:01\n" * 8000 + b"a scan-response:02\n" * 8000 + b"end"
    return ["lint", write(folder, "blocks.hex", text)], 2, "line 16001"


# The log grows to 64 MiB, and is moved when it does.
@needing(octets=96 << 20)
def btsnooz_bomb(folder: Path) -> Case:
    log = b"\x02" + bytes.fromhex("6023351918240a06") + zlib.compress(bytes(100 << 20))
    text = b"--- BEGIN:BTSNOOP_LOG_SUMMARY (1 bytes in) ---\n" + base64.b64encode(log)
    return (
        ["inspect", write(folder, "log.txt", text + b"\n--- END:BTSNOOP_LOG_SUMMARY ---\n")],
        0,
        "record 1, offset 0: expected a record",
    )


@case
def yaml_nested_deeply(folder: Path) -> Case:
    return ["lint", write(folder, "advert.yml", b"layouts: " + b"[" * 500_000)], 2, "expected at most 32 levels"


@case
def yaml_billion_laughs(folder: Path) -> Case:
    text = "layouts: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in range(1, 10):
        text += f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]\n"
    return ["lint", write(folder, "advert.yml", text.encode())], 2, "found an anchor (&) or alias (*)"


@case
def yaml_not_utf_8(folder: Path) -> Case:
    return ["lint", "--config", write(folder, "advert.yml", b"layouts:\n  \xff: 1\n")], 2, "UTF-8"


@case
def hostile_argument(_: Path) -> Case:
    return ["decode", "02 01 \x1b[2J"], 2, "expected a hex digit"
