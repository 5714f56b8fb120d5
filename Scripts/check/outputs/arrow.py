"""Check that the columns of `dump --format arrow` are the rows of `dump --format jsonl`, value by value.

pyarrow reads the stream of every capture, with all columns and with the values of all known formats as columns of their
own, and validates it. Each value is compared with that of the line, and each type, unit and null with `advert schema`.
Then pandas, polars and DuckDB read streams, and must find the same rows and types.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

from outputs.tables import made_capture
from shared import ROOT, expect, stop

# What a type of the description is in Arrow. Octets, times and JSON need more than the type that JSON has for them.
TYPES = {"string": "string", "integer": "int64", "number": "double", "boolean": "bool"}
OCTETS = "^([0-9a-f]{2})*$"
TIMES = {"time", "until"}
# What no fixture has: TX Power Level, a URI, a solicited service, and a structure that is cut off.
RARE = ["020a04", "0c24172f2f612e6578616d706c", "03140d18", "05ff5900"]
# Columns that neither these nor the fixtures have: they need extended headers, resolved addresses or keys.
LACKING = {"acad", "identity", "resolvedBy"}


def run(advert: str, arguments: list[str]) -> bytes:
    """Return what advert prints of a capture, which may be damaged or none."""
    return subprocess.run([advert, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout


def type_of(key: str, member: dict[str, Any]) -> str:
    """Return the type that Arrow must have for a key of the JSON Schema."""
    kinds = member["type"] if isinstance(member["type"], list) else [member["type"]]
    [kind] = [kind for kind in kinds if kind != "null"]
    if key in TIMES:
        return "timestamp[us, tz=UTC]"
    if key == "known":
        return "string"
    if kind == "array":
        is_absent = "null" in member["items"]["type"]
        return f"list<item: {type_of('', member['items'])}{'' if is_absent else ' not null'}>"
    if kind == "object":
        members = (
            f"{name}: {type_of('', inner)}{'' if 'null' in inner['type'] else ' not null'}"
            for name, inner in member["properties"].items()
        )
        return f"struct<{', '.join(members)}>"
    return "binary" if member.get("pattern") == OCTETS else TYPES[kind]


def as_arrow(value: Any, kind: str) -> Any:
    """Return a value of a line as pyarrow must give it."""
    import pyarrow

    if value is None:
        return None
    if pyarrow.types.is_timestamp(kind):
        return int(Decimal(value) * 1_000_000)
    if pyarrow.types.is_binary(kind):
        return bytes.fromhex(value)
    if pyarrow.types.is_floating(kind):
        return float(value)
    if pyarrow.types.is_list(kind):
        return [as_arrow(element, kind.value_type) for element in value]
    if pyarrow.types.is_struct(kind):
        return {field.name: as_arrow(value[field.name], field.type) for field in kind}
    return value


def columns_of(table: Any) -> dict[str, list[Any]]:
    """Return the values of each column. Times are microseconds, as many are beyond what Python's own can hold."""
    import pyarrow

    columns = {}
    for name in table.column_names:
        column = table[name]
        if pyarrow.types.is_timestamp(column.type):
            columns[name] = column.cast(pyarrow.int64()).to_pylist()
        elif (table.schema.field(name).metadata or {}).get(b"content") == b"JSON":
            columns[name] = [None if text is None else json.loads(text, parse_float=Decimal) for text in column.to_pylist()]
        else:
            columns[name] = column.to_pylist()
    return columns


def compare(advert: str, arguments: list[str], seen: Counter[str]) -> Any:
    """Compare both forms of one run; return the table."""
    import pyarrow

    lines = run(advert, ["dump", *arguments, "--format", "jsonl"]).splitlines()
    rows = [json.loads(line, parse_float=Decimal) for line in lines]
    with pyarrow.ipc.open_stream(run(advert, ["dump", *arguments, "--format", "arrow"])) as reader:
        table = reader.read_all()
    table.validate(full=True)
    expect(len(rows) == table.num_rows, f"{arguments}: {len(rows)} lines, {table.num_rows} rows")
    for name, values in columns_of(table).items():
        kind = table.schema.field(name).type
        wanted = [as_arrow(row[name], kind) for row in rows]
        if values != wanted:
            place = next(place for place, value in enumerate(values) if value != wanted[place])
            expect(False, f"{arguments}: {name} of row {place} is {values[place]!r}, and {wanted[place]!r} in the line")
        seen[name] += sum(value not in (None, [], {}) for value in values)
    if rows:
        expect(list(rows[0]) == table.column_names, f"{arguments}: other columns than in the lines")
    return table


