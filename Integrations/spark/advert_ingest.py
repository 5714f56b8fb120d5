"""Take captures into tables that grow, each file once.

    from advert_ingest import Ingest

    Ingest(spark, "hdfs:///tables").run(["hdfs:///captures"])

Files are known by the SHA-256 of what they hold. A run takes those that are new, some at a time, as a batch:

1. It writes all rows of the batch below `_staging`, which no reader of the tables looks into.
2. It writes the file `_batches/NUMBER.json`. With this the batch counts.
3. It moves what it staged to its place in the tables.

A run that was killed before the second step left nothing, and the next one begins the batch anew. One that was killed
behind it is ended by the next run. So a file is in the tables whole or not at all, and never twice. One run at a time
may write to the tables.

With `table_format="delta"`, a log of Delta Lake beside each table says which files it has: see `advert_delta`.
"""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from importlib import import_module
from typing import NamedTuple

from advert_process import COMMANDS, SCHEMA_VERSION
from advert_tables import LARGEST_FILE, files_of, tables_of
from py4j.java_gateway import JavaObject
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f

# How much a batch reads: what a crash can cost, and what the disks of the executors must hold as rows.
FILES_IN_BATCH = 10_000
OCTETS_IN_BATCH = 16 * 2**30
# Rows as JSON for a file of a table: as Parquet, that is a tenth or less.
JSON_IN_FILE = 2**30
FILES = "file string, length long, modified timestamp, sha256 string, taken boolean"


class Found(NamedTuple):
    """A file as it was listed."""

    path: str
    length: int
    modified: datetime
    # `None` when Spark could not read it.
    sha256: str | None


class Batch(NamedTuple):
    """Files that are taken together, and those that are known by now to be the same as others."""

    taken: list[Found]
    same: list[Found]


class Ingest:
    """Tables in a folder, and what they were made of."""

    def __init__(
        self,
        spark: SparkSession,
        output: str,
        advert: str = "advert",
        options: Sequence[str] = (),
        tables: Iterable[str] = tuple(COMMANDS),
        day: date | None = None,
        table_format: str = "parquet",
    ) -> None:
        """`day` is the day of the ingest, today in UTC without it; the others are as in `advert_tables.read`.

        `table_format` is `parquet`, or `delta` for a log of Delta Lake beside the files. Tables that have a log keep it.
        """
        self.spark = spark
        self.output = output.rstrip("/")
        self.advert = advert
        self.options = list(options)
        self.tables = list(tables)
        self.day = day or datetime.now(UTC).date()
        self.storage = Storage(spark, self.output)
        # Only who wants Delta Lake needs its package.
        is_delta = table_format == "delta" or self.storage.exists("files/_delta_log")
        self.delta = import_module("advert_delta").DeltaTables(spark, self.storage) if is_delta else None
        # By default, Spark writes times in an old form that does not say that they are in UTC.
        spark.conf.set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")

    def run(self, paths: Sequence[str]) -> int:
        """Take the files in and below `paths` that are new; return how many."""
        self.recover()
        taken = 0
        for batch in self.batches(paths):
            self.take(batch)
            taken += len(batch.taken)
        return taken

    def table(self, name: str) -> DataFrame:
        """Return a table with all that was taken so far."""
        if self.delta:
            return self.delta.table(name)
        # Batches of other versions of advert may have other columns.
        return self.spark.read.option("mergeSchema", "true").parquet(f"{self.output}/{name}")

    def recover(self) -> None:
        """End the batch that a run was killed in, or remove what it left."""
        for number in self.storage.names("_staging"):
            if self.storage.exists(f"_batches/{number}.json"):
                self.publish(number)
            self.storage.remove(f"_staging/{number}")
        self.add_to_logs()

    def add_to_logs(self) -> None:
        """With Delta Lake, add what is in its place to the logs."""
        if self.delta:
            self.delta.catch_up(self.made())

    def made(self) -> list[str]:
        """Return the names of the tables that there are."""
        return [name for name in self.storage.names(".") if name in {*COMMANDS, "layouts", "problems", "files"}]

    # What is new

    def batches(self, paths: Sequence[str]) -> Iterator[Batch]:
        """Return the new files. Of files with the same octets, the first path is taken."""
        listed = files_of(self.spark, paths).select("path", "length", "modificationTime")
        hashes: set[str] = set()
        if self.storage.names("files"):
            known = self.table("files")
            hashes = {row.sha256 for row in known.select("sha256").distinct().collect() if row.sha256}
            # What was seen is not read again as long as it is not changed.
            seen = known.select(f.col("file").alias("path"), "length", f.col("modified").alias("modificationTime"))
            listed = listed.join(seen.distinct(), ["path", "length", "modificationTime"], "left_anti")
        fresh = sorted((row.path, row.length, row.modificationTime) for row in listed.collect())
        for part in split(fresh):
            digests = self.digests([path for path, *_ in part])
            batch = Batch([], [])
            for path, length, modified in part:
                found = Found(path, length, modified, digests.get(path))
                if found.sha256 and found.sha256 in hashes:
                    batch.same.append(found)
                else:
                    batch.taken.append(found)
                if found.sha256:
                    hashes.add(found.sha256)
            yield batch

    def digests(self, paths: list[str]) -> dict[str, str]:
        """Return the SHA-256 of files; of one that cannot be read there is none."""
        files = self.files(paths).where(f.col("length") <= LARGEST_FILE)
        return dict(map(tuple, files.select("path", f.sha2("content", 256)).collect()))

    def files(self, paths: list[str]) -> DataFrame:
        """Return files by the paths that Spark listed."""
        return files_of(self.spark, paths, are_patterns=False)

    # Taking it

    def take(self, batch: Batch) -> None:
        """Write what the files of a batch hold."""
        number = f"{len(self.storage.names('_batches')) + 1:08}"
        staging = f"{self.output}/_staging/{number}"
        kept: list[DataFrame] = []
        if batch.taken:
            found = self.files([file.path for file in batch.taken])
            tables = tables_of(found, self.advert, self.options, self.tables, kept)
            sizes = {
                (row.table, row.format): row.size
                for row in kept[0].groupBy("table", "format").agg(f.sum(f.length("row")).alias("size")).collect()
            }
            # Layouts are in the rows of devices, and problems in those of captures.
            holders = {"layouts": "devices", "problems": "captures"}
            for name, table in tables.items():
                octets = max((size for (of, _), size in sizes.items() if of == holders.get(name, name)), default=0)
                self.write(table, f"{staging}/{name}", math.ceil(octets / JSON_IN_FILE), number)
        files = self.spark.createDataFrame(
            [(*file, is_taken) for is_taken, files in ((True, batch.taken), (False, batch.same)) for file in files], FILES
        )
        self.write(files, f"{staging}/files", 1, number)
        for rows in kept:
            rows.unpersist()
        self.storage.write(f"_batches/{number}.json", json.dumps({"day": str(self.day), "files": len(batch.taken)}))
        self.publish(number)
        self.storage.remove(f"_staging/{number}")
        self.add_to_logs()

    def write(self, table: DataFrame, folder: str, parts: int, number: str) -> None:
        """Write a table of a batch: a file for each format, or as many as its rows need."""
        stamped = table.select(
            "*", f.lit(SCHEMA_VERSION).alias("schemaVersion"), f.lit(number).alias("batch"), f.lit(self.day).alias("ingested")
        )
        partitions = [key for key in ("ingested", "format") if key in stamped.columns]
        part = f.pmod(f.hash("file"), f.lit(max(parts, 1))) if parts > 1 else f.lit(0)
        spread = stamped.withColumn("part", part).repartition(max(parts, 1), "part").drop("part")
        spread.sortWithinPartitions(*partitions, "file").write.partitionBy(*partitions).parquet(folder)

    def publish(self, number: str) -> None:
        """Move what a batch staged to its place. What was moved by a run before is no longer staged."""
        for path in self.storage.files(f"_staging/{number}"):
            table, *folders, name = path.split("/")
            if name.endswith(".parquet"):
                self.storage.move(f"_staging/{number}/{path}", "/".join([table, *folders, f"{number}-{name}"]))


