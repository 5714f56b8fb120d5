internal import AdvertisingData

/// NimBLE-Arduino of h2zero, and esp-nimble-cpp, the same library for ESP-IDF.
///
/// Version 2 appends structures in the order of the calls. A structure that does not fit goes into the scan response.
/// Version 1 gives NimBLE a structure of fields, so the order of the calls does not matter.
extension StackBuilder {
  package static let nimBLEArduino = nimBLECpp(
    id: "nimble-arduino", name: "NimBLE-Arduino", newest: [2, 5, 1], first: [1, 4],
    files: "src/NimBLEAdvertising.cpp, src/NimBLEAdvertisementData.cpp", oldest: [1, 4, 3])

  static let espNimBLE = nimBLECpp(
    id: "esp-nimble-cpp", name: "esp-nimble-cpp", newest: [2, 5, 0], first: [1, 4],
    files: "src/NimBLEAdvertising.cpp, src/NimBLEAdvertisementData.cpp", oldest: [1, 4, 1])

  private static func nimBLECpp(
    id: String, name: String, newest: [Int], first: [Int], files: String, oldest: [Int]
  ) -> StackBuilder {
    StackBuilder(
      id: id, name: name,
      summary: """
        Version 2: adds the Flags 0x06. Appends structures in the order of the calls. What does not fit goes into the scan \
        response, which is sent only after `enableScanResponse(true)`; without it, it is lost. With it, `setName` puts the \
        name into the scan response. Version 1: adds the Flags 0x06. Services that do not fit are left out. A name that does \
        not fit goes into the scan response, or is cut when that is switched off. Anything else that does not fit makes \
        `start` fail.
        """,
      versions: [
        Version(since: [2, 0], read: newest, source: "\(name) \(words(newest)), \(files)"),
        Version(since: first, read: oldest, source: "\(name) \(words(oldest)), src/NimBLEAdvertising.cpp"),
      ],
      options: [
        Option(
          word: "scan-response", call: "enableScanResponse(true) before the other calls",
          summary: "version 2: what does not fit, and the name, are sent in the scan response"),
        Option(
          word: "name-before-scan-response", call: "setName before enableScanResponse(true)",
          summary: "version 2, with scan-response: the name is in the advertising data"),
        Option(
          word: "no-scan-response", call: "setScanResponse(false)",
          summary: "version 1: a name that does not fit is cut"),
        Option(
          word: "advertisement-data", call: "NimBLEAdvertisementData and setAdvertisementData",
          summary: "the fields are those of the object; nothing is moved or added"),
      ],
      calls: [
        Call(fields: "services, services16, services32, services128", call: "addServiceUUID for each"),
        Call(fields: "name", call: "setName (version 1: or NimBLEDevice::init)"),
        Call(fields: "appearance", call: "setAppearance"),
        Call(fields: "txPower", call: "addTxPower, with the power of NimBLEDevice::setPower"),
        Call(fields: "connectionInterval", call: "setPreferredParams (version 1: setMinPreferred, setMaxPreferred)"),
        Call(fields: "manufacturerData", call: "setManufacturerData"),
        Call(fields: "serviceData", call: "setServiceData"), Call(fields: "uri", call: "setURI"),
        Call(fields: "flags", call: "setDiscoverableMode (version 2); setFlags of NimBLEAdvertisementData"),
        Call(
          fields: "shortName, incompleteServices16, incompleteServices32, incompleteServices128, raw",
          call: "with advertisement-data: setShortName, setPartialServices…, addData"),
        Call(fields: "scanResponse", call: "setScanResponseData, both blocks with NimBLEAdvertisementData"),
        Call(
          fields: "pdu",
          call: "setConnectableMode(BLE_GAP_CONN_MODE_NON), for ADV_NONCONN_IND setDiscoverableMode first"),
      ],
      pdus: [.advInd, .advScanInd, .advNonconnInd], takesScanResponse: true,
      control: ProgramControl(
        octetsCall: "NimBLEAdvertisementData::addData", interval: .exact("setMinInterval, setMaxInterval")),
      parameters: NimBLEArduinoParameterTable.rows,
      build: { building throws(BuildRefusal) in
        let isCustom = building.has("advertisement-data") || building.request.scanResponse != nil
        switch (building.generation, isCustom) {
        case (0, true): try NimBLEArduino2.buildFromObjects(&building)
        case (0, false): try NimBLEArduino2.build(&building)
        case (_, true): try NimBLEArduino1.buildFromObjects(&building)
        default: try NimBLEArduino1.build(&building)
        }
      })
  }
}

