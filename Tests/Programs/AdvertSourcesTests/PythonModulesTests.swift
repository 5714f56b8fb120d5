import AdvertReading
import AdvertSources
import Testing

/// Programs in Python whose classes are in modules of their project.
struct PythonModulesTests {
  private func sent(_ text: String, modules: [String: String] = [:]) -> [String] {
    let program = ProgramReader(
      text, language: .python, project: SourceProject(sources: ProjectSources { modules[$0] }))
    return program.layouts.map { "\($0.place?.line ?? 0) \(blocks($0)[1])" }
      + program.unread.map { "\($0.line) \($0.reason)" }
  }

  private static let main = """
    import bluetooth
    from uart import Uart
    name = "Lamp"
    ble = bluetooth.BLE()
    uart = Uart(ble, name)

    """

  private static let uart = """
    import bluetooth
    from ble_advertising import advertising_payload
    class Uart:
        def __init__(self, ble, name="mpy"):
            self._ble = ble
            self._payload = advertising_payload(name=name)
            self._advertise()
        def _advertise(self, interval=500000):
            self._ble.gap_advertise(interval, adv_data=self._payload)
    if __name__ == "__main__":
        Uart(bluetooth.BLE())

    """

  @Test func classesOfModules() {
    let lamp = "2 " + "02010605094c616d70"
    #expect(sent(Self.main, modules: ["uart.py": Self.uart]) == [lamp])
    #expect(sent(Self.main, modules: ["lib/uart.py": Self.uart]) == [lamp])
    #expect(sent(Self.main.replacing("from uart", with: "from .uart"), modules: ["uart.py": Self.uart]) == [lamp])
    #expect(
      sent(
        Self.main.replacing("from uart import Uart", with: "import uart").replacing("= Uart", with: "= uart.Uart")
          .replacing("uart = ", with: "it = "),
        modules: ["uart.py": Self.uart]) == [lamp])
    // A module of a module.
    #expect(
      sent(
        Self.main.replacing("from uart", with: "from parts"),
        modules: ["parts.py": "from uart import Uart\n", "uart.py": Self.uart]) == [lamp])
  }

  @Test(arguments: [
    // Another class of the program, or another value of a name.
    ("import bluetooth\n", "import bluetooth\nKIND = 1\n", "KIND = 2\n"),
    // Names that are not known, and code that a condition decides.
    ("import bluetooth\n", "import bluetooth\n", "from other import *\n"),
    ("import bluetooth\n", "import bluetooth\n", "if bluetooth.X:\n    KIND = 2\n"),
    ("Uart(ble, name)", "Uart(ble, input())", ""),
    ("uart = Uart(ble, name)", "Uart(ble, name)\nUart(ble, \"Owl\")", ""),
    // Nothing makes an object of the class.
    ("from uart import Uart", "from uart import Other", "class Other:\n    pass\n"),
    ("import Uart", "import Uart as Other", ""),
  ])
  func modulesThatAreNotCertain(_ known: String, _ changed: String, _ more: String) {
    let text = Self.main.replacing(known, with: changed)
    let program = ProgramReader(
      text, language: .python,
      project: SourceProject(sources: ProjectSources { ["uart.py": more + Self.uart][$0] }))
    #expect(program.layouts.isEmpty, "\(text)")
  }

  @Test func advertisementsOfModules() {
    let module = """
      import dbus, dbus.service
      class Advertisement(dbus.service.Object):
          def __init__(self, bus, index, kind):
              self.path = "/demo/adv" + str(index)
              self.ad_type = kind
              self.service_uuids = []
              dbus.service.Object.__init__(self, bus, self.path)
          def get_properties(self):
              properties = {"Type": self.ad_type}
              properties["ServiceUUIDs"] = dbus.Array(self.service_uuids, signature="s")
              return {"org.bluez.LEAdvertisement1": properties}
          def get_path(self):
              return dbus.ObjectPath(self.path)
          def add_service_uuid(self, uuid):
              self.service_uuids.append(uuid)
          @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="s", out_signature="a{sv}")
          def GetAll(self, interface):
              return self.get_properties()["org.bluez.LEAdvertisement1"]

      """
    let main = """
      import dbus
      from advertisement import Advertisement
      class Pulse(Advertisement):
          def __init__(self, bus, index):
              Advertisement.__init__(self, bus, index, "peripheral")
              self.add_service_uuid("180D")
      bus = dbus.SystemBus()
      manager = dbus.Interface(bus.get_object("org.bluez", "/org/bluez/hci0"), "org.bluez.LEAdvertisingManager1")
      adv = Pulse(bus, 0)
      manager.RegisterAdvertisement(adv.get_path(), {}, reply_handler=print, error_handler=print)

      """
    #expect(sent(main, modules: ["advertisement.py": module]).first?.contains("03030d18") == true)
    #expect(sent(main) == ["3 the class Advertisement is in another file"])
  }

  /// A payload that a method makes of values of the object, or of its class.
  @Test(arguments: [
    ("self.name = name", "self.name"), ("pass", "self.NAME"), ("self.name = self.NAME", "self.name"),
  ])
  func payloadsOfMethods(_ setting: String, _ use: String) {
    let text = """
      import bluetooth
      class Device:
          NAME = "Pico"
          def __init__(self, name="Pico"):
              \(setting)
              self.ble = bluetooth.BLE()
              self.advertise()
          def advertise(self):
              self.ble.gap_advertise(100000, adv_data=self.payload())
          def payload(self):
              data = bytearray()
              data.extend(bytes([len(\(use)) + 1, 0x09]))
              data.extend(\(use).encode("utf-8"))
              return data
      Device()

      """
    #expect(sent(text) == ["9 " + "05095069636f"])
    #expect(sent(text + "Device.NAME = \"Owl\"\nDevice(\"Owl\")\n").allSatisfy { !$0.hasPrefix("9 0") })
  }
}
