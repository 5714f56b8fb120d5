package import AdvertisingData

/// Advertising data and scan response data in one, from a line of a log: it is not known where the first end.
package struct MergedLine: Hashable, Sendable {
  /// The address of the device; anonymous when the log does not have it.
  package var address: DeviceAddress
  /// The octets of both blocks.
  package var octets: [UInt8]
  /// The first line with them, counting from 1.
  package var line: Int
  /// The number of lines with the same octets of the same device.
  package var count = 1
  /// In dBm, of the last line; `nil` when the line does not have it.
  package var rssi: Int8?
  /// The name that the program prints beside the octets, which need not have it; `nil` without one.
  package var name: String?
}

/// The different merged lines of a log, in the order first met.
struct MergedLines {
  private(set) var all: [MergedLine] = []
  private var places: [Key: Int] = [:]
  /// The number of lines that were left out because there are more different ones than are kept.
  private(set) var leftOut = 0

  private static let most = 10_000

  private struct Key: Hashable {
    let address: DeviceAddress
    let octets: [UInt8]
  }

  mutating func add(_ line: MergedLine) {
    var line = line
    line.rssi = line.rssi?.measuredRSSI
    let key = Key(address: line.address, octets: line.octets)
    if let place = places[key] {
      all[place].count += 1
      all[place].rssi = line.rssi ?? all[place].rssi
    } else if all.count < Self.most {
      places[key] = all.count
      all.append(line)
    } else {
      leftOut += 1
    }
  }
}
