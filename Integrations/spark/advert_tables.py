"""Captures of Bluetooth LE advertising as tables of Apache Spark.

    from advert_tables import read

    tables = read(spark, ["hdfs:///captures/2026"])
    tables["devices"].groupBy("day").count().show()

Spark lists and reads the files, from any file system that it knows, and runs advert on its executors. The columns have
the types that `advert schema` tells.

A capture that is damaged, cut short or no capture at all never fails a job: what could be read of it is in the tables,
and `problems` says what could not. When `advert` is killed, its task fails whole, and Spark runs it again: no row is
lost, and none is there twice.
"""

import json
import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from advert_process import COMMANDS, FIELDS, NO_FORMAT, UNREADABLE, Line
from advert_process import read as read_files
from pyspark import SparkFiles, StorageLevel
from pyspark.sql import Column, DataFrame, Row, SparkSession
from pyspark.sql import functions as f
from pyspark.sql import types as t

# A larger file does not fit into a value of a row.
LARGEST_FILE = 2**31 - 2**20
LINE = "table string, file string, member string, day date, format string, row string"
# The descriptions of the rows that advert prints.
SCHEMAS = {"captures": "inspect-captures", "devices": "inspect-rows", "findings": "lint-rows", "reports": "dump"}
VERDICT = (
    "advertiser string, addressType string, name string, question struct<kind: string, value: string>, profile string, "
    "verdict string, tentative boolean, reason string, firstDiscovery double, callbacks bigint, callbacksWithDuplicates bigint"
)
# The columns that advert tells in Unix seconds.
UNIX_SECONDS = {"time", "start", "end", "firstSeen", "lastSeen"}
# The kinds of addresses that a device keeps.
LASTING = ("public", "random-static", "public-identity", "random-identity")


def read(
    spark: SparkSession,
    paths: Sequence[str],
    advert: str = "advert",
    options: Sequence[str] = (),
    tables: Iterable[str] = tuple(COMMANDS),
) -> dict[str, DataFrame]:
    """Return a table for each name in `tables`, with `devices` also `layouts`, and always `captures` and `problems`.

    `paths` are files, folders with all that is below them, and patterns. `advert` is the command, here and on the
    executors; a file of that name that Spark ships (`--files`) comes first. `options` go to every command, such as
    `--irk KEY`. Nothing is read before a table is used. What advert printed stays on the disks of the executors, so that
    files are read once for all tables.
    """
    return tables_of(files_of(spark, paths), advert, options, tables)


def files_of(spark: SparkSession, paths: Sequence[str], are_patterns: bool = True) -> DataFrame:
    """Return the files in and below some paths, as Spark lists them.

    A file that Spark cannot read is left out, and so among the problems, instead of failing the job.
    """
    return (
        spark.read.format("binaryFile")
        .option("recursiveFileLookup", "true")
        .option("ignoreCorruptFiles", "true")
        .option("ignoreMissingFiles", "true")
        # Names of files may have the characters of patterns.
        .option("__globPaths__", "true" if are_patterns else "false")
        .load(list(paths))
    )


def tables_of(
    found: DataFrame, advert: str, options: Sequence[str], tables: Iterable[str], kept: list[DataFrame] | None = None
) -> dict[str, DataFrame]:
    """Return the tables of files. What is kept on the disks of the executors is added to `kept`."""
    spark = found.sparkSession
    names = ["captures", *(name for name in COMMANDS if name != "captures" and name in set(tables))]
    files = found.where(f.col("length") <= LARGEST_FILE).select("path", "content")

    def lines(partition: Iterator[Row]) -> Iterator[Line]:
        contents = ((file.path, bytes(file.content)) for file in partition)
        return read_files(contents, shipped(advert), list(options), names)

    rows = spark.createDataFrame(files.rdd.mapPartitions(lines), LINE).persist(StorageLevel.DISK_ONLY)
    if kept is not None:
        kept.append(rows)
    result = {name: table(rows, name, row_type(advert, name)) for name in names}
    if "devices" in result:
        result["devices"] = result["devices"].withColumn("identity", identity())
        result["layouts"] = layouts(result["devices"])
    result["problems"] = problems(found.select(f.col("path").alias("file"), "length"), rows, result["captures"])
    return result


