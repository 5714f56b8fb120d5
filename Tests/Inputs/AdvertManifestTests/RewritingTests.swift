import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertisingData
import Testing

/// Layouts written anew where they stand.
@Suite struct RewritingTests {
  /// A layout in many spellings, without the name before it and without indentation. All say the same.
  static let spellings: [String] = [
    """
    advertising: 03 19 00 00 02 01 06 03 09 41 42
    scanResponse: 03 03 0f 18
    """,
    """
    pdu: ADV_IND # connectable
    advertising: 03190000020106'03094142' # no quotes, and yet in the value
    """.replacing("'", with: ""),
    """
    scanResponse: "0x03, 0x03, 0x0f, 0x18" # the service
    # The advertising data come after it.
    advertising: '03 19 00 00  02 01 06  03 09 41 42'   # spaced
    interval: 100 ms
    """,
    """
    advertising: |
      03 19 00 00
      02 01 06
      03 09 41 42
    scanResponse: >-
      03 03
      0f 18

    interval: 100 ms
    """,
    """
    advertising:
      03 19 00 00
      02 01 06 03 09 41 42
    scanResponse: "03 03
      0f 18"
    """,
    """
    advertising:
      # What it looks like.
      - appearance: 0x0000 # nothing, so far
      # How it is found.
      - flags: [general-discoverable, br-edr-not-supported]
      - name: AB # its name

      # The end.
    scanResponse:
      - services16: [180f]
    """,
    """
    advertising:
    - appearance: 0
    -   flags: 6
    - name: "A\\x42"
    scanResponse:
    - {services: 180f}
    expect: {services: 180f}
    """,
    """
    advertising:
      - { appearance: 0x0000 }
      - { flags: [general-discoverable, br-edr-not-supported] }
      - 03 09 41 42
    scanResponse: 03030f18
    """,
    """
    advertising:
      appearance: 0
      flags: [general-discoverable, br-edr-not-supported]
      name: AB # its name
    scanResponse:
      services16: # all of them
        - 180f
    """,
    """
    advertising: [{appearance: 0}, {flags: 6}, {name: AB}]
    scanResponse: [ { services16: [180f] } ]
    """,
    """
    advertising: {appearance: 0, flags: 6, name: AB}
    scanResponse: { services: [ 180f ] }
    """,
    """
    advertising: [
      {appearance: 0},
      {flags: 6},
      "03094142",
    ]
    scanResponse:
      - services16:
        - 180f
    """,
    """
    advertising:
      - "03 19 00 00"
      - 02 01 06 # flags
      - { name: AB }
    scanResponse: ""
    """,
    """
    advertising:
      - appearance: 0
        flags: 6
      - name: AB
    interval: 100 ms
    """,
    """
    scanResponse: 03 03 0f 18
    """,
    """
    scanResponse:
      - services16: [180f]
    interval: 100 ms
    """,
    """
    interval: 100 ms
    scanResponse:
      services16: [180f]
      name: ABC
    """,
    "{advertising: 03 19 00 00 02 01 06 03 09 41 42, scanResponse: \"03 03 0f 18\"}",
    "{pdu: ADV_IND, scanResponse: [{services16: [180f]}], advertising: [{flags: 6}], interval: 100 ms}",
    "{ scanResponse: 03 03 0f 18 }",
    "{ scanResponse: {services16: [180f]}, interval: 100 ms }",
  ]

  static let payloads: [(advertising: String, scanResponse: String)] = [
    ("020106 03030f18 03094142", ""), ("020106 03094142", "03030f18"), ("020106 03030f18", "03094142"),
    ("03094142 020106 03190000", "03030f18"), ("03030f18", "03190000 020106"), ("03030f18", "03030f18"),
    ("03190000 020106 03094142", "03030f18"), ("05ff59000102 05ff59000102", "05ff59000102 04160f1801"),
    ("020106 0909", ""),
    ("03190000 020106 03094142", ""), ("02", ""),
  ]

