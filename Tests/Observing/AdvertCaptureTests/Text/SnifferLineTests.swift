import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// Packets that the programs of sniffers print: the octets are read once, not again from the words about them.
@Suite struct SnifferLineTests {
  /// A device that sends its service in the scan response, as `ubertooth-btle` prints it; the data in its words would be
  /// advertisements of their own. The CRC is that of the octets.
  private static let ubertooth = """
    systime=1700000000 freq=2402 addr=8e89bed6 delta_t=17.715 ms rssi=-60
    40 11 66 55 44 33 22 c1 02 01 06 07 09 48 65 6c 6d 65 74 90 89 dc\u{20}
    Advertising / AA 8e89bed6 (valid)/ 17 bytes
        Channel Index: 37
        Type:  ADV_IND
        AdvA:  c1:22:33:44:55:66 (random)
        AdvData: 02 01 06 07 09 48 65 6c 6d 65 74
            Type 01 (Flags)
               00000110

        Data:  66 55 44 33 22 c1 02 01 06 07 09 48 65 6c 6d 65 74
        CRC:   90 89 dc

    systime=1700000000 freq=2480 addr=8e89bed6 delta_t=0.476 ms rssi=-62
    44 0a 66 55 44 33 22 c1 03 03 0f 18 ef ad 54\u{20}
    Advertising / AA 8e89bed6 (valid)/ 10 bytes
        Channel Index: 39
        Type:  SCAN_RSP
        AdvA:  c1:22:33:44:55:66 (random)
        ScanRspData: 03 03 0f 18

        Data:  66 55 44 33 22 c1 03 03 0f 18
        CRC:   ef ad 54

    """

  private static func read(_ text: String, _ options: CaptureOptions = CaptureOptions()) throws -> RecordedCapture {
    try .read(MemorySource(Array(text.utf8)), options: options)
  }

  private static func lines(_ capture: RecordedCapture) -> [String] {
    capture.reports.map { report in
      "\(report.record) \(report.pdu.rawValue) \(report.address) \(report.rssi ?? 0) \(HexText.compact(report.data))"
    }
  }

  @Test func ubertoothsPackets() throws {
    let capture = try Self.read(Self.ubertooth)
    #expect(
      Self.lines(capture) == [
        "1 ADV_IND C1:22:33:44:55:66 -60 020106070948656c6d6574", "14 SCAN_RSP C1:22:33:44:55:66 -62 03030f18",
      ])
    #expect(capture.reports.allSatisfy { $0.dataFileOffset == nil && $0.address.type == .random })
    // The clock of the sniffer counts on from the first time of the computer.
    let times = capture.reports.compactMap { $0.time?.microseconds }
    #expect(times == [1_700_000_000_000_000, 1_700_000_000_000_476] && capture.summary.problems.isEmpty)
  }

  /// A packet with an octet that was received wrongly is a problem, as in a capture.
  @Test func aWrongCRCIsNoAdvertisement() throws {
    let capture = try Self.read(Self.ubertooth.replacing("\n40 11 66", with: "\n40 11 67"))
    #expect(Self.lines(capture).map { $0.prefix(11) } == ["14 SCAN_RSP"])
    #expect(capture.summary.problems.map { $0.kind } == [.badCRC])
  }

  /// Packets of connections have other access addresses, and requests have no data.
  @Test func otherPacketsAreLeftOut() throws {
    let others = "systime=1700000001 freq=2440 addr=50654321 delta_t=1.000 ms rssi=-60\n02 03 04 02 01 06 11 22 33 \n"
    #expect(Self.lines(try Self.read(others + "Data / AA 50654321 (valid)/ 3 bytes\n\n" + Self.ubertooth)).count == 2)
  }

  /// Sniffle prints words first. Extended advertising is joined from its packets.
  @Test func snifflesPackets() throws {
    let text = """
      Timestamp: 10.146471\tLength: 15\tRSSI: -69\tChannel: 37\tPHY: LE 1M\tCRC: 0x94E31B
      Ad Type: ADV_EXT_IND
      ChSel: 0 TxAdd: 1 RxAdd: 0 Ad Length: 13
      AuxPtr Chan: 36 PHY: 2M Delay: 46230 us
      AdvMode: Non-connectable, non-scannable
      AdvA: C1:22:33:44:55:66 (static) AdvDataInfo DID: 0x342 SID: 0x0
      0x0000:  47 0d 0c 19 66 55 44 33  22 c1 42 03 24 05 26     G...fUD3".B.$.&

      Timestamp: 10.192701\tLength: 17\tRSSI: -72\tChannel: 36\tPHY: LE 2M\tCRC: 0x000000
      Ad Type: AUX_ADV_IND
      ChSel: 0 TxAdd: 1 RxAdd: 0 Ad Length: 15
      AdvMode: Non-connectable, non-scannable
      AdvDataInfo DID: 0x342 SID: 0x0
      Complete Local Name: Helmet
      0x0000:  47 0f 03 08 42 03 02 01  06 07 09 48 65 6c 6d 65  G...B......Helme
      0x0010:  74                                                t

      """
    #expect(
      Self.lines(try Self.read(text)) == ["9 AUX_ADV_IND C1:22:33:44:55:66 -72 020106070948656c6d6574"])
    // An older version.
    let old = """
      Timestamp: 1.000001    Length: 15      RSSI: -69       Channel: 38     PHY: 1M
      Ad Type: ADV_IND
      ChSel: 0 TxAdd: 1 RxAdd: 0 Ad Length: 13
      AdvA: C1:22:33:44:55:66 (static)
      40 0D 66 55 44 33 22 C1 02 01 06 03 03 0F 18
      @     f  U  D  3  "

      """
    #expect(Self.lines(try Self.read(old)) == ["1 ADV_IND C1:22:33:44:55:66 -69 02010603030f18"])
  }

  /// What is cut off is told, and another line of the log is read as what it is.
  @Test func whatIsCutOff() throws {
    let head = "systime=1700000000 freq=2402 addr=8e89bed6 delta_t=17.715 ms rssi=-60\n"
    let capture = try Self.read(head + "scan: a4:c1:38:11:22:33 -60 adv=020106\n")
    #expect(Self.lines(capture).map { $0.prefix(6) } == ["2 ADV "])
    #expect(capture.summary.problems.map { $0.kind } == [.lineUnread])
    #expect(throws: CaptureError.self) { try Self.read("systime=1700000000 freq=9 addr=8e89bed6 delta_t=1.0 ms\n") }
  }

  /// Any cut and any changed octet gives reports, a problem or an error.
  @Test func damage() throws {
    let octets = Array(Self.ubertooth.utf8)
    for place in octets.indices.sampled(oneIn: 7) {
      for changed in [Array(octets[..<place]), octets[..<place] + [0x39] + octets[(place + 1)...]] {
        let capture = try? RecordedCapture.read(MemorySource(changed), options: CaptureOptions())
        #expect(capture.map { $0.reports.count <= 4 } ?? true)
      }
    }
  }
}
