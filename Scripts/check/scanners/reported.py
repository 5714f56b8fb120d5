"""What BlueZ reported of each layout on the bench: kept in reported.json, so that others can be told the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from layouts import Layout

FILE = Path(__file__).with_name("reported.json")
# The discoveries that are kept: one with a filter that every device passes, and those with a filter for a service.
ANY = "any filter"
SERVICES = ["short service", "long service"]


class Reported(NamedTuple):
    """A layout, and what a program gets of it."""

    layout: Layout
    # The properties of its device; None where BlueZ reports none.
    device: dict[str, Any] | None
    # The discoveries with a filter for a service in which BlueZ reports it, too.
    services: list[str]


def devices_reported(
    asked: Sequence[Layout], address: Callable[[int, Layout], str], answers: Iterable[dict[str, Any]]
) -> list[Reported]:
    """What the guest answered about each layout."""
    found: dict[str, dict[str, Any]] = {name: {} for name in (ANY, *SERVICES)}
    for answer in answers:
        if answer.get("discovery") in found:
            found[answer["discovery"]] |= answer["found"]
    told = []
    for number, layout in enumerate(asked):
        own = address(number, layout)
        device = found[ANY].get(own)
        # Virtual controllers do not measure it.
        properties = {key: value for key, value in device.items() if key != "RSSI"} if device else None
        told.append(Reported(layout, properties, [name for name in SERVICES if own in found[name]]))
    return told


def keep(told: Iterable[Reported]) -> None:
    """Write the file."""
    FILE.write_text(text(told), "utf-8")


def is_kept(told: Iterable[Reported]) -> bool:
    """Whether the file says the same."""
    return FILE.read_text("utf-8") == text(told)


def text(told: Iterable[Reported]) -> str:
    """One line for each layout."""
    lines = (json.dumps([list(vars(one.layout).values()), one.device, one.services], sort_keys=True) for one in told)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def kept() -> list[Reported]:
    """What the file says."""
    rows = json.loads(FILE.read_text("utf-8"))
    return [Reported(Layout(*layout), device, services) for layout, device, services in rows]
