"""Ask DuckDB the questions of Integrations/duckdb, and compare the answers with what the lines of advert hold.

They are asked of captures with devices and without: of none of them a question may fail. What DuckDB answers is counted
again here, from the same lines. The rows of `dump` are asked the same where they hold an answer: which services are
only in scan responses, and which formats were sent.
"""

from __future__ import annotations

import json
import tempfile
from collections import defaultdict
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from captures import btsnoop
from shared import ROOT, expect, said, stop

QUESTIONS = ROOT / "Integrations" / "duckdb" / "questions.sql"
LASTING = ("public", "random-static", "public-identity", "random-identity")
Row = dict[str, Any]
Answers = dict[str, list[tuple[Any, ...]]]


def check(advert: str) -> int:
    """Ask about several collections of captures; return 0, as what is wrong raises Broken."""
    with tempfile.TemporaryDirectory() as name:
        silent = Path(name) / "silent.btsnoop"
        silent.write_bytes(btsnoop([]))
        collections = {
            "Fixtures": [ROOT / "Fixtures"],
            "a capture with one device": [ROOT / "Fixtures/angi/before.btsnoop"],
            "a capture without hidden services": [ROOT / "Fixtures/angi/after.btsnoop"],
            "a capture without any device": [silent],
        }
        for title, captures in collections.items():
            folder = Path(name) / title
            folder.mkdir()
            devices = lines(advert, ["inspect"], captures, folder / "devices.jsonl")
            reach = lines(advert, ["reach"], captures, folder / "reach.jsonl")
            reports = lines(advert, ["dump", "--fields", "all"], captures, folder / "reports.jsonl")
            found = asked(folder)
            expected = {
                "hidden_services": hidden_services(devices),
                "missed_devices": missed_devices(reach),
                "formats_over_time": formats_over_time(devices),
            }
            for question, rows in expected.items():
                expect(found[question] == rows, f"{title}: {question}: expected {rows[:3]}…, found {found[question][:3]}…")
            compare_with_reports(title, found, reports)
            if title == "Fixtures":
                expect(all(found.values()), "the fixtures leave a question without an answer")
            print(f"{title}: {', '.join(f'{len(rows)} rows of {question}' for question, rows in found.items())}")
    return 0


def lines(advert: str, arguments: list[str], captures: list[Path], path: Path) -> list[Row]:
    """Write what advert prints, and return its lines."""
    text = said(advert, *arguments, "--format", "jsonl", *captures)
    if not text and captures[0].is_dir():
        stop(f"advert {' '.join(arguments)} prints nothing")
    path.write_text(text, "utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


def asked(folder: Path) -> Answers:
    """Return the answers of DuckDB to every question in the file."""
    import duckdb

    connection = duckdb.connect()
    text = QUESTIONS.read_text("utf-8")
    for name in ("devices.jsonl", "reach.jsonl"):
        expect(f"'{name}'" in text, f"{QUESTIONS.name} does not read {name}")
        text = text.replace(f"'{name}'", f"'{folder / name}'")
    for statement in duckdb.extract_statements(text):
        connection.execute(statement).fetchall()
    views = [name for (name,) in connection.sql("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()]
    return {name: connection.sql(f"FROM {name}").fetchall() for name in sorted(views) if name != "devices"}


def counted(device: Row) -> str:
    """Return what a device counts as: its identity, or its address in its capture."""
    if device["resolvedBy"] is not None:
        return f"key{device['resolvedBy']}"
    if device["addressType"] in LASTING and device["address"] is not None:
        return device["address"]
    return " ".join(part for part in (device["address"], device["path"]) if part is not None)


def hidden_services(devices: list[Row]) -> list[tuple[Any, ...]]:
    """Return maker, service and number of devices."""
    found = defaultdict(set)
    for device in devices:
        for hidden in device["hiddenServices"]:
            found[(device["makers"] or ["unknown"])[0], hidden["service"]].add(counted(device))
    return sorted(((*key, len(who)) for key, who in found.items()), key=lambda row: (-row[2], row[0], row[1]))


def missed_devices(reach: list[Row]) -> list[tuple[Any, ...]]:
    """Return profile, questions, those that it misses, and their share."""
    classes = {row["class"]: row["verdicts"] for row in reach if row["row"] == "class"}
    questions: dict[str, int] = defaultdict(int)
    missed: dict[str, int] = defaultdict(int)
    for row in reach:
        for answer in row["answers"] if row["row"] == "device" else ():
            for verdict in classes[answer["class"]]:
                for profile in verdict["profiles"]:
                    questions[profile] += 1
                    missed[profile] += verdict["verdict"] == "missed"
    rows = [(profile, count, missed[profile], missed[profile] / count) for profile, count in questions.items()]
    return sorted(rows, key=lambda row: (-row[3], row[0]))


def formats_over_time(devices: list[Row]) -> list[tuple[Any, ...]]:
    """Return day, format and number of devices; rows without a day come last."""
    found: dict[tuple[date | None, str], set[str]] = defaultdict(set)
    for device in devices:
        time = device["firstSeen"]
        day = None if time is None else datetime.fromtimestamp(time, UTC).date()
        for kind in device["formats"]:
            found[day, kind].add(counted(device))
    return sorted(((*key, len(who)) for key, who in found.items()), key=lambda row: (row[0] is None, row[0] or date.min, row[1]))


def compare_with_reports(title: str, found: Answers, reports: list[Row]) -> None:
    """Compare answers with the reports themselves."""
    sent = {kind for row in reports for kind in row.get("formats") or ()}
    answered = {kind for _, kind, _ in found["formats_over_time"]}
    # Values of characteristics say nothing about a device, so `inspect` does not count them among its formats.
    sent.discard("characteristic")
    expect(answered == sent, f"{title}: formats of devices and of reports differ: {sorted(answered ^ sent)}")
    answering = {service for row in reports if row["type"] in ("SCAN_RSP", "AUX_SCAN_RSP") for service in row["services"]}
    hidden = {service for _, service, _ in found["hidden_services"]}
    expect(hidden <= answering, f"{title}: no scan response of a report lists {sorted(hidden - answering)}")
