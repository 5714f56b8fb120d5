/// UUIDs in a wrong form that nobody asked for. The right form must mean nothing and the other form much: a number of the
/// Bluetooth base, a known service, or a UUID that a program made.
extension UUIDCarrier {
  /// Returns the UUIDs that a list or data of services likely have in a wrong form, in their order.
  ///
  /// - Parameter isKnown: whether a UUID has a meaning: an assigned or withdrawn number, or a service of a vendor.
  package func suspected(isKnown: (BluetoothUUID) -> Bool) -> [MisformedUUID] {
    guard holder == .services || holder == .serviceData, let width else { return [] }
    switch width {
    case .bits128: return octets.count % 16 == 0 || holder == .serviceData ? items.compactMap { wide($0, isKnown) } : []
    case .bits16, .bits32:
      if let long = longUnderShort(isKnown) { return [long] }
      return octets.count % width.octets == 0 || holder == .serviceData
        ? items.flatMap { width == .bits16 ? number16($0, isKnown) : number32($0, isKnown) } : []
    }
  }

  /// Reads 16 octets of the right type in another order.
  private func wide(_ item: Range<Int>, _ isKnown: (BluetoothUUID) -> Bool) -> MisformedUUID? {
    guard let seen = uuid(at: item), seen.shortestWidth == .bits128 else { return nil }
    for order in UUIDOrder.allCases.dropFirst() {
      guard let uuid = order.uuid(of: octets[item]) else { continue }
      if uuid.shortestWidth != .bits128 || order == .asWritten && isKnown(uuid) {
        return isKnown(seen) ? nil : misformed(uuid, .whole, order, at: item)
      }
    }
    guard seen.version == nil, let uuid = UUIDOrder.asWritten.uuid(of: octets[item]), uuid.looksGenerated,
      !isKnown(seen)
    else { return nil }
    return misformed(uuid, .whole, .asWritten, at: item, isGuess: true)
  }

  /// Reads the first 16 octets as a 128-bit UUID, under a type of shorter ones.
  private func longUnderShort(_ isKnown: (BluetoothUUID) -> Bool) -> MisformedUUID? {
    let place = 0..<16
    guard octets.count >= 16, holder == .serviceData || octets.count == 16 else { return nil }
    // Half of the numbers of a list by chance are never assigned.
    let known = items.count { uuid(at: $0).map(isKnown) ?? false }
    guard known * 2 < items.count else { return nil }
    let readings = [UUIDOrder.lastByteFirst, .asWritten].compactMap { order in
      order.uuid(of: octets[place]).map { (order: order, uuid: $0) }
    }
    if let certain = readings.first(where: { $0.uuid.shortestWidth != .bits128 || isKnown($0.uuid) }) {
      return misformed(certain.uuid, .otherWidth, certain.order, at: place)
    }
    // More octets are likely data.
    let likely = readings.first { $0.uuid.looksGenerated && (octets.count == 16 || $0.uuid.version == 1) }
    return likely.map { misformed($0.uuid, .otherWidth, $0.order, at: place, isGuess: true) }
  }

  /// Reads a number of the right type in the other order: only as a service of a specification, of which there are few.
  private func number16(_ item: Range<Int>, _ isKnown: (BluetoothUUID) -> Bool) -> [MisformedUUID] {
    guard octets[item.lowerBound] == 0x18, let seen = uuid(at: item), !isKnown(seen),
      let uuid = number(at: item, .bigEndian).map({ BluetoothUUID($0) }), isKnown(uuid)
    else { return [] }
    return [misformed(uuid, .whole, .asWritten, at: item)]
  }

  /// Reads four octets as a number of 16 bits in the other order, or as two.
  private func number32(_ item: Range<Int>, _ isKnown: (BluetoothUUID) -> Bool) -> [MisformedUUID] {
    guard let seen = uuid(at: item), seen.shortestWidth == .bits32 else { return [] }
    if let uuid = number(at: item, .bigEndian).map({ BluetoothUUID($0) }), uuid.shortestWidth == .bits16, isKnown(uuid)
    {
      return [misformed(uuid, .whole, .asWritten, at: item)]
    }
    let halves = [item.lowerBound, item.lowerBound + 2].map { $0..<$0 + 2 }
    let uuids = halves.compactMap { half in uuid(at: half).map { (half, $0) } }.filter { isKnown($0.1) }
    guard holder == .services, uuids.count == 2 else { return [] }
    return uuids.map { misformed($0.1, .otherWidth, .lastByteFirst, at: $0.0) }
  }
}
