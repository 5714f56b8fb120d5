extension ADType {
  /// AD type 0x01: ``Flags``.
  public static let flags = Self(rawValue: 0x01)
}

/// The Flags AD type: discoverability and BR/EDR capability bits.
///
/// Source: Core Specification Supplement Part A 1.3.
public struct Flags: OptionSet, Hashable, Sendable {
  /// The first octet.
  public let rawValue: UInt8
  /// Octets after the first, which no specification defines; empty in practice.
  public let surplus: [UInt8]

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
    surplus = []
  }

  /// Bit 0: LE Limited Discoverable Mode, for a short time only.
  public static let limitedDiscoverable = Self(rawValue: 0x01)
  /// Bit 1: LE General Discoverable Mode.
  public static let generalDiscoverable = Self(rawValue: 0x02)
  /// Bit 2: the device has no BR/EDR.
  public static let brEDRNotSupported = Self(rawValue: 0x04)
  /// Bit 3: the controller can use LE and BR/EDR with the same device at the same time.
  public static let simultaneousController = Self(rawValue: 0x08)
  /// Deprecated: "previously used".
  public static let simultaneousHost = Self(rawValue: 0x10)
  /// Bits 5 to 7.
  public static let reserved = Self(rawValue: 0xE0)

  /// Throws when there is no octet at all.
  public init(decoding value: Span<UInt8>) throws(Malformation) {
    guard !value.isEmpty else { throw .tooShort(minimum: 1, actual: 0) }
    rawValue = value[0]
    surplus = Array(copying: value.extracting(droppingFirst: 1))
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { [rawValue] + surplus }

  // Written out, because the operators of an option set compare and hash only the raw value.
  public static func == (one: Self, other: Self) -> Bool {
    one.rawValue == other.rawValue && one.surplus == other.surplus
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue)
    hasher.combine(surplus)
  }
}

extension Flags: SingleTypeCodec {
  static var assignedType: ADType { .flags }
  static var allowances: Allowances {
    Allowances(
      advertising: .oncePerBlock, scanResponse: .notAllowed, inquiryResponse: .oncePerBlock, outOfBand: .oncePerBlock,
      controller: .notAllowed)
  }
  var adValue: ADValue { .flags(self) }

  static let declaredFields: [DeclaredField] = [.integer("value"), .list("names", of: .string)]

  var fields: [Field] {
    // The words of the specification.
    let names = [
      (Self.limitedDiscoverable, "LE Limited Discoverable"), (.generalDiscoverable, "LE General Discoverable"),
      (.brEDRNotSupported, "BR/EDR Not Supported"),
      (.simultaneousController, "Simultaneous LE and BR/EDR (Controller)"),
      (.simultaneousHost, "Simultaneous LE and BR/EDR (Host, deprecated)"),
    ]
    return [
      .title("Flags:"),
      Field("value", rawValue, at: 0..<1, role: .structure),
      .bitNames("names", of: self, names, reserved: .reserved, whenEmpty: "none set"),
      Field(
        "", .octets(surplus), label: "undefined bytes after them:", at: 1..<1 + surplus.count, separator: "; "),
    ]
  }
}

extension ADType {
  /// AD type 0x19: ``Appearance``.
  public static let appearance = Self(rawValue: 0x19)
}

/// The appearance of the device: a category and a subcategory (AD type 0x19).
///
/// Source: Core Specification Supplement Part A 1.12; values in Assigned Numbers.
public struct Appearance: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// 0x0000: no statement about the device.
  public static let unknown = Self(rawValue: 0)

  /// Bits 15 to 6.
  public var category: UInt16 { rawValue >> 6 }
  /// Bits 5 to 0.
  public var subcategory: UInt16 { rawValue & 0x3F }

  /// Throws unless there are exactly two octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 2 else { throw .wrongLength(expected: 2, actual: value.count) }
    rawValue = UInt16(value[0]) | UInt16(value[1]) << 8
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { Array(littleEndian: rawValue, count: 2) }
}

extension Appearance: ExpressibleByIntegerLiteral {
  /// A value of Assigned Numbers: `0x0341` is a heart rate belt.
  public init(integerLiteral value: UInt16) {
    self.init(rawValue: value)
  }
}

extension Appearance: SingleTypeCodec {
  static var assignedType: ADType { .appearance }
  static var allowances: Allowances { .ofLE(.oncePerBlockNotInBoth, outOfBand: .oncePerBlock) }
  var adValue: ADValue { .appearance(self) }

  static let declaredFields: [DeclaredField] = [.integer("value"), .string("name", orNull: true)]

  var fields: [Field] {
    [
      .title("Appearance:"),
      Field("value", .appearance(rawValue), at: 0..<2, role: .structure, wording: .value),
      Field("name", .name(of: .appearance(rawValue))),
    ]
  }
}

extension ADType {
  /// AD type 0x0D: ``ClassOfDevice``.
  public static let classOfDevice = Self(rawValue: 0x0D)
}

/// The kind of BR/EDR device (AD type 0x0D): service classes, a major and a minor class.
///
/// Source: Core Specification Supplement Part A 1.6; bits in Assigned Numbers, Class of Device.
public struct ClassOfDevice: Hashable, Sendable {
  /// The 24 bits.
  public let bits: UInt32

  /// Keeps the lowest 24 bits.
  public init(bits: UInt32) {
    self.bits = bits & 0xFF_FFFF
  }

