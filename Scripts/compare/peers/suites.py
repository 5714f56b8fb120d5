"""What the two suites of decoders read beside the sensors of Home Assistant's family: Theengs Decoder and ble_monitor's."""

import re
from collections.abc import Callable

from peers.case import Case, Peer, Values, uuid
from peers.decoders import bleparser, theengs, translated, whole


def suites() -> list[Case]:
    """One for each form that only a suite reads."""
    return theengs_cases() + bleparser_cases()


def theengs_cases() -> list[Case]:
    """One for each form that Theengs Decoder reads."""

    def scaled(**factors: float) -> Callable[[Values], Values]:
        return lambda read: {name: read[name] * factor for name, factor in factors.items() if name in read}

    def tyre(data: bytes) -> str:
        return data[:6].hex(":").upper()

    # Metres per second squared of tenths of a thousandth of gravity.
    gravity = 10_000 / 9.80665
    axes = {"x_axis": "accelerationX", "y_axis": "accelerationY", "z_axis": "accelerationZ", "volt": "batteryMillivolts"}
    beacon = translated(theengs(True), scaled(x_axis=gravity, y_axis=gravity, z_axis=gravity, volt=1000))
    climate = {"tempc": "temperature", "hum": "humidity"}
    thermometer = whole(translated(theengs(False), scaled(volt=1000)))
    of_g = 1 / 9.80665
    beacon_of_radioland = translated(
        theengs(True, "RDL52832", manufacturerdata="4c000215" + "00" * 21), scaled(accx=of_g, accy=of_g, accz=of_g)
    )
    puck = {"servicedata": "ca09", "servicedatauuid": "2a6e"}
    return [
        Case("beeWi", "080c" + "??????", theengs(False), {"open": "open", "batt": "battery"}, company=0x000D),
        Case("feasycom", "27" + "?" * 20, theengs(True),
             {"beaconmodel": "model", "batt": "battery", "plugged-in": "plugged", "mac": "address"}, service=0xFFF0,
             within=lambda d: d[10] <= 100),
        Case("feasycom", "29" + "?" * 18 + "65", theengs(True), {"beaconmodel": "model", "plugged-in": "plugged"},
             service=0xFFF0),
        Case("hobo", "?" * 32 + "????" + "??" + "42", translated(theengs(False), scaled(lvl_cm=0.01)),
             {"lvl_cm": "level"}, company=0x00C5),
        Case("nodOn", "?" * 20 + "000?" + "??" + "????" + "??",
             translated(theengs(True), lambda read: {"color": re.sub(r"(?<=[a-z])(?=[A-Z])", " ", str(read["color"]))}),
             {"color": "color", "batt": "battery"}, service=0x0000, within=lambda d: 2 <= d[11] <= 7),
        Case("otodata", "4f544f" + "?" * 32, theengs(False), {"level": "level", "status": "status"}, company=0x03B1),
        Case("otodata", "4f544f" + "?" * 38, theengs(False), {"serial": "serial", "modeltype": "model"}, company=0x03B1,
             within=lambda d: max(d[10], d[21]) < 0x80),
        Case("polar", "?" * 8, theengs(False), {"bpm": "heartRate"}, company=0x006B),
        Case("xoss", "04ff" + "?" * 8, whole(theengs(False)), {"bpm": "heartRate", "batt": "battery"}, name="X2"),
        Case("skale", "ef81" + "?" * 8, whole(theengs(False)), {"weight": "weight"}, name="Skale1"),
        Case("seeLevel", "??????" + "3?" * 10 + "??" + "20202020", theengs(False),
             {"batt": "battery", "serial": "serial"}, company=0x0131),
        Case("tyrePressure", "0001" + "8?eaca" + "??????" + "??????00" + "????0000" + "????",
             whole_of(theengs(False, address=tyre), scaled(pres=100_000)),
             {"count": "tyre", "pres": "pressurePascals", "tempc": "temperature", "batt": "battery", "alarm": "alarm",
              "mac": "address"}),
        Case("mokoBeacon", "60" + "?" * 40, beacon, axes, service=0xFEAB),
        Case("mokoBeacon", "70" + "?" * 30, beacon,
             {"tempc": "temperature", "hum": "humidity", "volt": "batteryMillivolts"}, service=0xFEAB),
        Case("ela", "f2????", translated(theengs(False, "P T 123456", **puck), scaled(volt=1000)),
             {"volt": "batteryMillivolts"}, company=0x0757),
        Case("elaMagnet", "????",
             translated(theengs(True, "P MAG 123456"), lambda read: {"open": not read["open"]}),
             {"open": "contact"}, service=0x2A06),
        *(Case("radioland", "?" * 8 + f"{x}0?0?{y}0?0?{z}0?0?", beacon_of_radioland,
               climate | {"accx": "accelerationX", "accy": "accelerationY", "accz": "accelerationZ"}, service=0x1803)
          for x, y, z in (("0000", "0001", "0100"), ("0101", "0000", "0001"))),
        Case("thermoBeacon", "1000" + "??00" + "????0000????" + "?" * 20, thermometer, climate | {"volt": "batteryMillivolts"}),
        Case("huami", "????????", theengs(True, manufacturerdata="570102" + "f" * 34 + "a4c138123456"),
             {"steps": "steps"}, service=0xFEE0),
    ]  # fmt: skip