def shipped(command: str) -> str:
    """Return the path of the command among the files that Spark ships, or else the command itself."""
    path = SparkFiles.get(os.path.basename(command))
    return path if os.path.exists(path) else command


def table(rows: DataFrame, name: str, columns: t.StructType) -> DataFrame:
    """Return the table of a name: whose row it is, and a column for each key."""
    # Spark may look into rows before it leaves out those of other tables.
    of_table = f.when(f.col("table") == name, f.col("row"))
    row = f.from_json(of_table, columns, {"mode": "FAILFAST"}).alias("row")
    keys = [
        f.timestamp_micros(f.round(f.col(f"row.{key}") * 1_000_000).cast("long")).alias(key)
        if key in UNIX_SECONDS
        else f"row.{key}"
        for key in columns.names
        # Named by `file` already; a column that the partition has; a position in the output of one process.
        if key not in ("file", "path", "format", "capture")
    ]
    lines = rows.where(f.col("table") == name).select("file", "member", "day", "format", row)
    return lines.select("file", "member", "day", "format", *keys)


def identity() -> Column:
    """Return who a device is in every capture: the key of `--irk` that resolved it, or its lasting address.

    `null` for addresses that change: who they belong to cannot be known.
    """
    key = f.concat(f.lit("key"), f.col("resolvedBy").cast("string"))
    return f.coalesce(key, f.when(f.col("addressType").isin(*LASTING), f.col("address")))


def layouts(devices: DataFrame) -> DataFrame:
    """Return a row for each layout of a device. Equal layouts have the same `layout`, in every capture."""
    return devices.select("file", "member", "day", "format", "address", "addressType", "identity", f.inline("layouts"))


def problems(found: DataFrame, rows: DataFrame, captures: DataFrame) -> DataFrame:
    """Return what could not be read: of captures, of archives, and of files that hold none or that Spark could not read."""
    of_captures = captures.select("file", "member", "format", f.inline("problems"))
    told = [f.get_json_object("row", f"$.{key}").alias(key) for key in ("kind", "message")]
    of_files = rows.where(f.col("table") == "problems").select("file", *told)
    known = rows.where(f.col("table").isin("captures", "problems")).select("file").distinct()
    unread = found.join(known, "file", "left_anti")
    too_large = f.col("length") > LARGEST_FILE
    reason = f.when(too_large, "the file is too large for Spark").otherwise("Spark could not read the file")
    of_files = of_files.unionByName(unread.select("file", f.lit(UNREADABLE).alias("kind"), reason.alias("message")))
    return of_captures.unionByName(of_files.withColumn("format", f.lit(NO_FORMAT)), allowMissingColumns=True)


def row_type(advert: str, name: str) -> t.StructType:
    """Return the type of a table's rows."""
    if name == "verdicts":
        return t.StructType.fromDDL(VERDICT)
    output = subprocess.run([shipped(advert), "schema", SCHEMAS[name]], check=True, capture_output=True).stdout
    columns = spark_type(json.loads(output))
    if name == "reports":
        columns = t.StructType([columns[key] for key in FIELDS])
    return columns


def spark_type(schema: dict[str, Any]) -> t.DataType:
    """Return the type of Spark for a JSON Schema of advert. What can be of several types stays JSON in a text."""
    for choice in schema.get("anyOf", ()):
        if choice.get("type") != "null":
            return spark_type(choice)
    kinds = schema.get("type", [])
    kinds = [kind for kind in ([kinds] if isinstance(kinds, str) else kinds) if kind != "null"]
    if kinds == ["array"]:
        return t.ArrayType(spark_type(schema["items"]))
    if kinds == ["object"] and schema.get("properties"):
        return t.StructType([t.StructField(key, spark_type(value)) for key, value in schema["properties"].items()])
    numbers = {"integer": t.LongType(), "number": t.DoubleType(), "boolean": t.BooleanType()}
    return numbers.get(kinds[0], t.StringType()) if len(kinds) == 1 else t.StringType()
