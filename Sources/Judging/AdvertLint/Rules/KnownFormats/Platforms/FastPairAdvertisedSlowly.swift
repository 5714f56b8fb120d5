internal import AdvertisingData

extension Rule {
  static let fastPairAdvertisedSlowly = Rule(
    id: "fast-pair-advertised-slowly",
    severity: .warning,
    summary: "Fast Pair data are advertised less often than phones expect.",
    rationale: """
      A device that waits to be paired advertises its model every 100 ms or more often, a paired one its account data \
      every 250 ms. Phones listen a fraction of the time, so with longer intervals the notice comes late or never. \
      Measured intervals are not judged: receivers miss advertisements.
      """,
    references: [.other("Google: Fast Pair specification, advertising")],
    examples: [
      .accepted(
        [MarkedLayout("02 01 06 03 03 2c fe 06 16 2c fe 12 34 56", interval: .declared(100_000))], "every 100 ms"),
      .flagged(
        [MarkedLayout("02 01 06 03 03 2c fe ↓06 16 2c fe 12 34 56", interval: .declared(1_000_000))], "every second",
        fixed: [MarkedLayout("02 01 06 03 03 2c fe 06 16 2c fe 12 34 56", interval: .declared(100_000))]),
    ],
    check: .advertiser { subject, report in
      guard let interval = subject.interval, let shortest = interval.stated?.lowerBound,
        // With several layouts it is not known for which one the interval was set.
        subject.layouts.count == 1
      else { return }
      subject.forEachPayload { location, payload in
        for found in payload.recognised {
          guard found.payload.format == FastPair.format, !found.payload.octets.isEmpty else { continue }
          let longest: Int64 = FastPair.isDiscoverable(found.payload.octets) ? 100_000 : 250_000
          guard shortest > longest else { continue }
          report.flag(
            in: location, found.structure.offset, length: found.structure.size,
            "the interval is \(interval), Fast Pair asks for \(IntervalText.milliseconds(longest)) at most here",
            fix: subject.advice(toAdvertiseEvery: longest, " or more often"))
        }
      }
    })
}
