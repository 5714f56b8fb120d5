package import AdvertisingData
internal import AssignedNumbers

/// A service UUID of a service list or of service data, with the place of its octets.
package struct ServiceMention {
  package let uuid: BluetoothUUID
  /// The width in which it is sent.
  package let width: BluetoothUUID.Width
  /// Offset of the UUID's first octet from the start of the payload.
  package let offset: Int
  /// Whether the service is in a service list, not in service data.
  let isListed: Bool
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

  /// The UUIDs that a list or data of services have in a wrong form: those of expected services, and others that likely
  /// are meant. None in a structure that reaches beyond the end of its payload.
  package func misformedUUIDs(expecting expected: Set<BluetoothUUID> = []) -> [MisformedUUID] {
    guard !overruns, widthOfServices != nil else { return [] }
    if let meant = serviceOfFormat, expected.isEmpty || expected.contains(meant.uuid) { return [meant] }
    guard !expected.isEmpty || mayBeMisformed else { return [] }
    let carrier = UUIDCarrier(value.octets, of: type, at: offset + 2)
    let asked = carrier.candidates(of: expected).compactMap { carrier.misformed($0) }
    let suspected = carrier.suspected { expected.contains($0) || $0.isKnown }
    return asked + suspected.filter { one in !asked.contains { $0.range.overlaps(one.range) } }
  }

  /// The width of the UUIDs of a list or data of services; `nil` for other types.
  fileprivate var widthOfServices: BluetoothUUID.Width? {
    ServiceUUIDList.width(of: type) ?? ServiceData.width(of: type)
  }

  /// The service whose known format service data have, when their 16-bit UUID is not assigned as it is sent and is that of
  /// the service with its bytes exchanged.
  private var serviceOfFormat: MisformedUUID? {
    guard case .serviceData(let data) = value, data.width == .bits16, let number = data.uuid.assignedNumber16,
      case let meant = BluetoothUUID(UInt32(number.byteSwapped)),
      let payload = KnownPayload.recognised(in: ServiceData(meant, data: data.data)), payload.problems.isEmpty,
      !data.uuid.isKnown
    else { return nil }
    return UUIDCarrier(value.octets, of: type, at: offset + 2).misformed(meant, .whole, .asWritten, at: 0..<2)
  }

  /// Whether a UUID that nobody expects can be in a wrong form. Quick, because nearly no list of 16-bit UUIDs can have one.
  private var mayBeMisformed: Bool {
    func isBackwards(_ uuid: BluetoothUUID) -> Bool { uuid.assignedNumber16.map { $0 & 0xFF == 0x18 } ?? true }
    return switch value {
    case .serviceUUIDs(let list) where list.width == .bits16:
      list.uuids.count == 8 || list.uuids.contains(where: isBackwards)
    case .serviceData(let data) where data.width == .bits16: data.data.count >= 14 || isBackwards(data.uuid)
    default: true
    }
  }
}

extension BluetoothUUID {
  /// Whether the number is or was assigned, or the UUID is the public one of a vendor.
  fileprivate var isKnown: Bool {
    guard let number = assignedNumber16 else {
      return shortestWidth == .bits128 && VendorServices.name(of: description) != nil
    }
    return AssignedUUID.isAssigned(number) || WithdrawnNumbers.uuid(number) != nil
  }
}

extension MisformedUUID {
  /// Returns the UUIDs in a wrong form that rules flag in a payload: none of expected services that the payload has in
  /// their right form, too.
  ///
  /// - Parameter width: the width whose types have nothing to flag, unless services are expected.
  static func flagged(
    in structures: ArraySlice<DecodedPayload.Element>, expecting expected: Set<BluetoothUUID>,
    except width: BluetoothUUID.Width
  ) -> [MisformedUUID] {
    let right = expected.isEmpty ? [] : Set(structures.flatMap { $0.mentionedServices }.map { $0.uuid })
    let likely = expected.isEmpty ? structures.filter { $0.widthOfServices != width }[...] : structures
    return likely.flatMap { $0.misformedUUIDs(expecting: expected) }.filter {
      !right.contains($0.uuid) || !expected.contains($0.uuid)
    }
  }
}
