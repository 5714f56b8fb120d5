extension ADType {
  /// AD type 0x24: ``AdvertisedURI``.
  public static let uri = Self(rawValue: 0x24)
}

/// A URI (AD type 0x24): the first code point encodes the scheme, the rest follows literally.
///
/// Source: Core Specification Supplement Part A 1.18; scheme numbers in Assigned Numbers. The octets are kept as sent,
/// because they may not be UTF-8.
public struct AdvertisedURI: Hashable, Sendable {
  /// The value octets, exactly as they were decoded.
  public let octets: [UInt8]

  /// The code 0x01 for no scheme: the URI follows in full.
  public static let emptyScheme: UInt32 = 0x01

  /// Creates the URI; `nil` when the scheme is not a Unicode scalar. All assigned schemes are scalars.
  public init?(scheme: UInt32, rest: String) {
    guard let scalar = Unicode.Scalar(scheme), let encoded = UTF8.encode(scalar) else { return nil }
    octets = Array(encoded) + Array(rest.utf8)
  }

  /// Throws when there is no octet at all.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard !value.isEmpty else { throw .tooShort(minimum: 1, actual: 0) }
    octets = Array(copying: value)
  }

  /// The number of the scheme; `nil` when the octets do not start with a UTF-8 character.
  public var scheme: UInt32? { firstScalar?.value }

  /// The URI after the scheme, with U+FFFD in place of octets that are not UTF-8. It may contain any control character.
  public var rest: String {
    String(decoding: octets.dropFirst(firstScalar.map { UTF8.width($0) } ?? 0), as: UTF8.self)
  }

  /// Offset of the first octet that does not belong to valid UTF-8, `nil` when all of it is valid.
  public var firstInvalidOctet: Int? { octets.firstInvalidUTF8 }

  private var firstScalar: Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = octets.makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&iterator) { return scalar }
    return nil
  }
}

extension AdvertisedURI: SingleTypeCodec {
  static var assignedType: ADType { .uri }
  static var allowances: Allowances { .everywhereButController }
  var adValue: ADValue { .uri(self) }

  static let declaredFields: [DeclaredField] = [
    .integer("scheme", orNull: true), .string("schemeName", orNull: true), .string("rest"),
    .string("uri", orNull: true),
  ]

  var fields: [Field] {
    let visible = visibleCount
    let rest = rest
    return [
      Field("scheme", scheme, at: 0..<visible, role: .structure),
      Field("schemeName", scheme.map { .name(of: .uriScheme($0)) } ?? .null),
      Field("rest", .foreignText(Array(rest.utf8)), at: visible..<octets.count, role: .text),
      Field("uri", scheme.map { .uri(scheme: $0, rest: rest) } ?? .null, wording: .value),
      .phrase(
        scheme == nil ? "URI: \(HexText.spaced(octets)), which does not start with a UTF-8 character" : nil),
    ]
  }

  /// The number of octets of the scheme, written out or as one character. Redaction keeps them.
  private var visibleCount: Int {
    guard let first = octets.first else { return 0 }
    let start = first == UInt8(truncatingIfNeeded: Self.emptyScheme) ? 1 : 0
    for prefix in ["https:", "http:"] where octets[start...].starts(with: prefix.utf8) {
      return start + prefix.utf8.count
    }
    // Assigned numbers take one octet or two.
    let width = firstScalar.map { UTF8.width($0) } ?? 0
    return width <= 2 ? width : 0
  }
}
