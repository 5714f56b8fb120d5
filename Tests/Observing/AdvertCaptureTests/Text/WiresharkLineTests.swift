import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// What Wireshark and tshark print of packets: dumps, words with dumps, and JSON. A device sends its service in the scan
/// response, which no form of it may turn into an advertisement.
@Suite struct WiresharkLineTests {
  private static func read(_ text: String, window: Int = CaptureOptions.defaultWindowCapacity) throws -> RecordedCapture
  {
    try .read(MemorySource(Array(text.utf8)), options: CaptureOptions(windowCapacity: window))
  }

  private static func lines(_ capture: RecordedCapture) -> [String] {
    capture.reports.map { report in
      "\(report.record) \(report.pdu.rawValue) \(report.address) \(report.rssi ?? 0) \(HexText.compact(report.data))"
    }
  }

  /// A packet of the air with its CRC, behind the header of Nordic's sniffer, version 3, or behind that of the link layer.
  private static let advertisement = "d6be898e40116655443322c1020106070948656c6d6574" + "9089dc"
  private static let response = "d6be898e440a6655443322c103030f18efad54"
  private static func nordic(_ packet: String, channel: String, rssi: String) -> String {
    let octets = packet.utf8.count / 2
    return "01\(HexText.compact([UInt8(octets + 10)]))00030700020a01\(channel)\(rssi)0000fa540100" + packet
  }
  private static func pseudoheader(_ packet: String, rssi: String) -> String { "00\(rssi)0000d6be898e1300" + packet }

  private static func dump(_ hex: String, gap: String = "  ") -> String {
    let octets = stride(from: 0, to: hex.utf8.count, by: 2).map { String(hex.dropFirst($0).prefix(2)) }
    var text = ""
    for start in stride(from: 0, to: octets.count, by: 16) {
      let row = octets[start..<min(start + 16, octets.count)].joined(separator: " ")
      let blanks = String(repeating: " ", count: 47 - row.utf8.count)
      // Characters of a short row that are digits of hex too.
      text += "\(HexText.compact([0, UInt8(start)]))\(gap)\(row)\(blanks)   ab cd ef 01\n"
    }
    return text + "\n"
  }

  private static let reports = [
    "ADV_IND C1:22:33:44:55:66 -60 020106070948656c6d6574", "SCAN_RSP C1:22:33:44:55:66 -62 03030f18",
  ]

  @Test(arguments: ["  ", "   "]) func dumpsOfTheAir(_ gap: String) throws {
    let nordic = [
      Self.nordic(Self.advertisement, channel: "25", rssi: "3c"), Self.nordic(Self.response, channel: "27", rssi: "3e"),
    ]
    let behind = [Self.pseudoheader(Self.advertisement, rssi: "c4"), Self.pseudoheader(Self.response, rssi: "c2")]
    for packets in [nordic, behind] {
      let capture = try Self.read(packets.map { Self.dump($0, gap: gap) }.joined())
      #expect(Self.lines(capture).map { $0.split(separator: " ", maxSplits: 1)[1] } == Self.reports.map { $0[...] })
      #expect(capture.summary.problems.isEmpty)
    }
    let bare = try Self.read(Self.dump(Self.advertisement) + Self.dump(Self.response))
    #expect(bare.reports.map(\.pdu) == [.advInd, .scanRsp])
  }

  /// Wireshark's words of a packet are not read again as its data; the time and the protocols are.
  private static func words(_ number: Int, _ bytes: String?, protocols: String = "nordic_ble:btle:btcommon") -> String {
    """
    Frame \(number): 49 bytes on wire (392 bits), 49 bytes captured (392 bits)
        Epoch Time: 1700000000.08729\(number)000 seconds
        [Protocols in frame: \(protocols)]
    Bluetooth Low Energy Link Layer
        Access Address: 0x8e89bed6
        Advertising Address: c1:22:33:44:55:66 (c1:22:33:44:55:66)
        Advertising Data
            Unknown
                Data: 02010603030f18
                Data: 02 01 06 03 03 0f 18

    \(bytes.map { Self.dump($0) } ?? "")
    """
  }

