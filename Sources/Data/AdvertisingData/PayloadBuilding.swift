/// Payloads built from values. A value knows its type, so the two cannot disagree.
///
/// ```swift
/// let payload = try Payload([
///   .flags([.generalDiscoverable, .brEDRNotSupported]),
///   .services16([0x180F]),
///   .name("Hat"),
/// ])
/// ```
extension Payload {
  /// Builds a payload of whole structures, one for each value, in this order.
  ///
  /// - Parameters:
  ///   - values: the values of the payload.
  ///   - pdu: the PDU, which limits the size: 31 octets, or 1650 in extended advertising.
  /// - Throws: ``PayloadError`` when a value does not fit into a structure, or when all of them together do not fit
  ///   into the PDU.
  public init(_ values: [ADValue], for pdu: AdvertisingPDU = .advInd) throws(PayloadError) {
    var octets: [UInt8] = []
    for value in values { octets += try value.structure() }
    guard octets.count <= pdu.payloadLimit else {
      throw .payloadTooLong(octets: octets.count, limit: pdu.payloadLimit)
    }
    self.init(octets)
  }
}

extension ADValue {
  /// The most octets of a value: the length octet also counts the type.
  public static let maximumOctets = 254

  /// Returns the octets of the whole AD structure: length, type and value.
  ///
  /// - Throws: ``PayloadError/valueTooLong(_:octets:)`` for a value of more than 254 octets.
  public func structure() throws(PayloadError) -> [UInt8] {
    let value = octets
    guard value.count <= Self.maximumOctets else { throw .valueTooLong(type, octets: value.count) }
    return [UInt8(value.count + 1), type.rawValue] + value
  }

  /// A complete local name (AD type 0x09).
  public static func name(_ text: String) -> ADValue { .localName(LocalName(text, isComplete: true)) }

  /// A shortened local name (AD type 0x08): the beginning of the complete one.
  public static func shortenedName(_ text: String) -> ADValue { .localName(LocalName(text, isComplete: false)) }

  /// A list of services by 16-bit UUIDs (AD types 0x03 and 0x02).
  ///
  /// - Parameters:
  ///   - uuids: UUIDs of 16 bits.
  ///   - isComplete: whether the device has no further service with a UUID of this width.
  /// - Throws: ``PayloadError/uuidTooWide(_:width:)`` for a UUID that needs more bits.
  public static func services16(_ uuids: [BluetoothUUID], isComplete: Bool = true) throws(PayloadError) -> ADValue {
    try services(uuids, width: .bits16, isComplete: isComplete)
  }

  /// A list of services by 32-bit UUIDs (AD types 0x05 and 0x04).
  ///
  /// - Parameters:
  ///   - uuids: UUIDs of at most 32 bits.
  ///   - isComplete: whether the device has no further service with a UUID of this width.
  /// - Throws: ``PayloadError/uuidTooWide(_:width:)`` for a UUID that needs 128 bits.
  public static func services32(_ uuids: [BluetoothUUID], isComplete: Bool = true) throws(PayloadError) -> ADValue {
    try services(uuids, width: .bits32, isComplete: isComplete)
  }

  /// A list of services by 128-bit UUIDs (AD types 0x07 and 0x06). Every UUID has 128 bits.
  ///
  /// - Parameters:
  ///   - uuids: any UUIDs.
  ///   - isComplete: whether the device has no further service with a UUID of this width.
  public static func services128(_ uuids: [BluetoothUUID], isComplete: Bool = true) -> ADValue {
    .serviceUUIDs(ServiceUUIDList(uuids128: uuids, isComplete: isComplete))
  }

  private static func services(
    _ uuids: [BluetoothUUID], width: BluetoothUUID.Width, isComplete: Bool
  ) throws(PayloadError) -> ADValue {
    guard let list = ServiceUUIDList(uuids, width: width, isComplete: isComplete) else {
      let tooWide = uuids.first { $0.shortestWidth.octets > width.octets }
      throw .uuidTooWide(tooWide ?? BluetoothUUID(0), width: width)
    }
    return .serviceUUIDs(list)
  }

  /// Data of a service, whose UUID is sent in its shortest width (AD types 0x16, 0x20 and 0x21).
  public static func serviceData(_ uuid: BluetoothUUID, _ data: [UInt8]) -> ADValue {
    .serviceData(ServiceData(uuid, data: data))
  }

  /// Data of a company (AD type 0xFF).
  ///
  /// - Parameters:
  ///   - company: the company identifier of Assigned Numbers.
  ///   - data: the octets after the identifier.
  public static func manufacturerData(company: UInt16, _ data: [UInt8]) -> ADValue {
    .manufacturerData(ManufacturerData(company: company, data: data))
  }

  /// The power at which the packet is transmitted, in dBm (AD type 0x0A).
  public static func txPower(dBm: Int8) -> ADValue { .txPowerLevel(TxPowerLevel(dBm: dBm)) }
}

/// The reason why a payload cannot be built.
public enum PayloadError: Error, Hashable, Sendable {
  /// The UUID does not fit the width of the list or service data.
  case uuidTooWide(BluetoothUUID, width: BluetoothUUID.Width)
  /// A value has more than the 254 octets that a structure can hold.
  case valueTooLong(ADType, octets: Int)
  /// All structures together have more octets than the PDU carries.
  case payloadTooLong(octets: Int, limit: Int)
}

extension PayloadError: CustomStringConvertible {
  /// The size needed, the size available, and the field that limits it.
  public var description: String {
    switch self {
    case .uuidTooWide(let uuid, let width):
      "expected a UUID that has \(width.rawValue) bits, found \(uuid.description)"
    case .valueTooLong(let type, let octets):
      "expected at most \(ADValue.maximumOctets) bytes in the value of AD type "
        + "\(HexDigits.number(type.rawValue, octets: 1)), found \(octets)"
    case .payloadTooLong(let octets, let limit): "expected at most \(limit) bytes in the payload, found \(octets)"
    }
  }
}
