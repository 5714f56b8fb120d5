"""Run the jobs of Integrations/spark and Integrations/duckdb on many captures, and compare them with single runs.

Each capture is there twice, and must be taken once. One is cut short, one file is no capture, one cannot be read, and the
first advert of some tasks is killed while it prints. Spark then runs locally, and as a cluster of two executors with
processes of their own. The rows of each table must be those of single runs: none lost, none twice. DuckDB must give the
answers that Spark gives. A second run must take nothing.

Then the tables get logs of Delta Lake (see `delta`). Last, the whole job is killed ten times at random moments, some of them
while a batch is moved to its place, others while it is added to the logs, and files are added between the runs. The tables must
be those of one run, by their files and by their logs. Needs Java 17.
"""

import hashlib
import json
import os
import random
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from outputs import delta
from outputs.tables import readers_of_page
from shared import ROOT, expect, files_below, stop

SPARK = ROOT / "Integrations" / "spark"
QUESTIONS = ROOT / "Integrations" / "duckdb" / "questions.sql"
ENVIRONMENT = ROOT / ".build-oracles" / "spark"
COPIES = 2
MODULES = ["advert_process.py", "advert_tables.py", "advert_ingest.py", "advert_delta.py", "questions.py"]
KILLS = 10
# What cannot be read of the files that `copy` adds.
PROBLEMS = [
    ("no capture.txt", "unreadable"), ("noise.pcap", "unreadable"), ("garbage.btsnoop.gz", "unreadable"), ("report.zip", "incomplete"),
]  # fmt: skip
# What the job needs wherever it runs here.
OPTIONS = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "4", "spark.task.maxFailures": "8"}
# The job is short and runs often, so most of its work would be compiling code that runs once.
QUICK = {
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.executor.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.sql.codegen.wholeStage": "false",
}
# Kills the advert of a command when it runs for the first time, after it has printed something.
DYING = """#!/bin/sh
if [ "$1" != schema ] && mkdir "{marks}/$1" 2>/dev/null; then
  "{advert}" "$@" | head -c 700
  kill -9 $$
fi
exec "{advert}" "$@"
"""


def check(advert: str, inputs: list[Path]) -> int:
    """Run the check; return 0, as what is wrong raises Broken."""
    if shutil.which("java") is None:
        stop("java is needed, which Spark runs on")
    python = environment()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        captures = folder / "captures"
        copied = copy(readable_files(inputs), COPIES, captures)
        expected, fingerprints = single_runs(advert, captures)
        dying = folder / "advert"
        (folder / "marks").mkdir()
        dying.write_text(DYING.format(marks=folder / "marks", advert=advert), "utf-8")
        dying.chmod(dying.stat().st_mode | stat.S_IXUSR)
        for master in ("local[2,8]", "local-cluster[2,1,1024]"):
            shutil.rmtree(folder / "marks")
            (folder / "marks").mkdir()
            output = folder / master.partition("[")[0]
            run_job(python, master, captures, str(dying), output)
            expect(list((folder / "marks").iterdir()), "no advert was killed")
            compare(python, output, expected, fingerprints)
            compare_answers(python, output, advert, captures, folder)
            print(f"{master}: {sum(expected.values())} rows of {copied} files as in single runs")
        start = time.monotonic()
        run_job(python, "local[2,8]", captures, advert, folder / "local")
        usual = time.monotonic() - start
        compare(python, folder / "local", expected, fingerprints)
        print("a second run takes nothing")
        read_lines(python, advert, captures, folder)
        delta.check(
            python, folder / "local", captures,
            lambda output, tables: run_job(python, "local[2,8]", captures, advert, output, tables),
        )  # fmt: skip
        kill_often(python, captures, advert, folder, usual)
    return 0


