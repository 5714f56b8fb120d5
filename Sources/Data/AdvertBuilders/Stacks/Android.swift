internal import AdvertisingData

/// Android: `BluetoothLeAdvertiser` with `AdvertiseData.Builder`.
extension StackBuilder {
  package static let android = StackBuilder(
    id: "android", name: "Android",
    summary: """
      Adds the Flags if the advertisement is connectable: 0x02, and with a time limit 0x01 on phones with extended \
      advertising. The order is Flags, name, manufacturer data by company, TX power, 16-bit, 32-bit and 128-bit services, \
      service data, solicited services. UUIDs on the Bluetooth base are sent short. Of a name with more than 26 bytes, 26 \
      are sent, and called shortened, but the whole name counts: more than 31 bytes in one block, a character of the name \
      taken as one byte, make `startAdvertising` report ADVERTISE_FAILED_DATA_TOO_LARGE, and `startAdvertisingSet` throws \
      IllegalArgumentException. Nothing is moved into the scan response. `startAdvertising` always sends scannable \
      advertising, every 1000 ms in ADVERTISE_MODE_LOW_POWER, 250 ms in ADVERTISE_MODE_BALANCED and 100 ms in \
      ADVERTISE_MODE_LOW_LATENCY, or a little more. Extended advertising takes as many bytes as the phone's controller.
      """,
    versions: [
      Version(since: [14], read: [15], source: sources("LineageOS 22.0, packages/modules/Bluetooth", native: gd)),
      Version(since: [13], read: [13], source: sources("LineageOS 20.0, packages/modules/Bluetooth", native: gd)),
      Version(since: [12], read: [12], source: sources("LineageOS 19.1", native: "system/bt, btm_ble_multi_adv.cc")),
      Version(
        since: [8], read: [11], source: sources("LineageOS 15.1 to 18.1", native: "system/bt, btm_ble_multi_adv.cc")),
    ],
    options: [
      Option(
        word: "time-limit", call: "setTimeout of AdvertiseSettings, duration of startAdvertisingSet",
        summary: "from Android 13, the value of the Flags depends on the phone"),
      Option(
        word: "not-discoverable", call: "setDiscoverable(false)", summary: "from Android 14: no Flags"),
    ],
    calls: [
      Call(fields: "advertising", call: "advertiseData of startAdvertising and startAdvertisingSet"),
      Call(fields: "scanResponse", call: "scanResponse of the same call"),
      Call(fields: "name", call: "setIncludeDeviceName(true), with the name of the phone, which must be said"),
      Call(fields: "manufacturerData", call: "addManufacturerData, one of each company"),
      Call(fields: "txPower", call: "setIncludeTxPowerLevel(true); the phone fills the value in"),
      Call(fields: "services, services16, services32, services128", call: "addServiceUuid for each"),
      Call(fields: "serviceData", call: "addServiceData, one of each service"),
      Call(
        fields: "solicitation, solicitation16, solicitation32, solicitation128",
        call: "addServiceSolicitationUuid for each, from Android 12"),
      Call(
        fields: "pdu",
        call: "setConnectable(false) for ADV_SCAN_IND; all others with AdvertisingSetParameters and startAdvertisingSet"
      ),
    ],
    pdus: [.advInd, .advScanInd, .advNonconnInd, .extendedConnectable, .extendedNonconnectable, .extendedScannable],
    takesScanResponse: true,
    control: ProgramControl(
      octetsCall: nil, interval: .shortest("setAdvertiseMode, or setInterval of AdvertisingSetParameters")),
    parameters: AndroidParameterTable.rows,
    build: { building throws(BuildRefusal) in
      let pdu = building.pdu
      let response = building.request.fields(of: .scanResponse)
      if let first = response.first, !pdu.isScannable {
        throw BuildRefusal(
          first.field, "\(pdu.rawValue) has no scan response, and what the phone does then is not known")
      }
      if let first = building.request.advertising.isEmpty ? nil : BuildRequest.Field(.advertising, 0),
        pdu == .extendedScannable
      {
        throw BuildRefusal(first, "scannable extended advertising has scan response data only")
      }
      let generation = AndroidGeneration(rawValue: building.generation) ?? .android14
      if building.has("not-discoverable"), generation != .android14 {
        throw BuildRefusal(nil, "setDiscoverable is there from Android 14 on")
      }
      var data = try AndroidData(.advertising, &building, generation)
      if pdu.isConnectable, !building.has("not-discoverable") { data.addFlags(&building, generation) }
      building.advertising = try data.encoded(
        limit: pdu.isExtended ? pdu.payloadLimit : BuiltBlock.legacyLimit, call: building.request.call)
      building.scanResponse = try AndroidData(.scanResponse, &building, generation)
        .encoded(limit: pdu.isExtended ? pdu.payloadLimit : BuiltBlock.legacyLimit, call: building.request.call)
    })

