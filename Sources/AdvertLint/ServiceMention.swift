internal import AdvertisingData

/// A service UUID of a service list or of service data, and where its octets are.
struct ServiceMention {
  let uuid: BluetoothUUID
  let width: BluetoothUUID.Width
  /// Offset of the UUID's first octet from the start of the payload.
  let offset: Int
  /// Whether a service list has it, as opposed to service data.
  let isListed: Bool

  /// What the octets are when read in the other order.
  var reversed: BluetoothUUID {
    switch width {
    case .bits128: uuid.reversed
    case .bits16, .bits32:
      BluetoothUUID((uuid.littleEndian(width: width) ?? []).reduce(0) { $0 << 8 | UInt32($1) })
    }
  }
}

extension DecodedPayload.Element {
  /// The UUIDs of a service list that divides into them, or the one of service data.
  var mentionedServices: [ServiceMention] {
    switch value {
    case .serviceUUIDs(let list):
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

extension SubjectPayload {
  /// The services of its lists, whole UUIDs of ragged ones too.
  var listedServices: [ServiceMention] {
    payload.serviceListings.map { ServiceMention(uuid: $0.uuid, width: $0.width, offset: $0.offset, isListed: true) }
  }

  /// The services of its service data.
  var servicesOfData: [ServiceMention] {
    structures.compactMap { structure in
      guard case .serviceData = structure.value else { return nil }
      return structure.mentionedServices.first
    }
  }
}
