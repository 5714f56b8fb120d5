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

extension MergedLine {
  /// Lines with the same octets of the same device are one.
  struct Key: Hashable {
    let address: DeviceAddress
    let octets: [UInt8]
  }
}

extension DistinctLines<MergedLine, MergedLine.Key> {
  mutating func add(_ line: MergedLine) {
    var line = line
    line.rssi = line.rssi?.measuredRSSI
    add(line, as: MergedLine.Key(address: line.address, octets: line.octets)) { known in
      known.count += 1
      known.rssi = line.rssi ?? known.rssi
    }
  }
}

/// The different lines of a log, in the order first met.
struct DistinctLines<Line, Key: Hashable> {
  /// The most different lines that are kept.
  private static var most: Int { 10_000 }

  private(set) var all: [Line] = []
  private var places: [Key: Int] = [:]
  /// The number of lines that were left out because there are more different ones than are kept.
  private(set) var leftOut = 0

  /// Adds a line. `join` adds it to the known line with the same key.
  mutating func add(_ line: Line, as key: Key, join: (inout Line) -> Void) {
    if let place = places[key] {
      join(&all[place])
    } else if all.count < Self.most {
      places[key] = all.count
      all.append(line)
    } else {
      leftOut += 1
    }
  }
}
