internal import AdvertObservation
internal import AdvertisingData

extension Rule {
  static let advertisingIntervalMisstated = Rule(
    id: "advertising-interval-misstated",
    severity: .warning,
    summary: "The advertising interval that the payload states is not that of the advertising.",
    rationale: """
      Scanners plan by the value how long to listen, and when a device has gone. It should be the interval of the set that \
      carries it, in units of 0.625 ms, and 20 ms at least. A measured interval is judged only when it is clearly shorter \
      and all advertisements are alike: a longer one may come from those that were missed.
      """,
    references: [.supplement(part: "A", section: "1.15")],
    examples: [
      .accepted([MarkedLayout("02 01 06 03 1a f4 00", interval: .declared(152_500))], "152.5 ms"),
      .flagged(
        [MarkedLayout("02 01 06 03 1a ↓98 00", interval: .declared(152_500))], "152 units of 0.625 ms",
        fixed: [MarkedLayout("02 01 06 03 1a f4 00", interval: .declared(152_500))]),
      .flagged("02 01 06 03 1a ↓14 00", "12.5 ms", fixed: "02 01 06 03 1a 20 00"),
    ],
    check: .advertiser(of: [.advertisingInterval, .advertisingIntervalLong]) { subject, report in
      subject.forEachPayload { location, payload in
        for structure in payload.structures(of: [.advertisingInterval, .advertisingIntervalLong]) {
          guard case .advertisingInterval(let stated) = structure.value else { continue }
          let words = "the payload states \(IntervalText.milliseconds(Int64(stated.microseconds)))"
          let complaint: String
          if stated.units < AdvertisingInterval.minimumUnits {
            complaint = "\(words), the shortest interval is 20 ms"
          } else if let interval = subject.interval, subject.contradicts(stated) {
            complaint = "\(words), the interval is \(interval)"
          } else {
            continue
          }
          let octets = subject.exactInterval(in: stated.width.octets)
          report.flag(
            in: location, structure.offset + 2, length: stated.width.octets, complaint,
            fix: octets.map { "write the interval of the set in units of 0.625 ms: \(HexText.spaced($0))" }
              ?? "write the interval of the set in units of 0.625 ms",
            remedy: octets.map { .replacing(with: $0) })
        }
      }
    })
}

extension Subject {
  /// Returns the interval in the form of the payload; `nil` when it is not known exactly, or does not fit.
  fileprivate func exactInterval(in octets: Int) -> [UInt8]? {
    guard let range = interval?.stated, range.lowerBound == range.upperBound, range.lowerBound.isMultiple(of: 625),
      case let units = range.lowerBound / 625, units >= Int64(AdvertisingInterval.minimumUnits),
      units < 1 << (8 * octets)
    else { return nil }
    return (0..<octets).map { UInt8(truncatingIfNeeded: units >> (8 * $0)) }
  }

  /// Whether the device certainly advertises with another interval.
  fileprivate func contradicts(_ stated: AdvertisingInterval) -> Bool {
    switch interval {
    case nil: false
    case .declared(let microseconds): Int64(stated.microseconds) != microseconds
    case .configured(let range):
      // With several layouts it is not known for which one the interval was set.
      layouts.count == 1 && !range.contains(Int64(stated.microseconds))
    case .measured(let estimate):
      // The comparison before it keeps the sum small, whatever the capture's clock shows.
      layouts.count == 1 && estimate.samples >= 16 && estimate.microseconds >= 30_000
        && estimate.microseconds < Int64(stated.microseconds)
        && estimate.microseconds + 10_000 + estimate.microseconds / 10 < Int64(stated.microseconds)
    }
  }
}
