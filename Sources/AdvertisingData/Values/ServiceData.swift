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
