"""What people ask of many captures, answered from the tables of `advert_tables`."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f


def devices_heard() -> Column:
    """Count devices: one for each identity, and one for each address of a capture that has none.

    A device whose address changes counts once for each address, so this is the most that there can have been.
    """
    return f.count_distinct(f.coalesce("identity", f.concat_ws(" ", "address", "file", "member"))).alias("devices")


def hidden_services(devices: DataFrame) -> DataFrame:
    """Return which services are only in scan responses, by maker, and of how many devices."""
    maker = f.coalesce(f.try_element_at("makers", f.lit(1)), f.lit("unknown")).alias("maker")
    hidden = devices.select("identity", "address", "file", "member", maker, f.inline("hiddenServices"))
    return hidden.groupBy("maker", "service").agg(devices_heard()).orderBy(f.desc("devices"), "maker", "service")


def missed_devices(verdicts: DataFrame) -> DataFrame:
    """Return for each scanner how many of the questions about devices it answers with *missed*, and their share.

    A question is a service that a device lists, or its presence when it lists none.
    """
    missed = f.count_if(f.col("verdict") == "missed")
    return (
        verdicts.groupBy("profile")
        .agg(f.count("*").alias("questions"), missed.alias("missed"), (missed / f.count("*")).alias("share"))
        .orderBy(f.desc("share"), "profile")
    )


def formats_over_time(devices: DataFrame) -> DataFrame:
    """Return how many devices sent data of each known format on each day."""
    formats = devices.withColumn("format", f.explode("formats"))
    return formats.groupBy("day", "format").agg(devices_heard()).orderBy("day", "format")
