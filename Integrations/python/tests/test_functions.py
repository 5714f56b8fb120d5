"""The functions of the module, on captures that `bench.py` writes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import advert

BENCH = Path(__file__).with_name("bench.py")


@pytest.fixture(scope="module")
def hidden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A capture with the classic fault."""
    path = tmp_path_factory.mktemp("captures") / "hidden.btsnoop"
    with path.open("wb") as file:
        process = subprocess.Popen([sys.executable, BENCH, "hidden"], stdout=file)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(2)
        process.kill()
        process.wait()
    return path


def test_lint_yields_findings(hidden: Path) -> None:
    (finding,) = [row for row in advert.lint(hidden, device="Helmet") if row["severity"] == "warning"]
    assert finding["rule"] == "service-uuid-only-in-scan-response"
    assert finding["block"] == "scanResponse"
    assert finding["source"]["advertiser"] == "F0:F1:F2:F3:F4:F5"


def test_lint_of_bytes() -> None:
    assert list(advert.lint(adv=bytes.fromhex("02010603030d18"), scan_response=b"")) == []
    rules = [row["rule"] for row in advert.lint(adv=bytes.fromhex("020106"), scan_response=bytes.fromhex("03030d18"))]
    assert rules == ["service-uuid-only-in-scan-response"]


def test_what_is_expected_and_missing_is_a_finding(hidden: Path) -> None:
    rules = {row["rule"] for row in advert.lint(hidden, device="Helmet", service=["180d", "Battery"])}
    assert "expected-service-missing" in rules


def test_inspect_yields_devices(hidden: Path) -> None:
    (device,) = advert.inspect(hidden)
    assert device["name"] == "Helmet"
    assert device["services"] == {"advertising": [], "scanResponse": ["180d"]}
    assert [service["service"] for service in device["hiddenServices"]] == ["180d"]


def test_reach_yields_verdicts(hidden: Path) -> None:
    rows = list(advert.reach(hidden, service="180d", scanners=["windows", "windows-active"]))
    verdicts = [verdict for row in rows for verdict in row.get("verdicts", [])]
    words = {profile: verdict["verdict"] for verdict in verdicts for profile in verdict["profiles"]}
    assert words == {"windows": "missed", "windows-active": "discovered"}


def test_watch_yields_events_while_they_happen() -> None:
    with subprocess.Popen([sys.executable, BENCH, "hidden"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        events = advert.watch(process.stdout, service="180d")
        assert next(events)["event"] == "new"
        wanted = "service-uuid-only-in-scan-response"
        assert any(event.get("rule") == wanted for event in events)
        # The source still goes on: only the program ends.
        events.close()
        process.kill()


def test_a_table_has_the_types_of_the_schema(hidden: Path) -> None:
    rows = advert.table(hidden, fields="all,ruuviTag")
    kinds = {name: str(kind) for name, kind in zip(rows.column_names, rows.schema.types)}
    wanted = {"record": "int64", "time": "double", "complete": "bool", "data": "string", "acad": "string"}
    assert {name: kinds[name] for name in wanted} == wanted
    assert kinds["services"] == "list<item: string>"
    assert kinds["serviceData"] == "list<item: struct<uuid: string, data: string>>"
    # What no row has a value for has its type all the same.
    assert kinds["ruuviTag.temperature"] == "double"
    assert rows["ruuviTag.temperature"].null_count == rows.num_rows > 0
    assert set(rows["address"].to_pylist()) == {"F0:F1:F2:F3:F4:F5"}


def test_a_table_is_the_rows_of_dump(hidden: Path) -> None:
    text = subprocess.run(
        [advert.program(), "dump", "--fields=all", "--format=jsonl", hidden], stdout=subprocess.PIPE, check=True
    ).stdout
    lines = [json.loads(line) for line in text.splitlines()]
    rows = advert.table(hidden)
    assert rows.column_names == list(lines[0])
    assert rows.drop_columns("known").to_pylist() == [{k: v for k, v in line.items() if k != "known"} for line in lines]
    assert advert.table(hidden, fields=["name", "rssi"]).column_names == ["name", "rssi"]


def test_a_table_without_reports_has_its_columns(tmp_path: Path) -> None:
    empty = tmp_path / "empty.btsnoop"
    empty.write_bytes(b"btsnoop\0" + (1).to_bytes(4, "big") + (1002).to_bytes(4, "big"))
    rows = advert.table(empty, fields="time,ruuviTag.temperature")
    assert (rows.num_rows, rows.column_names) == (0, ["time", "ruuviTag.temperature"])


def test_a_table_of_unknown_fields_is_an_error(hidden: Path) -> None:
    with pytest.raises(advert.AdvertError, match="--fields"):
        advert.table(hidden, fields="tme")


def test_a_missing_input_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(advert.AdvertError, match="no-such-capture"):
        list(advert.inspect(tmp_path / "no-such-capture"))


def test_the_other_inputs_come_before_the_error(hidden: Path, tmp_path: Path) -> None:
    devices = advert.inspect(tmp_path / "no-such-capture", hidden)
    assert next(devices)["name"] == "Helmet"
    with pytest.raises(advert.AdvertError, match="no-such-capture"):
        next(devices)


def test_damage_is_a_finding(hidden: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.btsnoop"
    cut.write_bytes(hidden.read_bytes()[:200])
    assert "capture-damaged" in [row["rule"] for row in advert.lint(cut)]


def test_a_program_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADVERT", "/no/such/advert")
    with pytest.raises(advert.AdvertError, match="cannot be run"):
        list(advert.lint(adv=b"\x02\x01\x06"))