  private static let gd = "system/gd/hci/le_advertising_manager.cc"

  private static func sources(_ tree: String, native: String) -> String {
    "\(tree): BluetoothLeAdvertiser.java, AdvertiseHelper.java; \(native)"
  }
}

/// The versions of Android that differ, in the order of ``StackBuilder/versions``.
private enum AndroidGeneration: Int {
  case android14, android13, android12, android8
}

/// One `AdvertiseData`, with the rules of the framework that makes octets of it.
private struct AndroidData {
  private let side: Block
  /// The structures in the order in which they are sent.
  private var structures: [(type: ADType, octets: [UInt8], fields: [BuildRequest.Field?])] = []
  /// The octets that the framework counts, which are more than it sends when it cuts a name.
  private var counted = 0
  private var isFlagsValueKnown = true

  /// The most octets of a name that the framework sends.
  private static let longestName = 26
  /// The most octets of a value that all versions send, in one command to the controller.
  private static let longestField = 249

  init(_ side: Block, _ building: inout Building, _ generation: AndroidGeneration) throws(BuildRefusal) {
    self.side = side
    let fields = building.request.fields(of: side)
    try addName(fields, &building)
    try addManufacturerData(fields, &building)
    if let power = try Self.one(of: .txPowerLevel, in: fields) { add(.txPowerLevel, power.value.octets, power.field) }
    addServices(fields)
    addServiceData(fields, &building)
    try addSolicitations(fields, generation)
    if let other = fields.first(where: { !Self.isTaken($0.value) }) {
      throw BuildRefusal(other.field, "AdvertiseData has no call for \(other.value.requestWords) as asked")
    }
  }

  private static func isTaken(_ value: ADValue) -> Bool {
    switch value {
    case .localName(let name): name.isComplete
    case .serviceUUIDs(let list): list.isComplete && list.rest.isEmpty
    case .solicitationUUIDs(let list): list.rest.isEmpty
    case .manufacturerData, .serviceData, .txPowerLevel: true
    default: false
    }
  }

  private mutating func add(_ type: ADType, _ octets: [UInt8], _ field: BuildRequest.Field?) {
    add(type, octets, octets.map { _ in field })
  }

  private mutating func add(_ type: ADType, _ octets: [UInt8], _ fields: [BuildRequest.Field?], counting: Int? = nil) {
    structures.append((type, octets, fields))
    counted += (counting ?? octets.count) + 2
  }

  private static func one(
    of type: ADType, in fields: [(field: BuildRequest.Field, value: ADValue)]
  ) throws(BuildRefusal) -> (field: BuildRequest.Field, value: ADValue)? {
    let all = fields.filter { $0.value.type == type }
    if all.count > 1 {
      throw BuildRefusal(all[1].field, "AdvertiseData has one switch for \(all[1].value.requestWords)")
    }
    return all.first
  }

  mutating func addFlags(_ building: inout Building, _ generation: AndroidGeneration) {
    let isLimited = building.has("time-limit") && (generation == .android14 || generation == .android13)
    structures.insert((.flags, [isLimited ? 0x01 : 0x02], [nil]), at: 0)
    isFlagsValueKnown = !isLimited
    counted += 3
  }

  private mutating func addName(
    _ fields: [(field: BuildRequest.Field, value: ADValue)], _ building: inout Building
  ) throws(BuildRefusal) {
    guard let name = try Self.one(of: .completeLocalName, in: fields) else { return }
    let octets = name.value.octets
    guard octets.count > Self.longestName else {
      add(.completeLocalName, octets, octets.map { _ in name.field }, counting: Self.characters(octets))
      return
    }
    let sent = Array(octets.prefix(Self.longestName))
    add(.shortenedLocalName, sent, sent.map { _ in name.field }, counting: Self.characters(octets))
    building.change(
      .shortened, name.field, "cuts the name to \(Self.longestName) of \(octets.count) bytes",
      remedy: "give the phone a shorter name")
  }

  /// Returns the number of units of 16 bits of a text in UTF-8, which the framework takes for its length.
  private static func characters(_ octets: [UInt8]) -> Int {
    octets.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
  }

  private mutating func addManufacturerData(
    _ fields: [(field: BuildRequest.Field, value: ADValue)], _ building: inout Building
  ) throws(BuildRefusal) {
    var kept: [(company: UInt16, octets: [UInt8], field: BuildRequest.Field)] = []
    for (field, value) in fields {
      guard case .manufacturerData(let data) = value else { continue }
      let company = data.company
      if let index = kept.firstIndex(where: { $0.company == company }) {
        building.change(
          .leftOut, kept[index].field,
          "sends one value for each company: a later call takes the place of the earlier one")
        kept[index] = (company, value.octets, field)
      } else {
        kept.append((company, value.octets, field))
      }
    }
    // A sparse array has its keys in ascending order.
    for data in kept.sorted(by: { $0.company < $1.company }) { add(.manufacturerData, data.octets, data.field) }
  }

