internal import AdvertisingData

/// Arrays of Zephyr's `struct bt_data`: a type, a length, and a pointer to the value.
///
/// Source: Zephyr, include/zephyr/bluetooth/data.h.
struct ZephyrData {
  let memory: ImageMemory

  static let structureName = "bt_data"

  /// The number of octets of an element: the type, the length, padding, and the pointer.
  var elementSize: UInt64 { UInt64(2 * memory.file.addressSize) }

  /// The result of reading an array.
  enum Result: Equatable {
    /// - Parameter values: the addresses of values that the program can change, by their ranges in the payload.
    case payload([UInt8], isWritable: Bool, values: [Range<Int>: UInt64])
    case atRunTime
    /// An element, and its fault.
    case malformed(element: Int, String)
  }

  func payload(at address: UInt64, count: Int) -> Result {
    guard let size = UInt64(exactly: count)?.multipliedReportingOverflow(by: elementSize), !size.overflow,
      count <= Self.maximumElements
    else { return .malformed(element: 0, "more elements than any advertising has") }
    switch memory.contents(at: address, count: size.partialValue) {
    case .zeros: return .atRunTime
    case .unknown: return .malformed(element: 0, "its memory is not in the file")
    case .octets(let octets, _, let isWritable):
      guard octets.contains(where: { $0 != 0 }) else { return .atRunTime }
      return payload(of: octets, at: address, isWritable: isWritable)
    }
  }

  /// A limit above the number of elements in 1650 octets (Core Vol 4 Part E 7.8.54).
  private static let maximumElements = 825

  private func payload(of octets: [UInt8], at address: UInt64, isWritable: Bool) -> Result {
    var payload: [UInt8] = []
    var values: [Range<Int>: UInt64] = [:]
    for element in 0..<octets.count / Int(elementSize) {
      let start = element * Int(elementSize)
      let (type, length) = (octets[start], octets[start + 1])
      guard octets[start + 2..<start + memory.file.addressSize].allSatisfy({ $0 == 0 }) else {
        return .malformed(element: element, "its padding is not zero")
      }
      guard let pointer = memory.pointer(at: address + UInt64(start + memory.file.addressSize)) else {
        return .malformed(element: element, "its pointer is not in the file")
      }
      // Elements that the program fills later are zero.
      if type == 0, length == 0, pointer == 0 { return .atRunTime }
      guard length < 255 else { return .malformed(element: element, "its value has 255 bytes") }
      guard length > 0 else {
        payload += [1, type]
        continue
      }
      guard pointer < ImageMemory.firstUndefinedAddress else {
        return .malformed(element: element, "its value is in another object file")
      }
      switch memory.contents(at: pointer, count: UInt64(length)) {
      case .octets(let value, _, let isWritable):
        if isWritable { values[payload.count + 2..<payload.count + 2 + value.count] = pointer }
        payload += [length + 1, type] + value
      case .zeros: return .atRunTime
      case .unknown: return .malformed(element: element, "its pointer leads out of the file")
      }
    }
    return .payload(payload, isWritable: isWritable, values: values)
  }
}
