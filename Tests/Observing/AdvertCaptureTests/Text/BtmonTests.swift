import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// The text of `btmon`, read as a capture. Where the octets are not printed, what is read is what the words say.
@Suite struct BtmonTests {
  private static func read(_ lines: [String]) throws -> RecordedCapture {
    try .read(MemorySource(Array((lines.joined(separator: "\n") + "\n").utf8)))
  }

  private static func legacy(_ type: Int, length: Int, _ structures: [String]) -> [String] {
    [
      "> HCI Event: LE Meta Event (0x3e) plen \(12 + length)      #10 [hci1] 68.093887",
      "      LE Advertising Report (0x02)",
      "        Num reports: 1", "        Event type: words (0x0\(type))", "        Address type: Random (0x01)",
      "        Address: C1:22:33:44:55:66 (Static)", "        Data length: \(length)",
    ] + structures.map { $0 == "cd" ? $0 : "        " + $0 } + ["        RSSI: -59 dBm (0xc5)"]
  }

  /// A copy can have lost the mark of its first packet.
  @Test(arguments: ["ADV_IND", "SCAN_RSP"]) func theFirstMarkCanBeMissing(_ kind: String) throws {
    let lines = Self.legacy(kind == "ADV_IND" ? 0 : 4, length: 3, ["Flags: 0x06"])
    let stop = [
      "< HCI Command: LE Set Scan Enable (0x08|0x000c) plen 2   #2 [hci0] 2.0", "        Scanning: Disabled (0x00)",
      "        Filter duplicates: Disabled (0x00)",
    ]
    for more in [[], stop, lines] {
      let whole = try Self.read(lines + more)
      let cut = try Self.read([String(lines[0].dropFirst(2))] + lines.dropFirst() + more)
      #expect(cut.reports.map { HexText.compact($0.data) } == whole.reports.map { HexText.compact($0.data) })
      #expect(cut.reports.count == (more == lines ? 2 : 1) && cut.summary.problems == whole.summary.problems)
    }
  }

  /// A copy can begin below the first line of its first packet, or with one of the kernel that lost its mark.
  @Test func theFirstLineCanBeMissing() throws {
    let lines = Self.legacy(0, length: 3, ["Flags: 0x06"])
    let stop = [
      "< HCI Command: LE Set Scan Enable (0x08|0x000c) plen 2   #2 [hci0] 2.0", "        Scanning: Disabled (0x00)",
      "        Filter duplicates: Disabled (0x00)",
    ]
    for more in [[], stop, lines] {
      let cut = try Self.read(lines.dropFirst() + more)
      #expect(cut.reports.map { HexText.compact($0.data) } == Array(repeating: "020106", count: more == lines ? 2 : 1))
      #expect(cut.summary.problems.isEmpty)
    }
    let told = [
      "MGMT Event: Device Found (0x0012) plen 17            {0x0001} [hci0] 28.1",
      "        LE Address: C0:11:22:33:44:55 (Static)", "        RSSI: -69 dBm (0xbb)",
      "        Flags: 0x00000000", "        Data length: 3", "        Flags: 0x06",
    ]
    let device = try Self.read(told + stop)
    #expect(device.summary.values.map { "\($0.address) \($0.rssi ?? 0)" } == ["C0:11:22:33:44:55 -69"])
  }

