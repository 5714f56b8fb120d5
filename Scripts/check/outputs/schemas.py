"""Check that every JSON output of advert is as `advert schema` says.

All commands run in all JSON forms on the inputs, by default everything below Fixtures, and each document and each line
is validated against its schema, which has no room for other keys. Of long captures the first rows are validated. Then
keys that are in a schema and in no output are listed: that is no failure, as inputs may lack what they tell.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from shared import ROOT, files_below, stop

# The name of the schema, and the command.
OF_CAPTURES = [
    ("inspect", ["inspect", "--format", "json"]),
    ("inspect-rows", ["inspect", "--format", "jsonl"]),
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
    ("decode", ["decode", "--adv", "020106 0909", "--scan-response", "0303efc0", "--format", "json"]),
    ("reach", ["reach", "Fixtures/sessions/many-filters.btsnoop", "--device", "F0:F1", "--for", "android", "--format",
               "json"]),
    ("reach-rows", ["reach", "Fixtures/sessions/many-filters.btsnoop", "--device", "F0:F1", "--for", "android",
                    "--format", "jsonl"]),
]  # fmt: skip
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
        self.documents = 0
        for line in self.run(["schema"]).decode().splitlines():
            name = line.split()[0]
            if name != "manifest":
                schema = json.loads(self.run(["schema", name]))
                Draft202012Validator.check_schema(schema)
                self.validators[name] = Draft202012Validator(schema)
                self.seen[name] = set()

    def run(self, command: list[str]) -> bytes:
        """Return the output of a command, whatever it says of its input."""
        result = subprocess.run([self.advert, *command], cwd=ROOT, capture_output=True, check=False)
        if result.returncode not in (0, 1, 2):
            stop(f"advert {' '.join(command)} ended with {result.returncode}")
        return result.stdout

    def check(self, name: str, command: list[str]) -> None:
        """Validate the output of a command."""
        validator = self.validators[name]
        for number, document in enumerate(self.documents_of(command)):
            self.documents += 1
            note(document, "", self.seen[name])
            error = next(validator.iter_errors(document), None)
            if error is not None:
                self.failures += 1
                place = "/".join(str(part) for part in error.absolute_path)
                print(f"{name}: advert {' '.join(command)}: line {number + 1}, {place}: {error.message[:300]}")
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

    def unseen(self) -> Iterator[str]:
        """Yield the keys of each schema that no output had."""
        for name, validator in self.validators.items():
            if self.seen[name]:
                keys = set(described(validator.schema, ""))
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


def payloads(schemas: Schemas, captures: list[str]) -> Iterator[str]:
    """Yield distinct payloads of captures, to decode them."""
    seen: set[str] = set()
    for capture in captures:
        for document in schemas.documents_of(["dump", capture, "--format", "jsonl"]):
            if document["data"] and document["data"] not in seen and len(seen) < 300:
                seen.add(document["data"])
                yield document["data"]


def check(advert: str, inputs: list[Path]) -> int:
    """Check every input, by default everything below Fixtures; return how many documents are wrong."""
    schemas = Schemas(advert)
    captures: list[str] = []
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
                schemas.check("decode-images", ["decode", path, "--format", "json"])
                schemas.check("decode-find", ["decode", "--find", path, "--format", "json"])
    for name, command in ALONE:
        schemas.check(name, command)
    for payload in payloads(schemas, captures):
        schemas.check("decode", ["decode", payload, "--format", "json"])
    unseen = list(schemas.unseen())
    if not inputs:
        decoded = sum(1 for key in unseen if key.startswith("dump:"))
        print(f"in a schema, and in no output: {len(unseen) - decoded} keys, and {decoded} columns of known formats")
        for key in unseen:
            if not key.startswith("dump:"):
                print(f"  {key}")
    print(f"{schemas.documents} documents and lines of {len(captures)} captures, {schemas.failures} failures")
    return schemas.failures
