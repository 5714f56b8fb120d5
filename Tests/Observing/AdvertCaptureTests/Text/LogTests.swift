import AdvertReading
import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertCapture

/// Logs in text, read as captures.
@Suite struct LogTests {
  private static let report = "> 04 3E 16 02 01 00 00 33 22 11 38 C1 A4 0A 02 01 06 06 09 41 42 \n  43 44 45 C4 \n"
  private static let data = "0201060609414243" + "4445"

  private static func read(_ text: String, window: Int = CaptureOptions.defaultWindowCapacity) throws -> RecordedCapture
  {
    try .read(MemorySource(Array(text.utf8)), options: CaptureOptions(windowCapacity: window))
  }

  private static func lines(_ capture: RecordedCapture) -> [String] {
    capture.reports.map { "\($0.record) \($0.pdu.rawValue) \(HexText.compact($0.data))" }
  }

  @Test func recordsAreNumberedLikeLines() throws {
    let log = "boot\n\nI (12) scan: a4:c1:38:11:22:33 -60 adv=020106 rsp=0409616263\r\nother\n\(Self.report)end\n020104"
    let capture = try Self.read(log)
    #expect(capture.summary.format == "log" && capture.summary.problems.isEmpty)
    #expect(
      Self.lines(capture) == [
        "3 ADV 020106", "3 SCAN_RSP 0409616263", "5 ADV_IND \(Self.data)", "8 unknown 020104",
      ])
    #expect(capture.reports.allSatisfy { $0.dataFileOffset == nil })
  }

  /// A line that names its blocks is a log without an address too; a number with another name is not.
  @Test(arguments: [
    ("adv=02010603030f18 rsp=0409616263", ["1 ADV 02010603030f18", "1 SCAN_RSP 0409616263"]),
    ("boot\nAdv data: 02 01 06 03 03 0f 18", ["2 ADV 02010603030f18"]),
    ("adv=[2, 1, 6, 3, 3, 15, 24] rsp=[4, 9, 97, 98, 99]", ["1 ADV 02010603030f18", "1 SCAN_RSP 0409616263"]),
    ("I/app: adv_data: [2,1,6], scan_rsp: [5,-1,89,0,1,2]", ["1 ADV 020106", "1 SCAN_RSP 05ff59000102"]),
    ("[12] ble: adv_data=020106, scan_rsp=03030f18", ["1 ADV 020106", "1 SCAN_RSP 03030f18"]),
    (
      "<info> app: adv data (7): 02010603030f18\n<info> app: scan rsp (5): 0409616263",
      ["1 ADV 02010603030f18", "2 SCAN_RSP 0409616263"]
    ),
    ("log: Advertising packet -> 02010603030f18", ["1 ADV 02010603030f18"]),
    ("I (42) main: advertising: 0x02,0x01,0x06,0x03,0x03,0x0f,0x18", ["1 ADV 02010603030f18"]),
  ]) func blocksWithTheirNamesAreALog(_ text: String, _ reports: [String]) throws {
    let capture = try Self.read(text)
    #expect(Self.lines(capture) == reports)
    #expect(capture.reports.allSatisfy { $0.address.type == .anonymous })
  }

  @Test(arguments: [
    "adv=020106", "rsp=02010603030f18", "build 02010603030f18 of adv", "madv=02010603030f18",
    "lint --adv 020106 --scan-response 0409616263", "`#adv=02010603030f18&pdu=ADV_NONCONN_IND`",
    "[Open it](https://example.org/#adv=02010603030f18&scan-response=0409616263)",
  ])
  func numbersWithOtherNamesAreNoLog(_ text: String) { #expect(throws: (any Error).self) { try Self.read(text) } }

  @Test func windowsOfAnySizeGiveTheSame() throws {
    let log =
      "text > 12\r\n\(Self.report)a4:c1:38:11:22:33 -60 020106\r\n\r\n\(String(repeating: "x", count: 20_000))\n020106"
    let whole = try Self.lines(Self.read(log))
    #expect(whole.count == 3)
    for window in [1, 2, 3, 7, 64, 1000] { #expect(try Self.lines(Self.read(log, window: window)) == whole) }
  }

  /// A packet as Wireshark copies it, and two of them.
  @Test func dumpsOfWireshark() throws {
    let dump = """
      0000   04 3e 16 02 01 00 00 33 22 11 38 c1 a4 0a 02 01   .>.....3".8.....
      0010   06 06 09 41 42 43 44 45 c4                        ...ABCDE.

      """
    #expect(try Self.lines(Self.read(dump)) == ["1 ADV_IND \(Self.data)"])
    #expect(try Self.lines(Self.read(dump + "\n" + dump)) == ["1 ADV_IND \(Self.data)", "4 ADV_IND \(Self.data)"])
  }

  /// What loggers write before each line of a dump, with other times.
  @Test(arguments: [
    ("2026-11-24 17:00:00.500 ", "2026-11-24 17:00:01.750 "),
    ("Nov  9 09:59:59 host hcidump[7]: ", "Nov 10 10:00:00 host hcidump[7]: "),
    ("app_1  | ", "app_1  | "), ("\u{1B}[0;35m", "\u{1B}[0;35m"), ("\u{1B}[35m", ""),
  ])
  func dumpIsReadBehindPrefixes(_ first: String, _ next: String) throws {
    let rows = Self.report.split(separator: "\n")
    let capture = try Self.read("\(first)\(rows[0])\n\(next)\(rows[1])\n\(first)text\n")
    #expect(Self.lines(capture) == ["1 ADV_IND \(Self.data)"])
    #expect(capture.summary.problems.isEmpty)
  }

  /// The packet is in the line whose number is told.
  @Test func cutPacketIsTold() throws {
    let capture = try Self.read("\(Self.report)> 04 3E 16 02 01 00 \ntext\n> 04 3E \n")
    #expect(Self.lines(capture) == ["1 ADV_IND \(Self.data)"])
    let problem = try #require(capture.summary.problems.first)
    #expect(capture.summary.problems.count == 1 && problem.kind == .lineUnread && problem.count == 2)
    #expect(problem.record == 3 && problem.fileOffset == nil)
    #expect(problem.message == "expected an HCI packet of 25 bytes, found lines with its first 6")
  }

  /// Data packets carry no advertising. Rows without end take no memory.
  @Test func otherPacketsAreNoLoss() throws {
    let rows = String(repeating: "  00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 11 12 13 \n", count: 5000)
    let capture = try Self.read("> 02 40 20 FF FF \n\(rows)\(Self.report)")
    #expect(Self.lines(capture) == ["5002 ADV_IND \(Self.data)"] && capture.summary.problems.isEmpty)
    var dump = HCIDumpLines()
    var output = LogOutput()
    for row in "> 02 40 20 FF FF \n\(rows)".utf8.split(separator: ASCII.lineFeed) {
      #expect(dump.take(Array(row)[...], line: 1, into: &output))
    }
    #expect(MemoryLayout.size(ofValue: dump) < 200 && output.records.isEmpty)
    dump.finish(into: &output)
    #expect(output.losses.isEmpty)
  }

  /// Commands to scan are in a dump, too.
  @Test func commandsAreRead() throws {
    let log =
      "< 01 0B 20 07 01 60 00 30 00 00 00 \n> 04 0E 04 01 0B 20 00 \n< 01 0C 20 02 01 00 \n> 04 0E 04 01 0C 20 00 \n"
    let capture = try Self.read(log + Self.report)
    #expect(capture.changes.map { $0.mode } == [.active])
  }

  /// Numbers that are whole structures by chance, and other text.
  @Test(arguments: [
    "started at 020115 with 12\n", "date 2026-11-24 17:00:00,123 pid 4242\n", "commit 3ac0972\n",
    "uuid 0000fcd2-0000-1000-8000-00805f9b34fb\n", ":10000000020106030F18\n", "== dumpstate: x\n020106 -60\n", "\n",
    "01-02-06 text\n", "2018-11-15T11:20:31.020350 62:34:c2:a7:50:dd random -74\n",
    "11:20:31,020350 62:34:c2:a7:50:dd random -74\n",
  ])
  func otherTextIsNoLog(_ text: String) {
    #expect(throws: CaptureError.self) { try Self.read(text + text) }
  }

  /// Results of Espressif's AT firmware: which block data are of is in their place, and in the last number.
  @Test(arguments: [
    ("+BLESCAN:a4:c1:38:11:22:33,-64,02010603030f18,,0", ["1 ADV A4:C1:38:11:22:33 02010603030f18"]),
    ("+BLESCAN:c1:22:33:44:55:66,-64,,0409616263,1", ["1 SCAN_RSP C1:22:33:44:55:66 0409616263"]),
    ("(09:36:12.387) +BLESCAN:\"c1:22:33:44:55:66\",-71,,0409616263,1,4", ["1 SCAN_RSP C1:22:33:44:55:66 0409616263"]),
    ("+BLESCAN:\"41:22:33:44:55:66\",-71,020106,,1,3", ["1 ADV_NONCONN_IND 41:22:33:44:55:66 020106"]),
    ("+BLESCAN:\"a4:c1:38:11:22:33\",-71,,,0,4", ["1 SCAN_RSP A4:C1:38:11:22:33"]),
  ]) func resultsOfATFirmware(_ text: String, _ reports: [String]) throws {
    let capture = try Self.read(text + "\r\n")
    let lines = capture.reports.map { "\($0.record) \($0.pdu.rawValue) \($0.address) \(HexText.compact($0.data))" }
    #expect(lines.map { $0.trimmingCharacters(in: .whitespaces) } == reports && capture.summary.problems.isEmpty)
  }

  /// BGAPI calls every packet a scan response; the type of the packet is right.
  @Test(arguments: [
    (
      "###\tgap_scan_response: { rssi: -39, packet_type: 0, sender: 6655443322C1, address_type: 1, bond: FF, data: 020106 }",
      "ADV_IND C1:22:33:44:55:66 020106"
    ),
    (
      "###\tgap_scan_response: { rssi: -39, packet_type: 4, sender: 6655443322C1, address_type: 1, bond: FF, data: 03030F18 }",
      "SCAN_RSP C1:22:33:44:55:66 03030f18"
    ),
    (
      "evt_gap_scan_response: rssi=-56, packet_type=2, sender=[66 55 44 33 22 c1], address_type=1, bond=255, data=[02 01 06]",
      "ADV_NONCONN_IND C1:22:33:44:55:66 020106"
    ),
    (
      "BlueGigaScanResponseEvent [rssi=-39, packetType=SCAN_RESPONSE, sender=A4:C1:38:11:22:33, "
        + "addressType=GAP_ADDRESS_TYPE_PUBLIC, bond=255, data=03 03 0F 18]", "SCAN_RSP A4:C1:38:11:22:33 03030f18"
    ),
  ]) func eventsOfBGAPI(_ text: String, _ report: String) throws {
    let capture = try Self.read("other\n\(text)\n")
    #expect(capture.reports.map { "\($0.pdu.rawValue) \($0.address) \(HexText.compact($0.data))" } == [report])
    #expect(capture.reports.allSatisfy { ($0.rssi ?? 0) < -38 } && capture.summary.problems.isEmpty)
    // Without the type of the packet it is not known which block the data are of.
    let unknown = text.replacing("packet_type", with: "kind").replacing("packetType", with: "kind")
    #expect(try Self.read("\(text)\n\(unknown)").summary.problems.map { $0.kind } == [.lineUnread])
  }

  /// Values of programs, some of which could be read as structures: none of them are bytes that were sent.
  @Test(arguments: [
    "hci0 dev_found: A4:C1:38:11:22:33 type LE Public rssi -72 flags 0x0004 ",
    "DiscoveredDevice(id: A4:C1:38:11:22:33, name: Lamp, serviceData: {}, serviceUuids: [], manufacturerData: [2, 1, 6])",
    "Device discovered: DiscoveredDevice(id: A4:C1:38:11:22:33, name: , serviceData: {}, manufacturerData: [2, 1, 6], rssi: -23)",
    "D-Bus signal: PropertiesChanged (/org/bluez/hci0/dev_A4_C1_38_11_22_33): ['org.bluez.Device1', {'ManufacturerData': b'\\x02\\x01\\x06'}]",
    "PeripheralProperties { address: A4:C1:38:11:22:33, local_name: None, rssi: Some(-60), manufacturer_data: {76: [2, 1, 6]} }",
  ]) func valuesAreNoBytes(_ text: String) throws {
    let capture = try Self.read("start\n\(text)\n")
    let kinds = capture.summary.problems.map { $0.kind }
    #expect(capture.reports.isEmpty && capture.summary.merged.isEmpty)
    #expect(kinds == [.lineUnread] || kinds == [.valuesOnly])
  }

  /// Digits after a comma are a column, and those after an address that has no letter are not a fraction of a second.
  @Test(arguments: ["11:22:33:44:55:66,020106,-60\n", "11:20:31.123 11:22:33:44:55:66 -60,020106\n"])
  func columnsAreNoFractions(_ text: String) throws {
    #expect(try Self.read(text).reports.map { HexText.compact($0.data) } == ["020106"])
  }

  /// What is a line to the reader is let through by the filter before it.
  @Test(arguments: (UInt64(1)...400).sampled(oneIn: 10)) func filterLosesNothing(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let words = [
      "020106", "02 01 06", "0303abcd", "a4:c1:38:11:22:33", "-60", "rsp", "adv=", "0x02,0x01,0x06", "> 04 3E 02",
      "04 09 61 62 63", "{", "}", "(1234)", "12", "7", "abc", "text", "0409616263", "\\x02\\x01\\x06", ":", ",", "  ",
      "RSSI",
      "deadbeef", "ff", "b'\\x02\\x01\\x06'", "0201 06 0303 0f18", "2026-11-24", "17:00:00", "x", "0x",
      "043e0402010000", "{ id:", "{\"id\":", "F0:F1:F2:F3:F4:F5", "1235  1406", "Advertised Device: Name: x, Address: ",
      "3df4dd74-5027-1722-0970-ab439897ba03", "AdvertisementData(rssi=-1)", "\"kCBAdvDataLocalName\": x",
      "kCBAdvDataLocalName = x;", "AT+BLEADVDATA=\"020106\"", "\"data\": \"AgEGAwMNGAUJVGVzdA==\"",
      "{ localName: 'x' }",
      "parseAdvertisement(): Type: 0x01 (), length: 1, data: 06", "[0d, 01, 06, 03, 03, 0D, 18]", "<mac>",
      "manufacturerData: 'TAAQ',", "\u{1B}[35m> ", "-> ", "a4c138112233", "1bff4c00", "1bff4c000", "..", "…",
      "rssi=-60", "adv:", "1e ff 4c 00", "deadbeefdeadbeef", "T: scan response:", "T: ADV payload :",
    ]
    let filter = LineFilter()
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: Bool.random(using: &random) ? " " : "")
      var lines = LogLines()
      var output = LogOutput()
      let meaning = lines.take(Array(text.utf8)[...], line: 1, into: &output)
      let octets = Array((text + "\n").utf8)
      guard meaning != .nothing else { continue }
      #expect(filter.line(in: octets.span, from: 0)?.mayHaveData == true, "seed \(seed): \(text)")
    }
  }

  /// Lines with an address in one word, with bytes that are cut, and headings.
  @Test(arguments: [
    #"{"address":"a4c138112233","rssi":-60,"data":"AgEGAwMNGAUJVGVzdA=="}"#, "a4c138112233 adv 1bff4c000",
    "a4c138112233 rsp deadbeefdeadbeef", "a4c138112233 adv 1e ff 4c 0 02", "adv: 1bff4c00..", "rssi -60 1bff4c0002 …",
    "RSSI: -60 1bff4c0002 <cut> 15aa", "rssi=-60 adv=1bff4c0002 **", "rssi=-60 adv=1bff4c0002??",
    "I (12) TAG: scan response:", "I (12) TAG: ADV payload :", "I (12) TAG: get advertisement:",
  ])
  func filterPassesWhatIsTaken(_ line: String) {
    var lines = LogLines()
    var output = LogOutput()
    #expect(lines.take(Array(line.utf8)[...], line: 1, into: &output) != .nothing)
    let octets = Array((line + "\n").utf8)
    #expect(LineFilter().line(in: octets.span, from: 0)?.mayHaveData == true)
  }

  /// Headings with other words than those of the example.
  @Test func blocksUnderOtherHeadingsAreRead() throws {
    let log = """
      I (1) TAG: adv payload:
      I (1) TAG: 02 01 06 03 03 0d 18
      I (1) TAG: scan response:
      I (1) TAG: 03 03 0f 18
      """
    #expect(Self.lines(try Self.read(log)) == ["1 ADV 02010603030d18", "3 SCAN_RSP 03030f18"])
  }

  /// What loggers write before each line is no data: to look at each line closely would take a hundred times as long.
  @Test(arguments: [
    "11-14 22:13:20.123  1235  1406 D Tag: connected", "Nov 10 01:02:03 host bluetoothd[4242]: connected",
    "2026-11-24 17:24:37.491 20482-20499/com.example D/Tag: deadbeef face", "[00:00:12.345,678] <inf> bt_hci: reset",
    "16:26:20.362 -> connected", "[09:11:20][D][sensor:127]: state 12", "I (123456) wifi: added 02 03",
    "2026-11-24T17:00:00.123456+00:00 connected",
    "192.168.1.20 - - [10/Oct/2026:13:55:36 +0000] \"GET / HTTP/1.1\" 200 2326",
    "{\"level\":\"info\",\"msg\":\"x\"}", "request 3df4dd74-5027-1722-0970-ab439897ba03 done",
    "[123456.789012] usb 1-1: connected", "Fetched 123456 bytes. Working...",
  ])
  func filterPassesOverLoggers(_ line: String) {
    let octets = Array((line + "\n").utf8)
    #expect(LineFilter().line(in: octets.span, from: 0)?.mayHaveData == false)
  }

  /// Octets of all kinds end in no crash, and what came before them is read.
  @Test func hostileTextIsRead() throws {
    var random = SplitMix64(seed: 11)
    let alphabet = Array("0123456789abcdefABCDEFxX\\:-, \t\r\n><@[]().rspIdBm'b\u{1B}é".utf8)
    for _ in 0..<300 {
      let octets = Array(Self.report.utf8) + (0..<600).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      let capture = try RecordedCapture.read(octets)
      #expect(Self.lines(capture).first == "1 ADV_IND \(Self.data)")
    }
  }

  /// An event with reports goes on in the next lines until it is whole, without a mark before it, wherever a line ends.
  @Test(arguments: [
    "04 3E 29 02 01 00 00 F4 2A 00 00 20 91 1D 02 01 06 03 02 F0 FF 15 FF 10 00 00 00 F4 2A 00 00 20 91 93 0B 8D 01 13 02 A1 AA 6F 00 CA",
    "04 3E 10 02 01 00 00 F4 2A 00 00 20 91 04 03 03 0d 18 CA",
  ])
  func eventsGoOnWithoutMarks(_ event: String) throws {
    let words = event.split(separator: " ")
    let whole = try RecordedCapture.read(MemorySource(Array("> \(event)\n".utf8)))
    for width in 6..<words.count {
      for indent in ["", "  "] {
        let lines = stride(from: 0, to: words.count, by: width).map { start in
          (start > 0 ? indent : "") + words[start..<min(start + width, words.count)].joined(separator: " ") + "\n"
        }
        for text in [lines.joined(), lines.joined() + lines.joined()] {
          let read = try RecordedCapture.read(MemorySource(Array(text.utf8)))
          #expect(
            read.reports.map { HexText.compact($0.data) }
              == Array(
                repeating: HexText.compact(whole.reports[0].data), count: text.count > lines.joined().count ? 2 : 1),
            "\(text)")
          #expect(read.summary.problems.isEmpty, "\(text)")
          #expect(read.reports[0].address == whole.reports[0].address)
        }
      }
    }
    // One that is cut is reported.
    let cut = words.dropLast().prefix(12).joined(separator: " ") + "\nother\n"
    #expect(try RecordedCapture.read(MemorySource(Array(cut.utf8))).summary.problems.map(\.kind) == [.lineUnread])
  }
}
