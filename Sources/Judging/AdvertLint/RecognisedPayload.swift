internal import AdvertisingData

/// Manufacturer or service data in a well-known format, with their place.
final class RecognisedPayload: Sendable {
  let payload: KnownPayload
  /// The id of its format.
  let format: String
  /// The structure with the data.
  let structure: DecodedPayload.Element

  /// The recognised data; `nil` when the structure has neither kind of data, or data in no format known here.
  init?(_ structure: DecodedPayload.Element, beside signs: DeviceHints) {
    guard let payload = KnownPayload.recognised(in: structure.value, beside: signs) else { return nil }
    self.payload = payload
    self.structure = structure
    format = payload.format.id
  }

  /// The address in the data; `nil` when the format has no field for one, or the data leave it out.
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
    fix: @autoclosure () -> String? = nil, remedy: @autoclosure () -> Remedy? = nil, severity: Severity? = nil
  ) {
    flag(
      in: place, found.dataOffset + range.lowerBound, length: range.count, message(), fix: fix(), remedy: remedy(),
      severity: severity)
  }
}

/// An address in well-known data, in the format's field for it.
struct FixedAddress {
  /// The name of the address: `the address of a sensor`.
  let name: String
  /// Offsets from the first octet of the data.
  let range: Range<Int>
  /// The octets as sent.
  let octets: [UInt8]

  /// Whether all octets are alike: a placeholder.
  var isPadding: Bool { octets.allSatisfy { $0 == octets.first } }
}

extension RecognisedPayload {
  /// Flags the problems that the format's decoder finds, each in its place. `name` is the common name of the format.
  ///
  /// - Parameter severity: the severity of a problem, where it differs from the rule's. A problem by unverified facts
  ///   is always a note, and reserved bits are a warning at most: a later edition may use them.
  func flagProblems(
    named name: String, _ report: inout Report, severity: (KnownPayload.Problem) -> Severity? = { _ in nil }
  ) {
    let reading = payload.reading
    guard !reading.problems.isEmpty else { return }
    let isUnverified = reading.isUnverified
    // Made once for equal problems: a long payload can have hundreds.
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
  /// The check whether data conform to a format; the rules of known formats share it.
  ///
  /// - Parameter name: the common name of the data; the name of the format by default.
  static func conformance(
    to format: KnownPayload.Format, named name: String? = nil,
    severity: @escaping @Sendable (KnownPayload.Problem, KnownPayload) -> Severity? = { _, _ in nil }
  ) -> Rule.Check {
    .knownPayload(in: [format]) { found, report in
      found.flagProblems(named: name ?? format.name, &report) { severity($0, found.payload) }
    }
  }

  /// The same check for formats whose data can only have a wrong length.
  static func conformance(toFormsOf formats: [KnownPayload.Format]) -> Rule.Check {
    .knownPayload(in: formats) { found, report in
      found.flagProblems(named: found.payload.format.name, &report)
    }
  }
}

extension KnownPayload.Problem {
  /// Returns the octets of the data that the problem concerns.
  fileprivate func range(in octets: [UInt8]) -> Range<Int> {
    switch self {
    case .length: return octets.indices
    case .surplus(let offset, let count): return (offset..<offset + count).clamped(to: octets.indices)
    case .cut(let offset): return min(offset, octets.count)..<octets.count
    case .reserved(let offset), .unexpected(let offset, _): return (offset..<offset + 1).clamped(to: octets.indices)
    }
  }

  /// Whether the problem has the same words as another problem.
  fileprivate func reads(like other: Self, on octets: [UInt8]) -> Bool {
    switch (self, other) {
    case (.reserved, .reserved): break
    case (.unexpected(_, let expected), .unexpected(_, let others)): if expected != others { return false }
    default: return false
    }
    return octets[range(in: octets)].elementsEqual(octets[other.range(in: octets)])
  }

  /// Returns the words for the value found and the value expected.
  fileprivate func words(on octets: [UInt8]) -> String {
    let range = range(in: octets)
    let found = "0x" + HexText.compact(octets[range].prefix(1))
    switch self {
    case .length(let malformation): return "the data \(malformation)"
    // Without numbers: payloads of several lengths that are padded to one are one finding.
    case .surplus where range.count > 1 && octets[range].allSatisfy { $0 == 0 }:
      return "zeros follow the data that the format has"
    case .surplus(let offset, let count):
      return "\(Words.bytes(count)) too many after the \(offset) that the format has"
    case .reserved: return "reserved bits are set in \(found)"
    case .cut where range.isEmpty: return "the data end before what should follow"
    case .cut:
      return "what starts with \(found) is cut off, \(counted(range.count, "byte is", "bytes are")) there"
    case .unexpected(_, let expected): return "found \(found), expected \(expected)"
    }
  }
}
