extension ADType {
  /// AD type 0x17: public ``TargetAddresses``.
  public static let publicTargetAddress = Self(rawValue: 0x17)
  /// AD type 0x18: random ``TargetAddresses``.
  public static let randomTargetAddress = Self(rawValue: 0x18)
}

/// The devices that an advertisement is meant for, with all public or all random addresses (AD types 0x17 and 0x18).
///
/// Source: Core Specification Supplement Part A 1.13 and 1.14.
public struct TargetAddresses: Hashable, Sendable {
  /// Whether all of them are random addresses, not public ones.
  public let areRandom: Bool
  /// The addresses in the order sent, at least one.
  public let addresses: [DeviceAddress]

  /// Creates the value; `nil` when there is no address, or one of them is neither public nor random like the others.
  public init?(_ addresses: [DeviceAddress]) {
    guard let type = addresses.first?.type, type == .public || type == .random,
      addresses.allSatisfy({ $0.type == type })
    else { return nil }
    areRandom = type == .random
    self.addresses = addresses
  }

  /// Throws when there is no address, or the octets do not divide into addresses.
  init(decoding value: Span<UInt8>, type: ADType) throws(Malformation) {
    guard !value.isEmpty else { throw .tooShort(minimum: 6, actual: 0) }
    guard value.count % 6 == 0 else { throw .ragged(itemSize: 6, actual: value.count) }
    let areRandom = type == .randomTargetAddress
    var addresses: [DeviceAddress] = []
    for offset in stride(from: 0, to: value.count, by: 6) {
      let bits = value.littleEndian(at: offset, count: 6)
      addresses.append(DeviceAddress(bits: bits, type: areRandom ? .random : .public))
    }
    self.areRandom = areRandom
    self.addresses = addresses
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { addresses.flatMap { [UInt8](littleEndian: $0.bits, count: 6) } }

  /// The type of the value's structure.
  public var type: ADType { areRandom ? .randomTargetAddress : .publicTargetAddress }
}

extension TargetAddresses: ADValueCodec {
  static var allowances: Allowances { .ofLE(.oncePerBlockNotInBoth, outOfBand: .oncePerBlock) }
  var adValue: ADValue { .targetAddresses(self) }

  static let declaredFields: [DeclaredField] = [.boolean("random"), .list("addresses", of: .string), .string("rest")]

  var fields: [Field] {
    [
      .title("\(areRandom ? "Random" : "Public") Target Address:"),
      Field("random", areRandom),
      Field("addresses", .list(addresses.map { $0.printedOctets }), wording: .value),
    ]
      + addresses.indices.map { index in
        Field(
          "", .null, at: 6 * index..<6 * index + 6, role: .address(isLittleEndian: true, name: "a target address"),
          wording: .hidden)
      }
  }
}

extension ADType {
  /// AD type 0x1B: ``LEDeviceAddress``.
  public static let leDeviceAddress = Self(rawValue: 0x1B)
}

/// The address of the device itself, for out-of-band data (AD type 0x1B).
///
/// Source: Core Specification Supplement Part A 1.16: the address first, then an octet whose lowest bit is set for a
/// random address.
public struct LEDeviceAddress: Hashable, Sendable {
  /// Public or random.
  public let address: DeviceAddress
  /// Bits 1 to 7 of the last octet as sent, with bit 0 clear; should be zero.
  public let reserved: UInt8

  /// Creates the value; `nil` when the address is neither public nor random.
  public init?(_ address: DeviceAddress, reserved: UInt8 = 0) {
    guard address.type == .public || address.type == .random else { return nil }
    self.address = address
    self.reserved = reserved & 0xFE
  }

  /// Throws unless there are exactly seven octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 7 else { throw .wrongLength(expected: 7, actual: value.count) }
    address = DeviceAddress(
      bits: value.littleEndian(at: 0, count: 6), type: value[6] & 1 == 1 ? .random : .public)
    reserved = value[6] & 0xFE
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] {
    Array(littleEndian: address.bits, count: 6) + [reserved | (address.type == .random ? 1 : 0)]
  }
}

extension LEDeviceAddress: SingleTypeCodec {
  static var assignedType: ADType { .leDeviceAddress }
  static var allowances: Allowances { .outOfBandOnly(.oncePerBlock) }
  var adValue: ADValue { .leDeviceAddress(self) }

  static let declaredFields: [DeclaredField] = [.string("address"), .string("addressType"), .integer("reserved")]

  var fields: [Field] {
    [
      .title("LE Bluetooth Device Address:"),
      Field(
        "address", address.printedOctets, at: 0..<6,
        role: .address(isLittleEndian: true, name: "the address out of band"), wording: .value),
      Field(
        "addressType", .text(address.kind.rawValue), wording: .phrase("(\(address.kind.rawValue))"), separator: " "),
      .reservedBits(reserved, at: 6..<7),
    ]
  }
}

extension DeviceAddress {
  fileprivate var printedOctets: Field.Value { .address([UInt8](bigEndian: bits, count: 6)) }
}

extension ADType {
  /// AD type 0x2E: ``ResolvableSetIdentifier``.
  public static let resolvableSetIdentifier = Self(rawValue: 0x2E)
}

/// Identifies a set of coordinated devices to owners of its key (AD type 0x2E).
///
/// Source: Coordinated Set Identification Service.
public struct ResolvableSetIdentifier: Hashable, Sendable {
  /// 24 bits, made of the random part and the set's key.
  public let hash: UInt32
  /// 24 bits; the two most significant should be 01.
  public let random: UInt32

  /// Keeps the lowest 24 bits of both.
  public init(hash: UInt32, random: UInt32) {
    self.hash = hash & 0xFF_FFFF
    self.random = random & 0xFF_FFFF
  }

  /// Throws unless there are exactly six octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 6 else { throw .wrongLength(expected: 6, actual: value.count) }
    hash = UInt32(value.littleEndian(at: 0, count: 3))
    random = UInt32(value.littleEndian(at: 3, count: 3))
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { Array(littleEndian: hash, count: 3) + Array(littleEndian: random, count: 3) }

  /// Whether the two most significant bits of the random part are 01.
  public var isValid: Bool { random >> 22 == 0b01 }
}

extension ResolvableSetIdentifier: SingleTypeCodec {
  static var assignedType: ADType { .resolvableSetIdentifier }
  static var allowances: Allowances { Allowances() }
  var adValue: ADValue { .resolvableSetIdentifier(self) }

  static let declaredFields: [DeclaredField] = [.integer("hash"), .integer("random"), .boolean("valid")]

  var fields: [Field] {
    [
      .title("Resolvable Set Identifier:"),
      Field("hash", .hexNumber(UInt64(hash), octets: 3), label: "hash", at: 0..<3),
      Field("random", .hexNumber(UInt64(random), octets: 3), label: "random part", at: 3..<6),
      Field(
        "valid", .truth(isValid), at: 5..<6, role: .bits(0xC0),
        wording: isValid ? .hidden : .phrase("whose top bits should be 01")),
    ]
  }
}
