"""What `advert reach` says of many layouts, scanners and questions."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from layouts import Layout


class Verdict(NamedTuple):
    """What one scanner does with one layout, and why."""

    outcome: str
    reason: str


def manifest(layouts: Sequence[Layout], scanners: Mapping[str, str]) -> str:
    """A manifest with the layouts, which are called by their numbers, and scanners of its own."""
    lines = ["scanners:", *(f"  {name}: {scanner}" for name, scanner in scanners.items())] if scanners else []
    lines += ["layouts:"]
    for number, layout in enumerate(layouts):
        lines += [f"  l{number}:", f"    pdu: {layout.pdu}", f"    address: {layout.address_words}"]
        lines += [f'    advertising: "{layout.adv}"'] if layout.adv else []
        lines += [f'    scanResponse: "{layout.response}"'] if layout.response else []
    return "\n".join(lines) + "\n"


def verdicts(
    advert: str, layouts: Sequence[Layout], questions: Mapping[str, Sequence[str]], profiles: Iterable[str],
    scanners: Mapping[str, str], **environment: str,
) -> dict[tuple[int, str, str], Verdict]:  # fmt: skip
    """The verdict for a layout, a scanner and a question, which is none of them where it has no arguments: for presence."""
    chosen = [word for profile in profiles for word in ("--for", profile)]
    found: dict[tuple[int, str, str], Verdict] = {}
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "advert.yml")
        path.write_text(manifest(layouts, scanners), "utf-8")
        for question, arguments in questions.items():
            command = [advert, "reach", path, *arguments, "--format", "jsonl", "--all", *chosen]
            done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | environment)
            classes: dict[int, dict[str, Verdict]] = {}
            for row in map(json.loads, done.stdout.splitlines()):
                if row["row"] == "class":
                    classes[row["class"]] = {
                        name: Verdict(group["verdict"], group["reason"]) for group in row["verdicts"] for name in group["profiles"]
                    }
                elif row["row"] == "device":
                    for answer in row["answers"]:
                        if not arguments and answer["question"]["kind"] != "presence":
                            continue
                        for profile, verdict in classes[answer["class"]].items():
                            found[int(row["layoutName"][1:]), profile, question] = verdict
    return found


def app_verdicts(
    advert: str, layouts: Sequence[Layout], programs: Mapping[str, str], profiles: Iterable[str], scanners: Mapping[str, str]
) -> dict[tuple[int, str, str], Verdict]:
    """The verdict for a layout, a scanner and a program, by its name, whose one scan decides."""
    chosen = [word for profile in profiles for word in ("--for", profile)]
    found: dict[tuple[int, str, str], Verdict] = {}
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "advert.yml")
        path.write_text(manifest(layouts, scanners), "utf-8")
        for name, text in programs.items():
            program = Path(directory, "Scanner.txt")
            program.write_text(text, "utf-8")
            command = [advert, "reach", path, "--app", program, "--format", "jsonl", "--all", *chosen]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            for row in map(json.loads, done.stdout.splitlines()):
                if row["row"] == "device":
                    (scan,) = row["appScans"]
                    for answer in scan["verdicts"]:
                        verdict = Verdict(answer["verdict"], answer["reason"])
                        found[int(row["layoutName"][1:]), answer["profile"], name] = verdict
    return found
