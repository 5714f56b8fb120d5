"""Five mistakes that the judgement could have, and a program that makes one of them at a time."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from shared import ROOT, stop

# The number of the mutation; 0 is none.
VARIABLE = "ADVERT_MUTATION"
COPIED = ["Package.swift", "Package.resolved", "Sources", "Tests", "Fixtures", "Playground", "Fuzz"]
# What was fetched for the package before; what was built would be of another folder.
FETCHED = ["checkouts", "repositories", "artifacts", "workspace-state.json"]


@dataclass(frozen=True)
class Mutation:
    """One place of the judgement as it is, and as it is when it can be wrong."""

    name: str
    words: str
    right: str
    either: str


MUTATIONS = [
    Mutation(
        "windows", "a scan in windows gets scan responses at any time", "case .passive, .activeWindows: return .no",
        "case .passive: return .no\n    case .activeWindows: return mutation == 1 ? .yes : .no",
    ),
    Mutation(
        "Flags of the scan response", "only the Flags of the advertising data decide",
        "let flags = answered ?? kind.advertising.flags",
        "let flags = (mutation == 2 ? nil : answered) ?? kind.advertising.flags",
    ),
    Mutation(
        "filters and Flags", "discovery with a filter leaves out what discovery without one leaves out",
        "if requirement.value.isLiftedByFilter, question", "if mutation != 3, requirement.value.isLiftedByFilter, question",
    ),
    Mutation(
        "zero octets behind a name", "a padded name is found whatever becomes of its octets", "case .paddedName: profile.namePadding.map",
        "case .paddedName: mutation == 4 ? true : profile.namePadding.map",
    ),
    Mutation(
        "service data", "every service filter looks at service data", "case .serviceData: profile.serviceFilter?.value",
        "case .serviceData: mutation == 5 ? true : profile.serviceFilter?.value",
    ),
]  # fmt: skip


def mutable(judgement: str) -> str:
    """The source of the judgement with every place that can be wrong."""
    for mutation in MUTATIONS:
        if judgement.count(mutation.right) != 1:
            stop(f"{mutation.name}: Judgement.swift has {judgement.count(mutation.right)} places for it")
        judgement = judgement.replace(mutation.right, mutation.either)
    return (
        "internal import Foundation\n" + judgement
        + f'\nprivate let mutation = Int(ProcessInfo.processInfo.environment["{VARIABLE}"] ?? "") ?? 0\n'
    )  # fmt: skip


def mutable_program() -> Path:
    """Build the command from a copy of the sources."""
    copy = ROOT / ".build-oracles" / "mutations"
    copy.mkdir(parents=True, exist_ok=True)
    for name in COPIED:
        shutil.rmtree(copy / name, ignore_errors=True)
        if (ROOT / name).exists():
            subprocess.run(["cp", "-a", ROOT / name, copy / name], check=True)
    (copy / ".build").mkdir(exist_ok=True)
    for name in FETCHED:
        if (ROOT / ".build" / name).exists() and not (copy / ".build" / name).exists():
            subprocess.run(["cp", "-a", ROOT / ".build" / name, copy / ".build" / name], check=True)
    source = copy / "Sources/Judging/AdvertScan/Judgement.swift"
    source.write_text(mutable(source.read_text("utf-8")), "utf-8")
    build = ["swift", "build", "--product", "advert", "--package-path", copy]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        stop(f"the copy with mutations: {done.stdout[-2000:]}")
    return copy / ".build/debug/advert"
