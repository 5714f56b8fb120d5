package import AdvertisingData

/// What a program that joins both packets of a device tells of them: values, and nothing about where they were.
package struct HeardValues: Hashable, Sendable {
  /// The local name.
  package var name: String?
  /// What the lists of services have.
  package var services: [BluetoothUUID] = []
  /// Service data, without the UUID.
  package var serviceData: [BluetoothUUID: [UInt8]] = [:]
  /// Manufacturer data, without the company.
  package var manufacturerData: [UInt16: [UInt8]] = [:]
  /// Whether the device may have sent more of what is here, because the program leaves some of it out.
  package var mayBeMore = false

  /// No values.
  package init() {}

  /// Takes in what was heard later. Of the same data, the later count.
  package mutating func add(_ later: HeardValues) {
    name = later.name ?? name
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
    mayBeMore = mayBeMore || later.mayBeMore
  }

  /// More than any device has.
  private static let maximumServices = 128
}

/// What lines of a log tell of a device, of all that one scanner heard of it.
package struct ValueLine: Hashable, Sendable {
  /// What prints values in the place of bytes.
  package enum Program: String, Hashable, Sendable, CaseIterable {
    /// bleak, alone or in Home Assistant.
    case bleak
    /// Android's `ScanRecord`.
    case scanRecord
    /// The libraries of the ESP32, for `toString()` of an advertised device.
    case toString
    /// flutter_blue_plus.
    case flutterBluePlus
    /// react-native-ble-plx.
    case blePlx
    /// react-native-ble-manager.
    case bleManager
    /// noble.
    case noble
  }

  /// What printed it.
  package var program: Program
  /// The device; anonymous where ``identifier`` stands in its place.
  package var address: DeviceAddress
  /// What Apple's systems call a device by, which is no address of it; `nil` where there is an address.
  package var identifier: BluetoothUUID?
  /// What it says.
  package var values: HeardValues
  /// In dBm, of the last line; `nil` when it is not there.
  package var rssi: Int?
  /// What heard it, such as `hci0 (00:1A:7D:DA:71:13)`; `nil` when the line does not say it.
  package var scanner: String?
  /// Whether the scanner can connect; `nil` when the line does not say it.
  package var isConnectable: Bool?
  /// The first line, counting from 1.
  package var line: Int
  /// How many lines.
  package var count = 1
  /// What was in the lines.
  package var contents = HeardContents()
}

/// The devices of a log that has values, in the order first met.
struct ValueLines {
  private(set) var all: [ValueLine] = []
  private var places: [Key: Int] = [:]
  /// How many lines were left out because they are of more devices than are kept.
  private(set) var leftOut = 0

  private static let most = 10_000

  private struct Key: Hashable {
    let address: DeviceAddress
    let identifier: BluetoothUUID?
    let scanner: String?
  }

  mutating func add(_ line: ValueLine) {
    let key = Key(address: line.address, identifier: line.identifier, scanner: line.scanner)
    var line = line
    line.contents.note(HeardContent(line.values), .line(line.line))
    if let place = places[key] {
      all[place].values.add(line.values)
      all[place].contents.add(line.contents)
      all[place].rssi = line.rssi ?? all[place].rssi
      all[place].isConnectable = line.isConnectable ?? all[place].isConnectable
      all[place].count += 1
    } else if all.count < Self.most {
      places[key] = all.count
      all.append(line)
    } else {
      leftOut += 1
    }
  }
}