  @Test func wordsWithDumpsAreReadOnce() throws {
    let text =
      Self.words(1, Self.nordic(Self.advertisement, channel: "25", rssi: "3c"))
      + Self.words(2, Self.nordic(Self.response, channel: "27", rssi: "3e"))
    for window in [CaptureOptions.defaultWindowCapacity, 1, 64] {
      let capture = try Self.read(text + "\na4:c1:38:11:22:33 -70 020106\n", window: window)
      #expect(Self.lines(capture).prefix(2) == ["1 \(Self.reports[0])", "16 \(Self.reports[1])"])
      #expect(Self.lines(capture).dropFirst(2) == ["32 unknown A4:C1:38:11:22:33 -70 020106"])
      #expect(capture.reports.first?.time?.microseconds == 1_700_000_000_087_291)
      #expect(capture.summary.problems.isEmpty)
    }
  }

  /// Words without the kind of their PDU give a problem and no advertisement.
  @Test func wordsWithoutAReportAreTold() throws {
    let capture = try Self.read(Self.words(1, nil) + Self.words(2, nil))
    #expect(capture.reports.isEmpty && capture.summary.problems.map(\.kind) == [.lineUnread])
    // Of a report without structures, only its kind and its device are known.
    let empty = try Self.read(Self.response(7, []))
    #expect(empty.reports.map { $0.data.isEmpty && !$0.isComplete } == [true])
    #expect(empty.summary.problems.map(\.kind) == [.lineUnread, .advertisementIncomplete])
  }

  /// The words of a scan response without a dump, as people copy them.
  private static func response(_ length: Int, _ structures: [String], heading: String = "") -> String {
    let lines =
      [
        "Bluetooth HCI Event - LE Meta", "    Sub Event: LE Advertising Report (0x02)", "    Num Reports: 1",
        "    Event Type: Scan Response (0x04)", "    Peer Address Type: Random Device Address (0x01)",
        "    BD_ADDR: c1:22:33:44:55:66 (c1:22:33:44:55:66)", "    Data Length: \(length)", "    Advertising Data",
      ] + structures.map { "        " + $0 } + ["    RSSI (dB): -88", ""]
    return heading + lines.joined(separator: "\n") + "\n"
  }

