package import AdvertReading
internal import AdvertisingData

/// The beacon that a configuration of ESPHome makes.
///
/// ```
/// esp32_ble_beacon:
///   type: iBeacon
///   uuid: 'c29ce823-e67a-4e71-bff2-abaa32e77a98'
/// ```
///
/// Source: ESPHome 2021 to 2025, components/esp32_ble_beacon.
package struct ESPHomeConfiguration {
  /// The beacon; empty for a configuration without one, and for one whose UUID is not in the file.
  package private(set) var layouts: [DeclaredLayout] = []
  /// The fault of the beacon, as the rest of a sentence; `nil` when it is read.
  package private(set) var obstacle: String?

  private static let component = "esp32_ble_beacon"
  private static let defaults = ["major": "10167", "minor": "61958", "measured_power": "-59"]
  private static let usualInterval = "100ms"

  /// Reads a configuration; `nil` for any other text.
  package init?(_ text: String) {
    let lines = IndentedLines(text).all
    guard lines.contains(where: { $0.depth == 0 && !$0.isItem && ["esphome", Self.component].contains($0.key) }) else {
      return nil
    }
    guard let start = lines.firstIndex(where: { $0.depth == 0 && $0.key == Self.component }) else { return }
    var values: [String: String] = [:]
    for line in lines[(start + 1)...].prefix(while: { $0.depth > 0 }) { values[line.key] = line.value }
    guard let written = values["uuid"], let uuid = BluetoothUUID(text: written),
      let octets = uuid.littleEndian(width: .bits128)
    else {
      obstacle = "a beacon whose UUID is not in the file"
      return
    }
    var payload: [UInt8] = [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + octets.reversed()
    var doubts: [Doubt] = []
    for (key, range) in [("major", 0...0xFFFF), ("minor", 0...0xFFFF), ("measured_power", -128...0)] {
      let width = key == "measured_power" ? 1 : 2
      let number = Self.number(values[key] ?? Self.defaults[key] ?? "").flatMap { range.contains($0) ? $0 : nil }
      if number == nil {
        let place = payload.count..<payload.count + width
        doubts.append(Doubt(.octets(.advertising, place), .unknown, .supposed("\(key) is no number in the file")))
      }
      let value = number ?? 0
      payload += width == 1 ? [UInt8(truncatingIfNeeded: value)] : [UInt8(value >> 8), UInt8(value & 0xFF)]
    }
    var layout = DeclaredLayout(
      name: Self.component,
      layout: Layout(pdu: .advNonconnInd, advertising: Payload(payload), declaring: nil), doubts: doubts)
    let intervals = ["min_interval", "max_interval"].map { Self.microseconds(values[$0] ?? Self.usualInterval) }
    if let least = intervals[0], let most = intervals[1] {
      layout.intervalMicroseconds = least
      if least != most { layout.doubts.append(Doubt(.interval, .assumed, .controllerChooses)) }
    }
    layouts = [layout]
  }

  private static func number(_ text: String) -> Int? {
    text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
  }

  /// Returns a time as ESPHome hands it to the controller, in units of 625 µs; `nil` for one that is not read.
  private static func microseconds(_ text: String) -> Int64? {
    let digits = text.prefix { $0.isNumber }
    let factor: Int64 = text.dropFirst(digits.count).trimmed == "s" ? 1_000_000 : 1000
    guard ["ms", "s"].contains(text.dropFirst(digits.count).trimmed), digits.utf8.count < 6, let number = Int64(digits)
    else { return nil }
    return number * factor / 625 * 625
  }
}
