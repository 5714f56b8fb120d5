"""A stand-in for BlueZ on a bus of its own: an adapter that finds the devices that it is given."""

from __future__ import annotations

import asyncio
from typing import Any

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

ADAPTER = "/org/bluez/hci0"
PROPERTIES = "org.freedesktop.DBus.Properties"
# What BlueZ says of its adapter and of a device before anything is known of it.
STILL = {
    "Address": Variant("s", "00:00:00:00:00:01"), "AddressType": Variant("s", "public"), "Name": Variant("s", "bench"),
    "Alias": Variant("s", "bench"), "Class": Variant("u", 0), "Powered": Variant("b", True), "Discoverable": Variant("b", False),
    "Pairable": Variant("b", False), "Discovering": Variant("b", False), "UUIDs": Variant("as", []),
    "Roles": Variant("as", ["central"]),
}  # fmt: skip
UNKNOWN = {
    "Adapter": Variant("o", ADAPTER), "Paired": Variant("b", False), "Bonded": Variant("b", False), "Trusted": Variant("b", False),
    "Blocked": Variant("b", False), "LegacyPairing": Variant("b", False), "Connected": Variant("b", False),
    "ServicesResolved": Variant("b", False), "RSSI": Variant("n", -50),
}  # fmt: skip


def device_of(address: str, reported: dict[str, Any]) -> tuple[str, dict[str, Variant]]:
    """The object that BlueZ has for a device: its path, and its properties as the bench reported them."""
    properties = UNKNOWN | {
        "Address": Variant("s", address), "AddressType": Variant("s", reported.get("AddressType", "random")),
        "Alias": Variant("s", reported.get("Name", address.replace(":", "-"))), "UUIDs": Variant("as", reported.get("UUIDs", [])),
    }  # fmt: skip
    if "Name" in reported:
        properties["Name"] = Variant("s", reported["Name"])
    for key, signature, kind in (("ManufacturerData", "a{qv}", int), ("ServiceData", "a{sv}", str)):
        if key in reported:
            values = {kind(name): Variant("ay", bytes.fromhex(value)) for name, value in reported[key].items()}
            properties[key] = Variant(signature, values)
    return f"{ADAPTER}/dev_{address.replace(':', '_')}", properties


class MockBlueZ:
    """The service org.bluez, as far as a program that discovers devices asks it."""

    def __init__(self) -> None:
        """Find nothing yet."""
        # What the next discovery finds, in this order, by the services that its filter names.
        self.next: dict[tuple[str, ...], list[tuple[str, dict[str, Variant]]]] = {}
        self.filter: dict[str, Any] = {}
        self.calls: list[str] = []
        self.known: dict[str, dict[str, Variant]] = {}
        self.reporting: asyncio.Task[None] | None = None

    async def start(self, address: str) -> None:
        """Serve on a bus."""
        self.bus = await MessageBus(bus_address=address).connect()
        self.bus.add_message_handler(self.answer)
        await self.bus.request_name("org.bluez")

    async def forget(self) -> None:
        """Remove every device."""
        if self.reporting:
            await self.reporting
        for number, path in enumerate(self.known):
            self.signal("/", "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved", "oas", path, ["org.bluez.Device1"])
            await self.pause(number)
        self.known.clear()
        self.filter = {}
        self.calls.clear()

    def answer(self, message: Message) -> Message | None:
        """Answer one call."""
        if message.message_type != MessageType.METHOD_CALL or message.interface == "org.freedesktop.DBus.Peer":
            return None
        self.calls.append(message.member or "")
        if message.member == "GetManagedObjects":
            return Message.new_method_return(message, "a{oa{sa{sv}}}", [self.objects])
        if message.interface == PROPERTIES:
            return self.answer_about_property(message)
        if message.member == "SetDiscoveryFilter":
            self.filter = {key: value.value for key, value in message.body[0].items()}
        if message.member in ("StartDiscovery", "StopDiscovery"):
            self.discover(message.member == "StartDiscovery")
        return Message.new_method_return(message)

    def answer_about_property(self, message: Message) -> Message:
        """Give properties of an object."""
        properties = self.objects.get(message.path or "", {}).get(message.body[0], {})
        if message.member == "GetAll":
            return Message.new_method_return(message, "a{sv}", [properties])
        if message.member == "Get" and message.body[1] in properties:
            return Message.new_method_return(message, "v", [properties[message.body[1]]])
        if message.member == "Get":
            return Message.new_error(message, "org.freedesktop.DBus.Error.InvalidArgs", "there is no such property")
        return Message.new_method_return(message)

    @property
    def objects(self) -> dict[str, dict[str, dict[str, Variant]]]:
        """Everything that there is."""
        return {
            "/org/bluez": {"org.bluez.AgentManager1": {}, "org.bluez.ProfileManager1": {}},
            ADAPTER: {"org.bluez.Adapter1": STILL, "org.bluez.GattManager1": {}},
            **{path: {"org.bluez.Device1": properties} for path, properties in self.known.items()},
        }

    def discover(self, is_start: bool) -> None:
        """Begin or end a discovery; when one begins, report all devices."""
        changed = {"Discovering": Variant("b", is_start)}
        self.signal(ADAPTER, PROPERTIES, "PropertiesChanged", "sa{sv}as", "org.bluez.Adapter1", changed, [])
        if is_start:
            self.reporting = asyncio.create_task(self.report())

    async def report(self) -> None:
        """Report what a discovery with this filter finds."""
        services = tuple(sorted(self.filter.get("UUIDs", [])))
        for number, (path, properties) in enumerate(self.next.get(services, [])):
            self.known[path] = properties
            interfaces = {"org.bluez.Device1": properties}
            self.signal("/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded", "oa{sa{sv}}", path, interfaces)
            await self.pause(number)

    async def pause(self, number: int) -> None:
        """After some signals, wait until the bus has taken them: it takes no more than its socket holds."""
        if number % 16 == 15:
            bus = "org.freedesktop.DBus"
            await self.bus.call(Message(destination=bus, path="/org/freedesktop/DBus", interface=bus, member="GetId"))

    def signal(self, path: str, interface: str, member: str, signature: str, *body: Any) -> None:
        """Send a signal."""
        message = Message(
            message_type=MessageType.SIGNAL, path=path, interface=interface, member=member, signature=signature, body=list(body)
        )
        self.bus.send(message)
