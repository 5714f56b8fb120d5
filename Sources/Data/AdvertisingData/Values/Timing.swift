extension ADType {
  /// AD type 0x1A: an ``AdvertisingInterval`` of 16 bits.
  public static let advertisingInterval = Self(rawValue: 0x1A)
  /// AD type 0x2F: an ``AdvertisingInterval`` of 24 or 32 bits.
  public static let advertisingIntervalLong = Self(rawValue: 0x2F)
}

/// The advertising interval of the set that carries it, in units of 0.625 ms (AD types 0x1A and 0x2F).
///
/// Source: Core Specification Supplement Part A 1.15. The short type has 16 bits; the long one has 24 or 32, for
/// intervals that do not fit.
public struct AdvertisingInterval: Hashable, Sendable {
  /// The width of the interval.
  public let width: Width
  /// The interval in units of 0.625 ms.
  public let units: UInt32

  /// The widths of an interval.
  public enum Width: Int, Hashable, Sendable, CaseIterable {
    /// Two octets (AD type 0x1A).
    case bits16 = 16
    /// Three octets (AD type 0x2F).
    case bits24 = 24
    /// Four octets (AD type 0x2F).
    case bits32 = 32

    /// The number of octets.
    public var octets: Int { rawValue / 8 }
  }

  /// The shortest interval that a device may use: 20 ms.
  public static let minimumUnits: UInt32 = 0x20

  /// Creates the interval; `nil` when the interval does not fit the width.
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

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { Array(littleEndian: units, count: width.octets) }

  /// The type of the value's structure.
  public var type: ADType { width == .bits16 ? .advertisingInterval : .advertisingIntervalLong }

  /// The interval in microseconds. Exact: a unit is 625 microseconds.
  public var microseconds: UInt64 { UInt64(units) * 625 }
}

extension AdvertisingInterval: ADValueCodec {
  static var allowances: Allowances { .ofLE(.oncePerBlock, outOfBand: .oncePerBlock) }
  var adValue: ADValue { .advertisingInterval(self) }

  static let declaredFields: [DeclaredField] = [.integer("bits"), .integer("units"), .number("ms")]

  var fields: [Field] {
    [
      .title("Advertising Interval\(width == .bits16 ? "" : " (long, \(width.rawValue)-bit)"):"),
      Field("bits", width.rawValue),
      Field("units", units, at: 0..<width.octets, role: .structure),
      .milliseconds("ms", ofMicroseconds: microseconds),
      .phrase(units < Self.minimumUnits ? "below the minimum of 20 ms" : nil),
    ]
  }
}

extension ADType {
  /// AD type 0x12: ``ConnectionIntervalRange``.
  public static let peripheralConnectionIntervalRange = Self(rawValue: 0x12)
}

/// The connection intervals that the peripheral prefers (AD type 0x12), in units of 1.25 ms.
///
/// Source: Core Specification Supplement Part A 1.9. Any value is kept; ``isValid`` judges it.
public struct ConnectionIntervalRange: Hashable, Sendable {
  /// The shortest interval, in units of 1.25 ms.
  public let minimum: UInt16
  /// The longest interval, in units of 1.25 ms.
  public let maximum: UInt16

  /// The value for no specific interval.
  public static let unspecified: UInt16 = 0xFFFF

  /// A range in units of 1.25 ms. It accepts any two numbers.
  public init(minimum: UInt16, maximum: UInt16) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Throws unless there are exactly four octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 4 else { throw .wrongLength(expected: 4, actual: value.count) }
    minimum = UInt16(value[0]) | UInt16(value[1]) << 8
    maximum = UInt16(value[2]) | UInt16(value[3]) << 8
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] {
    [minimum, maximum].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  /// Whether both ends are 7.5 ms to 4 s or unspecified, and the minimum does not exceed the maximum.
  public var isValid: Bool {
    let ends = [minimum, maximum].filter { $0 != Self.unspecified }
    return ends.allSatisfy { (6...3200).contains($0) } && (ends.count < 2 || minimum <= maximum)
  }
}

extension ConnectionIntervalRange: SingleTypeCodec {
  static var assignedType: ADType { .peripheralConnectionIntervalRange }
  static var allowances: Allowances { .ofLE(.mayRepeat, outOfBand: .mayRepeat) }
  var adValue: ADValue { .connectionIntervalRange(self) }

  static let declaredFields: [DeclaredField] = [.number("minimumMs", orNull: true), .number("maximumMs", orNull: true)]

  var fields: [Field] {
    func milliseconds(_ key: String, _ units: UInt16, label: String = "", at range: Range<Int>) -> Field {
      .milliseconds(
        key, ofMicroseconds: units == Self.unspecified ? nil : UInt64(units) * 1250, label: label,
        whenEmpty: "unspecified", at: range, role: .structure, separator: " ")
    }
    return [
      .title("Peripheral Connection Interval Range:"), milliseconds("minimumMs", minimum, at: 0..<2),
      milliseconds("maximumMs", maximum, label: "to", at: 2..<4),
    ]
  }
}

extension ADType {
  /// AD type 0x28: ``ChannelMapUpdate``.
  public static let channelMapUpdate = Self(rawValue: 0x28)
}

/// The channels of periodic advertising from a given event on (AD type 0x28).
///
/// Source: Core Specification Supplement Part A 1.20.
public struct ChannelMapUpdate: Hashable, Sendable {
  /// 40 bits: one for each of the 37 data channels, and three reserved ones above them.
  public let map: UInt64
  /// The periodic advertising event counter from which the map applies.
  public let instant: UInt16

