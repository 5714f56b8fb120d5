import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertisingData
import Testing

/// That each octet points at its two digits, however YAML lets them be written.
@Suite struct WrittenPlacesTests {
  /// Ways to write 02 01 06 after "    advertising: " on line 3, and the places of the digits: line and column.
  static let forms: [(String, [(Int, Int)])] = [
    ("02 01 06", [(3, 18), (3, 21), (3, 24)]),
    ("020106", [(3, 18), (3, 20), (3, 22)]),
    ("0x02, 0x01, 0x06 # three", [(3, 20), (3, 26), (3, 32)]),
    ("02 01\n      06", [(3, 18), (3, 21), (4, 7)]),
    ("'02 01 06'", [(3, 19), (3, 22), (3, 25)]),
    ("'02\n\n      01 06'", [(3, 19), (5, 7), (5, 10)]),
    ("\"02 01 06\"", [(3, 19), (3, 22), (3, 25)]),
    ("\"02\\\n      01\\n06\"", [(3, 19), (4, 7), (4, 11)]),
    ("\"\\x30\\u0032\\t01 06\"", [(3, 19), (3, 31), (3, 34)]),
    ("|\n      02 01\n      06", [(4, 7), (4, 10), (5, 7)]),
    (">-  # folded\n\n      02 01\n      06", [(5, 7), (5, 10), (6, 7)]),
    ("[ 02, '01', \"06\" ]", [(3, 20), (3, 25), (3, 31)]),
    ("\n      - 02 01\n      - 06", [(4, 9), (4, 12), (5, 9)]),
  ]

  @Test(arguments: forms.indices) func octetsPointAtTheirDigits(_ form: Int) throws {
    let (text, places) = Self.forms[form]
    let written = try #require(try layout(advertising: text).advertisingText)
    #expect(written.octets.map { [$0.line, $0.column] } == places.map { [$0.0, $0.1] }, "\(text)")
    #expect(try layout(advertising: text).layout.advertising == Payload([2, 1, 6]))
  }

  @Test func columnsCountCodePoints() throws {
    // The bicycle is one, the letter with its accent two.
    let text = "layouts: { \"e\u{301}🚲\": { advertising: 02 01, scanResponse: [ 03 ] }, ü: { advertising: 0g } }"
    #expect(problem(in: text) == "line 1, column 84: expected a hex digit, found \"g\"")
    let manifest = try Manifest(reading: text.replacing("0g", with: "04"))
    #expect(manifest.layouts[0].place == TextRange(line: 1, column: 12, count: 5))
    #expect(manifest.layouts[0].advertisingText?.octets[1] == TextRange(line: 1, column: 37, count: 2))
    #expect(manifest.layouts[1].place == TextRange(line: 1, column: 65, count: 1))
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func linesEndInAnyWay(_ ending: String) throws {
    let text = ["layouts:", "  ä:", "    advertising: 02", "      01 06", ""].joined(separator: ending)
    let manifest = try Manifest(reading: text)
    #expect(manifest.layouts[0].advertisingText?.octets.map { [$0.line, $0.column] } == [[3, 18], [4, 7], [4, 10]])
    #expect(manifest.layouts[0].advertisingText?.range == TextRange(line: 3, column: 18, endLine: 4, endColumn: 12))
  }

  @Test func byteOrderMarkHasNoColumn() throws {
    let manifest = try Manifest(reading: "\u{FEFF}layouts: { a: { advertising: 02 } }")
    #expect(manifest.layouts[0].advertisingText?.octets == [TextRange(line: 1, column: 30, count: 2)])
  }

  /// Columns are right also after hundreds of fields on one line that take more bytes than that.
  @Test func longLinesKeepTheirColumns() throws {
    let field = "{ name: ü }"
    let fields = Array(repeating: field, count: 1000).joined(separator: ", ")
    let octets = try #require(try layout(advertising: "[ \(fields) ]").advertisingText?.octets)
    #expect(octets.count == 4000)
    let first = try #require(octets.first?.column)
    #expect(octets.indices.allSatisfy { octets[$0].column == first + $0 / 4 * (field.count + 2) })
  }
}
