/// Google's Eddystone beacon frames (service data of 0xFEAA).
///
/// Source: the google/eddystone protocol specification. Fields of several octets are big-endian.
public struct Eddystone: KnownFormat {
  public static let format = KnownPayload.Format("eddystone", name: "Eddystone", in: .services([0xFEAA]), as: Self.self)

  /// Eddystone asks for the list. Find Hub, which took over two of its frame types, does not.
  public static func isFoundByData(_ octets: [UInt8], of _: UInt16) -> Bool {
    octets.first.map { $0 >> 4 == 4 } ?? false
  }

  /// The frame by its type.
  public let frame: Frame

  /// The frames that Eddystone has.
  public enum Frame: Hashable, Sendable {
    /// A fixed identifier (type 0x00).
    case uid(UID)
    /// A web address (type 0x10).
    case url(URL)
    /// Measurements of the beacon itself (type 0x20, version 0).
    case telemetry(Telemetry)
    /// Measurements that only the owner can read (type 0x20, version 1).
    case encryptedTelemetry(EncryptedTelemetry)
    /// An identifier that changes, which only the owner can resolve (type 0x30).
    case ephemeral(EID)
    /// A tracker of Google's Find Hub network.
    case findHub(FindHub)
    /// A frame of a type that Eddystone does not have, or telemetry of another version. The type is the first octet, and
    /// the octets are those after it.
    case other(type: UInt8, [UInt8])
  }

  /// Service data with this frame.
  public init(_ frame: Frame) { self.frame = frame }

  /// Throws when the octets are too few for their frame type.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(1)
    switch octets[0] {
    case Self.uidType: frame = .uid(try UID(decoding: octets))
    case Self.urlType: frame = .url(try URL(decoding: octets))
    case Self.telemetryType:
      try octets.require(2)
      switch octets[1] {
      case 0: frame = .telemetry(try Telemetry(decoding: octets))
      case 1: frame = .encryptedTelemetry(try EncryptedTelemetry(decoding: octets))
      default: frame = .other(type: Self.telemetryType, Array(octets[1...]))
      }
    case Self.ephemeralType: frame = .ephemeral(try EID(decoding: octets))
    // Trackers came after Eddystone was given up, so shorter frames of their types are of others.
    case FindHub.type, FindHub.protectedType:
      frame = FindHub(decoding: octets).map { .findHub($0) } ?? .other(type: octets[0], Array(octets[1...]))
    case let type: frame = .other(type: type, Array(octets[1...]))
    }
  }

  private static let uidType: UInt8 = 0x00
  private static let urlType: UInt8 = 0x10
  private static let telemetryType: UInt8 = 0x20
  private static let ephemeralType: UInt8 = 0x30

  /// The first octet.
  public var type: UInt8 {
    switch frame {
    case .uid: Self.uidType
    case .url: Self.urlType
    case .telemetry, .encryptedTelemetry: Self.telemetryType
    case .ephemeral: Self.ephemeralType
    case .findHub(let frame): frame.isProtected ? FindHub.protectedType : FindHub.type
    case .other(let type, _): type
    }
  }

  public var octets: [UInt8] {
    let body =
      switch frame {
      case .uid(let frame): frame.octets
      case .url(let frame): frame.octets
      case .telemetry(let frame): frame.octets
      case .encryptedTelemetry(let frame): frame.octets
      case .ephemeral(let frame): frame.octets
      case .findHub(let frame): frame.octets
      case .other(_, let octets): octets
      }
    return [type] + body
  }

  public var problems: [KnownPayload.Problem] {
    switch frame {
    case .uid(let frame): frame.problems
    case .url(let frame): frame.problems
    case .telemetry(let frame): frame.problems
    case .encryptedTelemetry(let frame): frame.problems
    case .ephemeral(let frame): frame.problems
    case .findHub(let frame): frame.problems
    case .other(Self.telemetryType, _): [.unexpected(offset: 1, expected: "telemetry version 0 or 1")]
    case .other: [.unexpected(offset: 0, expected: "a frame type that Eddystone has: 0x00, 0x10, 0x20 or 0x30")]
    }
  }

  public var title: String {
    switch frame {
    case .uid: "Eddystone UID"
    case .url: "Eddystone URL"
    case .telemetry: "Eddystone TLM"
    case .encryptedTelemetry: "Eddystone eTLM"
    case .ephemeral: "Eddystone EID"
    case .findHub: FindHub.device
    case .other(Self.telemetryType, _): "Eddystone frame 0x20"
    case .other(let type, _): "frame " + HexDigits.number(type, octets: 1) + ", which Eddystone does not have,"
    }
  }

  public var device: String? {
    if case .findHub = frame { FindHub.device } else { nil }
  }

  /// The type of the frame comes first.
  public var fields: [Field] {
    switch frame {
    case .uid(let frame): return [Self.frame("UID")] + frame.fields
    case .url(let frame): return [Self.frame("URL")] + frame.fields
    case .telemetry(let frame): return [Self.frame("TLM")] + frame.fields
    case .encryptedTelemetry(let frame): return [Self.frame("eTLM")] + frame.fields
    case .ephemeral(let frame): return [Self.frame("EID")] + frame.fields
    case .findHub(let frame): return [Self.frame("findHub")] + frame.fields
    case .other(let type, let octets):
      let data = Field("data", .octets(octets), label: "with", at: 1..<1 + octets.count)
      // The version of telemetry stays, so that redaction does not make a known one of it.
      return [Self.frame("other"), data] + (type == Self.telemetryType ? [.structure(at: 1..<2)] : [])
    }
  }

  private static func frame(_ name: String) -> Field {
    Field("frame", .text(name), at: 0..<1, role: .structure)
  }

  private static func power(_ dBm: Int8) -> Field {
    Field("txPowerAt0m", dBm, unit: "dBm at 0 m", at: 1..<2, role: .structure)
  }

  public static func beginning(of octets: [UInt8]) -> [Field] {
    // Telemetry has a version after its frame type.
    octets.first.map { [.structure(at: 0..<($0 >> 4 == 2 ? 2 : 1))] } ?? []
  }
}

