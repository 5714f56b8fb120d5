import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// Beacons that configurations of ESPHome make.
@Suite struct ESPHomeConfigurationTests {
  private static let uuid = "c29ce823e67a4e71bff2abaa32e77a98"
  private static let head = "0201061aff4c000215" + uuid

  private func beacon(_ lines: String) throws -> DeclaredLayout {
    let text =
      "esphome:\n  name: beacon # its name\nesp32_ble_beacon:\n  type: iBeacon\n\(lines)\nlogger:\n  level: DEBUG\n"
    return try #require(ESPHomeConfiguration(text)?.layouts.first)
  }

  @Test(arguments: [
    ("  uuid: 'c29ce823-e67a-4e71-bff2-abaa32e77a98'", "27b7f206c5"),
    ("  uuid: C29CE823-E67A-4E71-BFF2-ABAA32E77A98\n  major: 1\n  minor: 0xABCD", "0001abcdc5"),
    ("  measured_power: -65\n  minor: 2\n  uuid: \"c29ce823e67a4e71bff2abaa32e77a98\"\n  major: 65535", "ffff0002bf"),
  ]) func payloads(_ lines: String, _ end: String) throws {
    let layout = try beacon(lines)
    #expect(layout.layout.advertising.map { HexText.compact($0.octets) } == Self.head + end)
    #expect(layout.layout.pdu == .advNonconnInd && layout.doubts.isEmpty && layout.intervalMicroseconds == 100_000)
  }

  @Test func intervals() throws {
    let line = "  uuid: 'c29ce823-e67a-4e71-bff2-abaa32e77a98'\n"
    let range = try beacon(line + "  min_interval: 1s\n  max_interval: 2s")
    #expect(range.intervalMicroseconds == 1_000_000 && range.isIntervalAssumed)
    #expect(try beacon(line + "  min_interval: 30ms\n  max_interval: 30ms").intervalMicroseconds == 30_000)
    #expect(try beacon(line + "  min_interval: $slow").intervalMicroseconds == nil)
  }

  /// What the file does not have is not known.
  @Test func substitutions() throws {
    let open = try beacon("  uuid: 'c29ce823-e67a-4e71-bff2-abaa32e77a98'\n  major: ${major}\n  minor: 70000")
    #expect(open.doubts.map(\.part) == [.octets(.advertising, 25..<27), .octets(.advertising, 27..<29)])
    let secret = ESPHomeConfiguration("esp32_ble_beacon:\n  type: iBeacon\n  uuid: !secret beacon\n")
    #expect(secret?.layouts.isEmpty == true && secret?.obstacle != nil)
  }

  @Test func otherTexts() {
    #expect(ESPHomeConfiguration("esphome:\n  name: a\nesp32_ble_tracker:\n")?.layouts.isEmpty == true)
    #expect(ESPHomeConfiguration("layouts:\n  - name: esphome:\n") == nil)
    #expect(ESPHomeConfiguration("see also:\n  esp32_ble_beacon:\n") == nil)
  }
}
