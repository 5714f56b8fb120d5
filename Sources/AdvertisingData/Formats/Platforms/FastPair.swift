/// Google's Fast Pair (service data of 0xFE2C): Android offers to pair with the device.
///
/// Source: Google's Fast Pair specification and its extensions for battery notifications, audio switch and LE Audio sharing.
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

  /// One of the batteries of a pair of earphones.
  public struct Battery: Hashable, Sendable {
    /// As sent: whether it charges in bit 7, the level in the others.
    public let octet: UInt8

    /// Whether it charges.
    public var isCharging: Bool { octet & 0x80 != 0 }
    /// Percent; `nil` when it is not known. More than 100 is a mistake.
    public var percent: UInt8? { octet & 0x7F == 0x7F ? nil : octet & 0x7F }
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
    /// What the device is connected to and what it plays, for the phones of the account.
    case connectionState = 5
    /// Another field, encrypted for the phones of the account.
    case encrypted = 6
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
      if item.isBattery {
        if item.data.isEmpty || item.data.count > Item.batteryNames.count {
          problems.append(.unexpected(offset: position, expected: "1 to 3 batteries"))
        } else if let wrong = item.batteries.firstIndex(where: { ($0.percent ?? 0) > 100 }) {
          problems.append(
            .unexpected(offset: position + 1 + wrong, expected: "a level up to 100, or 127 for an unknown one"))
        }
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
        Field("version", header >> 4),
        Field(
          "fields", .list(values), whenEmpty: "not discoverable, no field", at: 1..<position,
          wording: .items(separator: ", ")),
        Field("rest", .octets(rest), at: position..<position + rest.count),
      ] + (rest.isEmpty ? [] : [Field("", .null, at: position..<position + 1, role: .bits(0xF0))])
    }
  }
}

extension FastPair.Item {
  /// Left pod, right pod and case; a single battery stands first.
  public var batteries: [FastPair.Battery] { isBattery ? data.map { FastPair.Battery(octet: $0) } : [] }

  fileprivate var isBattery: Bool { meaning == .battery || meaning == .quietBattery }
  fileprivate static let batteryNames = [("Left", "left"), ("Right", "right"), ("Case", "case")]

  fileprivate func fields(from start: Int) -> [Field] {
    let keys = accountKeys.map { " for \(counted($0, "account key"))" } ?? ""
    let words = (meaning?.words ?? "field type \(type)") + keys
    let said = saidFields(from: start + 1)
    return [
      Field("type", type, at: start..<start + 1, role: .structure),
      Field("name", meaning.map { .text($0.words) } ?? .null),
      Field("accountKeys", accountKeys),
      Field(
        "data", .octets(data), label: words, at: start + 1..<start + 1 + data.count,
        wording: data.isEmpty || !said.isEmpty ? .phrase(words) : .value),
    ] + said
  }

  /// Levels that can be, that cannot, and the one that is not known, with and without the bit for charging.
  private static let levels: [ClosedRange<UInt8>] = [
    0...100, 101...126, 127...127, 128...228, 229...254, 255...255,
  ]

  /// What the data say; empty when their meaning is not known or hidden.
  private func saidFields(from start: Int) -> [Field] {
    switch meaning {
    case .battery, .quietBattery:
      return zip(Self.batteryNames, batteries).enumerated().flatMap { index, named in
        let (name, battery) = named
        return [
          Field(
            "battery\(name.0)Percent", battery.percent, label: name.1, unit: "%", whenEmpty: "unknown",
            at: start + index..<start + index + 1, role: .limited(Self.levels), separator: index == 0 ? " " : ", "),
          Field(
            "charging\(name.0)", .truth(battery.isCharging),
            wording: battery.isCharging ? .phrase("charging") : .hidden,
            separator: " "),
        ]
      }
    case .model where data.count == 3:
      let model = data.reduce(0) { $0 << 8 | UInt64($1) }
      return [Field("model", .hexNumber(model, octets: 3), wording: .value, separator: " ")]
    case .capabilities where !data.isEmpty:
      return [
        Field("newFromFactory", data[0] & 0x01 != 0, whenTrue: "new from the factory"),
        Field("audioSharing", data[0] & 0x02 != 0, whenTrue: "LE Audio sharing"),
      ]
    case .connectionState where !data.isEmpty:
      let state = data[0] & 0x0F
      return [
        Field("state", state, wording: .phrase(Self.states[state] ?? "state \(state)"), separator: " "),
        Field("onHead", data[0] & 0x80 != 0, whenTrue: "on a head"),
        Field("connectable", data[0] & 0x40 != 0, whenTrue: "takes another connection"),
        Field("focusMode", data[0] & 0x20 != 0, whenTrue: "focus mode"),
        Field("reconnected", data[0] & 0x10 != 0, whenTrue: "reconnected by itself"),
      ]
    default: return []
    }
  }

  /// What the device does with its connections.
  private static let states: [UInt8: String] = [
    0x0: "no connection", 0x1: "paging", 0x2: "connected, no data", 0x3: "data other than audio",
    0x4: "A2DP without AVRCP", 0x5: "A2DP with AVRCP", 0x6: "call over HFP", 0x7: "LE Audio media without control",
    0x8: "LE Audio media with control", 0x9: "LE Audio call", 0xA: "LE Audio broadcast", 0xF: "no connection switching",
  ]
}

extension FastPair.Meaning {
  fileprivate var words: String {
    switch self {
    case .accountKeyFilter: "filter"
    case .salt: "salt"
    case .quietAccountKeyFilter: "quiet filter"
    case .battery: "battery"
    case .quietBattery: "quiet battery"
    case .connectionState: "connection state"
    case .encrypted: "encrypted"
    case .model: "model"
    case .capabilities: "capabilities"
    }
  }
}
