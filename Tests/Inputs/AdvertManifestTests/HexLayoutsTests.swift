import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertisingData
import Testing

@Suite struct HexLayoutsTests {
  @Test func readsLinesLabelsAndComments() throws {
    let layouts = try HexLayouts.read(
      """
      # two layouts

      0201060303 0f18   # battery
      my helmet advertising: 02 01 06
      my helmet scan-response: 03:03:0f:18
      """)
    #expect(layouts.map(\.name) == [nil, "my helmet"])
    #expect(
      layouts[0].layout == Layout(pdu: .advInd, advertising: Payload([2, 1, 6, 3, 3, 0x0F, 0x18]), declaring: nil))
    #expect(layouts[0].place == TextRange(line: 3, column: 1, count: 15))
    #expect(layouts[0].advertisingText?.range(offset: 5, length: 2) == TextRange(line: 3, column: 12, count: 4))
    #expect(
      layouts[1].layout
        == Layout(pdu: .advInd, advertising: Payload([2, 1, 6]), declaring: Payload([3, 3, 0x0F, 0x18])))
    #expect(layouts[1].advertisingText?.octets[2] == TextRange(line: 4, column: 30, count: 2))
    #expect(layouts[1].scanResponseText?.range == TextRange(line: 5, column: 26, count: 11))
  }

  /// Bytes that vary, in the value of a structure alone.
  @Test(arguments: [
    ("020106 0303????", [5, 6]), ("02 01 06 03 03 ?? 1?", [5, 6]), ("lamp advertising: 02:01:06:03:03:0f:?8", [6]),
  ])
  func placeholders(_ text: String, _ varying: [Int]) throws {
    #expect(HexLayouts.recognises(text))
    let layout = try #require(try HexLayouts.read(text).first)
    #expect(layout.layout.advertising?.count == 7)
    #expect(layout.patterns.first?.variation.octets.keys.sorted() == varying)
    #expect(layout.text == nil)
  }

  @Test(arguments: ["0201?? 03??0f18", "02 01 06 ?? 03 0f 18", "a merged: 02 01 ??", "02 01 0? ?"])
  func placeholdersElsewhereAreRefused(_ text: String) {
    #expect(throws: ManifestError.self) { try HexLayouts.read(text) }
  }

  @Test func bytesSeparatedByColonsAreNoLabel() throws {
    #expect(try HexLayouts.read("ad:02:01").map(\.layout.advertising) == [Payload([0xAD, 2, 1])])
    #expect(try HexLayouts.read("0x02:0x01:0x06").map(\.layout.advertising) == [Payload([2, 1, 6])])
  }

  /// Lines that only seem to be hex: an address behind a word, an object, an event of HCI, which is a log, and a log that
  /// is pasted from its middle.
  @Test(arguments: [
    "Device C6:11:22:33:44:55\n\tName: FR", "Address: C6:11:22:33:44:55\nData: 02 01 06\n", "MAC: C6 11 22 33 44 55",
    "{ name: '3344',\n  rssi: -46 }",
    "043e1302010300f6e5d4c3b2a10702010603030f18c4", "c00000000001 [ \"180d\" ]\nc00000000002 [ \"180f\" ]",
    "        Service Data (UUID 0xfd6f): a96642c0\n> HCI Event: LE Meta Event (0x3e) plen 43   #1 [hci0] 8.1\n",
  ])
  func otherTextsAreNoLayouts(_ text: String) { #expect(!HexLayouts.recognises(text)) }

  @Test func packetsAreNoPayloads() {
    #expect(HexLayouts.recognises("d6be898e400df6e5d4c3b2a102010603030f18"))
    #expect {
      try HexLayouts.read("lamp: d6be898e400df6e5d4c3b2a102010603030f18")
    } throws: {
      "\($0)".contains("line 1, column 6") && "\($0)".contains("a packet around them")
    }
  }

  /// An event that begins without its packet indicator, in lines of a log's columns.
  @Test(arguments: [
    "3e10020100 00f42a0000209104\n03030d18ca", "# an event\n3e1002 0100\n00f42a0000209104 03030d18ca\n",
  ])
  func packetsInLinesAreNoLayouts(_ text: String) {
    #expect {
      try HexLayouts.read(text)
    } throws: {
      "\($0)".contains("a packet around them in 2 lines")
    }
  }

  @Test func pairsUnlabelledBlocks() throws {
    let layouts = try HexLayouts.read("advertising: 02 01 06\nscan-response: 01 09\nadvertising: 02 01 04\n")
    #expect(layouts.map(\.layout.scanResponse) == [.declared(Payload([1, 9])), .declared(Payload())])
  }

  @Test(arguments: [
    ("02 01 06\nhelmet: 02 0g", "line 2, column 13: expected a hex digit, found \"g\""),
    ("02 01 6", "line 1, column 7: expected two hex digits for each byte, found one"),
    (
      "02 01 06\nh: 66:11:22:33:44:55 -60 020106",
      "line 2, column 21: expected the same separator between all bytes, found another, as beside an address"
    ),
    ("adv data (4): 02 01 06", "line 1, column 14: expected 4 bytes, as the label says, found 3"),
    ("adv data, 2 bytes: 02 01 06", "line 1, column 19: expected 2 bytes, as the label says, found 3"),
  ])
  func saysWhatIsWrongAndWhere(_ text: String, _ message: String) {
    #expect {
      try HexLayouts.read(text)
    } throws: {
      "\($0)" == message
    }
  }

  @Test(arguments: [
    ("# nothing\n\n02 01 06", true), ("helmet: 02 01", true), ("# advert\n\nWords.", false), ("", false),
    ("# only", false),
    ("helmet:", false),
    // Lines of a log, with an address and a strength before the data.
    ("scan 66:11:22:33:44:55 -60 020106", false), ("66-11-22-33-44-55 020106", false),
    ("dev=C0:11:22:33:44:55: 02 01 06", false),
    // Labels of blocks need no colon. Settings and source code are no layouts, and prose makes a log.
    ("adv = 020106", true), ("ADV_IND 020106", true), ("AdvData -> 02 01 06", true), ("adv = 10", false),
    ("uint8_t adv[] = {0x02, 0x01, 0x06};", false), ("adv = \"020106\"", false), ("adv=020106 rsp=03030f18", false),
    ("adv: 020106\nrsp: 03030f18\nwhat is wrong", false), ("adv: 020106\nfrom C6:11:22:33:44:55, rssi -60", false),
    ("helmet: 02:01:06", true), ("02-01-06", true), ("0x02:0x01:0x06", true), ("0x02, 0x01,0x06", true),
  ])
  func recognisesHexByItsFirstLine(_ text: String, _ isHex: Bool) {
    #expect(HexLayouts.recognises(text) == isHex)
  }

  /// The labels of the two blocks, as people and programs write them.
  private static let labels = [
    ("adv:", "rsp:"), ("adv:", "scan:"), ("adv:", "sr:"), ("ADV:", "RSP:"), ("adv=", "rsp="), ("adv ", "scan rsp "),
    ("adv_data:", "scan_rsp:"), ("advData:", "scanData:"), ("AdvData = ", "ScanRspData = "),
    ("Advertising data:", "Scan response data:"), ("Advertising Data ->", "Scan Response ->"),
    ("advertisement:", "response:"), ("Advertisement ==> ", "Scan response ==> "), ("ADV_IND:", "SCAN_RSP:"),
    ("ADV_IND ", "SCAN_RSP "), ("raw adv:", "raw scan rsp:"), ("Adv packet:", "Scan response packet:"),
    ("advertising payload:", "scanresp payload:"), ("payload:", "resp:"), ("data:", "scan_rsp_data:"),
    ("adv data (3):", "scan rsp [4]:"), ("Adv len 3:", "Scan rsp, 4 bytes:"), ("advertising-data:", "scan-rsp-data:"),
    ("p_adv:", "p_sr:"), ("\"adv\":", "\"rsp\":"), ("", "rsp:"), ("owl adv:", "owl scan rsp:"), ("owl:", "scan rsp:"),
    ("adv 2:", "rsp 2:"), ("adv[2]:", "rsp[2]:"),
  ]

  /// A pair of lines is one layout in any order; of the line of one block alone, the other is not known.
  @Test(arguments: labels) func pairsLinesOfAnyLabels(_ advertising: String, _ response: String) throws {
    let lines = [advertising + "02 01 06", response + "03 03 0f 18"]
    let expected = Layout(pdu: .advInd, advertising: Payload([2, 1, 6]), declaring: Payload([3, 3, 0x0F, 0x18]))
    #expect(HexLayouts.recognises(lines.joined(separator: "\n")))
    #expect(try HexLayouts.read(lines.joined(separator: "\n")).map(\.layout) == [expected])
    guard advertising != "owl:" else { return }
    #expect(try HexLayouts.read(lines.reversed().joined(separator: "\n") + "\n").map(\.layout) == [expected])
  }

  @Test func pairsTheNearestLines() throws {
    func read(_ text: String) throws -> [String] {
      try HexLayouts.read(text).map { layout in
        (layout.layout.advertising.map { HexText.compact($0.octets) } ?? "-") + "+"
          + layout.layout.scanResponse.payloads.map { HexText.compact($0.octets) }.joined()
      }
    }
    #expect(try read("adv: 0101\nrsp: 0102\nadv: 0103\nrsp: 0104") == ["0101+0102", "0103+0104"])
    #expect(try read("adv: 0101\nadv: 0103\nrsp: 0102\nrsp: 0104") == ["0101+0102", "0103+0104"])
    #expect(try read("adv: 0101\nadv: 0103\nrsp: 0104") == ["0101+", "0103+0104"])
    #expect(try read("rsp: 0102\nadv: 0101\nrsp: 0104\nadv: 0103") == ["0101+0102", "0103+0104"])
    #expect(try read("adv 1: 0101\nadv 2: 0103\nrsp 2: 0104\nrsp 1: 0102") == ["0101+0102", "0103+0104"])
    #expect(try read("scan-response: 02") == ["-+02"])
    #expect(try read("a! advertising: 02\nb! scan-response: 03") == ["02+", "-+03"])
    #expect(try HexLayouts.read("ADV_NONCONN_IND: 020106").map(\.layout.pdu) == [.advNonconnInd])
  }

  /// A payload that is written over lines is one layout wherever it is divided, unless each line is whole by itself.
  @Test func linesContinueEachOther() throws {
    let octets: [UInt8] = [2, 1, 6, 0x1A, 0xFF, 0x4C, 0, 2, 0x15] + (1...21).map { UInt8($0) }
    for cut in 1..<octets.count {
      let text = HexText.spaced(octets[..<cut]) + "\n" + HexText.spaced(octets[cut...]) + "\n"
      let layouts = try HexLayouts.read(text)
      #expect(layouts.map { $0.layout.advertising?.octets } == [octets], "\(text)")
    }
    #expect(try HexLayouts.read("02 01 06\n02 01 06\n").count == 2)
    #expect(try HexLayouts.read("02 01 06 03 03\n0f\n").count == 2)
  }

  /// Values of libraries are no payloads.
  @Test(arguments: [
    "\"manufacturerdata\":\"1b002500cf1d0000d063\"", "service data: 640a1b2c3d4e5f60", "uuid: fda50693a4e24fb1",
  ])
  func valuesAreNoLayouts(_ text: String) {
    #expect(throws: ManifestError.self) { try HexLayouts.read(text) }
  }

  @Test func nonScannableLayoutsHaveNoScanResponse() throws {
    #expect(try HexLayouts.read("02 01 06", pdu: .advNonconnInd).map(\.layout.scanResponse) == [.notScannable])
  }

  /// Half a million bytes are judged for hours where rules compare the structures of a payload; no radio sends so many.
  @Test func refusesWhatNoRadioSends() throws {
    let most = String(repeating: "02", count: 4096)
    #expect(try HexLayouts.read(most).map(\.layout.advertising?.count) == [4096])
    #expect {
      try HexLayouts.read("z: " + most + "ff")
    } throws: {
      "\($0)" == "line 1, column 8196: expected at most 4096 bytes in a payload, found 4097"
    }
    #expect {
      try Manifest(reading: "layouts:\n  a:\n    advertising: \(most)ff\n")
    } throws: {
      "\($0)" == "line 3, column 18: expected at most 4096 bytes in a payload, found 4097"
    }
  }

  /// The latest advertising data without a scan response are the ones that get it.
  @Test func pairsManyBlocksOfOneName() throws {
    let count = 3000
    let text =
      String(repeating: "a advertising:01\n", count: count) + String(repeating: "a scan-response:02\n", count: count)
    let layouts = try HexLayouts.read(text)
    #expect(layouts.count == count)
    #expect(layouts.allSatisfy { $0.layout.scanResponse == .declared(Payload([2])) })
  }
}
