import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertSources

/// Payloads that a source text declares as whole arrays or strings.
@Suite struct DeclaredArraysTests {
  private static let payload: [UInt8] = [2, 1, 6, 3, 3, 0xAA, 0xFE, 6, 9] + Array("Sense".utf8)

  private func blocks(_ text: String) -> [[String?]] {
    DeclaredArrays(text).layouts.map { layout in
      [
        layout.name, layout.layout.advertising.map { HexText.compact($0.octets) },
        layout.layout.scanResponse.payloads.first { !$0.isEmpty }.map { HexText.compact($0.octets) },
      ]
    }
  }

  @Test(arguments: [
    "static uint8_t adv_data[] = {0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18};",
    "static uint8_t adv_data[] =\n{\n  2, 1, 6, // Flags\n  3, 3, 0x0D, /* 180d */ 24 };",
    "#define adv_data {0x02,0x01,0x06,0x03,0x03,0x0D,0x18}",
    "const uint8_t adv_data[7] PROGMEM = {0x02U, 0x01U, 0x06U, 0x03U, 0x03U, 0x0dU, 0x18U};",
    "std::array<std::uint8_t, 7> adv_data = {0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18};",
    "adv_data = bytes([0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18])",
    "adv_data = b'\\x02\\x01\\x06' b'\\x03\\x03\\r\\x18'",
    "adv_data = (b'\\x02\\x01\\x06'\n  + b'\\x03\\x03\\x0d\\x18')",
    "adv_data = bytes.fromhex('02 01 06 03 03 0d 18')  # '0203'",
    "let adv_data: [UInt8] = [0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18]",
    "val adv_data = byteArrayOf(0x02, 0x01, 0x06, 0x03, 0x03, 0x0D.toByte(), 0x18)",
    "byte[] adv_data = new byte[] {(byte)0x02, 1, 6, 3, 3, (byte)0x0D, 0x18};",
    "const adv_data: [u8; 7] = [0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18];",
    "var adv_data = []byte{0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18}",
    "const adv_data = Buffer.from('02010603030d18', 'hex');",
    "final adv_data = Uint8List.fromList([2, 1, 6, 3, 3, 13, 24]);",
    "module.exports = { adv_data: [2, 1, 6, 3, 3, 13, 24] }",
    "uint8_t adv_data[] = \"\\x02\\x01\\x06\\x03\\x03\\x0d\\x18\";",
  ]) func oneArray(_ text: String) {
    #expect(blocks(text) == [["adv_data", "02010603030d18", nil]], "\(text)")
  }

  /// Octets that the program writes into an array before it sends the array.
  @Test(arguments: [
    ("adv[7] = level;", "7..<8"), ("adv[0x08] |= 1;", "8..<9"), ("adv[7]++;", "7..<8"), ("adv[7:9] = data", "7..<9"),
    ("memcpy(&adv[5], mac, 4);", "5..<9"), ("osal_memcpy( adv + 7, mac, 2 );", "7..<9"),
    ("for (i = 0; i < 2; i++) adv[7 + i] = mac[i];", "7..<9"), ("adv[i] = 0;", "2..<3 5..<9"),
    ("sys_put_le16(level, x); flash_read(&adv[8], 1);", "8..<9"), ("adv[8] == 1; memcpy(copy, adv, 9);", ""),
    ("send(adv, sizeof(adv)); other[7] = 1; x = adv[7];", ""), ("adv = other;", ""),
  ]) func changedOctets(_ line: String, _ expected: String) {
    let text =
      "static uint8_t adv[] = {0x02, 0x01, 0x06, 0x05, 0xFF, 0x0D, 0x00, 0x01, 0x02};\nvoid f() {\n\(line)\n}\n"
    let doubts = DeclaredArrays(text).layouts.flatMap { $0.doubts }
    let ranges = doubts.compactMap { if case .octets(.advertising, let range) = $0.part { range } else { nil } }
    #expect(ranges.map { "\($0)" }.joined(separator: " ") == expected, "\(line)")
  }

  /// A length that changes, and octets that follow: what is behind is not known.
  @Test(arguments: [
    ("adv[3] = 4;", 3), ("memcpy(adv, other, 9);", 0),
  ]) func unknownEnds(_ line: String, _ known: Int) {
    let text = "adv = [0x02, 0x01, 0x06, 0x05, 0xFF, 0x0D, 0x00, 0x01, 0x02]\n\(line)\n"
    #expect(DeclaredArrays(text).layouts.map { $0.knownCount(of: .advertising) } == [known], "\(line)")
  }

