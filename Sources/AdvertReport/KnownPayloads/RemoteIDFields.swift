internal import AdvertisingData

extension RemoteID {
  var fields: [KnownField] {
    let isPack = if case .pack = content { true } else { false }
    return [
      KnownField("counter", counter),
      KnownField("pack", .truth(isPack), isPack ? (messages.isEmpty ? "empty pack" : "pack") : nil),
      KnownField(
        "messages", .list(messages.map { .object($0.fields) }),
        messages.isEmpty ? nil : messages.map(\.words).joined(separator: "; ")),
      KnownField(
        "surplus", .hex(surplus), surplus.isEmpty ? nil : "\(counted(surplus.count, "byte")) not decoded"),
    ]
  }
}

extension RemoteIDMessage {
  fileprivate var words: String {
    let said = KnownField.words(contentFields)
    return said.isEmpty ? name : "\(name) \(said)"
  }

  fileprivate var fields: [KnownField] {
    [KnownField("type", type), KnownField("name", .text(name)), KnownField("protocolVersion", protocolVersion)]
      + contentFields
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

  private var contentFields: [KnownField] {
    switch content {
    case .basicID(let idType, let aircraftType, let id):
      [
        KnownField("idType", idType, label: "type"), KnownField("aircraftType", aircraftType, label: "aircraft"),
        // Only types 1 and 2 are text.
        idType == 1 || idType == 2
          ? KnownField("id", hostile: Self.unpadded(id), label: "id")
          : KnownField("id", octets: Self.unpadded(id), label: "id"),
      ]
    case .location(let location): location.fields
    case .authentication(let type, let page, let data):
      [
        KnownField("authenticationType", type, label: "type"), KnownField("page", page, label: "page"),
        KnownField("data", octets: data, label: "data"),
      ]
    case .selfID(let type, let text):
      [KnownField("descriptionType", type), KnownField("text", hostile: Self.unpadded(text), label: "text")]
    case .system(let system): system.fields
    case .operatorID(let type, let id):
      [KnownField("idType", type), KnownField("id", hostile: Self.unpadded(id), label: "id")]
    case .other(let data): [KnownField("data", octets: data, label: "data")]
    }
  }

  /// Without the zeros that fill it up.
  private static func unpadded(_ octets: [UInt8]) -> [UInt8] {
    octets.lastIndex { $0 != 0 }.map { Array(octets[...$0]) } ?? []
  }
}

extension RemoteIDLocation {
  fileprivate var fields: [KnownField] {
    let statuses = ["undeclared", "on the ground", "airborne", "emergency"]
    let statusWords = Int(status) < statuses.count ? statuses[Int(status)] : "status \(status)"
    let above = heightIsAboveGround ? "above ground" : "above take-off"
    return [
      KnownField("status", .number(Int(status)), statusWords),
      KnownField("latitude", latitude, label: "latitude"), KnownField("longitude", longitude, label: "longitude"),
      KnownField("direction", direction, label: "heading", unit: "°"),
      KnownField("speed", speed, unit: "m/s"), KnownField("verticalSpeed", verticalSpeed, label: "climb", unit: "m/s"),
      KnownField("pressureAltitude", pressureAltitude, label: "pressure altitude", unit: "m"),
      KnownField("geodeticAltitude", geodeticAltitude, label: "geodetic altitude", unit: "m"),
      KnownField("height", height, unit: "m \(above)"), KnownField("heightAboveGround", .truth(heightIsAboveGround)),
      KnownField("secondsAfterHour", timestamp, unit: "s after the hour"),
    ]
  }
}

extension RemoteIDSystem {
  fileprivate var fields: [KnownField] {
    [
      KnownField("operatorLocationType", operatorLocationType), KnownField("classificationType", classificationType),
      KnownField("latitude", latitude, label: "operator at latitude"),
      KnownField("longitude", longitude, label: "longitude"),
      KnownField("operatorAltitude", operatorAltitude, label: "altitude", unit: "m"),
      KnownField("areaCount", areaCount, unit: "aircraft"),
      KnownField("areaRadius", areaRadius, label: "radius", unit: "m"),
      KnownField("areaCeiling", areaCeiling, label: "ceiling", unit: "m"),
      KnownField("areaFloor", areaFloor, label: "floor", unit: "m"), KnownField("classification", classification),
      KnownField("timestamp", timestamp),
    ]
  }
}
