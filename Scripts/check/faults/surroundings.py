"""Checks of what is around the command: permissions, file handles, libraries, disks and pipes."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from faults.cases import CAPTURE, EVENT, event, pcap, settings, write
from faults.running import UNPRIVILEGED, run
from shared import ROOT


def check_permissions(advert: str) -> list[str]:
    """What may not be read is refused, and does not stop what may."""
    problems = []
    with tempfile.TemporaryDirectory() as path:
        folder = Path(path)
        os.chmod(folder, 0o755)
        closed, readable = write(folder, "closed", CAPTURE), write(folder, "open", CAPTURE)
        (folder / "d").mkdir()
        write(folder / "d", "closed", CAPTURE)
        os.chmod(folder / "d", 0)
        os.chmod(closed, 0)
        user = None
        if os.geteuid() == 0:
            # Root may read everything, so another user runs the command, from a place where that user may look.
            user, own = UNPRIVILEGED, folder / "advert"
            shutil.copy(advert, own)
            advert = str(own)
        try:
            for name, arguments in (
                ("no-permission", [closed, readable]),
                ("closed-folder", [str(folder / "d"), readable]),
            ):
                ended = run(advert, ["inspect", *arguments], user=user)
                if ended.status != 2 or "permission denied" not in ended.said or "SHS-2071" not in ended.said:
                    problems.append(f"{name}: status {ended.status}, {ended.said[:300]!r}")
            ended = run(advert, ["inspect", readable, "--output", str(folder / "new")], user=user)
            if user is not None and (ended.status != 2 or "permission denied" not in ended.said):
                problems.append(f"no-permission --output: status {ended.status}, {ended.said[:300]!r}")
            problems += check_in_place(advert, folder, user)
        except OSError as error:
            print(f"no-permission: left out, as no other user can run the command here: {error}")
        finally:
            os.chmod(folder / "d", 0o700)
    return problems


def check_in_place(advert: str, folder: Path, user: int | None) -> list[str]:
    """Source in a folder that takes no new files is whole when the disk is full: the old one, or the new one."""
    fixed = folder / "fixed"
    fixed.mkdir()
    header, manifest = fixed / "a.h", fixed / "m.yml"
    header.write_text("/* mine */\n" * 20, "utf-8")
    payload = "0201061107e41d510e5a11dbb9a9419e2aa0ffd0af09095348532d32303731020a00"
    lines = [f"  l{number}: {{ advertising: {payload} }}" for number in range(60)]
    manifest.write_text("\n".join(["layouts:", *lines, ""]), "utf-8")
    for path in (header, manifest):
        path.chmod(0o666)
    problems = []
    before = {path: path.read_bytes() for path in (header, manifest)}
    os.chmod(fixed, 0o555)
    try:
        # Blocks of 512 octets: room for what is there, and for some of what is written.
        for arguments, path, blocks in (
            (["emit", str(manifest), "--form", "zephyr", "--output", str(header)], header, 4),
            (["repack", str(manifest), "--write"], manifest, len(before[manifest]) // 512 + 1),
        ):
            limited = ["-c", f'trap "" XFSZ; ulimit -f {blocks}; exec "$0" "$@"', advert, *arguments]
            ended = run("/bin/sh", limited, user=user)
            if path.read_bytes() != before[path] or ended.status != 2:
                problems.append(f"in-place {arguments[0]}: status {ended.status}, the old file is lost: {ended.said[:300]!r}")
            ended = run(advert, arguments, user=user)
            if path.read_bytes() == before[path] or ended.status != 0:
                problems.append(f"in-place {arguments[0]}: status {ended.status}, not written: {ended.said[:300]!r}")
    finally:
        os.chmod(fixed, 0o755)
    return problems


def check_no_file_handle(advert: str) -> list[str]:
    """When no more files can be opened, the rest is refused and what was read is reported."""
    if not hasattr(resource, "prlimit"):
        print("no-file-handle: left out, as limits of a running process cannot be set here")
        return []
    with tempfile.TemporaryDirectory() as path:
        # Of pipes the second is opened after the first is read.
        fifo, second = str(Path(path) / "fifo"), str(Path(path) / "second")
        os.mkfifo(fifo)
        os.mkfifo(second)
        child = subprocess.Popen([advert, "inspect", fifo, second], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        with open(fifo, "wb") as pipe:
            # It has opened the first: from now on, none but the standard streams.
            resource.prlimit(child.pid, resource.RLIMIT_NOFILE, (3, 3))
            pipe.write(CAPTURE)
        output, diagnostics = child.communicate(timeout=settings.bounds.seconds)
    if child.returncode != 2 or b"SHS-2071" not in output or b"too many open files" not in diagnostics:
        return [f"no-file-handle: status {child.returncode}, {output[:200]!r}, {diagnostics[:200]!r}"]
    return []


def check_outputs(advert: str) -> list[str]:
    """Full disks, closed and broken pipes, and no more file handles."""
    problems = []
    capture = str(ROOT / "Fixtures/angi/before.btsnoop")
    for arguments in (["dump", capture], ["inspect", capture], ["lint", capture], ["diff", capture, capture], ["--help"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([advert, *arguments], stdout=full, stderr=subprocess.PIPE)
        expected = arguments != ["--help"]
        if done.returncode != 2 or (expected and b"no space left on device" not in done.stderr):
            problems.append(f"disk-full {arguments[0]}: status {done.returncode}, {done.stderr[:200]!r}")
        done = subprocess.run([advert, *arguments], preexec_fn=lambda: os.close(1), stderr=subprocess.PIPE)
        if done.returncode != 2:
            problems.append(f"output-closed {arguments[0]}: status {done.returncode}")
    done = subprocess.run([advert, "inspect", capture, "--output", "/dev/full"], capture_output=True)
    if done.returncode != 2 or b"no space left on device" not in done.stderr:
        problems.append(f"disk-full --output: status {done.returncode}")

    with tempfile.TemporaryDirectory() as folder:
        large = write(Path(folder), "large", pcap((1_700_000_000, event(n % 9)) for n in range(20_000)))
        child = subprocess.Popen(
            [advert, "dump", large],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_DFL),
        )
        child.stdout.readline()
        child.stdout.close()
        said = child.stderr.read()
        if child.wait(settings.bounds.seconds) != -signal.SIGPIPE or said:
            problems.append(f"pipe-without-reader: status {child.returncode}, {said[:200]!r}")

    # Few are needed however many the inputs are: three streams, two for signals, and one for each input that is read at
    # a time.
    few = 5 + (os.cpu_count() or 1)
    done = subprocess.run(
        [advert, "lint", "--fail-on", "never", *[capture] * 50],
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few, few)),
    )
    if done.returncode != 0:
        problems.append(f"few-file-handles: status {done.returncode}, {done.stderr[:200]!r}")
    return problems
