/// The messages by which Apple devices find each other (company 0x004C): type, length and value, repeated.
///
/// Source: the reverse-engineered protocol of furiousMAC/continuity and others; Apple publishes nothing but iBeacon,
/// which has a case of its own when it comes first. Where furiousMAC and the readers of real devices disagree, the latter
/// are right: they are named at ``HomeKit`` and ``ProximityPairing``.
public struct Continuity: KnownFormat {
  public static let format = KnownPayload.Format(
    "continuity", name: "Apple Continuity", in: .company(0x004C, beginnings: []), as: Self.self)

  /// The whole messages, in the order sent.
  public let messages: [Message]
  /// A message that is cut off; empty when all is well.
  public let rest: [UInt8]

  /// Data with these messages and nothing after them.
  public init(_ messages: [Message]) {
    self.messages = messages
    rest = []
  }

  /// Never throws: any octets are messages and a rest.
  public init(decoding octets: [UInt8], of _: UInt16) {
    var messages: [Message] = []
    var position = 0
    while position < octets.count {
      guard let message = Message(firstOf: octets[position...]) else { break }
      messages.append(message)
      position += message.octets.count
    }
    self.messages = messages
    rest = Array(octets[position...])
  }

  public var octets: [UInt8] { messages.flatMap { $0.octets } + rest }

  public var problems: [KnownPayload.Problem] {
    var problems: [KnownPayload.Problem] = []
    var position = 0
    for message in messages {
      problems += message.problems.map { $0.moved(by: position) }
      position += message.octets.count
    }
    return rest.isEmpty ? problems : problems + [.cut(offset: position)]
  }

  public var title: String { Self.format.name + ":" }

  /// That of the first message that says it.
  public var device: String? {
    for message in messages {
      if let device = message.device { return device }
    }
    return nil
  }

  public var fields: [Field] {
    var position = 0
    var values: [Field.Value] = []
    for message in messages {
      values.append(.object(message.fields(from: position, isAlone: messages.count == 1 && rest.isEmpty)))
      position += message.octets.count
    }
    return [
      Field("messages", .list(values), at: 0..<position, wording: .items(separator: "; ")),
      Field("rest", .octets(rest), label: "not decoded", at: position..<position + rest.count),
      // Type and length of a message that is cut off.
    ] + (rest.isEmpty ? [] : [.structure(at: position..<position + 2)])
  }

  /// The first overflow area, when there is one.
  public var overflowArea: OverflowArea? {
    for message in messages {
      if case .overflowArea(let area) = message.content { return area }
    }
    return nil
  }
}

extension Continuity {
  /// One message of Apple's Continuity protocols.
  public struct Message: Hashable, Sendable {
    /// The one type without a length octet.
    static let overflowType: UInt8 = 0x01
    /// The two types of HomeKit. Their length octet has the length in the low five bits, and above it a subtype.
    private static let homeKitTypes: [UInt8] = [0x06, 0x11]
    /// The subtype of all accessories.
    private static let homeKitSubtype: UInt8 = 1

    /// What kind of message it is.
    public let type: UInt8
    /// The top three bits of the length octet of HomeKit's types, 1 in practice; 0 for other types.
    public let subtype: UInt8
    /// What follows the type and the length octet.
    public let value: [UInt8]

    /// `nil` when the value is longer than a length octet of the type can say, or not 16 octets long where the type has
    /// none.
    public init?(type: UInt8, value: [UInt8]) {
      let isHomeKit = Self.homeKitTypes.contains(type)
      let fits = type == Self.overflowType ? value.count == OverflowArea.length : value.count <= (isHomeKit ? 31 : 255)
      guard fits else { return nil }
      self.type = type
      subtype = isHomeKit ? Self.homeKitSubtype : 0
      self.value = value
    }

    /// The message by which an app in the background offers its services.
    public init(_ area: OverflowArea) {
      type = Self.overflowType
      subtype = 0
      value = area.mask
    }

    /// The message that says what the device is doing.
    public init(_ nearby: NearbyInfo) {
      type = 0x10
      subtype = 0
      value = nearby.octets
    }

    /// The message that the octets start with; `nil` when it is cut off.
    init?(firstOf octets: ArraySlice<UInt8>) {
      guard let type = octets.first else { return nil }
      self.type = type
      var rest = octets.dropFirst()
      guard type != Self.overflowType else {
        guard rest.count >= OverflowArea.length else { return nil }
        subtype = 0
        value = Array(rest.prefix(OverflowArea.length))
        return
      }
      guard let length = rest.popFirst() else { return nil }
      let isHomeKit = Self.homeKitTypes.contains(type)
      subtype = isHomeKit ? length >> 5 : 0
      let count = Int(isHomeKit ? length & 0x1F : length)
      guard rest.count >= count else { return nil }
      value = Array(rest.prefix(count))
    }

    /// The message as sent: its type, its length unless the type has none, and its value.
    public var octets: [UInt8] {
      type == Self.overflowType
        ? [type] + value : [type, subtype << 5 | UInt8(truncatingIfNeeded: value.count)] + value
    }

    /// What the value says.
    public enum Content: Hashable, Sendable {
      /// The services of apps in the background (type 0x01).
      case overflowArea(OverflowArea)
      /// What the device is doing (type 0x10).
      case nearbyInfo(NearbyInfo)
      /// Something that the device offers to do (type 0x0F).
      case nearbyAction(NearbyAction)
      /// The beacon of a lost device (type 0x12).
      case offlineFinding(OfflineFinding)
      /// What a HomeKit accessory is and in which state (type 0x06).
      case homeKit(HomeKit)
      /// An encrypted notification of a HomeKit accessory (type 0x11).
      case homeKitNotification(HomeKitNotification)
      /// Earphones and their batteries (type 0x07).
      case proximityPairing(ProximityPairing)
      /// A type of fixed layout: its fields in the order sent, with offsets from the first octet of the value.
      case fields([Field])
      /// A type that is not known, or a value too short for its type.
      case opaque
    }

