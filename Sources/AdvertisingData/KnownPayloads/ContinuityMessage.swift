/// One message of Apple's Continuity protocols.
public struct ContinuityMessage: Hashable, Sendable {
  /// The one type without a length octet.
  static let overflowType: UInt8 = 0x01

  public let type: UInt8
  public let value: [UInt8]

  /// `nil` when the value is longer than a length octet can say, or not 16 octets long where the type has none.
  public init?(type: UInt8, value: [UInt8]) {
    guard type == Self.overflowType ? value.count == OverflowArea.length : value.count <= 255 else { return nil }
    self.type = type
    self.value = value
  }

  public init(_ area: OverflowArea) {
    type = Self.overflowType
    value = area.mask
  }

  public init(_ nearby: NearbyInfo) {
    type = 0x10
    value = nearby.octets
  }

  public var octets: [UInt8] {
    type == Self.overflowType ? [type] + value : [type, UInt8(truncatingIfNeeded: value.count)] + value
  }

  /// What the value says.
  public enum Content: Hashable, Sendable {
    case overflowArea(OverflowArea)
    case nearbyInfo(NearbyInfo)
    case nearbyAction(NearbyAction)
    case offlineFinding(OfflineFinding)
    /// A type of fixed layout: its fields in the order sent.
    case fields([ContinuityField])
    /// A type that is not known, or a value too short for its type.
    case opaque
  }

  public var content: Content {
    switch type {
    case Self.overflowType: return OverflowArea(mask: value).map { .overflowArea($0) } ?? .opaque
    case 0x0F: return NearbyAction(value).map { .nearbyAction($0) } ?? .opaque
    case 0x10: return NearbyInfo(value).map { .nearbyInfo($0) } ?? .opaque
    case 0x12: return OfflineFinding(value).map { .offlineFinding($0) } ?? .opaque
    default: return layout?.fields(of: value).map { .fields($0) } ?? .opaque
    }
  }

  /// `nil` for types that are not known, and for the other forms of proximity pairing, whose first octet is not 1.
  private var layout: ContinuityLayout? {
    if type == 0x07, value.first != 0x01 { return nil }
    return ContinuityLayout.all.first { $0.type == type }
  }

  /// What Apple's feature is called; `nil` for types whose meaning is not known.
  public var name: String? {
    switch type {
    case Self.overflowType: "overflow area"
    case 0x07: "proximity pairing"
    case 0x0F: "Nearby action"
    case 0x10: "Nearby info"
    case 0x12: "Find My"
    default: layout?.name
    }
  }

  /// Offsets count from the type octet.
  var problems: [KnownPayloadProblem] {
    let start = octets.count - value.count
    switch type {
    case Self.overflowType: return []
    case 0x0F: return tooShort(minimum: 2)
    // Older systems send the two octets of flags alone.
    case 0x10: return tooShort(minimum: 2)
    case 0x12:
      let isKnown = value.count == OfflineFinding.length || value.count == OfflineFinding.shortLength
      return isKnown ? [] : [.unexpected(offset: 1, expected: "length 0x19 or 0x02")]
    default:
      guard let layout else { return [] }
      if value.count < layout.length { return tooShort(minimum: layout.length) }
      // Apple adds fields to messages: more octets than known here are no mistake.
      return layout.zeros(in: value).map { .reserved(offset: start + $0) }
    }
  }

  private func tooShort(minimum: Int) -> [KnownPayloadProblem] {
    value.count < minimum ? [.unexpected(offset: 1, expected: "a length of at least \(minimum)")] : []
  }

  /// Whether the meaning rests on general knowledge rather than on a source.
  public var isUnverified: Bool { type == 0x12 && value.count == OfflineFinding.shortLength }
}
