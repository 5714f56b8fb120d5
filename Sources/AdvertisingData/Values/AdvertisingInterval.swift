/// The advertising interval of the set that carries it, in units of 0.625 ms (AD types 0x1A and 0x2F).
///
/// Source: Core Specification Supplement Part A 1.15. The short type has 16 bits; the long one has 24 or 32, for
/// intervals that do not fit.
public struct AdvertisingInterval: Hashable, Sendable {
  public let width: Width
  /// In units of 0.625 ms.
  public let units: UInt32

  public enum Width: Int, Hashable, Sendable, CaseIterable {
    case bits16 = 16
    case bits24 = 24
    case bits32 = 32

    public var octets: Int { rawValue / 8 }
  }

  /// The shortest interval a device may use: 20 ms.
  public static let minimumUnits: UInt32 = 0x20

  /// `nil` when the interval does not fit the width.
  public init?(units: UInt32, width: Width) {
    guard UInt64(units) >> width.rawValue == 0 else { return nil }
    self.width = width
    self.units = units
  }

  /// Throws unless there are two octets in the short type, three or four in the long one.
  init(decoding value: Span<UInt8>, type: ADType) throws(Malformation) {
    if type == .advertisingIntervalLong {
      switch value.count {
      case 3: width = .bits24
      case 4: width = .bits32
      default: throw .neitherLength(3, 4, actual: value.count)
      }
    } else {
      guard value.count == 2 else { throw .wrongLength(expected: 2, actual: value.count) }
      width = .bits16
    }
    units = UInt32(value.littleEndian(at: 0, count: value.count))
  }

  public var octets: [UInt8] { Array(littleEndian: units, count: width.octets) }

  public var type: ADType { width == .bits16 ? .advertisingInterval : .advertisingIntervalLong }

  /// Exact: a unit is 625 microseconds.
  public var microseconds: UInt64 { UInt64(units) * 625 }
}
