/// Measurements of a Ruuvi sensor (company 0x0499). Fields of several octets are big-endian.
///
/// Source: Ruuvi's data format pages. Format E1, for extended advertising only, is not taken apart.
public enum RuuviTag: Hashable, Sendable, KnownFormat {
  case format3(RuuviTagFormat3)
  case format5(RuuviTagFormat5)
  case format6(RuuviTagFormat6)

  /// The formats known here, by their first octet.
  static let formats: [UInt8] = [3, 5, 6]

  /// Throws when there are fewer octets than the format has. The first is one of ``formats``.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(1, of: octets)
    switch octets[0] {
    case 3: self = .format3(try RuuviTagFormat3(decoding: octets))
    case 6: self = .format6(try RuuviTagFormat6(decoding: octets))
    default: self = .format5(try RuuviTagFormat5(decoding: octets))
    }
  }

  public var octets: [UInt8] {
    switch self {
    case .format3(let format): format.octets
    case .format5(let format): format.octets
    case .format6(let format): format.octets
    }
  }

  public var problems: [KnownPayloadProblem] {
    switch self {
    case .format3(let format): format.problems
    case .format5(let format): format.problems
    case .format6(let format): format.problems
    }
  }

  /// °C of the unit of formats 5 and 6, 0.005; `nil` for the value that says "not available".
  static func temperature(_ raw: Int16) -> DecimalNumber? {
    raw == .min ? nil : DecimalNumber(Int64(raw) * 5, decimals: 3)
  }

  /// Percent of the unit of formats 5 and 6, 0.0025; `nil` for "not available".
  static func humidity(_ raw: UInt16) -> DecimalNumber? {
    raw == .max ? nil : DecimalNumber(Int64(raw) * 25, decimals: 4)
  }

  /// Pascal; `nil` for "not available".
  static func pressure(_ raw: UInt16) -> Int? {
    raw == .max ? nil : Int(raw) + 50_000
  }
}
