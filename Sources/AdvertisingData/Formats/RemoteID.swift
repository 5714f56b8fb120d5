/// A drone's Remote ID (service data of 0xFFFA): one message, or in extended advertising a pack of them.
///
/// Source: ASTM F3411 and ASD-STAN prEN 4709-002, as implemented by opendroneid-core-c; little-endian.
public struct RemoteID: KnownFormat {
  public static let format = KnownPayload.Format("remoteID", name: "Remote ID", in: .services([0xFFFA]), as: Self.self)
  public static func isFoundByData(_: [UInt8], of _: UInt16) -> Bool { true }

  /// 0x0D: open drone ID.
  public let applicationCode: UInt8
  /// Counts changes of the message.
  public let counter: UInt8
  /// One message, or several.
  public let content: Content
  /// Octets after the last whole message; empty in practice.
  public let surplus: [UInt8]

  private static let applicationCode: UInt8 = 0x0D
  private static let mostInPack = 9

  /// How messages are sent.
  public enum Content: Hashable, Sendable {
    /// One message alone.
    case message(Message)
    /// The protocol version (4 bits), and the message size and message count as sent.
    case pack(version: UInt8, size: UInt8, count: UInt8, [Message])
  }

  /// Service data with one message.
  public init(_ message: Message, counter: UInt8) {
    applicationCode = Self.applicationCode
    self.counter = counter
    content = .message(message)
    surplus = []
  }

  /// Throws when there is no room for one message, or for the head of a pack.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(3)
    applicationCode = octets[0]
    counter = octets[1]
    guard octets[2] >> 4 == Message.packType else {
      try octets.require(2 + Message.length)
      let end = 2 + Message.length
      content = .message(Message(whole: Array(octets[2..<end])))
      surplus = Array(octets[end...])
      return
    }
    try octets.require(5)
    var messages: [Message] = []
    var position = 5
    if Int(octets[3]) == Message.length {
      while messages.count < Int(octets[4]), octets.count - position >= Message.length {
        let end = position + Message.length
        messages.append(Message(whole: Array(octets[position..<end])))
        position = end
      }
    }
    content = .pack(version: octets[2] & 0x0F, size: octets[3], count: octets[4], messages)
    surplus = Array(octets[position...])
  }

  /// The whole messages, in the order sent.
  public var messages: [Message] {
    switch content {
    case .message(let message): [message]
    case .pack(_, _, _, let messages): messages
    }
  }

  private var head: [UInt8] {
    guard case .pack(let version, let size, let count, _) = content else { return [applicationCode, counter] }
    return [applicationCode, counter, Message.packType << 4 | version, size, count]
  }

  public var octets: [UInt8] { head + messages.flatMap { $0.octets } + surplus }

  public var problems: [KnownPayload.Problem] {
    var problems: [KnownPayload.Problem] = []
    if applicationCode != Self.applicationCode { problems.append(.unexpected(offset: 0, expected: "0x0d")) }
    var position = head.count
    if case .pack(_, let size, let count, let messages) = content {
      if Int(size) != Message.length {
        problems.append(.unexpected(offset: 3, expected: "25, a message's size"))
      }
      if count == 0 || Int(count) > Self.mostInPack {
        problems.append(.unexpected(offset: 4, expected: "from 1 to 9 messages"))
      }
      if messages.count < Int(count) {
        problems.append(.cut(offset: position + messages.count * Message.length))
        return problems
      }
    }
    for message in messages {
      problems += message.problems.map { $0.moved(by: position) }
      position += Message.length
    }
    return problems + KnownPayload.Problem.surplus(surplus, at: position)
  }

  public var fields: [Field] {
    let isPack = if case .pack = content { true } else { false }
    let messages = messages
    var position = head.count
    var values: [Field.Value] = []
    for message in messages {
      values.append(.object(message.fields(from: position)))
      position += Message.length
    }
    return [
      .structure(at: 0..<1),
      Field("counter", counter, at: 1..<2),
      Field(
        "pack", isPack, whenTrue: messages.isEmpty ? "empty pack" : "pack", at: isPack ? 2..<5 : nil, role: .structure),
      Field("messages", .list(values), at: head.count..<position, wording: .items(separator: "; ")),
      Field(
        "surplus", .octets(surplus), at: position..<position + surplus.count,
        wording: surplus.isEmpty
          ? .hidden : .phrase("\(surplus.count) \(surplus.count == 1 ? "byte" : "bytes") not decoded")),
    ]
  }

  public static func beginning(of octets: [UInt8]) -> [Field] {
    // The type of the message.
    [Field("", .null, at: 2..<3, role: .bits(0xF0))]
  }
}