extension Eddystone {
  /// An Eddystone-UID frame: an identifier of a namespace and an instance in it.
  public struct UID: Hashable, Sendable {
    /// Power in dBm at 0 m, which is 41 dB above that at 1 m.
    public let txPowerAt0m: Int8
    /// 10 octets.
    public let namespace: [UInt8]
    /// 6 octets.
    public let instance: [UInt8]
    /// Two zero octets, or none, which is common.
    public let reserved: [UInt8]
    /// Octets after the last field; empty in practice.
    public let surplus: [UInt8]

    /// `nil` unless the namespace has 10 octets and the instance 6.
    public init?(txPowerAt0m: Int8, namespace: [UInt8], instance: [UInt8]) {
      guard namespace.count == 10, instance.count == 6 else { return nil }
      self.txPowerAt0m = txPowerAt0m
      self.namespace = namespace
      self.instance = instance
      reserved = [0, 0]
      surplus = []
    }

    /// Throws when there are fewer than 18 octets, the frame type included.
    fileprivate init(decoding octets: [UInt8]) throws(Malformation) {
      try octets.require(18)
      txPowerAt0m = Int8(bitPattern: octets[1])
      namespace = Array(octets[2..<12])
      instance = Array(octets[12..<18])
      reserved = Array(octets[18..<min(20, octets.count)])
      surplus = Array(octets[(18 + reserved.count)...])
    }

    /// What follows the frame type octet.
    fileprivate var octets: [UInt8] { [UInt8(bitPattern: txPowerAt0m)] + namespace + instance + reserved + surplus }

    fileprivate var problems: [KnownPayload.Problem] {
      let length: [KnownPayload.Problem] =
        reserved.count == 1 ? [.unexpected(offset: 18, expected: "two reserved bytes or none")] : []
      let value: [KnownPayload.Problem] = reserved.allSatisfy { $0 == 0 } ? [] : [.reserved(offset: 18)]
      return length + value + KnownPayload.Problem.surplus(surplus, at: 20)
    }

    fileprivate var fields: [Field] {
      [
        Field("namespace", .octets(namespace), label: "namespace", at: 2..<12),
        Field("instance", .octets(instance), label: "instance", at: 12..<18),
        Eddystone.power(txPowerAt0m),
      ]
    }
  }
}

extension Eddystone {
  /// An Eddystone-URL frame: a web address with its common parts as single octets.
  public struct URL: Hashable, Sendable {
    /// Power in dBm at 0 m, which is 41 dB above that at 1 m.
    public let txPowerAt0m: Int8
    /// Which beginning the address has: 0 to 3.
    public let scheme: UInt8
    /// The rest of the address, at most 17 octets, some of which stand for a domain ending.
    public let encoded: [UInt8]

