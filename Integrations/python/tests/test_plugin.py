"""The plugin for pytest, in runs of pytest with a device that `bench.py` is."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

BENCH = Path(__file__).with_name("bench.py")


def run(pytester: pytest.Pytester, scene: str, *arguments: str, body: str) -> pytest.RunResult:
    """Run one test of this body while a scene plays."""
    pytester.makepyfile("\n".join(["def test_it(advert):", *(f"    {line}" for line in body.splitlines())]))
    listen = f'--advert-listen={sys.executable} "{BENCH}" {scene}'
    return pytester.runpytest("-p", "advert.pytest_plugin", "-p", "no:cacheprovider", listen, *arguments)


def test_passes_as_soon_as_it_is_heard(pytester: pytest.Pytester) -> None:
    lines = [
        'found = advert.heard("Helmet", service="180d", within=20, settle=0.3)',
        'assert {row["severity"] for row in found} <= {"note"}',
    ]
    result = run(pytester, "found", body="\n".join(lines))
    result.assert_outcomes(passed=1)
    assert result.duration < 10
    assert not (pytester.path / "advert-captures").exists()


def test_passes_when_the_device_corrects_itself(pytester: pytest.Pytester) -> None:
    result = run(pytester, "late", body='advert.heard("Helmet", service="180d", within=20, settle=0.5)')
    result.assert_outcomes(passed=1)


def test_fails_with_the_sentence(pytester: pytest.Pytester) -> None:
    result = run(
        pytester,
        "hidden",
        "--junit-xml=results.xml",
        body='advert.heard("Helmet", service="180d", within=2, settle=0.3)',
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*NotHeard: 'Helmet' was not heard as it must be within 2 s",
            "*error: service 180d (Heart Rate) is only in the scan response: *service-uuid-only-in-scan-response]",
            "*fix: *",
        ]
    )
    kept = pytester.path / "advert-captures" / "test_fails_with_the_sentence.py-test_it.capture"
    assert kept.read_bytes().startswith(b"btsnoop\0")
    result.stdout.fnmatch_lines([f"The capture is kept in {kept}"])
    properties = {
        entry.get("name"): entry.get("value") or ""
        for entry in ET.parse(pytester.path / "results.xml").iter("property")
    }
    assert properties["advert.service-uuid-only-in-scan-response"].startswith("error: service 180d")


def test_fails_when_the_device_is_not_there(pytester: pytest.Pytester) -> None:
    result = run(pytester, "found", body='advert.heard("Lamp", within=1.5, settle=0)')
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*expected-device-missing]"])


def test_fails_when_nothing_is_sent(pytester: pytest.Pytester) -> None:
    result = run(pytester, "silent", "--advert-captures=kept", body='advert.heard("Helmet", within=1.5)')
    result.assert_outcomes(failed=1)
    assert list((pytester.path / "kept").iterdir())


def test_keeps_the_capture_of_a_test_that_fails_elsewhere(pytester: pytest.Pytester) -> None:
    result = run(pytester, "found", body='advert.heard("Helmet", within=20, settle=0)\nassert 1 == 2')
    result.assert_outcomes(failed=1)
    assert list((pytester.path / "advert-captures").iterdir())


def test_a_command_that_fails_is_told(pytester: pytest.Pytester) -> None:
    result = run(pytester, "broken", body='advert.heard("Helmet", within=20)')
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*AdvertError: *ended with 3: no such adapter"])
    assert result.duration < 10


def test_without_a_command_it_is_an_error(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(advert): pass")
    result = pytester.runpytest("-p", "advert.pytest_plugin", "-p", "no:cacheprovider")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*expected a command that listens*"])
