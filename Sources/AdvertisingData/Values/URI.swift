/// A URI (AD type 0x24): the first code point stands for the scheme, the rest follows literally.
///
/// Source: Core Specification Supplement Part A 1.18; scheme numbers in Assigned Numbers. The octets are kept as sent,
/// because they may not be UTF-8.
public struct AdvertisedURI: Hashable, Sendable {
  public let octets: [UInt8]

  /// 0x01 in place of a scheme: the URI follows in full.
  public static let emptyScheme: UInt32 = 0x01

  /// `nil` when the scheme is not a Unicode scalar, which no assigned one is.
  public init?(scheme: UInt32, rest: String) {
    guard let scalar = Unicode.Scalar(scheme), let encoded = UTF8.encode(scalar) else { return nil }
    octets = Array(encoded) + Array(rest.utf8)
  }

  /// Throws when there is no octet at all.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard !value.isEmpty else { throw .tooShort(minimum: 1, actual: 0) }
    octets = Array(copying: value)
  }

  /// The number of the scheme, `nil` when the octets do not start with a UTF-8 character.
  public var scheme: UInt32? { firstScalar?.value }

  /// What follows the scheme, with U+FFFD in place of octets that are not UTF-8. May hold any control character.
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