def check_schema(schema: Any, described: dict[str, Any]) -> int:
    """Compare the types, units and nulls of a stream with `advert schema`; return the number of units."""
    expect(schema.metadata == {b"advert.schema": b"advert.dump/1"}, f"the stream says {schema.metadata} of itself")
    units = 0
    for field in schema:
        member = described[field.name]
        wanted = type_of(field.name, member)
        expect(str(field.type) == wanted, f"{field.name} is {field.type}, expected {wanted}")
        expect(field.nullable == ("null" in member["type"]), f"{field.name}: nullable is {field.nullable}")
        metadata = field.metadata or {}
        expect((field.name == "known") == (metadata.get(b"content") == b"JSON"), f"{field.name}: the metadata are {metadata}")
        if unit := metadata.get(b"unit", b"").decode():
            units += 1
            expect(f"in {unit}" in member["description"], f"{field.name}: the unit {unit} is not in the description")
        else:
            expect(not member["description"].startswith("in "), f"{field.name} has no unit")
    return units


def lines_of_page(stream: Path) -> dict[str, str]:
    """Return the line of Docs/Output.md with which each program reads a stream."""
    page = (ROOT / "Docs" / "Output.md").read_text("utf-8")
    lines = re.findall(r'^\| (\w+) \| `[^`]+` \| `([^`]*"rows\.arrow"[^`]*)` \|$', page, re.MULTILINE)
    return {program: line.replace('"rows.arrow"', repr(str(stream))) for program, line in lines}


def check_readers(path: Path, table: Any) -> None:
    """Let the programs read a stream as the page says, and compare rows and types."""
    import duckdb
    import pandas
    import polars
    import pyarrow

    lines = lines_of_page(path)
    names = {"duckdb": duckdb, "pyarrow": pyarrow, "polars": polars}
    frame = eval(lines["polars"], names)
    expect(frame.height == table.num_rows and frame.columns == table.column_names, "polars reads something else")
    for name in table.column_names:
        read = frame[name].to_arrow().cast(table.schema.field(name).type)
        expect(read.to_pylist() == table[name].to_pylist(), f"polars reads another {name}")
    expect(frame.schema["time"] == polars.Datetime("us", "UTC"), f"polars takes a time for {frame.schema['time']}")

    read = eval(lines["pandas"], names)
    expect(list(read.columns) == table.column_names, "pandas has other columns")
    expect(isinstance(read["time"].dtype, pandas.DatetimeTZDtype), f"pandas takes a time for {read['time'].dtype}")
    expect(len(read) == table.num_rows, f"pandas reads {len(read)} rows")

    rows = eval(lines["DuckDB"], names)
    kinds = dict(zip(rows.columns, map(str, rows.types), strict=True))
    wanted = {"time": "TIMESTAMP WITH TIME ZONE", "data": "BLOB", "complete": "BOOLEAN", "address": "VARCHAR"}
    expect({name: kinds[name] for name in wanted} == wanted, f"DuckDB takes columns for {kinds}")
    [(count, octets)] = rows.aggregate("count(*), sum(octet_length(data))").fetchall()
    told = sum(len(data.as_py()) for data in table["data"] if data.is_valid)
    expect((count, octets or 0) == (table.num_rows, told), f"DuckDB reads {count} rows with {octets} octets of data")


def check(advert: str, inputs: list[Path]) -> int:
    """Compare all captures; return 0, as what is wrong raises Broken."""
    schema = json.loads(subprocess.run([advert, "schema", "dump"], capture_output=True, check=True).stdout)
    described = schema["properties"]
    formats = ",".join(name for name in described if "." in name)
    runs = [[], ["--fields", f"all,{formats}"], ["--unique"], ["--unique", "--fields", f"all,{formats}"], ["--redact"]]
    seen: Counter[str] = Counter()
    compared = units = 0
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made.btsnoop"
        made_capture(made, *RARE)
        captures = [path for path in [made, *inputs] if run(advert, ["dump", str(path), "--format", "jsonl"])]
        if len(captures) < 2:
            stop("no captures")
        for capture in captures:
            for options in runs:
                table = compare(advert, [str(capture), *options], seen)
                compared += table.num_rows * table.num_columns
                if capture == made:
                    units = max(units, check_schema(table.schema, described))
                    stream = Path(folder) / "rows.arrow"
                    stream.write_bytes(run(advert, ["dump", str(capture), *options, "--format", "arrow"]))
                    check_readers(stream, table)
    lacking = sorted(name for name in described if "." not in name and not seen[name])
    expect(set(lacking) <= LACKING, f"no capture has a value for {lacking}")
    print(
        f"{compared} values of {len(captures)} captures are in Arrow what they are in JSON; {len(described)} columns, of which "
        f"{sum(1 for name in described if seen[name])} had values, {units} with units"
    )
    return 0
