internal import AdvertisingData

/// Version 1 of NimBLE-Arduino: fields that NimBLE builds a block of.
enum NimBLEArduino1 {
  private static let limit = BuiltBlock.legacyLimit

  /// - Parameter otherFlags: the Flags of advertising that is neither connectable nor has a scan response.
  static func build(_ building: inout Building, otherFlags: UInt8? = nil) throws(BuildRefusal) {
    guard !building.has("scan-response"), !building.has("name-before-scan-response") else {
      throw BuildRefusal(nil, "the scan response is on in version 1 unless it is switched off")
    }
    let answers = !building.has("no-scan-response")
    let isDiscoverable = building.request.pdu.isConnectable || answers
    if !building.request.pdu.isConnectable { building.pdu = answers ? .advScanInd : .advNonconnInd }
    var fields = NimBLEFieldSet()
    if let flags = isDiscoverable ? generalDiscoverableLEOnly : otherFlags { fields.set(.flags, [flags], from: nil) }
    var services: [(list: ServiceUUIDList, field: BuildRequest.Field)] = []
    var intervals = PreferredIntervals()
    for (field, value) in building.request.fields(of: .advertising) {
      switch value {
      case .flags(let flags):
        guard isDiscoverable, flags.surplus.isEmpty, flags.rawValue == generalDiscoverableLEOnly else {
          throw BuildRefusal(field, "version 1 sends the Flags 0x06 and has no call for others")
        }
      case .localName(let name):
        guard name.isComplete else { throw BuildRefusal(field, "setName is for the whole name") }
        set(name.octets.isEmpty ? nil : name.octets, value, field, &fields, &building)
      case .serviceUUIDs(let list):
        guard list.isComplete else { throw BuildRefusal(field, "addServiceUUID makes complete lists") }
        services.append((list, field))
      case .connectionIntervalRange(let range): setIntervals(range, value, field, &intervals, &fields, &building)
      case .serviceData(let data):
        set(data.data.isEmpty ? nil : value.octets, value, field, &fields, &building)
      case .uri: set(value.octets.isEmpty ? nil : value.octets, value, field, &fields, &building)
      case .appearance, .txPowerLevel, .manufacturerData: set(value.octets, value, field, &fields, &building)
      default: throw BuildRefusal(field, "NimBLEAdvertising has no call for \(value.requestWords)")
      }
    }
    // The library does not count the name when it places services.
    let name = fields.remove(.completeLocalName)
    place(services, &fields, &building)
    try place(name, answers, &fields, &building)
    building.advertising = try fields.encoded("start()", "fails")
  }

  /// Sets a field. A second call replaces the value of the first one. `nil` removes the field.
  private static func set(
    _ octets: [UInt8]?, _ value: ADValue, _ field: BuildRequest.Field, _ fields: inout NimBLEFieldSet,
    _ building: inout Building
  ) {
    if let earlier = fields.remove(value.type) {
      building.change(
        .leftOut, earlier.field, "keeps only what the last of several calls sets as \(value.requestWords)")
    }
    if let octets {
      fields.set(value.type, octets, from: field)
    } else {
      building.change(.leftOut, field, "sends no field for \(value.requestWords), which is empty")
    }
  }

  /// Applies `setMinPreferred`, then `setMaxPreferred`.
  private static func setIntervals(
    _ range: ConnectionIntervalRange, _ value: ADValue, _ field: BuildRequest.Field,
    _ intervals: inout PreferredIntervals, _ fields: inout NimBLEFieldSet, _ building: inout Building
  ) {
    if let earlier = fields.remove(value.type) {
      building.change(.leftOut, earlier.field, "keeps only the connection intervals of the last call")
    }
    intervals.setLeast(range.minimum)
    intervals.setMost(range.maximum)
    guard let octets = intervals.octets else {
      building.change(.leftOut, field, "takes connection intervals beyond 7.5 ms to 4 s for none")
      return
    }
    if octets != value.octets { building.change(.replaced, field, "sends other connection intervals") }
    fields.set(value.type, octets, from: field)
  }

  private static func place(
    _ services: [(list: ServiceUUIDList, field: BuildRequest.Field)], _ fields: inout NimBLEFieldSet,
    _ building: inout Building
  ) {
    var isComplete: [BluetoothUUID.Width: Bool] = [:]
    for (list, field) in services {
      for (uuid, octets) in zip(list.uuids, list.items) {
        let complete = ServiceUUIDList.type(width: list.width, isComplete: true)
        let hasList = fields.contains(complete)
        let needed = octets.count + (hasList ? 0 : 2)
        guard fields.count + needed <= limit else {
          isComplete[list.width] = false
          building.change(
            .leftOut, field,
            "leaves service \(uuid) out, because the advertising data have no room left"
              + BuiltBlock.shortage(needed, limit - fields.count),
            remedy: "set both blocks with NimBLEAdvertisementData")
          continue
        }
        isComplete[list.width] = true
        fields.extend(complete, by: octets, from: field)
      }
    }
    for (width, complete) in isComplete where !complete {
      fields.retype(
        ServiceUUIDList.type(width: width, isComplete: true), as: ServiceUUIDList.type(width: width, isComplete: false))
    }
  }

