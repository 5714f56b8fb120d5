internal import AdvertBuilders
internal import AdvertisingData

extension SourceForm {
  /// `NimBLEAdvertisementData` of NimBLE-Arduino 2 and esp-nimble-cpp 2.
  static let nimBLEArduino = SourceForm(
    id: "nimble-arduino", otherIDs: ["esp-nimble-cpp"], summary: "NimBLE-Arduino's NimBLEAdvertisementData",
    language: .cpp, prologue: ["#include <NimBLEDevice.h>", "#include <vector>"]
  ) { entry in
    guard !entry.pdu.isExtended else {
      return StackCalls.arrays(of: entry, hint: "NimBLEExtAdvertisement::setData takes these bytes.")
    }
    guard StackCalls.canHold(entry) else { return StackCalls.arrays(of: entry, hint: StackCalls.tooLong) }
    let blocks = [
      (entry.advertising, "advertisementData", "setAdvertisementData"),
      (entry.scanResponse, "scanResponseData", "setScanResponseData"),
    ]
    var lines = [
      "// Call it after NimBLEDevice::init, and start advertising after it.",
      "static void \(entry.named("configureAdvertising"))() {",
      "  NimBLEAdvertising* advertising = NimBLEDevice::getAdvertising();",
    ]
    if entry.pdu == .advNonconnInd {
      lines.append("  advertising->setDiscoverableMode(BLE_GAP_DISC_MODE_NON);")
    }
    switch entry.pdu {
    case .advScanInd, .advNonconnInd: lines.append("  advertising->setConnectableMode(BLE_GAP_CONN_MODE_NON);")
    case .advDirectInd: lines.append("  advertising->setConnectableMode(BLE_GAP_CONN_MODE_DIR);")
    default: break
    }
    if let units = entry.intervalUnits {
      lines.append(
        "  advertising->setAdvertisingInterval(\(units));  // \(entry.interval?.words ?? "")")
    }
    // Advertising data that are not set are not empty: they have Flags.
    for (index, (payload, name, setter)) in blocks.enumerated() where index == 0 || !payload.isEmpty {
      lines.append("  NimBLEAdvertisementData \(name);")
      lines += StackCalls(payload, stack: .nimBLEArduino, object: name, raw: raw, call: call).lines
      lines.append("  advertising->\(setter)(\(name));")
    }
    return lines + ["}"]
  }

  private static func raw(_ octets: [UInt8]) -> String { "addData(\(StackCalls.vector(octets)))" }

  /// Returns the calls that express a value; `nil` when only bytes do.
  private static func call(_ value: ADValue) -> [String]? {
    switch value {
    case .flags(let flags): return ["setFlags(0x\(HexText.compact([flags.rawValue])))"]
    case .localName(let name) where !name.octets.contains(0):
      return ["\(name.isComplete ? "setName" : "setShortName")(\(SourceText.literal(name.octets)))"]
    case .serviceUUIDs(let list) where list.isComplete:
      return list.uuids.map { "addServiceUUID(\(StackCalls.uuid($0, list.width, as: "NimBLEUUID")))" }
    case .serviceUUIDs(let list):
      let uuids = list.uuids.map { StackCalls.uuid($0, list.width, as: "NimBLEUUID") }.joined(separator: ", ")
      return list.width == .bits128
        ? ["setPartialServices(\(uuids))"] : ["setPartialServices\(list.width.rawValue)({\(uuids)})"]
    case .connectionIntervalRange(let range): return ["setPreferredParams(\(range.minimum), \(range.maximum))"]
    case .appearance(let appearance): return ["setAppearance(\(HexDigits.number(appearance.rawValue, octets: 2)))"]
    case .manufacturerData: return ["setManufacturerData(\(StackCalls.vector(value.octets)))"]
    case .serviceData(let data):
      let uuid = StackCalls.uuid(data.uuid, data.width, as: "NimBLEUUID")
      return ["setServiceData(\(uuid), \(StackCalls.vector(data.data)))"]
    default: return nil
    }
  }
}
