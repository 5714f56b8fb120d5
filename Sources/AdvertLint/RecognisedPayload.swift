internal import AdvertisingData

/// Manufacturer or service data in a well-known format, and where it is.
final class RecognisedPayload: Sendable {
  let payload: KnownPayload
  /// The id of its format.
  let format: String
  /// The structure it is in.
  let structure: DecodedPayload.Element

  /// `nil` when the structure holds neither kind of data, or data in no format known here.
  init?(_ structure: DecodedPayload.Element, beside signs: DeviceHints) {
    guard let payload = KnownPayload.recognised(in: structure.value, beside: signs) else { return nil }
    self.payload = payload
    self.structure = structure
    format = payload.format.id
  }

  /// The address in the data, `nil` when the format has no field for one, or it is left out.
  var fixedAddress: FixedAddress? {
    for field in payload.reading.fields.flattened where !field.key.isEmpty {
      guard case .address(_, let name) = field.role, let range = field.range else { continue }
      return FixedAddress(
        name: name, range: range, octets: Array(payload.octets[range.clamped(to: payload.octets.indices)]))
    }
    return nil
  }

  /// Offset of the company identifier or service UUID from the start of the block.
  var headerOffset: Int { structure.offset + 2 }

  /// Offset of the first octet of the data from the start of the block.
  var dataOffset: Int { headerOffset + payload.start }
}

extension Report {
  /// Flags octets of well-known data; `range` counts from their first octet.
  mutating func flag(
    _ found: RecognisedPayload, _ range: Range<Int>, _ message: @autoclosure () -> String,
    fix: @autoclosure () -> String? = nil, severity: Severity? = nil
  ) {
    flag(
      in: place, found.dataOffset + range.lowerBound, length: range.count, message(), fix: fix(), severity: severity)
  }
}

/// An address in well-known data, in a field that the format has for it.
struct FixedAddress {
  /// What it is: `the address of a sensor`.
  let name: String
  /// Offsets from the first octet of the data.
  let range: Range<Int>
  /// As sent.
  let octets: [UInt8]

  /// All octets alike: a placeholder.
  var isPadding: Bool { octets.allSatisfy { $0 == octets.first } }
}

extension RecognisedPayload {
  /// Flags what the format's decoder objects to, each problem where it is. `name` is what people call the format.
  ///
  /// - Parameter severity: How bad a problem is, where that is not what the rule says. What rests on unverified facts is
  ///   a note in any case, and reserved bits are a warning at most: a later edition may use them.
  func flagProblems(
    named name: String, _ report: inout Report, severity: (KnownPayload.Problem) -> Severity? = { _ in nil }
  ) {
    let reading = payload.reading
    guard !reading.problems.isEmpty else { return }
    let isUnverified = reading.isUnverified
    // Made once for problems alike: a long payload can have hundreds.
    var latest: (problem: KnownPayload.Problem, message: String)?
    for problem in reading.problems {
      var worst = report.severity
      if case .reserved = problem { worst = .warning }
      if isUnverified { worst = .note }
      if latest.map({ problem.reads(like: $0.problem, on: payload.octets) }) != true {
        latest = (problem, "\(name): \(problem.words(on: payload.octets))")
      }
      report.flag(
        self, problem.range(in: payload.octets), latest?.message ?? "", severity: min(severity(problem) ?? worst, worst)
      )
    }
  }
}

extension Rule.Check {
  /// Whether data of a format are as the format has them: the one check that the rules of known formats share.
  ///
  /// - Parameter name: What people call the data; the name of the format unless it is given.
  static func conformance(
    to format: KnownPayload.Format, named name: String? = nil,
    severity: @escaping @Sendable (KnownPayload.Problem, KnownPayload) -> Severity? = { _, _ in nil }
  ) -> Rule.Check {
    .knownPayload(in: [format]) { found, report in
      found.flagProblems(named: name ?? format.name, &report) { severity($0, found.payload) }
    }
  }

  /// The same for formats whose data have nothing but a length that could be wrong.
  static func conformance(toFormsOf formats: [KnownPayload.Format]) -> Rule.Check {
    .knownPayload(in: formats) { found, report in
      found.flagProblems(named: found.payload.format.name, &report)
    }
  }
}

extension KnownPayload.Problem {
  /// The octets of the data that it concerns.
  fileprivate func range(in octets: [UInt8]) -> Range<Int> {
    switch self {
    case .length: return octets.indices
    case .surplus(let offset, let count): return (offset..<offset + count).clamped(to: octets.indices)
    case .cut(let offset): return min(offset, octets.count)..<octets.count
    case .reserved(let offset), .unexpected(let offset, _): return (offset..<offset + 1).clamped(to: octets.indices)
    }
  }

  /// Whether its words are those of another problem.
  fileprivate func reads(like other: Self, on octets: [UInt8]) -> Bool {
    switch (self, other) {
    case (.reserved, .reserved): break
    case (.unexpected(_, let expected), .unexpected(_, let others)): if expected != others { return false }
    default: return false
    }
    return octets[range(in: octets)].elementsEqual(octets[other.range(in: octets)])
  }

  /// What was found and what should be there.
  fileprivate func words(on octets: [UInt8]) -> String {
    let range = range(in: octets)
    let found = "0x" + HexText.compact(octets[range].prefix(1))
    switch self {
    case .length(let malformation): return "the data \(malformation)"
    case .surplus(let offset, let count):
      return "\(Words.bytes(count)) too many after the \(offset) that the format has"
    case .reserved: return "reserved bits are set in \(found)"
    case .cut where range.isEmpty: return "the data end before what should follow"
    case .cut:
      return "what starts with \(found) is cut off, \(range.count) \(range.count == 1 ? "byte is" : "bytes are") there"
    case .unexpected(_, let expected): return "found \(found), expected \(expected)"
    }
  }
}
