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
    ("govee", "ambient"): (
        "nothing is colder than absolute zero",
        lambda ours, theirs, _: ours is None and theirs < -273.15,
    ),
    ("relsib", "battery"): (
        "the top bit says that the battery is full or charging; the peer tells 100 for it, and advert both",
        lambda _, theirs, data: data[13] >= 128 and theirs == 100,
    ),
}
