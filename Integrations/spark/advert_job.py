"""Take new captures into tables of Parquet with advert on a cluster, and answer some questions.

    spark-submit --files /usr/bin/advert --py-files advert_process.py,advert_tables.py,advert_ingest.py,advert_delta.py,questions.py \\
        advert_job.py --output hdfs:///tables hdfs:///captures/2026

A second run takes the files that are new since. Each table is a folder, partitioned by the day of the ingest and the
format of the capture. The answers, below `answers`, are about all that was taken so far.
"""

import argparse

from advert_ingest import Ingest
from advert_process import COMMANDS
from pyspark.sql import SparkSession
from questions import formats_over_time, hidden_services, missed_devices


def main() -> None:
    """Run the job."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("captures", nargs="+", help="files, folders and patterns, of any file system that Spark knows")
    parser.add_argument("--output", required=True, help="the folder for the tables")
    parser.add_argument("--advert", default="advert", help="the command")
    parser.add_argument("--option", action="append", default=[], help="an option for advert, such as --option=--irk=KEY")
    parser.add_argument(
        "--table-format", choices=("parquet", "delta"), default="parquet",
        help="delta keeps a log of Delta Lake beside the files of each table; needs the package deltalake on the driver (parquet)",
    )  # fmt: skip
    parser.add_argument("--table", action="append", choices=COMMANDS, help="only these tables; all without it")
    arguments = parser.parse_args()

    spark = SparkSession.builder.appName("advert").getOrCreate()
    ingest = Ingest(
        spark, arguments.output, arguments.advert, arguments.option, arguments.table or tuple(COMMANDS),
        table_format=arguments.table_format,
    )  # fmt: skip
    taken = ingest.run(arguments.captures)
    made = {name: ingest.table(name) for name in ingest.made()}
    answers = {}
    if "devices" in made:
        answers["hidden_services"] = hidden_services(made["devices"])
        answers["formats_over_time"] = formats_over_time(made["devices"])
    if "verdicts" in made:
        answers["missed_devices"] = missed_devices(made["verdicts"])
    for name, answer in answers.items():
        answer.coalesce(1).write.mode("overwrite").parquet(f"{arguments.output}/answers/{name}")
        answer.show(truncate=False)
    counts = {name: made[name].count() if name in made else 0 for name in ("captures", "problems")}
    print(f"{taken} new files; {counts['captures']} captures, {counts['problems']} problems; see {arguments.output}/problems")
    spark.stop()


if __name__ == "__main__":
    main()
