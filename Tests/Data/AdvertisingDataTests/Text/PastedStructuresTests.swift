import TestSupport
import Testing

@testable import AdvertisingData

/// Structures that people copy from a phone app's table.
@Suite struct PastedStructuresTests {
  private static func hex(_ text: String) throws -> String { HexText.compact(try PastedOctets.octets(of: text)) }

  private static func problem(_ text: String) -> String {
    do {
      return "read \(try hex(text))"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("LEN.\tTYPE\tVALUE\n2\t0x01\t0x06\n9\t0x09\t0x5348532D32303731\n", "0201060909" + "5348532d32303731"),
    ("Len  Type  Value\r\n 2  0x01  0x06 \r\n\r\n 3  0X03  0X0d18\r\n", "02010603030d18"),
    ("2 0x01 0x06", "020106"), ("2 | 0x01 | 0x06\n1 | 0x09", "0201060109"), ("2,0x01,0x06", "020106"),
    ("Length: 2 Type : 1 Data : 6,\nLength: 4 Type : -1 Data : 89 0 -2,  \n", "02010604ff5900fe"),
    ("len=3, type=9, value=[79, 119]\nlen=2, type=10, value=[-12]", "03094f77020af4"),
    ("Length: 2 Type: 0x01 Data: 0x06", "020106"), ("Length: 1 Type: 9 Data:", "0109"),
  ])
  func tables(_ text: String, _ expected: String) throws {
    #expect(try Self.hex(text) == expected)
  }

  @Test func tablesThatContradictThemselves() {
    #expect(
      Self.problem("LEN TYPE VALUE\n2 0x01 0x06\n17 0x07 0x0102")
        == "line 3: expected the length 3 of the type and the value, found 17")
    #expect(
      Self.problem("Length: 3 Type: 1 Data: 6") == "line 1: expected the length 2 of the type and the value, found 3")
    // Octets in hex without a mark, and numbers that are no octets.
    for text in ["Length: 2 Type: 1 Data: 06", "Length: 2 Type: 1 Data: 300", "Length: 2 Type: 1 Data: x"] {
      #expect(!Self.problem(text).hasPrefix("read 0201"), "\(text)")
    }
    // Four columns, and a value without its mark, are no such table.
    for text in ["2 0x01 0x06 0x07", "2 0x01 06zz", "2 0x101 0x06", "LEN TYPE VALUE"] {
      #expect(!Self.problem(text).hasPrefix("read 0201"), "\(text)")
    }
  }
}