def split(files: list[tuple[str, int, datetime]]) -> Iterator[list[tuple[str, int, datetime]]]:
    """Return the files in parts that make a batch."""
    part: list[tuple[str, int, datetime]] = []
    octets = 0
    for file in files:
        if part and (len(part) == FILES_IN_BATCH or octets + file[1] > OCTETS_IN_BATCH):
            yield part
            part, octets = [], 0
        part.append(file)
        octets += file[1]
    if part:
        yield part


class Storage:
    """A folder on any file system that Hadoop knows."""

    def __init__(self, spark: SparkSession, folder: str) -> None:
        """The folder need not exist."""
        self.java = spark._jvm
        self.root = self.java.org.apache.hadoop.fs.Path(folder)
        self.system = self.root.getFileSystem(spark._jsc.hadoopConfiguration())

    def path(self, name: str) -> JavaObject:
        """Return a path below the folder."""
        return self.java.org.apache.hadoop.fs.Path(self.root, name)

    def exists(self, name: str) -> bool:
        """Whether there is such a file or folder."""
        return bool(self.system.exists(self.path(name)))

    def names(self, folder: str) -> list[str]:
        """Return the names in a folder; none where there is no such folder. Unfinished and hidden files are none."""
        if not self.exists(folder):
            return []
        names = (status.getPath().getName() for status in self.system.listStatus(self.path(folder)))
        return sorted(name for name in names if not name.startswith((".", "_")))

    def files(self, folder: str) -> list[str]:
        """Return the paths of all files below a folder, from there on."""
        found: list[str] = []
        for name in self.names(folder):
            path = f"{folder}/{name}"
            is_folder = self.system.getFileStatus(self.path(path)).isDirectory()
            found += [f"{name}/{rest}" for rest in self.files(path)] if is_folder else [name]
        return found

    def read(self, name: str) -> str:
        """Return the text in a file."""
        stream = self.system.open(self.path(name))
        text = self.java.org.apache.commons.io.IOUtils.toString(stream, "UTF-8")
        stream.close()
        return text

    def write(self, name: str, text: str) -> None:
        """Write a file that is there whole or not at all."""
        temporary = self.path(f"{name.rpartition('/')[0]}/_{name.rpartition('/')[2]}")
        stream = self.system.create(temporary, True)
        stream.write(bytearray(text, "utf-8"))
        stream.close()
        self.rename(temporary, self.path(name))

    def move(self, source: str, target: str) -> None:
        """Move a file, and make the folders above it."""
        goal = self.path(target)
        self.system.mkdirs(goal.getParent())
        self.rename(self.path(source), goal)

    def rename(self, source: JavaObject, target: JavaObject) -> None:
        """Rename a file in the same file system."""
        if not self.system.rename(source, target):
            raise OSError(f"{source} cannot be renamed to {target}")

    def remove(self, name: str) -> None:
        """Remove a file, or a folder and all below it."""
        self.system.delete(self.path(name), True)
