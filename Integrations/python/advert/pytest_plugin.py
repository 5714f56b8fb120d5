"""Test benches with pytest: a test listens to the air while it runs, and says what must be heard.

    def test_helmet_is_found(advert):
        restart_the_helmet()
        advert.heard("Helmet", service="180d", within=30)

What listens is a command whose output is a capture in any form that `advert` reads: `--advert-listen` or
`advert_listen` in the configuration of pytest, or a fixture of that name. The capture of a test that failed is kept, in
the folder of `--advert-captures`.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ._program import AdvertError, options, program

if TYPE_CHECKING:
    from .rows import LintRow

FAILED = pytest.StashKey[bool]()
# How often it is looked at what runs, in seconds.
PAUSE = 0.05


class NotHeard(AssertionError):  # noqa: N818 (it is what pytest shows)
    """A device was not heard as it must be."""


class Listener:
    """What is heard while a test runs: the fixture `advert`."""

    def __init__(self, command: Sequence[str], capture: Path, properties: list[tuple[str, object]]) -> None:
        """Begin to listen."""
        self.capture = capture
        """What was heard so far, as the command writes it."""
        self._command = shlex.join(command)
        self._properties = properties
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 (stop() closes it)
        try:
            with capture.open("wb") as output:
                self._process = subprocess.Popen(
                    list(command), stdin=subprocess.DEVNULL, stdout=output, stderr=self._complaints
                )
        except OSError as error:
            raise AdvertError(f"{self._command} cannot be run: {error}") from error

    def heard(
        self,
        device: str,
        *,
        service: str | Sequence[str] | None = None,
        scanners: str | Sequence[str] | None = None,
        within: float = 30,
        settle: float = 2,
        more: Sequence[str] = (),
    ) -> list[LintRow]:
        """Wait until a device is heard as it must be, since the test began.

        Args:
            device: Its address, the beginning of it, its name, or a pattern of the name.
            service: Services that must be in its advertising data, by UUID or assigned name.
            scanners: The scanners that must discover it, by the ids of `advert profiles`.
            within: How many seconds to wait.
            settle: For how many seconds nothing may be wrong.
            more: Further options of `advert lint`, such as `--fail-on=error`.

        Returns:
            What may be better: the findings that do not fail the check.

        Raises:
            NotHeard: when it was not heard so in that time; the text says what is missing or wrong, and how to mend it.
            AdvertError: when the command that listens fails, or `advert` cannot read what it gives.
        """
        __tracebackhide__ = True
        deadline = time.monotonic() + within
        # An empty file is no capture yet.
        while not self.capture.stat().st_size and time.monotonic() < deadline:
            self._expect_listening()
            time.sleep(PAUSE)
        if not self.capture.stat().st_size:
            raise NotHeard(f"nothing was heard in {within:g} s: {self._command} gave nothing")
        left = max(deadline - time.monotonic(), PAUSE)
        given = options(
            device=device, service=service, for_=scanners, within=f"{left:.2f}s", settle=f"{settle:.2f}s", follow=True
        )
        status, document, said = self._judge(["lint", "--format=json", *given, *more, "--", str(self.capture)])
        if status not in (0, 1):
            raise AdvertError(said or f"advert ended with {status}")
        findings: list[LintRow] = document["findings"]
        for finding in findings:
            self._properties.append(("advert." + finding["rule"], f"{finding['severity']}: {finding['message']}"))
        if status == 1:
            self._expect_listening()
            lines = [f"{device!r} was not heard as it must be within {within:g} s"]
            for finding in findings:
                lines.append(f"{finding['severity']}: {finding['message']} [{finding['rule']}]")
                if fix := finding["fix"]:
                    lines.append(f"  fix: {fix}")
            raise NotHeard("\n".join([*lines, *filter(None, [said])]))
        return findings

    def stop(self) -> None:
        """End the command that listens."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._complaints.close()

    def _judge(self, arguments: Sequence[str]) -> tuple[int, Any, str]:
        """Run `advert` for as long as the listening goes on; return its status, its document and what it says."""
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaints:
            process = subprocess.Popen(
                [program(), *arguments], stdin=subprocess.DEVNULL, stdout=output, stderr=complaints
            )
            try:
                while process.poll() is None:
                    self._expect_listening()
                    time.sleep(PAUSE)
            finally:
                if process.poll() is None:
                    process.terminate()
                    process.wait()
            output.seek(0)
            complaints.seek(0)
            text = output.read()
            said = complaints.read().decode("utf-8", "replace").strip()
            return process.returncode, json.loads(text) if text else {}, said

    def _expect_listening(self) -> None:
        """Raise an error when the command that listens has failed. One that came to its end is no failure."""
        if self._process.poll() in (None, 0):
            return
        self._complaints.seek(0)
        said = self._complaints.read().decode("utf-8", "replace").strip()
        raise AdvertError(f"{self._command} ended with {self._process.returncode}: {said}")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what the plugin can be told."""
    group = parser.getgroup("advert", "Bluetooth LE advertising")
    about = "the command that listens: its output is a capture, such as dumpcap -q -i bluetooth-monitor -w -"
    group.addoption("--advert-listen", metavar="COMMAND", help=about)
    parser.addini("advert_listen", about)
    about = "where the captures of tests that failed are kept (default: advert-captures)"
    group.addoption("--advert-captures", metavar="FOLDER", help=about)
    parser.addini("advert_captures", about, default="advert-captures")


# The newer form of wrappers is not known to pytest 7.0.
@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    """Remember whether a test failed: its capture is kept then."""
    outcome = yield
    report: pytest.TestReport = outcome.get_result()
    if report.when == "call":
        item.stash[FAILED] = report.failed


@pytest.fixture(scope="session")
def advert_listen(pytestconfig: pytest.Config) -> Sequence[str]:
    """Return the command that listens, and its arguments. Define a fixture of this name to compute it."""
    command = pytestconfig.getoption("advert_listen") or pytestconfig.getini("advert_listen")
    if not command:
        raise pytest.UsageError(
            "advert: expected a command that listens, as --advert-listen or as advert_listen in the configuration"
        )
    return shlex.split(command)


@pytest.fixture
def advert(
    request: pytest.FixtureRequest, tmp_path: Path, advert_listen: Sequence[str], pytestconfig: pytest.Config
) -> Iterator[Listener]:
    """Listen while the test runs."""
    node = request.node
    listener = Listener(advert_listen, tmp_path / "advert.capture", node.user_properties)
    try:
        yield listener
    finally:
        listener.stop()
        # Without a report of the call, the test was interrupted.
        if node.stash.get(FAILED, True) and listener.capture.stat().st_size:
            kept = _kept(pytestconfig, node.nodeid)
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(listener.capture, kept)
            node.user_properties.append(("advert.capture", str(kept)))
            node.add_report_section("teardown", "advert", f"The capture is kept in {kept}")


def _kept(config: pytest.Config, test: str) -> Path:
    """Where the capture of a test is kept. The names of tests hold what names of files must not."""
    folder: str = config.getoption("advert_captures") or config.getini("advert_captures")
    return config.rootpath / folder / (re.sub(r"[^\w.-]+", "-", test).strip("-") + ".capture")
