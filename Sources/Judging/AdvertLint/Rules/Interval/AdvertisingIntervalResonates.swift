internal import AdvertScan
internal import AdvertisingData

extension Rule {
  static let advertisingIntervalResonates = Rule(
    id: "advertising-interval-resonates",
    severity: .note,
    summary:
      "The advertising interval keeps step with a scanner that pauses, which finds the device much later for it.",
    rationale: """
      A scanner that listens for a part of each of its intervals misses what comes in the other part. When the advertising \
      interval is nearly a multiple of the scanner's, or a simple fraction of one, the next advertisement comes in the same part \
      again, and only random delays of 0 to 10 ms bring it into a window. An interval nearby can be found several times \
      sooner and costs no more. The scanners are those whose times are known from their source; their settings can be \
      changed. A range of intervals is not judged, nor is one that was measured.
      """,
    references: [
      .other("Hou and Huang: Accurate Analysis on Bluetooth Low Energy Neighbor Discovery, JCC 8 (2020)"),
      .other("Kindt and others: Neighbor Discovery Latency in BLE-Like Protocols, arXiv 1509.04366"),
      .other("Apple: Technical Q&A QA1931"),
    ],
    examples: [
      .accepted([MarkedLayout("02 01 06", interval: .declared(1_022_500))], "no scanner's multiple"),
      .flagged(
        [MarkedLayout("02 01 06", interval: .declared(1_280_000))], "four times the 320 ms of ESPHome",
        fixed: [MarkedLayout("02 01 06", interval: .declared(1_022_500))]),
      .flagged(
        [MarkedLayout("02 01 06", interval: .configured(1_400_000...1_400_000))], "Android's 1400 ms",
        fixed: [MarkedLayout("02 01 06", interval: .configured(1_022_500...1_022_500))]),
    ],
    check: .advertiser { subject, report in
      guard let advice = subject.resonance, !advice.scanners.isEmpty, let interval = subject.interval else { return }
      let scanners = advice.scanners.map { one in
        let mode = one.duty.name.isEmpty ? "" : " (\(one.duty.name))"
        return
          "\(one.profile)\(mode) listens \(Self.number(one.duty.window)) of every \(Self.number(one.duty.interval)) ms "
          + "and finds it \(one.time.sentence)"
      }
      let instead = subject.exact(advice.instead)
      guard !instead.isEmpty || advice.instead.isEmpty else { return }
      report.flagAdvertiser(
        "the interval of \(interval) keeps step with pauses of scanners: \(scanners.joined(separator: "; "))",
        fix: subject.advice(toUse: instead))
    })

  private static func number(_ microseconds: Int64) -> String { "\(DecimalNumber(microseconds, decimals: 3))" }
}

extension Subject {
  /// The advice on its interval, when it is stated or set to one value, and all layouts use it.
  fileprivate var resonance: ResonanceAdvice? {
    guard let interval = soleInterval, layouts.count == 1, let pdu = layouts[0].pdu else { return nil }
    return ResonanceAdvice.on(interval: interval, pdu: pdu)
  }
}
