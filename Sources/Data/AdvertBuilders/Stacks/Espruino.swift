internal import AdvertisingData

/// Espruino on Nordic's chips: `NRF.setAdvertising`, `NRF.setServices`, `NRF.setScanResponse`.
extension StackBuilder {
  static let espruino = StackBuilder(
    id: "espruino", name: "Espruino",
    summary: """
      Adds the Flags 0x06, manufacturer data of the company 0x0590 without octets, and the device's name last. The scan response \
      is a list of the UART service 6e400001-… with the services of `advertise`. Keys with `undefined` are services, others \
      service data. A name that does not fit is cut on Puck.js and other boards of SDK 12; what boards of SDK 15 and later do \
      with it is not known here. Anything else that does not fit throws an exception.
      """,
    versions: [
      Version(
        since: [2, 26], read: [2, 29],
        source: "Espruino 2v29, libs/bluetooth/jswrap_bluetooth.c, targets/nrf5x/bluetooth.c, nRF5 SDK, ble_advdata.c")
    ],
    options: [
      Option(word: "no-name", call: "showName: false", summary: "the name is not sent"),
      Option(word: "no-manufacturer", call: "manufacturer: false", summary: "no manufacturer data are sent"),
      Option(
        word: "no-uart", call: "NRF.setServices(…, {uart: false})",
        summary: "the UART service is not in the scan response"),
      Option(
        word: "scan-response-data", call: "NRF.setScanResponse([…])",
        summary: "the scan response is what scanResponse says"),
      Option(
        word: "sdk15", call: "Bangle.js 2, Jolt.js and others of SDK 15 or later",
        summary: "what is sent of a name that does not fit is not known", isOfProgram: false),
    ],
    calls: [
      Call(fields: "name", call: "name: in the options of NRF.setAdvertising, or the device's own"),
      Call(fields: "services, services16, services128", call: "keys of NRF.setAdvertising with undefined"),
      Call(fields: "serviceData16", call: "keys of NRF.setAdvertising with data"),
      Call(fields: "manufacturerData", call: "manufacturer: and manufacturerData:"),
      Call(fields: "flags", call: "0x05 is discoverable: false"),
      Call(
        fields: "scanResponse", call: "services of advertise: in NRF.setServices; with scan-response-data all fields"),
      Call(fields: "pdu", call: "connectable: false, scannable: false"),
    ],
    pdus: [.advInd, .advScanInd, .advNonconnInd], takesScanResponse: true,
    control: ProgramControl(
      octetsCall: "NRF.setAdvertising([…]), NRF.setScanResponse([…])",
      interval: .exact("interval: of NRF.setAdvertising, in whole milliseconds", step: 5_000)),
    build: { building throws(BuildRefusal) in
      building.advertising = try EspruinoData(building).encoded(&building)
      building.scanResponse = try EspruinoResponse(building).encoded
      if building.has("scan-response-data") {
        building.change(
          .replaced, nil,
          "sends this scan response only until advertising starts again, as after a connection: then the services as without it",
          remedy: "call NRF.setScanResponse after NRF.setAdvertising, and again after each connection")
      }
    })
}

private typealias EspruinoValue = (octets: [UInt8], field: BuildRequest.Field?)

/// The services of an object or an array of UUIDs.
private struct EspruinoServices {
  /// The most services of a block.
  static let most = 4

  var short: [EspruinoValue] = []
  var long: [EspruinoValue] = []

  mutating func add(_ list: ServiceUUIDList, _ field: BuildRequest.Field) throws(BuildRefusal) {
    guard list.isComplete, list.rest.isEmpty, list.width != .bits32 else {
      throw BuildRefusal(field, "a service has a UUID of 16 or 128 bits")
    }
    for (uuid, octets) in zip(list.uuids, list.items) {
      if list.width == .bits16 {
        short.append((octets, field))
      } else if uuid.shortestWidth == .bits128 {
        long.append((octets, field))
      } else {
        throw BuildRefusal(field, "how a UUID on the Bluetooth base is sent is not known here: write it with 16 bits")
      }
    }
  }

  /// Appends the lists, the shorter UUIDs first.
  func append(to block: inout BuiltBlock, of call: String, _ reason: String, remedy: String) throws(BuildRefusal) {
    for (values, type) in [(short, ADType.completeServiceUUIDs16), (long, .completeServiceUUIDs128)] {
      guard let first = values.first else { continue }
      guard values.reduce(2, { $0 + $1.octets.count }) <= block.room() else {
        throw BuildRefusal(
          values.last?.field, StackFailure(call, "throws", .parameter(reason, remedy: remedy)))
      }
      let start = block.octets.count
      block.append(type, first.octets, from: first.field)
      for value in values.dropFirst() { block.extend(at: start, by: value.octets, from: value.field) }
    }
  }
}

/// The advertising data.
private struct EspruinoData {
  private var flags: EspruinoValue = ([generalDiscoverableLEOnly], nil)
  private var services = EspruinoServices()
  private var serviceData: [EspruinoValue] = []
  private var manufacturer: EspruinoValue? = ([0x90, 0x05], nil)
  private var name: EspruinoValue?

