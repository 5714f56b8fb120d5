/// The messages by which Apple devices find each other (company 0x004C): type, length and value, repeated.
///
/// Source: the reverse-engineered protocol of furiousMAC/continuity and others; Apple publishes only iBeacon, which has
/// a format of its own when it comes first. Where furiousMAC and the readers of real devices disagree, this follows the
/// latter: ``HomeKit`` and ``ProximityPairing`` name them.
package enum Continuity {
  package static let format = KnownPayload.Format(
    "continuity", name: "Apple Continuity", in: .company(0x004C, beginnings: []),
    fields: [.objects("messages", Message.declaredFields), .string("rest")],
    // The device of the first message that states one.
    device: { octets in messages(in: octets).messages.lazy.compactMap { $0.device }.first },
    read: { octets, _ in
      let (messages, end) = Continuity.messages(in: octets)
      let rest = Array(octets[end...])
      let isAlone = messages.count == 1 && rest.isEmpty
      return KnownPayload.Reading(
        title: "Apple Continuity:",
        fields: [
          Field(
            "messages", .list(messages.map { .object($0.fields(isAlone: isAlone)) }), at: 0..<end,
            wording: .items(separator: "; ")),
          Field("rest", .octets(rest), label: "not decoded", at: end..<octets.count),
          // Type and length of an incomplete message.
        ] + (rest.isEmpty ? [] : [.structure(at: end..<end + 2)]),
        problems: messages.flatMap { $0.problems } + (rest.isEmpty ? [] : [.cut(offset: end)]))
    })

  /// Returns the first overflow area in manufacturer data of Apple.
  package static func overflowArea(in octets: [UInt8]) -> OverflowArea? {
    messages(in: octets).messages.lazy.filter { $0.type == Message.overflowType }
      .compactMap { OverflowArea(mask: $0.value) }.first
  }

  /// Returns the whole messages, in the order sent, and the offset where they end.
  private static func messages(in octets: [UInt8]) -> (messages: [Message], end: Int) {
    var messages: [Message] = []
    var position = 0
    while position < octets.count, let message = Message(of: octets, at: position) {
      messages.append(message)
      position = message.end
    }
    return (messages, position)
  }
}

extension Continuity {
  /// One message of Apple's Continuity protocols.
  struct Message {
    /// The one type without a length octet.
    static let overflowType: UInt8 = 0x01
    /// The two types of HomeKit. Their length octet has the length in the low five bits, and above it a subtype.
    private static let homeKitTypes: [UInt8] = [HomeKit.kind.type, HomeKit.notification.type]
    /// The subtype of all accessories.
    private static let homeKitSubtype: UInt8 = 1

    let type: UInt8
    /// The top three bits of the length octet of HomeKit's types, 1 in practice; 0 for other types.
    private let subtype: UInt8
    /// The octets after the type and the length octet.
    let value: [UInt8]
    private let start: Int
    private let valueStart: Int

    var end: Int { valueStart + value.count }

    /// The message at an offset where the data have an octet; `nil` when it is incomplete.
    init?(of octets: [UInt8], at start: Int) {
      type = octets[start]
      self.start = start
      var (subtype, count, valueStart): (UInt8, Int, Int) = (0, OverflowArea.length, start + 1)
      if type != Self.overflowType {
        guard valueStart < octets.count else { return nil }
        let length = octets[valueStart]
        let isHomeKit = Self.homeKitTypes.contains(type)
        (subtype, count, valueStart) =
          isHomeKit ? (length >> 5, Int(length & 0x1F), start + 2) : (0, Int(length), start + 2)
      }
      guard octets.count - valueStart >= count else { return nil }
      self.subtype = subtype
      self.valueStart = valueStart
      value = Array(octets[valueStart..<valueStart + count])
    }

    /// The kind; `nil` for types that are not known.
    private var kind: MessageKind? { MessageKind.all.first { $0.type == type } }

    /// The fields of the value, with places from its first octet on; `nil` when the value is too short for its type, or
    /// of another form.
    private var contents: [Field]? {
      guard let kind, value.count >= kind.minimum else { return nil }
      return kind.read(value)
    }

    /// The kind of device that sends the message; `nil` when the message does not state it.
    var device: String? {
      guard let kind, value.count >= kind.minimum else { return nil }
      return kind.device(value)
    }

    var problems: [KnownPayload.Problem] {
      guard let kind else { return [] }
      var problems: [KnownPayload.Problem] = []
      if Self.homeKitTypes.contains(type), subtype != Self.homeKitSubtype {
        problems.append(.unexpected(offset: 1, expected: "subtype 1 in the top three bits"))
      }
      if let expected = kind.expectedLength(value) {
        problems.append(.unexpected(offset: 1, expected: expected))
      } else if value.count >= kind.minimum {
        for zeros in kind.zeros {
          if let wrong = zeros.first(where: { value[$0] != 0 }) { problems.append(.reserved(offset: 2 + wrong)) }
        }
      }
      return problems.map { $0.moved(by: start) }
    }

