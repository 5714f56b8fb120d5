internal import AdvertisingData

/// One block as a stack puts it together, with the field that each octet comes from.
package struct BuiltBlock: Hashable, Sendable {
  /// What is sent.
  package private(set) var octets: [UInt8] = []
  /// For each octet, the field that it comes from; `nil` for what the stack adds.
  package private(set) var fields: [BuildRequest.Field?] = []
  /// Where octets are that the program does not say, such as a TX power that the stack reads from the controller.
  package private(set) var unknown: Set<Int> = []

  /// The octets of legacy advertising.
  static let legacyLimit = 31

  init() {}

  /// Octets that are free.
  func room(of limit: Int = legacyLimit) -> Int { limit - octets.count }

  /// Appends an AD structure. A caller whose stack would not do so when it is too long looks at the room first.
  mutating func append(_ type: ADType, _ value: [UInt8], from field: BuildRequest.Field?) {
    append(raw: [UInt8(truncatingIfNeeded: value.count + 1), type.rawValue] + value, from: field)
  }

  /// Appends an AD structure if there is room, and says whether there was.
  mutating func appendIfRoom(
    _ type: ADType, _ value: [UInt8], from field: BuildRequest.Field?, limit: Int = legacyLimit
  ) -> Bool {
    guard value.count + 2 <= room(of: limit) else { return false }
    append(type, value, from: field)
    return true
  }

  /// Appends octets as they are.
  mutating func append(raw octets: [UInt8], from field: BuildRequest.Field?) {
    self.octets += octets
    fields += octets.map { _ in field }
  }

  /// Says that the last octet is not known.
  mutating func markLastUnknown() {
    if !octets.isEmpty { unknown.insert(octets.count - 1) }
  }

  /// Where the first structure of a type begins.
  func start(of type: ADType) -> Int? {
    var index = 0
    while index + 1 < octets.count {
      if octets[index + 1] == type.rawValue { return index }
      index += Int(octets[index]) + 1
    }
    return nil
  }

  /// Makes the structure that begins at an octet longer.
  mutating func extend(at start: Int, by value: [UInt8], from field: BuildRequest.Field?) {
    let end = min(start + 1 + Int(octets[start]), octets.count)
    octets.insert(contentsOf: value, at: end)
    fields.insert(contentsOf: value.map { _ in field }, at: end)
    octets[start] = UInt8(truncatingIfNeeded: Int(octets[start]) + value.count)
  }

  /// Puts another value of the same length into the structure that begins at an octet.
  mutating func replace(at start: Int, by value: [UInt8], from field: BuildRequest.Field?) {
    for (offset, octet) in value.enumerated() where octets.indices.contains(start + 2 + offset) {
      octets[start + 2 + offset] = octet
    }
    for index in start..<min(start + 2 + value.count, fields.count) { fields[index] = field }
  }

  /// Takes the structure that begins at an octet away.
  mutating func remove(at start: Int) {
    let end = min(start + 1 + Int(octets[start]), octets.count)
    octets.removeSubrange(start..<end)
    fields.removeSubrange(start..<end)
  }
}

/// A layout while a stack puts it together.
struct Building {
  let request: BuildRequest
  /// Which generation of the stack's behaviour it is: 0 for the newest.
  let generation: Int
  var pdu: AdvertisingPDU
  var advertising = BuiltBlock()
  var scanResponse = BuiltBlock()
  var changes: [BuildChange] = []

  init(_ request: BuildRequest, generation: Int) {
    self.request = request
    self.generation = generation
    pdu = request.pdu
  }

  func has(_ option: String) -> Bool { request.options.contains(option) }

  mutating func change(
    _ kind: BuildChange.Kind, _ field: BuildRequest.Field?, _ words: String, remedy: String? = nil
  ) {
    changes.append(BuildChange(kind, field, words, remedy: remedy))
  }

  /// What goes on the air.
  func finished() -> BuiltLayout {
    BuiltLayout(
      pdu: pdu, advertising: advertising, scanResponse: pdu.isScannable ? scanResponse : BuiltBlock(),
      changes: changes)
  }
}

extension ServiceUUIDList {
  /// The octets of each UUID, in the width of the list.
  var items: [[UInt8]] { uuids.map { $0.littleEndian(width: width) ?? [] } }
}
