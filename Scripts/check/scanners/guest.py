"""In the guest: advertise layouts on virtual controllers, ask BlueZ on another one, print what it reports.

The plan is /plan.json, made by check-scanners. Each line that begins with RESULT is one answer in JSON. Programs ask BlueZ
over D-Bus, and so does bleak, as the programs of other people do.
"""

import asyncio
import ctypes
import importlib.metadata
import json
import shutil
import socket
import struct
import subprocess
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bleak import BleakScanner
from bleak.assigned_numbers import AdvertisementDataType
from dbus_fast import BusType, Message, MessageType, PropertyAccess, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.service import ServiceInterface, dbus_property, method

ADAPTER = "/org/bluez/hci0"
MONITORS = "/bench"
# Seconds that a scan goes on after the sentinel was reported, and at most before, in an emulated machine.
SETTLED = 0.3
MOST = 5.0
# How often a scan is tried that does not report the sentinel: a busy machine can take longer.
TRIES = 3
USER_CHANNEL = 1


class Controller:
    """A virtual controller that advertises, through its user channel: the kernel leaves it alone."""

    def __init__(self, number: int) -> None:
        """Take the controller."""
        self.number = number
        self.socket = socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW | socket.SOCK_CLOEXEC, socket.BTPROTO_HCI)
        address = struct.pack("<HHH", socket.AF_BLUETOOTH, number, USER_CHANNEL)
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.bind(self.socket.fileno(), address, len(address)) != 0:
            raise OSError(ctypes.get_errno(), f"controller {number}")
        self.socket.settimeout(5)

    def command(self, code: int, parameters: bytes = b"") -> int:
        """Send an LE command, or 0x0C03; give its status."""
        opcode = code if code > 0x1000 or code == 0x0C03 else 0x2000 | code
        self.socket.send(struct.pack("<BHB", 1, opcode, len(parameters)) + parameters)
        while True:
            event = self.socket.recv(300)
            if event[1] == 0x0E and struct.unpack_from("<H", event, 4)[0] == opcode:
                return event[6]
            if event[1] == 0x0F and struct.unpack_from("<H", event, 5)[0] == opcode:
                return event[3]

    def advertise(self, layout: dict[str, Any]) -> list[int]:
        """Advertise a layout; give the statuses that are not success."""
        steps = [(0x0C03, b"")]
        address = bytes.fromhex(layout["address"].replace(":", ""))[::-1]
        adv, response = bytes.fromhex(layout["adv"]), bytes.fromhex(layout["response"])
        own = 1 if layout["random"] else 0
        properties = PROPERTIES[layout["pdu"]]
        interval = (0x20).to_bytes(3, "little")
        peer = bytes.fromhex("665544332211") if layout["pdu"] == "ADV_DIRECT_IND" else bytes(6)
        steps.append(
            (0x36, struct.pack("<BH3s3sBBB6sBbBBBBB", 1, properties, interval, interval, 7, own, 0, peer, 0, 127, 1, 0, 1, 1, 0))
        )
        if own:
            steps.append((0x35, b"\1" + address))
        for code, data in ((0x37, adv), (0x38, response)):
            pieces = [data[start : start + 200] for start in range(0, len(data), 200)]
            for index, piece in enumerate(pieces):
                # Complete, first, last, or in between.
                place = 3 if len(pieces) == 1 else 1 if index == 0 else 2 if index == len(pieces) - 1 else 0
                steps.append((code, bytes([1, place, 1, len(piece)]) + piece))
        steps.append((0x39, struct.pack("<BBBHB", 1, 1, 1, 0, 0)))
        return [status for code, parameters in steps if (status := self.command(code, parameters)) != 0]

    def stop(self) -> None:
        """Advertise nothing."""
        self.command(0x0C03)


# The properties of an advertising set; bit 4 is legacy advertising.
PROPERTIES = {
    "ADV_IND": 0x13, "ADV_DIRECT_IND": 0x15, "ADV_SCAN_IND": 0x12, "ADV_NONCONN_IND": 0x10, "EXT_CONNECTABLE": 0x01,
    "EXT_SCANNABLE": 0x02, "EXT_NONCONNECTABLE": 0x00, "EXT_ANONYMOUS": 0x20,
}  # fmt: skip