  private static func payload(_ hex: String) throws -> Payload { Payload(try HexText.octets(of: hex)) }

  /// A manifest with this layout between others.
  static func manifest(_ spelling: String, lineBreak: String) -> (text: String, before: [String], after: [String]) {
    let before = [
      "# Of ours.", "expect: {services: 180f}  # always", "layouts:", "  first: {advertising: 02 01 06}", "",
    ]
    let after = ["  last:   # ü", "    advertising: 03 03 0f 18", "devices: [A]", "# The end."]
    let isFlow = spelling.hasPrefix("{")
    let lines = spelling.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
    let middle = isFlow ? ["  \"it\": \(spelling) # in short"] : ["  it: # here"] + lines
    return ((before + middle + after).joined(separator: lineBreak) + lineBreak, before, after)
  }

  @Test(arguments: spellings, ["\n", "\r\n"]) func readsBackAndLeavesTheRest(_ spelling: String, _ lineBreak: String)
    throws
  {
    let (text, before, after) = Self.manifest(spelling, lineBreak: lineBreak)
    let layouts = try Manifest(reading: text).layouts
    for (advertising, scanResponse) in Self.payloads {
      let (advertising, scanResponse) = (try Self.payload(advertising), try Self.payload(scanResponse))
      let edits = try #require(layouts[1].text).edits(advertising: advertising, scanResponse: scanResponse)
      let new = TextEdit.applying(edits, to: text)
      let label: Comment = "\(advertising) / \(scanResponse):\n\(new)"
      let read: [DeclaredLayout]
      do {
        read = try Manifest(reading: new).layouts
      } catch {
        Issue.record("\(error): \(label)")
        continue
      }
      #expect(read.count == 3 && read[0].layout == layouts[0].layout && read[2].layout == layouts[2].layout, label)
      #expect(read[1].layout.advertising == advertising, label)
      #expect(read[1].layout.scanResponse.payloads.first ?? Payload() == scanResponse, label)
      #expect(read[1].intervalMicroseconds == layouts[1].intervalMicroseconds, label)
      #expect(new.hasPrefix(before.joined(separator: lineBreak) + lineBreak), label)
      #expect(new.hasSuffix(lineBreak + after.joined(separator: lineBreak) + lineBreak), label)
      // What did not change is not touched.
      #expect(read[1].text != nil)
      let again = try #require(read[1].text).edits(advertising: advertising, scanResponse: scanResponse)
      #expect(again.isEmpty, label)
    }
  }

  private func rewritten(_ spelling: String, _ advertising: String, _ scanResponse: String) throws -> String {
    let text = "layouts:\n  it:\n" + spelling.split(separator: "\n").map { "    \($0)\n" }.joined()
    let layout = try #require(try Manifest(reading: text).layouts.first)
    let edits = try #require(layout.text)
      .edits(advertising: Self.payload(advertising), scanResponse: Self.payload(scanResponse))
    return TextEdit.applying(edits, to: text).split(separator: "\n").dropFirst(2).map { String($0.dropFirst(4)) }
      .joined(separator: "\n")
  }

