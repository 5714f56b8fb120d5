import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// What phones, libraries and tools print around bytes, and what it says of the blocks.
@Suite struct AppLineTests {
  private static func read(_ text: String) throws -> RecordedCapture { try .read(MemorySource(Array(text.utf8))) }

  private static func lines(_ capture: RecordedCapture) -> [String] {
    capture.reports.map { report in
      "\(report.record) \(report.pdu.rawValue) \(report.address) \(report.rssi ?? 0) \(HexText.compact(report.data))"
    }
  }

  /// An Android app has both blocks in one, whatever their length and whatever it calls them.
  @Test(arguments: [
    "09-18 17:24:37.491 20482 20499 D Scan: A4:C1:38:11:22:33 -60 ",
    "09-18 17:24:37.491 20482-20499/com.example D/Scan: A4:C1:38:11:22:33 -60 adv data: ",
    "2026-09-23 11:13:42.153  3760-3760  Scan   com.example   D  mac='A4:C1:38:11:22:33' rssi=-60 rawData=",
    "D/Scan( 1234): A4:C1:38:11:22:33 -60 ", "I/flutter (19509): A4:C1:38:11:22:33 rssi -60 ",
  ])
  func appsOfAndroidHaveBothBlocksInOne(_ start: String) throws {
    let capture = try Self.read("\(start)02010603030f18\n")
    #expect(capture.reports.isEmpty && capture.summary.problems.map(\.kind) == [.blocksMerged])
    let merged = try #require(capture.summary.merged.first)
    #expect(merged.address.description == "A4:C1:38:11:22:33" && merged.rssi == -60)
    #expect(HexText.compact(merged.octets) == "02010603030f18")
    // The same bytes of something that has the packets apart.
    #expect(try Self.read("[12] scan: A4:C1:38:11:22:33 -60 02010603030f18\n").reports.count == 1)
    #expect(try Self.read("\(start.dropLast())=020106 rsp=03030f18\n").reports.map(\.pdu) == [.advUnstated, .scanRsp])
  }

  @Test(arguments: ["Raw data: 0x", "  scanRecord = ", "onScanResult scanRecord: "])
  func namesOfBothBlocks(_ label: String) throws {
    let capture = try Self.read("\(label)02010603030f18\n")
    #expect(capture.reports.isEmpty && capture.summary.merged.map { HexText.compact($0.octets) } == ["02010603030f18"])
  }

  /// Sketches print the address in a line of its own, above the bytes.
  @Test(arguments: [
    ("Address: ADDR\nRSSI: -60\nData: BYTES\n", -60),
    ("MAC: ADDR\nName: SHS\nThe rssi: -60\nData: BYTES\n", -60),
    ("Device found\nName: SHS\naddr ADDR rssi -60\nPayload: BYTES\n", -60),
    ("[scan] bdaddr=ADDR, rssi=-60\n[scan] data=BYTES\n", -60),
    ("I (12) GAP: PeerAddress ADDR (random)\nI (12) GAP: raw BYTES\n", 0),
    ("MAC: ADDR\nType: 0\nName: SHS\nBYTES\n", 0),
  ])
  func addressesAboveBytes(_ block: String, _ rssi: Int) throws {
    let texts = (1...3).map { number in
      block.replacing("ADDR", with: "C6:11:22:33:44:5\(number)").replacing(
        "BYTES", with: "02 01 06 03 03 aa f\(number)")
    }
    let capture = try Self.read(texts.joined())
    #expect(capture.reports.map { $0.address.description } == (1...3).map { "C6:11:22:33:44:5\($0)" })
    #expect(capture.reports.map { HexText.compact($0.data) } == (1...3).map { "0201060303aaf\($0)" })
    #expect(capture.reports.allSatisfy { Int($0.rssi ?? 0) == rssi })
  }

