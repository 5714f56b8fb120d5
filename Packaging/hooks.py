"""Builds the empty package of pyproject.toml, so that pip needs no other package for it."""

import re
import zipfile
from pathlib import Path


def build_wheel(folder, config_settings=None, metadata_directory=None):
    """Write the wheel into a folder and return its name."""
    # Python before 3.11 cannot read TOML.
    text = Path("pyproject.toml").read_text("utf-8")
    name, version = (re.search(f'^{key} = "(.+)"$', text, re.MULTILINE)[1] for key in ("name", "version"))
    base = f"{name.replace('-', '_')}-{version}"
    needs = re.search(r'^dependencies = \["(.+)"\]$', text, re.MULTILINE)[1]
    files = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nRequires-Dist: {needs}\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: hooks\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files["RECORD"] = "".join(f"{base}.dist-info/{name},,\n" for name in [*files, "RECORD"])
    made = f"{base}-py3-none-any.whl"
    with zipfile.ZipFile(Path(folder, made), "w") as archive:
        for file, text in files.items():
            archive.writestr(f"{base}.dist-info/{file}", text)
    return made
