"""A machine in QEMU, without KVM, of packages of Debian and PyPI: BlueZ, virtual controllers, bleak."""

from __future__ import annotations

import base64
import gzip
import json
import re
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PROGRAMS = [
    "bin/busybox", "usr/bin/btmon", "usr/bin/btvirt", "usr/bin/dbus-daemon", "usr/bin/python3.11",
    "usr/libexec/bluetooth/bluetoothd",
]  # fmt: skip
# In the order of loading.
MODULES = [
    "crc16", "ecc", "ecdh_generic", "rfkill", "ecb", "cmac", "af_alg", "algif_skcipher", "algif_hash", "bluetooth",
    "hci_vhci",
]  # fmt: skip
PACKAGES = [
    "bluez", "bluez-test-tools", "dbus-daemon", "busybox-static", "python3.11-minimal", "libpython3.11-minimal",
    "libpython3.11-stdlib", "libexpat1", "zlib1g", "libffi8", "libdbus-1-3", "libglib2.0-0", "libreadline8", "libtinfo6",
    "libsystemd0", "libudev1", "libc6", "libapparmor1", "libaudit1", "libcap-ng0", "libpcre2-8-0", "libcap2", "liblzma5",
    "libzstd1", "liblz4-1", "libgcrypt20", "libgpg-error0", "libasound2", "libselinux1", "libgcc-s1", "libell0", "libdw1",
    "libelf1", "libbz2-1.0",
]  # fmt: skip
UNUSED = ("test", "idlelib", "lib2to3", "tkinter", "pydoc_data", "ensurepip", "distutils", "unittest")
BUS = """<busconfig><type>system</type><listen>unix:path=/run/dbus/system_bus_socket</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_type="method_call"/><allow send_type="signal"/>
<allow send_type="method_return"/><allow send_type="error"/><allow receive_type="method_call"/>
<allow receive_type="signal"/><allow receive_type="method_return"/><allow receive_type="error"/></policy></busconfig>
"""
# Seconds. On two idle cores the whole takes a third of it.
LONGEST = 1500


