/// Data that belongs to a service: the service's UUID, then octets whose format the service defines
/// (AD types 0x16, 0x20 and 0x21).
///
/// Source: Core Specification Supplement Part A 1.11.
public struct ServiceData: Hashable, Sendable {
  public let width: BluetoothUUID.Width
  public let uuid: BluetoothUUID
  /// The octets after the UUID.
  public let data: [UInt8]

  /// `nil` when the UUID does not fit the width.
  public init?(_ uuid: BluetoothUUID, width: BluetoothUUID.Width, data: [UInt8]) {
    guard uuid.shortestWidth.octets <= width.octets else { return nil }
    self.width = width
    self.uuid = uuid
    self.data = data
  }

  /// Throws when there is no room for the UUID.
  init(decoding value: Span<UInt8>, type: ADType) throws(Malformation) {
    width = Self.width(of: type) ?? .bits16
    guard let uuid = BluetoothUUID(littleEndian: value, at: 0, width: width) else {
      throw .tooShort(minimum: width.octets, actual: value.count)
    }
    self.uuid = uuid
    data = Array(copying: value.extracting(droppingFirst: width.octets))
  }

  public var octets: [UInt8] { (uuid.littleEndian(width: width) ?? []) + data }

  public var type: ADType {
    switch width {
    case .bits16: .serviceData16
    case .bits32: .serviceData32
    case .bits128: .serviceData128
    }
  }

  /// The width of the UUID in service data of the given type, `nil` when the type is not service data.
  public static func width(of type: ADType) -> BluetoothUUID.Width? {
    switch type {
    case .serviceData16: .bits16
    case .serviceData32: .bits32
    case .serviceData128: .bits128
    default: nil
    }
  }
}

/// Data whose format the named company defines (AD type 0xFF).
///
/// Source: Core Specification Supplement Part A 1.4; company identifiers in Assigned Numbers.
public struct ManufacturerData: Hashable, Sendable {
  public let company: UInt16
  /// The octets after the company identifier.
  public let data: [UInt8]

  public init(company: UInt16, data: [UInt8]) {
    self.company = company
    self.data = data
  }

  /// Throws when there is no room for the company identifier.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count >= 2 else { throw .tooShort(minimum: 2, actual: value.count) }
    company = UInt16(value[0]) | UInt16(value[1]) << 8
    data = Array(copying: value.extracting(droppingFirst: 2))
  }

  public var octets: [UInt8] {
    [UInt8(truncatingIfNeeded: company), UInt8(truncatingIfNeeded: company >> 8)] + data
  }
}

/// Which product this is (AD type 0x10 everywhere but out of band).
///
/// Source: Device ID Profile.
public struct DeviceID: Hashable, Sendable {
  /// Who assigned the vendor number: 1 the Bluetooth SIG, 2 the USB Implementers Forum.
  public let vendorSource: UInt16
  public let vendor: UInt16
  public let product: UInt16
  public let version: UInt16

  public static let sourceBluetooth: UInt16 = 1
  public static let sourceUSB: UInt16 = 2

  public init(vendorSource: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
    self.vendorSource = vendorSource
    self.vendor = vendor
    self.product = product
    self.version = version
  }

  /// Throws unless there are exactly eight octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 8 else { throw .wrongLength(expected: 8, actual: value.count) }
    vendorSource = UInt16(value.littleEndian(at: 0, count: 2))
    vendor = UInt16(value.littleEndian(at: 2, count: 2))
    product = UInt16(value.littleEndian(at: 4, count: 2))
    version = UInt16(value.littleEndian(at: 6, count: 2))
  }

  public var octets: [UInt8] {
    [vendorSource, vendor, product, version].flatMap { [UInt8](littleEndian: $0, count: 2) }
  }
}
