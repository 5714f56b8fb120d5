internal import AdvertBuilders
internal import AdvertisingData

/// Bluedroid's `esp_ble_adv_data_t` in memory. ``BluedroidFieldSet`` models the octets that the host makes of it.
///
/// Source: ESP-IDF, components/bt/host/bluedroid/api/include/api/esp_gap_ble_api.h.
struct BluedroidData {
  let memory: ImageMemory

  static let structureName = "esp_ble_adv_data_t"
  /// The size on processors with addresses of 32 bits, which all of Espressif's processors have.
  static let size: UInt64 = 44

  struct Composed: Equatable {
    var octets: [UInt8]
    var isScanResponse: Bool
    /// The fields that the host adds when the program runs.
    var additions: [HostAddition]
    /// The fields that the host cuts or leaves out, each as the rest of a sentence that begins with *the host*. It
    /// reports no error.
    var losses: [String]
  }

  /// The values that the host adds, where they are known.
  struct Known {
    var name: [UInt8]?
    var transmitPower: UInt8?
  }

  /// Composes a payload; `nil` when the program fills the structure when it runs, or the structure is not in the file.
  func compose(at address: UInt64) -> Composed? {
    guard memory.file.addressSize == 4,
      case .octets(let octets, _, _) = memory.contents(at: address, count: Self.size),
      octets.contains(where: { $0 != 0 })
    else { return nil }
    return Self.composed(of: octets, memory.file.order, Known()) { pointer, count in
      guard let place = memory.pointer(at: address + UInt64(pointer)), place != 0,
        case .octets(let value, _, _) = memory.contents(at: place, count: count)
      else { return nil }
      return value
    }
  }

  /// Returns the payload that the host makes of a structure.
  ///
  /// - Parameters:
  ///   - octets: the structure, with ``size`` octets.
  ///   - value: returns the octets at the target of a pointer at an offset of the structure; `nil` where they are not
  ///     known.
  static func composed(
    of octets: [UInt8], _ order: OctetOrder, _ known: Known, value read: (_ pointer: Int, _ count: UInt64) -> [UInt8]?
  ) -> Composed {
    func number(_ offset: Int, _ size: Int) -> UInt64 { order.number(of: octets[offset..<offset + size]) }
    func halfword(_ number: UInt64) -> [UInt8] {
      Array(littleEndian: number, count: 2)
    }
    var additions: [HostAddition] = []
    /// Returns the octets at the target of a pointer, with the length from a field.
    func value(length: Int, pointer: Int, orElse addition: HostAddition) -> [UInt8]? {
      let count = number(length, 2)
      guard count > 0 else { return nil }
      guard let value = read(pointer, count) else {
        additions.append(addition)
        return nil
      }
      return value
    }
    var fields = BluedroidFieldSet()
    // All fields have the same place in the request.
    let asked = BuildRequest.Field(.advertising, 0)
    if octets[40] != 0 { fields.flags = (octets[40], asked) }
    if number(12, 4) != 0 { fields.appearance = (halfword(number(12, 4)), asked) }
    if octets[1] != 0 {
      if known.name == nil { additions.append(.name) }
      fields.name = known.name.flatMap { $0.isEmpty ? nil : ($0, asked) }
    }
    fields.manufacturerData = value(length: 16, pointer: 20, orElse: .manufacturerData).map { ($0, asked) }
    if octets[2] != 0 {
      if known.transmitPower == nil { additions.append(.transmitPower) }
      fields.txPower = known.transmitPower.map { ($0, asked) }
    }
    let uuids = value(length: 32, pointer: 36, orElse: .services) ?? []
    fields.services = stride(from: 0, to: uuids.count - 15, by: 16).compactMap { place in
      BluetoothUUID(littleEndian: uuids.span, at: place, width: .bits128).map { ($0, asked) }
    }
    let (least, most) = (number(4, 4), number(8, 4))
    if least > 0, least <= most, let least = UInt16(exactly: least), let most = UInt16(exactly: most) {
      fields.intervals = (least, most, asked)
    }
    fields.serviceData = value(length: 24, pointer: 28, orElse: .serviceData).map { ($0, "the service data", asked) }
    let sent = fields.sent()
    return Composed(
      octets: sent.octets, isScanResponse: octets[0] != 0, additions: additions, losses: sent.changes)
  }
}
