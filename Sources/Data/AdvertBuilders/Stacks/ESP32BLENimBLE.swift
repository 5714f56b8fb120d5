internal import AdvertisingData

/// The BLE library of arduino-esp32 on NimBLE: the default from 3.3 on, but on the first ESP32.
extension StackBuilder {
  static let esp32BLENimBLE = StackBuilder(
    id: "esp32-ble-nimble", name: "the BLE library of arduino-esp32 on NimBLE",
    summary: """
      Adds the Flags 0x06 and the device's name. Sends the fields in the order of their AD types. Services that do not fit are \
      left out. A name that does not fit goes into the scan response, or is cut when that is switched off. Anything else that \
      does not fit makes `start` fail. So a program that is built again for 3.3 sends its name, its services and no \
      connection intervals or TX power in other places than on Bluedroid.
      """,
    versions: [
      Version(
        since: [3, 3], read: [3, 3],
        source: "arduino-esp32 02febc9 (3.3), libraries/BLE/src/BLEAdvertising.cpp; mynewt-nimble 1.10.0, ble_hs_adv.c")
    ],
    earlierStack: esp32BLE.id,
    options: [
      Option(
        word: "no-scan-response", call: "setScanResponse(false)", summary: "a name that does not fit is cut"),
      Option(
        word: "advertisement-data", call: "BLEAdvertisementData and setAdvertisementData",
        summary: "the fields are those of the object, and the scan response has only what scanResponse says"),
    ],
    calls: esp32Calls(
      name: "BLEDevice::init, or setName of BLEAdvertising", intervals: "setMinPreferred, then setMaxPreferred",
      txPower: "addTxPower"),
    pdus: [.advInd, .advScanInd, .advNonconnInd], takesScanResponse: true, control: esp32Control,
    build: { building throws(BuildRefusal) in
      if building.has("advertisement-data") || building.request.scanResponse != nil {
        guard building.request.pdu == .advInd else {
          throw BuildRefusal(nil, "what is sent is known of ADV_IND when a program sets BLEAdvertisementData")
        }
        building.advertising = StackBuilder.appended(.advertising, &building)
        building.scanResponse = StackBuilder.appended(.scanResponse, &building)
        return
      }
      for (field, value) in building.request.fields(of: .advertising) {
        switch value {
        case .flags, .localName, .serviceUUIDs, .appearance, .connectionIntervalRange, .txPowerLevel: break
        default: throw BuildRefusal(field, "BLEAdvertising has no call for \(value.requestWords)")
        }
      }
      guard building.request.advertising.contains(where: { $0.type == .completeLocalName }) else {
        throw BuildRefusal(nil, "it always sends the device's name: say it as name")
      }
      try NimBLEArduino1.build(&building, otherFlags: 0x04)
    })
}