  /// Adds UUIDs in a list for each width.
  private mutating func add(
    _ uuids: [(uuid: BluetoothUUID, field: BuildRequest.Field)], ofType type: (BluetoothUUID.Width) -> ADType
  ) {
    for width in BluetoothUUID.Width.allCases {
      var octets: [UInt8] = []
      var sources: [BuildRequest.Field?] = []
      for (uuid, field) in uuids where uuid.shortestWidth == width {
        octets += uuid.littleEndian(width: width) ?? []
        sources += Array(repeating: field, count: width.octets)
      }
      if !octets.isEmpty { add(type(width), octets, sources) }
    }
  }

  private mutating func addServices(_ fields: [(field: BuildRequest.Field, value: ADValue)]) {
    var uuids: [(uuid: BluetoothUUID, field: BuildRequest.Field)] = []
    for (field, value) in fields {
      if case .serviceUUIDs(let list) = value { uuids += list.uuids.map { (uuid: $0, field: field) } }
    }
    add(uuids) { ServiceUUIDList.type(width: $0, isComplete: true) }
  }

  private mutating func addServiceData(
    _ fields: [(field: BuildRequest.Field, value: ADValue)], _ building: inout Building
  ) {
    var kept: [(uuid: BluetoothUUID, data: [UInt8], field: BuildRequest.Field)] = []
    for (field, value) in fields {
      guard case .serviceData(let data) = value else { continue }
      if let index = kept.firstIndex(where: { $0.uuid == data.uuid }) {
        building.change(
          .leftOut, kept[index].field,
          "sends one value for each service: a later call takes the place of the earlier one")
        kept[index] = (data.uuid, data.data, field)
        continue
      }
      // The framework's map has its keys in the order of their hashes, and equal hashes in the order of the calls.
      let hash = data.uuid.javaHash
      let place = kept.firstIndex { $0.uuid.javaHash > hash } ?? kept.count
      kept.insert((data.uuid, data.data, field), at: place)
    }
    for one in kept {
      let width = one.uuid.shortestWidth
      add(ServiceData.type(width: width), (one.uuid.littleEndian(width: width) ?? []) + one.data, one.field)
    }
  }

  private mutating func addSolicitations(
    _ fields: [(field: BuildRequest.Field, value: ADValue)], _ generation: AndroidGeneration
  ) throws(BuildRefusal) {
    var uuids: [(uuid: BluetoothUUID, field: BuildRequest.Field)] = []
    for (field, value) in fields {
      guard case .solicitationUUIDs(let list) = value else { continue }
      guard generation != .android8 else {
        throw BuildRefusal(field, "addServiceSolicitationUuid is there from Android 12 on")
      }
      uuids += list.uuids.map { (uuid: $0, field: field) }
    }
    add(uuids) { SolicitationUUIDList.type(width: $0) }
  }

  /// Returns the block.
  ///
  /// - Throws: when the framework counts more octets than the limit.
  func encoded(limit: Int, call: String?) throws(BuildRefusal) -> BuiltBlock {
    let isLegacy = limit == BuiltBlock.legacyLimit
    guard counted <= limit else {
      let size = StackFailure.Cause.size(needed: counted, available: limit)
      let failure =
        call == "startAdvertisingSet" || !isLegacy
        ? StackFailure("startAdvertisingSet", "throws IllegalArgumentException", size)
        : StackFailure("startAdvertising", "fails with ADVERTISE_FAILED_DATA_TOO_LARGE (1)", size)
      let field = structures.last.flatMap { $0.fields.last ?? nil }
      throw BuildRefusal(field ?? BuildRequest.Field(side, 0), failure)
    }
    var block = BuiltBlock()
    for (type, octets, fields) in structures {
      let first = fields.first ?? nil
      guard octets.count <= Self.longestField else {
        throw BuildRefusal(first, "a field of more than \(Self.longestField) bytes is not sent by every phone")
      }
      guard isLegacy == false || octets.count + 2 <= block.room() else {
        throw BuildRefusal(
          first, "the name has more bytes than characters, so the framework lets through more than 31 bytes")
      }
      block.append(raw: [UInt8(octets.count + 1), type.rawValue], from: first)
      for (octet, field) in zip(octets, fields) { block.append(raw: [octet], from: field) }
      if type == .txPowerLevel || type == .flags && !isFlagsValueKnown { block.markLastUnknown() }
    }
    return block
  }
}

extension BluetoothUUID {
  /// The hash of the UUID in Java.
  fileprivate var javaHash: Int32 {
    var hash: UInt32 = 0
    for (index, octet) in (littleEndian(width: .bits128) ?? []).enumerated() {
      hash ^= UInt32(octet) << UInt32(index % 4 * 8)
    }
    return Int32(bitPattern: hash)
  }
}