  /// The kernel's event behind a report has the octets of services whose names alone btmon prints.
  @Test func dataOfMonitorsCompleteReports() throws {
    let data = "020106" + "020a09" + "1107b4df5a1c3f6bf4bfea4a820304901a02" + "051206001000"
    let report = Self.legacy(
      0, length: 30,
      ["Flags: 0x06", "TX power: 9 dBm", "128-bit Service UUIDs (complete): 1 entry", "  Vendor specific"])
    func event(_ address: String, _ data: String) -> [String] {
      [
        "@ MGMT Event: ADV Monitor Device Found (0x002f) plen 46      {0x0001} [hci1] 68.093890", "        Handle: 0",
        "        Address: \(address) (Static)", "        Addr Type: 2", "        RSSI: -75",
        "        Flags: 0x00000000",
        "        AD Data Len: \(data.count / 2)", "        AD Data: \(data)",
      ]
    }
    let whole = try Self.read(report + event("C1:22:33:44:55:66", data))
    #expect(whole.reports.map { HexText.compact($0.data) } == [data] && whole.summary.problems.isEmpty)
    // Data of another device, of another length or with another beginning are not its own.
    for other in [
      event("C1:22:33:44:55:67", data), event("C1:22:33:44:55:66", data + "020100"),
      event("C1:22:33:44:55:66", "020104" + data.dropFirst(6)), [],
    ] {
      let cut = try Self.read(report + other)
      #expect(cut.reports.map { HexText.compact($0.data) } == ["020106020a09"])
      #expect(cut.summary.problems.contains { $0.kind == .lineUnread })
    }
    // Without a report, the event has the values of the device.
    let alone = try Self.read(event("C1:22:33:44:55:66", data))
    #expect(
      alone.summary.values.map { "\($0.address) \($0.values.services) \($0.rssi ?? 0)" }
        == ["C1:22:33:44:55:66 [021a9004-0382-4aea-bff4-6b3f1c5adfb4] -75"])
  }

  /// What is printed of each structure, and its octets.
  @Test(arguments: [
    (["Flags: 0x06", "  LE General Discoverable Mode", "  BR/EDR Not Supported"], "020106"),
    (
      ["16-bit Service UUIDs (complete): 2 entries", "  Battery Service (0x180f)", "  Unknown (0xec88)"], "05030f1888ec"
    ),
    (["32-bit Service UUIDs (partial): 1 entry", "  Unknown (0x12345678)"], "050478563412"),
    (["16-bit Service UUIDs: 1 entry", "  Heart Rate (0x180d)"], "03140d18"),
    // The only services of 128 bits that it has names for.
    (
      ["128-bit Service UUIDs (complete): 1 entry", "  Nordic UART Service"],
      "11079ecadc240ee5a9e0" + "93f3a3b50100406e"
    ),
    (
      ["128-bit Service UUIDs (partial): 1 entry", "  Eddystone Configuration Service"],
      "110695e2edeb1ba0398adf4bd38e" + "0075c8a3"
    ),
    (["Name (short): Hé (1)"], "080848c3a920283129"), (["TX power: -4 dBm"], "020afc"),
    (["Class: 0x240404", "  Major class: Audio/Video (headset, speaker, stereo, video, vcr)"], "040d040424"),
    (["Peripheral Conn. Interval: 0x0006 - 0x0c80"], "05120600800c"),
    (["Slave Conn. Interval: 0x0006 - 0x0c80"], "05120600800c"),
    (["Service Data: Xiaomi Inc. (0xfe95)", "  Data[3]: 3058ff"], "061695fe3058ff"),
    (["Service Data: Xiaomi Inc. (0xfe95)", "  Data: 3058ff"], "061695fe3058ff"),
    (["Service Data (UUID 0xfe95): 3058ff"], "061695fe3058ff"),
    (["Company: not assigned (1027)", "  Data: "], "03ff0304"),
    (["Random Address: C1:22:33:44:55:66 (Static)"], "07186655443322c1"), (["Appearance: Watch (0x00c0)"], "0319c000"),
    (["Company: not assigned (60552)", "  Data: 000307294700"], "09ff88ec000307294700"),
    (["Company: Apple, Inc. (76)", "  Type: Unknown (16)", "  Data[5]: 14b8fd7001"], "0aff4c00100514b8fd7001"),
    (
      [
        "Company: Apple, Inc. (76)", "  Type: iBeacon (2)", "  UUID: 00112233-4455-6677-8899-aabbccddeeff",
        "  Version: 258.772",
        "  TX power: -59 dB",
      ], "1aff4c000215ffeeddccbbaa998877665544332211000201" + "0403c5"
    ), (["Unknown EIR field 0x2f[3]: 010203"], "042f010203"),
    (["3D Information Data[2]: 0164", "  Features: 0x01"], "033d0164"),
    // What fits no structure is printed as octets.
    (["Flags: 0x06", "05 09 41 42                                      ..AB            "], "02010605094142"),
    // Newer versions print all octets first.
    (["Advertising Data[5]: 0411223344", "Unknown EIR field 0x11[3]: 223344"], "0411223344"),
  ])
  func structureIsMade(_ lines: [String], _ octets: String) throws {
    let capture = try Self.read(Self.legacy(0, length: octets.utf8.count / 2, lines))
    let report = try #require(capture.reports.first)
    #expect(HexText.compact(report.data) == octets && report.isComplete && capture.summary.problems.isEmpty)
    #expect(report.pdu == .advInd && report.rssi == -59 && report.adapter == 1 && report.record == 1)
    #expect(report.address == DeviceAddress(bits: 0xC122_3344_5566, type: .random))
    #expect(report.time == Timestamp(microseconds: 68_093_887))
  }

  /// Structures without their octets, or with others than the data have room for: what is before them is known.
  @Test(arguments: [
    (
      ["Flags: 0x06", "128-bit Service UUIDs (complete): 1 entry", "  Vendor specific"], 21, "020106",
      "128-bit Service UUIDs in words"
    ),
    (["Service Data UUID 128: Vendor specific "], 20, "", "Service Data UUID 128 in words"),
    (["Something new: 7"], 3, "", "a structure in words"),
    // Zeros behind the structures are not printed, and neither is a structure too short for its type.
    (["Flags: 0x06"], 31, "020106", "structures of 3 of 31 bytes"),
    // A name that goes on in the next line.
    (["Name (complete): ab", "cd"], 7, "03096162", "structures of 4 of 7 bytes"),
    (
      ["16-bit Service UUIDs (complete): 2 entries", "  Unknown (0xec88)"], 6, "",
      "a list of UUIDs with fewer lines than UUIDs"
    ),
    (["Name (complete): too long"], 5, "", "structures of 0 of 5 bytes"),
  ])
  func lossIsNamed(_ lines: [String], _ length: Int, _ known: String, _ loss: String) throws {
    let capture = try Self.read(Self.legacy(4, length: length, lines))
    let report = try #require(capture.reports.first)
    #expect(report.pdu == .scanRsp && HexText.compact(report.data) == known && !report.isComplete)
    let problem = try #require(capture.summary.problems.first { $0.kind == .lineUnread })
    #expect(problem.message == "expected the bytes of a scan response, found \(loss), which btmon --write keeps")
    #expect(problem.record == 1)
  }

  @Test func extendedReportsAreRead() throws {
    func entry(_ number: Int, type: String, data: [String]) -> [String] {
      [
        "        Entry \(number)", "          Event type: \(type)", "            Props: \(type)",
        "            Data status: \u{1B}[0;32mComplete\u{1B}[0m",
        "          Legacy PDU Type: words (\(type))", "          Address type: Public (0x00)",
        "          Address: A4:C1:38:00:00:01 (Telink)", "          Primary PHY: LE 1M",
        "          Secondary PHY: LE 2M",
        "          SID: 0x05", "          TX power: 127 dBm", "          RSSI: not available (0x7f)",
        "          Direct address type: Public (0x00)", "          Direct address: 00:00:00:00:00:00 (OUI 00-00-00)",
      ] + data
    }
    let head = [
      "> HCI Event: LE Meta Event (0x3e) plen 80  #1 [hci0] 12:00:01.500000",
      "      LE Extended Advertising Report (0x0d)", "        Num reports: 2",
    ]
    let capture = try Self.read(
      head
        + entry(
          0, type: "0x0013",
          data: [
            "          Data length: 0x07", "        02 01 06 03 03 0f 18                             .......         ",
            "        Flags: 0x06",
            "        16-bit Service UUIDs (complete): 1 entry", "          Battery Service (0x180f)",
          ])
        + entry(1, type: "0x0001", data: ["          Data length: 0x03", "        Flags: 0x06"]))
    #expect(capture.reports.map(\.pdu) == [.advInd, .auxAdvInd] && capture.summary.problems.isEmpty)
    #expect(capture.reports.map { HexText.compact($0.data) } == ["02010603030f18", "020106"])
    #expect(capture.reports.map(\.advertisingSID) == [nil, 5] && capture.reports.allSatisfy { $0.rssi == nil })
    #expect(capture.reports[0].time == Timestamp(microseconds: 43_201_500_000))
  }

  /// Commands of the host, with titles that the width of the terminal cut, behind what a logger writes.
  @Test(arguments: ["", "Nov 24 17:00:00 host btmon[12]: ", "app-1  | "]) func hostIsFollowed(_ prefix: String) throws {
    let lines = [
      "Bluetooth monitor ver 5.66",
      "< HCI Command: LE Set Scan Par.. (0x08|0x000b) plen 7  #1 [hci0] 0.001000", "        Type: Passive (0x00)",
      "        Interval: 60.000 msec (0x0060)", "        Window: 30.000 msec (0x0030)",
      "        Own address type: Public (0x00)",
      "        Filter policy: Accept all advertisement (0x00)",
      "> HCI Event: Command Complete (0x0e) plen 4  #2 [hci0] 0.002000",
      "      LE Set Scan Parameters (0x08|0x000b) ncmd 1", "        Status: Success (0x00)",
      "< HCI Command: LE Set Scan Enable (0x08|0x000c) plen 2  #3 [hci0] 0.003000", "        Scanning: Enabled (0x01)",
      "        Filter duplicates: Disabled (0x00)", "> HCI Event: Command Complete (0x0e) plen 4  #4 [hci0] 0.004000",
      "      LE Set Scan Enable (0x08|0x000c) ncmd 1", "        Status: Success (0x00)",
      "< HCI Command: LE Set Advertising... (0x08|0x0008) plen 32  #5 [hci0] 0.005000", "        Length: 7",
      "        Flags: 0x06",
      "          LE General Discoverable Mode", "        16-bit Service UUIDs (complete): 1 entry",
      "          Battery Service (0x180f)",
      "> HCI Event: Command Complete (0x0e) plen 4  #6 [hci0] 0.006000",
      "      LE Set Advertising Data (0x08|0x0008) ncmd 1",
      "        Status: Success (0x00)",
      "< HCI Command: LE Set Advertise Enable (0x08|0x000a) plen 1  #7 [hci0] 0.007000",
      "        Advertising: Enabled (0x01)", "> HCI Event: Command Complete (0x0e) plen 4  #8 [hci0] 0.008000",
      "      LE Set Advertise Enable (0x08|0x000a) ncmd 1", "        Status: Success (0x00)",
    ]
    let capture = try Self.read(lines.map { prefix + $0 })
    #expect(capture.changes.map(\.mode) == [.passive] && capture.changes.first?.listening?.window == 0x30)
    #expect(capture.hostLayouts.map { $0.layout.advertising.map { HexText.compact($0.octets) } } == ["02010603030f18"])
    #expect(capture.summary.problems.isEmpty)
  }

  /// `hcidump` prints octets of what it has no words for, and the time before the packet. They are not a device's data.
  @Test func octetsOfHcidumpAreThoseOfItsPacket() throws {
    let capture = try Self.read([
      "HCI sniffer - Bluetooth packet analyzer ver 5.37",
      "2016-12-07 04:58:39.531213 < HCI Command: LE Set Advertising Data (0x08|0x0008) plen 32",
      "  0000: 06 02 01 02 02 0a 07 00  00 00 00 00 00 00 00 00  ................",
      "  0010: 00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  ................",
      "2016-12-07 04:58:39.533080 > HCI Event: Command Complete (0x0e) plen 4",
      "    LE Set Advertising Data (0x08|0x0008) ncmd 1", "    status 0x00",
      "2016-12-07 04:58:39.533252 < HCI Command: LE Set Advertise Enable (0x08|0x000a) plen 1", "  0000: 01    .",
      "2016-12-07 04:58:39.533300 > ACL data: handle 11 flags 0x02 dlen 6", "    0000: 02 01 06 02 0a 07       ......",
      // Fewer octets than it has.
      "2016-12-07 04:58:39.536000 < HCI Command: LE Set Scan Response Data (0x08|0x0009) plen 32",
      "  0000: 08 07 09 75 62 75 6e 74  75 00 00 00 00 00 00 00  ...ubuntu.......",
    ])
    #expect(capture.reports.isEmpty && capture.summary.merged.isEmpty)
    #expect(capture.hostLayouts.map { $0.layout.advertising.map { HexText.compact($0.octets) } } == ["020102020a07"])
    #expect(capture.hostLayouts.first?.time == Timestamp(microseconds: 1_481_086_719_533_252))
    #expect(capture.summary.problems.map(\.record) == [12])
  }

  /// What the kernel makes of reports has both blocks in one, and old versions print it as octets.
  @Test func joinedBlocksOfTheKernelAreNoReport() throws {
    let capture = try Self.read(
      Self.legacy(4, length: 4, ["Company: not assigned (1027)", "  Data: "]) + [
        "@ Device Found: C1:22:33:44:55:66 (2) rssi -45 flags 0x0000",
        "        02 01 06 04 09 46 52 00 03 ff 01 02 03 ff 03 04  .....FR.........",
      ])
    #expect(capture.reports.map { HexText.compact($0.data) } == ["03ff0304"] && capture.summary.merged.isEmpty)
  }

  /// What a program asks the kernel to advertise is no proof that it is sent, and not lost in silence.
  @Test func aRequestToAdvertiseIsTold() throws {
    let request = [
      "@ MGMT Command: Add Advertising (0x003e) plen 15       {0x0001} [hci0] 4.271771", "        Instance: 1",
      "        Flags: 0x00000000", "        Duration: 0", "        Timeout: 0", "        Advertising data length: 4",
      "        16-bit Service UUIDs (complete): 1 entry", "          Heart Rate (0x180d)",
      "        Scan response length: 0",
    ]
    let alone = try Self.read(request)
    #expect(alone.summary.problems.map(\.message).contains { $0.contains("a program asks it to advertise") })
    let data = [
      "< HCI Command: LE Set Advertising Data (0x08|0x0008) plen 32  #1 [hci0] 4.271900", "        Length: 4",
      "        16-bit Service UUIDs (complete): 1 entry", "          Heart Rate (0x180d)",
    ]
    #expect(try Self.read(request + data).summary.problems.isEmpty)
  }

  /// A command whose words are not known is told, and all others are left out without a word.
  /// People copy what the kernel says of their device, without the controller's report before it.
  @Test func aDeviceWithoutAReportIsTold() throws {
    let told = [
      "@ MGMT Event: Device Found (0x0012) plen 48  {0x0001} [hci0] 2025-03-09 02:21:02.219606",
      "        LE Address: C1:22:33:44:55:66 (Static)", "        RSSI: -62 dBm (0xc2)", "        Flags: 0x00000000",
      "        Data length: 3", "        Flags: 0x06",
    ]
    for quoted in ["", "> "] {
      let capture = try Self.read((told + told).map { quoted + $0 })
      #expect(capture.reports.isEmpty && capture.summary.problems.map(\.kind) == [.valuesOnly])
      let values = try #require(capture.summary.values.first)
      #expect(values.program == .deviceFound && values.count == 2 && values.line == 1 && values.rssi == -62)
      #expect(values.address.description == "C1:22:33:44:55:66" && values.address.type == .random)
      // Flags of the event, and of the device.
      #expect(values.isConnectable == true && values.values == HeardValues())
    }
    let report = Self.legacy(0, length: 3, ["Flags: 0x06"])
    #expect(try Self.read(told + report).summary.problems.isEmpty)
    #expect(try Self.read(report + told).summary.problems.isEmpty)
    #expect(try Self.read(report + told).summary.values.isEmpty)
  }

  @Test func valuesOfADeviceWithoutAReportAreTold() throws {
    let told = [
      "@ MGMT Event: Device Found (0x0012) plen 48  {0x0001} [hci0] 0.224956",
      "        LE Address: 00:1A:7D:11:22:33 (OUI 00-1A-7D)", "        RSSI: -62 dBm (0xc2)",
      "        Flags: 0x00000004", "          Not Connectable", "        Data length: 21", "        Flags: 0x06",
      "        16-bit Service UUIDs (complete): 1 entry", "          Battery Service (0x180f)",
      "        Service Data: Google (0xfe9f)", "          Data[2]: 0102", "        Company: Apple, Inc. (76)",
      "          Type: Unknown (16)", "          Data[2]: 0507",
    ]
    let values = try #require(try Self.read(told).summary.values.first)
    #expect(values.isConnectable == false && values.address.type == .public)
    #expect(values.values.services == [0x180F] && values.values.serviceData == [0xFE9F: [1, 2]])
    #expect(values.values.manufacturerData == [76: [0x10, 2, 5, 7]] && !values.values.mayBeMore)
    // A service that is printed by name only.
    let lacking = told + ["        128-bit Service UUIDs (complete): 1 entry", "          Vendor specific"]
    #expect(
      try Self.read(lacking.map { $0.exchanging("length: 21", for: "length: 39") }).summary.values.first?.values
        .mayBeMore
        == true)
  }

  private static func hcidump(_ length: Int, _ structures: [String], type: String = "ADV_IND - words (0)") -> [String] {
    [
      "> HCI Event: LE Meta Event (0x3e) plen \(12 + length)", "    LE Advertising Report", "      " + type,
      "      bdaddr C1:22:33:44:55:66 (Random)",
    ] + structures.map { "      " + $0 } + ["      RSSI: -61"]
  }

  /// The words of `hcidump`, and their octets.
  @Test(arguments: [
    ("Flags: 0x06", "020106"), ("Flags: 0x06 0x01", "03010601"),
    ("Complete service classes: 0x180f 0x180a", "05030f180a18"),
    ("Shortened service classes: 0x180f", "03020f18"), ("Complete local name: 'Hat (1)'", "080948617420283129"),
    ("Shortened local name: ''", "0108"), ("TX power level: 244", "020af4"),
  ]) func wordsOfHcidump(_ words: String, _ hex: String) throws {
    let capture = try Self.read(Self.hcidump(hex.utf8.count / 2, [words], type: "SCAN_RSP - Scan Response (4)"))
    #expect(capture.reports.map { HexText.compact($0.data) } == [hex] && capture.summary.problems.isEmpty)
    #expect(capture.reports.first?.pdu == .scanRsp && capture.reports.first?.rssi == -61)
    #expect(capture.reports.first?.address.type == .random)
  }

  /// Octets that `hcidump` does not print leave a loss, and those before them stay.
  @Test(arguments: [
    (21, ["Flags: 0x05", "Unknown type 0x07 with 16 bytes data"], "020105", "a structure of type 0x07 with 16 bytes"),
    (
      11, ["Flags: 0x05", "Complete local name: 'My.Hat'"], "020105",
      "a name with dots, each of which can be another character"
    ),
    // Structures without octets are not printed.
    (8, ["Flags: 0x05"], "020105", "structures of 3 bytes"), (4, ["Flags: mist"], "", "a structure"),
    // Half a UUID is not printed either.
    (8, ["Flags: 0x05", "Complete service classes: 0x180f"], "02010503030f18", "structures of 7 bytes"),
  ]) func whatHcidumpLeavesOut(_ length: Int, _ words: [String], _ hex: String, _ loss: String) throws {
    let capture = try Self.read(Self.hcidump(length, words))
    #expect(capture.reports.map { HexText.compact($0.data) } == [hex] && capture.reports.allSatisfy { !$0.isComplete })
    #expect(
      capture.summary.problems.filter { $0.kind == .lineUnread }.map(\.message) == [
        "expected the bytes of an advertisement, found words of hcidump for \(loss): hcidump -R has the bytes"
      ])
  }

  @Test func unknownWordsAreTold() throws {
    let capture = try Self.read(
      [
        "< HCI Command: LE Set Scan Enable (0x08|0x000c) plen 2  #3 [hci0] 0.003000", "        Scanning: maybe",
        "< HCI Command: Reset (0x03|0x0003) plen 0  #4 [hci0] 0.004000",
        "< HCI Command: Read RSSI (0x05|0x0005) plen 2  #5 [hci0] 0.1",
        "        Handle: 64",
      ] + Self.legacy(0, length: 3, ["Flags: 0x06"]))
    #expect(capture.reports.count == 1 && capture.summary.problems.map(\.kind) == [.lineUnread])
    #expect(capture.summary.problems[0].record == 1 && capture.summary.problems[0].count == 1)
  }

  /// Lines of the text cut, changed and in another order end in no crash.
  @Test(arguments: UInt64(1)...20) func hostileTextIsRead(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let lines =
      Self.legacy(0, length: 3, ["Flags: 0x06"])
      + Self.legacy(
        4, length: 31,
        [
          "Company: Apple, Inc. (76)", "  Type: iBeacon (2)", "  UUID: 00112233-4455-6677-8899-aabbccddeeff",
          "  Version: 1.2",
        ])
      + [
        "< HCI Command: LE Set Ext (0x08|0x0041) plen 8  #1", "        PHYs: 0x01", "        Entry 0: LE 1M",
        "@ MGMT Command: Add (0x0052) plen 35  {0x0001} [hci0] 1.000000", "        Number of patterns: 255",
        "          Pattern 1:", "            Value : 0f18",
      ]
    for _ in 0..<100 {
      var octets = Array(lines.shuffled(using: &random).joined(separator: "\n").utf8)
      for _ in 0..<Int.random(in: 0..<8, using: &random) {
        octets[Int.random(in: 0..<octets.count, using: &random)] = UInt8.random(in: 0x20...0x7E, using: &random)
      }
      _ = try? RecordedCapture.read(MemorySource(octets))
    }
  }
}
