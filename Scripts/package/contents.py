"""What all forms of a release hold: program, manual pages, completions, schemas, guides, licences, bill of materials."""

import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from linking import SCRATCH, tool
from manual import pages
from shared import ROOT

VERSION = re.compile(r'static let version = "([^"]+)"')
# What of the program is not its own, where the licence is, and what it is.
LICENCES = [
    ("ArgumentParser", SCRATCH / "checkouts" / "swift-argument-parser" / "LICENSE.txt", "Commands, options and help."),
    (
        "libyaml, as Yams brings it",
        SCRATCH / "checkouts" / "Yams" / "LICENSE",
        "Reads advert.yml. Copyright (c) 2006-2016 Kirill Simonov, (c) 2017-2020 Ingy d\u00f6t Net.",
    ),
]
# On macOS these are part of the system.
LINUX_LICENCES = [
    ("Swift, and Foundation's essentials", Path("usr/share/swift/LICENSE.txt"), "The standard library of Swift."),
    ("libstdc++", Path("/usr/share/doc/libstdc++6/copyright"), "Part of Swift's runtime needs it."),
]


def version() -> str:
    """The version of the sources."""
    found = VERSION.search((ROOT / "Sources/Tools/advert/AdvertCommand.swift").read_text("utf-8"))
    if found is None:
        raise LookupError("expected the version in AdvertCommand.swift")
    return found[1]


@dataclass(frozen=True)
class Contents:
    """Everything but the form."""

    version: str
    program: bytes
    pages: dict[str, str]
    scripts: dict[str, str]
    schemas: dict[str, str]
    documents: dict[str, str]
    # The pages that advice names, and what other programs run advert with, by their paths here.
    guides: dict[str, bytes]

    @classmethod
    def of(cls, program: Path, moment: int) -> "Contents":
        """Ask a program for all that it can tell of itself."""

        def said(*arguments: str) -> str:
            return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout

        number = version()
        if not said("--version").startswith(number):
            raise LookupError(f"{program}: expected version {number}, found {said('--version')}")
        # A name and what it is of in each line.
        names = [line.split()[0] for line in said("schema").splitlines()]
        schemas = {f"{name}.schema.json": said("schema", name) for name in names}
        schemas["advert.schema.json"] = schemas.pop("manifest.schema.json")
        documents = {name: (ROOT / name).read_text("utf-8") for name in ("README.md", "CHANGELOG.md", "LICENSE")}
        documents["LICENSES.txt"] = licences()
        bill = [sys.executable, ROOT / "Scripts" / "package" / "make-sbom"]
        documents["advert.cdx.json"] = subprocess.run(bill, check=True, capture_output=True, text=True).stdout
        return cls(
            version=number,
            program=program.read_bytes(),
            pages=pages(program, number, time.strftime("%Y-%m-%d", time.gmtime(moment))),
            scripts={shell: said("--generate-completion-script", shell) for shell in ("bash", "zsh", "fish")},
            schemas=schemas,
            documents=documents,
            guides=guides(),
        )

    def completions(self, kind: str) -> dict[str, str]:
        """The completions by where shells look for them, of the system's packages ("vendor") or others ("site")."""
        zsh = "zsh/vendor-completions/_advert" if kind == "vendor" else "zsh/site-functions/_advert"
        return {
            # It is read by a shell, not run.
            "bash-completion/completions/advert": self.scripts["bash"].removeprefix("#!/bin/bash\n").lstrip(),
            zsh: self.scripts["zsh"],
            "fish/vendor_completions.d/advert.fish": self.scripts["fish"],
        }


def guides() -> dict[str, bytes]:
    """Return the pages of Docs and Reference, and the files of Integrations that are not in the wheel."""
    listed = subprocess.run(
        ["git", "ls-files", "Docs", "Reference", "Integrations"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return {name: (ROOT / name).read_bytes() for name in listed.stdout.splitlines() if not name.startswith("Integrations/python/")}


def licences() -> str:
    """The licences of what the program holds that is not its own."""
    known = list(LICENCES)
    if sys.platform == "linux":
        toolchain = tool("swift").parent.parent.parent
        known += [(name, toolchain / path, about) for name, path, about in LINUX_LICENCES]
    parts = ["advert is under the MIT licence, see LICENSE. It holds these parts of others.\n"]
    for name, path, about in known:
        parts.append(f"{'=' * 78}\n{name}\n{about}\n{'=' * 78}\n\n{path.read_text('utf-8').strip()}\n")
    return "\n".join(parts)