class Monitor(ServiceInterface):
    """An advertisement monitor with patterns; it notes the devices that BlueZ tells it of."""

    def __init__(self, patterns: list[list[Any]]) -> None:
        """Take patterns of position, AD type and octets."""
        super().__init__("org.bluez.AdvertisementMonitor1")
        self.patterns = [[position, kind, bytes.fromhex(octets)] for position, kind, octets in patterns]
        self.found: set[str] = set()
        self.state = "new"

    @method()
    def Release(self):  # noqa: N802, ANN202
        """BlueZ gives it up."""
        self.state = "released"

    @method()
    def Activate(self):  # noqa: N802, ANN202
        """BlueZ uses it."""
        self.state = "active"

    @method()
    def DeviceFound(self, device: "o"):  # noqa: N802, F821, UP037
        """A device matches."""
        self.found.add(address_of(device))

    @method()
    def DeviceLost(self, device: "o"):  # noqa: N802, F821, UP037
        """A device is gone."""

    @dbus_property(access=PropertyAccess.READ)
    def Type(self) -> "s":  # noqa: N802, F821, UP037
        """Any pattern will do."""
        return "or_patterns"

    @dbus_property(access=PropertyAccess.READ)
    def Patterns(self) -> "a(yyay)":  # noqa: N802, F722, UP037
        """The patterns."""
        return self.patterns


def address_of(path: str) -> str:
    """The address in a path such as /org/bluez/hci0/dev_AA_BB_CC_DD_EE_FF."""
    return path.rsplit("dev_", 1)[-1].replace("_", ":")


