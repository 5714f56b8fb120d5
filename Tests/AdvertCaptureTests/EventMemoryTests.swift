import AdvertCapture
import AdvertisingData
import TestSupport
import Testing

/// Events like earlier ones are not taken apart again: what is said of them must be what taking them apart gives.
@Suite struct EventMemoryTests {
  @Test(arguments: 0..<6 as Range<UInt64>)
  func repeatsAmongOthers(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pool = (0..<60).map { _ in event(&random) }
    var file = BtsnoopFile(dataLink: 2001)
    var alone: [RecordedReport] = []
    for number in 1...2000 {
      var event = pool.randomElement(using: &random) ?? []
      // Anything may differ but what makes a piece of a report; most often nothing does, or the RSSI.
      let changed = Int.random(in: 0..<event.count, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0, !(2...5).contains(changed) {
        event[changed] = UInt8.random(in: .min ... .max, using: &random)
      } else if event.count > 18 {
        event[event[2] == 0x02 ? event.count - 1 : 17] = UInt8.random(in: .min ... .max, using: &random)
      }
      let flags = UInt32.random(in: 0..<2, using: &random) << 16 | 3
      let time = 1_700_000_000_000_000 + Int64(number) * 1000
      file.add(event, flags: flags, microseconds: time)
      alone += try reports(of: event, flags: flags, microseconds: time).map { report in
        var moved = report
        moved.record = number
        moved.dataFileOffset = report.dataFileOffset.map {
          $0 - BtsnoopFile.headerLength - BtsnoopFile.recordHeaderLength + file.packetOffset(number - 1)
        }
        return moved
      }
    }
    let together = try RecordedCapture.read(file.octets)
    let different = zip(together.reports, alone).first { $0 != $1 }
    #expect(different == nil, "seed \(seed)")
    #expect(together.summary.reports == alone.count, "seed \(seed)")
    #expect(together.contradiction(in: file.octets) == nil, "seed \(seed)")
  }

  /// More different events than are remembered, twice.
  @Test func moreThanAreRemembered() throws {
    var file = BtsnoopFile(dataLink: 1002)
    let numbers = Array(0..<20_000) + Array(0..<20_000)
    for number in numbers { file.add([0x04] + event(number), microseconds: 1_700_000_000_000_000) }
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.count == numbers.count)
    let different = zip(capture.reports, numbers).first { report, number in
      (report.data, report.address.bits, report.rssi) != (data(number), UInt64(number % 500), rssi(number))
    }
    #expect(different == nil)
  }

  /// What comes between repeats of a report keeps its place.
  @Test func order() throws {
    let scanning: [UInt8] = [0x01, 0x0C, 0x20, 2, 1, 0]
    let accepted: [UInt8] = [0x04, 0x0E, 4, 1, 0x0C, 0x20, 0]
    let report = [0x04] + HCIEvent.legacy([LegacyReport(data: [2, 1, 6])])
    var file = BtsnoopFile(dataLink: 1002)
    for packet in [report, report, scanning, accepted, report, report] { file.add(packet) }
    var sink = OrderSink()
    _ = try CaptureReader.read(MemorySource(file.octets), into: &sink)
    #expect(sink.order == ["report 1", "report 2", "change 3", "report 5", "report 6"])
  }

  /// An advertisement's last piece is none by itself, however often it came.
  @Test func piecesAreNoRepeats() throws {
    let first = HCIEvent.extended([ExtendedReport(0x20, data: [1, 2])])
    let last = HCIEvent.extended([ExtendedReport(0x00, data: [3])])
    var file = BtsnoopFile(dataLink: 1001)
    for event in [last, last, first, last, last] { file.add(event) }
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.data) == [[3], [3], [1, 2, 3], [3]])
    #expect(capture.reports.map(\.record) == [1, 2, 4, 5])
    #expect(capture.reports.map { $0.dataFileOffset == nil } == [false, false, true, false])
  }

  private func event(_ random: inout SplitMix64) -> [UInt8] {
    let data = random.octets(Int.random(in: 0...31, using: &random))
    let address = [UInt8.random(in: 0..<3, using: &random)] + [UInt8](repeating: 0x11, count: 5)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return HCIEvent.legacy([LegacyReport(data: data), LegacyReport(4, data: data)])
    case 1: return HCIEvent.legacy([LegacyReport(data: data)], surplus: [0])
    case 2: return HCIEvent.legacy([LegacyReport(9, data: data)])
    case 3...4:
      return HCIEvent.extended([ExtendedReport([0, 0x13, 0x1B].randomElement(using: &random) ?? 0, data: data)])
    default:
      return HCIEvent.legacy([LegacyReport(UInt8.random(in: 0...4, using: &random), address: address, data: data)])
    }
  }

  private func reports(of event: [UInt8], flags: UInt32, microseconds: Int64) throws -> [RecordedReport] {
    var file = BtsnoopFile(dataLink: 2001)
    file.add(event, flags: flags, microseconds: microseconds)
    return try RecordedCapture.read(file.octets).reports
  }

  private func event(_ number: Int) -> [UInt8] {
    let bits = number % 500
    let address = [UInt8(bits & 0xFF), UInt8(bits >> 8), 0, 0, 0, 0]
    return HCIEvent.legacy([LegacyReport(address: address, data: data(number), rssi: rssi(number))])
  }

  private func rssi(_ number: Int) -> Int8 { Int8(-(number % 90) - 1) }

  private func data(_ number: Int) -> [UInt8] { [3, 0x24, UInt8(number & 0xFF), UInt8(number >> 8)] }
}

private struct OrderSink: AdvertisingSink {
  var order: [String] = []

  mutating func receive(_ report: borrowing AdvertisingReport) { order.append("report \(report.record)") }
  mutating func receive(_ change: ScanModeChange) { order.append("change \(change.record)") }
  mutating func receive(_ layout: HostLayout) { order.append("layout \(layout.record)") }
}
