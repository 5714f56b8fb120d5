/// A test whether arbitrary octets have the structure of an AD structure that programs declare.
enum PlausibleStructure {
  /// Returns the weight of the evidence that a structure gives for a payload around it: 0 where it could be anything,
  /// `nil` where it is not a structure.
  static func weight(type: UInt8, value: ArraySlice<UInt8>) -> Int? {
    let count = value.count
    let first = value.startIndex
    func number(_ offset: Int) -> Int { Int(value[first + offset]) | Int(value[first + offset + 1]) << 8 }
    switch type {
    case 0x01: return count == 1 && flags.contains(value[first]) ? 1 : nil
    case 0x02, 0x03, 0x14:
      guard count > 0, count % 2 == 0 else { return nil }
      let uuids = stride(from: 0, to: count, by: 2).map(number)
      guard Set(uuids).count == uuids.count, uuids.allSatisfy({ $0 != 0 && $0 != 0xFFFF }) else { return nil }
      return uuids.allSatisfy(isAssignedRange) ? 2 : 0
    case 0x04, 0x05, 0x1F: return count > 0 && count % 4 == 0 ? 0 : nil
    case 0x06, 0x07, 0x15: return count > 0 && count % 16 == 0 && Set(value).count > 4 ? 2 : nil
    case 0x08, 0x09:
      guard count > 0, let text = String(validating: value, as: UTF8.self),
        text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
      else {
        // Some programs send the zero after the text.
        guard count > 2, value.last == 0, weight(type: type, value: value.dropLast()) != nil else { return nil }
        return 1
      }
      return count >= 3 ? 2 : 0
    case 0x0A: return count == 1 && (value[first] <= 20 || value[first] >= 0x80) ? 0 : nil
    case 0x12:
      guard count == 4, number(0) <= number(2) || number(2) == 0xFFFF else { return nil }
      return 6...3200 ~= number(0) ? 1 : nil
    case 0x16: return count >= 2 && number(0) != 0 ? (isAssignedRange(number(0)) ? 2 : 0) : nil
    case 0x19: return count == 2 ? 1 : nil
    case 0x1A: return count == 2 ? 0 : nil
    case 0x1B: return count == 7 ? 0 : nil
    case 0x20: return count >= 4 ? 0 : nil
    case 0x21: return count >= 16 ? 1 : nil
    // An assigned company, or the one for tests.
    case 0xFF: return count >= 3 ? (number(0) < 0x1000 || number(0) == 0xFFFF ? 1 : 0) : nil
    default: return nil
    }
  }

  /// Whether a type describes the device or its function, which is the purpose of a payload.
  static func isAnchor(_ type: UInt8) -> Bool { [2, 3, 4, 5, 6, 7, 8, 9, 0x16, 0x20, 0x21, 0xFF].contains(type) }

  /// Whether a type contains service UUIDs, which scanners look for.
  static func isService(_ type: UInt8) -> Bool { isList(type) || [0x14, 0x15, 0x16, 0x1F, 0x20, 0x21].contains(type) }

  /// Whether a type lists services: shorter payloads contain only a list.
  static func isList(_ type: UInt8) -> Bool { 2...7 ~= type }

  /// Flags that real programs send.
  private static let flags: Set<UInt8> = [0x02, 0x04, 0x05, 0x06, 0x18, 0x19, 0x1A, 0x1E]

  /// Whether a UUID is a service of the Bluetooth SIG, of one of its members, or of a common example.
  private static func isAssignedRange(_ uuid: Int) -> Bool {
    0x1800...0x18FF ~= uuid || uuid >= 0xFC00 && uuid != 0xFFFF
  }
}
