"""An empty Debian on which a release is installed, used and taken away again."""

import re
import shlex
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from shared import ROOT, expect

BASE = ROOT / ".build-oracles" / "debian"
MOST_SECONDS = 10.0
# A capture of pcap and one that needs a key; what advert finds in them.
PCAP = "Fixtures/formats/pcap-187.pcap"
KEY = "ec0234a357c8ad05341010a60a397d9b"
# A Swift program looks for its arguments in /proc.
ENTER = ["unshare", "--mount", "sh", "-c", 'mount --bind /proc "$0/proc" && exec chroot "$0" "$@"']


def can_enter() -> bool:
    """Whether this user may have another root with /proc in it."""
    return subprocess.run([*ENTER, "/", "true"], capture_output=True, check=False).returncode == 0


class Debian:
    """A folder with Debian's base."""

    def __init__(self, root: Path) -> None:
        """Copy the base."""
        self.root = root
        subprocess.run(["cp", "-a", f"{base()}/.", root], check=True)

    def run(self, *command: str, status: int | None = 0) -> str:
        """Run a command in it; return what it says."""
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/root", "LC_ALL": "C.UTF-8"}
        environment["DEBIAN_FRONTEND"] = "noninteractive"
        result = subprocess.run(
            [*ENTER, self.root, *command], capture_output=True, text=True, env=environment, timeout=300
        )
        said = result.stdout + result.stderr
        expect(status is None or result.returncode == status, f"{' '.join(command)}: {result.returncode}: {said}")
        return said

    def files(self) -> set[str]:
        """Everything in it but what the package managers write for themselves."""
        found = {str(path.relative_to(self.root)) for path in self.root.rglob("*")}
        return {path for path in found if not re.match(r"(var/(lib/dpkg|cache|log|lib/apt)|proc|dev|tmp)(/|$)", path)}


def base() -> Path:
    """The base, made once."""
    if not (BASE / "etc/debian_version").exists() or not (BASE / "made").exists():
        shutil.rmtree(BASE, ignore_errors=True)
        BASE.parent.mkdir(exist_ok=True)
        command = ["debootstrap", "--variant=minbase", "bookworm", BASE]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (BASE / "made").touch()
    return BASE


def check_trial(folder: Path) -> list[str]:
    """Install each form, use it and take it away; return what it took."""
    told = []
    with tempfile.TemporaryDirectory() as temporary:
        debian = Debian(Path(temporary))
        shutil.copytree(ROOT / "Fixtures", debian.root / "tmp/Fixtures")
        for path in folder.iterdir():
            if path.suffix in (".gz", ".deb", ".whl"):
                shutil.copy(path, debian.root / "tmp")
        unpack = f"cd /tmp && {of_releases('tar -xzf')}"
        check_form(debian, "archive", told, unpack, "/root/.local/bin/advert", "rm -r /root/.local", has_libraries=False)
        debian.run("sh", "-c", "apt-get update -qq")
        # There is no one who could say yes, and root needs no sudo. Without the libraries that apt adds, messages name them.
        quiet = "apt-get install --yes --no-install-recommends"
        install = f"cd /tmp && {of_releases('apt install').replace('sudo apt install', quiet)}"
        check_form(debian, "package", told, install, "/usr/bin/advert", "dpkg --purge advert", False)
        # What the messages say is what helps.
        debian.run("apt-get", "install", "-qq", "--no-install-recommends", "libpcap0.8", "libssl3", "python3-venv")
        debian.run("python3", "-m", "venv", "/root/environment")
        pip = "/root/environment/bin/pip --disable-pip-version-check --quiet"
        debian.run("sh", "-c", f"{pip} list")
        # In the place of PyPI, which does not have it yet.
        install = of_releases("pip install").replace("pip install", f"{pip} install --no-index --find-links /tmp")
        program = "/root/environment/bin/advert"
        check_form(debian, "wheel", told, install, program, f"{pip} uninstall --yes advert", has_libraries=True)
    return told


def of_releases(words: str) -> str:
    """The command of Docs/Releases.md that has these words, as a reader types it."""
    found = re.findall(rf"`([^`\n]*{re.escape(words)}[^`\n]*)`", (ROOT / "Docs/Releases.md").read_text("utf-8"))
    expect(len(found) == 1, f"Docs/Releases.md has {len(found)} commands with {words}")
    return found[0]


def check_form(
    debian: Debian, name: str, told: list[str], install: str, program: str, remove: str, has_libraries: bool
) -> None:
    """Install one form, use it, and take it away."""
    before = debian.files()
    start = time.monotonic()
    debian.run("sh", "-c", install)
    debian.run(program, "--version")
    took = time.monotonic() - start
    expect(took < MOST_SECONDS, f"{name}: {took:.1f} s, not {MOST_SECONDS}")
    told.append(f"{name}: {took:.1f} s from nothing to advert --version")
    expect("SHS-2071" in debian.run(program, "/tmp/Fixtures/angi/before.btsnoop"), f"{name}: nothing inspected")
    debian.run(program, "lint", "/tmp/Fixtures/angi/before.btsnoop", status=1)
    # The first command of the README, as somebody types it who has nothing else.
    first = re.search(r"^\$ advert (.+)$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    expect(first, "the README shows no command")
    said = debian.run(program, *shlex.split(first[1]), status=1)
    expect("is only in the scan response" in said, f"{name}: the first command of the README: {said}")
    debian.run(program, f"/tmp/{PCAP}")
    arguments = ["inspect", "/tmp/Fixtures/angi/before.btsnoop", "--irk", KEY]
    said = debian.run(program, *arguments, status=0 if has_libraries else 2)
    expect(has_libraries or (said.count("\n") == 1 and "libssl3" in said), f"{name}: without libssl3: {said}")
    debian.run("sh", "-c", remove)
    left = debian.files() - before
    expect(not left, f"{name}: left behind: {sorted(left)[:10]}")
