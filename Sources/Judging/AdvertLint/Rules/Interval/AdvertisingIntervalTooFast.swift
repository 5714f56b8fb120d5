internal import AdvertisingData

extension Rule {
  static let advertisingIntervalTooFast = Rule(
    id: "advertising-interval-too-fast",
    severity: .error,
    summary: "The advertising interval is shorter than controllers allow.",
    rationale: """
      20 ms is the shortest interval; a controller refuses the command, and the device stays silent. Before Bluetooth 5.0 \
      legacy advertising that is not connectable had to keep 100 ms; that such a controller refuses less is a note. High duty directed advertising has no interval. \
      Only what is written down or set by a host is judged: what is received may be of two sets, or one event heard on \
      several channels.
      """,
    references: [
      .core(volume: 4, part: "E", section: "7.8.5"), .core(volume: 6, part: "B", section: "4.4.2.2"),
    ],
    examples: [
      .accepted([MarkedLayout("02 01 06", interval: .declared(20_000))], "the shortest"),
      .accepted(
        [MarkedLayout(pdu: .advNonconnInd, "03 03 0f 18", interval: .declared(100_000))],
        "the shortest before 5.0, not connectable"),
      .flagged(
        [MarkedLayout("02 01 06", interval: .declared(10_000))], "refused",
        fixed: [MarkedLayout("02 01 06", interval: .declared(20_000))]),
      .flagged(
        [MarkedLayout(pdu: .advNonconnInd, "03 03 0f 18", interval: .declared(50_000))], "refused before 5.0",
        fixed: [MarkedLayout(pdu: .advNonconnInd, "03 03 0f 18", interval: .declared(100_000))]),
    ],
    check: .advertiser { subject, report in
      guard let interval = subject.interval, let shortest = interval.stated?.lowerBound else { return }
      let pdus = subject.layouts.compactMap { $0.pdu }
      guard !pdus.isEmpty, !pdus.contains(.advDirectInd) else { return }
      if shortest < 20_000 {
        report.flagAdvertiser("the interval is \(interval), the shortest is 20 ms", fix: "use 20 ms or more")
      } else if shortest < 100_000, case .declared = interval, pdus.allSatisfy({ $0.isLegacyBroadcast }) {
        // The host's controller accepted it, so the interval is allowed.
        report.flagAdvertiser(
          "the interval is \(interval), controllers before Bluetooth 5.0 refuse less than 100 ms for "
            + Set(pdus).map { $0.rawValue }.sorted().joined(separator: " and "),
          fix: "use 100 ms or more, if the controller is older", severity: .note)
      }
    })
}

extension AdvertisingPDU {
  /// Whether the advertising is undirected, not connectable, and not extended.
  fileprivate var isLegacyBroadcast: Bool { self == .advScanInd || self == .advNonconnInd }
}