    static let declaredFields: [DeclaredField] =
      [.integer("type"), .string("name", orNull: true), .string("value"), .overflowBits("bits"), .string("data")]
      + MessageKind.all.flatMap { $0.fields }

    /// Returns the fields. Type and length stay, and so do octets that decide how the rest of the message is read.
    func fields(isAlone: Bool) -> [Field] {
      let name = type == Self.overflowType ? "overflow area" : kind?.name
      return [
        Field("type", type, at: start..<valueStart, role: .structure),
        Field(
          "name", name.map { .text($0) } ?? .null,
          wording: .phrase(name ?? "type " + HexDigits.number(type, octets: 1))),
        Field("value", .octets(value), at: valueStart..<end),
      ] + contents(isAlone: isAlone).map { $0.moved(by: valueStart) }
    }

    private func contents(isAlone: Bool) -> [Field] {
      if type == Self.overflowType, let area = OverflowArea(mask: value) {
        // The bits of services. No length octet marks them, so they stay only where no other meaning is possible.
        let staysVisible = isAlone && area.bits.count <= OverflowArea.maximumPlausibleBits
        return [
          Field(
            "bits", .overflowBits(area.bits), at: value.indices, role: staysVisible ? .structure : .data,
            wording: .value)
        ]
      }
      if let contents { return contents }
      let data = Field("data", .octets(value), label: "with", at: value.indices)
      // The first octet of proximity pairing decides whether the others have the known meaning.
      return type == ProximityPairing.kind.type && !value.isEmpty ? [data, .structure(at: 0..<1)] : [data]
    }
  }

  /// The messages of one type.
  struct MessageKind: Sendable {
    let type: UInt8
    let name: String
    /// The fewest octets of a value that can be taken apart.
    let minimum: Int
    /// Ranges of octets that are zero.
    var zeros: [Range<Int>] = []
    /// The fields that ``read`` can return.
    let fields: [DeclaredField]
    /// Returns the kind of device that sends a value that is long enough; `nil` when the value does not state it.
    var device: @Sendable (_ value: [UInt8]) -> String? = { _ in nil }
    /// Returns the expected length of a value, in words; `nil` when the length is right. Apple adds fields to messages:
    /// more octets than known here are no mistake.
    var expectedLength: @Sendable (_ value: [UInt8]) -> String?
    /// Takes apart a value that is long enough; `nil` when it is of another form.
    let read: @Sendable (_ value: [UInt8]) -> [Field]?

    init(
      _ type: UInt8, _ name: String, minimum: Int, zeros: [Range<Int>] = [], fields: [DeclaredField],
      device: @escaping @Sendable (_ value: [UInt8]) -> String? = { _ in nil },
      expectedLength: (@Sendable (_ value: [UInt8]) -> String?)? = nil,
      read: @escaping @Sendable (_ value: [UInt8]) -> [Field]?
    ) {
      self.type = type
      self.name = name
      self.minimum = minimum
      self.zeros = zeros
      self.fields = fields
      self.device = device
      self.expectedLength =
        expectedLength ?? { value in value.count < minimum ? "a length of at least \(minimum)" : nil }
      self.read = read
    }

    /// A type whose values are a row of fields. Octets that newer systems add are the rest.
    init(
      _ type: UInt8, _ name: String, count: Int, zeros: [Range<Int>] = [],
      device: @escaping @Sendable (_ value: [UInt8]) -> String? = { _ in nil }, _ columns: [FixedFormat.Column]
    ) {
      self.init(
        type, name, minimum: count, zeros: zeros, fields: columns.declared + [.string("rest")], device: device
      ) { value in
        columns.fields(of: value) + (value.count > count ? [.rest(of: value, from: count)] : [])
      }
    }

    static let all: [MessageKind] =
      rows + [
        HomeKit.kind, HomeKit.notification, ProximityPairing.kind, NearbyAction.kind, NearbyInfo.kind,
        OfflineFinding.kind,
      ]
  }
}

extension Field {
  /// Returns the octets after the fields of a message.
  static func rest(of value: [UInt8], from start: Int) -> Field {
    Field("rest", .octets(Array(value[start...])), label: "rest", at: start..<value.count)
  }
}

extension DeclaredField {
  /// A declared field with the set bits of an overflow area, of 128, and the possible services of each.
  fileprivate static func overflowBits(_ key: String) -> Self {
    Self(key, .integer, isList: true, members: [.integer("bit"), .list("candidates", of: .string)])
  }
}