extension RemoteID {
  /// One Remote ID message: always 25 octets.
  public struct Message: Hashable, Sendable {
    /// The octets of a message.
    public static let length = 25
    fileprivate static let packType: UInt8 = 0xF

    /// The 25 octets as sent.
    public let octets: [UInt8]

    /// `nil` unless there are 25 octets.
    public init?(_ octets: [UInt8]) {
      guard octets.count == Self.length else { return nil }
      self.octets = octets
    }

    /// The caller has counted 25 octets.
    fileprivate init(whole octets: [UInt8]) {
      self.octets = octets
    }

    /// The high nibble of the first octet.
    public var type: UInt8 { octets[0] >> 4 }
    /// 0 to 2 are in use.
    public var protocolVersion: UInt8 { octets[0] & 0x0F }

    /// What a message says, by its type.
    public enum Content: Hashable, Sendable {
      /// Which aircraft it is. The identifier is 20 octets, filled up with zeros.
      case basicID(idType: UInt8, aircraftType: UInt8, id: [UInt8])
      /// Where the aircraft is and how it moves.
      case location(Location)
      /// A page (0 to 15) of authentication data of a type, as sent.
      case authentication(authenticationType: UInt8, page: UInt8, [UInt8])
      /// What the operator says of the flight: 23 octets of text.
      case selfID(descriptionType: UInt8, [UInt8])
      /// Where the pilot is, and the area of the flight.
      case system(System)
      /// Who flies it: 20 octets of text.
      case operatorID(idType: UInt8, [UInt8])
      /// Another type: what follows the first octet.
      case other([UInt8])
    }

    /// The message taken apart.
    public var content: Content {
      switch type {
      case 0: .basicID(idType: octets[1] >> 4, aircraftType: octets[1] & 0x0F, id: Array(octets[2..<22]))
      case 1: .location(Location(message: octets))
      case 2:
        .authentication(authenticationType: octets[1] >> 4, page: octets[1] & 0x0F, Array(octets[2...]))
      case 3: .selfID(descriptionType: octets[1], Array(octets[2...]))
      case 4: .system(System(message: octets))
      case 5: .operatorID(idType: octets[1], Array(octets[2..<22]))
      default: .other(Array(octets[1...]))
      }
    }

    /// Offsets count from the first octet of the message.
    fileprivate var problems: [KnownPayload.Problem] {
      let version: [KnownPayload.Problem] =
        protocolVersion > 2 ? [.unexpected(offset: 0, expected: "a protocol version from 0 to 2")] : []
      let reserved: [KnownPayload.Problem]
      switch type {
      case 0, 5: reserved = octets[22...].allSatisfy { $0 == 0 } ? [] : [.reserved(offset: 22)]
      case 1:
        reserved =
          KnownPayload.Problem.reserved(octets[1] & 0x08, at: 1)
          + KnownPayload.Problem.reserved(octets[23] >> 4, at: 23)
          + KnownPayload.Problem.reserved(octets[24], at: 24)
      case 4:
        reserved =
          KnownPayload.Problem.reserved(octets[1] >> 5, at: 1) + KnownPayload.Problem.reserved(octets[24], at: 24)
      case 2, 3: reserved = []
      default: reserved = [.unexpected(offset: 0, expected: "a message type from 0 to 5")]
      }
      return version + reserved
    }

    /// Type and version, the kind of what follows, and reserved bits that share an octet with others stay.
    fileprivate func fields(from start: Int) -> [Field] {
      [
        Field("type", type, at: start..<start + 1, role: .structure),
        Field("name", .text(name), wording: .title(name)),
        Field("protocolVersion", protocolVersion, at: start..<start + 1, role: .structure),
      ] + contentFields(from: start)
    }

    private var name: String {
      switch content {
      case .basicID: "basic ID"
      case .location: "location"
      case .authentication: "authentication"
      case .selfID: "self ID"
      case .system: "system"
      case .operatorID: "operator ID"
      case .other: "message type \(type)"
      }
    }