  private static func place(
    _ name: NimBLEFieldSet.Entry?, _ answers: Bool, _ fields: inout NimBLEFieldSet, _ building: inout Building
  ) throws(BuildRefusal) {
    let count = name?.octets.count ?? 0
    guard fields.count + 2 + count > limit else {
      if let name { fields.set(.completeLocalName, name.octets, pieces: name.fields) }
      return
    }
    if answers {
      guard let name else { return }
      let kept = Array(name.octets.prefix(limit - 2))
      let type: ADType = kept.count < count ? .shortenedLocalName : .completeLocalName
      building.scanResponse.append(type, kept, from: name.field)
      building.change(
        .moved, name.field,
        "puts the name into the scan response, because the advertising data have no room left")
      if kept.count < count {
        building.change(.shortened, name.field, "cuts the name to \(kept.count) of \(count) bytes")
      }
      return
    }
    if let power = fields.remove(.txPowerLevel) {
      building.change(.leftOut, power.field, "leaves the TX power out to make room for the name")
    }
    let room = limit - fields.count - 2
    guard room >= 0 else {
      throw BuildRefusal(
        nil, StackFailure("start()", "fails", .parameter("there is no room for a name", remedy: nil)))
    }
    guard let name, room > 0 else {
      if let name { building.change(.leftOut, name.field, "leaves the name out") }
      return
    }
    let kept = Array(name.octets.prefix(room))
    let type: ADType = kept.count < count ? .shortenedLocalName : .completeLocalName
    if kept.count < count {
      building.change(.shortened, name.field, "cuts the name to \(kept.count) of \(count) bytes")
    }
    fields.set(type, kept, pieces: Array(name.fields.prefix(room)))
  }

  // MARK: Objects of the program's own

  static func buildFromObjects(_ building: inout Building) throws(BuildRefusal) {
    guard building.request.pdu == .advInd else {
      throw BuildRefusal(nil, "what version 1 sends is known of ADV_IND when a program sets NimBLEAdvertisementData")
    }
    building.advertising = try block(.advertising, &building)
    building.scanResponse = try block(.scanResponse, &building)
  }

  private static func block(_ side: Block, _ building: inout Building) throws(BuildRefusal) -> BuiltBlock {
    var block = BuiltBlock()
    for (field, value) in building.request.fields(of: side) {
      var octets = value.octets
      switch value {
      case .flags(let flags) where flags.surplus.isEmpty:
        octets = [flags.rawValue | 0x04]
        if octets != value.octets {
          building.change(.replaced, field, "adds BR/EDR Not Supported to the Flags")
        }
      case .serviceUUIDs(let list) where !list.rest.isEmpty || list.width == .bits128 && list.uuids.count != 1:
        throw BuildRefusal(field, "setCompleteServices and setPartialServices take one 128-bit UUID")
      default: break
      }
      if !block.appendIfRoom(value.type, octets, from: field) {
        building.leaveOut(value.requestWords, field, octets.count + 2, of: block)
      }
    }
    return block
  }
}

/// The preferred connection intervals that calls of `setMinPreferred` and `setMaxPreferred` leave in version 1.
///
/// Each call keeps the value of the other one, unless their order would be wrong. A value out of range takes the field away
/// until the next call. Source: NimBLE-Arduino 1.4.3, src/NimBLEAdvertising.cpp; arduino-esp32 02febc9 (3.3) does the same
/// on NimBLE.
package struct PreferredIntervals {
  private static let allowed: ClosedRange<UInt16> = 6...0xC80

  private var least: UInt16 = 0
  private var most: UInt16 = 0
  private var isSent = false

  package init() {}

  /// Applies `setMinPreferred`.
  package mutating func setLeast(_ value: UInt16) {
    isSent = Self.allowed.contains(value)
    if isSent { (least, most) = (value, max(value, most)) }
  }

  /// Applies `setMaxPreferred`.
  package mutating func setMost(_ value: UInt16) {
    isSent = Self.allowed.contains(value)
    if isSent { (least, most) = (min(value, least), value) }
  }

  /// The octets of the field; `nil` when the library sends none.
  package var octets: [UInt8]? {
    guard isSent else { return nil }
    return [least, most].flatMap { OctetOrder.littleEndian.octets(of: $0, count: 2) }
  }
}
