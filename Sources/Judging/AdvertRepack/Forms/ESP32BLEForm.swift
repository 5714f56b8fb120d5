internal import AdvertBuilders
internal import AdvertisingData

extension SourceForm {
  /// `BLEAdvertisementData` of the BLE library of arduino-esp32, on Bluedroid and on NimBLE.
  static let esp32BLE = SourceForm(
    id: "esp32-ble", otherIDs: ["esp32-ble-nimble"], summary: "BLEAdvertisementData of arduino-esp32",
    language: .cpp, prologue: ["#include <BLEDevice.h>"]
  ) { entry in
    guard entry.pdu != .advDirectInd, let type = BluedroidParameters.advertisingType(of: entry.pdu) else {
      return StackCalls.arrays(of: entry, hint: "BLEAdvertising sends legacy advertising.")
    }
    guard StackCalls.canHold(entry) else { return StackCalls.arrays(of: entry, hint: StackCalls.tooLong) }
    var lines = [
      "// Call it after BLEDevice::init, and start advertising after it.",
      "static void \(entry.named("configureAdvertising"))() {",
      "  BLEAdvertising* advertising = BLEDevice::getAdvertising();",
    ]
    if entry.pdu != .advInd {
      lines.append("  advertising->setAdvertisementType(\(type));  // of Bluedroid; NimBLE takes a connection mode")
    }
    if let units = entry.intervalUnits {
      lines.append("  advertising->setMinInterval(\(units));  // \(entry.interval?.words ?? "")")
      lines.append("  advertising->setMaxInterval(\(units));")
    }
    lines += block(entry.advertising, named: "advertisementData", setter: "setAdvertisementData")
    if entry.scanResponse.isEmpty {
      // Without it, there is a scan response with the device's name.
      lines.append("  advertising->setScanResponse(false);")
    } else {
      lines += block(entry.scanResponse, named: "scanResponseData", setter: "setScanResponseData")
    }
    return lines + ["}"]
  }

  private static func block(_ payload: Payload, named name: String, setter: String) -> [String] {
    ["  BLEAdvertisementData \(name);"]
      + StackCalls(payload, stack: .esp32BLE, object: name, raw: { "addData(\(text($0)))" }, call: call).lines
      + ["  advertising->\(setter)(\(name));"]
  }

  /// Returns octets as `std::string` of version 2 or `String` of version 3: both are made of a text and its length.
  private static func text(_ octets: [UInt8]) -> String { "{\(SourceText.literal(octets)), \(octets.count)}" }

  /// Returns the call that expresses a value; `nil` when only bytes do.
  private static func call(_ value: ADValue) -> [String]? {
    switch value {
    case .flags(let flags) where flags.surplus.isEmpty: return ["setFlags(0x\(HexText.compact([flags.rawValue])))"]
    case .localName(let name) where !name.octets.isEmpty && !name.octets.contains(0):
      return ["\(name.isComplete ? "setName" : "setShortName")(\(SourceText.literal(name.octets)))"]
    case .serviceUUIDs(let list) where list.uuids.count == 1 && list.rest.isEmpty:
      let uuid = StackCalls.uuid(list.uuids[0], list.width, as: "BLEUUID")
      return [list.isComplete ? "setCompleteServices(\(uuid))" : "setPartialServices(\(uuid))"]
    case .appearance(let appearance) where value.octets.count == 2:
      return ["setAppearance(\(HexDigits.number(appearance.rawValue, octets: 2)))"]
    case .manufacturerData: return ["setManufacturerData(\(text(value.octets)))"]
    case .serviceData(let data):
      let uuid = StackCalls.uuid(data.uuid, data.width, as: "BLEUUID")
      return ["setServiceData(\(uuid), \(text(data.data)))"]
    default: return nil
    }
  }
}
