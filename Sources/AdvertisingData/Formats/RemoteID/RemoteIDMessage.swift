extension RemoteID {
  /// One Remote ID message: always 25 octets.
  public struct Message: Hashable, Sendable {
    /// The octets of a message.
    public static let length = 25
    static let packType: UInt8 = 0xF

    /// The 25 octets as sent.
    public let octets: [UInt8]

    /// `nil` unless there are 25 octets.
    public init?(_ octets: [UInt8]) {
      guard octets.count == Self.length else { return nil }
      self.octets = octets
    }

    /// The caller has counted 25 octets.
    init(whole octets: [UInt8]) {
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
      /// A page of what proves who sent the messages.
      case authentication(Authentication)
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
      case 2: .authentication(Authentication(message: octets))
      case 3: .selfID(descriptionType: octets[1], Array(octets[2...]))
      case 4: .system(System(message: octets))
      case 5: .operatorID(idType: octets[1], Array(octets[2..<22]))
      default: .other(Array(octets[1...]))
      }
    }

    /// Offsets count from the first octet of the message.
    var problems: [KnownPayload.Problem] {
      let version: [KnownPayload.Problem] =
        protocolVersion > 2 ? [.unexpected(offset: 0, expected: "a protocol version from 0 to 2")] : []
      let reserved: [KnownPayload.Problem]
      switch type {
      case 0, 5: reserved = octets[22...].allSatisfy { $0 == 0 } ? [] : [.reserved(offset: 22)]
      case 1:
        reserved =
          KnownPayload.Problem.reserved(octets[1] & 0x08, at: 1)
          + KnownPayload.Problem.reserved(octets[23] >> 4, at: 23)
          + KnownPayload.Problem.reserved(octets[24], at: 24) + Position(octets, at: 5).problems
      case 4:
        reserved =
          KnownPayload.Problem.reserved(octets[1] >> 5, at: 1) + KnownPayload.Problem.reserved(octets[24], at: 24)
          + Position(octets, at: 2).problems
      case 2: reserved = Authentication(message: octets).problems
      case 3: reserved = []
      default: reserved = [.unexpected(offset: 0, expected: "a message type from 0 to 5")]
      }
      return version + reserved
    }

    /// Type and version, the kind of what follows, and reserved bits that share an octet with others stay.
    func fields(from start: Int) -> [Field] {
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
        return [Field].assigned(
          "idType", idType, RemoteIDNames.idTypes, named: "idTypeName", of: "id of type", at: kind)
          + .assigned(
            "aircraftType", aircraftType, RemoteIDNames.aircraftTypes, named: "aircraftTypeName", of: "aircraft type",
            at: kind) + [
            Field(
              "id", isText ? .foreignText(Self.unpadded(id)) : .octets(Self.unpadded(id)), label: "id", at: identifier,
              role: isText ? .text : .data)
          ]
      case .location(let location): return location.fields(from: start)
      case .authentication(let authentication): return authentication.fields(from: start)
      case .selfID(let type, let text):
        return [Field].assigned(
          "descriptionType", type, RemoteIDNames.descriptionTypes, named: "descriptionTypeName",
          of: "description of type",
          at: kind) + [Field("text", .foreignText(Self.unpadded(text)), label: "text", at: rest, role: .text)]
      case .system(let system): return system.fields(from: start)
      case .operatorID(let type, let id):
        return [Field].assigned(
          "idType", type, RemoteIDNames.operatorIDTypes, named: "idTypeName", of: "id of type", at: kind)
          + [Field("id", .foreignText(Self.unpadded(id)), label: "id", at: identifier, role: .text)]
      case .other(let data): return [Field("data", .octets(data), label: "data", at: start + 1..<start + Self.length)]
      }
    }

    /// Without the zeros that fill it up.
    static func unpadded(_ octets: [UInt8]) -> [UInt8] {
      octets.lastIndex { $0 != 0 }.map { Array(octets[...$0]) } ?? []
    }
  }
}
