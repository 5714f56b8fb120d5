internal import AdvertisingData

extension Rule {
  static let supportedFeaturesTrailingZeros = Rule(
    id: "supported-features-trailing-zeros",
    severity: .warning,
    summary: "LE Supported Features end with zero bytes.",
    rationale: """
      Zero bytes after the last other byte say nothing and are to be left out. They take space that the name could \
      have.
      """,
    references: [.supplement(part: "A", section: "1.19"), .other("PureSwift/Bluetooth: GAPLESupportedFeatures.swift")],
    examples: [
      .accepted("02 01 06 02 27 01", "one byte"),
      .flagged("02 01 06 03 27 01 ↓00", "a second byte of zero", fixed: "02 01 06 02 27 01"),
    ],
    check: .structures(of: [.leSupportedFeatures]) { structures, report in
      for structure in structures {
        guard case .leSupportedFeatures(let features) = structure.value, features.hasTrailingZeros else { continue }
        let zeros = features.octets.reversed().prefix { $0 == 0 }.count
        report.flag(
          structure.offset + structure.size - zeros, length: zeros,
          "\(counted(zeros, "zero byte")) at the end should be left out")
      }
    })
}
