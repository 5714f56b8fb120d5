/// Xiaomi's MiBeacon (service data of 0xFE95): a header whose frame control says what follows, then measurements.
///
/// Source: the MiBeacon protocol as implemented by xiaomi-ble; little-endian.
public struct MiBeacon: Hashable, Sendable, KnownFormat {
  public let frameControl: FrameControl
  public let product: UInt16
  public let frameCounter: UInt8
  /// The device's address as printed, 6 octets; `nil` when the frame leaves it out.
  public let address: [UInt8]?
  /// `nil` when the frame leaves it out.
  public let capability: UInt8?
  /// The octet of input and output capability, which bit 5 of ``capability`` announces.
  public let ioCapability: UInt8?
  public let content: Content
  /// Octets that the frame control does not announce, or an object that is cut off; empty when all is well.
  public let rest: [UInt8]

  public struct FrameControl: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    public static let timeRequest = Self(rawValue: 1 << 0)
    public static let encrypted = Self(rawValue: 1 << 3)
    public static let address = Self(rawValue: 1 << 4)
    public static let capability = Self(rawValue: 1 << 5)
    public static let object = Self(rawValue: 1 << 6)
    public static let mesh = Self(rawValue: 1 << 7)
    public static let registered = Self(rawValue: 1 << 8)
    public static let solicited = Self(rawValue: 1 << 9)

    /// Bits 10 and 11.
    public var authenticationMode: UInt16 { rawValue >> 10 & 0b11 }
    /// Bits 12 to 15.
    public var version: UInt16 { rawValue >> 12 }
  }

  public enum Content: Hashable, Sendable {
    case objects([MiBeaconObject])
    /// Versions 4 and 5: the objects encrypted, three octets that extend the counter, four of integrity check.
    case encrypted([UInt8], counterExtension: [UInt8], check: [UInt8])
    /// Encrypted in another version, in a layout not known here.
    case opaque([UInt8])
  }

  /// Throws when the octets are too few for what the frame control announces.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(5, of: octets)
    let control = FrameControl(rawValue: UInt16(littleEndian: octets, at: 0))
    frameControl = control
    product = UInt16(littleEndian: octets, at: 2)
    frameCounter = octets[4]
    var position = 5
    if control.contains(.address) {
      try Self.require(position + 6, of: octets)
      address = Array(octets[position..<position + 6].reversed())
      position += 6
    } else {
      address = nil
    }
    if control.contains(.capability) {
      try Self.require(position + 1, of: octets)
      let value = octets[position]
      capability = value
      position += 1
      if value & 0x20 != 0 {
        try Self.require(position + 1, of: octets)
        ioCapability = octets[position]
        position += 1
      } else {
        ioCapability = nil
      }
    } else {
      capability = nil
      ioCapability = nil
    }
    let body = Array(octets[position...])
    guard control.contains(.object) else {
      content = .objects([])
      rest = body
      return
    }
    if !control.contains(.encrypted) {
      let (objects, objectsEnd) = MiBeaconObject.all(in: body)
      content = .objects(objects)
      rest = Array(body[objectsEnd...])
    } else if (4...5).contains(control.version) {
      try Self.require(position + 7, of: octets)
      let end = body.count - 7
      content = .encrypted(
        Array(body[..<end]), counterExtension: Array(body[end..<end + 3]), check: Array(body[(end + 3)...]))
      rest = []
    } else {
      content = .opaque(body)
      rest = []
    }
  }

  private var header: [UInt8] {
    frameControl.rawValue.littleEndianOctets + product.littleEndianOctets + [frameCounter]
      + Array((address ?? []).reversed()) + (capability.map { [$0] } ?? []) + (ioCapability.map { [$0] } ?? [])
  }

  public var octets: [UInt8] {
    let body =
      switch content {
      case .objects(let objects): objects.flatMap { $0.octets }
      case .encrypted(let octets, let counterExtension, let check): octets + counterExtension + check
      case .opaque(let octets): octets
      }
    return header + body + rest
  }

  public var problems: [KnownPayloadProblem] {
    guard !rest.isEmpty else { return [] }
    let offset = octets.count - rest.count
    return frameControl.contains(.object) ? [.cut(offset: offset)] : KnownPayloadProblem.surplus(rest, at: offset)
  }
}
