/// Google's Eddystone beacon frames (service data of 0xFEAA), and those of Find Hub's trackers, which use two of its
/// types.
///
/// Source: the google/eddystone protocol specification; Google, "Find Hub Network Accessory Specification", advertised
/// frames. Fields of several octets are big-endian.
package enum Eddystone {
  /// Eddystone requires the UUID in a service list. Find Hub does not.
  package static let format = KnownPayload.Format(
    "eddystone", name: "Eddystone", in: .services([0xFEAA]),
    fields: [.string("frame")] + uid.columns.declared + EddystoneURL.columns.declared + telemetry.columns.declared
      + encryptedTelemetry.columns.declared + ephemeral.columns.declared + FindHub.declaredFields + [.string("data")],
    // Telemetry has a version after its frame type.
    beginning: { octets in octets.first.map { [.structure(at: 0..<($0 >> 4 == 2 ? 2 : 1))] } ?? [] },
    isFoundByData: { octets, _ in octets.first.map { $0 >> 4 == 4 } ?? false },
    device: { Frame(of: $0) == .findHub ? FindHub.device : nil },
    read: { octets, _ throws(Malformation) in
      try octets.require(octets.first == telemetryType ? 2 : 1)
      let frame = Frame(of: octets)
      let contents = try contents(of: octets, frame)
      let type = Field("frame", .text(frame.rawValue), at: 0..<1, role: .structure)
      return KnownPayload.Reading(
        title: contents.title, fields: [type] + contents.fields, problems: contents.problems)
    })

  private static func contents(of octets: [UInt8], _ frame: Frame) throws(Malformation) -> KnownPayload.Reading {
    switch frame {
    case .uid:
      let fields = try uid.read(octets).fields
      return KnownPayload.Reading(title: uid.title, fields: fields, problems: problemsOfUID(octets))
    case .url: return try EddystoneURL.read(octets)
    case .telemetry: return try withoutColon(telemetry, octets)
    case .encryptedTelemetry: return try withoutColon(encryptedTelemetry, octets)
    case .ephemeral: return try withoutColon(ephemeral, octets)
    case .findHub: return FindHub.read(octets)
    case .other:
      let data = Field("data", .octets(Array(octets[1...])), label: "with", at: 1..<octets.count)
      guard octets[0] == telemetryType else {
        return KnownPayload.Reading(
          title: "frame " + HexDigits.number(octets[0], octets: 1) + ", which Eddystone does not have,", fields: [data],
          problems: [
            .unexpected(offset: 0, expected: "a frame type that Eddystone has: 0x00, 0x10, 0x20 or 0x30")
          ])
      }
      // The version of telemetry stays, so that redaction does not make an unknown version a known one.
      return KnownPayload.Reading(
        title: "Eddystone frame 0x20", fields: [data, .structure(at: 1..<2)],
        problems: [.unexpected(offset: 1, expected: "telemetry version 0 or 1")])
    }
  }

  /// The data taken apart, with a title that has no colon.
  private static func withoutColon(_ form: FixedFormat, _ octets: [UInt8]) throws(Malformation) -> KnownPayload.Reading
  {
    let reading = try form.read(octets)
    return KnownPayload.Reading(title: form.title, fields: reading.fields, problems: reading.problems)
  }

  private static let telemetryType: UInt8 = 0x20

  /// The kinds of frames, with their names for machines.
  package enum Frame: String {
    /// A fixed identifier.
    case uid = "UID"
    /// A web address.
    case url = "URL"
    /// Measurements of the beacon itself.
    case telemetry = "TLM"
    /// Measurements that only the owner can read.
    case encryptedTelemetry = "eTLM"
    /// An identifier that changes, which only the owner can resolve.
    case ephemeral = "EID"
    /// A tracker of Google's Find Hub network.
    case findHub
    /// A frame of a type that Eddystone does not have, or telemetry of another version.
    case other

    /// The kind by the first octets: the type of the frame, and for telemetry its version.
    package init(of octets: [UInt8]) {
      switch octets.first {
      case 0x00: self = .uid
      case 0x10: self = .url
      case Eddystone.telemetryType:
        switch octets.dropFirst().first {
        case 0: self = .telemetry
        case 1: self = .encryptedTelemetry
        default: self = .other
        }
      case 0x30: self = .ephemeral
      // Trackers started after Eddystone ended, so shorter frames of these types are not theirs.
      case 0x40, 0x41: self = octets.count > FindHub.identifierCount ? .findHub : .other
      default: self = .other
      }
    }
  }

  /// In dBm at 0 m, which is 41 dB above that at 1 m.
  fileprivate static let power = FixedFormat.Column.integer(
    "txPowerAt0m", at: 1, isSigned: true, unit: "dBm at 0 m", role: .structure)

  /// An identifier of a namespace and an instance in it. Two reserved octets follow, or none, which is common.
  private static let uid = FixedFormat(
    "Eddystone UID", count: 18, .found, [.octets("namespace", at: 2..<12), .octets("instance", at: 12..<18), power])

  private static func problemsOfUID(_ octets: [UInt8]) -> [KnownPayload.Problem] {
    (octets.count == 19 ? [.unexpected(offset: 18, expected: "two reserved bytes or none")] : [])
      + (octets[18..<min(20, octets.count)].allSatisfy { $0 == 0 } ? [] : [.reserved(offset: 18)])
      + KnownPayload.Problem.surplus(of: octets, after: 20)
  }

  /// The state of the beacon itself since it was switched on.
  private static let telemetry = FixedFormat(
    "Eddystone TLM", count: 14, .strict,
    [
      .structure(at: 1..<2),
      .integer("batteryMillivolts", at: 2, octets: 2, .bigEndian, missing: 0, label: "battery", unit: "mV"),
      .decimal(
        "temperature", at: 4, octets: 2, .bigEndian, isSigned: true, factor: 390_625, decimals: 8, missing: 0x8000,
        unit: "°C"),
      .integer("advertisements", at: 6, octets: 4, .bigEndian, unit: "advertisements"),
      .decimal("uptimeSeconds", at: 10, octets: 4, .bigEndian, decimals: 1, label: "up", unit: "s"),
    ])

  /// Telemetry encrypted by a beacon that sends ephemeral identifiers. The salt makes equal measurements differ.
  private static let encryptedTelemetry = FixedFormat(
    "Eddystone eTLM", count: 18, .strict,
    [
      .structure(at: 1..<2), .octets("encrypted", at: 2..<14), .integer("salt", at: 14, octets: 2, .bigEndian),
      .integer("check", at: 16, octets: 2, .bigEndian),
    ])

  /// An identifier that only its owner's resolver can trace.
  private static let ephemeral = FixedFormat("Eddystone EID", count: 10, .strict, [.octets("id", at: 2..<10), power])
}