  @Test func hexStaysHex() throws {
    #expect(
      try rewritten("advertising: \"03190000\" # a\nscanResponse: 03 03 0f 18\ninterval: 1 s", "020106 03030f18", "")
        == "advertising: \"02010603030f18\" # a\ninterval: 1 s")
    #expect(
      try rewritten("advertising: 03 19 00 00 # a\ninterval: 1 s", "020106", "03030f18")
        == "advertising: 02 01 06 # a\nscanResponse: 03 03 0f 18\ninterval: 1 s")
    #expect(
      try rewritten("advertising: | # a\n  03 19 00 00\n  02 01 06\nscanResponse: '03030f18'", "020106", "03094142")
        == "advertising: | # a\n  02 01 06\nscanResponse: '03094142'")
  }

  /// An element that moves takes its comments with it; one that is gone leaves those before it.
  @Test func fieldsStayFields() throws {
    let spelling = """
      advertising:
        # What it looks like.
        - appearance: 0x0000 # nothing, so far
        # How it is found.
        - flags: [general-discoverable, br-edr-not-supported]
        # Its name.
        - name: AB # short
      scanResponse:
        - services16: [180f] # battery
      """
    #expect(
      try rewritten(spelling, "020106 03030f18 03094142", "") == """
        advertising:
          # What it looks like.
          # How it is found.
          - flags: [general-discoverable, br-edr-not-supported]
          - services16: [180f] # battery
          # Its name.
          - name: AB # short
        """)
    #expect(
      try rewritten(spelling, "020106 03030f18", "03094142") == """
        advertising:
          # What it looks like.
          # How it is found.
          - flags: [general-discoverable, br-edr-not-supported]
          - services16: [180f] # battery
        scanResponse:
          # Its name.
          - name: AB # short
        """)
  }

  @Test func keysComeInTheFormOfTheOtherBlock() throws {
    #expect(
      try rewritten("advertising:\n  flags: 6\n  name: AB", "020106", "03094142")
        == "advertising:\n  flags: 6\nscanResponse:\n  name: AB")
    #expect(
      try rewritten("advertising: [ {flags: 6}, {name: AB} ]", "020106", "03094142")
        == "advertising: [ {flags: 6} ]\nscanResponse: [ {name: AB} ]")
    #expect(try rewritten("scanResponse:\n- name: AB", "03094142", "") == "advertising:\n- name: AB")
  }

  @Test func commentsBetweenBracketsAreNotLost() throws {
    let text = "layouts:\n  it:\n    advertising: [\n      {flags: 6}, # first\n      {name: AB}]\n"
    let layout = try #require(try Manifest(reading: text).layouts.first)
    #expect(throws: RewritingProblem.self) {
      try layout.text?.edits(advertising: Self.payload("020106"), scanResponse: Payload())
    }
  }

  // MARK: Lines of hex

  @Test(
    arguments: [
      ("02 01 06 # a\n03 03", "# b\n", "0319c103", "", "03 19 c1 03 # a\n03 03# b\n"),
      ("helmet: 0x03,0x19,0x00,0x00", "", "020106", "0302", "helmet: 0x02 01 06\nhelmet scan-response: 03 02"),
      (
        "h advertising: 03190000 # a\n# b\nh scan-response: 03 03 0f 18 # c\n", "other: 02\n", "020106", "",
        "h advertising: 02 01 06 # a\n# b\nh scan-response:  # c\nother: 02\n"
      ),
      (
        "h advertising:\nh scan-response: {0x03, 0x03, 0x0f, 0x18} # c\r\n", "", "03030f18", "",
        "h advertising: 03 03 0f 18\nh scan-response: {0x} # c\r\n"
      ), ("02 01 06 # a\r\n", "03\r\n", "02", "01", "02 # a\r\nscan-response: 01\r\n03\r\n"),
    ])
  func linesOfHex(_ start: String, _ rest: String, _ advertising: String, _ scanResponse: String, _ expected: String)
    throws
  {
    let text = start + rest
    let layouts = try HexLayouts.read(text)
    let (advertising, scanResponse) = (try Self.payload(advertising), try Self.payload(scanResponse))
    let edits = try #require(layouts.first?.text).edits(advertising: advertising, scanResponse: scanResponse)
    let new = TextEdit.applying(edits, to: text)
    #expect(new == expected)
    let read = try HexLayouts.read(new)
    #expect(read.first?.layout.advertising == advertising)
    #expect(read.first?.layout.scanResponse.payloads.first ?? Payload() == scanResponse)
    #expect(read.dropFirst().map(\.layout) == layouts.dropFirst().map(\.layout))
  }
}