  /// The words of one structure, and its octets.
  @Test(arguments: [
    (
      [
        "Flags", "    Length: 2", "    Type: Flags (0x01)", "    000. .... = Reserved: 0x0",
        "    ...0 .... = Simultaneous (Host): false (0x0)", "    .... 0... = Simultaneous (Controller): false (0x0)",
        "    .... .1.. = BR/EDR Not Supported: true (0x1)", "    .... ..1. = LE General: true (0x1)",
        "    .... ...0 = LE Limited: false (0x0)",
      ], "020106"
    ),
    (
      [
        "16-bit Service Class UUIDs", "    Length: 5", "    Type: 16-bit Service Class UUIDs (0x03)",
        "    UUID 16: Battery (0x180f)", "    UUID 16: Unknown (0xc001)",
      ], "05030f1801c0"
    ),
    (
      [
        "32-bit Service Class UUIDs", "    Length: 5", "    Type: 32-bit Service Class UUIDs (0x05)",
        "    Custom UUID: 0x12345678 (Unknown)",
      ], "050578563412"
    ),
    (
      [
        "128-bit Service Class UUIDs", "    Length: 17", "    Type: 128-bit Service Class UUIDs (0x07)",
        "    Custom UUID: afd0ffa0-2a9e-41a9-b9db-115a0e511de4 (Unknown)",
      ], "1107e41d510e5a11dbb9a9419e2aa0ffd0af"
    ),
    (
      [
        "Service Data - 16 bit UUID", "    Length: 7", "    Type: Service Data - 16 bit UUID (0x16)",
        "    UUID 16: Unknown (0xc001)", "    Service Data: 0170f842",
      ], "071601c00170f842"
    ),
    (
      [
        "Device Name (shortened): Hat", "    Length: 4", "    Type: Device Name (shortened) (0x08)",
        "    Device Name: Hat",
      ],
      "0408486174"
    ),
    // Octets that are no text.
    (
      ["Device Name: \\001\\n", "    Length: 3", "    Type: Device Name (0x09)", "    Device Name: \\001\\n"],
      "0309010a"
    ),
    (["Tx Power Level", "    Length: 2", "    Type: Tx Power Level (0x0a)", "    Power Level (dBm): -12"], "020af4"),
    (
      [
        "Slave Connection Interval Range: 7.5 - 15 msec", "    Length: 5",
        "    Type: Slave Connection Interval Range (0x12)", "Connection Interval Min: 6 (7.5 msec)",
        "Connection Interval Max: 12 (15 msec)",
      ], "051206000c00"
    ),
    (
      [
        "Appearance: Generic Phone", "    Length: 3", "    Type: Appearance (0x19)",
        "    Appearance: Generic Phone (0x0040)",
      ],
      "03194000"
    ),
    (
      [
        "Manufacturer Specific", "    Length: 5", "    Type: Manufacturer Specific (0xff)",
        "    Company ID: Nordic Semiconductor ASA (0x0059)", "    Data: 0102",
        "        [Expert Info (Note/Undecoded): Undecoded]",
      ], "05ff59000102"
    ),
  ]) func wordsOfStructures(_ words: [String], _ hex: String) throws {
    let frame = "Frame 7: 40 bytes on wire (320 bits), 40 bytes captured (320 bits)\n"
    for heading in ["", frame] {
      let capture = try Self.read(
        Self.response(hex.utf8.count / 2, words, heading: heading) + Self.response(0, [], heading: heading))
      #expect(
        Self.lines(capture).map { $0.split(separator: " ", maxSplits: 1)[1] } == [
          "SCAN_RSP C1:22:33:44:55:66 -88 \(hex)", "SCAN_RSP C1:22:33:44:55:66 -88 ",
        ])
      #expect(capture.reports.allSatisfy { $0.isComplete } && capture.summary.problems.isEmpty)
    }
    // The length of the data tells what is missing.
    let cut = try Self.read(Self.response(hex.utf8.count / 2 + 4, words))
    #expect(cut.reports.map { HexText.compact($0.data) } == [hex] && cut.reports.allSatisfy { !$0.isComplete })
    #expect(cut.summary.problems.map(\.kind) == [.lineUnread, .advertisementIncomplete])
  }

  /// Structures behind one whose octets are not in the words are not known.
  @Test func unknownStructuresEndTheData() throws {
    let name = ["Device Name: Hat", "    Length: 4", "    Type: Device Name (0x09)", "    Device Name: Hat"]
    let mesh = ["PB-ADV", "    Length: 21", "    Type: PB-ADV (0x29)", "Link ID: 0"]
    let capture = try Self.read(Self.response(32, name + mesh + name))
    #expect(capture.reports.map { HexText.compact($0.data) } == ["0409486174"])
    #expect(
      capture.summary.problems.filter { $0.kind == .lineUnread }.map(\.message) == [
        "expected the bytes of a scan response, found words of Wireshark for 5 of 32 bytes: the capture has the others"
      ])
  }

  /// Words of the air name the PDU in its header.
  @Test(arguments: [("SCAN_RSP", AdvertisingReport.PDU.scanRsp), ("ADV_IND", .advInd)])
  func wordsOfTheAir(_ name: String, _ pdu: AdvertisingReport.PDU) throws {
    let words = """
      Frame 1: 42 bytes on wire (336 bits), 42 bytes captured (336 bits)
          Epoch Time: 1700000000.087290000 seconds
          [Protocols in frame: bluetooth:btle_rf:btle:btcommon]
      Bluetooth Low Energy RF Info
          Signal dBm: -60
      Bluetooth Low Energy Link Layer
          Packet Header: 0x0b40 (PDU Type: \(name), ChSel: #1, TxAdd: Random)
              Length: 11
          Advertising Address: c1:22:33:44:55:66 (c1:22:33:44:55:66)
          Advertising Data
              Device Name: Hat
                  Length: 4
                  Type: Device Name (0x09)
                  Device Name: Hat
          CRC: 0x000000

      """
    let capture = try Self.read(words)
    #expect(capture.reports.map { HexText.compact($0.data) } == ["0409486174"])
    #expect(capture.reports.first?.pdu == pdu && capture.reports.first?.address.type == .random)
    #expect(capture.summary.problems.isEmpty)
    // All of it, or nothing: a packet of the air cannot be marked as incomplete.
    let cut = try Self.read(words.exchanging("Length: 11", for: "Length: 14"))
    #expect(cut.reports.isEmpty && cut.summary.problems.count == 1)
  }

  @Test func eventsOfHCI() throws {
    let event = "3e13020100016655443322c107020106030" + "30f18c4"
    let expected = ["1 ADV_IND C1:22:33:44:55:66 -60 02010603030f18"]
    #expect(try Self.lines(Self.read(Self.dump("04" + event))) == expected)
    // Captures of Linux's monitor have the kind of a packet beside its octets.
    let bare = Self.dump("0b200701600060000000") + Self.dump("0e04010b2000") + Self.dump(event)
    let scanned = try Self.read(bare)
    #expect(scanned.reports.count == 1 && scanned.summary.records == 3)
    #expect(try Self.lines(Self.read(Self.dump(event))) == expected)
    #expect(throws: CaptureError.self) { try Self.read(Self.dump("3e131d0001" + event.dropFirst(10))) }
    let h4 = Self.words(1, "04" + event, protocols: "bluetooth:hci_h4:bthci_evt:btcommon")
    #expect(try Self.lines(Self.read(h4)) == expected)
    let monitor = Self.words(1, event, protocols: "bluetooth:hci_mon:bthci_evt:btcommon")
    #expect(try Self.lines(Self.read(monitor)) == expected)
    let cut = try Self.read(Self.dump("04" + event.dropLast(4)) + Self.dump("04" + event))
    #expect(cut.reports.count == 1 && cut.summary.problems.map(\.kind) == [.lineUnread])
    let parameters = "010b200701600060000000"
    let mode = try Self.read(Self.dump(parameters) + Self.dump("040e04010b2000") + Self.dump("04" + event))
    #expect(mode.reports.count == 1)
  }

  /// The second row of a packet without advertising can look like a structure with zeros behind it.
  @Test func rowsInsideOtherPacketsAreNoData() throws {
    let other = "07d98000cecdc52a130dcecdc52a0f09" + "08ff00000000000000000000"
    let capture = try Self.read(Self.dump(other) + Self.dump(Self.advertisement) + Self.dump(other))
    #expect(capture.reports.map(\.pdu) == [.advInd] && capture.summary.problems.isEmpty)
  }

  /// A list of packets has no octets, and PDML is not read: what has them is named.
  @Test(arguments: [
    "    1   0.000000 f0:f1:f2:f3:f4:f5 \u{2192} Broadcast    LE LL 42 ADV_IND",
    "    3   0.000345 f0:f1:f2:f3:f4:f5 \u{2192} Broadcast    LE LL 43 SCAN_RSP",
    "    5   0.087290   controller \u{2192} host         HCI_EVT 32 Rcvd LE Meta (LE Advertising Report)",
    "    5   0.087290   controller \u{2192} host         HCI_EVT 32 Rcvd LE Meta (LE Extended Advertising Report)",
    "<field name=\"btle.advertising_address\" showname=\"x\" size=\"6\" pos=\"16\" show=\"f0:f1:f2:f3:f4:f5\" value=\"f5f4f3f2f1f0\"/>",
    "<field name=\"bthci_evt.bd_addr\" showname=\"x\" size=\"6\" pos=\"7\" show=\"f0:f1:f2:f3:f4:f5\" value=\"f5f4f3f2f1f0\"/>",
  ])
  func listsAreTold(_ line: String) throws {
    let field = "<field name=\"btcommon.eir_ad.entry.data\" show=\"x\" value=\"02010603030f18\"/>"
    let capture = try Self.read("first\n\(line)\n\(line.hasPrefix("<") ? field : "last")\n")
    #expect(capture.reports.isEmpty && capture.summary.problems.map(\.kind) == [.lineUnread])
    #expect(capture.summary.problems.first.map { "\($0.detail)".contains("Wireshark") } ?? false)
  }

  private static func object(_ bytes: String?, protocols: String?) -> String {
    let raw = bytes.map {
      "        \"frame_raw\": [\n          \"\($0)\",\n          0,\n          49,\n          0,\n          1\n        ],\n"
    }
    let name = protocols.map { "          \"frame.protocols\": \"\($0)\"\n" }
    return """
        {
          "_source": {
            "layers": {
      \(raw ?? "")        "frame": {
                "frame.time_epoch": "1700000000.087290000",
      \(name ?? "")        },
              "btle": {
                "btle.advertising_address": "c1:22:33:44:55:66",
                "btcommon.eir_ad.entry.data_raw": [
                  "02010603030f18",
                  0
                ],
                "btcommon.eir_ad.entry.data": "02:01:06:03:03:0f:18"
              }
            }
          }
        },

      """
  }

  @Test(arguments: ["nordic_ble:btle:btcommon", nil]) func objectsWithOctets(_ protocols: String?) throws {
    let text =
      "[\n" + Self.object(Self.nordic(Self.advertisement, channel: "25", rssi: "3c"), protocols: protocols)
      + Self.object(Self.nordic(Self.response, channel: "27", rssi: "3e"), protocols: protocols) + "]\n"
    for window in [CaptureOptions.defaultWindowCapacity, 7] {
      let capture = try Self.read(text, window: window)
      #expect(capture.reports.map(\.pdu) == [.advInd, .scanRsp])
      #expect(capture.reports.map { HexText.compact($0.data) } == ["020106070948656c6d6574", "03030f18"])
      #expect(capture.reports.first?.time?.microseconds == 1_700_000_000_087_290)
      #expect(capture.summary.problems.isEmpty)
    }
  }

  @Test func objectsWithoutOctetsAreTold() throws {
    let text =
      "[\n" + Self.object(nil, protocols: "btle:btcommon") + Self.object(nil, protocols: "btle:btcommon") + "]\n"
    let capture = try Self.read(text)
    #expect(capture.reports.isEmpty && capture.summary.problems.map(\.kind) == [.lineUnread])
    #expect(capture.summary.problems.first?.count == 2)
  }

  /// A packet in each line, as for Elasticsearch.
  @Test func objectsInLines() throws {
    let frame =
      #""frame":{"frame_frame_time_epoch":"1700000000.087290000","frame_frame_protocols":"nordic_ble:btle:btcommon"}"#
    let rest =
      #""btle":{"btle_btle_advertising_address":"c1:22:33:44:55:66","x_uuid_128":"02:01:06:03:03:0f:18","y":"02010603030f18"}}}"#
    let bytes = Self.nordic(Self.response, channel: "27", rssi: "3e")
    let head = #"{"timestamp":"1700000000087","layers":{"#
    let whole = try Self.read("\(head)\"frame_raw\":\"\(bytes)\",\(frame),\(rest)\n")
    #expect(Self.lines(whole) == ["1 \(Self.reports[1])"] && whole.summary.problems.isEmpty)
    let without = try Self.read("\(head)\(frame),\(rest)\n")
    #expect(without.reports.isEmpty && without.summary.problems.map(\.kind) == [.lineUnread])
  }

  /// Changed octets of all forms end in no crash.
  @Test(arguments: UInt64(1)...20) func hostileTextsAreRead(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let bytes = Self.nordic(Self.advertisement, channel: "25", rssi: "3c")
    var octets = Array((Self.words(1, bytes) + Self.object(bytes, protocols: nil) + Self.dump(bytes)).utf8)
    for _ in 0..<40 {
      let place = Int.random(in: 0..<octets.count, using: &random)
      octets[place] = UInt8(ascii: "0") + UInt8.random(in: 0...60, using: &random)
    }
    _ = try? RecordedCapture.read(octets)
  }
}
