"""What the decoders of Home Assistant's family read, and those that are not in it."""

from collections.abc import Callable
from typing import Any

from peers.case import KEY, OCTETS, Case, Peer, Values, uuid
from peers.decoders import aiohomekit, bleparser, home_assistant, sealing, theengs, whole


def sensors() -> list[Case]:
    """One for each form of a sensor that a peer of Home Assistant's family reads, and for those beside them."""
    from bthome_ble import BTHomeBluetoothDeviceData
    from govee_ble import GoveeBluetoothDeviceData
    from oralb_ble import OralBBluetoothDeviceData
    from inkbird_ble import INKBIRDBluetoothDeviceData
    from mopeka_iot_ble import MopekaIOTBluetoothDeviceData
    from qingping_ble import QingpingBluetoothDeviceData
    from rapt_ble import RAPTPillBluetoothDeviceData
    from ruuvitag_ble import RuuvitagBluetoothDeviceData
    from sensirion_ble import SensirionBluetoothDeviceData
    from sensorpush_ble import SensorPushBluetoothDeviceData
    from switchbot.adv_parsers import bot, contact, curtain, meter, motion
    from thermopro_ble import ThermoProBluetoothDeviceData
    from xiaomi_ble import XiaomiBluetoothDeviceData

    def of(parser: Callable[[bytes, None], Values]) -> Peer:
        return Peer("PySwitchbot", lambda _, data: parser(data, None))

    home = {"temperature": "temperature", "humidity": "humidity", "battery": "battery"}
    theirs = {"tempc": "temperature", "hum": "humidity", "batt": "battery"}
    qingping = home_assistant(QingpingBluetoothDeviceData)
    bthome = home_assistant(BTHomeBluetoothDeviceData)
    mibeacon = home_assistant(XiaomiBluetoothDeviceData)
    sensirion = home_assistant(SensirionBluetoothDeviceData, "MyCO2", service_data=False)
    accessory = Peer("aiohomekit", aiohomekit)
    homekit = {"id": "device", "category": "category", "status_flags": "status", "state_num": "globalState",
               "config_num": "configuration", "setup_hash": "setupHash"}  # fmt: skip

    def named(decoder: type, name: str, shape: str, format_: str, names: Values, **more: Any) -> Case:
        # The first two octets are the company identifier, which a peer takes apart from the data.
        services = (more["beside"],) if "beside" in more else ()
        peer = whole(home_assistant(decoder, name, False, services))

        def values(number: int, data: bytes) -> Values:
            read = peer.read(number, data)
            return read | ({"pascals": 100 * read["pressure"]} if "pressure" in read else {})

        return Case(format_, shape, Peer(peer.name, values), names, name=name, **more)

    probes = {"temperature_probe_1": "temperature", "temperature_probe_2": "temperature2"}
    alarms = {"temperature_alarm_probe_1": "alarm", "temperature_alarm_probe_2": "alarm2"}
    push = "ef090000-11d6-42ba-93b8-9dd7ec090ab0"
    air = home | {"carbon_dioxide": "carbonDioxide"}
    return [
        Case("switchBot", "54????????" + "??", of(meter.process_wosensorth), home, service=0xFD3D,
             within=lambda d: d[3] & 15 < 10 and (d[4] & 127, d[3] & 15, d[5] & 127) != (0, 0, 0)),
        Case("switchBot", "48????", of(bot.process_wohand), {"battery": "battery"}, service=0xFD3D),
        Case("switchBot", "63??????????", of(lambda d, m: curtain.process_wocurtain(d, m, reverse=False)),
             {"battery": "battery", "position": "position", "lightLevel": "lightLevel", "deviceChain": "deviceChain"},
             service=0xFD3D, within=lambda d: d[3] & 127 <= 100),
        Case("switchBot", "73??????????", of(motion.process_wopresence),
             {"battery": "battery", "sense_distance": "senseDistance", "light_intensity": "lightLevel"}, service=0xFD3D),
        Case("switchBot", "64????????????????", of(contact.process_wocontact),
             {"battery": "battery", "button_count": "buttonCount"}, service=0xFD3D),
        Case("switchBotState", "a4c138123456" + "?" * 10, Peer("PySwitchbot", lambda _, d: meter.process_wosensorth(None, d)),
             home, company=0x0969, name="WoSensorTH",
             within=lambda d: d[8] & 15 < 10 and (d[9] & 127, d[8] & 15, d[10] & 127) != (0, 0, 0)),
        Case("thermoBeacon", "10000000" + "56341238c1a4" + "????" + "??00" + "????" + "00000000", whole(theengs(False)),
             theirs, name="ThermoBeacon", within=lambda d: d[13] < 3 and d[15] < 6),
        Case("oria", "55aa0101" + "a4c138123456" + "????" + "????" + "????" + "??" + "0000",
             whole(theengs(False, "T201")), theirs, name="T201"),
        Case("iNode", "9082" + "?" * 22, whole(theengs(False)), {"batt": "battery"}, within=lambda d: d[10] >> 4 > 0),
        Case("smartDry", "????c841" + "????4842" + "????" + "????", theengs(False), theirs | {"shake": "shake"},
             company=0x01AE),
        Case("flowerCare", "?" * 18, theengs(True),
             theirs | {"moi": "moisture", "lux": "illuminance", "fer": "conductivity"}, service=0xFD50),
        Case("miBand", "020102" + "??" + "f" * 28 + "a4c138123456", theengs(False), {"act_bpm": "heartRate"},
             company=0x0157, within=lambda d: d[3] < 0xF0),
        Case("mikroTik", "0100" + "?" * 32, bleparser(False),
             {"temperature": "temperature", "uptime": "uptimeSeconds", "battery": "battery",
              "acceleration x": "accelerationX", "acceleration y": "accelerationY", "acceleration z": "accelerationZ"},
             company=0x094F, within=lambda d: d[11] != 0x80),
        Case("miScale", "22????e8070102030405", bleparser(True), {"non-stabilized weight": "weight"}, service=0x181D),
        Case("miBodyScale", "0226e8070102030405" + "????????", bleparser(True),
             {"non-stabilized weight": "weight", "impedance": "impedance"}, service=0x181B),
        Case("iBeacon", "0215" + "?" * 42, bleparser(False),
             {"major": "major", "minor": "minor", "measured power": "measuredPower"}, company=0x004C),
        Case("altBeacon", "beac" + "?" * 44, bleparser(False), {"measured power": "referenceRSSI"}, company=0x0118),
        Case("qingping", "0801563412" + "38c1a4" + "0104????????" + "0201??", qingping, home, service=0xFDCD,
             within=lambda d: d[16] < 101),
        Case("qingping", "0801563412" + "38c1a4" + "0702????", qingping, {"pressure": "pressure"}, service=0xFDCD),
        Case("thermometerFirmware", "a4c138123456" + "?" * 14, theengs(True), theirs, service=0x181A,
             within=lambda d: d[8] <= 100 and d[9] <= 100),
        Case("thermometerFirmware", "56341238c1a4" + "?" * 18, theengs(True), theirs, service=0x181A,
             within=lambda d: d[12] <= 100),
        Case("characteristic", "??", theengs(True), {"batt": "batteryLevel"}, service=0x180F, within=lambda d: d[0] <= 100),
        Case("aranet", "21??????????????" + "?" * 16 + "01" + "????????" + "??", theengs(False),
             {"tempc": "temperature", "hum": "humidity", "co2": "carbonDioxide", "pres": "pressure"}, company=0x0702,
             within=lambda d: d[9] < 128 and d[13] < 128 and d[10:12] != b"\0\x40"),
        Case("sensirion", "0004abcd????????", sensirion, home, company=0x06D5),
        Case("sensirion", "0008abcd????????????", sensirion, air, company=0x06D5),
        Case("oralB", "06326b03" + "72" + "??" + "??" + "00010f04",
             home_assistant(OralBBluetoothDeviceData, service_data=False), {"time": "brushingSeconds"}, company=0x00DC),
        Case("govee", "00??????6400", home_assistant(GoveeBluetoothDeviceData, "GVH5075_1234", service_data=False), home,
             company=0xEC88, within=lambda d: int.from_bytes(d[1:4]) < 600_000),
        Case("govee", "00????????64??",
             home_assistant(GoveeBluetoothDeviceData, "Govee_H5074_1234", service_data=False), home, company=0xEC88,
             within=lambda d: d[2] < 24 and int.from_bytes(d[3:5], "little") <= 10_000),
        named(GoveeBluetoothDeviceData, "GVH5101_1234", "0100" + "0101" + "??????" + "64", "govee", home,
              within=lambda d: int.from_bytes(d[4:7]) < 600_000),
        named(GoveeBluetoothDeviceData, "GVH5106_1234", "0100" + "0101" + "????????", "govee",
              {"temperature": "temperature", "humidity": "humidity", "pm25": "particles"}),
        named(GoveeBluetoothDeviceData, "Govee_H5179_1234", "0188ec000101??????????", "govee", home),
        named(GoveeBluetoothDeviceData, "GV5140_1234", "0100" + "0101??????????00", "govee",
              home | {"carbon_dioxide": "carbonDioxide"}, within=lambda d: int.from_bytes(d[4:7]) < 600_000),
        named(GoveeBluetoothDeviceData, "GVH5182_1234", "2730" + "?" * 34, "govee", probes | alarms,
              within=lambda d: max(d[10], d[12], d[15], d[17]) < 0x80),
        named(GoveeBluetoothDeviceData, "GVH5191_1234", "63ac83010001" + "01020304" + "????????" + "ffff" + "????ffffffff",
              "govee", {"temperature_probe_1": "temperature", "temperature_alarm_probe_1": "alarm",
                        "temperature": "ambient"}, within=lambda d: d[10] < 0x80 and d[12] < 0x80),
        named(GoveeBluetoothDeviceData, "GVH5055_1234", "2faf5500640320" + "??00ffffffff" + "20" + "??00ffffffff" + "0000",
              "govee", probes | {"battery": "battery"}, beside=uuid(0x5550)),
        named(INKBIRDBluetoothDeviceData, "sps", "??????????????" + "??" + "??", "inkbird", home,
              within=lambda d: int.from_bytes(d[2:4], "little") <= 10_000 and d[7] <= 100),
        named(INKBIRDBluetoothDeviceData, "ITH-11-B", "?" * 36, "inkbird", home,
              within=lambda d: 0 < int.from_bytes(d[8:10], "little") <= 1000 and d[10] <= 100),
        named(INKBIRDBluetoothDeviceData, "iBBQ", "0000" + "?" * 24, "inkbird", probes),
        named(ThermoProBluetoothDeviceData, "TP357 (1234)", "c2" + "?" * 10, "thermoPro",
              {"temperature": "temperature", "humidity": "humidity"},
              within=lambda d: d[1:3] != b"\xff\xff" and d[3] < 255),
        named(ThermoProBluetoothDeviceData, "TP962R (0000)", "00" + "?" * 12, "thermoPro",
              {"internal_temperature_probe_1": "temperature", "ambient_temperature_probe_1": "ambient"}),
        named(SensorPushBluetoothDeviceData, "SensorPush HT.w", "04????????", "sensorPush", home, beside=push),
        named(SensorPushBluetoothDeviceData, "SensorPush HTP.xw", "00????????????", "sensorPush",
              home | {"pascals": "pressurePascals"}, beside=push),
        named(SensorPushBluetoothDeviceData, "SensorPush TC.x", "08??????", "sensorPush", home, beside=push),
        named(MopekaIOTBluetoothDeviceData, "", "590003" + "?" * 18, "mopeka",
              {"temperature": "temperature", "battery_voltage": "batteryVolts", "reading_quality_raw": "quality"},
              beside=uuid(0xFEE5)),
        Case("mopeka", "590003" + "?" * 18, whole(theengs(False)), {"volt": "batteryVolts", "tempc": "temperature"},
             beside=uuid(0xFEE5)),
        named(RAPTPillBluetoothDeviceData, "", "5241505401" + "a4c138123456" + "????" + "447?8000" + "????????" + "????" + "4?00",
              "rapt", {"temperature": "temperature", "specific_gravity": "specificGravity"}),
        Case("blueMaestro", "17??" + "?" * 24, theengs(False), theirs, company=0x0133),
        Case("ruuviAir", "e1" + "?" * 78, home_assistant(RuuvitagBluetoothDeviceData, service_data=False),
             {"temperature": "temperature", "humidity": "humidity", "carbon_dioxide": "carbonDioxide",
              "pm25": "particles", "pm10": "coarseParticles", "voc_index": "volatileOrganicCompounds",
              "nox_index": "nitrogenOxides", "illuminance": "illuminance"}, company=0x0499),
        Case("bParasite", "10??????" + "?" * 12 + "a4c138123456", theengs(True), {"tempc": "temperature"},
             service=0x181A),
        Case("btHomeV1", "2302????" + "0303????", bthome, home, service=0x181C),
        Case("btHome", "40" + "01??" + "02????" + "03????", bthome, home, service=0xFCD2,
             within=lambda d: d[2] <= 100),
        # Encrypted: what a key reads of them.
        Case("btHome", "41" + "01??" + "02????" + "03????" + "??????7f", home_assistant(BTHomeBluetoothDeviceData, key=KEY),
             home, service=0xFCD2, within=lambda d: d[2] <= 100,
             seal=sealing(lambda d: OCTETS + b"\xd2\xfc" + d[:1] + d[-4:], 1, 4, b"")),
        Case("btHomeV1", "2302????" + "0303????" + "??????7f", home_assistant(BTHomeBluetoothDeviceData, key=KEY),
             home, service=0x181E, seal=sealing(lambda d: OCTETS + b"\x1e\x18" + d[-4:], 0, 4, b"\x11")),
        Case("miBeacon", "58585b0501563412" + "38c1a4" + "0d1004????????" + "??????",
             home_assistant(XiaomiBluetoothDeviceData, key=KEY), home, service=0xFE95,
             seal=sealing(lambda d: OCTETS[::-1] + d[2:5] + d[-3:], 11, 3, b"\x11")),
        Case("ruuviTag", "05" + "?" * 34 + "a4c138123456",
             home_assistant(RuuvitagBluetoothDeviceData, service_data=False),
             {"temperature": "temperature", "humidity": "humidity"}, company=0x0499,
             within=lambda d: d[1:3] != b"\x80\x00" and d[3:5] != b"\xff\xff"),
        Case("continuity", "0631" + "0?" + "?" * 12 + "??00" + "?" * 16, accessory, homekit, company=0x004C,
             within=lambda d: d[2] < 8 and 1 <= d[9] <= 33),
        Case("continuity", "062d" + "0?" + "?" * 12 + "??00" + "?" * 8, accessory, homekit, company=0x004C,
             within=lambda d: d[2] < 8 and 1 <= d[9] <= 33),
        Case("miBeacon", "50505b0501563412" + "38c1a4" + "0d1004????????", mibeacon, home, service=0xFE95),
        Case("miBeacon", "50505b0501563412" + "38c1a4" + "0a1001??", mibeacon, home, service=0xFE95,
             within=lambda d: d[14] <= 100),
    ]  # fmt: skip
