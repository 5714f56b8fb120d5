internal import AdvertisingData

/// What a format's decoder objects to in data of the format, as findings: the one check that all rules of well-known
/// formats share.
enum Conformance {
  /// Flags every problem where it is. `name` is what people call the format.
  ///
  /// - Parameter severity: How bad a problem is, where that is not what the rule says. What rests on unverified facts is
  ///   a note in any case, and reserved bits are a warning at most: a later edition may use them.
  static func judge(
    _ found: RecognisedPayload, named name: String, problems: [KnownPayloadProblem], _ report: inout Report,
    severity: (KnownPayloadProblem) -> Severity? = { _ in nil }
  ) {
    let octets = found.payload.octets
    for problem in problems {
      var worst = report.severity
      if case .reserved = problem { worst = .warning }
      if found.payload.isUnverified { worst = .note }
      report.flag(
        found, problem.range(in: octets), "\(name): \(problem.words(on: octets))",
        severity: min(severity(problem) ?? worst, worst))
    }
  }
}

extension Rule.Check {
  /// Whether data of a format are as the format has them.
  static func conformance(
    to kind: KnownPayload.Kind, named name: String,
    severity: @escaping @Sendable (KnownPayloadProblem, KnownPayload) -> Severity? = { _, _ in nil }
  ) -> Rule.Check {
    .knownPayload { found, report in
      guard found.payload.kind == kind else { return }
      Conformance.judge(found, named: name, problems: found.payload.problems, &report) {
        severity($0, found.payload)
      }
    }
  }
}

extension KnownPayloadProblem {
  /// The octets of the data that it concerns.
  fileprivate func range(in octets: [UInt8]) -> Range<Int> {
    switch self {
    case .length: return octets.indices
    case .surplus(let offset, let count): return (offset..<offset + count).clamped(to: octets.indices)
    case .cut(let offset): return min(offset, octets.count)..<octets.count
    case .reserved(let offset), .unexpected(let offset, _): return (offset..<offset + 1).clamped(to: octets.indices)
    }
  }

  /// What was found and what should be there.
  fileprivate func words(on octets: [UInt8]) -> String {
    let range = range(in: octets)
    let found = "0x" + HexText.compact(octets[range].prefix(1))
    switch self {
    case .length(let malformation): return "the data \(malformation)"
    case .surplus(let offset, let count):
      return "\(count) \(count == 1 ? "byte" : "bytes") too many after the \(offset) that the format has"
    case .reserved: return "reserved bits are set in \(found)"
    case .cut where range.isEmpty: return "the data end before what should follow"
    case .cut:
      return "what starts with \(found) is cut off, \(range.count) \(range.count == 1 ? "byte is" : "bytes are") there"
    case .unexpected(_, let expected): return "found \(found), expected \(expected)"
    }
  }
}