    private static let schemes = ["http://www.", "https://www.", "http://", "https://"]
    /// In the order of their codes, from 0x00.
    private static let endings = [
      ".com/", ".org/", ".edu/", ".net/", ".info/", ".biz/", ".gov/", ".com", ".org", ".edu", ".net", ".info", ".biz",
      ".gov",
    ]
    private static let longest = 17

    /// Shortens an address; `nil` when it does not start with http:// or https://, holds anything but printable ASCII, or
    /// stays too long.
    public init?(_ url: some StringProtocol, txPowerAt0m: Int8) {
      let text = Array(url.utf8)
      guard text.allSatisfy({ (0x21...0x7E).contains($0) }),
        let scheme = Self.schemes.indices.first(where: { text.starts(with: Self.schemes[$0].utf8) })
      else { return nil }
      var encoded: [UInt8] = []
      var position = Self.schemes[scheme].utf8.count
      while position < text.count {
        let rest = text[position...]
        if let code = Self.endings.indices.first(where: { rest.starts(with: Self.endings[$0].utf8) }) {
          encoded.append(UInt8(code))
          position += Self.endings[code].utf8.count
        } else {
          encoded.append(text[position])
          position += 1
        }
      }
      guard encoded.count <= Self.longest else { return nil }
      self.txPowerAt0m = txPowerAt0m
      self.scheme = UInt8(scheme)
      self.encoded = encoded
    }

    /// Throws when there are fewer than 3 octets, the frame type included.
    fileprivate init(decoding octets: [UInt8]) throws(Malformation) {
      try octets.require(3)
      txPowerAt0m = Int8(bitPattern: octets[1])
      scheme = octets[2]
      encoded = Array(octets[3...])
    }

    /// What follows the frame type octet.
    fileprivate var octets: [UInt8] { [UInt8(bitPattern: txPowerAt0m), scheme] + encoded }

    /// The address in full, reserved octets as `%0e`; `nil` when the scheme is none of the four.
    public var text: String? {
      guard Int(scheme) < Self.schemes.count else { return nil }
      var text = Self.schemes[Int(scheme)]
      for octet in encoded {
        switch octet {
        case 0x00...0x0D: text += Self.endings[Int(octet)]
        case 0x21...0x7E: text += String(decoding: [octet], as: UTF8.self)
        default: text += "%" + HexDigits.text(UInt64(octet), digits: 2)
        }
      }
      return text
    }

    fileprivate var problems: [KnownPayload.Problem] {
      var problems: [KnownPayload.Problem] = []
      if Int(scheme) >= Self.schemes.count { problems.append(.unexpected(offset: 2, expected: "a scheme from 0 to 3")) }
      for (index, octet) in encoded.enumerated() {
        if (0x0E...0x20).contains(octet) || octet >= 0x7F {
          problems.append(.reserved(offset: 3 + index))
          break
        }
      }
      return problems + KnownPayload.Problem.surplus(Array(encoded.dropFirst(Self.longest)), at: 3 + Self.longest)
    }

    fileprivate var fields: [Field] {
      [
        .structure(at: 2..<3),
        Field(
          "url", text.map { .bareForeignText($0) } ?? .null, whenEmpty: "that is none", at: 2..<3 + encoded.count),
        Field("encoded", .octets(encoded), at: 3..<3 + encoded.count),
        Eddystone.power(txPowerAt0m),
      ] + characters
    }

