"""Differences between advert and a peer with a known reason: who is right, and why."""

import math
from collections.abc import Callable
from typing import Any

# (format, value): why a difference is none, as a test of (ours, theirs, data).
EXPLAINED: dict[tuple[str, str], tuple[str, Callable[[Any, Any, bytes], bool]]] = {
    **{
        ("mikroTik", f"acceleration{axis}"): (
            "accelerations below zero are signed as the temperature is; the peer reads them unsigned",
            lambda ours, theirs, _: math.isclose(theirs, ours + 256, abs_tol=0.0051),
        )
        for axis in "XYZ"
    },
    **{
        ("inkbird", name): (
            "a probe that is not plugged in, as ble_monitor's data show; the peer tells -1 degree",
            lambda ours, theirs, _: ours is None and theirs == -1,
        )
        for name in ("temperature", "temperature2")
    },
    ("aranet", "temperature"): (
        "its maker's numbers above 0x3fff say that there is none; the peer takes them for a temperature",
        lambda ours, _, data: ours is None and data[11] >= 0x40,
    ),
    ("mopeka", "batteryVolts"): (
        "a battery of 3 V has no 4 V: Theengs Decoder leaves the top bit out, too; mopeka-iot-ble takes it for a part of it",
        lambda ours, theirs, data: data[3] >= 128 and math.isclose(theirs, ours + 4, abs_tol=0.0051),
    ),
    ("qingping", "battery"): (
        "the top bit says that the device is charging; the peer takes it for a part of the number",
        lambda ours, theirs, _: theirs == ours + 128,
    ),
    **{
        ("jaalee", value): (
            "a share of the range of the sensor, as newer versions of ble_monitor read it; the peer has an older estimate",
            lambda _, theirs, data, line=line, at=at: math.isclose(
                theirs, line[0] * int.from_bytes(data[at : at + 2]) + line[1], abs_tol=0.0051
            ),
        )
        for value, line, at in [
            ("temperature", (0.0026821682, -46.873), 7),
            ("humidity", (0.0019213762, -6.332), 9),
        ]
    },
    ("huami", "steps"): (
        "steps take four octets, as ble_monitor reads them; the peer reads two of them",
        lambda ours, theirs, _: theirs == ours % 65_536,
    ),
    ("mokoBeacon", "batteryMillivolts"): (
        "no battery has less than 0 V; the peer reads the number as signed",
        lambda ours, theirs, _: math.isclose(theirs, ours - 65_536, abs_tol=0.51),
    ),
    ("tyrePressure", "battery"): (
        "no battery has less than 0 %; the peer reads the number as signed",
        lambda ours, theirs, _: theirs == ours - 256,
    ),
    **{
        (name, "temperature"): (
            "a thermometer for cold rooms counts below zero; the peer reads the temperature as unsigned",
            lambda ours, theirs, _: theirs > 300 if ours is None else math.isclose(theirs, ours + 655.36, abs_tol=0.0051),
        )
        for name in ("relsib", "relsibOther")
    },
    ("eddystone", "temperature"): (
        "the temperature is signed; the peer reads it unsigned",
        lambda ours, theirs, _: math.isclose(theirs, ours + 256, abs_tol=0.0051),
    ),
    **{
        ("govee", name): (
            "the temperature is outside of the range of the sensor; the peer tells an error for both values",
            lambda _, theirs, __: theirs == "error",
        )
        for name in ("temperature", "humidity")
    },
    ("govee", "ambient"): (
        "nothing is colder than absolute zero",
        lambda ours, theirs, _: ours is None and theirs < -273.15,
    ),
    ("continuity", "setupHash"): (
        "the message says its length, and has no setup hash; the peer takes octets that follow it",
        lambda ours, _, data: not ours and data[1] == 0x2D,
    ),
    ("thermoBeacon", "temperature"): (
        "no such thermometer measures more than 100 degrees",
        lambda ours, theirs, _: ours is None and theirs > 100,
    ),
    ("thermoBeacon", "batteryMillivolts"): (
        "no battery has less than 0 V; the peer reads the number as signed",
        lambda ours, theirs, _: math.isclose(theirs, ours - 65_536, abs_tol=0.51),
    ),
    ("laica", "impedance"): (
        "the peer tells the nearest number from 430 to 630",
        lambda ours, theirs, _: theirs == min(max(ours, 430), 630),
    ),
    ("relsib", "battery"): (
        "the top bit says that the battery is full or charging; the peer tells 100 for it, and advert both",
        lambda _, theirs, data: data[13] >= 128 and theirs == 100,
    ),
}

