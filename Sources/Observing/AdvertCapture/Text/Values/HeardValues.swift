package import AdvertisingData

/// The values of a device from a program that joins both packets, without their places in the packets.
package struct HeardValues: Hashable, Sendable {
  /// The local name.
  package var name: String?
  /// The name that the system has for the device, which may be of a connection or of an earlier day; `nil` where the program
  /// does not print one beside the local name.
  package var systemName: String?
  /// The services of the service lists.
  package var services: [BluetoothUUID] = []
  /// Service data, without the UUID.
  package var serviceData: [BluetoothUUID: [UInt8]] = [:]
  /// Manufacturer data, without the company.
  package var manufacturerData: [UInt16: [UInt8]] = [:]
  /// Services with data that were named and not read, because the program prints them elsewhere or not at all.
  package var unreadServiceData: Set<BluetoothUUID> = []
  /// Companies with such data.
  package var unreadManufacturerData: Set<UInt16> = []
  /// Whether the device may have sent more values of these kinds, because the program leaves some out
  /// or some could not be read.
  package var mayBeMore = false
  /// Whether values were printed and not read, so that the absence of a value from this reception shows nothing.
  package private(set) var hasGaps = false

  /// No values.
  package init() {}

  /// Whether data were named and not read.
  package var hasUnread: Bool { !unreadServiceData.isEmpty || !unreadManufacturerData.isEmpty }

  /// Notes a value that was printed and not read.
  mutating func noteUnread() {
    mayBeMore = true
    hasGaps = true
  }

  /// Adds later values. For the same data, the later value counts.
  package mutating func add(_ later: HeardValues) {
    name = later.name ?? name
    systemName = later.systemName ?? systemName
    for service in later.services where !services.contains(service) && services.count < Self.maximumServices {
      services.append(service)
    }
    for (service, data) in later.serviceData
    where serviceData[service] != nil || serviceData.count < Self.maximumServices {
      serviceData[service] = data
    }
    for (company, data) in later.manufacturerData
    where manufacturerData[company] != nil || manufacturerData.count < Self.maximumServices {
      manufacturerData[company] = data
    }
    if unreadServiceData.count < Self.maximumServices { unreadServiceData.formUnion(later.unreadServiceData) }
    unreadServiceData.subtract(serviceData.keys)
    if unreadManufacturerData.count < Self.maximumServices {
      unreadManufacturerData.formUnion(later.unreadManufacturerData)
    }
    unreadManufacturerData.subtract(manufacturerData.keys)
    mayBeMore = mayBeMore || later.mayBeMore
    hasGaps = hasGaps || later.hasGaps
  }

  /// Takes manufacturer data from the company on. Returns `false` if there are fewer octets.
  @discardableResult
  mutating func take(manufacturerData octets: [UInt8]?) -> Bool {
    guard let octets, octets.count >= 2 else { return false }
    manufacturerData[UInt16(octets[0]) | UInt16(octets[1]) << 8] = Array(octets.dropFirst(2))
    return true
  }

  /// The most services, above those of any device.
  private static let maximumServices = 128
}

/// The values of a device in lines of a log, from all receptions by one scanner.
package struct ValueLine: Hashable, Sendable {
  /// The programs that print values instead of bytes.
  package enum Program: String, Hashable, Sendable, CaseIterable {
    /// bleak, alone or in Home Assistant.
    case bleak
    /// Android's `ScanRecord`.
    case scanRecord
    /// The libraries of the ESP32, in `toString()` of an advertised device.
    case toString
    /// flutter_blue_plus.
    case flutterBluePlus
    /// flutter_reactive_ble.
    case flutterReactive
    case btleplug
    /// The scanners of Zephyr.
    case zephyr
    /// bleak and noble on Windows, whose API they log.
    case windows
    /// The parser of Home Assistant for Xiaomi.
    case xiaomi
    case esphome
    /// react-native-ble-plx.
    case blePlx
    /// react-native-ble-manager.
    case bleManager
    case noble
    /// Linux, whose kernel tells programs of a device, as `btmon` prints it.
    case deviceFound
    case bluetoothctl
    /// OpenMQTTGateway and Theengs.
    case gateway
    /// BlueZ, in the signals of D-Bus.
    case dbus
    /// Core Bluetooth, in the dictionary that an app prints.
    case coreBluetooth
    /// cordova-plugin-bluetoothle.
    case cordova
    /// The scanner of TinyGo.
    case tinyGo
    /// The first Bluetooth module of MicroPython for the ESP32.
    case microPython
    case tasmota
    case bleson
    /// GoveeBTTempLogger.
    case govee
    /// ble_monitor, in Home Assistant.
    case bleMonitor
    /// Any program, in lines with the bytes of both packets in one.
    case bothPackets
  }

  package var program: Program
  /// The device; anonymous when it has an ``identifier`` instead, or neither.
  package var address: DeviceAddress
  /// The identifier that Apple's systems use instead of the address; `nil` where there is an address.
  package var identifier: BluetoothUUID?
  /// Whether one of Apple's systems handed over the values, where ``address`` does not show it.
  package var isFromApple = false
  package var values: HeardValues
  /// In dBm, of the last line; `nil` when the line does not have it.
  package var rssi: Int?
  /// The scanner, such as `hci0 (00:1A:7D:DA:71:13)`; `nil` when the line does not have it.
  package var scanner: String?
  /// Whether the scanner can connect; `nil` when the line does not state it.
  package var isConnectable: Bool?
  /// The first line, counting from 1.
  package var line: Int
  /// The number of lines.
  package var count = 1
  /// The contents of the lines.
  package var contents = HeardContents()
}

extension ValueLine {
  /// Whether the line has an address or an identifier of its device.
  package var isNamed: Bool { address.isKnown || identifier != nil }

  /// The values in the bytes of both packets.
  package init(_ merged: MergedLine) {
    var values = HeardValues()
    if let packets = MergedPayload(merged.octets) {
      let blocks = packets.blocks(cutAt: packets.cuts[0])
      values = HeardValues(Payload(blocks.advertising.octets + blocks.scanResponse.octets))
    } else {
      values.mayBeMore = true
    }
    values.name = values.name ?? merged.name
    self.init(
      program: .bothPackets, address: merged.address, values: values,
      rssi: merged.rssi.map { Int($0) }, line: merged.line, count: merged.count)
    contents.note(HeardContent(values), .line(line), count: count)
  }

  /// Lines of the same device are one.
  struct Key: Hashable {
    /// Some lines of a device state the type of its address, and some do not.
    let bits: UInt64
    let identifier: BluetoothUUID?
    let scanner: String?
    /// The values of a device that nothing names: only the same values can be those of the same device.
    let values: HeardValues?
  }
}

extension DistinctLines<ValueLine, ValueLine.Key> {
  mutating func add(_ line: ValueLine) {
    let key = ValueLine.Key(
      bits: line.address.bits, identifier: line.identifier, scanner: line.scanner,
      values: line.isNamed ? nil : line.values)
    var line = line
    line.rssi = line.rssi?.measuredRSSI
    if !line.values.hasGaps { line.contents.note(HeardContent(line.values), .line(line.line)) }
    add(line, as: key) { known in
      if known.address.type == .unstated { known.address = line.address }
      known.isFromApple = known.isFromApple || line.isFromApple
      known.values.add(line.values)
      known.contents.add(line.contents)
      known.rssi = line.rssi ?? known.rssi
      if let before = known.isConnectable, let now = line.isConnectable, before != now {
        known.contents.areOfSeveralTypes = true
      }
      known.isConnectable = line.isConnectable ?? known.isConnectable
      known.count += 1
    }
  }
}
