internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

extension Rule {
  static let discoveryTooSlow = Rule(
    id: "discovery-too-slow",
    severity: .error,
    summary: "A scanner takes longer to find the device than is demanded, or nothing is known of how long.",
    rationale: """
      How soon a device is found is decided by its advertising interval and by how a scanner divides its time, and is computed from \
      both. The demand is that of `--within` or of a manifest; the scanners are those that must discover the device, or all that are \
      known. Each must find it in time, in its slowest setting. Scanners that miss the device are for other rules to tell. Of \
      what was received from others nothing is demanded: `advert reach --within` does that where their interval can be measured.
      """,
    references: [
      .other("Kindt and others: Neighbor Discovery Latency in BLE-Like Protocols, arXiv 1509.04366"),
      .other("Apple: Technical Q&A QA1931"),
    ],
    examples: [
      .accepted(
        [MarkedLayout("02 01 06", interval: .declared(152_500), demand: DiscoveryDemand(within: 10_000_000))],
        "ESPHome without Wi-Fi takes 7 s in 95 of 100 tries", for: [.espHome]),
      .accepted([MarkedLayout("02 01 06", interval: .declared(1_022_500))], "nothing is demanded", for: [.espHome]),
      .flagged(
        [MarkedLayout("02 01 06", interval: .declared(1_022_500), demand: DiscoveryDemand(within: 10_000_000))],
        "ESPHome without Wi-Fi takes 17 s", for: [.espHome],
        fixed: [MarkedLayout("02 01 06", interval: .declared(152_500), demand: DiscoveryDemand(within: 10_000_000))]),
      .flagged(
        [MarkedLayout("02 01 06", demand: DiscoveryDemand(within: 10_000_000))], "without an interval nothing is known",
        for: [.espHome]),
    ],
    check: .advertiser { subject, report in
      guard let demand = subject.declaration?.demand ?? report.expectations.discovery, !subject.isFromAir else {
        return
      }
      let words = "within \(ExpectedTime.words(demand.within)) in \(demand.percent) of 100 tries"
      guard let interval = subject.soleInterval else {
        let known = subject.interval == nil ? "is not known" : "is only known within a range"
        report.flagAdvertiser(
          "it must be found \(words), and its advertising interval \(known)",
          fix: "declare the advertising interval (interval: in advert.yml)")
        return
      }
      let scanners = report.expectations.scanners.isEmpty ? ScannerProfile.all : report.expectations.scanners
      let device = subject.scanned
      let services = subject.expectedServices.map(Question.service)
      guard
        let answer = DemandAnswer(
          to: demand, on: device, sending: PacketLengths(subject.layouts.map { $0.layout }), every: interval,
          asking: services.isEmpty ? device.questions : services, by: scanners)
      else { return }
      if answer.knownCount == 0, !answer.unknown.isEmpty {
        report.flagAdvertiser(
          "it must be found \(words), and of \(listed(answer.unknown)) it is not known how soon: how they divide their "
            + "time is not told")
      }
      guard !answer.shortfalls.isEmpty else { return }
      let slow = answer.shortfalls.map { one in
        "\(one.listener.name) \(one.time.map { "takes \(ExpectedTime.words($0))" } ?? "takes too long to tell")"
      }
      report.flagAdvertiser(
        "sent every \(IntervalText.milliseconds(interval)), it is not found \(words): \(slow.joined(separator: "; "))",
        fix: answer.instead.map { subject.advice(toAdvertiseEvery: $0, ", for minimum and maximum alike") })
    })
}

extension Subject {
  /// The interval in microseconds, when it is stated or set to one value.
  var soleInterval: Int64? {
    let isAssumed = declaration.map { $0.isIntervalAssumed || $0.isKindAssumed } ?? false
    guard !isAssumed, let stated = interval?.stated, stated.lowerBound == stated.upperBound else { return nil }
    return stated.lowerBound
  }
}
