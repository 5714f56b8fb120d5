import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// Texts in UTF-16, as PowerShell writes the output of programs.
@Suite struct UTF16Tests {
  private static func octets(_ text: String, bigEndian: Bool) -> [UInt8] {
    Array("\u{FEFF}\(text)".utf16).flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
      return bigEndian ? [high, low] : [low, high]
    }
  }

  @Test(arguments: [true, false]) func logsAreRead(_ bigEndian: Bool) throws {
    let log = "é 😀 text\r\na4:c1:38:11:22:33 -60 adv=020106 rsp=0409616263\r\n"
    for window in [1, 2, 3, 5, 64, 1 << 16] {
      let capture = try RecordedCapture.read(
        MemorySource(Self.octets(log, bigEndian: bigEndian)), options: CaptureOptions(windowCapacity: window))
      #expect(capture.reports.map { HexText.compact($0.data) } == ["020106", "0409616263"])
      #expect(capture.summary.format == "log" && capture.reports[0].record == 2 && capture.summary.problems.isEmpty)
    }
  }

  /// Some programs of Windows write no mark. The beginning shows the form where it is ASCII, in one order throughout.
  @Test(arguments: [true, false]) func logsWithoutAMarkAreRead(_ bigEndian: Bool) throws {
    let log = "text é 😀 before it\r\na4:c1:38:11:22:33 -60 adv=020106 rsp=0409616263\r\n"
    let ascii = "a text before the log\r\na4:c1:38:11:22:33 -60 adv=020106 rsp=0409616263\r\n"
    for window in [1, 3, 64, 1 << 16] {
      let octets = Array(Self.octets(ascii, bigEndian: bigEndian).dropFirst(2))
      let capture = try RecordedCapture.read(
        MemorySource(octets), options: CaptureOptions(windowCapacity: window))
      #expect(capture.reports.map { HexText.compact($0.data) } == ["020106", "0409616263"])
    }
    let others = Self.octets(log, bigEndian: bigEndian).dropFirst(2)
    #expect(UTF16Text.utf8(of: Array(others)) == nil)
    #expect(UTF16Text.utf8(of: Array(Self.octets("short", bigEndian: bigEndian).dropFirst(2))) == nil)
    #expect(UTF16Text.utf8(of: [UInt8](repeating: 0, count: 64)) == nil)
  }

  @Test(arguments: [true, false]) func charactersAreKept(_ bigEndian: Bool) {
    let text = (0x20...0x3000).compactMap(Unicode.Scalar.init).map { String(Character($0)) }.joined() + "😀\u{10FFFF}"
    #expect(UTF16Text.utf8(of: Self.octets(text, bigEndian: bigEndian)) == Array(text.utf8))
  }

  /// Halves of characters are told as such, and nothing else is taken for such a text.
  @Test func damageIsKept() {
    #expect(UTF16Text.utf8(of: [0xFF, 0xFE, 0x41, 0, 0x42]) == Array("A\u{FFFD}".utf8))
    #expect(UTF16Text.utf8(of: [0xFF, 0xFE, 0x41, 0, 0x3D, 0xD8]) == Array("A\u{FFFD}".utf8))
    #expect(UTF16Text.utf8(of: [0xFF, 0xFE, 0x41, 0, 0x3D, 0xD8, 0x41, 0]) == Array("A\u{FFFD}A".utf8))
    for other: [UInt8] in [[], [0xFF, 0xFE], [0xFE, 0xFF, 0, 0], [0xFF, 0xFE, 0, 0], Array("text".utf8)] {
      #expect(UTF16Text.utf8(of: other) == nil)
    }
  }
}
