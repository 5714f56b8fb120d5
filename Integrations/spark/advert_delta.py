"""The tables of advert_ingest as tables of Delta Lake.

    from advert_ingest import Ingest

    Ingest(spark, "/tables", table_format="delta").run(["/captures"])

The driver needs the package `deltalake`; Spark needs nothing for it. A table of Delta Lake is files of Parquet, and a log that
says which files count. So the files of a batch stay where they are, and one version of the log adds them. It also keeps the
number of the batch. So a batch is added once, even if a run was killed before it could add it or while it did. Batches that
were taken before there was a log are added with the first version.
"""

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from deltalake import CommitProperties, DeltaTable, Schema, Transaction
from deltalake.transaction import AddAction, create_table_with_add_actions
from pyspark.sql import DataFrame, SparkSession

if TYPE_CHECKING:
    from advert_ingest import Storage

# Whose batches the log counts, among the programs that write to a table.
APPLICATION = "advert"
# The types of the columns that are in the names of folders, where they have no type.
PARTITIONS = {"ingested": "date", "format": "string"}
NULL_PARTITION = "__HIVE_DEFAULT_PARTITION__"


class DeltaTables:
    """The logs of the tables in a folder."""

    def __init__(self, spark: SparkSession, storage: "Storage") -> None:
        """The logs need not exist."""
        self.spark = spark
        self.storage = storage
        self.parquet = spark._jvm.org.apache.parquet.hadoop

    def catch_up(self, tables: Iterable[str]) -> None:
        """Add the files of batches that the logs do not have."""
        batches = [name.removesuffix(".json") for name in self.storage.names("_batches")]
        days: dict[str, str] = {}
        for table in tables:
            log = self.log(table)
            last = (log.transaction_version(APPLICATION) if log else None) or 0
            new = [number for number in batches if int(number) > last]
            for number in new:
                if number not in days:
                    days[number] = json.loads(self.storage.read(f"_batches/{number}.json"))["day"]
            folders = {f"{table}/ingested={days[number]}" for number in new}
            files = [f"{folder}/{path}" for folder in sorted(folders) for path in self.storage.files(folder)]
            files = [path for path in files if path.rpartition("/")[2].partition("-")[0] in new]
            if files:
                self.add(table, log, files, int(new[-1]))

    def table(self, name: str) -> DataFrame:
        """Return a table with the files that count by its log. Others may have put smaller files together."""
        log = DeltaTable(self.location(name))
        if log.protocol().min_reader_version > 1:
            raise OSError(f"{name}: expected a table that readers of version 1 can read, found {log.protocol()}")
        return self.read(name, log.file_uris())

    def log(self, table: str) -> DeltaTable | None:
        """Return a table with its log, when it has one."""
        return DeltaTable(self.location(table)) if self.storage.exists(f"{table}/_delta_log") else None

    def location(self, table: str) -> str:
        """Return where a table is in the words of `deltalake`, which takes a plain path for a file of this machine."""
        address = self.storage.system.makeQualified(self.storage.path(table)).toUri()
        return address.getPath() if address.getScheme() == "file" else address.toString()

    def read(self, table: str, paths: list[str]) -> DataFrame:
        """Return what files of a table hold."""
        reader = self.spark.read.option("mergeSchema", "true").option("__globPaths__", "false")
        return reader.option("basePath", self.storage.path(table).toString()).parquet(*paths)

    def add(self, table: str, log: DeltaTable | None, files: list[str], batch: int) -> None:
        """Add files to a log as a version that has all batches up to a number."""
        partitions = [key for key in PARTITIONS if f"/{key}=" in files[0]]
        schema = self.schema(table, files, partitions)
        actions = [self.action(table, path) for path in files]
        properties = CommitProperties(app_transactions=[Transaction(APPLICATION, batch)])
        if log is None:
            create_table_with_add_actions(
                self.location(table), schema, actions, partition_by=partitions, commit_properties=properties
            )
            return
        # Another version of advert may have other columns. One of another type is refused here.
        if not set(columns(json.loads(schema.to_json()))) <= set(columns(json.loads(log.schema().to_json()))):
            log.alter.add_columns(list(schema.fields))
        log.create_write_transaction(actions, "append", schema, partitions, commit_properties=properties)

    def schema(self, table: str, files: list[str], partitions: list[str]) -> Schema:
        """Return the columns of files. Delta Lake writes them down as Spark does."""
        read = self.read(table, [self.storage.path(path).toString() for path in files]).schema.jsonValue()
        fields = [field for field in read["fields"] if field["name"] not in partitions]
        fields += [{"name": key, "type": PARTITIONS[key], "nullable": True, "metadata": {}} for key in partitions]
        return Schema.from_json(json.dumps({"type": "struct", "fields": fields}))

    def action(self, table: str, path: str) -> AddAction:
        """Return what the log says of a file."""
        status = self.storage.system.getFileStatus(self.storage.path(path))
        source = self.parquet.util.HadoopInputFile.fromStatus(status, self.spark._jsc.hadoopConfiguration())
        reader = self.parquet.ParquetFileReader.open(source)
        rows = reader.getRecordCount()
        reader.close()
        folders = [folder.partition("=") for folder in path.split("/")[1:-1]]
        values = {key: None if value == NULL_PARTITION else unquote(value) for key, _, value in folders}
        return AddAction(
            path.removeprefix(f"{table}/"), status.getLen(), values, status.getModificationTime(), True,
            json.dumps({"numRecords": rows}),
        )  # fmt: skip


def columns(kind: Any, name: str = "") -> Iterator[str]:
    """Return each column of a type as Delta Lake writes it, with the columns in it: its path and its type."""
    if isinstance(kind, str):
        yield f"{name}: {kind}"
    elif kind["type"] == "struct":
        for field in kind["fields"]:
            yield from columns(field["type"], f"{name}/{field['name']}")
    else:
        yield from columns(kind["elementType"], f"{name}/[]")
