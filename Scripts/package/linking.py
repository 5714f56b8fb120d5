"""The program that is published: built as always, and linked once more without what it does not need.

What is left out: the Swift types of Yams, which nothing uses, and with them all of Foundation but its essentials, two
thirds of the program; names for other programs to link with; the tables for unwinding Swift code, through which nothing
is thrown; what only compilers and debuggers read. libstdc++ is linked in, because loading it takes longer than all else
at the start.
"""

import os
import platform
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from shared import ROOT

SCRATCH = ROOT / ".build-released"
# Modules that nothing uses, by their folders.
UNUSED = ["Yams.build"]
UNIVERSAL = [
    *[os.environ.get("SWIFT", "swift"), "build", "-c", "release", "--product", "advert"],
    *["--scratch-path", str(SCRATCH), "--arch", "arm64", "--arch", "x86_64"],
]


def build() -> None:
    """Build the released form, for both processors on a Mac."""
    if platform.system() == "Darwin":
        subprocess.run([*UNIVERSAL, "--quiet"], cwd=ROOT, check=True)
    else:
        subprocess.run(["make", "released"], cwd=ROOT, check=True)


def linked(program: Path) -> Path:
    """Link the program from what was built."""
    if platform.system() == "Darwin":
        return universal(program)
    folder = SCRATCH / "release"
    objects = (folder / "advert.product" / "Objects.LinkFileList").read_text("utf-8").split()
    kept = [Path(path) for path in objects if not any(f"/{unused}/" in path for unused in UNUSED)]
    unwound = program.with_name("objects")
    unwound.mkdir()
    names = [unwound / f"{number:04}.o" for number in range(len(kept))]
    left_out = [".eh_frame", ".rela.eh_frame", ".swift_modhash", ".lldbsummaries"]
    removed = [tool("llvm-objcopy"), *[f"--remove-section={section}" for section in left_out]]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda path, name: subprocess.run([*removed, path, name], check=True), kept, names))
    archives = program.with_name("archives")
    archives.mkdir()
    # It is all in Swift, too. As an input of its own, it is found before the one of the toolchain.
    essentials = archives / "libFoundationEssentials.a"
    subprocess.run([*removed, toolchain() / "lib" / "swift_static" / "linux" / essentials.name, essentials], check=True)
    for archive in ["libstdc++.a"]:
        asked = ["gcc", f"-print-file-name={archive}"]
        told = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
        (archives / archive).symlink_to(told.strip())
    options = ["--gc-sections", "--defsym", "main=advert_main", "--as-needed", "-O2", "--icf=all", "--strip-all",
               "--exclude-libs=ALL", "--no-export-dynamic", "--build-id=none", "-z", "now"]  # fmt: skip
    command = [tool("swiftc"), "-emit-executable", "-static-stdlib", "-use-ld=lld", "-module-name", "advert"]
    command += ["-L", archives, "-L", folder, "-lz", "-o", program, *names, essentials]
    command += [part for option in options for part in ("-Xlinker", option)]
    result = subprocess.run(command, capture_output=True, text=True)
    # FoundationEssentials has a function that uses mktemp; nothing here calls it.
    said = [line for line in result.stderr.splitlines() if "mktemp" not in line]
    if result.returncode or said:
        raise OSError("linking: " + "\n".join(said[:20]))
    subprocess.run([tool("llvm-objcopy"), "--remove-section", ".comment", program], check=True)
    # Paths of the sources would make the same commit another program elsewhere.
    if str(ROOT).encode() in program.read_bytes():
        raise OSError(f"{program} names the folder {ROOT}")
    return program


def tool(name: str) -> Path:
    """A program of the toolchain."""
    return toolchain() / "bin" / name


def toolchain() -> Path:
    """The folder of the toolchain."""
    swift = os.environ.get("SWIFT", "swift")
    asked = [swift, "-print-target-info"]
    told = subprocess.run([f"{swift}c", *asked[1:]], check=True, capture_output=True, text=True).stdout
    found = re.search(r'"runtimeResourcePath": "(.+)/lib/swift', told)
    if found is None:
        raise LookupError("expected the place of the toolchain")
    return Path(found[1])


def universal(program: Path) -> Path:
    """The program for both processors of a Mac, where all libraries but libyaml are part of the system."""
    shown = [*UNIVERSAL, "--show-bin-path"]
    folder = Path(subprocess.run(shown, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip())
    subprocess.run(["strip", "-x", "-o", program, folder / "advert"], check=True)
    return program