    /// The role of each octet of the address, up to the first octet that no address can have. A finding names that one, so
    /// it stays; what follows it is no address.
    private var characters: [Field] {
      var characters: [Field] = []
      for (index, octet) in encoded.enumerated() {
        let range = 3 + index..<4 + index
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
}

extension Eddystone {
  /// An Eddystone-TLM frame of version 0: the beacon's own health.
  public struct Telemetry: Hashable, Sendable {
    /// Millivolts; 0 when not supported.
    public let batteryVoltage: UInt16
    /// In 1/256 °C; 0x8000 when not supported.
    public let rawTemperature: Int16
    /// Advertisements since power-on or reboot.
    public let advertisements: UInt32
    /// Time since power-on or reboot in 0.1 s.
    public let uptime: UInt32
    /// Octets after the last field; empty in practice.
    public let surplus: [UInt8]

    /// Measurements as they are sent: millivolt, 1/256 °C, frames sent, and time in 0.1 s.
    public init(batteryVoltage: UInt16, rawTemperature: Int16, advertisements: UInt32, uptime: UInt32) {
      self.batteryVoltage = batteryVoltage
      self.rawTemperature = rawTemperature
      self.advertisements = advertisements
      self.uptime = uptime
      surplus = []
    }

    /// Throws when there are fewer than 14 octets, frame type and version included.
    fileprivate init(decoding octets: [UInt8]) throws(Malformation) {
      try octets.require(14)
      batteryVoltage = UInt16(bigEndian: octets, at: 2)
      rawTemperature = Int16(bigEndian: octets, at: 4)
      advertisements = UInt32(bigEndian: octets, at: 6)
      uptime = UInt32(bigEndian: octets, at: 10)
      surplus = Array(octets[14...])
    }

    /// What follows the frame type octet.
    fileprivate var octets: [UInt8] {
      [0] + batteryVoltage.bigEndianOctets + rawTemperature.bigEndianOctets + advertisements.bigEndianOctets
        + uptime.bigEndianOctets + surplus
    }

    /// °C, `nil` when not supported.
    public var temperature: DecimalNumber? {
      rawTemperature == .min ? nil : DecimalNumber(Int64(rawTemperature) * 390_625, decimals: 8)
    }

    /// Seconds.
    public var uptimeSeconds: DecimalNumber { DecimalNumber(uptime, decimals: 1) }

    fileprivate var problems: [KnownPayload.Problem] { KnownPayload.Problem.surplus(surplus, at: 14) }

    fileprivate var fields: [Field] {
      [
        .structure(at: 1..<2),
        Field(
          "batteryMillivolts", batteryVoltage == 0 ? nil : batteryVoltage, label: "battery", unit: "mV", at: 2..<4),
        Field("temperature", temperature, unit: "°C", at: 4..<6),
        Field("advertisements", advertisements, unit: "advertisements", at: 6..<10),
        Field("uptimeSeconds", uptimeSeconds, label: "up", unit: "s", at: 10..<14),
      ]
    }
  }
}

extension Eddystone {
  /// An Eddystone-TLM frame of version 1: telemetry encrypted by a beacon that sends ephemeral identifiers.
  public struct EncryptedTelemetry: Hashable, Sendable {
    /// 12 octets.
    public let encrypted: [UInt8]
    /// A number that makes equal measurements differ when they are encrypted.
    public let salt: UInt16
    /// Message integrity check.
    public let check: UInt16
    /// Octets after the last field; empty in practice.
    public let surplus: [UInt8]

    /// Throws when there are fewer than 18 octets, frame type and version included.
    fileprivate init(decoding octets: [UInt8]) throws(Malformation) {
      try octets.require(18)
      encrypted = Array(octets[2..<14])
      salt = UInt16(bigEndian: octets, at: 14)
      check = UInt16(bigEndian: octets, at: 16)
      surplus = Array(octets[18...])
    }

    /// What follows the frame type octet.
    fileprivate var octets: [UInt8] { [1] + encrypted + salt.bigEndianOctets + check.bigEndianOctets + surplus }

    fileprivate var problems: [KnownPayload.Problem] { KnownPayload.Problem.surplus(surplus, at: 18) }

    fileprivate var fields: [Field] {
      [
        .structure(at: 1..<2),
        Field("encrypted", .octets(encrypted), label: "encrypted", at: 2..<14),
        Field("salt", salt, at: 14..<16),
        Field("check", check, at: 16..<18),
      ]
    }
  }
}

extension Eddystone {
  /// An Eddystone-EID frame: an identifier that changes and that only its owner's resolver can trace.
  public struct EID: Hashable, Sendable {
    /// Power in dBm at 0 m, which is 41 dB above that at 1 m.
    public let txPowerAt0m: Int8
    /// 8 octets.
    public let identifier: [UInt8]
    /// Octets after the last field; empty in practice.
    public let surplus: [UInt8]

    /// Throws when there are fewer than 10 octets, the frame type included.
    fileprivate init(decoding octets: [UInt8]) throws(Malformation) {
      try octets.require(10)
      txPowerAt0m = Int8(bitPattern: octets[1])
      identifier = Array(octets[2..<10])
      surplus = Array(octets[10...])
    }

    /// What follows the frame type octet.
    fileprivate var octets: [UInt8] { [UInt8(bitPattern: txPowerAt0m)] + identifier + surplus }

    fileprivate var problems: [KnownPayload.Problem] { KnownPayload.Problem.surplus(surplus, at: 10) }

    fileprivate var fields: [Field] {
      [Field("id", .octets(identifier), label: "id", at: 2..<10), Eddystone.power(txPowerAt0m)]
    }
  }
}