/// Flags that the library adds: LE General Discoverable and BR/EDR Not Supported.
let generalDiscoverableLEOnly: UInt8 = 0x06

enum NimBLEArduino2 {
  private static let notSupported: UInt8 = 0x04

  static func build(_ building: inout Building) throws(BuildRefusal) {
    guard !building.has("no-scan-response") else {
      throw BuildRefusal(
        nil, "setScanResponse is gone in version 2, where the scan response is off unless it is enabled")
    }
    let answers = building.has("scan-response")
    guard answers || !building.has("name-before-scan-response") else {
      throw BuildRefusal(nil, "name-before-scan-response says when scan-response is switched on")
    }
    let nameAnswers = answers && !building.has("name-before-scan-response")
    var isDiscoverable = true
    building.advertising.append(.flags, [generalDiscoverableLEOnly], from: nil)
    if building.request.pdu == .advNonconnInd {
      setFlags(notSupported, from: nil, &building.advertising)
      isDiscoverable = false
    }
    if !building.request.pdu.isConnectable, let start = building.advertising.start(of: .flags) {
      building.advertising.remove(at: start)
    }
    for (field, value) in building.request.fields(of: .advertising) {
      switch value {
      case .flags(let flags):
        guard flags.surplus.isEmpty, [0x04, 0x05, 0x06].contains(flags.rawValue) else {
          throw BuildRefusal(field, "setDiscoverableMode makes the Flags 0x04, 0x05 or 0x06")
        }
        setFlags(flags.rawValue, from: field, &building.advertising)
        isDiscoverable = flags.rawValue != notSupported
      case .localName(let name):
        guard name.isComplete else { throw BuildRefusal(field, "setName is for the whole name") }
        addName(name.octets, field, value, nameAnswers, &building)
      case .serviceUUIDs(let list):
        guard list.isComplete else { throw BuildRefusal(field, "addServiceUUID makes complete lists") }
        addServices(list, field, answers, &building)
      case .appearance(let appearance) where appearance.rawValue == 0 && value.octets.count == 2:
        if !removeEarlier(value, field, "an appearance of 0", &building.advertising, &building.changes) {
          _ = removeEarlier(value, nil, "an appearance of 0", &building.scanResponse, &building.changes)
        }
      case .appearance, .txPowerLevel: add(value.type, value.octets, field, value, answers, &building)
      case .connectionIntervalRange(let range):
        let clamped = clamp(range)
        if clamped != value.octets {
          building.change(.replaced, field, "limits connection intervals to 7.5 ms to 4 s")
        }
        add(value.type, clamped, field, value, answers, &building)
      case .serviceData(let data) where data.data.isEmpty:
        _ = removeEarlier(value, field, "service data without octets", &building.advertising, &building.changes)
      case .serviceData, .manufacturerData, .uri: add(value.type, value.octets, field, value, answers, &building)
      default: throw BuildRefusal(field, "NimBLEAdvertising has no call for \(value.requestWords)")
      }
    }
    if !answers { building.scanResponse = BuiltBlock() }
    if !building.request.pdu.isConnectable { building.pdu = isDiscoverable ? .advScanInd : .advNonconnInd }
  }

  /// Sets Flags. Existing Flags keep their position.
  private static func setFlags(_ flags: UInt8, from field: BuildRequest.Field?, _ block: inout BuiltBlock) {
    let value = [flags | notSupported]
    guard let start = block.start(of: .flags) else {
      _ = block.appendIfRoom(.flags, value, from: field)
      return
    }
    if flags == 0 { block.remove(at: start) } else { block.replace(at: start, by: value, from: field) }
  }