/// A web address with its common parts as single octets.
private enum EddystoneURL {
  /// The beginnings of addresses, by code, and the texts for the codes from 0x00 on in the rest.
  private static let schemes = ["http://www.", "https://www.", "http://", "https://"]
  private static let endings = [
    ".com/", ".org/", ".edu/", ".net/", ".info/", ".biz/", ".gov/", ".com", ".org", ".edu", ".net", ".info", ".biz",
    ".gov",
  ]
  private static let start = 3
  private static let maximumCount = 17

  static let columns: [FixedFormat.Column] = [
    .structure(at: 2..<3),
    .field(.string("url", orNull: true)) { octets in
      Field(
        "url", text(of: octets).map { .bareForeignText($0) } ?? .null, whenEmpty: "that is none", at: 2..<octets.count)
    },
    .field(.string("encoded")) { octets in
      Field("encoded", .octets(Array(octets[start...])), at: start..<octets.count)
    }, Eddystone.power,
  ]

  static func read(_ octets: [UInt8]) throws(Malformation) -> KnownPayload.Reading {
    try octets.require(start)
    return KnownPayload.Reading(
      title: "Eddystone URL", fields: columns.fields(of: octets) + characters(of: octets),
      problems: problems(of: octets))
  }

  /// Returns the address in full, with reserved octets as `%0e`; `nil` when the scheme is not one of the four.
  private static func text(of octets: [UInt8]) -> String? {
    guard schemes.indices.contains(Int(octets[2])) else { return nil }
    return octets[start...].reduce(into: schemes[Int(octets[2])]) { text, octet in
      switch octet {
      case 0x00...0x0D: text += endings[Int(octet)]
      case 0x21...0x7E: text += String(decoding: [octet], as: UTF8.self)
      default: text += "%" + HexDigits.text(UInt64(octet), digits: 2)
      }
    }
  }

  private static func isReserved(_ octet: UInt8) -> Bool { (0x0E...0x20).contains(octet) || octet >= 0x7F }

  private static func problems(of octets: [UInt8]) -> [KnownPayload.Problem] {
    let scheme: [KnownPayload.Problem] =
      schemes.indices.contains(Int(octets[2])) ? [] : [.unexpected(offset: 2, expected: "a scheme from 0 to 3")]
    let reserved = octets[start...].firstIndex(where: isReserved)
    return scheme + (reserved.map { [.reserved(offset: $0)] } ?? [])
      + KnownPayload.Problem.surplus(of: octets, after: start + maximumCount)
  }

  /// Returns the role of each octet of the address, up to the first octet that no address can have. A finding names
  /// that one, so it stays; the octets after it are not part of an address.
  private static func characters(of octets: [UInt8]) -> [Field] {
    var characters: [Field] = []
    for (index, octet) in octets.enumerated().dropFirst(start) {
      let range = index..<index + 1
      switch octet {
      // Codes of endings such as `.com/`.
      case 0x00...0x0D: characters.append(.structure(at: range))
      case 0x21...0x7E: characters.append(Field("", .null, at: range, role: .text))
      default: return characters + [.structure(at: range)]
      }
    }
    return characters
  }
}
