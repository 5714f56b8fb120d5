"""The timelines of a page of `advert report`, and what `advert inspect` says of the same captures."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from shared import ROOT, document, expect


def compare_timeline(advert: str, page: str, capture: str) -> tuple[int, int]:
    """Compare the timelines of a page with inspect; return how many scans and how many reports they show."""
    inspected = document(advert, "inspect", "--captures", capture, cwd=ROOT)
    captures = inspected["captures"] if inspected else []
    figures = re.findall(r'<figure class="timeline.*?</figure>', page, re.DOTALL)
    tables = re.findall(r'<details class="scans">.*?</details>', page, re.DOTALL)
    wanted = [one for one in captures if has_timeline(one)][:6]
    expect(len(figures) == len(wanted), f"{capture}: {len(figures)} timelines of {len(wanted)} captures")
    told = [one for one in wanted if one["scanSessions"]]
    expect(len(tables) == len(told), f"{capture}: {len(tables)} tables of scans instead of {len(told)}")
    scans = reports = 0
    for figure, one in zip(figures, wanted, strict=True):
        scans += compare_scans(figure, one, capture)
        reports += compare_receptions(figure, one, capture)
    for table, one in zip(tables, told, strict=True):
        compare_table(table, one, capture)
    return scans, reports


def has_timeline(capture: dict[str, Any]) -> bool:
    """Whether there is something to draw."""
    start, end = capture["start"], capture["end"]
    return start is not None and end > start and capture["advertisements"] + capture["scanResponses"] > 0


def compare_scans(figure: str, capture: dict[str, Any], what: str) -> int:
    """Each scan is drawn when it ran, with its type and its share of listening."""
    start = round(capture["start"] * 1e6)
    shown = {}
    for text in re.findall(r"<rect [^>]*data-scan=[^>]*>", figure):
        data = dict(re.findall(r'data-([\w-]+)="([^"]*)"', text))
        shown[int(data["scan"])] = data
    timed = {scan["number"]: scan for scan in capture["scanSessions"] if scan["time"] is not None}
    adapters = {scan["adapter"] for scan in timed.values()}
    # More of one adapter are drawn as one.
    if len(timed) <= 1000 or len(adapters) > 1:
        missing = set(timed) - set(shown)
        expect(not missing or len(timed) > 1000, f"{what}: the scans {sorted(missing)[:5]} are not drawn")
    expect(set(shown) <= set(timed), f"{what}: scans are drawn that inspect does not have")
    end = round(capture["end"] * 1e6)
    for number, data in shown.items():
        scan = timed[number]
        until = end if scan["end"] is None else scan["endTime"]
        from_, to = round(scan["time"] * 1e6) - start, None if until is None else round(until * (1 if until is end else 1e6)) - start
        length = end - start
        from_ = min(max(from_, 0), max(length, int(data["from"])))
        expect(abs(int(data["from"]) - from_) <= 1, f"{what}: scan {number} is drawn from {data['from']} instead of {from_}")
        if to is not None:
            to = max(from_, min(max(to, 0), max(length, int(data["until"]))))
            expect(abs(int(data["until"]) - to) <= 1, f"{what}: scan {number} is drawn until {data['until']} instead of {to}")
        duty = "" if scan["dutyCycle"] is None else str(int(scan["dutyCycle"] * 1000 + 0.5))
        expect(
            (data["mode"], data["reports"]) == (scan["mode"], str(scan["reports"])) and close(data["duty"], duty),
            f"{what}: scan {number} is drawn as {data}",
        )
    return len(shown)


def close(one: str, other: str) -> bool:
    """Thousandths that rounding may part by one."""
    return one == other or bool(one and other) and abs(int(one) - int(other)) <= 1


def compare_receptions(figure: str, capture: dict[str, Any], what: str) -> int:
    """The stretches together hold what was received."""
    counts = [sum(map(int, text.split())) for text in re.findall(r'data-counts="([\d ]*)"', figure)]
    wanted = [capture["advertisements"], capture["scanResponses"]]
    untimed = re.search(r'data-untimed="(\d+)"', figure)
    left = int(untimed[1]) if untimed else -1
    expect(
        len(counts) == 2 and counts[0] <= wanted[0] and counts[1] <= wanted[1] and sum(counts) + left == sum(wanted),
        f"{what}: the timeline has {counts} advertisements and scan responses and {left} without a time instead of {wanted}",
    )
    return sum(counts)


def compare_table(table: str, capture: dict[str, Any], what: str) -> None:
    """A row has what inspect says of its scan."""
    rows = re.findall(r'<tr data-scan="(\d+)" data-lasted="(\d*)">(.*?)</tr>', table, re.DOTALL)
    sessions = capture["scanSessions"]
    expect(len(rows) == min(500, len(sessions)), f"{what}: the table has {len(rows)} of {len(sessions)} scans")
    for (number, lasted, cells), scan in zip(rows, sessions, strict=False):
        texts = [unescape(re.sub(r"<[^>]+>", "", cell)) for cell in re.findall(r"<td[^>]*>(.*?)</td>", cells, re.DOTALL)]
        mode = "not known" if scan["mode"] == "unknown" else scan["mode"]
        devices = "–" if scan["devices"] is None else str(scan["devices"])
        wanted = [str(scan["number"]), mode, str(scan["reports"]), devices, scan["end"] or "the end"]
        found = [number, texts[2], texts[5], texts[6], texts[7]]
        expect(found == wanted, f"{what}: the table has {found} instead of {wanted}")
        # Inspect rounds it to milliseconds.
        is_same = not lasted if scan["duration"] is None else lasted and abs(int(lasted) - scan["duration"] * 1e6) < 500.5
        expect(is_same, f"{what}: scan {number} lasted {lasted} µs instead of {scan['duration']} s")
