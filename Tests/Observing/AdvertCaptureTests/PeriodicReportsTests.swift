import AdvertCapture
import AdvertReading
import AdvertisingData
import Testing

@Suite struct PeriodicReportsTests {
  private let sync = "043e10 0e 00 0100 05 01 665544332211 02 5000 07"
  private let lost = "043e03 10 0100"
  private let address = DeviceAddress(bits: 0x1122_3344_5566, type: .random)
  private let unknown = DeviceAddress(bits: 0, type: .unknown)

  private func report(_ status: String, _ data: String, handle: String = "0100", rssi: String = "be") throws -> String {
    let octets = try HexText.octets(of: "0f \(handle) 7f \(rssi) ff \(status)")
    let data = try HexText.octets(of: data)
    return "04 3e" + HexText.compact([UInt8(octets.count + 1 + data.count)] + octets + [UInt8(data.count)] + data)
  }

  @Test func aTrainHasTheAddressOfItsSync() throws {
    let log = try HostLog([sync, "043e14 0f 0100 7f be ff 00 0c 0201060303aafe0409616263"])
    let report = try #require(log.reports.first)
    #expect(log.reports.count == 1)
    #expect(report.pdu == .auxSyncInd)
    #expect(report.address == address)
    #expect(report.advertisingSID == 5)
    #expect(report.rssi == -66)
    #expect(report.data == [0x02, 0x01, 0x06, 0x03, 0x03, 0xAA, 0xFE, 0x04, 0x09, 0x61, 0x62, 0x63])
    // The file's header, the sync's record, this record's header, and the event up to its data.
    #expect(report.dataFileOffset == 16 + (24 + 19) + 24 + 11)
    // It is no advertisement.
    #expect(log.summary.reports == 0)
    #expect(log.summary.problems.isEmpty)
  }

  @Test func versionTwo() throws {
    let log = try HostLog([
      "043e14 24 00 0100 05 01 665544332211 02 5000 07 00 00 00 00", "043e0e 25 0100 7f be ff 3412 00 00 03 020106",
      // Nothing received.
      "043e0b 25 0100 7f be ff 3412 01 ff 00",
    ])
    #expect(log.reports.map(\.data) == [[0x02, 0x01, 0x06]])
    #expect(log.reports.map(\.address) == [address])
    #expect(log.summary.problems.isEmpty)
  }

  @Test func piecesAreJoinedForEachTrain() throws {
    let other = "043e10 0e 00 0200 06 00 0102030405c6 02 5000 07"
    let log = try HostLog([
      sync, other, report("01", "0201"), report("01", "0a", handle: "0200"), report("01", "06", rssi: "7f"),
      report("00", "0b0c", handle: "0200", rssi: "c0"), report("00", "0302", rssi: "7f"), report("00", "0d"),
    ])
    #expect(log.reports.map(\.data) == [[0x0A, 0x0B, 0x0C], [0x02, 0x01, 0x06, 0x03, 0x02], [0x0D]])
    #expect(log.reports.map(\.advertisingSID) == [6, 5, 5])
    #expect(log.reports.map(\.rssi) == [-64, -66, -66])
    #expect(log.reports.map(\.record) == [6, 7, 8])
    #expect(log.reports.map(\.isComplete) == [true, true, true])
    #expect(log.reports.map { $0.dataFileOffset == nil } == [true, true, false])
  }

  @Test(arguments: ["lost", "sync", "truncated", "end"])
  func whatDoesNotArriveLeavesItsBeginning(_ ending: String) throws {
    let last =
      switch ending {
      case "lost": [lost]
      case "sync": [sync]
      case "truncated": [try report("02", "06")]
      default: [String]()
      }
    let log = try HostLog([sync, report("01", "0201")] + last)
    #expect(log.reports.map(\.data) == [ending == "truncated" ? [0x02, 0x01, 0x06] : [0x02, 0x01]])
    #expect(log.reports.map(\.isComplete) == [false])
    #expect(log.reports.map(\.address) == [address])
    #expect(log.summary.problems.map(\.kind) == [.advertisementIncomplete])
  }

  @Test func withoutSyncTheAddressIsUnknown() throws {
    let failed = "043e10 0e 3e 0100 05 01 665544332211 02 5000 07"
    let log = try HostLog([failed, report("00", "01"), sync, report("00", "02"), lost, report("00", "03")])
    #expect(log.reports.map(\.address) == [unknown, address, unknown])
    #expect(log.reports.map(\.advertisingSID) == [nil, 5, nil])
  }

  @Test func joinedDataAreBounded() throws {
    let piece = String(repeating: "ab", count: 247)
    let log = try HostLog([sync] + (0..<7).map { _ in try report("01", piece) } + [report("00", "01")])
    #expect(log.reports.map(\.data.count) == [7 * 247, 1])
    #expect(log.reports.map(\.isComplete) == [false, true])
  }

  @Test func trainsAreBounded() throws {
    let handles = (0..<100).map { HexText.compact([UInt8($0), 0]) }
    let log = try HostLog(handles.map { try report("01", "0a", handle: $0) })
    #expect(log.reports.count == 100)
    #expect(log.summary.problems.map(\.count) == [100])
  }

  @Test(arguments: [
    "043e0f 0e 00 0100 05 01 665544332211 02 5000", "043e10 0e 00 0100 05 01 66", "043e08 0f 0100 7f be ff 00 01",
    "043e06 0f 0100 7f be ff", "043e0a 25 0100 7f be ff 3412 00 00",
  ])
  func damage(_ event: String) throws {
    let log = try HostLog([event])
    #expect(log.reports.isEmpty)
    // A sync may lack what comes behind the address.
    #expect(log.summary.problems.map(\.kind) == (event.hasPrefix("043e0f 0e") ? [] : [.packetCutShort]))
  }

  @Test func reservedAddressType() throws {
    let log = try HostLog(["043e10 0e 00 0100 05 fd 665544332211 02 5000 07"])
    #expect(log.summary.problems.map(\.kind) == [.reportInvalid])
  }
}

@Suite struct SkippedReportsTests {
  @Test func bigInfoIsCounted() throws {
    let event = "043e14 22 0100 02 04 0800 01 00 04 6400 102700 6400 02 00 01"
    let log = try HostLog([event, event])
    #expect(log.reports.isEmpty)
    #expect(log.summary.problems.map(\.kind) == [.reportSkipped])
    #expect(log.summary.problems.map(\.count) == [2])
    #expect(CaptureProblem.Kind.reportSkipped.isDamage == false)
  }

  @Test func batchScansAreCounted() throws {
    // One truncated record; then no record, a failure, and another command's results.
    let log = try HostLog([
      "040e12 01 56fd 00 04 01 01 665544332211 01 00 c0 0100", "040e07 01 56fd 00 04 01 00",
      "040e07 01 56fd 0c 04 01 01", "040e07 01 57fd 00 04 01 01",
    ])
    #expect(log.reports.isEmpty)
    #expect(log.summary.problems.map(\.kind) == [.reportSkipped])
    #expect(log.summary.problems.map(\.count) == [1])
  }

  @Test func scanTimeoutEndsScanning() throws {
    let log = try HostLog(["01412008 01 00 01 00 6000 3000", "01422006 01 00 6400 0000", "043e01 11"])
    #expect(log.scanModes == [.passive, .off])
  }
}