  /// Bits 13 to 23, shifted down: bit 0 is Limited Discoverable Mode, bit 10 Information.
  public var serviceClasses: UInt16 { UInt16(truncatingIfNeeded: bits >> 13) }
  /// Bits 8 to 12.
  public var majorClass: UInt8 { UInt8(truncatingIfNeeded: bits >> 8 & 0x1F) }
  /// Bits 2 to 7, whose meaning depends on the major class.
  public var minorClass: UInt8 { UInt8(truncatingIfNeeded: bits >> 2 & 0x3F) }
  /// Bits 0 and 1; only format 0 is defined.
  public var format: UInt8 { UInt8(truncatingIfNeeded: bits & 3) }

  /// Throws unless there are exactly three octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 3 else { throw .wrongLength(expected: 3, actual: value.count) }
    bits = UInt32(value.littleEndian(at: 0, count: 3))
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { Array(littleEndian: bits, count: 3) }
}

extension ClassOfDevice: SingleTypeCodec {
  static var assignedType: ADType { .classOfDevice }
  static var allowances: Allowances { .outOfBandOnly(.mayRepeat) }
  var adValue: ADValue { .classOfDevice(self) }

  static let declaredFields: [DeclaredField] = [
    .integer("value"), .list("serviceClasses", of: .string), .integer("majorClass"),
    .string("majorClassName", orNull: true), .integer("minorClass"), .integer("format"),
  ]

  var fields: [Field] {
    let services = Field.Value.list(serviceNames.map { .text($0) })
    return [
      .title("Class of Device"),
      Field("value", .hexNumber(UInt64(bits), octets: 3), at: 0..<3, role: .structure, wording: .value),
      Field("serviceClasses", services),
      Field("majorClass", majorClass),
      Field(
        "majorClassName", majorName.map { .text($0) } ?? .null, whenEmpty: "reserved major class \(majorClass)",
        separator: ": "),
      Field("minorClass", minorClass, label: "minor class"),
      Field("", services, label: "services:", whenEmpty: "none"),
      Field(
        "format", format, label: "in the undefined format", wording: format == 0 ? .hidden : .value, separator: "; "),
    ]
  }

  private var majorName: String? {
    switch majorClass {
    case 0: "Miscellaneous"
    case 1: "Computer"
    case 2: "Phone"
    case 3: "Network Access Point"
    case 4: "Audio/Video"
    case 5: "Peripheral"
    case 6: "Imaging"
    case 7: "Wearable"
    case 8: "Toy"
    case 9: "Health"
    case 31: "Uncategorized"
    default: nil
    }
  }

  private var serviceNames: [String] {
    let names = [
      "Limited Discoverable Mode", "LE Audio", "reserved bit 15", "Positioning", "Networking", "Rendering", "Capturing",
      "Object Transfer", "Audio", "Telephony", "Information",
    ]
    return names.enumerated().filter { serviceClasses >> $0.offset & 1 == 1 }.map { $0.element }
  }
}

extension ADType {
  /// AD type 0x0A: ``TxPowerLevel``.
  public static let txPowerLevel = Self(rawValue: 0x0A)
}

/// The power at which this packet was transmitted, in dBm (AD type 0x0A).
///
/// Source: Core Specification Supplement Part A 1.5.
public struct TxPowerLevel: Hashable, Sendable {
  /// The power in dBm, as sent.
  public let dBm: Int8

  /// A power in dBm.
  public init(dBm: Int8) {
    self.dBm = dBm
  }

  /// Throws unless there is exactly one octet.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 1 else { throw .wrongLength(expected: 1, actual: value.count) }
    dBm = Int8(bitPattern: value[0])
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { [UInt8(bitPattern: dBm)] }
}

extension TxPowerLevel: SingleTypeCodec {
  static var assignedType: ADType { .txPowerLevel }
  static var allowances: Allowances { .everywhereButController }
  var adValue: ADValue { .txPowerLevel(self) }

  static let declaredFields: [DeclaredField] = [.integer("dBm")]

  var fields: [Field] {
    [.title("TX Power Level:"), Field("dBm", dBm, unit: "dBm", at: 0..<1, role: .structure)]
  }
}

extension ADType {
  /// AD type 0x1C: ``LERole``.
  public static let leRole = Self(rawValue: 0x1C)
}

/// The roles that the device can take in a connection (AD type 0x1C).
///
/// Source: Core Specification Supplement Part A 1.17. Any octet is kept; those above 3 are reserved.
public struct LERole: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The device is a peripheral.
  public static let peripheralOnly = Self(rawValue: 0)
  /// The device is a central.
  public static let centralOnly = Self(rawValue: 1)
  /// The device can be both and prefers to be a peripheral.
  public static let bothPreferringPeripheral = Self(rawValue: 2)
  /// The device can be both and prefers to be a central.
  public static let bothPreferringCentral = Self(rawValue: 3)

  /// Throws unless there is exactly one octet.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 1 else { throw .wrongLength(expected: 1, actual: value.count) }
    rawValue = value[0]
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { [rawValue] }
}

extension LERole: SingleTypeCodec {
  static var assignedType: ADType { .leRole }
  static var allowances: Allowances { .outOfBandOnly(.oncePerBlock) }
  var adValue: ADValue { .leRole(self) }

  static let declaredFields: [DeclaredField] = [.integer("value"), .string("name", orNull: true)]

  var fields: [Field] {
    [
      .title("LE Role:"),
      Field("value", rawValue, at: 0..<1, role: .structure),
      Field("name", name.map { .text($0) } ?? .null, whenEmpty: "reserved value \(rawValue)"),
    ]
  }

  private var name: String? {
    switch self {
    case .peripheralOnly: "only peripheral"
    case .centralOnly: "only central"
    case .bothPreferringPeripheral: "peripheral and central, peripheral preferred"
    case .bothPreferringCentral: "peripheral and central, central preferred"
    default: nil
    }
  }
}
