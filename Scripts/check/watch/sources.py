"""Checks of what can be watched: pipes, controllers, the network, serial lines and lines of hex."""

from __future__ import annotations

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import termios
import time
from pathlib import Path

from captures import HEADER, event, record, structure
from shared import ROOT, expect, stop
from watch.screens import inspected
from watch.stream import HELMET, PATIENCE, scene


def check_counts(advert: str, folder: Path) -> None:
    """The counts at the end are those of inspect, for each capture among the fixtures."""
    for path in sorted((ROOT / "Fixtures").rglob("*")):
        # A binary file of firmware is no capture.
        is_image = path.parent.name == "images"
        if is_image or path.suffix not in {".btsnoop", ".pcap", ".pcapng", ".pklg", ".bin", ".gz", ".zip"}:
            continue
        octets = path.read_bytes()
        with open(path, "rb") as file:
            command = ["sh", "-c", f"cat | {shlex.quote(advert)} watch --format jsonl --forget 1d -"]
            result = subprocess.run(command, stdin=file, capture_output=True, check=False, timeout=60)
        end = json.loads(result.stdout.splitlines()[-1])
        found = [end["advertisements"], end["scanResponses"]]
        wanted = inspected(advert, folder, octets)[:2]
        expect(found == wanted, f"{path.name}: {wanted} by inspect, {found} by watch")


def check_controllers(advert: str, folder: Path) -> None:
    """Virtual controllers of bumble, whose host writes its log into a FIFO: the counts are those of inspect."""
    fifo = folder / "btsnoop"
    os.mkfifo(fifo)
    program = (
        "import asyncio, pathlib, sys; sys.path.insert(0, sys.argv[1]); import generate; "
        "asyncio.run(generate.scan(active=True, path=pathlib.Path(sys.argv[2])))"
    )
    command = [advert, "watch", "--format", "jsonl", "--forget", "1d", str(fifo)]
    watch = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    scans = ROOT / "Fixtures" / "scans"
    subprocess.run([sys.executable, "-c", program, str(scans), str(fifo)], check=True, timeout=120)
    lines, diagnostics = watch.communicate(timeout=PATIENCE)
    rows = [json.loads(line) for line in lines.splitlines()]
    wanted = inspected(advert, folder, (scans / "active.btsnoop").read_bytes())[:2]
    found = [rows[-1]["advertisements"], rows[-1]["scanResponses"]]
    expect(found == wanted, f"{wanted} by inspect, {found} by watch: {diagnostics!r}")


