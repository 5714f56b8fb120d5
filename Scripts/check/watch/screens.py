"""Checks of the screen: what it shows, its keys, and how it is left."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

from shared import expect
from watch.stream import PATIENCE, Stream
from watch.terminal import Terminal, list_is_shown, save, terminal, width


def check_screen(advert: str, folder: Path, columns: int, rows: int) -> None:
    """The list, its keys and one device, at a size."""
    stream = Stream(folder)
    with terminal(columns, rows) as screen:
        screen.run(f"stty -g > {folder}/before; {advert} watch {stream.path}; echo status=$?; stty -g > {folder}/after")
        text = screen.wait(list_is_shown, "the list of devices")
        save(f"list-{columns}x{rows}", text)
        lines = text.split("\n")
        expect(all(width(line) <= columns for line in lines), "lines fit into the terminal")
        lamp = next(line for line in lines if " Lamp " in line)
        expect(re.search(r"\bH\b.*1W", lamp), f"the hidden service is marked: {lamp}")
        expect("u{1B}]0;owned" in text, "escape sequences of names are visible")
        title = screen.tmux("display-message", "-p", "#{pane_title}")
        expect("owned" not in title, "no name sets the title")
        expect("温度計" in text, "wide characters are shown")
        expect("\u202e" not in text, "no name changes the direction of text")
        screen.keys("/")
        screen.tmux("send-keys", "-l", "lamp")
        screen.keys("Enter")
        text = screen.wait(lambda text: "Counter" not in text.split("─")[0] and "Lamp" in text, "the filtered list")
        screen.keys("Enter")
        text = screen.wait(lambda text: "Who sees it" in text or "more lines" in text, "the device")
        save(f"device-{columns}x{rows}", text)
        expect("02 01 06 05 09 4c 61 6d 70" in text, "the octets are shown")
        screen.keys("End")
        text = screen.wait(lambda text: "missed by" in text, "who sees it")
        screen.keys("?")
        save(f"help-{columns}x{rows}", screen.wait(lambda text: "Ctrl-C" in text, "the help"))
        screen.keys("Escape")
        screen.wait(lambda text: "Ctrl-C" not in text and "heard for" in text, "the device again")
        screen.keys("Escape")
        screen.keys("Escape")
        screen.wait(list_is_shown, "the whole list")
        screen.keys("s")
        screen.wait(lambda text: "sort: strength" in text or columns < 90, "another order")
        screen.keys("p")
        screen.wait(lambda text: "PAUSED" in text, "a pause")
        screen.keys("p")
        for size in [(40, 10), (20, 3), (columns, rows)]:
            screen.tmux("resize-window", "-x", str(size[0]), "-y", str(size[1]))
            text = screen.wait(
                lambda text, size=size: len(text.rstrip("\n").split("\n")) <= size[1] and "advert" not in text
                and any(line.strip() for line in text.split("\n")), "a screen of another size",
            )  # fmt: skip
            expect(all(width(line) <= size[0] for line in text.split("\n")), "lines fit into the other size")
        screen.wait(list_is_shown, "the list at the old size")
        screen.keys("q")
        screen.wait(lambda text: "status=0" in text, "the shell again")
        stream.end()
        expect_restored(screen, folder)
        check_summary(advert, folder, screen.text(), None)


def check_summary(advert: str, folder: Path, text: str, octets: bytes | None) -> None:
    """The last line has the counts; those of all octets when the source ended by itself."""
    found = re.search(r"(\d+) advertisements?, (\d+) scan responses?, (\d+) devices?, 0 gone", text.replace("\n", ""))
    expect(found, f"the counts are told at the end:\n{text}")
    if octets is not None and found:
        counts = [int(number) for number in found.groups()]
        expect(counts == inspected(advert, folder, octets), "counts are those of inspect")


def inspected(advert: str, folder: Path, octets: bytes) -> list[int]:
    """Return the counts of inspect."""
    path = folder / "copy"
    path.write_bytes(octets)
    command = [advert, "inspect", "--format", "json", str(path)]
    result = subprocess.run(command, check=False, capture_output=True)
    captures = json.loads(result.stdout)["captures"]
    devices = result.stdout.count(b'"origin": "air"')
    return [sum(c["advertisements"] for c in captures), sum(c["scanResponses"] for c in captures), devices]


def expect_restored(screen: Terminal, folder: Path) -> None:
    """The terminal is as it was: its settings, the cursor, and what it showed."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not ((folder / "after").exists() and (folder / "after").read_text().endswith("\n")):
        time.sleep(0.02)
    before, after = (folder / "before").read_text(), (folder / "after").read_text()
    (folder / "after").unlink()
    expect(before == after, f"the settings of the terminal are as before: {before}{after}")
    state = screen.tmux("display-message", "-p", "#{alternate_on} #{cursor_flag} #{wrap_flag}").strip()
    expect(state == "0 1 1", f"the screen, the cursor and wrapping are as before: {state}")


