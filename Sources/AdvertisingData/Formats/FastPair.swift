/// Google's Fast Pair (service data of 0xFE2C): Android offers to pair with the device.
///
/// Source: Google's Fast Pair specification and its extension for battery notifications.
public struct FastPair: KnownFormat {
  public static let format = KnownPayload.Format("fastPair", name: "Fast Pair", in: .services([0xFE2C]), as: Self.self)
  public static func isFoundByData(_: [UInt8], of _: UInt16) -> Bool { true }

  /// What the data hold, which their length tells.
  public let content: Content

  /// Whether the device can be discovered, and what follows from that.
  public enum Content: Hashable, Sendable {
    /// Discoverable: exactly three octets, the model's number, big-endian.
    case model(UInt32)
    /// Not discoverable. The header holds version (high nibble) and flags; `rest` is a field that is cut off, or empty.
    case account(header: UInt8, items: [Item], rest: [UInt8])
  }

  /// One field, whose octet before the data holds length (high nibble) and type.
  public struct Item: Hashable, Sendable {
    /// 0 to 15.
    public let type: UInt8
    /// Up to 15 octets.
    public let data: [UInt8]

    /// `nil` when type or data do not fit into four bits each.
    public init?(type: UInt8, data: [UInt8]) {
      guard type < 16, data.count < 16 else { return nil }
      self.type = type
      self.data = data
    }

    var octets: [UInt8] { [UInt8(truncatingIfNeeded: data.count) << 4 | type] + data }

    /// What the type means, `nil` when it is not known.
    public var meaning: Meaning? { Meaning(rawValue: type) }

    /// How many account keys the filter was made for: n keys take floor(1.2 n + 3) octets. `nil` for fields that are no
    /// filter, and for lengths that no number of keys gives.
    public var accountKeys: Int? {
      guard meaning == .accountKeyFilter || meaning == .quietAccountKeyFilter else { return nil }
      if data.isEmpty { return 0 }
      return (1...10).first { (12 * $0 + 30) / 10 == data.count }
    }
  }

  /// The types of fields that are known.
  public enum Meaning: UInt8, Hashable, Sendable {
    /// A filter of the account keys; the phone shows a notice.
    case accountKeyFilter = 0
    /// Varies the filter.
    case salt = 1
    /// A filter of the account keys; the phone shows nothing.
    case quietAccountKeyFilter = 2
    /// Levels of left pod, right pod and case; the phone shows them.
    case battery = 3
    /// The same levels; the phone shows nothing.
    case quietBattery = 4
    /// The model's number, in the payload of LE Audio sharing.
    case model = 7
    /// What the device can do, in the payload of LE Audio sharing.
    case capabilities = 8
  }

  /// Keeps the lowest 24 bits.
  public init(model: UInt32) {
    content = .model(model & 0xFF_FFFF)
  }

  /// Data of a device that is not discoverable, with these fields.
  public init(items: [Item]) {
    content = .account(header: 0, items: items, rest: [])
  }

  /// Throws when there is no octet.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(1)
    if octets.count == 3 {
      content = .model(UInt32(octets[0]) << 16 | UInt32(octets[1]) << 8 | UInt32(octets[2]))
      return
    }
    var items: [Item] = []
    var position = 1
    while position < octets.count {
      let end = position + 1 + Int(octets[position] >> 4)
      guard end <= octets.count,
        let item = Item(type: octets[position] & 0x0F, data: Array(octets[(position + 1)..<end]))
      else { break }
      items.append(item)
      position = end
    }
    content = .account(header: octets[0], items: items, rest: Array(octets[position...]))
  }

  public var octets: [UInt8] {
    switch content {
    case .model(let model): Array(model.bigEndianOctets.dropFirst())
    case .account(let header, let items, let rest): [header] + items.flatMap { $0.octets } + rest
    }
  }

  public var problems: [KnownPayload.Problem] {
    guard case .account(let header, let items, let rest) = content else { return [] }
    var problems = KnownPayload.Problem.reserved(header & 0x0F, at: 0)
    var position = 1
    for item in items {
      if item.meaning == .salt, !(1...2).contains(item.data.count) {
        problems.append(.unexpected(offset: position, expected: "a salt of 1 or 2 bytes"))
      }
      if item.meaning == .accountKeyFilter || item.meaning == .quietAccountKeyFilter, item.accountKeys == nil {
        problems.append(
          .unexpected(offset: position, expected: "a filter as long as some number of account keys makes it"))
      }
      position += item.octets.count
    }
    return rest.isEmpty ? problems : problems + [.cut(offset: position)]
  }

  public var fields: [Field] {
    switch content {
    case .model(let model):
      return [
        Field(
          "model", model, at: 0..<3, role: .structure,
          wording: .phrase("discoverable, model " + HexDigits.number(model, octets: 3)))
      ]
    case .account(let header, let items, let rest):
      var position = 1
      var values: [Field.Value] = []
      for item in items {
        values.append(.object(item.fields(from: position)))
        position += item.octets.count
      }
      return [
        Field("header", header, at: 0..<1, role: .structure),
        Field(
          "fields", .list(values), whenEmpty: "not discoverable, no field", at: 1..<position,
          wording: .items(separator: ", ")),
        Field("rest", .octets(rest), at: position..<position + rest.count),
      ] + (rest.isEmpty ? [] : [Field("", .null, at: position..<position + 1, role: .bits(0xF0))])
    }
  }
}

extension FastPair.Item {
  fileprivate func fields(from start: Int) -> [Field] {
    let keys = accountKeys.map { " for \($0) account \($0 == 1 ? "key" : "keys")" } ?? ""
    let words = (meaning?.words ?? "field type \(type)") + keys
    return [
      Field("type", type, at: start..<start + 1, role: .structure),
      Field("name", meaning.map { .text($0.words) } ?? .null),
      Field("accountKeys", accountKeys),
      Field(
        "data", .octets(data), label: words, at: start + 1..<start + 1 + data.count,
        wording: data.isEmpty ? .phrase(words) : .value),
    ]
  }
}

extension FastPair.Meaning {
  fileprivate var words: String {
    switch self {
    case .accountKeyFilter: "filter"
    case .salt: "salt"
    case .quietAccountKeyFilter: "quiet filter"
    case .battery: "battery"
    case .quietBattery: "quiet battery"
    case .model: "model"
    case .capabilities: "capabilities"
    }
  }
}
