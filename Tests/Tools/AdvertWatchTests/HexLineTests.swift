import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture
@testable import AdvertWatch

@Suite struct HexLineTests {
  private struct Sink: CaptureSink {
    var reports: [String] = []

    mutating func receive(_ report: borrowing AdvertisingReport) {
      let data = HexText.compact(report.data.indices.map { report.data[$0] })
      let time = report.time.map { " \($0.unixSeconds)" } ?? ""
      let type = report.address.type == .random ? "r" : report.address.type == .public ? "p" : ""
      let address = "\(report.address)\(type)"
      reports.append("\(report.pdu.rawValue) \(address) \(report.rssi.map { "\($0)" } ?? "-") \(data)\(time)")
    }
  }

  /// The reports of lines, and how many lines had none.
  private static func read(_ text: String, at arrival: Int64? = nil, pieces: Int = .max) throws -> ([String], Int) {
    var stream = HexLineStream()
    var records: [LogRecord] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      records += stream.records(of: rest.prefix(pieces), at: arrival)
      rest = rest.dropFirst(pieces)
    }
    records += stream.lastRecords(at: arrival)
    var sink = Sink()
    let summary = read(records, into: &sink)
    #expect(records.map(\.line) == Array(1..<records.count + 1))
    #expect(summary.problems.isEmpty)
    return (sink.reports, stream.linesWithoutData)
  }

  @discardableResult
  private static func read(_ records: [LogRecord], into sink: inout some CaptureSink) -> CaptureSummary {
    var rest: [LogRecord]? = records
    return CaptureReader.read(records: { rest.take() }, into: &sink)
  }

  @Test(arguments: [
    // Data alone, as people and programs write them.
    ("0201060303abcd", "ADV anonymous - 0201060303abcd"),
    ("0x0201060303ABCD", "ADV anonymous - 0201060303abcd"),
    ("02 01 06 03 03 ab cd", "ADV anonymous - 0201060303abcd"),
    ("02:01:06:03:03:ab:cd", "ADV anonymous - 0201060303abcd"),
    ("{0x02, 0x01, 0x06, 0x03, 0x03, 0xab, 0xcd}", "ADV anonymous - 0201060303abcd"),
    (#""\x02\x01\x06\x03\x03\xab\xcd""#, "ADV anonymous - 0201060303abcd"),
    ("02 01 06 03 03 ab cd 04  09 61 62 63", "ADV anonymous - 0201060303abcd0409616263"),
    ("[7] 02 01 06 03 03 ab cd", "ADV anonymous - 0201060303abcd"),
    // With what logs print beside them.
    ("C0:11:22:33:44:55 -60 0201060303abcd", "ADV C0:11:22:33:44:55 -60 0201060303abcd"),
    ("c0-11-22-33-44-55 (random) RSSI=-60 02 01 06", "ADV C0:11:22:33:44:55r -60 020106"),
    ("A4:C1:38:11:22:33 (public) -71 020106", "ADV A4:C1:38:11:22:33p -71 020106"),
    ("addr_type=1 a4:c1:38:11:22:33 -71 020106", "ADV A4:C1:38:11:22:33r -71 020106"),
    (#"{"addr_type": 0, "mac": "F0C138112233", "rssi": -71, "raw": "020106"}"#, "ADV F0:C1:38:11:22:33p -71 020106"),
    ("ADV_IND a4:c1:38:11:22:33 -71 020106", "ADV_IND A4:C1:38:11:22:33 -71 020106"),
    ("a4c138112233,-71,020106", "ADV A4:C1:38:11:22:33 -71 020106"),
    ("f1:22:33:44:55:66 tx -4 rssi: -80dBm data: 020106", "ADV F1:22:33:44:55:66 -80 020106"),
    ("60 a4:c1:38:11:22:33 020106", "ADV A4:C1:38:11:22:33 - 020106"),
    ("uuid 0000fcd2-0000-1000-8000-00805f9b34fb -50 020106", "ADV anonymous -50 020106"),
    ("ADV_NONCONN_IND a4:c1:38:11:22:33 020106", "ADV_NONCONN_IND A4:C1:38:11:22:33 - 020106"),
    ("SCAN_RSP a4:c1:38:11:22:33 0409616263", "SCAN_RSP A4:C1:38:11:22:33 - 0409616263"),
    (#"{"id":"A4:C1:38:11:22:33","rssi":-71,"raw":"020106"}"#, "ADV A4:C1:38:11:22:33 -71 020106"),
    // With a time.
    ("2026-11-22T18:00:01.5Z 020106", "ADV anonymous - 020106 1795370401.500000"),
    ("2026-11-22 19:00:01,500+01:00 020106", "ADV anonymous - 020106 1795370401.500000"),
    ("[00:00:12.345,678] <inf> scan: 020106", "ADV anonymous - 020106 12.345678"),
    ("02:01:06 0201060303abcd", "ADV anonymous - 0201060303abcd 7266.000000"),
    ("\u{1B}[0;32mI (12345) scan: 020106\u{1B}[0m", "ADV anonymous - 020106 12.345000"),
    // What is wrong with data is for the rules to say.
    ("0201060511", "ADV anonymous - 0201060511"),
    ("a4:c1:38:11:22:33 -60 02 01 06 05 11", "ADV A4:C1:38:11:22:33 -60 0201060511"),
    // An HCI event.
    ("043e0f02010001665544332211c303020106c4", "ADV_IND C3:11:22:33:44:55r -60 020106"),
  ])
  func lineIsRead(_ line: String, _ report: String) throws {
    // The last case has its address as it is on the air.
    let line = line.replacing("01665544332211c3", with: "0155443322" + "11c3")
    #expect(try Self.read(line).0 == [report])
  }

  @Test(arguments: [
    "*** Booting Zephyr OS build v4.1.0 ***", "rst:0x1 (POWERON),boot:0xc (SPI_FAST_FLASH_BOOT)", "02:01:06",
    "2002-01-06",
    "load:0x3fff0030,len:7176", "connected to a4:c1:38:11:22:33", "deadbeef is no payload", "-- 60 --", "",
  ])
  func otherTextHasNoData(_ line: String) {
    #expect(HexLine(Array(line.utf8)[...]) == nil)
  }

  /// Text of other programs that has hex, and no advertising data in it, or not all of them.
  @Test(arguments: [
    // An address of a gateway, numbers of three octets, a string that goes on in characters.
    "AA:BB:CC:DD:EE:FF", "aabbccddeeff", "frame 123456 -60 dBm a4:c1:38:11:22:33",
    #""\x02\x01\x06\n\taLongName""#, #"manufacturer_data={887: b'\x07\x00\x00\x053'}, rssi=-81"#,
    // Octets that are left out, or that vary.
    "-60 a4:c1:38:11:22:33 0201060303abcd...", "-60 a4:c1:38:11:22:33 0201060303abcd…", "-60 …0201060303abcd",
    #""advertising": "08ffffff01........020106050942696b65""#, "adv=02010605ffe502.... rsp=03ff....",
    // An event of BGAPI, whose length and class are no structure.
    "BLE RX: 80 27 06 00 BD 02 B5 E5 23 E5 FC 24 00 FF 1C 1B FF 75 00 42 04 01 80 60 24 FC E5 23 E5 B5 26 FC E5 23 E5 B4 01 00 00 00 00 00 00",
    // HCI: a command, another event, a half event.
    "01 0C 20 02 01 00", "04 0E 04 01 0C 20 00", "04 3E 2B 02 01 00 00 84 34 49 0E F0 EC",
  ])
  func othersHaveNoAdvertisingData(_ line: String) throws {
    #expect(HexLine(Array(line.utf8)[...]) == nil)
  }

  @Test(arguments: [
    (#"payload = b'\x02\x01\x06\n\taLongName'"#, "ADV anonymous - 0201060a09614c6f6e674e616d65"),
    (#"rsp b"\x04\tabc""#, "SCAN_RSP anonymous - 0409616263"),
    // A scan result of MicroPython: the address has a type, and the data a kind.
    (#"5 (1, b'\xc1"3DUf', 4, -60, b'\x03\x03\x0f\x18')"#, "SCAN_RSP C1:22:33:44:55:66r -60 03030f18"),
    (#"gap: 0 b'\xa4\xc1\x388"3' 3 -71 b'\x02\x01\x06'"#, "ADV_NONCONN_IND A4:C1:38:38:22:33p -71 020106"),
    (#"(7, b'\xc1"3DUf', 4, -60, b'\x03\x03\x0f\x18')"#, "ADV anonymous -60 03030f18"),
    // The name of a class is no word for a scan response.
    ("on_ScanResponseEvent a4:c1:38:11:22:33 020106", "ADV A4:C1:38:11:22:33 - 020106"),
    ("ScanResponse: a4:c1:38:11:22:33 0409616263", "SCAN_RSP A4:C1:38:11:22:33 - 0409616263"),
    (#"{"gw":"AABBCCDDEEFF","mac":"A4C138112233","rssi":-71,"raw":"020106"}"#, "ADV A4:C1:38:11:22:33 -71 020106"),
    (#"{"a":"AABBCCDDEEFF","b":"A4C138112233","rssi":-71,"raw":"020106"}"#, "ADV anonymous -71 020106"),
  ])
  func whatIsReadIsWhole(_ line: String, _ report: String) throws {
    #expect(try Self.read(line).0 == [report])
  }

  /// Packets of `hcidump -R`, and with offsets and characters. A half event is passed over.
  @Test func dumpOfPacketsIsRead() throws {
    let octets = "> 04 3E 16 02 01 00 00 33 22 11 38 C1 A4 0A 02 01 06 06 09 41 42 \n  43 44 45 C4 \n"
    let characters =
      "> 0000: 04 3e 16 02 01 00 00 33  22 11 38 c1 a4 0a 02 01  .>.....3\".8.....\n"
      + "  0010: 06 06 09 41 42 43 44 45  c4                       ...ABCDE.\n"
    let others = "< 01 0C 20 02 01 00 \n> 04 0E 04 01 0C 20 00 \n> 04 3E 16 02 01 00 \ntext\n"
    let report = "ADV_IND A4:C1:38:11:22:33p -60 0201060609414243" + "4445"
    #expect(try Self.read(octets + characters).0 == [report, report])
    let (none, without) = try Self.read(others)
    #expect(none.isEmpty && without == 2)
    #expect(try Self.read(others + octets).0 == [report])
    var search = HexLineSearch(allowsTextBefore: false, isSerial: false)
    #expect(search.look(at: Array(octets.utf8)[...]) == .lines)
  }

  /// More octets than one block holds are no extended advertising. Where one division is possible, they are both blocks.
  @Test func bothBlocksInOneAreNoAdvertisement() throws {
    let octets = "0319000002010609095348532d323037311107e41d510e5a11dbb9a9419e2aa0ffd0af"
    var stream = HexLineStream()
    _ = stream.records(of: Array((octets + "\n").utf8)[...], at: 0)
    #expect(stream.linesOfBothBlocks == 1 && stream.linesWithoutData == 0)
    #expect(try Self.read("a4:c1:38:11:22:33 " + octets).0.isEmpty)
    #expect(try Self.read("EXT_ADV a4:c1:38:11:22:33 " + octets).0.count == 1)
    let full = "1eff5900" + String(repeating: "01", count: 27)
    #expect(try Self.read(full + full).0 == ["ADV anonymous - \(full)", "SCAN_RSP anonymous - \(full)"])
  }

  /// Octets in groups of uneven length are one payload. Groups that are whole payloads can be two blocks.
  @Test func groupsAreReadWhole() throws {
    #expect(try Self.read("0201 06 0303 0f18").0 == ["ADV anonymous - 02010603030f18"])
    #expect(
      try Self.read("a4:c1:38:11:22:33 -60 020106 0303 0f18").0 == ["ADV A4:C1:38:11:22:33 -60 02010603030f18"])
    #expect(try Self.read("12345678 0201 060303 0f18").0 == ["ADV anonymous - 0201060303" + "0f18"])
    #expect(HexLine(Array("020106 03030f18".utf8)[...])?.merged != nil)
    #expect(try Self.read("020106 03030f18").0.isEmpty)
    #expect(try Self.read("020106  rsp 03030f18").0 == ["ADV anonymous - 020106", "SCAN_RSP anonymous - 03030f18"])
  }

  /// Every payload that is read from random text stands in it, octet by octet with nothing but separators between.
  @Test(arguments: (UInt64(1)...2000).sampled(oneIn: 20)) func nothingIsInvented(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let words = [
      "020106", "02 01 06", "0303abcd", "a4:c1:38:11:22:33", "-60", "rsp", "adv=", "0x02,0x01,0x06", "> 04 3E",
      "04 09 61 62 63",
      "{", "}", "(1234)", "12", "7", "abc", "text", "0409616263", "\\x02\\x01\\x06", ":", ",", "  ", "RSSI", "deadbeef",
      "ff",
    ]
    for _ in 0..<50 {
      let line = (0..<Int.random(in: 1...8, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: Bool.random(using: &random) ? " " : "")
      for case .payload(let payload, _) in HexLine(Array(line.utf8)[...])?.contents ?? [] {
        #expect(Self.stand(payload, in: Array(line.utf8)), "seed \(seed): \(line)")
      }
    }
  }

  private static func stand(_ payload: [UInt8], in line: [UInt8]) -> Bool {
    func follow(_ index: Int, _ place: Int) -> Bool {
      guard index < payload.count else { return true }
      for start in place...min(place + 8, line.count) {
        guard start + 1 < line.count else { return false }
        if line[place..<start].contains(where: { HexDigits.value(of: $0) != nil && $0 != ASCII.zero }) { return false }
        let (high, low) = (HexDigits.value(of: line[start]), HexDigits.value(of: line[start + 1]))
        if let high, let low, high << 4 | low == payload[index], follow(index + 1, start + 2) { return true }
      }
      return false
    }
    return line.indices.contains { start in
      guard start + 1 < line.count, let high = HexDigits.value(of: line[start]), let first = payload.first,
        let low = HexDigits.value(of: line[start + 1])
      else { return false }
      return high << 4 | low == first && follow(1, start + 2)
    }
  }

  @Test func bothBlocksOfALineAreRead() throws {
    let (reports, _) = try Self.read("a4:c1:38:11:22:33 -60 adv=020106 rsp=0409616263\n")
    #expect(reports == ["ADV A4:C1:38:11:22:33 -60 020106", "SCAN_RSP A4:C1:38:11:22:33 -60 0409616263"])
  }

  /// What the lines do not say is no reason to leave a device out.
  @Test func devicesOfUnstatedKindsAreWatched() throws {
    var stream = HexLineStream()
    let text = "a4:c1:38:11:22:33 -60 02010603030f18\nc0:c1:38:11:22:33 (random) -60 adv=020106 rsp=03030f18\n"
    var watch = Watch()
    Self.read(stream.records(of: Array(text.utf8)[...], at: 0) + stream.lastRecords(at: 0), into: &watch)
    #expect(watch.devices.map { $0.latestLayouts.first?.pdu } == [nil, nil])
    #expect(watch.devices.map { $0.latestLayouts.first?.advertising?.payload.count } == [7, 3])
    #expect(watch.devices.map { $0.latestLayouts.first?.scanResponse?.payload.count } == [nil, 4])
    #expect(watch.devices.map { $0.address.kind } == [.unknown, .randomStatic])
  }

  @Test func linesMayComeInPieces() throws {
    let text = "# comment\nboot\r\n020106\r\n\r\nnothing\n0x02, 0x01, 0x04"
    for pieces in 1...text.utf8.count {
      let (reports, without) = try Self.read(text, at: 5_000_000, pieces: pieces)
      #expect(reports == ["ADV anonymous - 020106 5.000000", "ADV anonymous - 020104 5.000000"])
      #expect(without == 2)
    }
  }

  /// Data that no legacy advertisement can have, and a line that no advertisement can have.
  @Test func longLinesAreRead() throws {
    let payload = "020106fe" + String(repeating: "ff", count: 254)
    let (reports, _) = try Self.read(payload)
    #expect(reports == ["AUX_ADV_IND anonymous - \(payload)"])
    let (none, without) = try Self.read(String(repeating: "ab ", count: 100_000) + "\n020106\n")
    #expect(none == ["ADV anonymous - 020106"] && without == 1)
  }

  /// Octets that are no text, and hex of every length, end neither in a crash nor in a problem of the capture.
  @Test func hostileLinesAreRead() throws {
    var random = SplitMix64(seed: 7)
    let alphabet = Array("0123456789abcdefABCDEFxX\\:-, \t\r\n[]().rspIdBm\u{1B}\u{0}é".utf8)
    for _ in 0..<200 {
      let octets = (0..<400).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      var stream = HexLineStream()
      var sink = Sink()
      Self.read(stream.records(of: octets[...], at: 0) + stream.lastRecords(at: 0), into: &sink)
    }
  }

  @Test func logIsToldFromCapture() {
    func decide(_ text: String, allowsTextBefore: Bool = true, isSerial: Bool = false) -> HexLineSearch.Decision {
      var search = HexLineSearch(allowsTextBefore: allowsTextBefore, isSerial: isSerial)
      return search.look(at: Array(text.utf8)[...])
    }
    #expect(decide("boot\n020106\n") == .lines)
    #expect(decide("boot\n020106\n", allowsTextBefore: false) == .capture)
    #expect(decide("# a comment\n\n020106\n", allowsTextBefore: false) == .lines)
    #expect(decide("boot\n0201") == .undecided)
    // Hex that is no advertising data, and an address that happens to be well-formed.
    #expect(decide("03abcdef\n05:09:41:42:43:44\n") == .undecided)
    #expect(decide(String(repeating: "text\n", count: 20_000)) == .capture)
    #expect(decide("\u{0}\u{0}\u{1}020106\n020106\n", isSerial: true) == .lines)
    for head in ["btsnoop\u{0}", "\u{0A}\u{0D}\u{0D}\u{0A}\u{1C}\u{0}", "\u{1F}\u{8B}", "PK\u{3}\u{4}"] {
      #expect(decide(head) == .capture)
    }
  }
}