    /// The value taken apart, as far as its type is known.
    public var content: Content {
      switch type {
      case Self.overflowType: return OverflowArea(mask: value).map { .overflowArea($0) } ?? .opaque
      case 0x06: return HomeKit(value).map { .homeKit($0) } ?? .opaque
      case 0x07: return ProximityPairing(value).map { .proximityPairing($0) } ?? .opaque
      case 0x0F: return NearbyAction(value).map { .nearbyAction($0) } ?? .opaque
      case 0x10: return NearbyInfo(value).map { .nearbyInfo($0) } ?? .opaque
      case 0x11: return HomeKitNotification(value).map { .homeKitNotification($0) } ?? .opaque
      case 0x12: return OfflineFinding(value).map { .offlineFinding($0) } ?? .opaque
      default: return layout?.fields(of: value, from: 0).map { .fields($0) } ?? .opaque
      }
    }

    /// What kind of device sends the message; `nil` when it does not say.
    var device: String? {
      switch content {
      case .offlineFinding(let finding): finding.device
      case .homeKit(let accessory): accessory.categoryName.map { "HomeKit " + $0 } ?? "HomeKit accessory"
      case .homeKitNotification: "HomeKit accessory"
      case .proximityPairing(let pairing): pairing.device
      case .nearbyAction(let action): action.device
      case .fields: layout?.device(of: value)
      case .overflowArea, .nearbyInfo, .opaque: nil
      }
    }

    /// `nil` for types that are not known, and for those that are more than a row of fields.
    private var layout: Layout? { Layout.all.first { $0.type == type } }

    /// What Apple's feature is called; `nil` for types whose meaning is not known.
    public var name: String? {
      switch type {
      case Self.overflowType: "overflow area"
      case 0x06: "HomeKit"
      case 0x07: "proximity pairing"
      case 0x0F: "Nearby action"
      case 0x10: "Nearby info"
      case 0x11: "HomeKit notification"
      case 0x12: "Find My"
      default: layout?.name
      }
    }

    /// Offsets count from the type octet.
    var problems: [KnownPayload.Problem] {
      let start = octets.count - value.count
      switch type {
      case Self.overflowType: return []
      case 0x06: return wrongSubtype + tooShort(minimum: HomeKit.shortestLength)
      // Messages with another first octet have another meaning.
      case 0x07:
        return value.first == ProximityPairing.prefix ? tooShort(minimum: ProximityPairing.shortestLength) : []
      case 0x0F: return tooShort(minimum: 2)
      // Older systems send the two octets of flags alone.
      case 0x10: return tooShort(minimum: 2)
      case 0x11: return wrongSubtype + tooShort(minimum: HomeKitNotification.shortestLength)
      case 0x12:
        let isKnown = value.count == OfflineFinding.length || value.count == OfflineFinding.shortLength
        return isKnown ? [] : [.unexpected(offset: 1, expected: "length 0x19 or 0x02")]
      default:
        guard let layout else { return [] }
        if value.count < layout.length { return tooShort(minimum: layout.length) }
        // Apple adds fields to messages: more octets than known here are no mistake.
        return layout.zeros(in: value).map { .reserved(offset: start + $0) }
      }
    }

    private var wrongSubtype: [KnownPayload.Problem] {
      subtype == Self.homeKitSubtype ? [] : [.unexpected(offset: 1, expected: "subtype 1 in the top three bits")]
    }

    private func tooShort(minimum: Int) -> [KnownPayload.Problem] {
      value.count < minimum ? [.unexpected(offset: 1, expected: "a length of at least \(minimum)")] : []
    }

    /// Type and length stay, and what decides how the rest of the message is read.
    fileprivate func fields(from start: Int, isAlone: Bool) -> [Field] {
      let valueStart = start + octets.count - value.count
      let end = valueStart + value.count
      return [
        Field("type", type, at: start..<valueStart, role: .structure),
        Field(
          "name", name.map { .text($0) } ?? .null,
          wording: .phrase(name ?? "type " + HexDigits.number(type, octets: 1))),
        Field("value", .octets(value), at: valueStart..<end),
      ] + contentFields(from: valueStart, isAlone: isAlone)
    }

    private func contentFields(from start: Int, isAlone: Bool) -> [Field] {
      switch content {
      // Bits that stand for services. No length says that they do, so they stay only where nothing else can be meant.
      case .overflowArea(let area):
        let staysVisible = isAlone && area.bits.count <= OverflowArea.maximumPlausibleBits
        return [
          Field(
            "bits", .overflowBits(area.bits), at: start..<start + OverflowArea.length,
            role: staysVisible ? .structure : .data, wording: .value)
        ]
      case .nearbyInfo(let info): return info.fields(from: start)
      case .nearbyAction(let action): return action.fields(from: start)
      case .offlineFinding(let finding): return finding.fields(from: start)
      case .homeKit(let accessory): return accessory.fields(from: start)
      case .homeKitNotification(let notification): return notification.fields(from: start)
      case .proximityPairing(let pairing): return pairing.fields(from: start)
      case .fields(let fields): return layout?.fields(of: value, from: start) ?? fields
      case .opaque:
        let data = Field("data", .octets(value), label: "with", at: start..<start + value.count)
        // The first octet of proximity pairing says whether the others have the known meaning.
        return type == 0x07 && !value.isEmpty ? [data, .structure(at: start..<start + 1)] : [data]
      }
    }
  }
}
