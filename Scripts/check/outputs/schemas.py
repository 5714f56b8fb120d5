"""Check that every JSON output of advert is as `advert schema` says.

All commands run in all JSON forms on the inputs, by default everything below Fixtures and captures made for what is not
there. Each document and each line is validated against its schema, which has no room for other keys. Of long captures the
first rows are validated. Every schema must have a document, and every key of a schema must be in one, but for the columns of
known formats, of which tests have samples.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from outputs.made import write_apps, write_behaviours, write_sides
from shared import ROOT, expect, files_below, said

# The name of the schema, and the command.
OF_CAPTURES = [
    ("inspect", ["inspect", "--format", "json"]),
    ("inspect-rows", ["inspect", "--format", "jsonl"]),
    ("inspect-captures", ["inspect", "--captures", "--format", "jsonl"]),
    ("watch", ["watch", "--format", "jsonl"]),
    ("lint", ["lint", "--notes", "--format", "json"]),
    ("lint-rows", ["lint", "--notes", "--format", "jsonl"]),
    ("reach", ["reach", "--format", "json"]),
    ("reach-rows", ["reach", "--format", "jsonl"]),
    ("repack", ["repack", "--all-layouts", "--format", "json"]),
    ("diff", ["diff", "Fixtures/angi/after.btsnoop", "--format", "json"]),
    ("dump", ["dump", "--fields", "all", "--format", "jsonl"]),
    ("dump", ["dump", "--fields", "all", "--unique", "--format", "jsonl"]),
    ("dump", ["dump", "--fields", "all", "--redact", "--format", "jsonl"]),
]
OF_OTHERS = [
    ("lint", ["lint", "--format", "json"]),
    ("lint-rows", ["lint", "--format", "jsonl"]),
    ("reach", ["reach", "--format", "json"]),
    ("reach-rows", ["reach", "--format", "jsonl"]),
    ("repack", ["repack", "--format", "json"]),
]
ALONE = [
    ("rules", ["rules", "--format", "json"]),
    ("profiles", ["profiles", "--format", "json"]),
    ("profiles", ["profiles", "android@14", "--format", "json"]),
    ("decode-errors", ["decode", "status 0x07", "--format", "json"]),
    ("decode-errors", ["decode", "Data length exceeded", "--format", "json"]),
    ("decode-parts", ["decode", "board 02010603030d18 heard\nphone 04094f776c heard", "--format", "json"]),
    ("decode", ["decode", "--adv", "020106 0909", "--scan-response", "0303efc0", "--format", "json"]),
    ("decode", ["decode", "--adv", "020106", "--scan-response", "0303efc0 0909", "--format", "json"]),
    ("reach", ["reach", "Fixtures/sessions/many-filters.btsnoop", "--device", "F0:F1", "--for", "android", "--format",
               "json"]),
    ("reach-rows", ["reach", "Fixtures/sessions/many-filters.btsnoop", "--device", "F0:F1", "--for", "android",
                    "--format", "jsonl"]),
    ("decode", ["decode", "--merged", "0201060303aafe0c0942696b65204c616d7020310302041809094261636b757020320a16aafe0001020304050607",
                "--format", "json"]),
    ("decode", ["decode", "--merged", "0319400202010a020a000303f0ff0709414243444546", "--format", "json"]),
    ("reach", ["reach", "Fixtures/timing/advert.yml", "--for", "esphome", "--for", "android-background", "--within", "5s",
               "--format", "json"]),
    *(
        (name, ["reach", *asked, "--for", "zephyr-passive", "--for", "home-assistant-auto", "--format", form])
        for name, form in (("reach", "json"), ("reach-rows", "jsonl"))
        for asked in (
            ["Fixtures/timing/advert.yml", "--interval", "900ms..1s", "--within", "1s"],
            ["Fixtures/timing/advert.yml", "--interval", "1s", "--loss", "20%", "--curve"],
            ["Fixtures/sessions/received.btsnoop", "--device", "F0:F1", "--interval", "1s"],
        )
    ),
    ("reach", ["reach", "--adv", "0201060303180f", "--for", "macos@12.2", "--format", "json"]),
    ("repack", ["repack", "Fixtures/timing/advert.yml", "--format", "json"]),
    *(("decode", ["decode", block, "0303180f", "--format", "json"]) for block in ("--adv", "--scan-response")),
    *(
        (name, ["reach", "--adv", "0201060303180f", "--service", "180f", "--format", form])
        for name, form in (("reach", "json"), ("reach-rows", "jsonl"))
    ),
    ("inspect", ["inspect", "Fixtures/logs/dumpsys.txt", "--format", "json"]),
    *(
        (name, [*command, "Fixtures/logs/home-assistant.json", "Fixtures/logs/bleak.log", "Fixtures/logs/react-native.log",
                "--format", form])
        for name, command, form in (
            ("inspect", ["inspect"], "json"),
            ("reach", ["reach", "Fixtures/angi/before.btsnoop", "--matching", "Fixtures/logs/manifest.json"], "json"),
            ("reach-rows", ["reach", "Fixtures/angi/before.btsnoop", "--matching", "Fixtures/logs/manifest.json"], "jsonl"),
        )
    ),
    *(
        (name, ["reach", f"Fixtures/sessions/{log}.btsnoop", "--device", device, *asked, "--for", "android", "--format", form])
        for name, form in (("reach", "json"), ("reach-rows", "jsonl"))
        for log, device, asked in (
            ("connected", "F0:F1", []), ("address-changed", "52:A9", []), ("address-changed", "F0:F1", ["--service", "fd82"]),
        )
    ),
]  # fmt: skip
MISFORMED_IN_IMAGES = ".images[].payloads[].structures[].misformed"
MOST_LINES = 2000
# Of all lines of an input that are validated.
MOST_OCTETS = 32 << 20


class Schemas:
    """The schemas of the program, and which of their keys were seen."""

    def __init__(self, advert: str) -> None:
        from jsonschema import Draft202012Validator

        self.advert = advert
        self.validators: dict[str, Any] = {}
        self.seen: dict[str, set[str]] = {}
        self.failures = 0
        self.documents: Counter[str] = Counter()
        for line in self.run(["schema"]).decode().splitlines():
            name = line.split()[0]
            if name != "manifest":
                schema = json.loads(self.run(["schema", name]))
                Draft202012Validator.check_schema(schema)
                self.validators[name] = Draft202012Validator(schema)
                self.seen[name] = set()

    def run(self, command: list[str]) -> bytes:
        """Return the output of a command, whatever it says of its input."""
        return said(self.advert, *command, cwd=ROOT).encode()

    def check(self, name: str, command: list[str]) -> None:
        """Validate the output of a command."""
        self.validate(name, " ".join(command), self.documents_of(command))

    def validate(self, name: str, command: str, documents: Iterable[Any]) -> None:
        """Validate documents of a command, up to the first that does not fit."""
        validator = self.validators[name]
        for number, document in enumerate(documents):
            self.documents[name] += 1
            note(document, "", self.seen[name])
            error = next(validator.iter_errors(document), None)
            if error is not None:
                self.failures += 1
                place = "/".join(str(part) for part in error.absolute_path)
                print(f"{name}: advert {command}: line {number + 1}, {place}: {error.message[:300]}")
                return

    def documents_of(self, command: list[str]) -> Iterator[Any]:
        """Yield the document, or the first lines."""
        output = self.run(command)
        if command[-1] == "json":
            if output:
                yield json.loads(output)
            return
        for line in output[:MOST_OCTETS].split(b"\n")[:-1][:MOST_LINES]:
            yield json.loads(line)

    def without_documents(self) -> Iterator[str]:
        """Yield the schemas that no output was validated with."""
        yield from (f"any key of {name}" for name in self.validators if not self.documents[name])

    def unseen(self) -> Iterator[str]:
        """Yield the keys of each schema that no output had, apart from columns of known formats."""
        for name, validator in self.validators.items():
            if not self.documents[name]:
                continue
            keys = {key for key in described(validator.schema, "") if name != "dump" or not is_of_format(key)}
            if name == "decode-images":
                # No image has a service in a wrong form; the keys are those of `decode`.
                keys = {key for key in keys if f"{MISFORMED_IN_IMAGES}[" not in f"{key}["}
            yield from (f"{name}: {key}" for key in sorted(keys - self.seen[name]))


def note(value: Any, place: str, seen: set[str]) -> None:
    """Remember the keys of a document."""
    if isinstance(value, dict):
        for key, member in value.items():
            seen.add(f"{place}.{key}")
            note(member, f"{place}.{key}", seen)
    elif isinstance(value, list):
        for element in value:
            note(element, f"{place}[]", seen)


def described(schema: dict[str, Any], place: str) -> Iterator[str]:
    """Yield the keys of a schema, apart from those of decoded values."""
    for choice in schema.get("anyOf", []):
        yield from described(choice, place)
    if "items" in schema:
        yield from described(schema["items"], f"{place}[]")
    for key, member in schema.get("properties", {}).items():
        yield f"{place}.{key}"
        yield from described(member, f"{place}.{key}")


def is_of_format(column: str) -> bool:
    """Whether a column of `dump` is a value of a known format: those have dots in their names."""
    return "." in column.partition("[]")[0].removeprefix(".")


def payloads(schemas: Schemas, captures: list[str]) -> Iterator[str]:
    """Yield distinct payloads of captures, to decode them."""
    seen: set[str] = set()
    for capture in captures:
        for document in schemas.documents_of(["dump", capture, "--format", "jsonl"]):
            if document["data"] and document["data"] not in seen and len(seen) < 300:
                seen.add(document["data"])
                yield document["data"]


def check_made(schemas: Schemas, folder: Path) -> None:
    """Check what is said of captures made for it, and of a baseline."""
    old, new, behaviours, baseline = (folder / name for name in ("old", "new", "behaviours", "baseline.json"))
    kotlin, page = folder / "Scanner.kt", folder / "picker.js"
    write_sides(old, new)
    write_behaviours(behaviours)
    schemas.check("diff", ["diff", str(old), str(new), "--format", "json"])
    for name, (command, *rest) in OF_CAPTURES:
        if command != "diff":
            schemas.check(name, [command, str(behaviours), *rest])
    write_apps(kotlin, page)
    for name, form in (("reach", "json"), ("reach-rows", "jsonl")):
        schemas.check(name, ["reach", str(old), "--app", str(kotlin), "--app", str(page), "--format", form])
    # So few seconds that a device of the other capture is gone before it ends.
    schemas.check("watch", ["watch", str(old), "--forget", "1s", "--format", "jsonl"])
    schemas.run(["lint", "Fixtures/lint/crowd.hex", "--write-baseline", str(baseline)])
    schemas.validate("baseline", "lint --write-baseline", [json.loads(baseline.read_bytes())])


def check(advert: str, inputs: list[Path]) -> int:
    """Check every input, by default everything below Fixtures; return how many documents and keys are wrong."""
    schemas = Schemas(advert)
    captures: list[str] = []
    if not inputs:
        with tempfile.TemporaryDirectory() as folder:
            check_made(schemas, Path(folder))
    for file in files_below(inputs or [ROOT / "Fixtures"]):
        path = str(file.resolve())
        if schemas.run(["inspect", path, "--format", "jsonl"]) or b'"captures": [\n    {' in schemas.run(
            ["inspect", path, "--format", "json"]
        ):
            captures.append(path)
            for name, (command, *rest) in OF_CAPTURES:
                schemas.check(name, [command, path, *rest])
        elif not inputs and file.suffix in (".yml", ".hex", ".elf", ".o", ".a", ".txt"):
            manifest = ["--config", path] if file.suffix == ".yml" else [path]
            for name, (command, *rest) in OF_OTHERS:
                schemas.check(name, [command, *manifest, *rest])
            if file.suffix in (".elf", ".o", ".a"):
                schemas.check("decode-images", ["decode", "--explain", path, "--format", "json"])
                schemas.check("decode-find", ["decode", "--find", path, "--format", "json"])
    for name, command in ALONE:
        schemas.check(name, command)
    for payload in payloads(schemas, captures):
        schemas.check("decode", ["decode", payload, "--format", "json"])
    print(f"{schemas.documents.total()} documents and lines of {len(captures)} captures, {schemas.failures} failures")
    expect(schemas.documents, "no document was validated")
    # Inputs of others may lack what a key tells.
    missing = [] if inputs else [*schemas.without_documents(), *schemas.unseen()]
    for name in missing:
        print(f"in a schema, and in no output: {name}")
    return schemas.failures + len(missing)
