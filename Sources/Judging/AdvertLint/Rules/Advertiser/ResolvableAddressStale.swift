internal import AdvertisingData

extension Rule {
  static let resolvableAddressStale = Rule(
    id: "resolvable-address-stale",
    severity: .warning,
    summary: "A resolvable private address stays longer than 15 minutes.",
    rationale: """
      The address is there to be changed, so that no observer can follow the device by it; 15 minutes is what GAP asks for. \
      One that stays for hours protects no user. A minute more is tolerated: timers are not exact.
      """,
    references: [.core(volume: 3, part: "C", section: "10.7"), .core(volume: 3, part: "C", section: "Appendix A")],
    examples: [
      .accepted(
        [
          MarkedLayout(
            "02 01 06", address: DeviceAddress(bits: 0x7081_940D_FBAA, type: .random), heardFor: 900_000_000)
        ], "for 15 minutes"),
      .accepted(
        [
          MarkedLayout(
            "02 01 06", address: DeviceAddress(bits: 0xF081_940D_FBAA, type: .random), heardFor: 7_200_000_000)
        ], "a static address stays"),
      .flagged(
        [
          MarkedLayout(
            "02 01 06", address: DeviceAddress(bits: 0x7081_940D_FBAA, type: .random), heardFor: 7_200_000_000)
        ], "for two hours"),
    ],
    check: .advertiser { subject, report in
      guard subject.isFromAir, subject.address?.kind == .randomResolvable, let heardFor = subject.heardFor,
        heardFor > 16 * 60 * 1_000_000
      else { return }
      report.flagAdvertiser(
        "the resolvable private address stayed for \(heardFor / 60_000_000) minutes, 15 are usual",
        fix: "have the controller change it every 15 minutes")
    })
}
