import AdvertisingData
import Testing

@Suite struct PastedOctetsTests {
  /// What programs, logs and source code show of `02 01 06 03 03 0f 18`.
  @Test(arguments: [
    "02010603030f18", "02 01 06 03 03 0f 18", "0x02010603030F18", "<02010603 030f18>", "<Buffer 02 01 06 03 03 0f 18>",
    "{length = 7, bytes = 0x02010603030f18}",
    "[2, 1, 6, 3, 3, 15, 24]", "2,1,6,3,3,15,24", "{2, 1, 6, 3, 3, 15, 24,}", "bytes([2, 1, 6, 3, 3, 15, 24])",
    "Uint8Array(7) [2, 1, 6, 3, 3, 15, 24]", "byteArrayOf(2, 1, 6, 3, 3, 15, 24)",
    "b'\\x02\\x01\\x06\\x03\\x03\\x0f\\x18'", "b\"\\x02\\x01\\x06\\x03\\x03\\x0f\\x18\"",
    "payload = b'\\x02\\x01\\x06\\x03\\x03\\x0f\\x18'",
    "bytearray(b'\\x02\\x01\\x06\\x03\\x03\\x0f\\x18')", "bytes.fromhex(\"02010603030f18\")",
    "\"\\x02\\x01\\x06\\x03\\x03\\x0f\\x18\"",
    "uint8_t adv[] = {0x02, 0x01, 0x06, 0x03, 0x03, 0x0f, 0x18};",
    "static const uint8_t adv[7] = {\n    0x02, 0x01, 0x06, /* Flags */\n    0x03, 0x03, 0x0f, 0x18, // Services\n};",
    "let adv: [UInt8] = [0x02, 1, 6, 3, 3, 0x0f, 0x18]",
    "byte[] adv = new byte[] {(byte) 0x02, 1, 6, 3, 3, 0x0f, 0x18};",
    "val adv = byteArrayOf(0x02, 0x01.toByte(), 0x06, 0x03, 0x03, 0x0f, 0x18)",
    "00000000: 0201 0603 030f 18                        .......",
    "00000000  02 01 06 03 03 0f 18                              |.......|\n00000007\n",
    "0000   02 01 06 03 03 0f 18                              .......",
    "\t0x0000:  0201 0603 030f 18                        .......\n",
    "0000: 02 01 06 03\r\n0004: 03 0f 18\r\n", "0000000 02 01 06 03 03 0f 18\n0000007\n", "AgEGAwMPGA==", "AgEGAwMPGA",
  ]) func readsWhatPeoplePaste(_ text: String) throws {
    #expect(try PastedOctets.octets(of: text) == [2, 1, 6, 3, 3, 15, 24])
  }

  /// Lines that are all comments, with words between them.
  @Test(arguments: [
    "// Flags: General\n//   0x02, 0x01, 0x06,\n// Battery\n//   0x03, 0x03, 0x0f, 0x18", "# 02 01 06\n# 03 03 0f 18\n",
    "# 02 01 06 03\n\n# the rest\n# 03 0f 18\n", "//02010603\r\n//030f18 // Battery\r\n",
    "# Flags: 02 01 06\n# Services: 03 03 0f 18", "-- 0x02,0x01,0x06\n-- 0x03,0x03,0x0f,0x18",
  ]) func readsComments(_ text: String) throws {
    #expect(try PastedOctets.octets(of: text) == [2, 1, 6, 3, 3, 15, 24])
    #expect(PastedOctets.areCommented(text))
  }

  /// Comments with several payloads, with both blocks, or with lines that are missing.
  @Test(arguments: [
    "# 02 01 06 03 03 0f 18\n# 02 01 06 03 03 0d 18", "// Scan response: 03 03 0f 18\n// Advertising: 02 01 06",
    "// 0x02, 0x01, 0x06\n// 0x05, 0x03, 0x0f, 0x18",
  ]) func refusesOtherComments(_ text: String) {
    #expect(throws: PastedOctets.Problem.severalArrays(2)) { try PastedOctets.octets(of: text) }
    #expect(PastedOctets.areCommented(text))
  }