class Machine:
    """The guest: made once in a directory, run with a plan."""

    def __init__(self, directory: Path) -> None:
        """Use a directory for what is downloaded and made."""
        self.directory = directory
        self.packages = directory / "packages"
        self.versions: dict[str, str] = {}

    def make(self) -> None:
        """Download the packages and pack the guest, unless that was done."""
        marker = self.directory / "versions.json"
        if marker.exists():
            self.versions = json.loads(marker.read_text("utf-8"))
            # One that was made before bleak belonged to it is made again.
            if "bleak" in self.versions:
                return
        shutil.rmtree(self.directory, ignore_errors=True)
        self.packages.mkdir(parents=True)
        depends = ["apt-cache", "depends", "linux-image-amd64"]
        told = subprocess.run(depends, check=True, capture_output=True, text=True).stdout
        if not (kernel := re.search(r"Depends: (linux-image\S+)", told)):
            raise LookupError("no kernel package")
        quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(["apt-get", "download", "-q", kernel[1], *PACKAGES], cwd=self.directory, **quiet)
        for package in sorted(self.directory.glob("*.deb")):
            subprocess.run(["dpkg", "-x", package, self.packages], check=True)
            name, version, *_ = package.name.split("_")
            self.versions[name] = version.replace("%3a", ":")
        wheels = self.directory / "wheels"
        platforms = [f"--platform=manylinux{name}_x86_64" for name in ("2014", "_2_17", "_2_28")]
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        only = ["--only-binary=:all:", "--python-version=3.11", "--implementation=cp", *platforms]
        subprocess.run([*pip, *only, "--dest", wheels, "dbus-fast", "bleak", "typing-extensions"], check=True)
        for wheel in wheels.iterdir():
            name, version, *_ = wheel.name.split("-")
            self.versions[name] = version
            shutil.unpack_archive(wheel, self.directory / "python", "zip")
        self.pack()
        marker.write_text(json.dumps(self.versions), "utf-8")

    def pack(self) -> None:
        """Make the file system of the guest."""
        root = self.directory / "root"
        for name in ("bin", "proc", "sys", "dev", "run/dbus", "etc", "tmp", "modules", "bench", "var/lib/bluetooth"):
            (root / name).mkdir(parents=True)
        for name in PROGRAMS:
            shutil.copy(self.packages / name, root / "bin" / Path(name).name)
        (root / "bin/python3.11").rename(root / "bin/python3")
        library = Path("usr/lib/python3.11")
        shutil.copytree(
            self.packages / library, root / library, ignore=shutil.ignore_patterns(*UNUSED, "__pycache__", "config-3*")
        )
        shutil.copytree(self.directory / "python", root / "bench", dirs_exist_ok=True)
        kernel_modules = {path.name: path for path in self.packages.glob("lib/modules/**/*.ko")}
        for module in MODULES:
            shutil.copy(kernel_modules[f"{module}.ko"], root / "modules")
        (root / "modules/order").write_text("".join(f"{module}\n" for module in MODULES), "utf-8")
        known = {path.name: path for path in self.packages.glob("**/lib/x86_64-linux-gnu/**/*.so*")}
        wanted = [*(root / "bin").iterdir(), *root.glob("**/*.so")]
        while wanted:
            for name in needed(wanted.pop()):
                target = root / "lib/x86_64-linux-gnu" / name
                if not target.exists() and name in known:
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(known[name].resolve(), target)
                    wanted.append(target)
        (root / "lib64").mkdir()
        shutil.copy(root / "lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", root / "lib64")
        (root / "etc/dbus.conf").write_text(BUS, "utf-8")
        (root / "etc/passwd").write_text("root:x:0:0:root:/:/bin/sh\nmessagebus:x:0:0::/:/bin/sh\n", "utf-8")
        (root / "etc/group").write_text("root:x:0:\nmessagebus:x:0:\n", "utf-8")
        (self.directory / "guest.gz").write_bytes(gzip.compress(self.archive(root), 1))
        kernel = next(self.packages.glob("boot/vmlinuz-*"))
        shutil.copy(kernel, self.directory / "vmlinuz")

    def archive(self, directory: Path) -> bytes:
        """Give a directory as the archive that the kernel unpacks."""
        names = "\n".join(str(path.relative_to(directory)) for path in sorted(directory.glob("**/*")))
        busybox = self.packages / "bin/busybox"
        done = subprocess.run(
            [busybox, "cpio", "-o", "-H", "newc"], input=names.encode(), cwd=directory, check=True, capture_output=True
        )
        return done.stdout

    def run(self, plan: dict[str, Any], log_path: Path | None = None) -> Iterator[dict[str, Any]]:
        """Boot, play a plan, give the answers; write what btmon logged."""
        extra = self.directory / "extra"
        shutil.rmtree(extra, ignore_errors=True)
        (extra / "bench").mkdir(parents=True)
        shutil.copy(HERE / "init", extra / "init")
        (extra / "init").chmod(0o755)
        shutil.copy(HERE / "guest.py", extra / "bench")
        (extra / "plan.json").write_text(json.dumps(plan), "utf-8")
        if log_path:
            (extra / "keep-log").touch()
        (extra / "controllers").write_text(str(plan["controllers"]), "utf-8")
        both = self.directory / "both.gz"
        both.write_bytes((self.directory / "guest.gz").read_bytes() + gzip.compress(self.archive(extra), 1))
        start = time.monotonic()
        # The kernel's own tests of ECDH fail in emulation, and without ECDH it resolves no private address.
        kernel_options = "console=ttyS0 quiet panic=-1 no_timer_check cryptomgr.notests"
        command = [
            "qemu-system-x86_64", "-accel", "tcg", "-cpu", "max", "-m", "768", "-nographic", "-no-reboot", "-kernel",
            self.directory / "vmlinuz", "-initrd", both, "-append", kernel_options,
        ]  # fmt: skip
        console = self.directory / "console.log"
        ended = False
        packed: list[str] = []
        with open(console, "w", encoding="utf-8") as log:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, errors="replace")
            try:
                for line in process.stdout or ():
                    log.write(line)
                    # The console may have words of its own in front.
                    _, mark, told = line.partition("RESULT ")
                    if mark:
                        answer = json.loads(told)
                        ended = "seconds" in answer
                        yield answer
                    elif line.startswith("LOG "):
                        packed.append(line.removeprefix("LOG ").strip())
                    if time.monotonic() - start > LONGEST:
                        raise TimeoutError(f"the guest runs for {LONGEST} s; see {console}")
            finally:
                process.kill()
                process.wait()
        if not ended:
            raise RuntimeError(f"the guest did not come to its end; see {console}")
        if log_path:
            log_path.write_bytes(of_adapter(gzip.decompress(base64.b64decode("".join(packed)))))


def of_adapter(log: bytes) -> bytes:
    """Of btmon's log, what is about the controller that scans, and about none."""
    kept, offset = log[:16], 16
    while offset + 24 <= len(log):
        length, controller = struct.unpack_from(">I", log, offset + 4)[0], struct.unpack_from(">H", log, offset + 8)[0]
        if controller in (0, 0xFFFF):
            kept += log[offset : offset + 24 + length]
        offset += 24 + length
    return kept


def needed(program: Path) -> list[str]:
    """Give the libraries that a program or library names."""
    done = subprocess.run(["readelf", "-dlW", program], capture_output=True, text=True, check=False)
    return re.findall(r"\(NEEDED\).*\[(.+)\]", done.stdout) + re.findall(r"interpreter: .*/(.+)\]", done.stdout)