def whole_of(peer: Peer, change: Callable[[Values], Values]) -> Peer:
    """The peer for data that begin with what stands in the place of the company identifier, with our units."""
    return whole(translated(peer, change))


def bleparser_cases() -> list[Case]:
    """One for each form that ble_monitor's parser reads, as far as its package is."""
    climate = {"temperature": "temperature", "humidity": "humidity"}
    air = climate | {"co2": "carbonDioxide"}
    keg = {"volume start": "volumeAtStart", "volume dispensed port 1": "volumeDispensed",
           "volume dispensed port 2": "volumeDispensed", "port name": "name"}  # fmt: skip
    clerk = bleparser(True, beside=b"\x04\x09ECo")
    return [
        Case("acconeer", "c0ac80" + "?" * 28, whole(bleparser(False)),
             {"temperature": "temperature", "motion": "motion", "battery": "battery"}),
        Case("acconeer", "c0ac80" + "????" + "????" + "0000" + "?" * 16, whole(bleparser(False)), {"motion": "motion"}),
        Case("almendo", "01??0a" + "?" * 26, bleparser(False),
             air | {"tvoc": "volatileOrganicCompounds", "aqi": "airQuality"}, company=0x06E8),
        Case("moat", "0010" + "?" * 36, whole(translated(bleparser(False), lambda v: {"voltage": v["voltage"] * 1000})),
             climate | {"voltage": "batteryMillivolts"}),
        Case("jinou", "0?" + "????" + "??" + "????" + "?" * 14, whole(bleparser(False, beside=b"\x03\x03\x20\xaa")),
             climate, beside=uuid(0xAA20),
             within=lambda d: d[0] < 2 and max(d[1], d[2], d[4], d[5]) < 100),
        Case("jaalee", "??" + "563412" + "38c1a4" + "?" * 8, bleparser(True), climate | {"battery": "battery"},
             service=0xF525),
        Case("airMentor", "1121" + "?" * 16, whole(bleparser(False)),
             {"co2": "carbonDioxide", "pm2.5": "particles", "pm10": "coarseParticles"}),
        Case("airMentor", "2221" + "?" * 16, whole(bleparser(False)),
             {"tvoc": "volatileOrganicCompounds", "temperature": "sensorTemperature",
              "temperature calibrated": "temperature", "aqi": "airQuality"}),
        Case("kegtron", "?" * 12 + "01" + "4b6567" + "00" * 17, bleparser(False), keg, company=0xFFFF),
        Case("kegtron", "?" * 12 + "51" + "4b6567" + "00" * 17, bleparser(False), keg, company=0xFFFF),
        Case("laica", "aca0" + "?" * 20 + "0d??", whole(bleparser(False)), {"weight": "weight"}),
        Case("laica", "aca0" + "?" * 20 + "06??", whole(bleparser(False)), {"impedance": "impedance"}),
        *(Case("xiaogui", f"c0??????????????{state}a4c138123456", whole(bleparser(False)),
               {"non-stabilized weight": "weight", "impedance": "impedance"}) for state in ("20", "21", "24", "25")),
        Case("relsib", "?" * 44, clerk, air | {"battery": "battery"}, service=0xAA20),
        Case("relsibOther", "?" * 44, clerk, air, service=0xAA21),
        Case("huami", "?" * 40, bleparser(True),
             {"non-stabilized weight": "weight", "impedance": "impedance", "pulse": "heartRate"}, service=0xFEE0),
    ]  # fmt: skip
