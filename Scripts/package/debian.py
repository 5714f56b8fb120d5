"""The Debian package."""

import hashlib
import re
import subprocess
import time
from pathlib import Path

from archives import Entries, Entry, gzip_of, put
from contents import Contents
from shared import ROOT

# An address that GitHub gives the owner of the repository, and no stranger.
OWNER = (ROOT / "Packaging" / "address").read_text("utf-8").partition("/")[0]
MAINTAINER = f"The advert authors <{OWNER}@users.noreply.github.com>"
# Libraries that the program is linked with, and the packages that have them.
PACKAGES = {"libz.so.1": "zlib1g", "libgcc_s.so.1": "libgcc-s1", "libstdc++.so.6": "libstdc++6"}
LIBC = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
PARTS = """\
The program holds parts of others: ArgumentParser, the standard library of Swift
and FoundationEssentials (Apache-2.0 with the Runtime Library Exception, see
/usr/share/common-licenses/Apache-2.0), libyaml (MIT), and libstdc++ (GPL-3 with
the GCC Runtime Library Exception). All texts: /usr/share/doc/advert/LICENSES.txt.gz
"""
DESCRIPTION = """\
Description: analysis of Bluetooth LE advertising
 advert reads captures of Bluetooth LE advertising: the logs of phones, of btmon
 and of sniffers. It says which scanners will miss a device, why, and how to fix
 it, judges layouts before there is a device, and writes them as source.
"""


def dependencies(program: Path) -> str:
    """The packages that the program needs to start."""
    told = subprocess.run(["readelf", "-dVW", program], check=True, capture_output=True, text=True).stdout
    needed = set(re.findall(r"\(NEEDED\).*\[(.+)\]", told))
    if unknown := needed - PACKAGES.keys() - LIBC:
        raise LookupError(f"no package is known for {', '.join(sorted(unknown))}")
    numbers = re.findall(r"Name: GLIBC_([\d.]+)", told)
    libc = max(numbers, key=lambda number: [int(part) for part in number.split(".")])
    return ", ".join([f"libc6 (>= {libc})", *sorted(PACKAGES[name] for name in needed & PACKAGES.keys())])


def control(contents: Contents, program: Path, size: int) -> str:
    """What dpkg has to know."""
    named = ["dpkg", "--print-architecture"]
    architecture = subprocess.run(named, check=True, capture_output=True, text=True).stdout.strip()
    # Without libpcap there are no interfaces to watch, without libcrypto no --irk; advert says so in one line.
    return (
        f"Package: advert\nVersion: {contents.version}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\n"
        f"Installed-Size: {size}\nDepends: {dependencies(program)}\nRecommends: libpcap0.8, libssl3\n"
        f"Section: utils\nPriority: optional\n{DESCRIPTION}"
    )


def files(contents: Contents, moment: int) -> Entries:
    """What is installed, by path."""
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(moment))
    changelog = (
        f"advert ({contents.version}) stable; urgency=medium\n\n"
        f"  * See /usr/share/doc/advert/CHANGELOG.md.gz.\n\n -- {MAINTAINER}  {date}\n"
    )
    documents = {
        "copyright": Entry(f"{contents.documents['LICENSE']}\n{PARTS}".encode()),
        "LICENSES.txt.gz": Entry(gzip_of(contents.documents["LICENSES.txt"].encode())),
        "changelog.gz": Entry(gzip_of(changelog.encode())),
        "CHANGELOG.md.gz": Entry(gzip_of(contents.documents["CHANGELOG.md"].encode())),
        "advert.cdx.json": Entry(contents.documents["advert.cdx.json"].encode()),
    }
    documents |= {name: Entry(content) for name, content in contents.guides.items()}
    entries = {"usr/bin/advert": Entry(contents.program, is_program=True)}
    for name, page in contents.pages.items():
        entries[f"usr/share/man/man1/{name}.gz"] = Entry(gzip_of(page.encode()))
    for path, script in contents.completions("vendor").items():
        entries[f"usr/share/{path}"] = Entry(script.encode())
    for name, text in contents.schemas.items():
        entries[f"usr/share/advert/{name}"] = Entry(text.encode())
    for name, entry in documents.items():
        entries[f"usr/share/doc/advert/{name}"] = entry
    entries["usr/share/lintian/overrides/advert"] = Entry((ROOT / "Packaging" / "lintian-overrides").read_bytes())
    return entries


def debian_package(contents: Contents, work: Path, output: Path, moment: int) -> Path:
    """Make the package; dpkg-deb takes the times from the environment."""
    root = work / "debian"
    entries = files(contents, moment)
    put(root, entries)
    size = sum((len(entry.content) + 1023) // 1024 for entry in entries.values())
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN" / "control").write_text(control(contents, root / "usr/bin/advert", size), "utf-8")
    known = [f"{hashlib.md5(entries[name].content).hexdigest()}  {name}\n" for name in sorted(entries)]
    (root / "DEBIAN" / "md5sums").write_text("".join(known), "utf-8")
    for path in [root, *root.rglob("*")]:
        path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
    architecture = re.search(r"^Architecture: (.+)$", (root / "DEBIAN" / "control").read_text("utf-8"), re.MULTILINE)
    made = output / f"advert_{contents.version}_{architecture[1] if architecture else 'any'}.deb"
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, made]
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin", "SOURCE_DATE_EPOCH": str(moment)}
    )
    return made