  /// Keeps the lowest 40 bits of the map.
  public init(map: UInt64, instant: UInt16) {
    self.map = map & 0xFF_FFFF_FFFF
    self.instant = instant
  }

  /// Throws unless there are exactly seven octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 7 else { throw .wrongLength(expected: 7, actual: value.count) }
    map = value.littleEndian(at: 0, count: 5)
    instant = UInt16(value.littleEndian(at: 5, count: 2))
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { Array(littleEndian: map, count: 5) + Array(littleEndian: instant, count: 2) }

  /// The data channels in use, 0 to 36, ascending.
  public var channels: [Int] { (0..<37).filter { map >> $0 & 1 == 1 } }
  /// Bits 37 to 39 of the map, shifted down.
  public var reserved: UInt8 { UInt8(map >> 37) }
}

extension ChannelMapUpdate: SingleTypeCodec {
  static var assignedType: ADType { .channelMapUpdate }
  static var allowances: Allowances { .controllerOnly(.oncePerBlock) }
  var adValue: ADValue { .channelMapUpdate(self) }

  static let declaredFields: [DeclaredField] = [
    .list("channels", of: .integer), .integer("instant"), .integer("reserved"),
  ]

  var fields: [Field] {
    [
      .title("Channel Map Update Indication:"),
      .channels("channels", channels, at: 0..<5),
      Field("instant", instant, label: "from event", unit: "on", at: 5..<7, role: .structure, separator: " "),
      .reservedBits(reserved),
    ]
  }
}

extension ADType {
  /// AD type 0x32: ``PeriodicResponseTiming``.
  public static let periodicResponseTiming = Self(rawValue: 0x32)
}

/// The time and the access address for responses to periodic advertising (AD type 0x32).
///
/// Source: Core Specification Supplement Part A 1.24.
public struct PeriodicResponseTiming: Hashable, Sendable {
  /// The access address of the responses.
  public let responseAccessAddress: UInt32
  /// The number of subevents in an interval.
  public let numberOfSubevents: UInt8
  /// In units of 1.25 ms.
  public let subeventInterval: UInt8
  /// In units of 1.25 ms.
  public let responseSlotDelay: UInt8
  /// In units of 0.125 ms.
  public let responseSlotSpacing: UInt8

  /// Numbers as they are sent.
  public init(
    responseAccessAddress: UInt32, numberOfSubevents: UInt8, subeventInterval: UInt8, responseSlotDelay: UInt8,
    responseSlotSpacing: UInt8
  ) {
    self.responseAccessAddress = responseAccessAddress
    self.numberOfSubevents = numberOfSubevents
    self.subeventInterval = subeventInterval
    self.responseSlotDelay = responseSlotDelay
    self.responseSlotSpacing = responseSlotSpacing
  }

  /// Throws unless there are exactly eight octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 8 else { throw .wrongLength(expected: 8, actual: value.count) }
    responseAccessAddress = UInt32(value.littleEndian(at: 0, count: 4))
    numberOfSubevents = value[4]
    subeventInterval = value[5]
    responseSlotDelay = value[6]
    responseSlotSpacing = value[7]
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] {
    Array(littleEndian: responseAccessAddress, count: 4)
      + [numberOfSubevents, subeventInterval, responseSlotDelay, responseSlotSpacing]
  }
}

extension PeriodicResponseTiming: SingleTypeCodec {
  static var assignedType: ADType { .periodicResponseTiming }
  static var allowances: Allowances { .controllerOnly(.mayRepeat) }
  var adValue: ADValue { .periodicResponseTiming(self) }

  static let declaredFields: [DeclaredField] = [
    .integer("responseAccessAddress"), .integer("subevents"), .number("subeventIntervalMs"),
    .number("responseSlotDelayMs"), .number("responseSlotSpacingMs"),
  ]

  var fields: [Field] {
    [
      .title("Periodic Advertising Response Timing:"),
      Field(
        "responseAccessAddress", .hexNumber(UInt64(responseAccessAddress), octets: 4), label: "access address",
        at: 0..<4),
      Field("subevents", numberOfSubevents, unit: "subevents", at: 4..<5, role: .structure),
      .milliseconds(
        "subeventIntervalMs", ofMicroseconds: UInt64(subeventInterval) * 1250, label: "every", at: 5..<6,
        role: .structure, separator: " "),
      .milliseconds(
        "responseSlotDelayMs", ofMicroseconds: UInt64(responseSlotDelay) * 1250, label: "response slots after",
        at: 6..<7, role: .structure),
      .milliseconds(
        "responseSlotSpacingMs", ofMicroseconds: UInt64(responseSlotSpacing) * 125, label: "every", at: 7..<8,
        role: .structure),
    ]
  }
}

extension Field {
  /// A field for a time, exact to the microsecond; ``Value/null`` when it is not known.
  fileprivate static func milliseconds(
    _ key: String, ofMicroseconds microseconds: UInt64?, label: String = "", whenEmpty: String? = nil,
    at range: Range<Int>? = nil, role: Role = .data, separator: String = ", "
  ) -> Field {
    Field(
      key, microseconds.map { DecimalNumber($0, decimals: 3) }, label: label, unit: "ms", whenEmpty: whenEmpty,
      at: range, role: role, separator: separator)
  }
}