def read_lines(python: Path, advert: str, captures: Path, folder: Path) -> None:
    """Let Spark read the rows of a capture as Docs/Output.md says, and compare rows and types."""
    path = folder / "rows.jsonl"
    capture = max(captures.rglob("*.btsnoop"), key=lambda file: file.stat().st_size)
    command = [advert, "dump", capture, "--fields", "all", "--format", "jsonl"]
    path.write_bytes(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    lines = path.read_bytes().splitlines()
    program = """
import json, sys
import pyspark.sql
spark = pyspark.sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
rows = eval(sys.argv[1], {"spark": spark})
print(json.dumps([rows.count(), dict(rows.dtypes), [row.address for row in rows.select("address").collect()]]))
"""
    line = readers_of_page(path)["Spark"]
    count, types, addresses = query(python, program, line)
    expect(count == len(lines) and addresses == [json.loads(row)["address"] for row in lines], f"Spark reads {count} rows")
    wanted = {"time": "double", "data": "string", "complete": "boolean", "record": "bigint", "services": "array<string>"}
    expect({name: types[name] for name in wanted} == wanted, f"Spark takes columns for {types}")
    print(f"Spark reads {count} rows of JSON, with {len(types)} columns")


def kill_often(python: Path, captures: Path, advert: str, folder: Path, usual: float) -> None:
    """Kill the job again and again, add files meanwhile, and compare what is there in the end with one run.

    `usual` is the time in seconds of a run that takes nothing. Runs are shorter when the machine has less else to do, and
    the moments follow.
    """
    seed = 44
    moments = random.Random(seed)
    growing, output = folder / "growing", folder / "killed"
    files = sorted(path for path in captures.rglob("*") if path.is_file() and not path.name.startswith("."))
    moments.shuffle(files)
    killed = tried = 0
    while killed < KILLS:
        # Some files for each kill that is left.
        count = -(-len(files) // (KILLS - killed))
        for path in files[:count]:
            goal = growing / path.relative_to(captures)
            goal.parent.mkdir(parents=True, exist_ok=True)
            for part in (path, path.with_name(f".{path.name}.crc")):
                if part.exists():
                    shutil.copy2(part, goal.with_name(part.name))
        del files[:count]
        # Of three, one is killed while it moves a batch to its place, one while it adds a batch to the logs, one at any moment.
        # Without a new file there is no batch to wait for.
        waits_for = (None, "*/_delta_log/[0-9]*.json", "_batches/[0-9]*.json")[killed % 3] if count else None
        tried += 1
        expect(tried <= 5 * KILLS, f"of {tried - 1} runs only {killed} could be killed")
        begun = time.monotonic()
        if kill_job(python, growing, advert, output, moments.uniform(0.2, 0.9) * usual, waits_for):
            killed += 1
        else:
            usual = min(usual, time.monotonic() - begun)
    run_job(python, "local[2,8]", growing, advert, output, "delta")
    program = """
import duckdb, json, sys
duckdb.execute("SET enable_progress_bar = false")
def rows(output, table):
    # Of files with the same octets either may be taken. A finding names the file twice.
    files = f"read_parquet('{output}/files/**/*.parquet')"
    octets = f"coalesce((SELECT any_value(sha256) FROM {files} AS known WHERE known.file = {{}}), regexp_extract({{}}, '[^/]+$'))"
    named = f"{octets.format('rows.file', 'rows.file')} AS file"
    if table == "findings":
        path = octets.format("rows.source.path", "rows.source.path")
        named += f", struct_update(source, path := {path}) AS source"
    return (f"SELECT * EXCLUDE (batch, ingested) REPLACE ({named})"
        f" FROM read_parquet('{output}/{table}/ingested=*/**/*.parquet', hive_partitioning = true, union_by_name = true) AS rows")
count = lambda query: duckdb.sql(f"SELECT count(*) FROM ({query})").fetchall()[0][0]
one, other, *names = sys.argv[1:]
print(json.dumps({name: [count(rows(one, name)), count(f"{rows(one, name)} EXCEPT ALL {rows(other, name)}"),
    count(f"{rows(other, name)} EXCEPT ALL {rows(one, name)}")] for name in names}))
"""
    names = ["captures", "devices", "layouts", "findings", "verdicts", "reports", "problems"]
    for name, (count, lost, more) in query(python, program, str(folder / "local"), str(output), *names).items():
        expect(count > 0 and lost == more == 0, f"{name}: of {count} rows, {lost} are lost after {KILLS} kills, {more} are new")
    left = [path.name for path in (output / "_staging").glob("*") if not path.name.startswith(".")]
    expect(not left, f"runs left {left} behind")
    delta.compare(python, output)
    print(f"killed {KILLS} times (seed {seed}): the tables are those of one run, by their files and by the logs of Delta Lake")


def kill_job(
    python: Path, captures: Path, advert: str, output: Path, seconds: float, waits_for: str | None
) -> bool:
    """Kill a job after a time, or as soon as there is a file more that a pattern names; return whether it still ran."""
    command, variables = job(python, "local[2,8]", captures, advert, output, OPTIONS | QUICK, "delta")

    def committed() -> int:
        return len(list(output.glob(waits_for))) if waits_for else 0

    before = committed()
    process = subprocess.Popen(
        command, env=variables, cwd=output.parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    end = time.monotonic() + (seconds if waits_for is None else 900)
    while process.poll() is None and time.monotonic() < end and committed() == before:
        time.sleep(0.005)
    ran = process.poll() is None
    if ran:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return ran


def environment() -> Path:
    """Return the Python that has Spark and DuckDB, after making it."""
    requirements = SPARK / "requirements.txt"
    marker = ENVIRONMENT / "installed.txt"
    if not marker.exists() or marker.read_text("utf-8") != requirements.read_text("utf-8"):
        subprocess.run([sys.executable, "-m", "venv", "--clear", ENVIRONMENT], check=True)
        pip = [ENVIRONMENT / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]
        subprocess.run(pip, check=True)
        marker.write_text(requirements.read_text("utf-8"), "utf-8")
    return ENVIRONMENT / "bin" / "python"


def readable_files(inputs: list[Path]) -> list[Path]:
    """Return the files below some paths, without those that hold text about the others."""
    # A text that is named is a log when one line has an advertisement. Among other files, it must look like one.
    files = [file for file in files_below(inputs) if file.suffix not in (".md", ".py")]
    # Of files with the same octets either is taken, and the fingerprint of a finding on a whole file has its name.
    return list({file.read_bytes(): file for file in files}.values())


def copy(files: list[Path], copies: int, folder: Path) -> int:
    """Copy the files under names that nothing must depend on, with some that are damaged. Returns their number."""
    if not files:
        stop("no captures")
    for number in range(copies):
        below = folder / f"day {number}, [copy] {{ü}}"
        below.mkdir(parents=True)
        for place, file in enumerate(files):
            (below / f"{place}-{file.name}").write_bytes(file.read_bytes())
    logs = [file for file in files if file.read_bytes()[:8] == b"btsnoop\0"]
    if not logs:
        stop("no btsnoop log among the captures")
    log = max(logs, key=lambda file: file.stat().st_size)
    (folder / "cut.log").write_bytes(log.read_bytes()[:-1])
    (folder / "no capture.txt").write_text("This is no capture.\n", "utf-8")
    # Named like captures: of an archive with them, advert says that of the archive. Spark leaves out empty files.
    (folder / "btsnoop_hci.log").write_bytes(b"")
    (folder / "noise.pcap").write_bytes(random.Random(1).randbytes(3000))
    (folder / "garbage.btsnoop.gz").write_bytes(b"\x1f\x8b\x08\0 garbage")
    # The download of a bug report that was broken off.
    report = folder / "report.zip"
    with zipfile.ZipFile(report, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("FS/data/log/bt/btsnoop_hci.log", log.read_bytes()[:-1])
        archive.writestr("FS/data/log/bt/btsnoop_hci.log.last", log.read_bytes())
    report.write_bytes(report.read_bytes()[:-40])
    # Its checksum, which file systems of Hadoop keep beside a file, is wrong: reading it fails.
    (folder / "unreadable.log").write_bytes(log.read_bytes())
    (folder / ".unreadable.log.crc").write_bytes(b"crc\0" + (512).to_bytes(4, "big") + bytes(4 * 10_000))
    return copies * len(files) + 7


def distinct(folder: Path) -> list[Path]:
    """Return the files that can be read, one of those with the same octets."""
    found: dict[bytes, Path] = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not file.name.startswith((".", "unreadable")):
            found.setdefault(hashlib.sha256(file.read_bytes()).digest(), file)
    return list(found.values())


def single_runs(advert: str, folder: Path) -> tuple[Counter[str], list[str]]:
    """Return how many rows each table has when advert reads file by file, and the fingerprints of the findings."""
    rows: Counter[str] = Counter()
    fingerprints: list[str] = []
    for file in distinct(folder):
        rows["captures"] += len(lines(advert, ["inspect", "--captures", "--format", "jsonl"], file))
        rows["devices"] += len(lines(advert, ["inspect", "--format", "jsonl"], file))
        findings = lines(advert, ["lint", "--format", "jsonl", "--fail-on", "never"], file)
        rows["findings"] += len(findings)
        fingerprints += [json.loads(finding)["fingerprint"] for finding in findings]
        rows["reports"] += len(lines(advert, ["dump", "--format", "jsonl"], file))
    return rows, sorted(fingerprints)


def lines(advert: str, arguments: list[str], file: Path) -> list[bytes]:
    """Return the lines that advert prints about a file."""
    result = subprocess.run([advert, *arguments, file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    # A file that is no capture has findings of its own, and no row in the tables.
    return [] if result.returncode == 2 else result.stdout.splitlines()


def job(
    python: Path, master: str, captures: Path, advert: str, output: Path, options: dict[str, str] = OPTIONS,
    table_format: str = "parquet",
) -> tuple[list[str], dict[str, str]]:
    """Return the command of the job, as its page says, and its environment."""
    spark = subprocess.run([python, "-c", "import pyspark; print(pyspark.__path__[0])"], stdout=subprocess.PIPE, check=True)
    home = spark.stdout.decode().strip()
    variables = {"SPARK_HOME": home, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": str(python)}
    command = [
        f"{home}/bin/spark-submit", "--master", master, "--files", advert,
        *(part for option, value in options.items() for part in ("--conf", f"{option}={value}")),
        "--py-files", ",".join(str(SPARK / module) for module in MODULES),
        str(SPARK / "advert_job.py"), "--advert", Path(advert).name, "--output", str(output),
        "--table-format", table_format, str(captures),
    ]  # fmt: skip
    return command, {**os.environ, **variables}


def run_job(
    python: Path, master: str, captures: Path, advert: str, output: Path, table_format: str = "parquet"
) -> None:
    """Run the job to its end."""
    command, variables = job(python, master, captures, advert, output, OPTIONS | QUICK, table_format)
    result = subprocess.run(
        command, env=variables, cwd=output.parent, capture_output=True, text=True, timeout=1800, check=False
    )
    expect(result.returncode == 0, f"{master}: the job failed:\n{result.stderr[-3000:]}")


def query(python: Path, program: str, *arguments: str) -> Any:
    """Run a program that prints JSON in the environment."""
    result = subprocess.run([python, "-c", program, *arguments], stdout=subprocess.PIPE, check=True)
    return json.loads(result.stdout)


def compare(python: Path, output: Path, expected: Counter[str], fingerprints: list[str]) -> None:
    """Compare the tables with single runs, and look for what must be a problem."""
    program = """
import duckdb, json, sys
duckdb.execute("SET enable_progress_bar = false")
output = sys.argv[1]
tables = {name: f"read_parquet('{output}/{name}/**/*.parquet', hive_partitioning = true)" for name in sys.argv[2:]}
count = lambda table, what: duckdb.sql(f"SELECT {what} FROM {table}").fetchall()[0][0]
problems = duckdb.sql(f"SELECT file, kind FROM {tables['problems']}").fetchall()
duplicates = count(tables["reports"], "count(*)") - count(tables["reports"], "count(DISTINCT (file, member, record, fileOffset))")
types = dict(duckdb.sql(f"SELECT column_name, column_type FROM (DESCRIBE FROM {tables['devices']})").fetchall())
types["known"] = duckdb.sql(f"SELECT typeof(any_value(known.ruuviTag.temperature)) FROM {tables['reports']}").fetchall()[0][0]
formats = count(tables["captures"], "count(DISTINCT format)") + 1
files = duckdb.sql(f"SELECT count(*) FROM glob('{output}/*/ingested=*/**/*.parquet')").fetchall()[0][0]
fingerprints = sorted(row[0] for row in duckdb.sql(f"SELECT fingerprint FROM {tables['findings']}").fetchall())
print(json.dumps({"fingerprints": fingerprints, "formats": formats, "files": files, "rows": {name: count(table, "count(*)") for name, table in tables.items()}, "problems": problems,
    "duplicates": duplicates, "types": types}))
"""
    found = query(python, program, str(output), *expected, "layouts", "verdicts", "problems")
    for table, rows in expected.items():
        expect(found["rows"][table] == rows, f"{table}: expected {rows} rows, found {found['rows'][table]}")
    expect(found["fingerprints"] == fingerprints, "findings have other fingerprints than in single runs")
    expect(found["duplicates"] == 0, f"{found['duplicates']} reports are there twice")
    expect(found["rows"]["layouts"] >= found["rows"]["devices"] > 0, "devices without layouts")
    expect(found["rows"]["verdicts"] > 0, "no verdicts")
    problems = {(unquote(Path(file).name), kind) for file, kind in found["problems"]}
    for name, kind in [*PROBLEMS, ("cut.log", "cutShort"), ("unreadable.log", "unreadable")]:
        expect((name, kind) in problems, f"{name}: expected the problem {kind}, found {problems}")
    wanted = {
        "firstSeen": "TIMESTAMP WITH TIME ZONE", "advertisements": "BIGINT", "makers": "VARCHAR[]", "day": "DATE",
        "ingested": "DATE", "format": "VARCHAR", "schemaVersion": "INTEGER", "known": "DOUBLE",
    }  # fmt: skip
    types = {column: found["types"].get(column) for column in wanted}
    expect(types == wanted, f"expected the types {wanted}, found {types}")
    expect(found["files"] <= 2 * len(found["rows"]) * found["formats"], f"{found['files']} files are too many")


def compare_answers(python: Path, output: Path, advert: str, captures: Path, folder: Path) -> None:
    """Compare what Spark answers with DuckDB over the lines of advert."""
    readable = [str(path) for path in distinct(captures)]
    for command, name in (("inspect", "devices.jsonl"), ("reach", "reach.jsonl")):
        with open(folder / name, "wb") as lines:
            subprocess.run(
                [advert, command, "--format", "jsonl", *readable], stdout=lines, stderr=subprocess.DEVNULL, check=False
            )
    program = """
import duckdb, json, os, sys
duckdb.execute("SET enable_progress_bar = false")
os.chdir(sys.argv[1])
for statement in duckdb.extract_statements(open(sys.argv[2], encoding="utf-8").read()):
    duckdb.execute(statement).fetchall()
rows = lambda table: duckdb.sql(f"FROM {table}").fetchall()
print(json.dumps({name: [rows(name), rows(f"read_parquet('{sys.argv[3]}/answers/{name}/*.parquet')")] for name in sys.argv[4:]},
    default=str))
"""
    names = ("hidden_services", "missed_devices", "formats_over_time")
    for name, (duckdb, spark) in query(python, program, str(folder), str(QUESTIONS), str(output), *names).items():
        expect(spark, f"{name}: no answer")
        expect(duckdb == spark, f"{name}: Spark says {spark[:3]}…, DuckDB says {duckdb[:3]}…")
