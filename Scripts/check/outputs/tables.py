"""Check that pandas, polars and DuckDB read the rows of advert with the right types, without being told.

Every line-wise output of captures below Fixtures is read by all three as it is: times are numbers, flags are truth
values, lists are lists, and a column has one type throughout. What the readers make of each column is compared with its
type in `advert schema`. A made capture has sensors behind hundreds of reports that lack what they have: there the
readers may look at all lines, and are still told no type.

Then the questions of Docs/Output.md are asked, and its line for each reader is run.
"""

from __future__ import annotations

import csv
import json
import re
import tempfile
from pathlib import Path
from typing import Any

from captures import btsnoop, event
from shared import ROOT, expect, said

CAPTURES = [
    "Fixtures/angi/before.btsnoop",
    "Fixtures/angi/after.btsnoop",
    "Fixtures/formats/btsnoop-extended.btsnoop",
    "Fixtures/formats/pcap-251.pcap",
    "Fixtures/formats/pcap-256.pcap",
]
# The name of the schema, the command, and the form.
OUTPUTS = [
    ("dump", ["dump"], "jsonl"),
    ("dump", ["dump", "--fields", "all"], "jsonl"),
    ("dump", ["dump", "--unique"], "jsonl"),
    ("dump", ["dump", "--fields", "all", "--unique"], "jsonl"),
    ("dump", ["dump", "--fields", "time,address,rssi,name,services,company,format,ruuviTag,btHome"], "jsonl"),
    ("inspect-rows", ["inspect"], "jsonl"),
    ("lint-rows", ["lint", "--notes"], "jsonl"),
    ("reach-rows", ["reach"], "jsonl"),
    ("dump", ["dump"], "tsv"),
    ("dump", ["dump"], "csv"),
    ("dump", ["dump", "--fields", "all"], "tsv"),
    ("dump", ["dump", "--fields", "all"], "csv"),
    ("dump", ["dump", "--unique"], "csv"),
]


SENSORS = [
    "02010605094c616d70",
    "1bff99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f",
    "0201060916d2fc40640102ca09",
    "1aff4c000215e2c56db5dffb48d2b060d0f5a71096e000010002c5",
    "1116aafe20000bb81580000000640000000a",
    "0303121803ff4c00",
]


def made_capture(path: Path) -> None:
    """Write a btsnoop log: reports without a name, then others with names, services and measurements."""
    path.write_bytes(btsnoop(event(1, bytes.fromhex(data)) for data in ["020106"] * 300 + SENSORS * 50))


def types_of(schema: dict[str, Any], key: str) -> set[str]:
    """Return the types that a key can have, without null."""
    member = schema["properties"][key]
    if "anyOf" in member:
        return {choice["type"] for choice in member["anyOf"] if choice.get("type") != "null"}
    named = member.get("type", "string")
    return set([named] if isinstance(named, str) else named) - {"null"}


def fits(kind: str, wanted: set[str], is_flat: bool, is_empty: bool) -> bool:
    """Whether what a reader made of a column is what the schema says."""
    if is_empty:
        return True
    # Without JSON, a list is a text in brackets.
    if is_flat and wanted & {"array", "object"}:
        return kind == "string"
    return kind in wanted or (kind == "integer" and "number" in wanted) or (kind == "number" and "integer" in wanted)


def of_duckdb(path: Path, is_flat: bool, is_whole: bool) -> dict[str, str]:
    """Return the kind of each column as DuckDB reads a file."""
    import duckdb

    kinds = {}
    reader = "read_csv" if is_flat else "read_json"
    table = f"{reader}('{path}'{', sample_size = -1' if is_whole else ''})"
    for name, kind, *_ in duckdb.sql(f"DESCRIBE SELECT * FROM {table}").fetchall():
        if kind.endswith("[]"):
            kinds[name] = "array"
        elif kind.startswith(("STRUCT", "MAP")):
            kinds[name] = "object"
        elif re.match("(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER)", kind):
            kinds[name] = "integer"
        elif re.match("DOUBLE|FLOAT|DECIMAL", kind):
            kinds[name] = "number"
        else:
            kinds[name] = {"BOOLEAN": "boolean", "VARCHAR": "string"}.get(kind, kind)
    # All rows, not only those that the types were found by.
    duckdb.sql(f"SELECT * FROM {table}").fetchall()
    return kinds


def of_polars(path: Path, form: str, is_whole: bool) -> dict[str, str]:
    """Return the kind of each column as polars reads a file."""
    import polars

    if form == "jsonl":
        frame = polars.read_ndjson(path, infer_schema_length=None if is_whole else 100)
    else:
        separator = "\t" if form == "tsv" else ","
        frame = polars.read_csv(path, separator=separator, infer_schema_length=None if is_whole else 100)
    kinds = {}
    for name, kind in frame.schema.items():
        if kind.is_integer():
            kinds[name] = "integer"
        elif kind.is_float():
            kinds[name] = "number"
        elif kind == polars.Boolean:
            kinds[name] = "boolean"
        elif isinstance(kind, polars.List):
            kinds[name] = "array"
        elif isinstance(kind, polars.Struct):
            kinds[name] = "object"
        else:
            kinds[name] = "string"
    return kinds


def of_pandas(path: Path, form: str) -> dict[str, str]:
    """Return the kind of each column as pandas reads a file."""
    import pandas

    if form == "jsonl":
        frame = pandas.read_json(path, lines=True)
    else:
        frame = pandas.read_csv(path, sep="\t" if form == "tsv" else ",")
    kinds = {}
    for name in frame.columns:
        there = (value for value in frame[name] if isinstance(value, (list, dict)) or not pandas.isna(value))
        met = {kind_of(value) for value in there}
        # pandas has no integers where some are missing.
        met = {"number"} if met == {"integer", "number"} else met
        kinds[name] = met.pop() if len(met) == 1 else "empty" if not met else f"several: {sorted(met)}"
    return kinds


