"""Swift sources, compiled against the modules of the debug build: nothing is built a second time, linked or run."""

import os
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from shared import ROOT, stop

SWIFT = os.environ.get("SWIFT", "swift")
BUILT = ROOT / ".build" / "debug"


def require_modules() -> None:
    """End where the debug build is missing."""
    if not (BUILT / "Modules").is_dir():
        stop(f"expected modules in {BUILT}: make debug builds them")


def package_name(module: str) -> str:
    """Return the name of the package that a module was built in: the package manager takes that of its folder."""
    words = rf'"-module-name","{module}".*?"-package-name","(\w+)"'
    named = re.search(words, (ROOT / ".build" / "debug.yaml").read_text("utf-8"))
    return named[1] if named else "advert"


def compiler(module: str, sources: Iterable[Path], folder: Path, *options: str | Path) -> subprocess.CompletedProcess[str]:
    """Compile a module as the options say. Modules are looked for in the folder first; its cache is there, too."""
    maps = [path.parent for path in BUILT.glob("*.build/module.modulemap")]
    searched = [folder, BUILT / "Modules", ROOT / "Sources/System/CZlib", ROOT / ".build/checkouts/Yams/Sources/CYaml/include"]
    return run(
        f"{SWIFT}c", *options, "-parse-as-library", "-module-name", module, "-swift-version", "6",
        "-module-cache-path", folder / "cache", "-enable-experimental-feature", "Lifetimes",
        *(word for path in [*searched, *maps] for word in ("-I", path)), *sources,
    )  # fmt: skip


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program of the toolchain."""
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
