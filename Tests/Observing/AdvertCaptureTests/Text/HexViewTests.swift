import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// Dumps with characters, as loggers of firmware print them.
@Suite struct HexViewTests {
  private static func read(_ text: String, window: Int = CaptureOptions.defaultWindowCapacity) throws -> [String] {
    let capture = try RecordedCapture.read(
      MemorySource(Array(text.utf8)), options: CaptureOptions(windowCapacity: window))
    #expect(capture.summary.problems.isEmpty)
    return capture.reports.map { report in
      let strength = report.rssi.map { " \($0)" } ?? ""
      return "\(report.record) \(report.pdu.rawValue) \(report.address)\(strength) \(HexText.compact(report.data))"
    }
  }

  /// Rows of a width with characters behind a bar, as `form` has them.
  private static func dump(_ octets: [UInt8], width: Int, _ form: (String, String, Int) -> String) -> String {
    stride(from: 0, to: octets.count, by: width).map { start in
      let row = octets[start..<min(start + width, octets.count)]
      let digits = row.map { HexText.compact([$0]).uppercased() }.joined(separator: " ")
      let characters = String(decoding: row.map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
      let blanks = String(repeating: " ", count: width * 3 - 1 - digits.utf8.count)
      return form(digits + blanks, characters, start) + "\n"
    }.joined()
  }

  private static let advertising = [UInt8](hex: "0201060b094e6f726469635f48524d03030d18")
  private static let response = [UInt8](hex: "0b094e6f7264697c5f48524d03030f18")
  private static let rule = "----------------------------------\r\n"

  private static func nordic(_ octets: [UInt8], prefix: String = "") -> String {
    dump(octets, width: 8) { digits, characters, _ in "\(prefix) \(digits)|\(characters)" }
  }

  @Test(arguments: ["", "<info> app: "]) func loggerOfNordic(_ prefix: String) throws {
    let text =
      Self.nordic(Self.advertising, prefix: prefix) + Self.rule + Self.nordic(Self.response, prefix: prefix)
      + Self.nordic(Self.advertising, prefix: prefix)
    for window in [CaptureOptions.defaultWindowCapacity, 16] {
      #expect(
        try Self.read(text, window: window) == [
          "1 unknown anonymous \(HexText.compact(Self.advertising))",
          "5 unknown anonymous \(HexText.compact(Self.response))",
          "7 unknown anonymous \(HexText.compact(Self.advertising))",
        ])
    }
  }

  @Test func loggerOfEspressif() throws {
    let text = Self.dump(Self.advertising, width: 16) { digits, characters, start in
      let (first, last) = (digits.prefix(23), digits.dropFirst(24))
      return "I (313) ble: 0x\(String(0x3FFC_0A4C + start, radix: 16))   \(first)  \(last)  |\(characters)|"
    }
    #expect(try Self.read(text) == ["1 unknown anonymous \(HexText.compact(Self.advertising))"])
  }

  /// The line before a dump names the device when it has an address with a strength; an address alone can be a gateway's.
  @Test func theLineBeforeNamesTheDevice() throws {
    let rows = Self.dump(Self.advertising, width: 16) { digits, characters, start in
      "I (463861) POST: [task] 00\(HexText.compact([UInt8(start)])): \(digits) | \(characters)"
    }
    let data = HexText.compact(Self.advertising)
    let named = "I (463851) POST: [task] i: 14, tag: C1:22:33:44:55:66, rssi: -73, timestamp: 1612772566:\n"
    #expect(try Self.read(named + rows) == ["2 unknown C1:22:33:44:55:66 -73 \(data)"])
    #expect(try Self.read("tag: C1:22:33:44:55:66:\n" + rows) == ["2 unknown anonymous \(data)"])
    #expect(try Self.read(named + "other\n" + rows) == ["3 unknown anonymous \(data)"])
  }

  /// Other octets, half structures, and characters that are not those of the octets.
  @Test func othersAreNoAdvertising() throws {
    let whole = Self.nordic(Self.advertising) + Self.rule
    for other in [
      Self.nordic([0x66, 0x55, 0x44, 0x33, 0x22, 0xC1]), Self.nordic(Array(Self.advertising.dropLast(3))),
      " 02 01 06               |abc\n",
    ] {
      #expect(try Self.read(other + Self.rule + whole).count == 1, "\(other)")
      #expect(throws: CaptureError.self, "\(other)") { try Self.read(other.replacing("|", with: ":")) }
    }
  }
}
