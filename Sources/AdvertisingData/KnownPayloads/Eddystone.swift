/// Google's Eddystone beacon frames (service data of 0xFEAA).
///
/// Source: the google/eddystone protocol specification. Fields of several octets are big-endian.
public struct Eddystone: Hashable, Sendable, KnownFormat {
  public let frame: Frame
  /// The low nibble of the frame type octet, which is reserved.
  public let reservedBits: UInt8

  public enum Frame: Hashable, Sendable {
    case uid(EddystoneUID)
    case url(EddystoneURL)
    case telemetry(EddystoneTelemetry)
    case encryptedTelemetry(EddystoneEncryptedTelemetry)
    case ephemeral(EddystoneEID)
    /// Frame type 4 with at least 20 octets: Google's Find Hub network sends its ephemeral identifier so. Unverified.
    case findHub([UInt8])
    /// A frame of another type, or telemetry of another version: what follows the frame type octet.
    case other(type: UInt8, [UInt8])
  }

  public init(_ frame: Frame) {
    self.frame = frame
    reservedBits = 0
  }

  /// Throws when the octets are too few for their frame type.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(1, of: octets)
    reservedBits = octets[0] & 0x0F
    switch octets[0] >> 4 {
    case 0: frame = .uid(try EddystoneUID(decoding: octets))
    case 1: frame = .url(try EddystoneURL(decoding: octets))
    case 2:
      try Self.require(2, of: octets)
      switch octets[1] {
      case 0: frame = .telemetry(try EddystoneTelemetry(decoding: octets))
      case 1: frame = .encryptedTelemetry(try EddystoneEncryptedTelemetry(decoding: octets))
      default: frame = .other(type: 2, Array(octets[1...]))
      }
    case 3: frame = .ephemeral(try EddystoneEID(decoding: octets))
    case 4 where octets.count >= 21: frame = .findHub(Array(octets[1...]))
    case let type: frame = .other(type: type, Array(octets[1...]))
    }
  }

  /// The high nibble of the first octet.
  public var type: UInt8 {
    switch frame {
    case .uid: 0
    case .url: 1
    case .telemetry, .encryptedTelemetry: 2
    case .ephemeral: 3
    case .findHub: 4
    case .other(let type, _): type
    }
  }

  public var octets: [UInt8] {
    let body =
      switch frame {
      case .uid(let frame): frame.octets
      case .url(let frame): frame.octets
      case .telemetry(let frame): frame.octets
      case .encryptedTelemetry(let frame): frame.octets
      case .ephemeral(let frame): frame.octets
      case .findHub(let octets), .other(_, let octets): octets
      }
    return [type << 4 | reservedBits] + body
  }

  public var problems: [KnownPayloadProblem] {
    let ofFrame: [KnownPayloadProblem] =
      switch frame {
      case .uid(let frame): frame.problems
      case .url(let frame): frame.problems
      case .telemetry(let frame): frame.problems
      case .encryptedTelemetry(let frame): frame.problems
      case .ephemeral(let frame): frame.problems
      case .findHub: []
      case .other(2, _): [.unexpected(offset: 1, expected: "telemetry version 0 or 1")]
      case .other: [.unexpected(offset: 0, expected: "a frame type from 0x00 to 0x30")]
      }
    return (type == 4 ? [] : KnownPayloadProblem.reserved(reservedBits, at: 0)) + ofFrame
  }

  public var isUnverified: Bool {
    if case .findHub = frame { true } else { false }
  }
}
