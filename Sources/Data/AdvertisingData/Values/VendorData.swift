extension ADType {
  /// AD type 0x16: ``ServiceData`` of a 16-bit UUID.
  public static let serviceData16 = Self(rawValue: 0x16)
  /// AD type 0x20: ``ServiceData`` of a 32-bit UUID.
  public static let serviceData32 = Self(rawValue: 0x20)
  /// AD type 0x21: ``ServiceData`` of a 128-bit UUID.
  public static let serviceData128 = Self(rawValue: 0x21)
}

/// Data of a service: the service's UUID, then octets whose format the service defines (AD types 0x16, 0x20 and 0x21).
///
/// Source: Core Specification Supplement Part A 1.11.
public struct ServiceData: Hashable, Sendable {
  /// The width of the UUID.
  public let width: BluetoothUUID.Width
  /// The service of the data.
  public let uuid: BluetoothUUID
  /// The octets after the UUID.
  public let data: [UInt8]

  /// Creates the service data; `nil` when the UUID does not fit the width.
  public init?(_ uuid: BluetoothUUID, width: BluetoothUUID.Width, data: [UInt8]) {
    guard uuid.shortestWidth.octets <= width.octets else { return nil }
    self.width = width
    self.uuid = uuid
    self.data = data
  }

  /// Data with the UUID in its shortest width.
  public init(_ uuid: BluetoothUUID, data: [UInt8]) {
    width = uuid.shortestWidth
    self.uuid = uuid
    self.data = data
  }

  /// Throws when there are too few octets for the UUID.
  init(decoding value: Span<UInt8>, type: ADType) throws(Malformation) {
    width = Self.width(of: type) ?? .bits16
    guard let uuid = BluetoothUUID(littleEndian: value, at: 0, width: width) else {
      throw .tooShort(minimum: width.octets, actual: value.count)
    }
    self.uuid = uuid
    data = Array(copying: value.extracting(droppingFirst: width.octets))
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { (uuid.littleEndian(width: width) ?? []) + data }

  /// The type of the value's structure.
  public var type: ADType { Self.type(width: width) }

  /// Returns the type octet of the data of a service whose UUID has this width.
  package static func type(width: BluetoothUUID.Width) -> ADType {
    switch width {
    case .bits16: .serviceData16
    case .bits32: .serviceData32
    case .bits128: .serviceData128
    }
  }

  /// Returns the width of the UUID in service data of the given type; `nil` when the type is not service data.
  public static func width(of type: ADType) -> BluetoothUUID.Width? {
    switch type {
    case .serviceData16: .bits16
    case .serviceData32: .bits32
    case .serviceData128: .bits128
    default: nil
    }
  }
}

extension ServiceData: ADValueCodec {
  static var allowances: Allowances {
    Allowances(
      advertising: .mayRepeat, scanResponse: .mayRepeat, inquiryResponse: .notAllowed, outOfBand: .mayRepeat,
      controller: .mayRepeat)
  }
  var adValue: ADValue { .serviceData(self) }

  static let declaredFields: [DeclaredField] = [.string("uuid"), .string("name", orNull: true), .string("data")]

  var fields: [Field] {
    [
      .title("Service Data of"),
      Field("uuid", .uuid(uuid), at: 0..<width.octets, role: .structure, wording: .value),
      Field("name", .name(of: .uuid(uuid))),
      .vendorData(data, at: width.octets),
    ]
  }
}

extension ADType {
  /// AD type 0xFF: ``ManufacturerData``.
  public static let manufacturerData = Self(rawValue: 0xFF)
}

/// Data of a company, in a format that the company defines (AD type 0xFF).
///
/// Source: Core Specification Supplement Part A 1.4; company identifiers in Assigned Numbers.
public struct ManufacturerData: Hashable, Sendable {
  /// The company identifier that is set aside for tests; a product must not send it.
  package static let testCompany: UInt16 = 0xFFFF
  /// The company identifier of Apple, which owns iBeacon.
  package static let apple: UInt16 = 0x004C

  /// The company identifier of Assigned Numbers.
  public let company: UInt16
  /// The octets after the company identifier.
  public let data: [UInt8]