    private func contentFields(from start: Int) -> [Field] {
      let kind = start + 1..<start + 2
      let identifier = start + 2..<start + 22
      let rest = start + 2..<start + Self.length
      switch content {
      case .basicID(let idType, let aircraftType, let id):
        // A serial number or a registration; the others are no text.
        let isText = (1...2).contains(idType)
        return [
          Field("idType", idType, label: "type", at: kind, role: .structure),
          Field("aircraftType", aircraftType, label: "aircraft", at: kind, role: .structure),
          Field(
            "id", isText ? .foreignText(Self.unpadded(id)) : .octets(Self.unpadded(id)), label: "id", at: identifier,
            role: isText ? .text : .data),
        ]
      case .location(let location): return location.fields(from: start)
      case .authentication(let type, let page, let data):
        return [
          Field("authenticationType", type, label: "type", at: kind, role: .structure),
          Field("page", page, label: "page", at: kind, role: .structure),
          Field("data", .octets(data), label: "data", at: rest),
        ]
      case .selfID(let type, let text):
        return [
          Field("descriptionType", type, at: kind, role: .structure),
          Field("text", .foreignText(Self.unpadded(text)), label: "text", at: rest, role: .text),
        ]
      case .system(let system): return system.fields(from: start)
      case .operatorID(let type, let id):
        return [
          Field("idType", type, at: kind, role: .structure),
          Field("id", .foreignText(Self.unpadded(id)), label: "id", at: identifier, role: .text),
        ]
      case .other(let data): return [Field("data", .octets(data), label: "data", at: start + 1..<start + Self.length)]
      }
    }

    /// Without the zeros that fill it up.
    private static func unpadded(_ octets: [UInt8]) -> [UInt8] {
      octets.lastIndex { $0 != 0 }.map { Array(octets[...$0]) } ?? []
    }
  }
}

extension RemoteID {
  /// Where a drone is and how it moves. `nil` stands for what the drone does not know.
  public struct Location: Hashable, Sendable {
    /// The whole message of 25 octets.
    private let octets: [UInt8]

    /// The caller has counted 25 octets.
    fileprivate init(message: [UInt8]) {
      octets = message
    }

    /// 0 undeclared, 1 on the ground, 2 airborne, 3 emergency.
    public var status: UInt8 { octets[1] >> 4 }
    /// Whether ``height`` counts from the ground rather than from the take-off.
    public var heightIsAboveGround: Bool { octets[1] & 0x04 != 0 }

    /// Degrees clockwise from true north, 0 to 359.
    public var direction: Int? {
      let degrees = Int(octets[2]) + (octets[1] & 0x02 == 0 ? 0 : 180)
      return degrees < 360 ? degrees : nil
    }

    /// Metres per second. Fast drones send in units of 0.75 above the 63.75 that units of 0.25 reach.
    public var speed: DecimalNumber? {
      guard octets[3] != 255 else { return nil }
      let hundredths = octets[1] & 0x01 == 0 ? Int(octets[3]) * 25 : Int(octets[3]) * 75 + 6375
      return DecimalNumber(hundredths, decimals: 2)
    }

    /// Metres per second, positive upwards.
    public var verticalSpeed: DecimalNumber? {
      let halves = Int8(bitPattern: octets[4])
      return halves == 126 ? nil : DecimalNumber(Int(halves) * 5, decimals: 1)
    }

    /// Degrees; `nil` when both coordinates are zero.
    public var latitude: DecimalNumber? {
      hasPosition ? DecimalNumber(Int32(littleEndian: octets, at: 5), decimals: 7) : nil
    }
    /// In degrees, east positive; `nil` when it is not known.
    public var longitude: DecimalNumber? {
      hasPosition ? DecimalNumber(Int32(littleEndian: octets, at: 9), decimals: 7) : nil
    }

    private var hasPosition: Bool { octets[5..<13].contains { $0 != 0 } }

    /// Metres by air pressure, against 1013.25 hPa.
    public var pressureAltitude: DecimalNumber? { Self.altitude(octets, at: 13) }
    /// Metres above the WGS 84 ellipsoid.
    public var geodeticAltitude: DecimalNumber? { Self.altitude(octets, at: 15) }
    /// Metres above take-off or ground.
    public var height: DecimalNumber? { Self.altitude(octets, at: 17) }

    /// Seconds after the full hour (UTC).
    public var timestamp: DecimalNumber? {
      let tenths = UInt16(littleEndian: octets, at: 21)
      return tenths == .max ? nil : DecimalNumber(tenths, decimals: 1)
    }

    /// Half metres above -1000 m, which itself says "unknown".
    fileprivate static func altitude(_ octets: [UInt8], at offset: Int) -> DecimalNumber? {
      let raw = UInt16(littleEndian: octets, at: offset)
      return raw == 0 ? nil : DecimalNumber(Int(raw) * 5 - 10_000, decimals: 1)
    }

