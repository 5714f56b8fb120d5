/// The values of a payload, each kind by its own name.
///
/// All of these read only the significant part. A value whose octets do not fit its type counts as missing here;
/// ``Payload/decoded`` has it with the reason.
extension Payload {
  /// The values of all structures in the order sent, including malformed ones. The octets after the last structure are
  /// left out.
  public var values: [ADValue] { decoded.elements.map { $0.value } }

  /// The first Flags; `nil` when there are none.
  public var flags: Flags? { first(.flags) }

  /// The local name as text: the first complete name, or else the first shortened one. `nil` when there is none.
  ///
  /// The text comes from the air. It may contain any control character, and U+FFFD replaces octets that are not UTF-8.
  public var name: String? { localName?.text }

  /// The first complete local name, or else the first shortened one.
  public var localName: LocalName? {
    var shortened: LocalName?
    var walk = structures
    while let structure = walk.next() {
      switch structure.type {
      case .completeLocalName: return LocalName(decoding: structure.value, isComplete: true)
      case .shortenedLocalName where shortened == nil:
        shortened = LocalName(decoding: structure.value, isComplete: false)
      default: break
      }
    }
    return shortened
  }

  /// The UUIDs of the service lists, complete and incomplete (AD types 0x02 to 0x07), sorted and without repeats.
  /// Service data and solicitation are not service lists.
  ///
  /// Whole UUIDs of a ragged or overrunning list count: receivers see them too.
  public var services: [BluetoothUUID] {
    var uuids: [BluetoothUUID] = []
    var walk = structures
    while let structure = walk.next() {
      guard let width = ServiceUUIDList.width(of: structure.type) else { continue }
      UUIDItems.appendWhole(in: structure.value, width: width, to: &uuids)
    }
    // Most payloads have one UUID.
    return uuids.count > 1 ? Set(uuids).sorted() : uuids
  }

  /// Every UUID in a service list, in the order sent, with its place.
  public var serviceListings: [ServiceListing] {
    var listings: [ServiceListing] = []
    var walk = structures
    while let structure = walk.next() {
      guard let width = ServiceUUIDList.width(of: structure.type) else { continue }
      for (index, uuid) in UUIDItems.whole(in: structure.value, width: width).enumerated() {
        let offset = structure.valueOffset + index * width.octets
        listings.append(ServiceListing(uuid: uuid, width: width, offset: offset))
      }
    }
    return listings
  }

  /// The data of services, of all three widths, in the order sent.
  public var serviceData: [ServiceData] { all { ServiceData.width(of: $0) != nil } }

  /// The manufacturer data in the order sent: a payload can have several, even of one company.
  public var manufacturerData: [ManufacturerData] { all { $0 == .manufacturerData } }

  /// The first appearance; `nil` when there is none.
  public var appearance: Appearance? { first(.appearance) }

  /// The first TX power level, in dBm; `nil` when there is none.
  public var txPower: TxPowerLevel? { first(.txPowerLevel) }

  /// Returns whether there is a structure of this type, with any value.
  public func contains(_ type: ADType) -> Bool {
    var walk = structures
    while let structure = walk.next() {
      if structure.type == type { return true }
    }
    return false
  }

  private func first<Value: ADValueCodec>(_ type: ADType) -> Value? {
    var walk = structures
    while let structure = walk.next() {
      guard structure.type == type else { continue }
      if let value = try? Value(decoding: structure.value, type: type) { return value }
    }
    return nil
  }

  private func all<Value: ADValueCodec>(_ includes: (ADType) -> Bool) -> [Value] {
    var values: [Value] = []
    var walk = structures
    while let structure = walk.next() {
      guard includes(structure.type) else { continue }
      if let value = try? Value(decoding: structure.value, type: structure.type) { values.append(value) }
    }
    return values
  }
}

/// One UUID of a service list, with the place of its octets.
public struct ServiceListing: Hashable, Sendable {
  /// The service.
  public let uuid: BluetoothUUID
  /// The width of the UUID, which is that of the list.
  public let width: BluetoothUUID.Width
  /// Offset of the UUID's first octet from the start of the payload.
  public let offset: Int
}