  /// Everything that is hex stays hex.
  @Test(arguments: [
    "16, 17", "[02, 01, 16]", "02, 01, 16", "[16 17]", "0a09, 1122", "00 00 00 00 12", "[0a, 10]", "12-34, 56", "",
    " \n", "{02 01},{03}", "abcd", "deadbeef", "02:01:06", "0000 0201",
  ]) func hexStaysHex(_ text: String) throws {
    #expect(try PastedOctets.octets(of: text) == HexText.octets(of: text))
  }

  /// Nothing is computed from digits that are too many for a number of one octet.
  @Test func moreDigitsThanAnyNumber() throws {
    for digit in ["f", "9", "0", "F"] {
      for count in stride(from: 2, through: 256, by: 2) {
        let text = String(repeating: digit, count: count)
        #expect(try PastedOctets.octets(of: "\(text) 0201") == HexText.octets(of: "\(text) 0201"))
      }
    }
    let nines = String(repeating: "9", count: 64)
    for sign in ["-", "+"] {
      #expect(throws: PastedOctets.Problem.element(sign + nines.prefix(19))) {
        try PastedOctets.octets(of: "[2, 1, \(sign)\(nines)]")
      }
    }
    let line = "03 3 d0\r0$1 \(String(repeating: "f", count: 111))0: 0201 06"
    #expect(throws: PastedOctets.Problem.hex(.oddDigits(position: 4))) {
      try PastedOctets.octets(of: line)
    }
  }

  @Test func signedNumbersAndCharacters() throws {
    #expect(try PastedOctets.octets(of: "[2, 1, 6, 17, 7, -28]") == [2, 1, 6, 17, 7, 0xE4])
    #expect(try PastedOctets.octets(of: "[16, -28, 17]") == [16, 0xE4, 17])
    #expect(try PastedOctets.octets(of: "[2, 10, 228]") == [2, 10, 228])
    #expect(try PastedOctets.octets(of: "{0x03, 0x09, 'H', 'i'}") == [3, 9, 0x48, 0x69])
    #expect(try PastedOctets.octets(of: "b'\\x04\\t\\\\H\\''") == [4, 9, 0x5C, 0x48, 0x27])
  }

  /// Arduino prints octets without leading zeros.
  @Test(arguments: [
    "2 1 6 3 3 F 18", "data: 2 1 6 3 3 f 18\n", "payload= 2 1 6 3 3 F 18",
  ]) func octetsWithoutLeadingZeros(_ text: String) throws {
    #expect(try PastedOctets.octets(of: text) == [2, 1, 6, 3, 3, 15, 24])
  }

  /// Numbers that can be decimal, a digit that is missing, and words.
  @Test(arguments: ["2 1 6 3 3 13 24", "02 1 6 3 3 F 18", "2 1 F", "a 1 b 2 is not c", "2 1 6 3 3 F 18 and more"])
  func otherNumbersAreRefused(_ text: String) {
    #expect(throws: PastedOctets.Problem.self) { try PastedOctets.octets(of: text) }
  }

  /// Characters beside a dump may look like more octets.
  @Test func dumpsWithMisleadingCharacters() throws {
    let text = """
      00000000: 0d09 3132 3334 3536 3738 3930 6162 0201  ..1234567890ab..
      00000010: 0603 0961 62                             ...ab
      """
    let octets: [UInt8] =
      [13, 9, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x30, 0x61, 0x62, 2, 1, 6, 3, 9, 0x61, 0x62]
    #expect(try PastedOctets.octets(of: text) == octets)
    #expect(throws: PastedOctets.Problem.dumpLine(2)) {
      try PastedOctets.octets(of: text.replacing("00000010", with: "00000020"))
    }
  }

  @Test(
    arguments: [
      ("[16, 17, 20]", .hexOrDecimal), ("{0x02, 16}", .hexOrDecimal), ("[2, 1, 6, ff]", .element("ff")),
      ("[2, 1, 300]", .element("300")), ("[2, -129]", .element("-129")), ("[-1, 200]", .mixedSigns),
      ("a[] = {2, 1, 6}; b[] = {3, 3, 15, 24};", .severalArrays(2)),
      ("02 g1", .hex(.notHex(position: 4, character: "g"))), ("021", .hex(.oddDigits(position: 3))),
      // What is told beside hex is no hex, and a UUID is no payload.
      ("I (1234) GAP: 02 01 06", .hex(.notHex(position: 1, character: "I"))),
      ("afd0ffa0-2a9e-41a9-b9db-115a0e511de4", .uuid), ("b'\\x02' b'\\x01'", .severalArrays(2)),
      // Words that are base64, but of no payload.
      ("test", .hex(.notHex(position: 1, character: "t"))), ("layout", .hex(.notHex(position: 1, character: "l"))),
      ("AgEG!", .hex(.notHex(position: 2, character: "g"))),
    ] as [(String, PastedOctets.Problem)]) func refusesTheRest(_ text: String, _ problem: PastedOctets.Problem)
  {
    #expect(throws: problem) { try PastedOctets.octets(of: text) }
  }

  /// A number, a time or an address in a sentence is no payload.
  @Test(arguments: [
    "I (1085) main: hello", "E (1085) BT_BTC: Invalid advertisting interval parameters.", "[1085] advertising stopped",
    "Failed (0x1085) to start", "error (0x1085)", "[12:34:56] advertising stopped", "[02:01:06] advertising stopped",
    "[2024-01-02 12:34:56] advertising stopped", "Device (F0:F1:F2:F3:F4:F5) lost", "lost [F0:F1:F2:F3:F4:F5]",
    "scan window [130, 60] ms too long", "Timeout <1234> reached", "heap=1085", "rc = 0x1085",
    "BT_BTM: LE EA En=1: cmd err=0x42", "[12:00] rc=1 status=02",
    "passive scanning on Linux requires BlueZ >= 5.56 with --experimental enabled and Linux kernel >= 5.10",
  ]) func proseIsNoPayload(_ text: String) {
    #expect(throws: PastedOctets.Problem.self) { try PastedOctets.octets(of: text) }
  }

  /// The reason names no arrays where there are none.
  @Test(arguments: ["LE EA En=1: cmd err=0x42", "needs BlueZ >= 5.56 and Linux >= 5.10", "rc == 4, err != 0"])
  func signsOfASentenceAreNoArrays(_ text: String) {
    do throws(PastedOctets.Problem) {
      _ = try PastedOctets.octets(of: text)
      Issue.record("\(text) was read")
    } catch {
      guard case .hex = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  /// Any clock of an ESP-IDF log, with its number of digits.
  @Test func clocksAreNoPayload() {
    var clock = 1
    while clock < 100_000_000 {
      for (open, close) in [("(", ")"), ("[", "]"), ("<", ">")] {
        let line = "I \(open)\(clock)\(close) app: started"
        #expect(throws: PastedOctets.Problem.self, "\(line)") { try PastedOctets.octets(of: line) }
      }
      clock = clock * 3 + clock % 7
    }
  }

  /// Cocoa describes data of any length with a number before it.
  @Test func descriptionsOfData() throws {
    for count in 1...31 {
      let octets = (0..<count).map { UInt8(0x59 + $0) }
      let text = "{length = \(count), bytes = 0x\(HexText.compact(octets))}"
      #expect(try PastedOctets.octets(of: text) == octets)
    }
  }

  /// Bytes that a sentence shows are read.
  @Test(arguments: [
    "raw data [02 01 06 03 03 0f 18]", "payload (02010603030f18)", "advertising data is [2, 1, 6, 3, 3, 15, 24] now",
    "Scan record <02010603 030f18> of the helmet", "raw (02:01:06:03:03:0f:18) from a phone",
  ]) func bytesInProse(_ text: String) throws {
    #expect(try PastedOctets.octets(of: text) == [2, 1, 6, 3, 3, 15, 24])
  }

  /// Octets with dots between them in several lines are several values, and none of them is the text's.
  @Test func dottedOctetsInSeveralLines() throws {
    let line = "[owl] received - raw: "
    #expect(try PastedOctets.octets(of: line + "02.01.06") == [2, 1, 6])
    let two = line + "59.00.07.01\n" + line + "02.01.06"
    #expect(throws: PastedOctets.Problem.self) { try PastedOctets.octets(of: two) }
  }
}
