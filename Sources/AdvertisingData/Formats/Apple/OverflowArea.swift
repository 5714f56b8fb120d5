/// The overflow area of iOS: 128 bits in place of the service UUIDs of an app that advertises in the background, or of
/// those that did not fit (Continuity type 0x01).
///
/// A UUID sets one bit, and so do 2^121 - 1 others: a set bit never proves a service, a clear bit excludes it. Apple
/// publishes nothing; the mapping was found by analysis and agrees with a published table of all 128 bits and with
/// published captures.
public struct OverflowArea: Hashable, Sendable {
  /// Octets of the mask.
  public static let length = 16
  /// Masks with more bits are taken for something else when data are redacted: apps advertise few services, and half the
  /// bits of other data are set.
  static let maximumPlausibleBits = 16

  /// 16 octets as on the air. Bit p is bit `p & 7` of octet `p >> 3`.
  public let mask: [UInt8]

  /// `nil` unless the mask has 16 octets.
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

  /// Whether a bit is set; no bit outside 0 to 127 is.
  public func contains(bit: Int) -> Bool {
    (0..<8 * Self.length).contains(bit) && mask[bit >> 3] >> UInt8(bit & 7) & 1 != 0
  }

  /// Those of the services whose bit is set, in the order given. They may be advertised; the others are not.
  public func candidates(among services: [BluetoothUUID]) -> [BluetoothUUID] {
    services.filter { contains(bit: Self.bit(of: $0)) }
  }

  /// The bit a service sets: the low seven bits of a CRC-8 (x^8 + x^3 + 1, initially zero, most significant bit first)
  /// over the 16 octets of the UUID as printed.
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
