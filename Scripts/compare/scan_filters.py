"""The filters of a log's host, phase by phase, read from the raw octets of its commands: for compare-sessions.

The rules are those of Android's HCI requirements (LE_APCF_Command, 0xFD57) and of BlueZ's doc/mgmt-api.txt, written a
second time, without a look at how advert reads them.
"""

import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

APCF, BATCH = 0xFD57, 0xFD56
MANAGED, MANAGED_EVENT = 16, 17
SHORTEST_SECONDS = 0.1
KINDS = {
    2: "address", 3: "service", 4: "solicitation", 5: "name", 6: "manufacturerData", 7: "serviceData",
    8: "transportDiscovery", 9: "adType",
}  # fmt: skip
DISCOVERIES = {0x0023, 0x0041}

Filter = dict[str, Any]


@dataclass
class State:
    """What is set on one adapter."""

    filters: dict[int, Filter] = field(default_factory=dict)
    filtering: bool | None = None
    known: bool = False
    unreadable: bool = False
    managed: bool = False
    paused: Filter | None = None
    record: int = 0
    batch: tuple[int, bytes] | None = None

    def told(self) -> dict[str, Any]:
        """Return it as documents have it."""
        return {
            "record": self.record,
            "filtering": self.filtering,
            "filtersKnown": self.known and not self.unreadable,
            "filters": [{"index": index, **self.filters[index]} for index in sorted(self.filters)],
        }

    def copy(self) -> "State":
        """Return a copy that later commands do not change."""
        filters = {index: {**one, "conditions": list(one["conditions"])} for index, one in self.filters.items()}
        return State(
            filters, self.filtering, self.known, self.unreadable, self.managed, self.paused, self.record, self.batch
        )


def octets(path: Path, commands: str) -> dict[int, bytes]:
    """Return the raw octets of the frames that a display filter chooses, by their numbers."""
    result = subprocess.run(
        ["tshark", "-r", str(path), "-Y", commands, "-T", "json", "-x", "-j", "frame"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    rows = json.loads(result.stdout) if result.stdout.strip() else []
    found = {}
    for row in rows:
        layers = row["_source"]["layers"]
        found[int(layers["frame"]["frame.number"])] = bytes.fromhex(layers["frame_raw"][0])
    return found


def at(state: State, index: int, record: int) -> Filter:
    """Return the filter at a place, a new one if there is none."""
    one = state.filters.setdefault(index, {"record": record, "passesAll": None, "conditions": []})
    one["record"] = record
    return one


def android(state: State, opcode: int, parameters: bytes, is_whole: bool, record: int) -> None:
    """Apply a vendor command."""
    if opcode == BATCH:
        if parameters[:2] == b"\1\0":
            state.batch = None
        elif parameters[:1] == b"\3" and len(parameters) >= 10:
            state.batch = (parameters[1], parameters[2:10]) if parameters[1] in (1, 2, 3) else None
        return
    if parameters[0] == 0:
        if len(parameters) < 2:
            state.unreadable = True
        else:
            state.filtering = parameters[1] != 0
        return
    if parameters[0] == 0xFF:
        return
    if not is_whole or len(parameters) < 3 or parameters[1] > 2:
        state.unreadable = True
        return
    action, index, rest = parameters[1], parameters[2], parameters[3:]
    if parameters[0] == 1:
        if action == 1:
            state.filters.pop(index, None)
        elif action == 2:
            state.filters, state.known, state.unreadable = {}, True, False
        elif len(rest) < 7:
            state.unreadable = True
        else:
            one = at(state, index, record)
            one["passesAll"] = rest[:2] == b"\0\0"
            one["logic"] = (int.from_bytes(rest[:2], "little"), int.from_bytes(rest[2:4], "little"), rest[4] != 0)
        return
    kind = KINDS.get(parameters[0])
    condition: dict[str, Any] | None = None
    if kind in ("service", "solicitation", "manufacturerData", "serviceData"):
        half = len(rest) // 2
        if rest and len(rest) % 2 == 0 and (half in (2, 4, 16) or not kind.startswith("s") or kind == "serviceData"):
            condition = {"kind": kind, "octets": rest[:half].hex(), "mask": rest[half:].hex()}
    elif kind == "address" and len(rest) >= 6:
        condition = {"kind": kind, "octets": rest[:6].hex(), "mask": None}
    elif kind is not None and kind != "address" and rest:
        condition = {"kind": kind, "octets": rest.hex(), "mask": None}
    if condition is None:
        if action == 2 and kind is not None:
            one = at(state, index, record)
            one["conditions"] = [known for known in one["conditions"] if known["kind"] != kind]
        else:
            state.unreadable = True
        return
    one = at(state, index, record)
    if action == 0 and condition not in one["conditions"] and len(one["conditions"]) < 32:
        one["conditions"].append(condition)
    elif action == 1:
        one["conditions"] = [known for known in one["conditions"] if known != condition]
    elif action == 2:
        one["conditions"] = [known for known in one["conditions"] if known["kind"] != kind]


def discovery(parameters: bytes, record: int) -> Filter:
    """Return what Start Service Discovery asks for."""
    count = int.from_bytes(parameters[2:4], "little")
    services = [parameters[4 + 16 * n : 20 + 16 * n].hex() for n in range(count)]
    return {
        "record": record, "passesAll": not services,
        "conditions": [{"kind": "service", "octets": one, "mask": None} for one in dict.fromkeys(services)],
    }  # fmt: skip


def monitor(parameters: bytes, record: int) -> Filter:
    """Return what an advertisement monitor asks for."""
    conditions = []
    for n in range(parameters[0]):
        pattern = parameters[1 + 34 * n : 35 + 34 * n]
        conditions.append(
            {"kind": "pattern", "octets": (pattern[:2] + pattern[3 : 3 + pattern[2]]).hex(), "mask": None}
        )
    return {"record": record, "passesAll": False, "conditions": conditions}


def manage(state: State, command: int, parameters: bytes, returned: bytes, record: int) -> None:
    """Apply a management command that succeeded."""
    state.managed = state.filtering = True
    if command in DISCOVERIES:
        state.filters[0] = {"record": record, "passesAll": True, "conditions": []}
    elif command == 0x003A:
        state.filters[0] = discovery(parameters, record)
    elif command == 0x0024:
        state.filters.pop(0, None)
        state.paused = None
    elif command in (0x0052, 0x0056):
        index = int.from_bytes(returned[:2], "little")
        state.filters[index] = monitor(parameters[7 if command == 0x0056 else 0 :], record)
    elif command == 0x0053:
        index = int.from_bytes(parameters[:2], "little")
        if index:
            state.filters.pop(index, None)
        else:
            state.filters = {0: state.filters[0]} if 0 in state.filters else {}
            state.known, state.unreadable = True, False
