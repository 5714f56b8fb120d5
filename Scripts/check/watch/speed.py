"""How soon reports are on the screen, and what a week of them takes."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
import threading
import time
from pathlib import Path

from captures import HEADER, START, event, record, structure
from shared import expect, stop
from watch.screens import check_summary
from watch.stream import HELMET, PATIENCE


def soak(advert: str, reports: int) -> None:
    """Send a week of reports: memory after an hour and after the week, and the time of the processor."""
    week = 7 * 86_400_000_000
    step = week // reports
    hour = reports // (7 * 24)
    command = [advert, "watch", "--format", "jsonl", "-"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if process.stdin is None or process.stdout is None:
        stop("no pipe")
    last: list[bytes] = []

    def read(output: object) -> None:
        for line in output:  # type: ignore[attr-defined]
            last[:] = [line]

    reader = threading.Thread(target=read, args=(process.stdout,), daemon=True)
    reader.start()
    process.stdin.write(HEADER)
    packets = [bytearray(record(event(device, HELMET), 0)) for device in range(16)]
    resident: list[int] = []
    rotation = 900_000_000
    chunk = bytearray()
    moments = {hour, *range(reports // 7 - 1, reports - 1, reports // 7), reports - 1}
    for number in range(reports):
        device = number & 15
        microseconds = number * step
        packet = packets[device]
        struct.pack_into(">Q", packet, 16, START + microseconds)
        # Every quarter of an hour another address.
        struct.pack_into("<I", packet, 24 + 7, device + 16 * (microseconds // rotation))
        chunk += packet
        if len(chunk) > 1 << 18 or number in moments:
            process.stdin.write(chunk)
            chunk.clear()
        if number in moments:
            process.stdin.flush()
            time.sleep(1)
            resident.append(resident_octets(process.pid))
    used = cpu_seconds(process.pid)
    process.stdin.close()
    process.wait(PATIENCE)
    reader.join(PATIENCE)
    end = json.loads(last[0])
    print(
        f"{reports} reports, {end['gone'] + end['devices']} devices: {resident[0] >> 10} KiB after an hour, "
        f"{', '.join(str(octets >> 10) for octets in resident[1:])} KiB after each day, {used / reports * 1e6:.2f} µs for each report"
    )
    expect(end["advertisements"] == reports, f"all reports count: {end}")
    expect(resident[-1] <= resident[0] * 1.05, "memory does not grow by more than 5 %")
    expect(used / reports * 10_000 < 0.1, "10,000 reports in a second take less than a tenth of a processor")


def rate(advert: str, folder: Path, seconds: int = 10) -> None:
    """Send 10,000 reports in a second to a screen: how soon they are seen, and the time of the processor."""
    path = folder / "pipe"
    os.mkfifo(path)
    process, master = pty.fork()
    if process == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(advert, [advert, "watch", str(path)])
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    shown: dict[bytes, float] = {}
    text = bytearray()

    def read() -> None:
        with contextlib.suppress(OSError):
            while octets := os.read(master, 1 << 16):
                now = time.monotonic()
                text.extend(octets)
                for found in re.findall(rb"Mark\d+", text[-len(octets) - 20 :]):
                    shown.setdefault(found, now)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    flags = structure(1, b"\x06")
    packets = [event(device, flags + structure(9, b"D%03d" % device)) for device in range(200)]
    written = bytearray(HEADER)
    sent: dict[bytes, float] = {}
    with open(path, "wb", buffering=0) as pipe:
        pipe.write(HEADER)
        time.sleep(0.5)
        begin, before = time.monotonic(), cpu_seconds(process)
        # A hundredth of a second at a time. Twice in a second a new device comes.
        for step in range(100 * seconds):
            moment = begin + step / 100
            time.sleep(max(moment - time.monotonic(), 0))
            number = 100 * step
            octets = b"".join(record(packets[n % 200], 100 * n) for n in range(number, number + 100))
            if step % 50 == 25:
                mark = b"Mark%d" % step
                octets += record(event(300 + step, flags + structure(9, mark)), 100 * number)
                sent[mark] = time.monotonic()
            pipe.write(octets)
            written += octets
        used = (cpu_seconds(process) - before) / (time.monotonic() - begin)
    time.sleep(0.5)
    os.write(master, b"q")
    os.waitpid(process, 0)
    reader.join(PATIENCE)
    os.close(master)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text.decode("utf-8", "replace"))
    check_summary(advert, folder, plain[-300:].replace("\r", ""), bytes(written))
    expect(set(shown) == set(sent), f"all that is new is shown: {len(shown)} of {len(sent)}")
    delays = sorted(shown[mark] - sent[mark] for mark in sent)
    print(
        f"10,000 reports in a second for {seconds} s: on the screen after {delays[len(delays) // 2] * 1000:.0f} ms, at most "
        f"{delays[-1] * 1000:.0f} ms; {used * 100:.1f} % of a processor"
    )
    expect(delays[len(delays) // 2] < 0.1, "most is on the screen within 0.1 s")
    expect(used < 0.1, "it takes less than a tenth of a processor")


def resident_octets(process: int) -> int:
    """Return the memory of a process that is resident."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) * 1024 if found else 0


def cpu_seconds(process: int) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
