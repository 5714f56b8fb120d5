import AdvertCapture
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

/// Extended advertisements that come in pieces: every piece is a report of its own, in an event and a record of its own.
@Suite struct FragmentAssemblerTests {
  /// Bits 5 and 6 of the event type.
  private static let more: UInt16 = 0x20
  private static let truncated: UInt16 = 0x40

  @Test func joinsTwoPieces() throws {
    let first = "3e20 0d01 2000 01 665544332211 01 02 05 f8 ba 5000 00 000000000000 06 0416d2fc4005"
    let second = "3e1f 0d01 0000 01 665544332211 01 02 05 f8 bb 5000 00 000000000000 05 ff59000102"
    var file = BtsnoopFile(dataLink: 1002)
    file.add([4] + [UInt8](hex: first), microseconds: 1_700_000_000_000_000)
    file.add([4] + [UInt8](hex: second), microseconds: 1_700_000_000_000_500)
    let capture = try RecordedCapture.read(file.octets)
    #expect(
      capture.reports == [
        RecordedReport(
          .auxAdvInd, .extendedNonconnectable, address: Captures.address, sid: 5, rssi: -69,
          time: Timestamp(microseconds: 1_700_000_000_000_500), record: 2, dataFileOffset: nil,
          data: [UInt8](hex: "0416d2fc4005ff59000102"))
      ])
    #expect(capture.summary.problems.isEmpty)
    #expect(capture.summary.reports == 1)
    #expect(capture.summary.records == 2)
  }

  @Test func joinsPiecesOfOneEvent() throws {
    let capture = try RecordedCapture.read(
      Captures.events([
        HCIEvent.extended([ExtendedReport(Self.more, data: [1]), ExtendedReport(0, data: [2])])
      ]).octets)
    #expect(capture.reports.map(\.data) == [[1, 2]])
  }

  /// Whatever tells two advertisements apart keeps their pieces apart.
  @Test(arguments: [
    ExtendedReport(sid: 6), ExtendedReport(sid: 0xFF), ExtendedReport(address: [1, 2, 3, 4, 5, 6]),
    ExtendedReport(addressType: 0), ExtendedReport(0x08), ExtendedReport(addressType: 0xFF),
  ])
  func interleaved(_ other: ExtendedReport) throws {
    let pieces = (0..<3).flatMap { index in
      let status = index < 2 ? Self.more : 0
      var theirs = other
      theirs.eventType |= status
      theirs.data = [UInt8(index), 7]
      return [ExtendedReport(status, data: [UInt8(index)]), theirs]
    }
    let capture = try read(pieces)
    #expect(capture.reports.map(\.data) == [[0, 1, 2], [0, 7, 1, 7, 2, 7]])
    #expect(capture.reports.allSatisfy { $0.isComplete && $0.dataFileOffset == nil })
    #expect(capture.summary.problems.isEmpty)
  }

  @Test func whatIsCompletePassesByWhatIsNot() throws {
    let capture = try read([
      ExtendedReport(Self.more, data: [1]), ExtendedReport(0, sid: 6, data: [9]),
      ExtendedReport(0x13, sid: 0xFF, data: [8]), ExtendedReport(0, data: [2]),
    ])
    #expect(capture.reports.map(\.data) == [[9], [8], [1, 2]])
    #expect(capture.reports.map(\.record) == [2, 3, 4])
  }

  /// A legacy advertisement is no piece of an extended one that has no set number either.
  @Test func legacyIsNoPiece() throws {
    let capture = try read([
      ExtendedReport(Self.more, sid: 0xFF, data: [1]), ExtendedReport(0x13, sid: 0xFF, data: [8]),
      ExtendedReport(0, sid: 0xFF, data: [2]),
    ])
    #expect(capture.reports.map(\.data) == [[8], [1, 2]])
    #expect(capture.reports.map(\.pdu) == [.advInd, .auxAdvInd])
  }

  @Test func adaptersAreKeptApart() throws {
    var file = BtsnoopFile(dataLink: 2001)
    for (adapter, status, octet) in [(1, Self.more, 1), (2, Self.more, 2), (2, 0, 4), (1, 0, 3)] {
      let event = HCIEvent.extended([ExtendedReport(status, data: [UInt8(octet)])])
      file.add(event, flags: UInt32(adapter) << 16 | 3)
    }
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.adapter) == [2, 1])
    #expect(capture.reports.map(\.data) == [[2, 4], [1, 3]])
  }

  @Test(arguments: [truncated, 0x60])
  func truncatedAfterPieces(_ status: UInt16) throws {
    let file = file([ExtendedReport(Self.more, data: [1, 2]), ExtendedReport(status, data: [3])])
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.data) == [[1, 2, 3]])
    #expect(capture.reports.map(\.isComplete) == [false])
    #expect(capture.reports.map(\.dataFileOffset) == [nil])
    #expect(
      capture.summary.problems == [
        .problem(
          .advertisementIncomplete, file.packetOffset(0) + Captures.extendedDataOffset, record: 2,
          expected: "the rest of an extended advertisement", found: "its first 3 bytes")
      ])
  }

  /// A single piece is where it is in the file, whole or not.
  @Test(arguments: [truncated, 0x60, more])
  func aSinglePieceOfMore(_ status: UInt16) throws {
    let file = file([ExtendedReport(status, data: [1, 2])])
    let capture = try RecordedCapture.read(file.octets)
    let offset = file.packetOffset(0) + Captures.extendedDataOffset
    var expected = RecordedReport(
      .auxAdvInd, .extendedNonconnectable, address: Captures.address, sid: 5, rssi: -70, time: Captures.time,
      record: 1, dataFileOffset: offset, data: [1, 2])
    expected.isComplete = false
    #expect(capture.reports == [expected])
    #expect(
      capture.summary.problems == [
        .problem(
          .advertisementIncomplete, offset, record: 1,
          expected: "the rest of an extended advertisement", found: "its first 2 bytes")
      ])
  }

  /// What the capture ends in the middle of comes last, in the order it began.
  @Test func flushedAtTheEnd() throws {
    let capture = try read([
      ExtendedReport(Self.more, sid: 1, data: [1]), ExtendedReport(Self.more, sid: 2, data: [2]),
      ExtendedReport(Self.more, sid: 1, data: [3]), ExtendedReport(0, sid: 3, data: [4]),
    ])
    #expect(capture.reports.map(\.data) == [[4], [1, 3], [2]])
    #expect(capture.reports.map(\.isComplete) == [true, false, false])
    #expect(capture.reports.map(\.record) == [4, 3, 2])
    #expect(capture.summary.problems.map(\.count) == [2])
  }

  @Test func theSignalStrengthIsTheLastOneMeasured() throws {
    let capture = try read([
      ExtendedReport(Self.more, rssi: -50), ExtendedReport(Self.more, rssi: -51), ExtendedReport(0, rssi: 127),
    ])
    #expect(capture.reports.map(\.rssi) == [-51])
  }

  /// 1650 octets are the most there can be. An advertisement that goes on is one advertisement all the same.
  @Test(arguments: [(1650, true), (1651, false), (1832, false), (5000, false)])
  func longest(_ count: Int, _ isComplete: Bool) throws {
    let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
    let starts = Array(stride(from: 0, to: count, by: 229))
    let pieces = starts.map { start in
      ExtendedReport(
        start + 229 < count ? Self.more : 0, data: Array(data[start..<min(start + 229, count)]))
    }
    let capture = try read(pieces + [ExtendedReport(0, data: [1, 9])])
    #expect(capture.reports.map(\.data) == [Array(data.prefix(1650)), [1, 9]])
    #expect(capture.reports.map(\.isComplete) == [isComplete, true])
    #expect(capture.reports.map(\.record) == [starts.count, starts.count + 1])
    #expect(capture.summary.problems.map(\.kind) == (isComplete ? [] : [.advertisementIncomplete]))
  }

  /// Beyond 64 advertisements under way the oldest is handed on as it is; nothing is lost.
  @Test func moreThanCanBeHeldBack() throws {
    let starts = (0..<70).map { ExtendedReport(Self.more, address: [UInt8($0), 0, 0, 0, 0, 1], data: [UInt8($0)]) }
    let ends = (0..<70).map { ExtendedReport(0, address: [UInt8($0), 0, 0, 0, 0, 1], data: [99]) }
    let capture = try read(starts + ends)
    let pushedOut = (0..<6).map { [UInt8($0)] }
    let tailsOfThose = (0..<6).map { _ in [UInt8(99)] }
    #expect(capture.reports.map(\.data) == pushedOut + tailsOfThose + (6..<70).map { [UInt8($0), 99] })
    #expect(capture.summary.problems.map(\.count) == [6])
  }

  private func file(_ pieces: [ExtendedReport]) -> BtsnoopFile {
    Captures.events(pieces.map { HCIEvent.extended([$0]) })
  }

  private func read(_ pieces: [ExtendedReport]) throws -> RecordedCapture {
    try RecordedCapture.read(file(pieces).octets)
  }
}
