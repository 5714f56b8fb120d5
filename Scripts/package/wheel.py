"""The wheel: the program for pip, as a script of the environment, and the module of Integrations/python, which runs it.

It has no manual pages and completions: pip would leave their folders behind when it takes the program away.
"""

import base64
import hashlib
import platform
import re
import subprocess
import sys
from pathlib import Path

from archives import Entries, Entry, zip_archive
from contents import Contents
from rows import module
from shared import ROOT

MODULE = ROOT / "Integrations" / "python" / "advert"

METADATA = """\
Metadata-Version: 2.4
Name: {name}
Version: {version}
Summary: Analysis of Bluetooth LE advertising: who sends what, in which packet, and which scanners miss it.
License-Expression: MIT
License-File: LICENSE
License-File: LICENSES.txt
Project-URL: Homepage, https://github.com/{address}
Project-URL: Documentation, https://github.com/{address}/tree/v{version}/Docs
Project-URL: Changelog, https://github.com/{address}/blob/v{version}/CHANGELOG.md
Project-URL: Issues, https://github.com/{address}/issues
Keywords: bluetooth,ble,advertising,btsnoop,pcap,linter
Classifier: Environment :: Console
Classifier: Operating System :: MacOS
Classifier: Operating System :: POSIX :: Linux
Classifier: Framework :: Pytest
Classifier: Topic :: Software Development :: Embedded Systems
Classifier: Topic :: Software Development :: Testing
Classifier: Typing :: Typed
Requires-Python: >=3.9
Description-Content-Type: text/markdown

{readme}"""


def tag(program: bytes, work: Path) -> str:
    """The systems that the program runs on, as the names of wheels have them."""
    if sys.platform == "darwin":
        return "macosx_14_0_universal2"
    file = work / "program"
    file.write_bytes(program)
    told = subprocess.run(["readelf", "-VW", file], check=True, capture_output=True, text=True).stdout
    file.unlink()
    numbers = [tuple(map(int, number.split("."))) for number in re.findall(r"Name: GLIBC_([\d.]+)", told)]
    major, minor = max(numbers)[:2]
    return f"manylinux_{major}_{minor}_{platform.machine()}"


def absolute(page: str, folder: str) -> str:
    """Return a page whose links lead into a folder of the project on the web: an index of packages has no other pages."""
    return re.sub(r"\]\((?!https?:|#)([^)\s]+)\)", rf"]({folder}\1)", page)


def wheel(contents: Contents, output: Path, moment: int) -> Path:
    """Make the wheel."""
    base = f"advert-{contents.version}"
    platforms = tag(contents.program, output)
    about = f"{base}.dist-info"
    entries: Entries = {
        **{f"advert/{path.name}": Entry(path.read_bytes()) for path in sorted(MODULE.iterdir()) if path.is_file()},
        "advert/rows.py": Entry(module(contents.schemas).encode()),
        f"{base}.data/scripts/advert": Entry(contents.program, is_program=True),
    }
    address = (ROOT / "Packaging" / "address").read_text("utf-8").strip()
    readme = absolute(contents.documents["README.md"], f"https://github.com/{address}/blob/v{contents.version}/")
    metadata = METADATA.format(name="advert", version=contents.version, readme=readme, address=address)
    entries |= {
        f"{about}/METADATA": Entry(metadata.encode()),
        f"{about}/WHEEL": Entry(
            f"Wheel-Version: 1.0\nGenerator: make-dist\nRoot-Is-Purelib: false\nTag: py3-none-{platforms}\n".encode()
        ),
        f"{about}/entry_points.txt": Entry(b"[pytest11]\nadvert = advert.pytest_plugin\n"),
        f"{about}/licenses/LICENSE": Entry(contents.documents["LICENSE"].encode()),
        f"{about}/licenses/LICENSES.txt": Entry(contents.documents["LICENSES.txt"].encode()),
        f"{about}/sboms/advert.cdx.json": Entry(contents.documents["advert.cdx.json"].encode()),
    }
    record = "".join(f"{name},sha256={digest(entry.content)},{len(entry.content)}\n" for name, entry in entries.items())
    entries[f"{about}/RECORD"] = Entry(f"{record}{about}/RECORD,,\n".encode())
    made = output / f"{base}-py3-none-{platforms}.whl"
    zip_archive(made, entries, moment)
    return made


def digest(content: bytes) -> str:
    """A SHA-256 as RECORD has it."""
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
