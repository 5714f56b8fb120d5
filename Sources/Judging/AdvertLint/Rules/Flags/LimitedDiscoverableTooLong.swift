internal import AdvertObservation
internal import AdvertisingData

extension Rule {
  static let limitedDiscoverableTooLong = Rule(
    id: "limited-discoverable-too-long",
    severity: .warning,
    summary: "A device is in limited discoverable mode for more than three minutes.",
    rationale: """
      The mode is for the short time after the user pressed a button, and a device leaves it after 180 seconds. Apps that \
      list what was just made ready for pairing would show one that stays in it for ever. The advertisements received \
      must make up the time: a device that was silent in between may have entered the mode anew.
      """,
    references: [.core(volume: 3, part: "C", section: "9.2.3"), .core(volume: 3, part: "C", section: "Appendix A")],
    examples: [
      .accepted(
        [
          MarkedLayout(
            "02 01 05", interval: .measured(IntervalEstimate(microseconds: 152_500, samples: 64)),
            heardFor: 120_000_000, count: 1100)
        ], "for two minutes"),
      .accepted(
        [
          MarkedLayout(
            "02 01 05", interval: .measured(IntervalEstimate(microseconds: 152_500, samples: 64)),
            heardFor: 600_000_000, count: 900)
        ], "with silence in between"),
      .flagged(
        [
          MarkedLayout(
            "02 01 ↓05", interval: .measured(IntervalEstimate(microseconds: 152_500, samples: 64)),
            heardFor: 600_000_000, count: 3900)
        ], "for ten minutes"),
    ],
    check: .advertiser { subject, report in
      guard let heardFor = subject.heardFor, heardFor > longest, case .measured(let interval)? = subject.interval,
        subject.isAlwaysLimitedDiscoverable, let flags = subject.layouts.first?.advertising?.flags
      else { return }
      // Sniffers hear one event on up to three channels.
      let events = Int64(subject.layouts.reduce(0) { $0 + ($1.advertising?.count ?? 0) }) / 3
      let (active, overflow) = events.multipliedReportingOverflow(by: interval.microseconds)
      guard !overflow, active > longest else { return }
      report.flag(
        in: Report.Location(layout: 0, payload: .advertising), flags.structure.offset + 2, length: 1,
        "limited discoverable for \(heardFor / 1_000_000) s, 180 s are allowed",
        fix: "leave the mode after 180 s, or use general discoverability")
    })

  /// T_GAP(lim_adv_timeout), in microseconds.
  private static var longest: Int64 { 180_000_000 }
}

extension Subject {
  fileprivate var isAlwaysLimitedDiscoverable: Bool {
    layouts.allSatisfy { $0.advertising?.flags?.flags.contains(.limitedDiscoverable) ?? false }
  }
}