  /// Data of a company, of any length.
  public init(company: UInt16, data: [UInt8]) {
    self.company = company
    self.data = data
  }

  /// Throws when there are too few octets for the company identifier.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count >= 2 else { throw .tooShort(minimum: 2, actual: value.count) }
    company = UInt16(value[0]) | UInt16(value[1]) << 8
    data = Array(copying: value.extracting(droppingFirst: 2))
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] {
    Array(littleEndian: company, count: 2) + data
  }
}

extension ManufacturerData: SingleTypeCodec {
  static var assignedType: ADType { .manufacturerData }
  static var allowances: Allowances { .everywhere }
  var adValue: ADValue { .manufacturerData(self) }

  static let declaredFields: [DeclaredField] = [
    .integer("company"), .string("companyName", orNull: true), .string("data"),
  ]

  var fields: [Field] {
    [
      .title("Manufacturer Data of"),
      Field("company", .company(company), at: 0..<2, role: .structure, wording: .value),
      Field("companyName", .name(of: .company(company))),
      .vendorData(data, at: 2),
    ]
  }
}

extension Field {
  /// A field for the data of a company or service, which start at `start` of the value.
  fileprivate static func vendorData(_ data: [UInt8], at start: Int) -> Field {
    Field("data", .vendorOctets(data), whenEmpty: "no data", at: start..<start + data.count, separator: ": ")
  }
}

extension ADType {
  /// In every context except out of band, where the same number is ``securityManagerTK``.
  public static let deviceID = Self(rawValue: 0x10)
}

/// The product (AD type 0x10 everywhere except out of band).
///
/// Source: Device ID Profile.
public struct DeviceID: Hashable, Sendable {
  /// The organisation that assigned the vendor number: 1 the Bluetooth SIG, 2 the USB Implementers Forum.
  public let vendorSource: UInt16
  /// The vendor number that ``vendorSource`` assigned.
  public let vendor: UInt16
  /// The maker's number of the product.
  public let product: UInt16
  /// The version of the product, in binary-coded decimals.
  public let version: UInt16

  /// The Bluetooth SIG, whose vendor numbers are company identifiers.
  public static let sourceBluetooth: UInt16 = 1
  /// The USB Implementers Forum.
  public static let sourceUSB: UInt16 = 2

  /// Numbers as they are sent.
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

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] {
    [vendorSource, vendor, product, version].flatMap { [UInt8](littleEndian: $0, count: 2) }
  }
}

extension DeviceID: SingleTypeCodec {
  static var assignedType: ADType { .deviceID }
  static var allowances: Allowances {
    Allowances(
      advertising: .notAllowed, scanResponse: .notAllowed, inquiryResponse: .unknown, outOfBand: .mayRepeat,
      controller: .notAllowed)
  }
  var adValue: ADValue { .deviceID(self) }

  static let declaredFields: [DeclaredField] = [
    .integer("vendorSource"), .integer("vendor"), .string("vendorName", orNull: true), .integer("product"),
    .integer("version"),
  ]

  var fields: [Field] {
    [
      .title("Device ID:"),
      Field("vendorSource", vendorSource, at: 0..<2, role: .structure),
      vendorField,
      Field("vendorName", vendorSource == Self.sourceBluetooth ? .name(of: .company(vendor)) : .null),
      Field(
        "product", .hexNumber(UInt64(product), octets: 2), label: "product", at: 4..<6, role: .structure),
      Field(
        "version", .hexNumber(UInt64(version), octets: 2), label: "version", at: 6..<8, role: .structure),
    ]
  }

  private var vendorField: Field {
    var field = Field("vendor", .hexNumber(UInt64(vendor), octets: 2), at: 2..<4, role: .structure, wording: .value)
    switch vendorSource {
    case Self.sourceBluetooth: field.value = .company(vendor)
    case Self.sourceUSB: field.label = "USB vendor"
    default:
      field.label = "vendor"
      field.unit = "of unassigned source \(HexDigits.number(vendorSource, octets: 2))"
    }
    return field
  }
}
