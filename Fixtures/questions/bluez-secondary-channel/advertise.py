#!/usr/bin/env python3
import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

INTERFACE = "org.bluez.LEAdvertisement1"


class Advertisement(dbus.service.Object):
    def __init__(self, bus):
        self.path = "/org/example/advertisement0"
        dbus.service.Object.__init__(self, bus, self.path)

    def get_properties(self):
        properties = dict()
        properties["Type"] = "peripheral"
        properties["ServiceUUIDs"] = dbus.Array(
            ["9d0a0001-41c8-4a7e-8e0b-6b2f5c3d7e14", "9d0a0002-41c8-4a7e-8e0b-6b2f5c3d7e14"], signature="s")
        properties["LocalName"] = dbus.String("Bench")
        properties["SecondaryChannel"] = dbus.String("1M")
        return {INTERFACE: properties}

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return self.get_properties()[INTERFACE]

    @dbus.service.method(INTERFACE, in_signature="", out_signature="")
    def Release(self):
        pass


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
manager = dbus.Interface(bus.get_object("org.bluez", "/org/bluez/hci0"), "org.bluez.LEAdvertisingManager1")
advertisement = Advertisement(bus)
manager.RegisterAdvertisement(advertisement.path, {}, reply_handler=print, error_handler=print)
GLib.MainLoop().run()