    fileprivate func fields(from start: Int) -> [Field] {
      func at(_ offset: Int, _ count: Int) -> Range<Int> { start + offset..<start + offset + count }
      let statuses = ["undeclared", "on the ground", "airborne", "emergency"]
      let statusWords = Int(status) < statuses.count ? statuses[Int(status)] : "status \(status)"
      let above = heightIsAboveGround ? "above ground" : "above take-off"
      return [
        Field("status", status, at: at(1, 1), role: .structure, wording: .phrase(statusWords)),
        Field("latitude", latitude, label: "latitude", at: at(5, 4)),
        Field("longitude", longitude, label: "longitude", at: at(9, 4)),
        Field("direction", direction, label: "heading", unit: "°", at: at(2, 1)),
        Field("speed", speed, unit: "m/s", at: at(3, 1)),
        Field("verticalSpeed", verticalSpeed, label: "climb", unit: "m/s", at: at(4, 1)),
        Field("pressureAltitude", pressureAltitude, label: "pressure altitude", unit: "m", at: at(13, 2)),
        Field("geodeticAltitude", geodeticAltitude, label: "geodetic altitude", unit: "m", at: at(15, 2)),
        Field("height", height, unit: "m \(above)", at: at(17, 2)),
        Field("heightAboveGround", heightIsAboveGround, at: at(1, 1), role: .structure),
        Field("secondsAfterHour", timestamp, unit: "s after the hour", at: at(21, 2)),
        Field("", .null, at: at(23, 1), role: .bits(0xF0)),
      ]
    }
  }
}

extension RemoteID {
  /// Where a drone's operator is, and for a group of drones the area. `nil` stands for what is not known.
  public struct System: Hashable, Sendable {
    /// The whole message of 25 octets.
    private let octets: [UInt8]

    /// The caller has counted 25 octets.
    fileprivate init(message: [UInt8]) {
      octets = message
    }

    /// 0 take-off, 1 live, 2 fixed.
    public var operatorLocationType: UInt8 { octets[1] & 0b11 }
    /// 0 undeclared, 1 European Union.
    public var classificationType: UInt8 { octets[1] >> 2 & 0b111 }
    /// Degrees; `nil` when both coordinates are zero.
    public var latitude: DecimalNumber? {
      hasPosition ? DecimalNumber(Int32(littleEndian: octets, at: 2), decimals: 7) : nil
    }
    /// In degrees, east positive; `nil` when it is not known.
    public var longitude: DecimalNumber? {
      hasPosition ? DecimalNumber(Int32(littleEndian: octets, at: 6), decimals: 7) : nil
    }

    private var hasPosition: Bool { octets[2..<10].contains { $0 != 0 } }

    /// Aircraft in the area.
    public var areaCount: UInt16 { UInt16(littleEndian: octets, at: 10) }
    /// Metres.
    public var areaRadius: Int { Int(octets[12]) * 10 }
    /// Metres above the WGS 84 ellipsoid.
    public var areaCeiling: DecimalNumber? { Location.altitude(octets, at: 13) }
    /// In metres; `nil` when it is not known.
    public var areaFloor: DecimalNumber? { Location.altitude(octets, at: 15) }
    /// European category in the high nibble, class in the low one.
    public var classification: UInt8 { octets[17] }
    /// Metres above the WGS 84 ellipsoid.
    public var operatorAltitude: DecimalNumber? { Location.altitude(octets, at: 18) }
    /// Seconds since 2019-01-01 00:00 UTC; 0 in messages of older versions, which have no timestamp.
    public var timestamp: UInt32 { UInt32(littleEndian: octets, at: 20) }

    fileprivate func fields(from start: Int) -> [Field] {
      func at(_ offset: Int, _ count: Int) -> Range<Int> { start + offset..<start + offset + count }
      return [
        Field("operatorLocationType", operatorLocationType, at: at(1, 1), role: .structure),
        Field("classificationType", classificationType, at: at(1, 1), role: .structure),
        Field("latitude", latitude, label: "operator at latitude", at: at(2, 4)),
        Field("longitude", longitude, label: "longitude", at: at(6, 4)),
        Field("operatorAltitude", operatorAltitude, label: "altitude", unit: "m", at: at(18, 2)),
        Field("areaCount", areaCount, unit: "aircraft", at: at(10, 2)),
        Field("areaRadius", areaRadius, label: "radius", unit: "m", at: at(12, 1)),
        Field("areaCeiling", areaCeiling, label: "ceiling", unit: "m", at: at(13, 2)),
        Field("areaFloor", areaFloor, label: "floor", unit: "m", at: at(15, 2)),
        Field("classification", classification, at: at(17, 1), role: .structure),
        Field("timestamp", timestamp, at: at(20, 4)),
      ]
    }
  }
}