  /// Removes the value of an earlier call when a call sets an empty value, and returns whether there was one.
  private static func removeEarlier(
    _ value: ADValue, _ field: BuildRequest.Field?, _ words: String, _ block: inout BuiltBlock,
    _ changes: inout [BuildChange]
  ) -> Bool {
    if let field { changes.append(BuildChange(.leftOut, field, "takes \(words) for none")) }
    guard let start = block.start(of: value.type) else { return false }
    changes.append(BuildChange(.leftOut, block.fields[start], "takes it away when \(words) is set later"))
    block.remove(at: start)
    return true
  }

  private static func clamp(_ range: ConnectionIntervalRange) -> [UInt8] {
    let least = min(max(range.minimum, 6), 0xC80)
    let most = max(min(max(range.maximum, 6), 0xC80), least)
    return [least, most].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  private static func add(
    _ type: ADType, _ octets: [UInt8], _ field: BuildRequest.Field, _ value: ADValue, _ answers: Bool,
    _ building: inout Building
  ) {
    if building.advertising.appendIfRoom(type, octets, from: field) { return }
    let fits = building.scanResponse.appendIfRoom(type, octets, from: field)
    overflow(fits, octets.count + 2, field, value, answers, &building)
  }

  /// Reports a structure that does not fit into the advertising data.
  private static func overflow(
    _ fits: Bool, _ count: Int, _ field: BuildRequest.Field, _ value: ADValue, _ answers: Bool,
    _ building: inout Building
  ) {
    switch (fits, answers) {
    case (true, true):
      building.change(
        .moved, field,
        "puts \(value.requestWords) into the scan response, because the advertising data have no room left",
        remedy: "make this call before the others, or set both blocks with NimBLEAdvertisementData")
    case (true, false):
      building.change(
        .leftOut, field,
        "leaves \(value.requestWords) out: the advertising data have no room left\(building.advertising.shortage(count)), "
          + "and the scan response is off",
        remedy: "call enableScanResponse(true) first, or make this call before the others")
    case (false, _):
      building.change(
        .leftOut, field,
        "leaves \(value.requestWords) out, because no block has room left"
          + BuiltBlock.shortage(count, max(building.advertising.room(), building.scanResponse.room())))
    }
  }

  private static func addName(
    _ name: [UInt8], _ field: BuildRequest.Field, _ value: ADValue, _ answers: Bool, _ building: inout Building
  ) {
    let (type, octets) = nameStructure(name, isComplete: true)
    if octets.count < name.count {
      building.change(.shortened, field, "cuts the name to \(octets.count) of \(name.count) bytes")
    }
    if answers, building.scanResponse.appendIfRoom(type, octets, from: field) {
      building.change(
        .moved, field, "puts the name into the scan response when that is enabled",
        remedy: "call setName before enableScanResponse(true) to keep it in the advertising data")
      return
    }
    if !building.advertising.appendIfRoom(type, octets, from: field) {
      building.change(
        .leftOut, field,
        "leaves the name out, because the block it belongs to has no room left"
          + (answers ? building.scanResponse : building.advertising).shortage(octets.count + 2),
        remedy: answers ? nil : "call enableScanResponse(true) before setName")
    }
  }

  private static func nameStructure(_ name: [UInt8], isComplete: Bool) -> (type: ADType, octets: [UInt8]) {
    let most = BuiltBlock.legacyLimit - 2
    let isWhole = isComplete && name.count <= most
    return (isWhole ? .completeLocalName : .shortenedLocalName, Array(name.prefix(most)))
  }

  private static func addServices(
    _ list: ServiceUUIDList, _ field: BuildRequest.Field, _ answers: Bool, _ building: inout Building
  ) {
    for (uuid, octets) in zip(list.uuids, list.items) {
      if addService(octets, list.type, field, &building.advertising) { continue }
      let fits = addService(octets, list.type, field, &building.scanResponse)
      let one = ServiceUUIDList([uuid], width: list.width, isComplete: true).map { ADValue.serviceUUIDs($0) }
      let count = octets.count + (building.advertising.start(of: list.type) == nil ? 2 : 0)
      overflow(fits, count, field, one ?? .serviceUUIDs(list), answers, &building)
    }
  }

  private static func addService(
    _ octets: [UInt8], _ type: ADType, _ field: BuildRequest.Field, _ block: inout BuiltBlock
  ) -> Bool {
    guard let start = block.start(of: type) else { return block.appendIfRoom(type, octets, from: field) }
    guard octets.count <= block.room() else { return false }
    block.extend(at: start, by: octets, from: field)
    return true
  }

  // MARK: Objects of the program's own

  static func buildFromObjects(_ building: inout Building) throws(BuildRefusal) {
    building.advertising = try block(.advertising, &building)
    building.scanResponse = try block(.scanResponse, &building)
  }

  private static func block(_ side: Block, _ building: inout Building) throws(BuildRefusal) -> BuiltBlock {
    var block = BuiltBlock()
    for (field, value) in building.request.fields(of: side) {
      var fits = true
      switch value {
      case .flags(let flags) where flags.surplus.isEmpty:
        guard flags.rawValue != 0 || block.start(of: .flags) != nil else {
          throw BuildRefusal(field, "setFlags(0) does not make Flags of 0")
        }
        if flags.rawValue & notSupported == 0 {
          building.change(.replaced, field, "adds BR/EDR Not Supported to the Flags")
        }
        if let start = block.start(of: .flags), flags.rawValue != 0 {
          block.replace(at: start, by: [flags.rawValue | notSupported], from: field)
        } else {
          fits = block.appendIfRoom(.flags, [flags.rawValue | notSupported], from: field)
        }
      case .localName(let name):
        let (type, octets) = nameStructure(name.octets, isComplete: name.isComplete)
        if octets.count < name.octets.count {
          building.change(.shortened, field, "cuts the name to \(octets.count) of \(name.octets.count) bytes")
        }
        fits = block.appendIfRoom(type, octets, from: field)
      case .serviceUUIDs(let list) where list.isComplete:
        for (uuid, octets) in zip(list.uuids, list.items) where !addService(octets, list.type, field, &block) {
          let count = octets.count + (block.start(of: list.type) == nil ? 2 : 0)
          building.leaveOut("service \(uuid)", field, count, of: block)
        }
      case .serviceUUIDs(let list):
        guard list.rest.isEmpty, !list.uuids.isEmpty, list.width != .bits128 || list.uuids.count == 1 else {
          throw BuildRefusal(field, "setPartialServices takes one 128-bit UUID")
        }
        fits = addPartial(list, field, &block, &building)
      case .appearance(let appearance) where value.octets.count == 2 && appearance.rawValue == 0:
        _ = removeEarlier(value, field, "an appearance of 0", &block, &building.changes)
      case .connectionIntervalRange(let range):
        let octets = clamp(range)
        if octets != value.octets {
          building.change(.replaced, field, "limits connection intervals to 7.5 ms to 4 s")
        }
        fits = block.appendIfRoom(value.type, octets, from: field)
      case .serviceData(let data) where data.data.isEmpty:
        _ = removeEarlier(value, field, "service data without octets", &block, &building.changes)
      default: fits = block.appendIfRoom(value.type, value.octets, from: field)
      }
      if !fits { building.leaveOut(value.requestWords, field, value.octets.count + 2, of: block) }
    }
    return block
  }

  /// Adds a list of UUIDs, with one UUID less than the number that fills the block exactly.
  private static func addPartial(
    _ list: ServiceUUIDList, _ field: BuildRequest.Field, _ block: inout BuiltBlock, _ building: inout Building
  ) -> Bool {
    var octets: [UInt8] = []
    var kept = 0
    for item in list.items {
      guard 2 + octets.count + item.count < BuiltBlock.legacyLimit else { break }
      octets += item
      kept += 1
    }
    if kept < list.uuids.count {
      building.change(
        .shortened, field, "keeps \(kept) of \(list.uuids.count) service UUIDs of the list")
    }
    return block.appendIfRoom(list.type, octets, from: field)
  }
}