def check_end(advert: str, folder: Path) -> None:
    """A source that ends leaves its devices to be looked at, and their counts are those of inspect."""
    stream = Stream(folder)
    with terminal(80, 24) as screen:
        screen.run(f"stty -g > {folder}/before; {advert} watch {stream.path}; echo status=$?; stty -g > {folder}/after")
        screen.wait(list_is_shown, "the list of devices")
        stream.end()
        screen.wait(lambda text: "ENDED" in text, "the end of the source")
        screen.keys("q")
        text = screen.wait(lambda text: "status=0" in text, "the shell again")
        expect_restored(screen, folder)
        check_summary(advert, folder, text, bytes(stream.written))


def check_written(advert: str, folder: Path) -> None:
    """The key `w` writes all that was heard. Other readers see the same in it."""
    stream = Stream(folder)
    with terminal(80, 24) as screen:
        screen.run(f"cd {folder}; {advert} watch {stream.path}; echo status=$?")
        screen.wait(list_is_shown, "the list of devices")
        time.sleep(0.5)
        stream.end()
        screen.wait(lambda text: "ENDED" in text, "the end of the source")
        screen.keys("w")
        screen.wait(lambda text: re.search(r"wrote \d+ reports", text), "the name of the file")
        screen.keys("q")
        screen.wait(lambda text: "status=0" in text and "wrote" in text, "the shell again, and the name of the file")
    written = list(folder.glob("advert-*.pcapng"))
    expect(len(written) == 1, f"one file is written: {written}")
    (folder / "all.btsnoop").write_bytes(stream.written)
    fields = ["time", "address", "addressType", "pdu", "rssi", "data"]
    rows = [
        subprocess.run(
            [advert, "dump", "--fields", ",".join(fields), str(path)], capture_output=True, text=True, check=True
        ).stdout
        for path in [folder / "all.btsnoop", written[0]]
    ]
    expect(rows[0] == rows[1], "the file has the reports that were heard")
    if shutil.which("tshark"):
        columns = ["-e", "frame.time_epoch", "-e", "bthci_evt.bd_addr", "-e", "bthci_evt.rssi"]
        shown = [
            subprocess.run(
                ["tshark", "-r", str(path), "-T", "fields", *columns], capture_output=True, text=True, check=True
            ).stdout
            for path in [folder / "all.btsnoop", written[0]]
        ]
        found = [[line.replace("000\t", "\t") for line in lines.splitlines()] for lines in shown]
        expect(found[0] == found[1], f"tshark reads the same reports: {found[0][:3]}, {found[1][:3]}")


def check_signals(advert: str, folder: Path) -> None:
    """However it ends, the terminal is given back."""
    crashes = [signal.SIGSEGV, signal.SIGABRT, signal.SIGILL, signal.SIGQUIT]
    for number in [signal.SIGINT, signal.SIGTERM, *crashes]:
        stream = Stream(folder)
        with terminal(80, 24) as screen:
            screen.run(f"ulimit -c 0; stty -g > {folder}/before; {advert} watch {stream.path}; echo status=$?; stty -g > {folder}/after")
            screen.wait(list_is_shown, "the list of devices")
            os.kill(screen.child(), number)
            status = 128 + number if number in crashes else 0
            screen.wait(lambda text, status=status: f"status={status}" in text, f"the end by {number.name}")
            stream.end()
            expect_restored(screen, folder)


def check_stopping(advert: str, folder: Path) -> None:
    """Ctrl-Z gives the terminal back, and `fg` takes it again."""
    stream = Stream(folder)
    with terminal(80, 24) as screen:
        screen.run(f"set -m; {advert} watch {stream.path}")
        screen.wait(list_is_shown, "the list of devices")
        screen.keys("C-z")
        screen.wait(lambda text: "Stopped" in text, "the shell")
        screen.run("fg")
        screen.wait(list_is_shown, "the list again")
        screen.keys("q")
        screen.wait(lambda text: "advertisements," in text, "the end")
        stream.end()


def check_colors(advert: str, folder: Path) -> None:
    """Without colours, everything is said all the same."""
    stream = Stream(folder)
    with terminal(80, 24, {"NO_COLOR": "1"}) as screen:
        screen.run(f"export NO_COLOR=1; {advert} watch {stream.path}")
        screen.wait(list_is_shown, "the list of devices")
        colored = screen.tmux("capture-pane", "-p", "-e")
        expect(not re.search(r"\x1b\[[0-9;]*3[1-7]m", colored), "there is no colour")
        screen.keys("q")
        stream.end()
