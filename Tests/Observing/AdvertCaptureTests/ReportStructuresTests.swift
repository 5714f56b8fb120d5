import AdvertCapture
import AdvertReading
import TestSupport
import Testing

/// The walk over the reports of an event, for both events: what is whole is read, and damage is one problem.
@Suite struct ReportStructuresTests {
  enum Event: CaseIterable {
    case legacy
    case extended

    var subevent: UInt8 { self == .legacy ? 0x02 : 0x0D }
    var name: String { self == .legacy ? "an advertising report" : "an extended advertising report" }
    var fixedLength: Int { self == .legacy ? 10 : 24 }
    var dataLengthOffset: Int { self == .legacy ? 8 : 23 }

    func report(_ data: [UInt8] = []) -> [UInt8] {
      self == .legacy ? LegacyReport(data: data).octets : ExtendedReport(0x13, data: data).octets
    }

    func octets(_ reports: [[UInt8]], count: UInt8? = nil, surplus: [UInt8] = []) -> [UInt8] {
      HCIEvent.meta([subevent, count ?? UInt8(reports.count)] + reports.joined() + surplus)
    }
  }

  /// From the H4 indicator to the first report.
  private static let firstReport = 5

  @Test(arguments: Event.allCases) func fewerReportsThanAnnounced(_ event: Event) throws {
    let report = event.report([1, 9])
    let file = Captures.events([event.octets([report], count: 3)])
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.data) == [[1, 9]])
    #expect(
      capture.summary.problems == [
        .problem(
          .packetCutShort, file.packetOffset(0) + Self.firstReport + report.count, record: 1,
          expected: "\(event.name) of \(event.fixedLength) bytes", found: "0")
      ])
  }

  @Test(arguments: Event.allCases, [3, 255] as [UInt8])
  func dataLengthBeyondTheEvent(_ event: Event, _ length: UInt8) throws {
    for whole in [[], [event.report([1, 8])]] {
      var report = event.report([1, 9])
      report[event.dataLengthOffset] = length
      let file = Captures.events([event.octets(whole + [report])])
      let capture = try RecordedCapture.read(file.octets)
      #expect(capture.reports.map(\.data) == whole.map { _ in [1, 8] })
      #expect(
        capture.summary.problems == [
          .problem(
            .packetCutShort, file.packetOffset(0) + Self.firstReport + whole.joined().count, record: 1,
            expected: "\(event.name) of \(event.fixedLength + Int(length)) bytes", found: "\(report.count)")
        ])
    }
  }

  @Test(arguments: Event.allCases, 1...2) func moreOctetsThanReports(_ event: Event, _ surplus: Int) throws {
    let report = event.report([1, 9])
    let file = Captures.events([
      event.octets([report], surplus: Array(repeating: 7, count: surplus)), event.octets([event.report()], count: 0),
    ])
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.data) == [[1, 9]])
    #expect(
      capture.summary.problems == [
        .problem(
          .surplusOctets, file.packetOffset(0) + Self.firstReport + report.count, record: 1,
          expected: "the event to end after 1 report", found: "\(surplus) more bytes", count: 2)
      ])
  }

  @Test(arguments: Event.allCases) func anEventWithoutReports(_ event: Event) throws {
    let capture = try RecordedCapture.read(Captures.events([event.octets([])]).octets)
    #expect(capture.reports.isEmpty)
    #expect(capture.summary.problems.isEmpty)
  }

  /// The subevent code alone: even the number of reports is missing.
  @Test(arguments: Event.allCases) func anEventWithoutANumberOfReports(_ event: Event) throws {
    let file = Captures.events([HCIEvent.meta([event.subevent])])
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.isEmpty)
    #expect(
      capture.summary.problems == [
        .problem(
          .packetCutShort, file.packetOffset(0) + 4, record: 1,
          expected: "a number of advertising reports", found: "the end of the event")
      ])
  }

  /// A record cut at any place gives the reports that are whole, and one problem.
  @Test(arguments: Event.allCases) func everyCutOfTheRecord(_ event: Event) throws {
    let data: [[UInt8]] = [Captures.data, [2, 0x0A, 4], []]
    let reports = data.map { event.report($0) }
    let packet = [0x04] + event.octets(reports)
    let ends = reports.indices.map { Self.firstReport + reports[...$0].joined().count }
    #expect(packet.count == ends.last)
    for kept in 0..<packet.count {
      var file = BtsnoopFile(dataLink: 1002)
      file.add(Array(packet.prefix(kept)), originalLength: UInt32(packet.count))
      let capture = try RecordedCapture.read(file.octets)
      #expect(capture.reports.map(\.data) == Array(data.prefix(ends.filter { $0 <= kept }.count)))
      // Without the subevent code the event may be about anything.
      let expected = CaptureProblem.problem(
        .packetCutShort, file.packetOffset(0) + 2, record: 1, expected: "an event of \(packet.count - 3) bytes",
        found: "\(kept - 3)")
      #expect(capture.summary.problems == (kept < 4 ? [] : [expected]), "\(kept) octets")
    }
  }

  /// Octets behind the event do not belong to it.
  @Test(arguments: Event.allCases) func aRecordLongerThanItsEvent(_ event: Event) throws {
    let capture = try RecordedCapture.read(Captures.events([event.octets([event.report()]) + [1, 2, 3]]).octets)
    #expect(capture.reports.count == 1)
    #expect(capture.summary.problems.isEmpty)
  }
}
