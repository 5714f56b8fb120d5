internal import AdvertisingData

extension Rule {
  static let flagsContradictory = Rule(
    id: "flags-contradictory",
    severity: .warning,
    summary: "The Flags say two things that exclude each other.",
    rationale: """
      A device is in limited or in general discoverable mode, not in both; scanners disagree on which they believe. And a \
      device that does not support BR/EDR cannot use LE and BR/EDR at the same time: hosts that trust the latter bits \
      try to connect over BR/EDR.
      """,
    references: [.supplement(part: "A", section: "1.3"), .core(volume: 3, part: "C", section: "9.2")],
    silences: ["flags-deprecated-host-bit"],
    examples: [
      .accepted("02 01 06", "LE only, general discoverable"),
      .accepted("02 01 0a", "dual mode, general discoverable"),
      .flagged("02 01 ↓07", "limited and general discoverable", fixed: "02 01 06"),
      .flagged("02 01 ↓1e", "no BR/EDR, yet BR/EDR at the same time", fixed: "02 01 06"),
    ],
    check: .structure(of: [.flags]) { structure, report in
      guard !structure.value.isEmpty else { return }
      let flags = Flags(rawValue: structure.value[0])
      if flags.isSuperset(of: .discoverable) {
        report.flag(
          structure.valueOffset, length: 1, "Flags \(flags.hex) claim limited and general discoverable mode at once",
          fix: "send general discoverable mode alone: \(flags.consistent.digits)",
          remedy: .replacing(with: [flags.consistent.rawValue]))
      }
      if flags.contains(.brEDRNotSupported), !flags.isDisjoint(with: .simultaneous) {
        report.flag(
          structure.valueOffset, length: 1,
          "Flags \(flags.hex) claim that BR/EDR is not supported and that LE and BR/EDR work at the same time",
          fix: "clear the bits of BR/EDR: \(flags.consistent.digits), or clear bit 2 if the device supports BR/EDR",
          remedy: .replacing(with: [flags.consistent.rawValue]))
      }
    })
}

extension Flags {
  /// The discoverable modes.
  static let discoverable: Flags = [.limitedDiscoverable, .generalDiscoverable]
  /// LE and BR/EDR at the same time.
  static let simultaneous: Flags = [.simultaneousController, .simultaneousHost]

  /// The Flags without the bits that contradict others: general discoverable mode, and no BR/EDR.
  fileprivate var consistent: Flags {
    let flags = isSuperset(of: .discoverable) ? subtracting(.limitedDiscoverable) : self
    return flags.contains(.brEDRNotSupported) ? flags.subtracting(.simultaneous) : flags
  }

  /// The octet as two digits: `06`.
  var digits: String { HexText.compact([rawValue]) }

  var hex: String { HexDigits.number(rawValue, octets: 1) }
}