  init(_ building: Building) throws(BuildRefusal) {
    for (field, value) in building.request.fields(of: .advertising) {
      switch value {
      case .flags(let flags):
        guard flags.surplus.isEmpty, [0x05, generalDiscoverableLEOnly].contains(flags.rawValue) else {
          throw BuildRefusal(field, "the Flags are 0x06, or 0x05 with discoverable: false")
        }
        self.flags = ([flags.rawValue], field)
      case .serviceUUIDs(let list): try services.add(list, field)
      case .serviceData(let data) where data.width == .bits16: serviceData.append((value.octets, field))
      case .manufacturerData(let data) where manufacturer?.field == nil && data.company != 0:
        manufacturer = (value.octets, field)
      case .localName(let name) where name.isComplete && self.name == nil && !name.octets.isEmpty:
        self.name = (name.octets, field)
      default: throw BuildRefusal(field, "NRF.setAdvertising has no option for \(value.requestWords)")
      }
    }
    if building.has("no-manufacturer") {
      if let field = manufacturer?.field { throw BuildRefusal(field, "manufacturer: false sends no manufacturer data") }
      manufacturer = nil
    }
    if building.has("no-name") {
      if let field = name?.field { throw BuildRefusal(field, "showName: false sends no name") }
    } else if name == nil {
      throw BuildRefusal(nil, "it sends the device's name: say it as name, or say no-name")
    }
    guard services.short.count + services.long.count <= EspruinoServices.most else {
      throw BuildRefusal(
        (services.long.last ?? services.short.last)?.field, "sends 4 services, with a warning about the others")
    }
  }

  func encoded(_ building: inout Building) throws(BuildRefusal) -> BuiltBlock {
    var block = BuiltBlock()
    block.append(.flags, flags.octets, from: flags.field)
    try services.append(
      to: &block, of: "NRF.setAdvertising", "the services have no room in the advertising data",
      remedy: "advertise one 128-bit UUID at most, or use 16-bit UUIDs")
    if let manufacturer, !block.appendIfRoom(.manufacturerData, manufacturer.octets, from: manufacturer.field) {
      throw BuildRefusal(
        manufacturer.field,
        StackFailure(
          "NRF.setAdvertising", "throws",
          .parameter(
            "the manufacturer data has no room in the advertising data",
            remedy: "shorten it, or pass manufacturer: false")))
    }
    for value in serviceData where !block.appendIfRoom(.serviceData16, value.octets, from: value.field) {
      throw BuildRefusal(value.field, "there is no room for the service data, and what is then sent is not known here")
    }
    guard let name else { return block }
    if block.appendIfRoom(.completeLocalName, name.octets, from: name.field) { return block }
    let kept = block.room() - 2
    guard !building.has("sdk15"), kept >= 0 else {
      throw BuildRefusal(name.field, "the name does not fit, and what is then sent is not known here")
    }
    block.append(.shortenedLocalName, Array(name.octets.prefix(kept)), from: name.field)
    building.change(
      .shortened, name.field,
      "cuts the name to \(kept) of \(name.octets.count) bytes on boards of SDK 12; what boards of SDK 15 and later do is not known here",
      remedy: "say manufacturer: false, or a shorter name")
    return block
  }
}

/// The scan response.
private struct EspruinoResponse {
  let encoded: BuiltBlock

  /// The UART service, least significant octet first.
  private static let uart: [UInt8] = [
    0x9E, 0xCA, 0xDC, 0x24, 0x0E, 0xE5, 0xA9, 0xE0, 0x93, 0xF3, 0xA3, 0xB5, 0x01, 0x00, 0x40, 0x6E,
  ]

  init(_ building: Building) throws(BuildRefusal) {
    var block = BuiltBlock()
    if building.has("scan-response-data") {
      guard building.request.scanResponse != nil else {
        throw BuildRefusal(nil, "with scan-response-data the program sets a scan response: say it as scanResponse")
      }
      for (field, value) in building.request.fields(of: .scanResponse) {
        block.append(value.type, value.octets, from: field)
      }
    } else {
      var services = EspruinoServices()
      if !building.has("no-uart") { services.long.append((Self.uart, nil)) }
      for (field, value) in building.request.fields(of: .scanResponse) {
        guard case .serviceUUIDs(let list) = value else {
          throw BuildRefusal(
            field, "advertise: has services only; with scan-response-data NRF.setScanResponse has all fields")
        }
        try services.add(list, field)
      }
      guard services.short.count + services.long.count <= EspruinoServices.most else {
        throw BuildRefusal(nil, "leaves services out: the scan response has 4 at most")
      }
      try services.append(
        to: &block, of: "NRF.setServices", "the services have no room beside the UART service in the scan response",
        remedy: "pass {uart: false}, or advertise no 128-bit UUID there")
    }
    encoded = block
  }
}