class BlueZ:
    """BlueZ over D-Bus."""

    def __init__(self, bus: MessageBus) -> None:
        """Use a bus."""
        self.bus = bus
        self.sentinel = ""
        self.daemon: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start the daemon anew: bluetoothd 5.66 can end when a program with monitors leaves."""
        if self.daemon:
            self.daemon.kill()
            self.daemon.wait()
            # It remembers names of devices that it has forgotten.
            for cache in Path("/var/lib/bluetooth").glob("*/cache"):
                shutil.rmtree(cache)
            await asyncio.sleep(0.2)
        with open("/tmp/bluetoothd.log", "ab") as log:
            self.daemon = subprocess.Popen(["bluetoothd", "-n", "-E"], stdout=log, stderr=log)
        for _ in range(600):
            try:
                properties = "org.freedesktop.DBus.Properties"
                await self.call(ADAPTER, properties, "Set", "ssv", "org.bluez.Adapter1", "Powered", Variant("b", True))
                await self.call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
                return
            except RuntimeError:
                await asyncio.sleep(0.1)
        raise RuntimeError("bluetoothd does not start")

    async def call(self, path: str, interface: str, member: str, signature: str = "", *body: Any) -> Any:
        """Call a method; give the first result."""
        message = Message(
            destination="org.bluez", path=path, interface=interface, member=member, signature=signature, body=list(body)
        )
        reply = await self.bus.call(message)
        if reply.message_type == MessageType.ERROR:
            raise RuntimeError(f"{member}: {reply.error_name} {reply.body}")
        return reply.body[0] if reply.body else None

    async def adapter(self, member: str, signature: str = "", *body: Any) -> Any:
        """Call a method of the adapter."""
        return await self.call(ADAPTER, "org.bluez.Adapter1", member, signature, *body)

    async def devices(self) -> dict[str, dict[str, Any]]:
        """What BlueZ knows of each device, by address."""
        objects = await self.call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        return {
            address_of(path): plain(interfaces["org.bluez.Device1"])
            for path, interfaces in objects.items()
            if "org.bluez.Device1" in interfaces
        }

    async def forget(self) -> None:
        """Remove every device."""
        objects = await self.call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        for path, interfaces in objects.items():
            if "org.bluez.Device1" in interfaces:
                await self.adapter("RemoveDevice", "o", path)

    async def discover(self, filters: dict[str, Variant], is_new: bool = True) -> dict[str, dict[str, Any]]:
        """Scan actively, as a program with these filters does."""
        if is_new:
            await self.forget()
        await self.adapter("SetDiscoveryFilter", "a{sv}", filters)
        await self.adapter("StartDiscovery")
        # No virtual controller has a signal strength, so a filter for one reports nothing.
        ends = time.monotonic() + (MOST if "RSSI" not in filters else 1)
        while time.monotonic() < ends and self.sentinel not in await self.devices():
            await asyncio.sleep(0.05)
        await asyncio.sleep(SETTLED)
        found = await self.devices()
        await self.adapter("StopDiscovery")
        return found

    async def monitor(self, patterns: list[list[list[Any]]]) -> list[Monitor]:
        """Scan passively with a monitor for each list of patterns."""
        await self.forget()
        monitors = [Monitor(list_) for list_ in patterns]
        bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
        for number, monitor in enumerate(monitors):
            bus.export(f"{MONITORS}/m{number}", monitor)
        await BlueZ(bus).call(ADAPTER, "org.bluez.AdvertisementMonitorManager1", "RegisterMonitor", "o", MONITORS)
        ends = time.monotonic() + MOST
        # Each monitor starts the scan anew, and the last finds the sentinel when all have heard everything.
        while time.monotonic() < ends and self.sentinel not in monitors[-1].found:
            await asyncio.sleep(0.05)
        await asyncio.sleep(SETTLED)
        bus.disconnect()
        await self.start()
        return monitors


async def hear_with_bleak(scan: dict[str, Any], sentinel: str) -> dict[str, dict[str, Any]]:
    """Scan with bleak; what its callback got of each device in the end."""
    heard: dict[str, dict[str, Any]] = {}

    def hear(device: Any, data: Any) -> None:
        heard[device.address] = {
            "name": data.local_name, "services": data.service_uuids,
            "serviceData": {uuid: octets.hex() for uuid, octets in data.service_data.items()},
            "manufacturerData": {f"{company:04x}": octets.hex() for company, octets in data.manufacturer_data.items()},
        }  # fmt: skip

    patterns = [(0, AdvertisementDataType(1), bytes.fromhex(value)) for value in scan.get("flags", [])]
    more = {"bluez": {"or_patterns": patterns}} if patterns else {}
    scanner = BleakScanner(
        hear, service_uuids=scan.get("services"), scanning_mode="passive" if patterns else "active", **more
    )
    await scanner.start()
    ends = time.monotonic() + MOST
    while time.monotonic() < ends and sentinel not in heard:
        await asyncio.sleep(0.05)
    await asyncio.sleep(SETTLED)
    await scanner.stop()
    return heard


async def hear_anew(bluez: BlueZ, scan: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Scan with bleak when BlueZ has forgotten every device."""
    await bluez.forget()
    # A thread, because bleak keeps a connection for each loop, and a new daemon needs a new one.
    return await asyncio.to_thread(asyncio.run, hear_with_bleak(scan, bluez.sentinel))


async def repeated(scan: Callable[[], Awaitable[Any]], is_whole: Callable[[Any], bool]) -> Any:
    """What a scan reports, which is tried again where it is not the whole."""
    found = await scan()
    for _ in range(TRIES - 1):
        if is_whole(found):
            break
        found = await scan()
    return found


async def know(bluez: BlueZ, private: dict[str, str]) -> None:
    """Have BlueZ know the key of a device, as after pairing."""
    own = await bluez.call(ADAPTER, "org.freedesktop.DBus.Properties", "Get", "ss", "org.bluez.Adapter1", "Address")
    folder = Path("/var/lib/bluetooth", own.value, private["identity"])
    folder.mkdir(parents=True)
    lines = ["[General]", "AddressType=static", "SupportedTechnologies=LE;", "[IdentityResolvingKey]", f"Key={private['key']}"]
    (folder / "info").write_text("\n".join(lines) + "\n", "utf-8")
    await bluez.start()


