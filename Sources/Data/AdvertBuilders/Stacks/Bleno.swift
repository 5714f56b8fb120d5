internal import AdvertisingData

/// bleno for Node.js, which sends commands to the controller of a computer with Linux.
extension StackBuilder {
  static let bleno = StackBuilder(
    id: "bleno", name: "bleno",
    summary: """
      Sends the Flags 0x06, then the 16-bit services as a complete list and the 128-bit services as an incomplete one. \
      Services of other lengths are not sent. The name is in the scan response, as a shortened name. More than 31 bytes in a \
      block are an error. For a name with other characters than those of ASCII, too few bytes are sent: the name is cut, and \
      its length runs past the end. `startAdvertisingIBeacon` sends Flags and manufacturer data. On macOS, bleno hands name \
      and services to CoreBluetooth.
      """,
    versions: [
      Version(
        since: [0, 5], read: [0, 6, 2],
        source: "@abandonware/bleno 0.6.2, lib/bleno.js, lib/hci-socket/gap.js and hci.js")
    ],
    options: [],
    calls: [
      Call(fields: "name", call: "the first argument of startAdvertising"),
      Call(fields: "services, services16, services128", call: "the second argument of startAdvertising"),
      Call(fields: "manufacturerData", call: "startAdvertisingIBeacon, for an iBeacon alone"),
    ],
    pdus: [.advInd], takesScanResponse: false,
    control: ProgramControl(
      octetsCall: "startAdvertisingWithEIRData", interval: .exact("BLENO_ADVERTISING_INTERVAL in the environment")),
    build: { building throws(BuildRefusal) in
      let fields = building.request.fields(of: .advertising)
      building.advertising.append(.flags, [0x06], from: fields.first { $0.value.type == .flags }?.field)
      guard !fields.contains(where: { $0.value.type == .manufacturerData }) else {
        return try buildBeacon(fields, &building)
      }
      var name: (octets: [UInt8], field: BuildRequest.Field)?
      for (field, value) in fields {
        switch value {
        case .flags where value.octets == [0x06]: break
        case .serviceUUIDs(let list) where list.isComplete && list.rest.isEmpty && list.width != .bits32: break
        case .localName(let asked) where asked.isComplete && name == nil: name = (asked.octets, field)
        default: throw BuildRefusal(field, "startAdvertising has no argument for \(value.requestWords) as asked")
        }
      }
      addServices(.bits16, .completeServiceUUIDs16, fields, &building)
      addServices(.bits128, .incompleteServiceUUIDs128, fields, &building)
      let size = building.advertising.octets.count
      guard size <= BuiltBlock.legacyLimit else {
        throw refusal("Advertisement data", size, building.advertising.fields.last ?? nil)
      }
      if let name, !name.octets.isEmpty { try addName(name.octets, name.field, &building) }
    })

  private static func refusal(_ what: String, _ needed: Int, _ field: BuildRequest.Field?) -> BuildRefusal {
    BuildRefusal(
      field,
      StackFailure(
        "startAdvertising", "reports the error \"\(what) is over maximum limit of 31 bytes\"",
        .size(needed: needed, available: BuiltBlock.legacyLimit)))
  }

  private static func addServices(
    _ width: BluetoothUUID.Width, _ type: ADType, _ fields: [(field: BuildRequest.Field, value: ADValue)],
    _ building: inout Building
  ) {
    var octets: [UInt8] = []
    var sources: [BuildRequest.Field?] = []
    for (field, value) in fields {
      guard case .serviceUUIDs(let list) = value, list.width == width else { continue }
      for item in list.items {
        octets += item
        sources += item.map { _ in field }
      }
    }
    guard let first = sources.first else { return }
    // The length of a list that is refused may be more than an octet holds.
    building.advertising.append(
      raw: [UInt8(truncatingIfNeeded: octets.count + 1), type.rawValue], from: first)
    for (octet, field) in zip(octets, sources) { building.advertising.append(raw: [octet], from: field) }
  }

  /// Appends a name. The library makes room for as many octets as the name has units of 16 bits.
  private static func addName(
    _ name: [UInt8], _ field: BuildRequest.Field, _ building: inout Building
  ) throws(BuildRefusal) {
    let units = name.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
    guard units + 2 <= BuiltBlock.legacyLimit else { throw refusal("Scan data", units + 2, field) }
    let sent = Array(name.prefix(units))
    building.scanResponse.append(
      raw: [UInt8(truncatingIfNeeded: name.count + 1), ADType.shortenedLocalName.rawValue] + sent, from: field)
    if sent.count < name.count {
      building.change(
        .shortened, field,
        "cuts the name to \(sent.count) of \(name.count) bytes, because it counts characters, and the length of the name runs "
          + "past the end of the scan response",
        remedy: "write the name in ASCII")
    }
  }

  /// Appends an iBeacon, the only field that is allowed with Flags.
  private static func buildBeacon(
    _ fields: [(field: BuildRequest.Field, value: ADValue)], _ building: inout Building
  ) throws(BuildRefusal) {
    for (field, value) in fields where value.type != .manufacturerData && value.octets != [0x06] {
      throw BuildRefusal(field, "startAdvertisingIBeacon has no argument for \(value.requestWords)")
    }
    let data = fields.filter { $0.value.type == .manufacturerData }
    guard data.count == 1, let (field, value) = data.first, value.octets.count == 25,
      value.octets.starts(with: [0x4C, 0x00, 0x02, 0x15])
    else {
      throw BuildRefusal(data.first?.field, "bleno has a call for an iBeacon, and none for other manufacturer data")
    }
    building.advertising.append(.manufacturerData, value.octets, from: field)
  }
}