  /// Both blocks below an address are of one device; the next bytes are of nobody.
  @Test func addressesAboveBothBlocks() throws {
    let block = "MAC: C6:11:22:33:44:55\nAdv data: 02 01 06 03 03 aa fe\nScan rsp: 05 09 41 42 43 44\n"
    let capture = try Self.read(block + "Adv data: 02 01 06 03 03 aa fd\n")
    #expect(capture.reports.map(\.pdu) == [.advUnstated, .scanRsp, .advUnstated])
    #expect(capture.reports.map { $0.address.type == .anonymous } == [false, false, true])
    #expect(Set(capture.reports.prefix(2).map { $0.address.description }) == ["C6:11:22:33:44:55"])
  }

  /// The kind of the packet can stand in a line between the address and the bytes.
  @Test(arguments: [
    ("isScanResponse: 0\n", "isScanResponse: 1\n"), ("type: 0\nRSSI: -60\n", "isScanResponse = true\nRSSI: -60\n"),
    ("rssi: -60\nadv type: 0\n", "rssi: -60\nadv type: 4\n"), ("Event Type : 0x00\n", "Event Type : 0x04\n"),
  ])
  func kindsAboveBytes(_ advertising: String, _ response: String) throws {
    let head = "peerAddr: C6:11:22:33:44:55\n"
    let capture = try Self.read(
      "\(head)\(advertising)Data: 02 01 06 03 03 aa fe\n\(head)\(response)Data: 05 09 41 42 43 44\n"
        + "\(head)Data: 05 09 41 42 43 44\n")
    #expect(capture.reports.map { $0.pdu == .scanRsp } == [false, true, false])
    #expect(capture.reports.allSatisfy { $0.address.description == "C6:11:22:33:44:55" })
    #expect(
      try Self.read("scan: C6:11:22:33:44:55 isScanResponse: 1 data: 02 01 06 05 09 41 42 43 44\n").reports.map(\.pdu)
        == [.scanRsp])
  }

  /// An address of another device, too far above, without a label, or beside a second one owns no bytes.
  @Test(arguments: [
    "Own address: ADDR\n", "Connected to addr ADDR\n", "gateway mac ADDR\n", "ADDR\n",
    "addr: ADDR -> C6:11:22:33:44:56\n", "ADDRESS = \"ADDR\"\n", "The address ADDR is public. Its bytes:\n",
    "addr: ADDR\n\n\n\n\n\n", "addr: ADDR:99\n",
  ])
  func addressesOfOthers(_ head: String) throws {
    let text = head.replacing("ADDR", with: "C6:11:22:33:44:55") + "adv data: 02 01 06 03 03 aa fe\n"
    #expect(try Self.read(text).reports.map { $0.address.type } == [.anonymous])
  }

  /// `context` is no word of extended advertising.
  @Test func partsOfWordsAreNoExtendedAdvertising() throws {
    let octets = "0319000002010609095348532d323037311107e41d510e5a11dbb9a9419e2aa0ffd0af"
    #expect(try Self.read("context a4:c1:38:11:22:33 \(octets)\n").summary.merged.count == 1)
    for word in ["EXT_ADV", "ext", "isExtended=1", "AUX_ADV_IND", "extadv"] {
      #expect(try Self.read("\(word) a4:c1:38:11:22:33 \(octets)\n").reports.map(\.pdu) == [.auxAdvInd])
    }
  }

  /// The kind of a report, as numbers and as words, before the data and behind them.
  @Test(arguments: [
    ("adv_type: 4", "SCAN_RSP"), ("event type 4", "SCAN_RSP"), ("evt_type=0x1b", "SCAN_RSP"),
    ("advType=27", "SCAN_RSP"),
    ("packetType=SCAN_RESPONSE", "SCAN_RSP"), ("\"ble_adv_type\": 0, \"packet_type\": 4", "SCAN_RSP"),
    ("ble_evt_type: ESP_BLE_EVT_SCAN_RSP", "SCAN_RSP"), ("pdu type: 4", "SCAN_RSP"), ("adv_type 3", "ADV_NONCONN_IND"),
    ("event_type: 2", "ADV_SCAN_IND"), ("pdu_type: 2", "ADV_NONCONN_IND"), ("pdu type 6", "ADV_SCAN_IND"),
    ("event_type=0", "ADV_IND"), ("addr_type: 4", "unknown"), ("type: 4", "unknown"), ("adv_type: 9", "unknown"),
    ("prototype 4", "unknown"), ("ADV_IND", "ADV_IND"),
  ])
  func kindsOfReportsAreRead(_ words: String, _ pdu: String) throws {
    for line in ["\(words) a4:c1:38:11:22:33 -60 0409616263", "a4:c1:38:11:22:33 -60 0409616263 \(words)"] {
      #expect(try Self.lines(Self.read(line)) == ["1 \(pdu) A4:C1:38:11:22:33 -60 0409616263"], "\(line)")
    }
  }

  /// noble prints an event, its report, and its data: one packet, also where the event is not in the log.
  @Test(arguments: [true, false], [("00", AdvertisingReport.PDU.advInd), ("04", .scanRsp)])
  func noblesReportIsReadOnce(_ hasEvent: Bool, _ kind: (String, AdvertisingReport.PDU)) throws {
    let report = kind.0 + "006655443322c1040303" + "0f18c4"
    let text = """
      \(hasEvent ? "  hci onSocketData: 043e120201\(report) +6ms\n" : "")\
        hci           LE meta event data = \(report) +1ms
        hci                   address = c1:22:33:44:55:66 +0ms
        hci                   eir = 03030f18 +0ms
      """
    let capture = try Self.read(text + "\n\n" + text)
    #expect(capture.reports.map(\.pdu) == [kind.1, kind.1] && capture.summary.problems.isEmpty)
    #expect(capture.reports.allSatisfy { $0.address.description == "C1:22:33:44:55:66" && $0.rssi == -60 })
  }

  /// The data of a device that are printed again without its address are no other device.
  @Test func dataPrintedAgainAreNoDevice() throws {
    let text = "event c1:22:33:44:55:66,random,02010603030f18,-60\nhci-ble eir = 02010603030f18\n"
    #expect(try Self.lines(Self.read(text)) == ["1 unknown C1:22:33:44:55:66 -60 02010603030f18"])
  }

  @Test func severalAdvertisementsInALineAreTold() throws {
    let line = "reports: -60 02010603030f18 and -61 0201060709486" + "56c6d6574\n"
    let capture = try Self.read(line)
    #expect(capture.reports.isEmpty && capture.summary.problems.map(\.kind) == [.lineUnread])
  }

  @Test(arguments: [
    "[DEVICE]: 43:AE:C1:1C:55:F1 (random), AD evt type 0, Tx Pwr: 127, RSSI -74 Data status: 0, AD data len: 30 Name:  C:1",
    "[DEVICE]: 43:AE:C1:1C:55:F1 (random), AD evt type 0, RSSI -74 Lamp C:1 S:1 D:0 SR:0 E:0 Prim: LE 1M",
    "Device found: 17:47:5C:4F:39:9D (random) (RSSI -90), type 5, AD data len 192",
  ])
  func zephyrsScannersAreTold(_ line: String) throws {
    let capture = try Self.read(line + "\n")
    #expect(capture.reports.isEmpty && capture.summary.problems.map(\.kind) == [.valuesOnly])
  }

  // MARK: PacketLogger and BTool

  private static func event(_ type: String, _ data: String, length: Int, reports: Int = 1) -> String {
    """
    May 07 20:15:23.882  HCI Event        0x0000  Lamp     LE - Ext ADV - 1 Report - Normal - C1:22:33:44:55:66 - Channel 37
    \tParameter Length: \(length) (0x25)
    \tNum Reports: 0X0\(reports)
    \tReport 0
    \t\tEvent Type: \(type) - Legacy Advertising PDUs Used - Complete -\u{20}
    \t\tAddress Type: Random (static)
    \t\tPeer Address: C1:22:33:44:55:66
    \t\tRSSI: -60 dBm
    \t\tData Length: 11
    \t\tData: \(data)

    """
  }

  @Test func eventsOfPacketLogger() throws {
    let text =
      Self.event("Connectable Advertising - Scannable Advertising", "02 01 06 07 09 48 65 6C 6D 65 74", length: 37)
      + Self.event("Scan Response", "03 03 0F 18", length: 30)
    let capture = try Self.read(text)
    #expect(
      Self.lines(capture) == [
        "1 ADV_IND C1:22:33:44:55:66 -60 020106070948656c6d6574", "11 SCAN_RSP C1:22:33:44:55:66 -60 03030f18",
      ])
    #expect(capture.summary.problems.isEmpty && capture.reports.allSatisfy { $0.address.type == .random })
  }

  /// Words that are not known, data of another length and more reports make no report.
  @Test(arguments: [
    ("Connectable Advertising - Something", 37, 1), ("Connectable Advertising - Scannable Advertising", 38, 1),
    ("Connectable Advertising - Scannable Advertising", 37, 2),
  ])
  func otherEventsOfPacketLoggerAreTold(_ type: String, _ length: Int, _ reports: Int) throws {
    let text = Self.event(type, "02 01 06 07 09 48 65 6C 6D 65 74", length: length, reports: reports)
    let capture = try Self.read(text)
    #expect(capture.reports.isEmpty && capture.summary.problems.map(\.kind) == [.lineUnread])
  }

  private static let words = " Event\t\t: 0x060D (GAP_DeviceInformation)\n Data\t\t: 02:01:06:03:02:0F:18\n"

  /// Newer stacks of TI send the fields of an extended report in another order.
  @Test(arguments: [("1B", "SCAN_RSP"), ("13", "ADV_IND"), ("10", "ADV_NONCONN_IND")])
  func reportsOfNewerStacksOfTI(_ kind: String, _ pdu: String) throws {
    let text =
      "Dump(Rx):\n04 FF 23 13 06 00 00 00 40 00 \(kind) 01 66 55 44 33\n22 C1 01 00 FF 7F C4 FF 00 00 00 00 00 00 00 00\n"
      + "04 00 03 03 0F 18\n"
    let capture = try Self.read(text)
    #expect(Self.lines(capture) == ["2 \(pdu) C1:22:33:44:55:66 -60 03030f18"])
    #expect(capture.summary.problems.isEmpty && capture.reports.allSatisfy { $0.address.kind == .randomStatic })
    let other = text.replacing("04 00 03 03", with: "05 00 03 03")
    #expect(try Self.read(text + other).summary.problems.map(\.kind) == [.lineUnread])
  }

  @Test func devicesOfBTool() throws {
    let text =
      "[1] : <Rx> - 02:19:59.290\n\(Self.words)Dump(Rx):\n04 FF 14 0D 06 00 00 01 66 55 44 33 22 C1 C4 07\n02 01 06 03 02 0F 18\n\n"
      + "Dump(Rx):\n0000:04 FF 11 0D 06 00 04 01 66 55 44 33 22 C1 C3 04   ................\n0010:03 03 0F 18   ....\n"
      + "Dump(Rx):\n04 FF 06 7F 06 00 88 FD 00\n"
    let capture = try Self.read(text)
    #expect(
      Self.lines(capture) == [
        "5 ADV_IND C1:22:33:44:55:66 -60 02010603020f18", "9 SCAN_RSP C1:22:33:44:55:66 -61 03030f18",
      ])
    #expect(capture.summary.problems.isEmpty)
    let cut = try Self.read(text + "04 FF 14 0D 06 00 00 01 66\n" + Self.words)
    #expect(cut.reports.count == 2 && cut.summary.problems.map(\.kind) == [.lineUnread])
  }
}