def plain(properties: dict[str, Variant]) -> dict[str, Any]:
    """What is compared of a device."""
    told: dict[str, Any] = {}
    for key in ("Name", "UUIDs", "RSSI", "AddressType"):
        if key in properties:
            told[key] = properties[key].value
    if "ManufacturerData" in properties:
        told["ManufacturerData"] = {str(k): v.value.hex() for k, v in properties["ManufacturerData"].value.items()}
    if "ServiceData" in properties:
        told["ServiceData"] = {k: v.value.hex() for k, v in properties["ServiceData"].value.items()}
    return told


def tell(**result: Any) -> None:
    """Print one answer."""
    print("RESULT " + json.dumps(result), flush=True)


async def tell_private(bluez: BlueZ, controllers: list[Controller], private: dict[str, Any]) -> None:
    """A device with a private address, before and after BlueZ knows its key."""
    for controller in controllers:
        controller.stop()
    controllers[0].advertise(private["layout"])
    bluez.sentinel = private["layout"]["address"]
    await bluez.forget()
    for name, sentinel in (("without its key", private["layout"]["address"]), ("with its key", private["identity"])):
        if name == "with its key":
            await know(bluez, private)
        bluez.sentinel = sentinel
        found = await bluez.discover({}, is_new=name != "with its key")
        heard = sorted(address for address, device in found.items() if device.get("UUIDs"))
        tell(private=name, found=heard)


async def main() -> None:
    """Play the plan."""
    plan = json.loads(Path("/plan.json").read_text("utf-8"))
    controllers = [Controller(number) for number in range(1, plan["controllers"])]
    for controller in controllers:
        controller.command(0x0C03)
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    bluez = BlueZ(bus)
    await bluez.start()
    version = subprocess.run(["bluetoothd", "-v"], capture_output=True, text=True, check=False).stdout.strip()
    bleak = importlib.metadata.version("bleak")
    tell(bluez=version, kernel=Path("/proc/sys/kernel/osrelease").read_text().strip(), bleak=bleak)
    start = time.monotonic()
    for number, batch in enumerate(plan["batches"]):
        bluez.sentinel = batch["layouts"][-1]["address"]
        for controller, layout in zip(controllers, batch["layouts"], strict=False):
            if refused := controller.advertise(layout):
                tell(batch=number, refused=refused, layout=layout["address"])
        for controller in controllers[len(batch["layouts"]) :]:
            controller.stop()
        sentinel = bluez.sentinel
        for name, filters in batch["discoveries"].items():
            asked = {key: Variant(signature, value) for key, (signature, value) in filters.items()}
            found = await repeated(
                lambda asked=asked: bluez.discover(asked), lambda found, asked=asked: "RSSI" in asked or sentinel in found
            )
            tell(batch=number, discovery=name, found=found)
        if batch["monitors"]:
            # A monitor for each pattern: bluetoothd 5.66 can end when one has several.
            names = [(name, pattern) for name, patterns in batch["monitors"].items() for pattern in patterns]
            patterns_alone = [[pattern] for _, pattern in names]
            monitors = await repeated(
                lambda patterns=patterns_alone: bluez.monitor(patterns), lambda monitors: sentinel in monitors[-1].found
            )
            for name in batch["monitors"]:
                mine = [monitor for (other, _), monitor in zip(names, monitors, strict=True) if other == name]
                found = set().union(*(monitor.found for monitor in mine))
                tell(batch=number, monitor=name, states=[monitor.state for monitor in mine], found=sorted(found))
        for name, scan in batch["bleak"].items():
            heard = await repeated(lambda scan=scan: hear_anew(bluez, scan), lambda heard: sentinel in heard)
            tell(batch=number, bleak=name, found=heard)
            if "flags" in scan:
                await bluez.start()
    await tell_private(bluez, controllers, plan["private"])
    tell(seconds=round(time.monotonic() - start, 1))


asyncio.run(main())
