package import AdvertCapture
package import AdvertisingData

/// The data of a device that a controller's filter sees: advertising data and scan response data count as one.
package struct FilteredData: Sendable {
  /// The address of the device; `nil` when it is not known.
  package var address: DeviceAddress?
  /// The advertising data and scan response data.
  package var payloads: [Payload]

  /// The data of a device that a filter sees.
  package init(address: DeviceAddress?, payloads: [Payload]) {
    self.address = address
    self.payloads = payloads
  }
}

extension ScanFilter {
  /// Returns whether advertising passes, at any strength; `nil` when the capture lacks the filter's conditions, or when
  /// they have rules that are not published.
  package func passes(_ data: FilteredData) -> Bool? {
    guard let logic else { return nil }
    if logic.passesAll { return true }
    let kinds = Kind.allCases.filter { logic.kinds & 1 << $0.rawValue != 0 }
    let known: UInt16 = Kind.allCases.reduce(0) { $0 | 1 << $1.rawValue }
    var answers = kinds.map { answer($0, needsAll: logic.needsAllOfKind & 1 << $0.rawValue != 0, data) }
    if logic.kinds & ~known != 0 { answers.append(nil) }
    return logic.needsAllKinds ? answers.allHold : answers.oneHolds
  }

  private func answer(_ kind: Kind, needsAll: Bool, _ data: FilteredData) -> Bool? {
    let asked = conditions.filter { $0.kind == kind }
    // The command that set the conditions is not in the capture, or there were too many conditions.
    guard !asked.isEmpty, conditionsLeftOut == 0 else { return nil }
    let answers = asked.map { $0.holds(for: data) }
    return needsAll ? answers.allHold : answers.oneHolds
  }
}

extension [Bool?] {
  /// Whether all are true; `nil` when that depends on unknown ones.
  fileprivate var allHold: Bool? { contains(false) ? false : contains(nil) ? nil : true }
  /// Whether one is true; `nil` when that depends on unknown ones.
  fileprivate var oneHolds: Bool? { contains(true) ? true : contains(nil) ? nil : false }
}

extension ScanFilter.Condition {
  /// Returns whether advertising fulfils the condition; `nil` when its rules are not published.
  package func holds(for data: FilteredData) -> Bool? {
    switch kind {
    case .address:
      guard let address = data.address, address.isKnown else { return nil }
      return (0..<6).allSatisfy { octets[$0] == UInt8(truncatingIfNeeded: address.bits >> UInt64(8 * $0)) }
    case .service: return data.payloads.contains { lists($0, isSolicited: false) }
    case .solicitation: return data.payloads.contains { lists($0, isSolicited: true) }
    case .name:
      return data.payloads.contains { payload in
        payload.values(ofTypes: [.shortenedLocalName, .completeLocalName]).contains { $0 == octets }
      }
    case .manufacturerData: return isMasked(data.payloads.flatMap { $0.values(ofTypes: [.manufacturerData]) })
    case .serviceData:
      return isMasked(
        data.payloads.flatMap { $0.values(ofTypes: [.serviceData16, .serviceData32, .serviceData128]) })
    case .pattern: return isPattern(of: data.payloads)
    case .serviceDataChange, .transportDiscovery, .adType: return nil
    }
  }

  /// AD type, offset, octets. `nil` when pseudonyms replace the octets.
  private func isPattern(of payloads: [Payload]) -> Bool? {
    guard octets.count >= 2, !isRedacted else { return nil }
    let start = Int(octets[1])
    return payloads.flatMap { $0.values(ofTypes: [ADType(rawValue: octets[0])]) }.contains { value in
      value.count >= start + octets.count - 2 && value[start...].starts(with: octets[2...])
    }
  }

  /// Data may be longer than the condition's octets.
  private func isMasked(_ values: [[UInt8]]) -> Bool? {
    if values.contains(where: { $0.count >= octets.count && isMasked($0) }) { return true }
    return isRedacted && values.contains { $0.prefix(2) == octets.prefix(2) } ? nil : false
  }

  private func isMasked(_ value: [UInt8]) -> Bool {
    octets.indices.allSatisfy { index in
      let bits = mask.flatMap { index < $0.count ? $0[index] : nil } ?? 0xFF
      return value[index] & bits == octets[index] & bits
    }
  }

  private func lists(_ payload: Payload, isSolicited: Bool) -> Bool {
    guard let service else {
      // A range of services: of the same width only.
      return payload.uuids(isSolicited: isSolicited).contains { uuid in
        BluetoothUUID.Width(rawValue: octets.count * 8).flatMap { uuid.littleEndian(width: $0) }.map(isMasked) ?? false
      }
    }
    return payload.uuids(isSolicited: isSolicited).contains(service)
  }
}

extension Payload {
  fileprivate func values(ofTypes types: Set<ADType>) -> [[UInt8]] {
    var values: [[UInt8]] = []
    var walk = structures
    while let structure = walk.next() {
      if types.contains(structure.type) { values.append(Array(copying: structure.value)) }
    }
    return values
  }

  fileprivate func uuids(isSolicited: Bool) -> [BluetoothUUID] {
    guard isSolicited else { return services }
    return decoded.elements.flatMap { element -> [BluetoothUUID] in
      if case .solicitationUUIDs(let list) = element.value { list.uuids } else { [] }
    }
  }
}