def check_dump(advert: str, folder: Path) -> None:
    """The rows of a file that grows come as it grows, and end by a signal."""
    path = folder / "growing"
    packets = [record(packet, 0) for packet in scene(0)]
    path.write_bytes(HEADER + b"".join(packets))
    command = [advert, "dump", "--follow", "--format", "jsonl", "--fields", "name", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if process.stdout is None:
        stop("no pipe")
    rows = [process.stdout.readline() for _ in packets]
    with open(path, "ab") as file:
        file.write(record(event(9, HELMET), 500_000))
    rows.append(process.stdout.readline())
    process.terminate()
    rest, diagnostics = process.communicate(timeout=PATIENCE)
    expect(b'"Helmet"' in rows[-1] and not rest, f"the new row: {rows[-1]!r}{rest!r}")
    expect(process.returncode == 0 and not diagnostics, f"it ends by a signal: {process.returncode} {diagnostics!r}")


def check_network(advert: str, folder: Path) -> None:
    """A program that sends a capture to those who connect is read, and again when it comes back."""
    octets = (ROOT / "Fixtures/angi/before.btsnoop").read_bytes()
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        for times, options in [(1, []), (2, ["--retry"])]:
            command = [advert, "watch", "--format", "jsonl", *options, f"tcp:127.0.0.1:{port}"]
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _ in range(times):
                server.settimeout(PATIENCE)
                connection = server.accept()[0]
                connection.sendall(octets)
                connection.close()
            if options:
                time.sleep(0.3)
                process.terminate()
            output, _ = process.communicate(timeout=PATIENCE)
            end = json.loads(output.splitlines()[-1])
            expect(process.returncode == 0, "it ends with 0")
            expect(end["advertisements"] == 12 * times, f"all is read {times} times: {end}")
    command = [advert, "watch", "--format", "jsonl", f"tcp:127.0.0.1:{port}"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    expect(result.returncode == 2 and "connection refused" in result.stderr, f"a refusal is told: {result.stderr}")


def check_serial(advert: str, folder: Path) -> None:
    """A serial line gives every octet as it is, also those that mean something to a terminal."""
    ours, theirs = os.openpty()
    path = os.ttyname(theirs)
    command = [advert, "watch", "--format", "jsonl", "--baud", "115200", path]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(0.5)
    controls = structure(0xFF, b"\x59\x00\x03\x04\x0a\x0d\x11\x13\x1a\x1c\x7f\xff")
    for octets in [HEADER, *(record(event(1, controls + bytes([2, 10, n])), 1000 * n) for n in range(100))]:
        os.write(ours, octets)
    time.sleep(0.5)
    expect(int(termios.tcgetattr(theirs)[4]) == termios.B115200, "the line has the speed")
    process.terminate()
    output, diagnostics = process.communicate(timeout=PATIENCE)
    os.close(ours)
    os.close(theirs)
    lines = [json.loads(line) for line in output.splitlines()]
    expect(lines[-1]["advertisements"] == 100, f"all is read: {output}{diagnostics}")
    expect(controls.hex() in lines[0]["advertising"], f"every octet is as it was: {lines[0]}")
    for options, words in [(["--baud", "123"], "expected a usual speed"), (["--baud", "9600"], "expected a serial line")]:
        command = [advert, "watch", *options, str(ROOT / "Fixtures/angi/before.btsnoop")]
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
        expect(result.returncode != 0 and words in result.stderr, f"{options}: {result.stderr}")


def check_hex_lines(advert: str, folder: Path) -> None:
    """A log with data in hex is read from a serial line, a pipe and a growing file; other text is counted."""
    boot = ["ets Jun  8 2016 00:22:57", "rst:0x1 (POWERON),boot:0x13", "Scanning, 0x20 of 0x20"]
    log = [f"I ({100 * n}) scan: a4:c1:38:11:22:33 -{60 + n} adv={HELMET.hex()} rsp=0409616263" for n in range(20)]
    text = "\r\n".join([*boot, *log, "I (3000) scan: done", ""])
    wanted = {"advertisements": 20, "scanResponses": 20, "devices": 1}

    def expect_all(source: str, output: str, diagnostics: str, passed: int) -> None:
        rows = [json.loads(line) for line in output.splitlines()]
        found = {key: rows[-1][key] for key in wanted}
        expect(found == wanted, f"{source}: expected {wanted}, found {found}: {diagnostics}")
        expect(rows[0]["address"] == "A4:C1:38:11:22:33" and rows[0]["rssi"] == -60, f"{source}: {rows[0]}")
        expect(rows[0]["time"] == 0 and rows[-1]["time"] == 1.9, f"{source}: the times of the lines: {rows[-1]}")
        expect(f"{passed} line" in diagnostics, f"{source}: {passed} lines without data are told: {diagnostics}")

    ours, theirs = os.openpty()
    # Noise of a line that was just opened, and a line of which the beginning is missing.
    command = [advert, "watch", "--format", "jsonl", "--baud", "115200", os.ttyname(theirs)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(0.5)
    for octets in [b"\0\x1f\xff", b"06\r\n", *(line.encode() + b"\r\n" for line in text.split("\r\n"))]:
        os.write(ours, octets)
        time.sleep(0.01)
    time.sleep(0.5)
    process.terminate()
    output, diagnostics = process.communicate(timeout=PATIENCE)
    os.close(ours)
    os.close(theirs)
    expect_all("a serial line", output, diagnostics, 5)
    command = [advert, "watch", "--format", "jsonl", "-"]
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=PATIENCE)
    expect(result.returncode == 0, f"a pipe ends with 0: {result.stderr}")
    expect_all("a pipe", result.stdout, result.stderr, 4)
    path = folder / "log.txt"
    path.write_text(log[0] + "\n")
    command = [advert, "watch", "--format", "jsonl", "--follow", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if process.stdout is None:
        stop("no pipe")
    first = process.stdout.readline()
    with open(path, "a", encoding="utf-8") as file:
        file.write("\n".join([*log[1:], "I (3000) scan: done", ""]))
    time.sleep(0.5)
    process.terminate()
    output, diagnostics = process.communicate(timeout=PATIENCE)
    expect_all("a growing file", first + output, diagnostics, 1)


def check_interfaces(advert: str, folder: Path) -> None:
    """An interface is read through a stand-in for libpcap: listed, opened, read, broken, failed, denied."""
    library = folder / "libpcap.so.1"
    command = ["gcc", "-shared", "-fPIC", "-o", library, ROOT / "Tests/LivePcap/pcap.c"]
    subprocess.run(command, check=True)
    packets = [packet for number in range(5) for packet in scene(number)]
    (folder / "packets").write_bytes(b"".join(bytes([len(packet)]) + packet for packet in packets))

    def run(case: str, *arguments: str, stops: bool = False) -> tuple[int, str, str]:
        environment = os.environ | {
            "LD_LIBRARY_PATH": str(folder), "LIVE_CASE": case, "LIVE_PACKETS": str(folder / "packets"),
        }  # fmt: skip
        process = subprocess.Popen(
            [advert, "watch", *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        if stops:
            time.sleep(1)
            process.send_signal(signal.SIGTERM)
        output, diagnostics = process.communicate(timeout=PATIENCE)
        return process.returncode, output, diagnostics

    status, output, _ = run("quiet", "--interfaces")
    expect(status == 0 and output == "bluetooth-monitor  Bluetooth Linux \\u{1B}[31mMonitor\n", f"a list: {output}")
    status, _, diagnostics = run("unlisted", "--interfaces")
    expect(status == 2 and "no interfaces today" in diagnostics, f"no list: {diagnostics}")
    wanted = "30 advertisements, 5 scan responses, 6 devices, 0 gone"
    status, output, diagnostics = run("quiet", "bluetooth-monitor", stops=True)
    expect(status == 0 and wanted in output, f"all is read: {output}{diagnostics}")
    for case, words in [("break", "has ended"), ("error", "The interface disappeared")]:
        status, output, diagnostics = run(case, "bluetooth-monitor")
        expect(status == 2 and wanted in output and words in diagnostics, f"{case}: {output}{diagnostics}")
    status, _, diagnostics = run("denied", "bluetooth-monitor")
    expect(status == 2 and "You don't have permission" in diagnostics, f"denied: {diagnostics}")
    status, _, diagnostics = run("quiet", "nothing")
    expect(status == 2 and "No such device exists" in diagnostics, f"no device: {diagnostics}")
