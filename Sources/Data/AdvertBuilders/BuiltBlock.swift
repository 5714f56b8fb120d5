internal import AdvertisingData

/// A block that a stack has built, with the source field of each octet.
package struct BuiltBlock: Hashable, Sendable {
  /// The octets that are sent.
  package private(set) var octets: [UInt8] = []
  /// The source field of each octet; `nil` for octets that the stack adds.
  package private(set) var fields: [BuildRequest.Field?] = []
  /// The positions of octets that the program does not determine, such as a TX power that the stack reads from the
  /// controller.
  package private(set) var unknown: Set<Int> = []

  /// The most octets in a block of legacy advertising.
  static let legacyLimit = 31

  init() {}

  /// Returns the number of free octets.
  func room(of limit: Int = legacyLimit) -> Int { limit - octets.count }

  /// The octets that a field needs and those that are free, behind the reason why it is left out.
  func shortage(_ count: Int) -> String { Self.shortage(count, room()) }

  static func shortage(_ count: Int, _ free: Int) -> String {
    " (\(counted(count, "byte")) needed, \(max(free, 0)) available)"
  }

  /// Appends an AD structure. For a stack that does not append a structure that is too long, the caller checks the room
  /// first.
  mutating func append(_ type: ADType, _ value: [UInt8], from field: BuildRequest.Field?) {
    append(raw: [UInt8(truncatingIfNeeded: value.count + 1), type.rawValue] + value, from: field)
  }

  /// Appends an AD structure if there is room, and returns whether there was room.
  mutating func appendIfRoom(_ type: ADType, _ value: [UInt8], from field: BuildRequest.Field?) -> Bool {
    guard value.count + 2 <= room() else { return false }
    append(type, value, from: field)
    return true
  }

  /// Appends octets unchanged.
  mutating func append(raw octets: [UInt8], from field: BuildRequest.Field?) {
    self.octets += octets
    fields += octets.map { _ in field }
  }

  /// Appends another block unchanged.
  mutating func append(_ block: BuiltBlock) {
    for position in block.unknown { unknown.insert(octets.count + position) }
    octets += block.octets
    fields += block.fields
  }

  /// Marks the last octet as not known.
  mutating func markLastUnknown() {
    if !octets.isEmpty { unknown.insert(octets.count - 1) }
  }

  /// Returns the start of the first structure of a type.
  func start(of type: ADType) -> Int? {
    var index = 0
    while index + 1 < octets.count {
      if octets[index + 1] == type.rawValue { return index }
      index += Int(octets[index]) + 1
    }
    return nil
  }

  /// Adds octets to the end of the structure that begins at an octet.
  mutating func extend(at start: Int, by value: [UInt8], from field: BuildRequest.Field?) {
    let end = min(start + 1 + Int(octets[start]), octets.count)
    octets.insert(contentsOf: value, at: end)
    fields.insert(contentsOf: value.map { _ in field }, at: end)
    octets[start] = UInt8(truncatingIfNeeded: Int(octets[start]) + value.count)
  }

  /// Replaces the value of the structure that begins at an octet with another value of the same length.
  mutating func replace(at start: Int, by value: [UInt8], from field: BuildRequest.Field?) {
    for (offset, octet) in value.enumerated() where octets.indices.contains(start + 2 + offset) {
      octets[start + 2 + offset] = octet
    }
    for index in start..<min(start + 2 + value.count, fields.count) { fields[index] = field }
  }

  /// Removes the structure that begins at an octet.
  mutating func remove(at start: Int) {
    let end = min(start + 1 + Int(octets[start]), octets.count)
    octets.removeSubrange(start..<end)
    fields.removeSubrange(start..<end)
  }
}

/// A layout while a stack builds it.
struct Building {
  let request: BuildRequest
  /// The generation of the stack's behaviour: 0 for the newest.
  let generation: Int
  var pdu: AdvertisingPDU
  var advertising = BuiltBlock()
  var scanResponse = BuiltBlock()
  var changes: [BuildChange] = []
  /// Whether the stack sends a scan response whose data are not known.
  var isResponseUnknown = false

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

  /// Reports a field of some octets that is left out of a block.
  mutating func leaveOut(_ words: String, _ field: BuildRequest.Field?, _ count: Int, of block: BuiltBlock) {
    change(.leftOut, field, "leaves \(words) out, because the block has no room left" + block.shortage(count))
  }

  /// Returns the finished layout.
  func finished() -> BuiltLayout {
    BuiltLayout(
      pdu: pdu, advertising: advertising, scanResponse: pdu.isScannable ? scanResponse : BuiltBlock(),
      changes: changes, isResponseUnknown: isResponseUnknown)
  }
}

extension ServiceUUIDList {
  /// The octets of each UUID, in the width of the list.
  var items: [[UInt8]] { uuids.map { $0.littleEndian(width: width) ?? [] } }
}
