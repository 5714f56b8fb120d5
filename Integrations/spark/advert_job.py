"""Read captures with advert on a cluster, write their tables as Parquet, and answer some questions.

    spark-submit --files /usr/bin/advert --py-files advert_process.py,advert_tables.py,questions.py \\
        advert_job.py --output hdfs:///tables hdfs:///captures/2026

Each table is a folder, partitioned by day, and so is each answer, below `answers`. The output must not exist yet.
"""

import argparse

from advert_process import COMMANDS
from advert_tables import read
from pyspark.sql import SparkSession
from questions import formats_over_time, hidden_services, missed_devices


def main() -> None:
    """Run the job."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("captures", nargs="+", help="files, folders and patterns, of any file system that Spark knows")
    parser.add_argument("--output", required=True, help="the folder for the tables")
    parser.add_argument("--advert", default="advert", help="the command")
    parser.add_argument("--option", action="append", default=[], help="an option for advert, such as --option=--irk=KEY")
    parser.add_argument("--table", action="append", choices=COMMANDS, help="only these tables; all without it")
    arguments = parser.parse_args()

    spark = SparkSession.builder.appName("advert").getOrCreate()
    tables = read(spark, arguments.captures, arguments.advert, arguments.option, arguments.table or tuple(COMMANDS))
    for name, table in tables.items():
        writer = table.write.partitionBy("day") if "day" in table.columns else table.write
        writer.parquet(f"{arguments.output}/{name}")
    written = {name: spark.read.parquet(f"{arguments.output}/{name}") for name in tables}
    answers = {}
    if "devices" in written:
        answers["hidden_services"] = hidden_services(written["devices"])
        answers["formats_over_time"] = formats_over_time(written["devices"])
    if "verdicts" in written:
        answers["missed_devices"] = missed_devices(written["verdicts"])
    for name, answer in answers.items():
        answer.coalesce(1).write.parquet(f"{arguments.output}/answers/{name}")
        answer.show(truncate=False)
    print(f"{written['captures'].count()} captures, {written['problems'].count()} problems; see {arguments.output}/problems")
    spark.stop()


if __name__ == "__main__":
    main()
