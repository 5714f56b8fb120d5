/// Google's Fast Pair (service data of 0xFE2C): Android offers to pair with the device.
///
/// Source: Google's Fast Pair specification and its extensions for battery notifications, audio switch and LE Audio sharing.
package enum FastPair {
  package static let format = KnownPayload.Format(
    "fastPair", name: "Fast Pair", in: .services([0xFE2C]),
    fields: [
      .string("data"), .integer("model"), .integer("header"), .integer("version"),
      .objects("fields", Item.declaredFields), .string("rest"),
    ], isFoundByData: { _, _ in true },
    read: { octets, _ throws(Malformation) in
      try octets.require(1)
      if isDiscoverable(octets) {
        let model = octets.span.bigEndian(at: 0, count: 3)
        return KnownPayload.Reading(fields: [
          Field(
            "model", model, at: 0..<3, role: .structure,
            wording: .phrase("discoverable, model " + HexDigits.number(model, octets: 3)))
        ])
      }
      var position = 1
      var items: [Field.Value] = []
      // The header holds version (high nibble) and flags.
      let version = octets[0] >> 4
      var problems = KnownPayload.Problem.reserved(octets[0] & 0x0F, at: 0)
      // Later versions have a field whose length counts something else: where it ends is not known.
      func isReadable(_ type: UInt8) -> Bool { version == 0 || Kind(rawValue: type & 0x0F) != nil }
      while position < octets.count, isReadable(octets[position]) {
        let end = position + 1 + Int(octets[position] >> 4)
        guard end <= octets.count else { break }
        let item = Item(type: octets[position] & 0x0F, data: Array(octets[position + 1..<end]), start: position)
        items.append(.object(item.fields))
        problems += item.problems
        position = end
      }
      let rest = Array(octets[position...])
      let isUnknown = position < octets.count && !isReadable(octets[position])
      return KnownPayload.Reading(
        fields: [
          Field("header", octets[0], at: 0..<1, role: .structure),
          Field("version", version),
          Field(
            "fields", .list(items), whenEmpty: "not discoverable, no field", at: 1..<position,
            wording: .items(separator: ", ")),
          Field("rest", .octets(rest), label: isUnknown ? "unknown" : "", at: position..<octets.count),
        ] + (rest.isEmpty ? [] : [Field("", .null, at: position..<position + 1, role: .structure)]),
        problems: rest.isEmpty || isUnknown ? problems : problems + [.cut(offset: position)])
    })

  /// Returns whether the device waits to be paired: then it sends only the number of its model, else fields.
  package static func isDiscoverable(_ octets: [UInt8]) -> Bool { octets.count == 3 }

  /// One field, whose octet before the data holds length (high nibble) and type.
  private struct Item {
    let type: UInt8
    let data: [UInt8]
    let start: Int

    /// The kind; `nil` when it is not known.
    private var kind: Kind? { Kind(rawValue: type) }
    private var isFilter: Bool { kind == .accountKeyFilter || kind == .quietAccountKeyFilter }
    private var isBattery: Bool { kind == .battery || kind == .quietBattery }

    /// The number of account keys that the filter was made for: n keys take floor(1.2 n + 3) octets. `nil` for fields
    /// that are not a filter, and for lengths that no number of keys gives.
    private var accountKeys: Int? {
      guard isFilter else { return nil }
      return data.isEmpty ? 0 : (1...10).first { (12 * $0 + 30) / 10 == data.count }
    }

    var problems: [KnownPayload.Problem] {
      var problems: [KnownPayload.Problem] = []
      if kind == .salt, !(1...2).contains(data.count) {
        problems.append(.unexpected(offset: start, expected: "a salt of 1 or 2 bytes"))
      }
      if isBattery {
        if data.isEmpty || data.count > Self.batteryNames.count {
          problems.append(.unexpected(offset: start, expected: "1 to 3 batteries"))
        } else if let wrong = data.firstIndex(where: { (101...126).contains($0 & 0x7F) }) {
          problems.append(
            .unexpected(offset: start + 1 + wrong, expected: "a level up to 100, or 127 for an unknown one"))
        }
      }
      if isFilter, accountKeys == nil {
        problems.append(
          .unexpected(offset: start, expected: "a filter as long as some number of account keys makes it"))
      }
      return problems
    }

    static let declaredFields: [DeclaredField] =
      [.integer("type"), .string("name", orNull: true), .integer("accountKeys", orNull: true), .string("data")]
      + batteryNames.flatMap { name, _ in
        [.integer("battery\(name)Percent", unit: "%", orNull: true), .boolean("charging\(name)")]
      } + [
        .integer("model"), .boolean("newFromFactory"), .boolean("audioSharing"), .integer("state"),
        .boolean("onHead"), .boolean("connectable"), .boolean("focusMode"), .boolean("reconnected"),
      ]

    var fields: [Field] {
      let keys = accountKeys.map { " for \(counted($0, "account key"))" } ?? ""
      let words = (kind?.words ?? "field type \(type)") + keys
      let meaning = meaning
      return [
        Field("type", type, at: start..<start + 1, role: .structure),
        Field("name", kind.map { .text($0.words) } ?? .null),
        Field("accountKeys", accountKeys),
        Field(
          "data", .octets(data), label: words, at: start + 1..<start + 1 + data.count,
          wording: data.isEmpty || !meaning.isEmpty ? .phrase(words) : .value),
      ] + meaning
    }

    /// Left pod, right pod and case; a single battery comes first.
    private static let batteryNames = [("Left", "left"), ("Right", "right"), ("Case", "case")]

    /// The ranges of levels: possible, impossible, and unknown, with and without the bit for charging.
    private static let levels: [ClosedRange<UInt8>] = [
      0...100, 101...126, 127...127, 128...228, 229...254, 255...255,
    ]

    /// The fields of the data; empty when their meaning is not known or hidden.
    private var meaning: [Field] {
      switch kind {
      case .battery, .quietBattery: return zip(Self.batteryNames, data).enumerated().flatMap { battery($0, $1) }
      case .model where data.count == 3:
        let model = data.span.bigEndian(at: 0, count: 3)
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

    /// Returns the fields of a battery: bit 7 is set while it charges, the others are the level; 127 is an unknown
    /// level.
    private func battery(_ index: Int, _ battery: (name: (key: String, words: String), octet: UInt8)) -> [Field] {
      let place = start + 1 + index
      let level = battery.octet & 0x7F
      let isCharging = battery.octet & 0x80 != 0
      return [
        Field(
          "battery\(battery.name.key)Percent", level == 0x7F ? nil : level, label: battery.name.words, unit: "%",
          whenEmpty: "unknown", at: place..<place + 1, role: .limited(Self.levels), separator: index == 0 ? " " : ", "),
        Field(
          "charging\(battery.name.key)", .truth(isCharging), wording: isCharging ? .phrase("charging") : .hidden,
          separator: " "),
      ]
    }

    /// The states of the device's connections.
    private static let states: [UInt8: String] = [
      0x0: "no connection", 0x1: "paging", 0x2: "connected, no data", 0x3: "data other than audio",
      0x4: "A2DP without AVRCP", 0x5: "A2DP with AVRCP", 0x6: "call over HFP", 0x7: "LE Audio media without control",
      0x8: "LE Audio media with control", 0x9: "LE Audio call", 0xA: "LE Audio broadcast",
      0xF: "no connection switching",
    ]
  }

  /// The known types of fields. The phone does not show quiet ones.
  private enum Kind: UInt8 {
    case accountKeyFilter = 0
    /// Varies the filter.
    case salt = 1
    case quietAccountKeyFilter = 2
    case battery = 3
    case quietBattery = 4
    /// The connection and playback of the device, for the phones of the account.
    case connectionState = 5
    /// Another field, encrypted for the phones of the account.
    case encrypted = 6
    /// The model's number, in the payload of LE Audio sharing.
    case model = 7
    /// The capabilities of the device, in the payload of LE Audio sharing.
    case capabilities = 8

    var words: String {
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
}
