import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@Suite struct PlaceholderTests {
  /// A field, its payload, and what of it varies.
  static let fields: [(String, String, String)] = [
    (#"[ { name: "T-{4 digits}" } ]"#, "07 09 54 2d 30 30 30 30", "bytes 4 to 7 (digits)"),
    (
      #"[ { name: "{digit}{1 to 3 letters}!" } ]"#, "06 09 30 78 78 78 21",
      "byte 2 (digits), byte 3 (letters), bytes 4 to 5 (letters, may be absent)"
    ),
    (#"[ { shortName: "{{{2 hex}}}" } ]"#, "05 08 7b 30 30 7d", "bytes 3 to 4 (hex digits)"),
    (#"[ { broadcastName: "é{ 2 characters }" } ]"#, "05 30 c3 a9 78 78", "bytes 4 to 5 (text)"),
    (
      #"[ { manufacturerData: { company: 0x0059, data: "01 ?? 00..0f 4? ?4" } } ]"#, "08 ff 59 00 01 00 00 40 04",
      "byte 5 (any), byte 6 (00 to 0f), byte 7 (40 to 4f), byte 8 (some of 04 to f4)"
    ),
    (#"[ { flags: 6 }, { serviceData: { uuid: 180f, data: "??64" } } ]"#, "02 01 06 05 16 0f 18 00 64", "byte 7 (any)"),
    (
      #"[ { raw: { type: 0x3d, value: "????" } }, "02 01 ?6" ]"#, "03 3d 00 00 02 01 06",
      "bytes 2 to 3 (any), byte 6 (some of 06 to f6)"
    ),
    (#"02 01 06 0x04 0xff 0x59 0x00 0x??"#, "02 01 06 04 ff 59 00 00", "byte 7 (any)"),
    (#"[ { name: "a{{b}}" } ]"#, "05 09 61 7b 62 7d", ""),
  ]

  @Test(arguments: fields) func isReadAndWritten(_ yaml: String, _ octets: String, _ words: String) throws {
    let layout = try layout(advertising: yaml)
    let payload = try #require(layout.layout.advertising)
    #expect(HexText.spaced(payload.octets) == octets)
    #expect(layout.variation(of: .advertising).words == words)
    let written = WrittenFields.items(of: payload, varying: layout.variation(of: .advertising))
    let again = try AdvertManifestTests.layout(advertising: "[" + written.joined(separator: ", ") + "]")
    #expect(again.layout.advertising == payload)
    // Hex has no way to say that some bits are free, or that an octet may be missing.
    #expect(again.variation(of: .advertising) == layout.variation(of: .advertising), "\(written)")
  }

  static let problems: [(String, String)] = [
    (
      #"[ { name: "a{4 digts}" } ]"#,
      "line 3, column 30: expected a placeholder such as {4 digits} (digits, hex, letters, characters), found \"{4 digts}\"; did you mean \"digits\"?"
    ),
    (
      #"[ { name: "aé{4 digits" } ]"#,
      "line 3, column 31: expected a \"}\" that ends the placeholder, or \"{{\" for a brace, found none"
    ),
    (#"[ { name: "a}b" } ]"#, "line 3, column 30: expected \"}}\" for a brace, found one alone"),
    (
      #"[ { name: "{0 digits}" } ]"#,
      "line 3, column 29: expected a count of up to 254, or two as in {1 to 4 digits}, found \"{0 digits}\""
    ),
    (
      #"[ { name: "{3 to 2 hex}" } ]"#,
      "line 3, column 29: expected a count of up to 254, or two as in {1 to 4 hex}, found \"{3 to 2 hex}\""
    ),
    (
      #"[ { name: "{99999999999999999999 hex}" } ]"#,
      "line 3, column 29: expected a count of up to 254, or two as in {1 to 4 hex}, found \"{99999999999999999999 hex}\""
    ),
    (
      #"[ { name: "{}" } ]"#,
      "line 3, column 29: expected a placeholder such as {4 digits} (digits, hex, letters, characters), found \"{}\""
    ),
    ("02 01 ??? ", "line 3, column 26: expected two of hex digits and \"?\" for each byte, found one"),
    ("02 01 0..1", "line 3, column 25: expected a range of bytes from low to high such as 00..0f, found \" 0..1\""),
    ("02 01 09..01", "line 3, column 26: expected a range of bytes from low to high such as 00..0f, found \"09..01\""),
    (
      "02 ?? 06",
      "line 3, column 21: expected placeholders in the value of an AD structure, found one in its length or type, or in none"
    ),
    (
      "02 01 06 ??",
      "line 3, column 27: expected placeholders in the value of an AD structure, found one in its length or type, or in none"
    ),
  ]

  @Test(arguments: problems) func saysWhatIsWrongAndWhere(_ yaml: String, _ words: String) {
    #expect(problem(in: "layouts:\n  a:\n    advertising: \(yaml)\n") == words)
  }

  @Test func matchesWhatItStandsFor() throws {
    let layout = try layout(advertising: #"[ { name: "T{1 to 2 digits}{0 to 1 letters}-{digit}" }, "04 ff 59 00 0?" ]"#)
    let pattern = try #require(layout.patterns.first)
    for (name, matches) in [
      ("T1-2", true), ("T12-3", true), ("T12a-3", true), ("T1a-3", true), ("T-3", false), ("T123-3", false),
      ("T1ab-3", false), ("T12-", false), ("T12-x", false), ("t12-3", false), ("T12-34", false), ("", false),
    ] {
      let octets = [UInt8(1 + name.utf8.count), 9] + Array(name.utf8) + [4, 0xFF, 0x59, 0, 7]
      #expect(pattern.matches(Payload(octets)) == matches, "\(name)")
    }
    #expect(!pattern.matches(Payload([5, 9, 0x54, 0x31, 0x2D, 0x32, 4, 0xFF, 0x59, 0, 0x17])))
    #expect(!pattern.matches(Payload([5, 8, 0x54, 0x31, 0x2D, 0x32, 4, 0xFF, 0x59, 0, 7])))
    #expect(!pattern.matches(Payload([5, 9, 0x54, 0x31, 0x2D, 0x32])))
  }

  /// Rewritten, a layout has the placeholders that it had, also where they are in the other block or cut off.
  @Test func staysWhenRewritten() throws {
    let text = """
      layouts:
        a:
          advertising:
            - flags: [general-discoverable, br-edr-not-supported]
            - name: "Tracker-{4 digits}"  # on the label
          scanResponse: 05 ff 59 00 ?? 0?

      """
    let layout = try #require(try Manifest(reading: text).layouts.first)
    let name = Array("Tracker-0000".utf8)
    let advertising = Payload([2, 1, 6, 11, 8] + name.prefix(10) + [5, 0xFF, 0x59, 0, 0, 0])
    let edits = try #require(try layout.text?.edits(advertising: advertising, scanResponse: Payload()))
    let rewritten = TextEdit.applying(edits, to: text)
    #expect(rewritten.contains(#"- shortName: "Tracker-{2 digits}""#), "\(rewritten)")
    #expect(
      rewritten.contains(#"- manufacturerData: {company: "0x0059", data: "?? 0?"}"#)
        || rewritten.contains("data: \"?? 0?\""), "\(rewritten)")
    let again = try #require(try Manifest(reading: rewritten).layouts.first)
    #expect(again.layout.advertising == advertising)
    #expect(again.variation(of: .advertising).words == "bytes 13 to 14 (digits), byte 19 (any), byte 20 (00 to 0f)")
  }

  @Test func randomHexIsWrittenAsItIsRead() throws {
    var random = SplitMix64(seed: 20)
    for _ in 0..<300 {
      var octets = "04 ff 59 00"
      let count = Int.random(in: 1...12, using: &random)
      octets = "\(HexText.compact([UInt8(3 + count)])) ff 59 00"
      for _ in 0..<count {
        let digit = String(UInt8.random(in: 0..<16, using: &random), radix: 16)
        let low = UInt8.random(in: 0..<200, using: &random)
        let range = HexText.compact([low]) + ".." + HexText.compact([low + UInt8.random(in: 1...50, using: &random)])
        octets += " " + ["??", digit + "?", "?" + digit, digit + digit, range][Int.random(in: 0..<5, using: &random)]
      }
      let read = try layout(advertising: octets)
      let payload = try #require(read.layout.advertising)
      let written = WrittenFields.items(of: payload, varying: read.variation(of: .advertising))
      let again = try layout(advertising: "[" + written.joined(separator: ", ") + "]")
      #expect(
        again.layout == read.layout && again.variation(of: .advertising) == read.variation(of: .advertising),
        "\(octets)")
    }
  }
}