# Why data of another length are read by one of both.
BY_LENGTH = (
    "the length is what advert knows the data by, because others send data that begin like them; the peer asks only for the "
    "beginning, the name or the service"
)
WHOLE_OBJECTS = "the service is that of others: advert takes data for BTHome 1 when they are whole objects to the end"
CUT = "values that stand before the cut; advert tells that the data are too short"
SURPLUS = "advert tells what it knows, and that octets follow"
OTHER_FORM = "data of this length are of another form"
PARTS = "advert tells the parts that are whole, and what is missing"

# By format, who alone reads them or "both", and how long they are.
LENGTHS: dict[tuple[str, str, str], str] = {
    ("almendo", "bleparser", "longer"): BY_LENGTH,
    ("altBeacon", "advert", "longer"): SURPLUS,
    ("altBeacon", "advert", "shorter"): PARTS,
    ("bParasite", "TheengsDecoder", "longer"): BY_LENGTH,
    ("bParasite", "TheengsDecoder", "shorter"): BY_LENGTH,
    ("blueMaestro", "advert", "longer"): SURPLUS,
    ("btHomeV1", "bthome-ble", "longer"): WHOLE_OBJECTS,
    ("btHomeV1", "bthome-ble", "shorter"): WHOLE_OBJECTS,
    ("characteristic", "TheengsDecoder", "longer"): "a battery level has one octet; the peer reads the first of any number",
    ("chefIQ", "chefiq-ble", "shorter"): CUT,
    ("continuity", "aiohomekit", "shorter"): CUT,
    ("eddystone", "advert", "shorter"): PARTS,
    ("eddystone", "scapy", "shorter"): CUT,
    ("enOcean", "advert", "shorter"): OTHER_FORM,
    ("enOcean", "both", "longer"): OTHER_FORM,
    ("enOcean", "both", "shorter"): OTHER_FORM,
    ("exposureNotification", "TheengsDecoder", "shorter"): CUT,
    ("govee", "govee-ble", "longer"): BY_LENGTH,
    ("inkbird", "inkbird-ble", "longer"): BY_LENGTH,
    ("inkbird", "inkbird-ble", "shorter"): BY_LENGTH,
    ("jaalee", "advert", "longer"): OTHER_FORM,
    ("jinou", "bleparser", "shorter"): BY_LENGTH,
    ("meshProvisioning", "advert", "longer"): SURPLUS,
    ("meshProvisioning", "advert", "shorter"): PARTS,
    ("mokoBeacon", "TheengsDecoder", "longer"): BY_LENGTH,
    ("mokoBeacon", "TheengsDecoder", "shorter"): BY_LENGTH,
    ("oralB", "oralb-ble", "shorter"): CUT,
    ("radioland", "TheengsDecoder", "longer"): BY_LENGTH,
    ("radioland", "TheengsDecoder", "shorter"): BY_LENGTH,
    ("remoteID", "homewatch", "shorter"): CUT,
    ("ruuviTag", "advert", "longer"): SURPLUS,
    ("sensorPush", "sensorpush-ble", "longer"): BY_LENGTH,
    ("sensorPush", "sensorpush-ble", "shorter"): BY_LENGTH,
    ("shelly", "aioshelly", "longer"): BY_LENGTH,
    ("shelly", "aioshelly", "shorter"): BY_LENGTH,
    ("switchBot", "PySwitchbot", "shorter"): CUT,
    ("thermometerFirmware", "TheengsDecoder", "shorter"): BY_LENGTH,
    ("thermometerFirmware", "advert", "longer"): OTHER_FORM,
    ("thermometerFirmware", "advert", "shorter"): OTHER_FORM,
    ("tyrePressure", "TheengsDecoder", "shorter"): BY_LENGTH,
    ("victron", "victron-ble", "shorter"): CUT,
}
# What only some seeds meet, because octets must be so by chance.
RARE = {("jinou", "bleparser", "shorter")}
