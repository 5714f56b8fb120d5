import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// Blocks over several lines, under headings.
@Suite struct BufferDumpTests {
  private static func lines(_ text: String, window: Int = CaptureOptions.defaultWindowCapacity) throws -> [String] {
    let capture = try RecordedCapture.read(
      MemorySource(Array(text.utf8)), options: CaptureOptions(windowCapacity: window))
    return capture.reports.map { report in
      #expect(report.time != nil || !text.contains("I ("))
      return "\(report.record) \(report.address) \(report.pdu.rawValue) \(HexText.compact(report.data))"
    }
  }

  private static let device = """
    I (3212) DEMO: a4 c1 38 11 22 33
    I (3212) DEMO: searched Adv Data Len 17, Scan Response Len 18
    I (3212) DEMO: searched Device Name Len 4
    I (3222) DEMO: Lamp
    I (3222) DEMO: adv data:
    I (3222) DEMO: 02 01 06 0d 09 41 42 43 44 45 46 47 48 49 4a 4b
    I (3222) DEMO: 4c
    I (3232) DEMO: scan resp:
    I (3232) DEMO: 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff
    I (3232) DEMO: d0 af

    """

  private static let advertising = "0201060d094142434445464748494a4b4c"
  private static let response = "1107e41d510e5a11dbb9a9419e2aa0ffd0af"

  @Test func blocksHaveTheAddressBeforeThem() throws {
    let other = Self.device.replacing("a4 c1 38 11 22 33", with: "c6 11 22 33 44 55").replacing("(3", with: "(10")
    let text = "boot\n" + Self.device + "I (4000) DEMO: disconnected\n" + other
    let lines = try Self.lines(text)
    #expect(lines.count == 4)
    #expect(lines.first?.hasPrefix("6 A4:C1:38:11:22:33 ADV \(Self.advertising)") == true, "\(lines)")
    #expect(lines.dropFirst().first?.hasPrefix("9 A4:C1:38:11:22:33 SCAN_RSP \(Self.response)") == true, "\(lines)")
    #expect(lines.last?.contains("C6:11:22:33:44:55 SCAN_RSP \(Self.response)") == true, "\(lines)")
    for window in [1, 7, 64] { #expect(try Self.lines(text, window: window) == lines) }
  }

  @Test func newerLogsHaveTheAddressInTheResult() throws {
    let text = """
      I (1180) DEMO: Scan result, device a4:c1:38:11:22:33, name len 4
      I (1190) DEMO: Device found Lamp
      I (1190) DEMO: adv data:
      I (1200) DEMO: 02 01 06 05 09 4c 61 6d 70
      W (1200) BT_APPL: gattc open
      """
    #expect(try Self.lines(text) == ["3 A4:C1:38:11:22:33 ADV 02010605094c616d70"])
  }

  /// An array that is printed whole has zeros behind the data, and one without data is none.
  @Test func buffersThatArePrintedWhole() throws {
    let zeros = String(repeating: "0x00 ", count: 7)
    let text = """
      ble: get adv data:
      ble: 0x02 0x01 0x1a 0x0b 0xff 0x4c 0x00 0x10 0x06 0x5b 0x1e 0xc0 0x3a 0x5e 0xdd \(zeros)0x00 0x00
      ble: \(zeros)
      ble: get scan rsp data:
      ble: \(zeros)\(zeros)\(zeros)
      ble: \(zeros)0x00 0x00 0x00
      """
    #expect(try Self.lines(text).map { $0.split(separator: " ").last } == ["02011a0bff4c0010065b1ec03a5edd"])
  }

  /// Rows of another logger, other words and a heading alone end a dump; nothing of it is lost.
  @Test func dumpsEndAtOtherLines() throws {
    let text = """
      I (1) DEMO: adv data:
      I (1) DEMO: 02 01 06
      I (2) wifi: aa bb
      I (3) DEMO: 11 22
      I (4) DEMO: scan resp:
      I (4) DEMO: done
      """
    #expect(try Self.lines(text).map { $0.split(separator: " ")[3] } == ["020106"])
    #expect(throws: (any Error).self) { try Self.lines("adv data:\nsome words\n") }
  }
}
