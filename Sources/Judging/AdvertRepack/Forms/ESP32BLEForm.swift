internal import AdvertBuilders
internal import AdvertisingData

extension SourceForm {
  /// `BLEAdvertisementData` of the BLE library of arduino-esp32, on Bluedroid and on NimBLE.
  static let esp32BLE = SourceForm(
    id: "esp32-ble", otherIDs: ["esp32-ble-nimble"], summary: "BLEAdvertisementData of arduino-esp32",
    comments: .slashes, prologue: ["#include <BLEDevice.h>"]
  ) { entry in
    guard let type = type(of: entry.pdu) else {
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
      let uuid = uuid(list.uuids[0], list.width)
      return [list.isComplete ? "setCompleteServices(\(uuid))" : "setPartialServices(\(uuid))"]
    case .appearance(let appearance) where value.octets.count == 2:
      return ["setAppearance(\(HexDigits.number(appearance.rawValue, octets: 2)))"]
    case .manufacturerData: return ["setManufacturerData(\(text(value.octets)))"]
    case .serviceData(let data): return ["setServiceData(\(uuid(data.uuid, data.width)), \(text(data.data)))"]
    default: return nil
    }
  }

  private static func uuid(_ uuid: BluetoothUUID, _ width: BluetoothUUID.Width) -> String {
    let octets = HexText.compact((uuid.littleEndian(width: width) ?? []).reversed())
    switch width {
    case .bits16: return "BLEUUID((uint16_t)0x\(octets))"
    case .bits32: return "BLEUUID((uint32_t)0x\(octets))"
    case .bits128: return "BLEUUID(\"\(uuid.fullText)\")"
    }
  }

  private static func type(of pdu: AdvertisingPDU) -> String? {
    switch pdu {
    case .advInd: "ADV_TYPE_IND"
    case .advScanInd: "ADV_TYPE_SCAN_IND"
    case .advNonconnInd: "ADV_TYPE_NONCONN_IND"
    case .advDirectInd, .extendedConnectable, .extendedScannable, .extendedNonconnectable: nil
    }
  }
}
