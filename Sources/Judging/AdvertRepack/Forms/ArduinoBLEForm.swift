internal import AdvertisingData

extension SourceForm {
  /// `BLEAdvertisingData` of ArduinoBLE with bytes: its calls can name only one service, in a list that is incomplete.
  static let arduinoBLE = SourceForm(
    id: "arduinoble", summary: "ArduinoBLE's BLEAdvertisingData", language: .cpp,
    prologue: ["#include <ArduinoBLE.h>"]
  ) { entry in
    guard !entry.pdu.isExtended, entry.pdu != .advDirectInd else {
      return StackCalls.arrays(of: entry, hint: "ArduinoBLE sends legacy advertising.")
    }
    guard StackCalls.canHold(entry) else { return StackCalls.arrays(of: entry, hint: StackCalls.tooLong) }
    let (advertising, response) = (entry.named("advertising_data"), entry.named("scan_response_data"))
    let limit = entry.pdu.payloadLimit
    var lines =
      CArray.lines(entry.advertising, named: advertising, limit: limit, qualifiers: "static const")
      + CArray.lines(entry.scanResponse, named: response, limit: limit, qualifiers: "static const")
      + ["// Call it after BLE.begin, and BLE.advertise after it."]
    if entry.advertising.isEmpty {
      lines.append("// ArduinoBLE puts the Flags 0x06 into advertising data without others.")
    }
    if entry.pdu == .advScanInd, entry.scanResponse.isEmpty {
      lines.append("// Without a scan response, ArduinoBLE sends ADV_NONCONN_IND.")
    }
    lines.append("static void \(entry.named("configureAdvertising"))() {")
    if !entry.pdu.isConnectable { lines.append("  BLE.setConnectable(false);") }
    if let units = entry.intervalUnits {
      lines.append("  BLE.setAdvertisingInterval(\(units));  // \(entry.interval?.words ?? "")")
    }
    let blocks = [
      (entry.advertising, advertising, "advertisingData", "setAdvertisingData"),
      (entry.scanResponse, response, "scanResponseData", "setScanResponseData"),
    ]
    for (payload, array, object, setter) in blocks where !payload.isEmpty {
      lines += [
        "  BLEAdvertisingData \(object);", "  \(object).setRawData(\(array), sizeof \(array));",
        "  BLE.\(setter)(\(object));",
      ]
    }
    return lines + ["}"]
  }
}
