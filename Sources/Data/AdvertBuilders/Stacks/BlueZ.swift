internal import AdvertisingData

/// BlueZ over D-Bus: an object with `org.bluez.LEAdvertisement1` that `RegisterAdvertisement` takes.
extension StackBuilder {
  package static let blueZ = StackBuilder(
    id: "bluez", name: "BlueZ",
    summary: """
      Sends services, solicited services, manufacturer data, service data, appearance, Data and last the Flags in the \
      advertising data. LocalName is in the scan response. Without `Discoverable` there are no Flags on an adapter with \
      BR/EDR that is not discoverable. `Includes` leaves the field to the kernel: it appends the TX power to the advertising \
      data, and the adapter's name to the scan response, cut to 10 bytes. Before 5.69, a LocalName of more than 29 bytes is \
      cut. More than 31 bytes are refused, or sent as extended advertising. An adapter that is discoverable sends ADV_IND also \
      for an advertisement of the type broadcast. `SecondaryChannel` asks for extended advertising: 1M and 2M begin on LE 1M, \
      Coded on LE Coded. Then LocalName of the type peripheral is in the advertising data, which have room for 251 bytes. \
      Without a controller that has extended advertising and this PHY, `RegisterAdvertisement` fails.
      """,
    versions: [
      Version(since: [5, 80], read: [5, 87], source: "BlueZ 5.87, src/advertising.c, src/shared/ad.c; \(kernel)"),
      Version(since: [5, 78], read: [5, 79], source: "BlueZ 5.78, src/advertising.c"),
      Version(since: [5, 69], read: [5, 77], source: "BlueZ 5.69, src/advertising.c"),
      Version(since: [5, 61], read: [5, 68], source: "BlueZ 5.66, src/advertising.c; \(kernel)"),
    ],
    options: [
      Option(
        word: "discoverable", call: "Discoverable = true",
        summary: "the Flags are 0x06, or 0x02 with adapter-discoverable on an adapter with BR/EDR"),
      Option(
        word: "not-discoverable", call: "Discoverable = false",
        summary: "the Flags are 0x04, or 0x00; before 5.69 as without the property"),
      Option(
        word: "le-only", call: "ControllerMode = le in main.conf, or a controller without BR/EDR",
        summary: "the kernel puts Flags with 0x04 first when BlueZ sets none", isOfProgram: false),
      Option(
        word: "adapter-discoverable", call: "Discoverable of the adapter is true",
        summary: "the kernel puts Flags with 0x02 first when BlueZ sets none", isOfProgram: false),
      Option(
        word: "include-local-name", call: "local-name in Includes",
        summary: "name is the adapter's alias, and the kernel cuts it to 10 bytes"),
      Option(
        word: "include-tx-power", call: "tx-power in Includes",
        summary: "the kernel appends the TX power; what it is, is not known unless txPower says it"),
    ],
    calls: [
      Call(fields: "services, services16, services32, services128", call: "ServiceUUIDs"),
      Call(fields: "solicited services", call: "SolicitUUIDs"),
      Call(fields: "manufacturerData", call: "ManufacturerData"),
      Call(fields: "serviceData", call: "ServiceData"), Call(fields: "name", call: "LocalName"),
      Call(fields: "appearance", call: "Appearance"),
      Call(fields: "txPower", call: "tx-power in Includes, with the power of the controller"),
      Call(fields: "uri, raw", call: "Data, with the types that BlueZ takes there"),
      Call(
        fields: "scanResponse",
        call:
          "ScanResponseServiceUUIDs, ScanResponseManufacturerData and others, from 5.80 on, with Experimental in main.conf"
      ),
      Call(
        fields: "pdu",
        call: "Type: peripheral for ADV_IND, broadcast for all others; with SecondaryChannel, extended advertising"),
    ],
    pdus: [.advInd, .advScanInd, .advNonconnInd, .extendedConnectable, .extendedNonconnectable],
    takesScanResponse: true,
    control: ProgramControl(
      octetsCall: nil, interval: .exact("MinInterval, MaxInterval, in whole milliseconds", step: 5_000)),
    parameters: BlueZParameterTable.rows,
    build: { building throws(BuildRefusal) in
      guard building.request.scanResponse == nil || building.generation == 0 else {
        throw BuildRefusal(BuildRequest.Field(.scanResponse, 0), "properties for the scan response came with 5.80")
      }
      var advertising = BlueZData()
      var response = BlueZData()
      for (field, value) in building.request.fields(of: .advertising) {
        if case .localName(let name) = value {
          try response.setName(name, field)
        } else {
          try advertising.set(value, field)
        }
      }
      for (field, value) in building.request.fields(of: .scanResponse) {
        guard value.type != .appearance, value.type != .txPowerLevel else {
          throw BuildRefusal(field, "\(value.requestWords) has no property for the scan response")
        }
        try response.set(value, field)
      }
      try LinuxAdvertising.build(advertising, response, &building)
    })

  static let kernel = "Linux 6.1, net/bluetooth/eir.c, mgmt.c"
}

/// The fields of an advertisement that bluetoothd writes, in its order.
struct BlueZData {
  typealias Value = (octets: [UInt8], field: BuildRequest.Field)

