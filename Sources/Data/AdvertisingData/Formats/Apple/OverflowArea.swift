/// The overflow area of iOS: 128 bits in place of the service UUIDs of an app that advertises in the background, or of
/// those that did not fit (Continuity type 0x01).
///
/// Each bit is set by 2^121 different UUIDs: a set bit never proves a service, and a clear bit excludes it. Apple does
/// not publish the mapping; it was found by analysis and agrees with a published table of all 128 bits and with
/// published captures.
public struct OverflowArea: Hashable, Sendable {
  /// Octets of the mask.
  public static let length = 16
  /// Redaction takes masks with more bits for other data: apps advertise few services, and half the bits of other data
  /// are set.
  static let maximumPlausibleBits = 16

  /// The 16 octets as on the air. Bit p is bit `p & 7` of octet `p >> 3`.
  public let mask: [UInt8]

  /// Reads the bits that are set; `nil` unless the mask has 16 octets.
  public init?(mask: [UInt8]) {
    guard mask.count == Self.length else { return nil }
    self.mask = mask
  }

  /// The mask of an app that advertises these services in the background.
  public init(_ services: [BluetoothUUID]) {
    var mask = [UInt8](repeating: 0, count: Self.length)
    for service in services {
      let bit = Self.bit(of: service)
      mask[bit >> 3] |= 1 << UInt8(bit & 7)
    }
    self.mask = mask
  }

  /// The bits that are set, ascending: 0 to 127.
  public var bits: [Int] {
    (0..<8 * Self.length).filter { contains(bit: $0) }
  }

  /// Returns whether a bit is set; `false` outside 0 to 127.
  public func contains(bit: Int) -> Bool {
    (0..<8 * Self.length).contains(bit) && mask[bit >> 3] >> UInt8(bit & 7) & 1 != 0
  }

  /// Returns the services whose bit is set, in the order given. They may be advertised; the others are not.
  public func candidates(among services: [BluetoothUUID]) -> [BluetoothUUID] {
    services.filter { contains(bit: Self.bit(of: $0)) }
  }

  /// Returns the bit that a service sets: the low seven bits of a CRC-8 (x^8 + x^3 + 1, initially zero, most
  /// significant bit first) over the 16 octets of the UUID as printed.
  public static func bit(of service: BluetoothUUID) -> Int {
    var crc: UInt8 = 0
    for half in [service.high, service.low] {
      for octet in half.bigEndianOctets {
        crc ^= octet
        for _ in 0..<8 {
          crc = crc & 0x80 == 0 ? crc << 1 : crc << 1 ^ 0x09
        }
      }
    }
    return Int(crc & 0x7F)
  }
}
