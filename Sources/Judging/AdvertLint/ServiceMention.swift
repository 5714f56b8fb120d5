package import AdvertisingData

/// A service UUID of a service list or of service data, with the place of its octets.
package struct ServiceMention {
  /// The UUID.
  package let uuid: BluetoothUUID
  /// The width in which it is sent.
  package let width: BluetoothUUID.Width
  /// Offset of the UUID's first octet from the start of the payload.
  package let offset: Int
  /// Whether the service is in a service list, not in service data.
  let isListed: Bool

  /// The UUID of the octets in the other order.
  var reversed: BluetoothUUID {
    switch width {
    case .bits128: uuid.reversed
    case .bits16, .bits32:
      BluetoothUUID(UInt32(OctetOrder.bigEndian.number(of: (uuid.littleEndian(width: width) ?? [])[...])))
    }
  }
}

extension DecodedPayload.Element {
  /// The UUIDs of a service list of whole UUIDs, or the one of service data.
  package var mentionedServices: [ServiceMention] {
    switch value {
    case .serviceUUIDs(let list) where list.rest.isEmpty:
      list.uuids.enumerated().map {
        ServiceMention(
          uuid: $0.element, width: list.width, offset: offset + 2 + $0.offset * list.width.octets, isListed: true)
      }
    case .serviceData(let data):
      [ServiceMention(uuid: data.uuid, width: data.width, offset: offset + 2, isListed: false)]
    default: []
    }
  }
}
