internal import AdvertBuilders
internal import AdvertisingData

extension SourceForm {
  /// Calls on `Bluefruit.Advertising` and `Bluefruit.ScanResponse`.
  static let bluefruit = SourceForm(
    id: "bluefruit", summary: "Adafruit's Bluefruit.Advertising", language: .cpp,
    prologue: ["#include <bluefruit.h>"]
  ) { entry in
    guard let type = type(of: entry.pdu) else {
      return StackCalls.arrays(of: entry, hint: "Bluefruit sends legacy advertising.")
    }
    guard StackCalls.canHold(entry) else { return StackCalls.arrays(of: entry, hint: StackCalls.tooLong) }
    var lines = [
      "// Call it after Bluefruit.begin, and start advertising after it.",
      "static void \(entry.named("configureAdvertising"))() {", "  Bluefruit.Advertising.setType(\(type));",
    ]
    if let units = entry.intervalUnits {
      lines.append(
        "  Bluefruit.Advertising.setInterval(\(units), \(units));  // \(entry.interval?.words ?? "")")
    }
    let blocks = [
      (entry.advertising, "Bluefruit.Advertising"), (entry.scanResponse, "Bluefruit.ScanResponse"),
    ]
    for (payload, object) in blocks {
      lines.append("  \(object).clearData();")
      if payload.decoded.partialStructure != nil {
        let octets = payload.octets
        lines.append("  \(object).setData((const uint8_t[]) {\(CArray.list(octets))}, \(octets.count));")
        continue
      }
      lines += StackCalls(payload, stack: .bluefruit, object: object, raw: raw, call: call).lines
    }
    return lines + ["}"]
  }

  private static func raw(_ octets: [UInt8]) -> String? {
    guard octets.count > 1 else { return nil }
    let value = octets.dropFirst(2)
    let type = "0x" + HexText.compact([octets[1]])
    guard !value.isEmpty else { return "addData(\(type), nullptr, 0)" }
    return "addData(\(type), (const uint8_t[]) {\(CArray.list(value))}, \(value.count))"
  }

  /// Returns the calls that express a value; `nil` when only bytes do, as for a name, which is the device's.
  private static func call(_ value: ADValue) -> [String]? {
    switch value {
    case .flags(let flags): return ["addFlags(0x\(HexText.compact([flags.rawValue])))"]
    case .appearance(let appearance): return ["addAppearance(\(HexDigits.number(appearance.rawValue, octets: 2)))"]
    case .serviceUUIDs(let list) where list.isComplete && list.uuids.count == 1 && list.width == .bits16:
      return ["addUuid(BLEUuid(\(HexDigits.number(list.uuids[0].shortValue, octets: 2))))"]
    case .manufacturerData:
      return ["addManufacturerData((const uint8_t[]) {\(CArray.list(value.octets))}, \(value.octets.count))"]
    default: return nil
    }
  }

  private static func type(of pdu: AdvertisingPDU) -> String? {
    switch pdu {
    case .advInd: "BLE_GAP_ADV_TYPE_CONNECTABLE_SCANNABLE_UNDIRECTED"
    case .advScanInd: "BLE_GAP_ADV_TYPE_NONCONNECTABLE_SCANNABLE_UNDIRECTED"
    case .advNonconnInd: "BLE_GAP_ADV_TYPE_NONCONNECTABLE_NONSCANNABLE_UNDIRECTED"
    case .advDirectInd, .extendedConnectable, .extendedScannable, .extendedNonconnectable: nil
    }
  }
}

extension BluetoothUUID {
  /// The value of a UUID of 16 bits.
  fileprivate var shortValue: UInt16 {
    let octets = littleEndian(width: .bits16) ?? [0, 0]
    return UInt16(octets[0]) | UInt16(octets[1]) << 8
  }
}
