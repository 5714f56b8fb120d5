internal import AdvertisingData

/// The BLE library of arduino-esp32 on Bluedroid: `BLEDevice`, `BLEAdvertising`.
extension StackBuilder {
  package static let esp32BLE = StackBuilder(
    id: "esp32-ble", name: "the BLE library of arduino-esp32",
    summary: """
      Adds the Flags 0x06, the connection intervals 0x20 to 0x40 (40 to 80 ms), the device's name and the TX power. The scan \
      response is on unless it is switched off: then name and TX power are in it, and the services and connection intervals \
      are in both blocks. The rest is that of Bluedroid: what does not fit is cut or left out without an error.
      """,
    versions: [
      Version(
        since: [1, 0, 5], read: [3, 0],
        source: "arduino-esp32 2.0.0-alpha1 and 57d7c3f (3.0), libraries/BLE/src/BLEAdvertising.cpp")
    ],
    // Later versions can use NimBLE, and build the bytes themselves on Bluedroid.
    unknownFrom: [3, 1],
    options: [
      Option(
        word: "no-scan-response", call: "setScanResponse(false)",
        summary: "name and TX power are in the advertising data, and there is no scan response"),
      Option(
        word: "advertisement-data", call: "BLEAdvertisementData and setAdvertisementData",
        summary: "the fields are those of the object; needs scanResponse or no-scan-response"),
    ],
    calls: esp32Calls(
      name: "BLEDevice::init", intervals: "setMinPreferred, setMaxPreferred",
      txPower: "the power that the controller has for advertising; not known when left out"),
    pdus: [.advInd, .advScanInd, .advNonconnInd], takesScanResponse: true, control: esp32Control,
    parameters: ESP32BLEParameterTable.rows,
    build: { building throws(BuildRefusal) in
      if building.has("advertisement-data") || building.request.scanResponse != nil {
        guard building.request.scanResponse != nil || building.has("no-scan-response") else {
          throw BuildRefusal(
            nil, "without setScanResponseData or setScanResponse(false) it sends a scan response with the device's name"
          )
        }
        building.advertising = appended(.advertising, &building)
        building.scanResponse = appended(.scanResponse, &building)
      } else {
        try buildFromCalls(&building)
      }
    })

  /// The calls of the library, on Bluedroid and on NimBLE.
  static func esp32Calls(name: String, intervals: String, txPower: String) -> [Call] {
    [
      Call(fields: "name", call: name),
      Call(fields: "services, services16, services32, services128", call: "addServiceUUID for each"),
      Call(fields: "appearance", call: "setAppearance"), Call(fields: "connectionInterval", call: intervals),
      Call(fields: "txPower", call: txPower),
      Call(
        fields: "all others, and scanResponse",
        call: "BLEAdvertisementData, setAdvertisementData and setScanResponseData"),
      Call(fields: "pdu", call: "setAdvertisementType"),
    ]
  }

  static let esp32Control = ProgramControl(
    octetsCall: "addData of BLEAdvertisementData", interval: .exact("setMinInterval, setMaxInterval"))

  /// Appends structures in the order of the calls. A structure that does not fit is dropped.
  static func appended(_ side: Block, _ building: inout Building) -> BuiltBlock {
    var block = BuiltBlock()
    for (field, value) in building.request.fields(of: side)
    where !block.appendIfRoom(value.type, value.octets, from: field) {
      building.leaveOut(value.requestWords, field, value.octets.count + 2, of: block)
    }
    return block
  }

  private static func buildFromCalls(_ building: inout Building) throws(BuildRefusal) {
    var fields = BluedroidFieldSet()
    for (field, value) in building.request.fields(of: .advertising) {
      switch value {
      case .flags(let flags):
        guard flags.surplus.isEmpty, flags.rawValue == generalDiscoverableLEOnly else {
          throw BuildRefusal(field, "BLEAdvertising sends the Flags 0x06 and has no call for others")
        }
      case .localName, .serviceUUIDs, .appearance, .connectionIntervalRange, .txPowerLevel:
        try fields.set(value, from: field, &building)
      default: throw BuildRefusal(field, "BLEAdvertising has no call for \(value.requestWords)")
      }
    }
    guard fields.name != nil else {
      throw BuildRefusal(nil, "it always sends the device's name: say it as name")
    }
    fields.flags = (generalDiscoverableLEOnly, nil)
    fields.intervals = fields.intervals ?? (0x20, 0x40, nil)
    fields.txPower = fields.txPower ?? (nil, nil)
    guard !building.has("no-scan-response") else {
      building.advertising = fields.encoded(&building)
      return
    }
    // The scan response repeats all but Flags and appearance.
    var response = fields
    (response.flags, response.appearance) = (nil, nil)
    (fields.name, fields.txPower) = (nil, nil)
    var repeated = Building(building.request, generation: building.generation)
    building.scanResponse = response.encoded(&repeated)
    building.advertising = fields.encoded(&building, elsewhere: building.scanResponse)
    if let field = response.name?.field {
      building.change(
        .moved, field, "puts the name into the scan response unless that is switched off",
        remedy: "call setScanResponse(false) to have it in the advertising data")
    }
    // A change that is the same in both blocks is reported once.
    for change in repeated.changes
    where change.field == response.name?.field || change.field == response.txPower?.field {
      building.changes.append(change)
    }
  }
}