  /// A part of an expression, and lines that are not compiled.
  @Test func partsOfExpressions() {
    for text in [
      "payload = b'\\x02\\x01\\x06\\x03\\x03\\r\\x18' + rest", "adv_data = head + bytes([3, 3, 0x0d, 0x18])",
      "adv = [2, 1, 6, 3, 3, 13, 24]\nadv += more", "adv = [2, 1, 6, 3, 3, 13, 24]\nadv.extend(more)",
    ] {
      let arrays = DeclaredArrays(text)
      #expect(arrays.layouts.isEmpty && arrays.unread.count == 1, "\(text)")
    }
    let dead = "#if 0\nuint8_t advA[] = {2, 1, 6};\n#else\nuint8_t advB[] = {2, 1, 4};\n#endif\n"
    #expect(DeclaredArrays(dead).layouts.map { $0.name } == ["advB"])
    let test = "data = b'\\x02\\x01\\x06\\x03\\x03\\r\\x18'"
    #expect(DeclaredArrays(test).layouts.allSatisfy { $0.isKindAssumed })
  }

  @Test func nameSaysTheBlock() {
    let array = "= {0x03, 0x03, 0x0d, 0x18};"
    for name in ["raw_scan_rsp_data", "scanRsp", "scan_response", "ScanResponseData", "tbl_scanRsp", "srData"] {
      #expect(blocks("static uint8_t \(name)[] \(array)") == [[name, nil, "03030d18"]], "\(name)")
    }
    #expect(
      blocks("NRF.setScanResponse([0x03,  // Length\n 0x03,\n 0x0d, 0x18]);") == [["setScanResponse", nil, "03030d18"]])
    #expect(
      blocks("uint8_t tbl_advData[] = {2, 1, 6};\nuint8_t tbl_scanRsp[] \(array)") == [
        ["tbl_advData", "020106", "03030d18"]
      ])
  }

  /// The names of the arrays of one device, in C and other languages.
  @Test(arguments: [
    ("adv", "rsp"), ("adv_buf", "sr_buf"), ("payload", "resp"), ("payload", "response"), ("adv_pkt", "scan_pkt"),
    ("p_adv", "p_sr"), ("beacon_adv", "beacon_scan"), ("adv_payload", "scan_payload"),
    ("m_adv_data", "m_scan_rsp_data"),
    ("ad", "sd"), ("advertising_data_1", "scan_response_data_1"), ("ADV_DATA", "SCAN_DATA"),
  ]) func namesOfBothBlocks(_ advertising: String, _ response: String) {
    let (one, other) = ("0x03, 0x19, 0x00, 0x00, 0x02, 0x01, 0x06", "0x05, 0x09, 0x4c, 0x61, 0x6d, 0x70")
    for lines in [
      ["uint8_t \(advertising)[] = {\(one)};", "uint8_t \(response)[] = {\(other)};"],
      ["uint8_t \(response)[] = {\(other)};", "uint8_t \(advertising)[] = {\(one)};"],
      ["\(advertising) = bytes([\(one)])", "\(response) = bytes([\(other)])"],
    ] {
      let text = lines.joined(separator: "\n")
      #expect(blocks(text) == [[advertising, "03190000020106", "05094c616d70"]], "\(text)")
      #expect(DeclaredArrays(text).unread.isEmpty)
    }
  }

  /// Where the numbers of arrays of each block differ, their names pair them.
  @Test func namesPairArrays() {
    let text = """
      uint8_t advertising_data_1[] = {2, 1, 6, 2, 9, 'A'};
      uint8_t advertising_data_2[] = {2, 1, 6, 2, 9, 'B'};
      uint8_t scan_response_data_2[] = {3, 3, 0x0d, 0x18};
      uint8_t advertising_data_3[] = {2, 1, 6, 2, 9, 'C'};
      """
    #expect(
      blocks(text) == [
        ["advertising_data_1", "020106020941", nil], ["advertising_data_2", "020106020942", "03030d18"],
        ["advertising_data_3", "020106020943", nil],
      ])
  }

  /// Strings and lists that continue are one payload.
  @Test(arguments: [
    "const uint8_t adv_data[] = \"\\x02\\x01\\x06\\x05\\x09\" \"Lamp\";",
    "static const char adv_data[] = \"\\x02\\x01\\x06\"\n  \"\\x05\\x09\" \"La\"\n  \"mp\";",
    "static const char adv_data[] = \"\\002\\1\\006\\5\\tLamp\";",
    "adv_data = b'\\x02\\x01\\x06' + b'\\x05\\x09Lamp'", "adv_data = (b'\\x02\\x01\\x06' b'\\x05\\x09Lamp')",
    "adv_data = [2, 1, 6] + list(b'\\x05\\x09Lamp')",
    "adv_data = bytes([2, 1, 6]) + bytes([5, 9]) + b'Lamp'",
    "let adv_data = [0x02, 0x01, 0x06] + [0x05, 0x09, 0x4c, 0x61, 0x6d, 0x70]",
    "let adv_data: [UInt8] = Array([2, 1, 6])\n  + [UInt8]([5, 9, 76, 97, 109, 112])",
    "let adv_data = [0x02, 0x01, 0x06 as u8, 0x05, 0x09, b'L', b'a', b'm', b'p'];",
    "let adv_data = &mut [2, 1, raw::BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE as u8, 5, 9, b'L', b'a', 109, b'p'];",
  ]) func continuedOctets(_ text: String) {
    #expect(blocks(text) == [["adv_data", "02010605094c616d70", nil]], "\(text)")
  }

  /// A sum with a part that is not known is refused at its line, and never cut.
  @Test(arguments: [
    "\nlet adv_data = [0x02, 0x01, 0x06] + [0x05, 0x09] + Array(\"Lamp\".utf8)", "\nadv_data = bytes([2, 1, 6]) + name",
    "\nadv_data = head + bytes([2, 1, 6])", "\nconst adv_data = \"\\x02\\x01\\x06\" + name;",
    "adv_data = bytearray([2, 1, 6])\nadv_data += name", "var adv_data = [2, 1, 6]\nadv_data.append(name)",
  ]) func unknownSums(_ text: String) {
    let found = DeclaredArrays(text)
    #expect(found.layouts.isEmpty, "\(text)")
    #expect(found.unread.map(\.name) == ["adv_data"] && found.unread.first?.obstacle.line == 2, "\(text)")
  }

  /// An array of structures beside a payload is named where its name does not say its block.
  @Test func otherArraysBesidePayloads() {
    let found = DeclaredArrays(
      "uint8_t adv_data[] = {2, 1, 6};\nuint8_t second[] = {5, 9, 'L', 'a', 'm', 'p'};\nint primes[] = {3, 2, 1, 0};")
    #expect(found.layouts.map(\.name) == ["adv_data"])
    #expect(found.unread.map(\.name) == ["second"] && found.unread.first?.obstacle.line == 2)
    #expect(DeclaredArrays("uint8_t second[] = {5, 9, 'L', 'a', 'm', 'p'};").isEmpty)
  }

  @Test(arguments: [
    // Other numbers.
    "static const int weights[] = {3, 2, 1, 0};", "let primes = [2, 3, 5, 7, 11]",
    "uint8_t key[] = {0x02, 0x01, 0x06};",
    // An element that is not known.
    "static uint8_t adv_data[] = {0x02, FLAGS_TYPE, 0x06};", "adv_data = bytes([2, 1, flags])",
    // A number that is no octet.
    "uint16_t adv_data[] = {0x0201, 0x0603};", "int adv_data[] = {2, 1, 600};",
    // Comments and words.
    "// adv_data = {0x02, 0x01, 0x06}", "/* uint8_t adv_data[] = {0x02, 0x01, 0x06}; */", "adv_data = 'battery'",
    "char *adv_uuid = \"0000180d-0000-1000-8000-00805f9b34fb\";",
    // Types that no advertising data have.
    "static uint8_t adv_table[] = {0x02, 0xf0, 0x06};",
  ]) func noPayload(_ text: String) {
    #expect(blocks(text).isEmpty, "\(text)")
  }

  /// Constants of stacks and of the file are numbers, and C computes with them.
  @Test(arguments: [
    "#define UUID 0x180D\nuint8_t adv_data[] = {0x02, GAP_ADTYPE_FLAGS, GAP_ADTYPE_FLAGS_GENERAL | GAP_ADTYPE_FLAGS_BREDR_NOT_SUPPORTED,"
      + "\n 0x03, GAP_ADTYPE_16BIT_COMPLETE, LO_UINT16(UUID), HI_UINT16( UUID )};",
    "uint8_t adv_data[] = {2, BLE_GAP_AD_TYPE_FLAGS, BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE, 3, ESP_BLE_AD_TYPE_16SRV_CMPL, 0x0D, 0x18};",
    "#define FLAGS 0x06 // both\nuint8_t adv_data[] = {0x02, BLUETOOTH_DATA_TYPE_FLAGS, FLAGS, 0x03,"
      + " BLUETOOTH_DATA_TYPE_COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, 0x0d, 0x18};",
    "const adv_data: [u8; 7] = [2u8, 1, 6, 0x03u8, 3, b'\r' as u8, 24];".replacing("b'\r' as u8", with: "13u8"),
  ]) func constants(_ text: String) {
    #expect(blocks(text) == [["adv_data", "02010603030d18", nil]], "\(text)")
    #expect(DeclaredArrays(text).layouts.first?.doubts == [])
  }

  /// What another file defines is an octet that is not known, and only a value.
  @Test func constantsOfOtherFiles() throws {
    let text = """
      static uint8_t scanRspData[] = {
        0x03, GAP_ADTYPE_LOCAL_NAME_COMPLETE, 'A', 'B',
      };
      static uint8_t advertData[] = {
        0x02, GAP_ADTYPE_FLAGS, DEFAULT_DISCOVERABLE_MODE | GAP_ADTYPE_FLAGS_BREDR_NOT_SUPPORTED,
        0x03, GAP_ADTYPE_16BIT_MORE, LO_UINT16(PROFILE_UUID), HI_UINT16(PROFILE_UUID),
      };
      """
    let layout = try #require(DeclaredArrays(text).layouts.first)
    #expect(blocks(text) == [["advertData", "02010003020000", "03094142"]])
    #expect(layout.doubts.map(\.part) == [2, 5, 6].map { .octets(.advertising, $0..<$0 + 1) })
    #expect(
      layout.doubts.map(\.cause.words).first
        == "line 5: the file does not define DEFAULT_DISCOVERABLE_MODE once as a constant")
    // A name can stand for many octets, and a variable for anything.
    for list in ["0x11, 0x07, MY_UUID_128", "0x02, MY_TYPE, 0x06", "LENGTH, 0x01, 0x06", "0x02, 0x01, flags"] {
      #expect(blocks("uint8_t adv_data[] = {\(list)};").isEmpty, "\(list)")
    }
  }

  /// The commands with data: their opcodes, the octets before the data, and whether they fill the scan response.
  private static let commands: [(opcode: UInt8, head: [UInt8], isResponse: Bool)] = [
    (0x08, [], false), (0x09, [], true), (0x37, [0, 3, 1], false), (0x38, [0, 3, 1], true),
  ]

  /// Of an HCI command the data are the payload, with the place of each octet, whatever stands before the command.
  @Test func commandsHavePayloads() throws {
    for seed in UInt64(1)...100 {
      var random = RandomLayout(seed: seed)
      var choice = SplitMix64(seed: seed)
      guard let payload = random.layout(structures: 4).advertising, payload.count <= 200,
        KnownStructures(payload.octets[...]).areAll,
        let (opcode, head, isResponse) = Self.commands.randomElement(using: &choice),
        !head.isEmpty || payload.count <= 31
      else { continue }
      // The two commands of legacy advertising are filled up to 31 bytes of data.
      let fill = head.isEmpty && Bool.random(using: &choice) ? max(31 - payload.count, 0) : 0
      let parameters = head + [UInt8(payload.count)] + payload.octets + Array(repeating: 0, count: fill)
      var octets = [opcode, 0x20, UInt8(parameters.count)] + parameters
      let form = Int.random(in: 0...2, using: &choice)
      // Without its indicator, it must not be structures itself.
      if form > 0 || KnownStructures(octets[...]).areAll { octets.insert(1, at: 0) }
      if form > 1 { octets = [UInt8(octets.count), 0, 0, 0] + octets }
      let text = "unsigned char leadvert[80] = { " + octets.map { "\($0)" }.joined(separator: ",") + " };"
      let layout = try #require(DeclaredArrays(text).layouts.first, "\(text)")
      #expect(layout.layout.blocks.first { !$0.payload.isEmpty }?.block == (isResponse ? .scanResponse : .advertising))
      #expect(layout.payloads.first { !$0.isEmpty }?.octets == payload.octets, "\(text)")
      #expect(layout.name?.hasPrefix("leadvert, LE Set ") == true)
      #expect(layout.isKindAssumed == !head.isEmpty)
      let written = try #require(isResponse ? layout.scanResponseText : layout.advertisingText)
      let characters = Array(text)
      for (place, octet) in zip(written.octets, payload.octets) {
        #expect(String(characters[(place.column - 1)..<(place.endColumn - 1)]) == "\(octet)")
      }
    }
  }

  /// Numbers that begin like a command, and payloads that do, are none.
  @Test func noCommands() {
    let serviceData = "uint8_t adv_data[] = {0x08, 0x20, 0x20, 0x07, 0x02, 0x01, 0x06, 0x03, 0x03};"
    #expect(blocks(serviceData) == [["adv_data", "082020070201060303", nil]])
    #expect(blocks("int steps[] = {1, 8, 32, 64, 128, 255};").isEmpty)
    #expect(blocks("uint8_t enable[] = {0x01, 0x0a, 0x20, 0x01, 0x01};").isEmpty)
    // The length of the data is not known.
    #expect(blocks("uint8_t adv_cmd[] = {0x01, 0x08, 0x20, 0x20, LENGTH, 0x02, 0x01, 0x06};").isEmpty)
  }

  @Test func damagedArrayCountsByItsName() {
    #expect(
      blocks("uint8_t adv_data[] = {2, 1, 6, 9, 9, 'A', 'B'};") == [["adv_data", "02010609094142", nil]])
    #expect(blocks("uint8_t buffer[] = {2, 1, 6, 9, 9, 'A', 'B'};").isEmpty)
  }

  @Test func tooManyBytesAreOnePayload() {
    let octets = Array(repeating: Self.payload, count: 3).flatMap { $0 }
    let text = "uint8_t adv_data[] = {\(octets.map { "\($0)" }.joined(separator: ", "))};"
    let layout = DeclaredArrays(text).layouts.first
    #expect(layout?.merged == nil)
    #expect(layout?.layout.advertising?.octets == octets)
  }

  /// Each octet of random payloads in random forms is read, and stands where its place says.
  @Test func placesAreThoseOfTheOctets() throws {
    for seed in UInt64(1)...200 {
      var random = RandomLayout(seed: seed)
      var choice = SplitMix64(seed: seed)
      guard let payload = random.layout(structures: 8).advertising, payload.count > 2 else { continue }
      let elements = payload.octets.map { octet in
        switch Int.random(in: 0...4, using: &choice) {
        case 0: "\(octet)"
        case 1: "0x" + HexText.compact([octet]).uppercased()
        case 2 where octet > 127: "\(Int(octet) - 256)"
        case 3 where 0x23...0x7E ~= octet && octet != 0x27 && octet != 0x5C:
          "'" + String(decoding: [octet], as: UTF8.self) + "'"
        default: "0x" + HexText.compact([octet])
        }
      }
      let gaps = [",", ", ", ",\n  ", ", /* 0x01, é */ "]
      var text = "// uint8_t old[] = {0x02, 0x01, 0x05};\nconst uint8_t adv_data[] = {\n"
      for element in elements { text += element + gaps[Int.random(in: 0...3, using: &choice)] }
      text += "};\n"
      let layout = try #require(DeclaredArrays(text).layouts.first, "seed \(seed): \(text)")
      #expect(layout.payloads.flatMap(\.octets) == payload.octets, "seed \(seed): \(text)")
      let written = try #require(layout.advertisingText)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
      for (element, place) in zip(elements, written.octets) {
        let line = lines[place.line - 1]
        let shown = String(String.UnicodeScalarView(line[(place.column - 1)..<(place.endColumn - 1)]))
        #expect(shown == element, "seed \(seed)")
      }
    }
  }

  /// Cut texts and texts with changed characters are searched to their end.
  @Test func hostileTexts() {
    let text = "a = {0x02, '\\x01', \"\\x\", b'\\"
    for length in 0...text.utf8.count { _ = DeclaredArrays(String(decoding: text.utf8.prefix(length), as: UTF8.self)) }
    _ = DeclaredArrays(String(repeating: "{[(", count: 20_000) + String(repeating: ",'", count: 20_000))
    _ = DeclaredArrays(String(repeating: "{2,1,6}", count: 20_000))
    _ = DeclaredArrays(String(repeating: "\"020106\"", count: 20_000))
  }

  /// The reader refuses an impossible length at the line of the array, and gives no layout.
  @Test(arguments: [
    ("{0x01,0x08,0x20,0x20,0x20,0x02,0x01,0x06}", "says 32 bytes of data"),
    ("{0x01,0x08,0x20,0x20,0x09,0x02,0x01,0x06,0x03,0x03,0x0d,0x18}", "says 9 bytes of data, and at most 7 can follow"),
  ]) func commandsWithWrongLengths(_ list: String, _ words: String) {
    let found = DeclaredArrays("\nunsigned char adv_command[] = \(list);\n")
    #expect(found.layouts.isEmpty)
    #expect(found.unread.first?.obstacle.line == 2 && found.unread.first?.obstacle.reason.contains(words) == true)
  }
}
