/// Bluedroid's `esp_ble_adv_data_t`, and the payload that the host makes of it.
///
/// Source: ESP-IDF, components/bt/host/bluedroid: api/include/api/esp_gap_ble_api.h for the structure, and
/// stack/btm/btm_ble_gap.c for the order and the cuts.
struct BluedroidData {
  let memory: ImageMemory

  static let structureName = "esp_ble_adv_data_t"
  /// On processors with addresses of 32 bits, which all of Espressif's have.
  static let size: UInt64 = 44

  struct Composed: Equatable {
    var octets: [UInt8]
    var isScanResponse: Bool
    /// What the host adds when the program runs.
    var additions: [HostAddition]
    /// What the host leaves out or cuts because it does not fit. It reports no error.
    var losses: [String]
  }

  /// The first octets of a UUID on the Bluetooth base, least significant first (Core Vol 3 Part B 2.5.1).
  fileprivate static let baseUUID: [UInt8] = [0xFB, 0x34, 0x9B, 0x5F, 0x80, 0, 0, 0x80, 0, 0x10, 0, 0]
  /// Octets of a legacy payload.
  fileprivate static let limit = 31

  /// What the host adds, where it is known.
  struct Known {
    var name: [UInt8]?
    var transmitPower: UInt8?
  }

  /// `nil` when the structure is filled in when the program runs, or is not in the file.
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

  /// What the host makes of a structure.
  ///
  /// - Parameters:
  ///   - octets: the structure, as many as ``size`` says.
  ///   - value: the octets that a pointer at an offset of the structure leads to; `nil` where they are not known.
  static func composed(
    of octets: [UInt8], _ order: ByteOrder, _ known: Known, value read: (_ pointer: Int, _ count: UInt64) -> [UInt8]?
  ) -> Composed {
    func number(_ offset: Int, _ size: Int) -> UInt64 { order.number(octets[offset..<offset + size]) }
    func value(length: Int, pointer: Int) -> [UInt8]? {
      let count = number(length, 2)
      return count > 0 ? read(pointer, count) : []
    }
    var composed = Composed(octets: [], isScanResponse: octets[0] != 0, additions: [], losses: [])
    if octets[40] != 0 { composed.octets += [2, 0x01, octets[40]] }
    let appearance = number(12, 4)
    if appearance != 0 {
      composed.octets += [3, 0x19, UInt8(truncatingIfNeeded: appearance), UInt8(truncatingIfNeeded: appearance >> 8)]
    }
    if octets[1] != 0 {
      if let name = known.name { composed.appendName(name) } else { composed.additions.append(.name) }
    }
    if let data = value(length: 16, pointer: 20) {
      composed.append(0xFF, data, cutting: "manufacturer data")
    } else {
      composed.additions.append(.manufacturerData)
    }
    if octets[2] != 0 {
      if let power = known.transmitPower {
        composed.append(0x0A, [power], orLose: "the transmit power")
      } else {
        composed.additions.append(.transmitPower)
      }
    }
    if let uuids = value(length: 32, pointer: 36) {
      composed.appendServices(uuids)
    } else {
      composed.additions.append(.services)
    }
    let (least, most) = (number(4, 4), number(8, 4))
    if least > 0, least <= most, most <= 0xFFFF {
      let interval = [least, most].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
      composed.append(0x12, interval, orLose: "the connection interval range")
    }
    if let data = value(length: 24, pointer: 28) {
      if !data.isEmpty { composed.append(0x16, data, orLose: "service data") }
    } else {
      composed.additions.append(.serviceData)
    }
    return composed
  }
}

extension BluedroidData.Composed {
  private var room: Int { BluedroidData.limit - octets.count }

  fileprivate mutating func append(_ type: UInt8, _ value: [UInt8], orLose loss: String) {
    guard value.count + 2 <= room else {
      losses.append(loss)
      return
    }
    octets += [UInt8(value.count + 1), type] + value
  }

  /// A name that does not fit is cut, and called shortened.
  fileprivate mutating func appendName(_ name: [UInt8]) {
    let isCut = name.count > room - 2
    append(isCut ? 0x08 : 0x09, name, cutting: "the name")
  }

  fileprivate mutating func append(_ type: UInt8, _ value: [UInt8], cutting loss: String) {
    guard !value.isEmpty else { return }
    guard room > 2 else {
      losses.append(loss)
      return
    }
    let kept = value.prefix(room - 2)
    if kept.count < value.count { losses.append("\(value.count - kept.count) bytes of \(loss)") }
    octets += [UInt8(kept.count + 1), type] + kept
  }

  /// UUIDs of 16 octets each; those on the Bluetooth base are sent short. Of the others, only the first is sent.
  fileprivate mutating func appendServices(_ uuids: [UInt8]) {
    let entries = stride(from: 0, to: uuids.count - 15, by: 16).map { Array(uuids[$0..<$0 + 16]) }
    func isShort(_ uuid: [UInt8]) -> Bool { Array(uuid[..<12]) == BluedroidData.baseUUID }
    let short = entries.filter { isShort($0) && $0[14] == 0 && $0[15] == 0 }
    let medium = entries.filter { isShort($0) && ($0[14] != 0 || $0[15] != 0) }
    let long = entries.filter { !isShort($0) }
    appendList(0x03, short.map { Array($0[12..<14]) })
    appendList(0x05, medium.map { Array($0[12..<16]) })
    if let first = long.first { append(0x07, first, orLose: "a 128-bit service UUID") }
    if long.count > 1 { losses.append("\(long.count - 1) of \(long.count) 128-bit service UUIDs") }
  }

  /// A list that does not fit is cut, and says that it is incomplete.
  private mutating func appendList(_ type: UInt8, _ uuids: [[UInt8]]) {
    guard let size = uuids.first?.count, room >= 2 else {
      if !uuids.isEmpty { losses.append("service UUIDs") }
      return
    }
    let kept = uuids.prefix((room - 2) / size)
    if kept.count < uuids.count { losses.append("\(uuids.count - kept.count) of \(uuids.count) service UUIDs") }
    octets += [UInt8(kept.count * size + 1), kept.count < uuids.count ? type - 1 : type] + kept.flatMap(\.self)
  }
}