def kind_of(value: Any) -> str:
    """Return the kind of one value of pandas."""
    import numpy

    if isinstance(value, (bool, numpy.bool_)):
        return "boolean"
    if isinstance(value, (int, numpy.integer)):
        return "integer"
    if isinstance(value, (float, numpy.floating)):
        return "number"
    return {list: "array", dict: "object"}.get(type(value), "string" if isinstance(value, str) else str(type(value)))


def columns_of(path: Path, form: str) -> tuple[set[str], set[str]]:
    """Return the columns, and those without any value: no reader can know what they would hold."""
    if form == "jsonl":
        full: set[str] = set()
        names: set[str] = set()
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            names |= set(row)
            full |= {key for key, value in row.items() if value not in (None, [], {})}
        return names, names - full
    with open(path, encoding="utf-8", newline="") as file:
        if form == "tsv":
            rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        else:
            rows = list(csv.reader(file))
    return set(rows[0]), {name for number, name in enumerate(rows[0]) if not any(row[number] for row in rows[1:])}


def questions(advert: str, folder: Path) -> None:
    """Ask the questions of Docs/Output.md."""
    import duckdb
    import pandas

    page = (ROOT / "Docs" / "Output.md").read_text("utf-8").partition("## Three questions")[2].partition("\n## ")[0]
    for line in re.findall(r"^advert (.*)$", page, re.MULTILINE):
        command, _, name = line.partition(" > ")
        arguments = command.replace("capture.btsnoop", "Fixtures/angi/before.btsnoop").split()
        (folder / name).write_text(said(advert, *arguments, statuses=(0,), cwd=ROOT), "utf-8")
    for query in re.search(r"```sql\n(.*?)```", page, re.DOTALL)[1].splitlines():
        rows = duckdb.sql(re.sub(r"'(\w+\.jsonl)'", rf"'{folder}/\1'", query)).fetchall()
        expect(rows, f"nothing answers {query}")
    for expression in re.search(r"```python\n(.*?)```", page, re.DOTALL)[1].splitlines():
        eval(expression.replace('"rows.jsonl"', f'"{folder}/rows.jsonl"'), {"pandas": pandas})


def readers_of_page(path: Path) -> dict[str, str]:
    """Return the line of Docs/Output.md with which each program reads the rows of a file."""
    page = (ROOT / "Docs" / "Output.md").read_text("utf-8")
    lines = re.findall(r"^\| (\w+) \| `([^`]*rows\.jsonl[^`]*)` \|$", page, re.MULTILINE)
    return {program: line.replace("rows.jsonl", str(path)) for program, line in lines}


def check_readers(path: Path) -> None:
    """Read rows as the page says; each row must be there, with its bytes as they are."""
    import duckdb
    import pandas
    import polars

    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    wanted = [(row["record"], row["data"]) for row in rows]
    lines = readers_of_page(path)
    frame = eval(lines["polars"], {"polars": polars})
    expect(frame.select("record", "data").rows() == wanted, "polars reads other rows")
    read = eval(lines["pandas"], {"pandas": pandas})
    expect(list(zip(read["record"], read["data"], strict=True)) == wanted, "pandas reads other rows")
    answer = duckdb.sql(lines["DuckDB"]).project("record, data").fetchall()
    expect(answer == wanted, "DuckDB reads other rows")


def check(advert: str) -> int:
    """Read every output with every reader; return how many columns are of another type."""
    failures = 0
    columns = 0
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made.btsnoop"
        made_capture(made)
        runs = [(False, CAPTURES, output) for output in OUTPUTS] + [(True, [str(made)], output) for output in OUTPUTS]
        for number, (is_whole, captures, (name, (command, *rest), form)) in enumerate(runs):
            text = said(advert, command, *captures, *rest, "--format", form, statuses=(0, 1), cwd=ROOT)
            expect(text, f"advert {command} {' '.join(rest)} --format {form} prints nothing")
            path = Path(folder) / f"{number}.{form}"
            path.write_text(text, "utf-8", newline="")
            schema = json.loads(said(advert, "schema", name))
            names, empty = columns_of(path, form)
            expect(names - empty, f"advert {command} {' '.join(rest)} --format {form} has no column with a value")
            is_flat = form != "jsonl"
            for reader, kinds in (
                ("DuckDB", of_duckdb(path, is_flat, is_whole)),
                ("polars", of_polars(path, form, is_whole)),
                ("pandas", of_pandas(path, form)),
            ):
                if kinds.keys() != names:
                    failures += 1
                    print(f"{command} {' '.join(rest)} --format {form}: {reader} reads other columns: {kinds.keys() ^ names}")
                for key, kind in kinds.items():
                    columns += key not in empty
                    wanted = types_of(schema, key)
                    # pandas has no truth values where some are missing.
                    if reader == "pandas" and kind == "number" and wanted == {"boolean"}:
                        continue
                    if not fits(kind, wanted, is_flat, key in empty):
                        failures += 1
                        print(f"{command} {' '.join(rest)} --format {form}: {reader} reads {key} as {kind}")
        questions(advert, Path(folder))
        check_readers(Path(folder) / "rows.jsonl")
    print(f"{columns} columns with values of {len(OUTPUTS)} outputs, {failures} of another type")
    return failures