  private var services: [BluetoothUUID.Width: [Value]] = [:]
  private var solicited: [BluetoothUUID.Width: [Value]] = [:]
  private var manufacturers: [Value] = []
  private var serviceData: [(type: ADType, value: Value)] = []
  private(set) var name: Value?
  private var isNameCut = false
  private var appearance: Value?
  /// The elements of `Data`, in the order of the program.
  private var others: [(type: ADType, value: Value)] = []
  /// The power that the program says the controller has.
  private(set) var txPower: Value?

  mutating func setName(_ name: LocalName, _ field: BuildRequest.Field) throws(BuildRefusal) {
    guard name.isComplete, self.name == nil, !name.octets.isEmpty, !name.octets.contains(0) else {
      throw BuildRefusal(field, "LocalName is one text")
    }
    self.name = (name.octets, field)
  }

  mutating func removeName() { name = nil }

  mutating func takeName(of other: inout BlueZData) {
    name = other.name
    other.removeName()
  }

  /// The position among the versions of the last that cuts a name, those before 5.69.
  static let cuttingNames = 3
  /// The bytes of a name that these send when it has more.
  static let longestCutName = BuiltBlock.legacyLimit - 2

  mutating func cutName() {
    guard let name else { return }
    self.name = (Array(name.octets.prefix(Self.longestCutName)), name.field)
    isNameCut = true
  }

  mutating func set(_ value: ADValue, _ field: BuildRequest.Field) throws(BuildRefusal) {
    switch value {
    case .flags: throw BuildRefusal(field, "the Flags follow from Discoverable and the adapter: say these as options")
    case .serviceUUIDs(let list) where list.isComplete && list.rest.isEmpty:
      for uuid in list.uuids { Self.add(uuid, list.width, field, to: &services) }
    case .solicitationUUIDs(let list) where list.rest.isEmpty:
      for uuid in list.uuids { Self.add(uuid, list.width, field, to: &solicited) }
    case .manufacturerData:
      guard !manufacturers.contains(where: { $0.octets.prefix(2) == value.octets.prefix(2) }) else {
        throw BuildRefusal(field, "ManufacturerData has one value for a company")
      }
      manufacturers.append((value.octets, field))
    case .serviceData(let data):
      // The UUID on the Bluetooth base is written in 16 bits.
      let (uuid, width) = Self.sent(data.uuid, data.width)
      let octets = (uuid.littleEndian(width: width) ?? []) + data.data
      guard !serviceData.contains(where: { $0.value.octets.starts(with: octets.prefix(width.octets)) }) else {
        throw BuildRefusal(field, "ServiceData has one value for a service")
      }
      serviceData.append((ServiceData.type(width: width), (octets, field)))
    case .appearance(let appearance) where value.octets.count == 2 && appearance.rawValue != 0xFFFF:
      self.appearance = (value.octets, field)
    case .txPowerLevel where value.octets.count == 1: txPower = (value.octets, field)
    default:
      guard !Self.isRefused(value.type) else {
        throw BuildRefusal(field, "Data does not take \(value.requestWords)")
      }
      guard !others.contains(where: { $0.type == value.type }) else {
        throw BuildRefusal(field, "Data has one value for a type")
      }
      others.append((value.type, (value.octets, field)))
    }
  }

  /// Whether `Data` does not take a type. A resolvable set identifier is taken only when it fits a key of the daemon.
  private static func isRefused(_ type: ADType) -> Bool {
    switch type.rawValue {
    case 0x00, 0x01...0x0A, 0x0D...0x12, 0x14...0x23, 0x27...0x2B, 0x2E, 0x3D, 0xFF: true
    default: false
    }
  }

  private static func add(
    _ uuid: BluetoothUUID, _ width: BluetoothUUID.Width, _ field: BuildRequest.Field,
    to lists: inout [BluetoothUUID.Width: [Value]]
  ) {
    let (uuid, width) = sent(uuid, width)
    lists[width, default: []].append((uuid.littleEndian(width: width) ?? [], field))
  }

  /// Returns the width in which the daemon sends a UUID: a text of 36 characters on the Bluetooth base means 16 bits.
  private static func sent(
    _ uuid: BluetoothUUID, _ width: BluetoothUUID.Width
  ) -> (uuid: BluetoothUUID, width: BluetoothUUID.Width) {
    width == .bits128 && uuid.littleEndian(width: .bits16) != nil ? (uuid, .bits16) : (uuid, width)
  }

  /// Returns the octets, in which the Flags are last.
  func block(flags: UInt8?) -> BuiltBlock {
    var block = BuiltBlock()
    for (lists, type) in [(services, Self.services), (solicited, SolicitationUUIDList.type(width:))] {
      for width in BluetoothUUID.Width.allCases {
        guard let items = lists[width], let first = items.first else { continue }
        block.append(type(width), first.octets, from: first.field)
        let start = block.octets.count - first.octets.count - 2
        for item in items.dropFirst() { block.extend(at: start, by: item.octets, from: item.field) }
      }
    }
    for value in manufacturers { block.append(.manufacturerData, value.octets, from: value.field) }
    for data in serviceData { block.append(data.type, data.value.octets, from: data.value.field) }
    if let name { block.append(isNameCut ? .shortenedLocalName : .completeLocalName, name.octets, from: name.field) }
    if let appearance { block.append(.appearance, appearance.octets, from: appearance.field) }
    for other in others { block.append(other.type, other.value.octets, from: other.value.field) }
    if let flags { block.append(.flags, [flags], from: nil) }
    return block
  }

  private static func services(_ width: BluetoothUUID.Width) -> ADType {
    ServiceUUIDList.type(width: width, isComplete: true)
  }
}
