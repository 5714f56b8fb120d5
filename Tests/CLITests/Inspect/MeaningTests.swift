import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertReport

/// The meaning of data, only as far as they show it.
@Suite struct MeaningTests {
  /// The makers in the table, from manufacturer data and services.
  @Test(arguments: [
    // A speaker of Bose: its manufacturer data begin without a company identifier.
    ("0303befe0aff010701063801d54dc4", "Bose or PAFERS TECH"),
    // The same company in another spelling, a service of a platform, a known format, and no service of a member.
    ("0303befe05ff9e000102", "Bose"), ("03032cfe05ff2d010102", "Sony"),
    ("0303befe1aff4c000215000102030405060708090a0b0c0d0e0f00010002c5", "Apple, iBeacon"),
    ("03030d1805ff01070102", "PAFERS TECH"), ("0303befe", "Bose"),
  ]) func makers(_ hex: String, _ expected: String) throws {
    let layout = Layout(pdu: .advInd, advertising: Payload(try HexText.octets(of: hex)), scanResponse: .notObserved)
    let makers = MakerDescription([layout])
    #expect(makers.brief == expected)
    #expect((makers.doubt != nil) == expected.contains(" or "))
  }

  /// A scale is not also a band.
  @Test func aScaleIsNoBand() throws {
    let data = "09ff5701880f10f3f4f50d161d18a23444e1070913061528"
    let layout = Layout(pdu: .advInd, advertising: Payload(try HexText.octets(of: data)), scanResponse: .notObserved)
    let words = MakerDescription([layout]).brief
    #expect(words.contains("Mi Scale") && !words.contains("Band"), "\(words)")
  }

  /// A number of another kind than a service is named as what it is.
  @Test func aServiceClassIsNoService() throws {
    let output =
      CommandLineRun(["lint", "--adv", "02010603032211", "--notes"]).output
      + CommandLineRun(["reach", "--adv", "02010603032211"]).output
    #expect(output.contains("1122 (BasicPrinting, a BR/EDR service class)"), "\(output)")
  }

  /// A capture of a sniffer, with this signal strength in its pseudo-header.
  private static func sniffer(signal: UInt8) -> PcapFile {
    var file = PcapFile(linkType: 256)
    let pdu: [UInt8] = [0x40, 13, 6, 5, 4, 3, 2, 0xC1, 2, 1, 6, 3, 3, 0x0D, 0x18]
    for second in 0..<3 as Range<UInt32> {
      let strength = second == 0 ? 0xC4 : signal
      let header: [UInt8] = [0, strength, 0, 0, 0xD6, 0xBE, 0x89, 0x8E, 0x13, 0]
      file.add(header + [0xD6, 0xBE, 0x89, 0x8E] + pdu + crc(of: pdu), seconds: 1_700_000_000 + second)
    }
    return file
  }

  /// The CRC of a PDU of the advertising channels, as it is sent.
  private static func crc(of pdu: [UInt8]) -> [UInt8] {
    var register: UInt32 = 0xAAAAAA
    for octet in pdu {
      for bit in 0..<8 as Range<UInt32> {
        let feedback = (register ^ UInt32(octet) >> bit) & 1
        register >>= 1
        if feedback == 1 { register ^= 0xDA6000 }
      }
    }
    return [UInt8(register & 0xFF), UInt8(register >> 8 & 0xFF), UInt8(register >> 16 & 0xFF)]
  }

  /// 127 is no strength, in any format.
  @Test func strengthsThatAreNotAvailable() throws {
    let output = try Self.sniffer(signal: 127).withPath {
      CommandLineRun(["inspect", $0, "--device", "C1:02:03:04:05:06"]).output
    }
    #expect(output.contains("RSSI -60 to -60 dBm"), "\(output)")
    let logs = [
      "I (1) scan: RSSI: 127 dBm", "[C1:02:03:04:05:06] AdvertisementData(local_name='abc', rssi=127)",
      "C1:02:03:04:05:06 rssi 127 0201060303 0d18",
    ]
    for log in logs {
      try TextFile.inFolder { folder in
        try TextFile.write(log + "\n", to: folder + "/a.log")
        let run = CommandLineRun(["inspect", folder + "/a.log"])
        #expect(!run.output.contains(" 127"), "\(run.output)")
      }
    }
  }

  /// A receiver that only listens cannot be told to ask.
  @Test func aSnifferAsksNobody() throws {
    let output = try Self.sniffer(signal: 0xC4).withPath { CommandLineRun(["inspect", $0]).output }
    #expect(!output.contains("scan actively"))
    let words = output.split { " \n".contains($0) }.joined(separator: " ")
    #expect(words.contains("a sniffer hears one only while a scanner nearby asks for it."))
    #expect(
      CommandLineRun(["inspect", "Fixtures/intervals/few.btsnoop"]).output.contains("scan actively."))
    // A host that has asked is not told to ask.
    let asking = CommandLineRun(["inspect", "Fixtures/sessions/weak-signal.btsnoop"]).output
    #expect(!asking.contains("scan actively") && asking.contains("capture for longer, or closer to the devices."))
  }
}

extension PcapFile {
  fileprivate func withPath<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = FileManager.default.temporaryDirectory.appending(path: "capture-\(UUID().uuidString).pcap")
    try Data(octets).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    return try body(path.path)
  }
}
