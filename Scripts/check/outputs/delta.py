"""Compare the logs of Delta Lake that the Spark job keeps with the files of Parquet that it wrote.

Two programs read the tables by their logs: the package `deltalake`, which wrote the logs, and DuckDB with its own extension for
Delta Lake. Each row of the files must be there once. Then somebody else puts the files of each table together and removes the
old ones; the next run must see that and take only what is new.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from shared import ROOT, expect

# The extension is there for this version of DuckDB.
READER = ["duckdb==1.4.4", "duckdb-ext-delta==1.4.4.20260205"]
TABLES = ["captures", "devices", "layouts", "findings", "verdicts", "reports", "problems", "files"]
# How each reads a table whose folder is `folder`.
WAYS = {
    "deltalake": """
import deltalake
def read(folder):
    rows = deltalake.DeltaTable(folder).to_pyarrow_dataset()
    return duckdb.sql("FROM rows")
""",
    "DuckDB": """
import pathlib
[extension] = pathlib.Path(duckdb.__file__).parent.parent.glob("duckdb_ext/extensions/*/*/delta.duckdb_extension")
duckdb.execute(f"LOAD '{extension}'")
def read(folder):
    return duckdb.sql(f"FROM delta_scan('{folder}')")
""",
}
COMPARISON = """
found = {}
for name in sys.argv[2:]:
    folder = f"{sys.argv[1]}/{name}"
    log = read(folder)
    # A log has files of Parquet, too.
    files = duckdb.sql(f"FROM read_parquet('{folder}/ingested=*/**/*.parquet', hive_partitioning = true, union_by_name = true)")
    columns = sorted(files.columns)
    assert sorted(log.columns) == columns, f"{name}: {set(log.columns) ^ set(columns)}"
    one, other = (rows.select(*map(duckdb.ColumnExpression, columns)) for rows in (log, files))
    types = [name for name, one, other in zip(columns, one.types, other.types, strict=True) if one != other]
    differences = [one.except_(other), other.except_(one)]
    counts = [len(rows) for rows in (one, other, *differences)]
    found[name] = [*counts, types]
print(json.dumps(found))
"""


def compare(python: Path, output: Path) -> int:
    """Compare each table by its log with its files; return how many rows they have."""
    total = 0
    for name, interpreter in (("deltalake", python), ("DuckDB", reader())):
        program = "import duckdb, json, sys\nduckdb.execute('SET enable_progress_bar = false')\n" + WAYS[name] + COMPARISON
        command = [interpreter, "-c", program, output, *TABLES]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        expect(result.returncode == 0, f"{name} cannot read the tables:\n{result.stderr[-3000:]}")
        found: dict[str, Any] = json.loads(result.stdout)
        for table, (rows, of_files, more, lost, types) in found.items():
            same = rows == of_files > 0 and more == lost == 0
            expect(same, f"{name}: {table} has {rows} rows by its log and {of_files} in its files; {more} more, {lost} lost")
            expect(not types, f"{name}: {table} has other types by its log: {types}")
        total = sum(rows for rows, *_ in found.values())
    return total


def reader() -> Path:
    """Return the Python whose DuckDB reads Delta Lake, after making it."""
    folder = ROOT / ".build-oracles" / "duckdb-delta"
    marker = folder / "installed.txt"
    if not marker.exists() or marker.read_text("utf-8").split() != READER:
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        subprocess.run([folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", *READER], check=True)
        marker.write_text("\n".join(READER), "utf-8")
    return folder / "bin" / "python"


def rewrite(python: Path, output: Path) -> None:
    """Put the files of each table together, and remove the old ones, as people do who care for tables."""
    program = """
import deltalake, sys
for name in sys.argv[2:]:
    table = deltalake.DeltaTable(f"{sys.argv[1]}/{name}")
    table.optimize.compact()
    table.vacuum(retention_hours=0, enforce_retention_duration=False, dry_run=False)
    table.create_checkpoint()
"""
    subprocess.run([python, "-c", program, output, *TABLES], check=True)


def check(python: Path, output: Path, captures: Path, run: Callable[[Path, str], None]) -> None:
    """Give the tables of a run without logs such logs, rewrite them, and take a file more.

    `run` is called with an output and the format of its tables.
    """
    tables = output.with_name("rewritten")
    shutil.copytree(output, tables)
    run(tables, "delta")
    rows = compare(python, tables)
    files = len(list(tables.glob("*/ingested=*/**/*.parquet")))
    # A batch more, so that there are files to put together.
    log = max(captures.rglob("*.btsnoop"), key=lambda path: path.stat().st_size)
    more = [captures / f"more{number}.btsnoop" for number in (1, 2)]
    more[0].write_bytes(log.read_bytes()[:-7])
    run(tables, "parquet")
    grown = compare(python, tables)
    expect(grown > rows, f"a log beside the tables got no rows of a new file: {rows} rows before and {grown} after")
    rewrite(python, tables)
    left = list(tables.glob("*/ingested=*/**/*.parquet"))
    expect(any(path.name.startswith("part-") for path in left) and len(left) < files + len(TABLES), "nothing was put together")
    expect(compare(python, tables) == grown, "rows changed when files were put together")
    more[1].write_bytes(log.read_bytes()[:-9])
    run(tables, "parquet")
    last = compare(python, tables)
    expect(last - grown == grown - rows, f"a file like another gave {last - grown} rows in the place of {grown - rows}")
    for path in more:
        path.unlink()
    print(f"{rows} rows by the logs of Delta Lake as in the files, for deltalake and DuckDB; {last - rows} more of two new files")
