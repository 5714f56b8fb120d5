internal import AdvertisingData

/// Lines with a class that is derived from the advertisement of BlueZ's example, which programs copy or take from another
/// file, as people paste them.
///
/// Source: BlueZ 5.87, test/example-advertisement: the names of the methods and of the properties that they set.
enum BlueZExample {
  private static let base = "Advertisement"

  /// Returns a text with the class that is missing, behind the last line, and with lines that register an object, where none
  /// does; `nil` for other texts.
  static func completed(_ text: String) -> (text: String, assumption: String)? {
    guard text.hasPart("(\(base))"), !text.hasPart("class \(base)") else { return nil }
    let lines = text.split(whereSeparator: { $0.isNewline }).map { $0.drop { $0 == " " || $0 == "\t" } }
    let classes = lines.compactMap { line -> Substring? in
      guard line.hasPrefix("class "), let end = line.firstRange(ofText: "(\(base))") else { return nil }
      return line[..<end.lowerBound].dropFirst("class ".count)
    }
    guard classes.count == 1, let name = classes.first, !name.isEmpty else { return nil }
    // The constructor of the example has a bus; one that others derived from it has none.
    let hasBus =
      lines.first { $0.hasPart("\(base).__init__(") || $0.hasPart("super().__init__(") }?.hasPart("bus") ?? true
    let own = lines.first { $0.hasPrefix("def __init__(self") }
    let takesBus = own?.hasPart("bus") ?? hasBus
    let takesNumber = own.map { line in line.split(separator: ",").count > (takesBus ? 2 : 1) } ?? true
    let arguments = (takesBus ? ["bus"] : []) + (takesNumber ? ["0"] : [])
    let isRegistered = text.hasPart("RegisterAdvertisement")
    let registering = """

      bus = dbus.SystemBus()
      pasted = \(name)(\(arguments.joined(separator: ", ")))
      manager.RegisterAdvertisement(pasted.get_path(), {})

      """
    return (
      text + "\n" + missing(hasBus ? "bus, " : "")
        + (isRegistered ? "" : registering),
      "the class \(base) is not in these lines: advert assumes that of BlueZ's example"
        + (isRegistered ? "" : ", and that an object of \(name) is registered")
    )
  }

  /// The class with the properties of those fields that are set.
  private static func missing(_ bus: String) -> String {
    """
    import dbus
    import dbus.service

    class Advertisement(dbus.service.Object):
        PATH_BASE = '/org/bluez/example/advertisement'

        def __init__(self, \(bus)index, advertising_type):
            self.path = self.PATH_BASE + str(index)
            self.ad_type = advertising_type
            self.service_uuids = None
            self.manufacturer_data = None
            self.solicit_uuids = None
            self.service_data = None
            self.local_name = None
            self.include_tx_power = False
            self.data = None

        def get_properties(self):
            found = dict()
            found['Type'] = self.ad_type
            if self.service_uuids is not None:
                found['ServiceUUIDs'] = dbus.Array(self.service_uuids, signature='s')
            if self.solicit_uuids is not None:
                found['SolicitUUIDs'] = dbus.Array(self.solicit_uuids, signature='s')
            if self.manufacturer_data is not None:
                found['ManufacturerData'] = dbus.Dictionary(self.manufacturer_data, signature='qv')
            if self.service_data is not None:
                found['ServiceData'] = dbus.Dictionary(self.service_data, signature='sv')
            if self.local_name is not None:
                found['LocalName'] = dbus.String(self.local_name)
            if self.include_tx_power:
                found['Includes'] = dbus.Array(['tx-power'], signature='s')
            if self.data is not None:
                found['Data'] = dbus.Dictionary(self.data, signature='yv')
            return {'org.bluez.LEAdvertisement1': found}

        def get_path(self):
            return dbus.ObjectPath(self.path)

        def add_service_uuid(self, uuid):
            if not self.service_uuids:
                self.service_uuids = []
            self.service_uuids.append(uuid)

        def add_solicit_uuid(self, uuid):
            if not self.solicit_uuids:
                self.solicit_uuids = []
            self.solicit_uuids.append(uuid)

        def add_manufacturer_data(self, company, octets):
            if not self.manufacturer_data:
                self.manufacturer_data = dbus.Dictionary({}, signature='qv')
            self.manufacturer_data[company] = dbus.Array(octets, signature='y')

        def add_service_data(self, uuid, octets):
            if not self.service_data:
                self.service_data = dbus.Dictionary({}, signature='sv')
            self.service_data[uuid] = dbus.Array(octets, signature='y')

        def add_local_name(self, name):
            if not self.local_name:
                self.local_name = ''
            self.local_name = dbus.String(name)

        def add_data(self, kind, octets):
            if not self.data:
                self.data = dbus.Dictionary({}, signature='yv')
            self.data[kind] = dbus.Array(octets, signature='y')

        @dbus.service.method('org.freedesktop.DBus.Properties', in_signature='s', out_signature='a{sv}')
        def GetAll(self, interface):
            if interface != 'org.bluez.LEAdvertisement1':
                raise ValueError()
            return self.get_properties()['org.bluez.LEAdvertisement1']

    """
  }
}
