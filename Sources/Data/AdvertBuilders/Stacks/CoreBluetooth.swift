internal import AdvertisingData

/// CoreBluetooth of Apple's systems: `startAdvertising` of a `CBPeripheralManager`.
///
/// Apple documents which keys count and how much room there is. Nothing else is stated here: where the documentation can
/// be read in two ways, or says nothing, the request is refused or the octets are unknown.
extension StackBuilder {
  package static let coreBluetooth = StackBuilder(
    id: "core-bluetooth", name: "CoreBluetooth",
    summary: """
      Sends the name and the services only. Rests on Apple's documentation, which says what has room, and not on code; the \
      order of the fields, whether a list of services is called complete, the value of the Flags and other fields that the \
      system adds are not documented. In the foreground \
      the two have 28 bytes of the advertising data. A name that has no room there is in the scan response, for which Apple \
      says 10 bytes, or is not sent: so the scan response is not known then. Services that have no room go to the overflow \
      area, which only an Apple device finds that scans for them; which of several is not documented. Whether the two bytes \
      before each field count is not clear either, and what depends on it is not known here. In the background the name is \
      not sent, and all services are in the overflow area. The form of the overflow area is not documented; it was found in \
      captures.
      """,
    versions: [
      Version(
        since: [6], read: [17],
        source:
          "Apple's documentation of startAdvertising(_:) of CBPeripheralManager, and CBPeripheralManager.h of the "
          + "SDK of macOS 10.13; a version is that of iOS")
    ],
    options: [
      Option(
        word: "background", call: "the app is in the background, with the background mode bluetooth-peripheral",
        summary: "no name, and the services are in the overflow area", isOfProgram: false)
    ],
    calls: [
      Call(fields: "name", call: "CBAdvertisementDataLocalNameKey"),
      Call(
        fields: "services, services16, services128",
        call: "CBAdvertisementDataServiceUUIDsKey, with CBUUID(string:) of the same length"),
    ],
    pdus: [.advInd], takesScanResponse: false,
    control: ProgramControl(octetsCall: nil, interval: .none),
    build: { building throws(BuildRefusal) in
      let asked = try AskedOfCoreBluetooth(building.request)
      building.advertising.append(.flags, [flagsInCaptures], from: nil)
      building.advertising.markLastUnknown()
      if building.has("background") {
        asked.buildInBackground(&building)
      } else {
        try asked.buildInForeground(&building)
      }
    })

  /// The Flags of most captures of Apple's systems, in the place of the unknown ones.
  private static let flagsInCaptures: UInt8 = 0x1A
}

/// The name and the services of a request.
private struct AskedOfCoreBluetooth {
  private var name: (octets: [UInt8], field: BuildRequest.Field)?
  private var services: [(uuid: BluetoothUUID, width: BluetoothUUID.Width, field: BuildRequest.Field)] = []

  /// The room in the advertising data for the name and the services.
  private static let room = 28
  /// The room in the scan response for the name.
  private static let responseRoom = 10

  init(_ request: BuildRequest) throws(BuildRefusal) {
    for (field, value) in request.fields(of: .advertising) {
      switch value {
      case .localName(let asked) where asked.isComplete && !asked.octets.isEmpty:
        guard name == nil else {
          throw BuildRefusal(field, "a dictionary has one value for CBAdvertisementDataLocalNameKey")
        }
        name = (asked.octets, field)
      case .serviceUUIDs(let list) where list.isComplete && list.rest.isEmpty && list.width != .bits32:
        for uuid in list.uuids {
          guard uuid.shortestWidth == list.width else {
            throw BuildRefusal(field, "whether a UUID on the Bluetooth base is sent in 128 bits is not documented")
          }
          services.append((uuid, list.width, field))
        }
      case .serviceUUIDs: throw BuildRefusal(field, "how CoreBluetooth sends \(value.requestWords) is not documented")
      default:
        throw BuildRefusal(field, "CoreBluetooth sends the name and services only, and not \(value.requestWords)")
      }
    }
  }

  /// The lists of services, one for each width.
  private var lists: [(width: BluetoothUUID.Width, octets: [UInt8], fields: [BuildRequest.Field?])] {
    [BluetoothUUID.Width.bits16, .bits128].compactMap { width in
      let own = services.filter { $0.width == width }
      let octets = own.flatMap { $0.uuid.littleEndian(width: width) ?? [] }
      let fields = own.flatMap { Array(repeating: Optional($0.field), count: width.octets) }
      return octets.isEmpty ? nil : (width, octets, fields)
    }
  }

  func buildInForeground(_ building: inout Building) throws(BuildRefusal) {
    let services = lists.reduce((values: 0, headers: 0)) { ($0.values + $1.octets.count, $0.headers + 2) }
    if services.values + services.headers > Self.room, let last = self.services.last {
      let isSure = services.values > Self.room
      throw BuildRefusal(
        last.field,
        isSure
          ? "the services take \(services.values) bytes of \(Self.room). What has no room goes to the overflow area, and which "
            + "of them is not documented"
          : "the services take \(services.values) bytes of \(Self.room) without the two before each list, and whether those "
            + "count is not documented")
    }
    for list in lists { append(list, to: &building.advertising) }
    guard let name else { return }
    let values = services.values + name.octets.count
    if values + services.headers + 2 <= Self.room {
      building.advertising.append(.completeLocalName, name.octets, from: name.field)
      return
    }
    building.isResponseUnknown = true
    if values <= Self.room {
      throw BuildRefusal(
        name.field,
        "the fields take \(values) bytes of \(Self.room) without the two before each, and whether those count is not documented"
      )
    }
    let isShort = name.octets.count <= Self.responseRoom
    let fitting = Self.room - services.values - services.headers - 2
    building.change(
      isShort ? .moved : .leftOut, name.field,
      isShort
        ? "has no room for the name in the advertising data: it is in the scan response at best, where Apple says there is "
          + "room for \(Self.responseRoom) bytes"
        : "has no room for the whole name: Apple says there are \(Self.responseRoom) bytes in the scan response for "
          + "\(name.octets.count)",
      remedy: fitting > 0
        ? "shorten the name to \(counted(fitting, "byte")), which fit in the advertising data, or leave it out"
        : "leave the name out, or advertise fewer services")
  }

  func buildInBackground(_ building: inout Building) {
    let remedy = "keep the app in the foreground while others scan"
    if let name {
      building.change(.leftOut, name.field, "does not send the name in the background", remedy: remedy)
    }
    guard let first = services.first else { return }
    let mask = OverflowArea(services.map { $0.uuid }).mask
    building.advertising.append(.manufacturerData, [0x4C, 0x00, 0x01] + mask, from: first.field)
    building.change(
      .replaced, first.field,
      "puts the services into the overflow area in the background, which only an Apple device finds that scans for them",
      remedy: remedy)
  }

  private func append(
    _ list: (width: BluetoothUUID.Width, octets: [UInt8], fields: [BuildRequest.Field?]), to block: inout BuiltBlock
  ) {
    let type = ServiceUUIDList.type(width: list.width, isComplete: true)
    block.append(raw: [UInt8(list.octets.count + 1), type.rawValue], from: list.fields.first ?? nil)
    for (octet, field) in zip(list.octets, list.fields) { block.append(raw: [octet], from: field) }
  }
}
