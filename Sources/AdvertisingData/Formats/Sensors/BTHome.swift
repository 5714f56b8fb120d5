/// BTHome version 2 (service data of 0xFCD2): measurements and events of home sensors.
///
/// Source: the BTHome v2 format as implemented by bthome-ble; little-endian.
public struct BTHome: KnownFormat {
  public static let format = KnownPayload.Format("btHome", name: "BTHome", in: .services([0xFCD2]), as: Self.self)
  public static func isFoundByData(_: [UInt8], of _: UInt16) -> Bool { true }

  /// The first octet: the version, and how the rest is read.
  public let deviceInfo: DeviceInfo
  /// The device's address as printed, 6 octets; `nil` when the data leaves it out.
  public let address: [UInt8]?
  /// What follows the first octet and the address.
  public let content: Content

  /// The first octet.
  public struct DeviceInfo: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The objects are encrypted.
    public static let encrypted = Self(rawValue: 0x01)
    /// The address of the device follows the first octet.
    public static let address = Self(rawValue: 0x02)
    /// Advertises when something happens, rather than regularly.
    public static let triggerBased = Self(rawValue: 0x04)
    /// Bits 3 and 4.
    public static let reserved = Self(rawValue: 0x18)

    /// Bits 5 to 7; 2 is the version known here.
    public var version: UInt8 { rawValue >> 5 }
  }

  /// The measurements and events, as far as they can be read.
  public enum Content: Hashable, Sendable {
    /// `rest` starts with an object whose length is not known, or that is cut off; empty when all is well.
    case objects([Object], rest: [UInt8])
    /// The objects encrypted, the counter and four octets of integrity check.
    case encrypted([UInt8], counter: UInt32, check: [UInt8])
    /// Of another version.
    case opaque([UInt8])
  }

  /// Version 2 with these objects, not encrypted and without an address.
  public init(_ objects: [Object], isTriggerBased: Bool = false) {
    deviceInfo = DeviceInfo(rawValue: isTriggerBased ? 0x44 : 0x40)
    address = nil
    content = .objects(objects, rest: [])
  }

  /// Throws when the octets are too few for what the first one announces.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(1)
    deviceInfo = DeviceInfo(rawValue: octets[0])
    guard deviceInfo.version == 2 else {
      address = nil
      content = .opaque(Array(octets[1...]))
      return
    }
    var position = 1
    if deviceInfo.contains(.address) {
      try octets.require(7)
      address = Array(octets[1..<7].reversed())
      position = 7
    } else {
      address = nil
    }
    if deviceInfo.contains(.encrypted) {
      try octets.require(position + 8)
      let end = octets.count - 8
      content = .encrypted(
        Array(octets[position..<end]), counter: UInt32(littleEndian: octets, at: end),
        check: Array(octets[(end + 4)...]))
    } else {
      let (objects, objectsEnd) = Object.all(in: octets, from: position)
      content = .objects(objects, rest: Array(octets[objectsEnd...]))
    }
  }

  private var header: [UInt8] { [deviceInfo.rawValue] + Array((address ?? []).reversed()) }

  public var octets: [UInt8] {
    switch content {
    case .objects(let objects, let rest): header + objects.flatMap { $0.octets } + rest
    case .encrypted(let octets, let counter, let check): header + octets + counter.littleEndianOctets + check
    case .opaque(let octets): header + octets
    }
  }

  public var problems: [KnownPayload.Problem] {
    guard deviceInfo.version == 2 else { return [.unexpected(offset: 0, expected: "version 2 in the top three bits")] }
    var problems = KnownPayload.Problem.reserved(deviceInfo.intersection(.reserved).rawValue, at: 0)
    guard case .objects(let objects, let rest) = content else { return problems }
    var position = header.count
    var previous: UInt8 = 0
    var isSorted = true
    for object in objects {
      if object.kind.id < previous, isSorted {
        // One finding is enough: receivers of an older version stop here.
        problems.append(.unexpected(offset: position, expected: "an object id that is not below the one before"))
        isSorted = false
      }
      previous = object.kind.id
      position += object.octets.count
    }
    if let id = rest.first {
      let isKnown = Object.Kind(id: id) != nil
      problems.append(isKnown ? .cut(offset: position) : .unexpected(offset: position, expected: "a known object id"))
    }
    return problems
  }

  public var fields: [Field] { fields(.unknown) }

  /// The fields, with what a key tells of encrypted ones.
  func fields(_ opening: DataOpening) -> [Field] {
    [
      Field("version", deviceInfo.version, at: 0..<1, role: .structure),
      Field(
        "triggerBased", deviceInfo.contains(.triggerBased), whenTrue: "on events", at: 0..<1, role: .structure),
      Field(
        "address", address.map { .address($0) } ?? .null, at: address.map { _ in 1..<7 },
        role: address == nil
          ? .data : .address(isLittleEndian: true, name: "the address of a BTHome device"),
        wording: .value),
    ] + contentFields(opening)
  }

  private func contentFields(_ opening: DataOpening) -> [Field] {
    let start = header.count
    switch content {
    case .objects(let objects, let rest):
      let (said, position) = Field.objects(objects, from: start)
      // What decides how the rest would be read.
      let hasLength = rest.first.flatMap { Object.Kind(id: $0) }.map { $0.length == nil } ?? false
      return [
        Field("encrypted", false, at: 0..<1, role: .structure), said,
        Field("rest", .octets(rest), label: "not decoded", at: position..<position + rest.count),
      ] + (rest.isEmpty ? [] : [.structure(at: position..<position + (hasLength ? 2 : 1))])
    case .encrypted(let octets, let counter, let check):
      let end = start + octets.count
      return opening.fields(of: octets, at: start, markedBy: 0..<1) { plaintext in
        let (objects, objectsEnd) = Object.all(in: plaintext, from: 0)
        return Field.objects(objects, rest: plaintext[objectsEnd...], from: start)
      } + [
        Field("counter", counter, label: "counter", at: end..<end + 4),
        Field("check", .octets(check), label: "check", at: end + 4..<end + 8),
      ]
    case .opaque(let octets):
      return [Field("data", .octets(octets), label: "of another version", at: start..<start + octets.count)]
    }
  }

  public static func beginning(of octets: [UInt8]) -> [Field] { [.structure(at: 0..<1)] }

  /// The encrypted part, `nil` when nothing is encrypted. An address in the data counts more than that of the sender.
  func sealed(sentFrom sender: [UInt8]) -> SealedData? {
    guard case .encrypted(let ciphertext, let counter, let check) = content else { return nil }
    return SealedData(
      nonce: (address ?? sender) + [0xD2, 0xFC, deviceInfo.rawValue] + counter.littleEndianOctets, associatedData: [],
      ciphertext: ciphertext, proof: .check(check))
  }
}

extension BTHome {
  /// One measurement or event of BTHome: its kind, and the octets of its value.
  public struct Object: Hashable, Sendable, DataObject {
    /// What is measured, or what happened.
    public let kind: Kind
    /// As sent, without the length octet of texts and raw data.
    public let value: [UInt8]

    /// `nil` when the value does not have the kind's length.
    public init?(_ kind: Kind, value: [UInt8]) {
      guard kind.length.map({ $0 == value.count }) ?? (value.count <= 255) else { return nil }
      self.kind = kind
      self.value = value
    }

    /// What an object id means.
    public struct Kind: Hashable, Sendable {
      /// The object id as sent.
      public let id: UInt8
      /// What is measured, or what happened, in English.
      public let name: String
      /// How the value is written.
      public let form: Form
      /// Empty when there is none.
      public let unit: String

      /// How the value is written.
      public enum Form: Hashable, Sendable {
        /// An integer of `octets` octets, little-endian; times `factor`, divided by ten to the power of `decimals`.
        case number(octets: Int, isSigned: Bool, factor: Int64, decimals: Int)
        /// One octet, 0 or 1.
        case binary
        /// A length octet, then UTF-8.
        case text
        /// A length octet, then octets.
        case raw
        /// This many octets that are no number.
        case octets(Int)
      }

      /// Octets of the value, `nil` when a length octet says it.
      var length: Int? {
        switch form {
        case .number(let octets, _, _, _), .octets(let octets): octets
        case .binary: 1
        case .text, .raw: nil
        }
      }

      /// The kind of this id, `nil` when it is not known, and so its length neither.
      public init?(id: UInt8) {
        guard let kind = Self.all.first(where: { $0.id == id }) else { return nil }
        self = kind
      }

      init(_ id: UInt8, _ name: String, _ form: Form, unit: String = "") {
        self.id = id
        self.name = name
        self.form = form
        self.unit = unit
      }
    }

    /// The number, when the kind is one.
    public var number: DecimalNumber? {
      guard case .number(let count, let isSigned, let factor, let decimals) = kind.form else { return nil }
      let bits = value.span.littleEndian(at: 0, count: count)
      let raw = isSigned ? Int64(signed: bits, width: 8 * count) : Int64(truncatingIfNeeded: bits)
      return DecimalNumber(raw &* factor, decimals: decimals)
    }

    /// The whole objects of known kinds from `start` on, and where they end.
    fileprivate static func all(in octets: [UInt8], from start: Int) -> (objects: [Object], end: Int) {
      var objects: [Object] = []
      var position = start
      while position < octets.count, let kind = Kind(id: octets[position]) {
        var valueStart = position + 1
        let length: Int
        if let fixed = kind.length {
          length = fixed
        } else {
          guard valueStart < octets.count else { break }
          length = Int(octets[valueStart])
          valueStart += 1
        }
        let end = valueStart + length
        guard end <= octets.count, let object = Object(kind, value: Array(octets[valueStart..<end])) else { break }
        objects.append(object)
        position = end
      }
      return (objects, position)
    }

    var octets: [UInt8] {
      [kind.id] + (kind.length == nil ? [UInt8(truncatingIfNeeded: value.count)] : []) + value
    }

    func fields(from start: Int) -> [Field] {
      let valueStart = start + (kind.length == nil ? 2 : 1)
      let range = valueStart..<valueStart + value.count
      return [
        Field("id", kind.id, at: start..<start + 1, role: .structure),
        Field("name", .text(kind.name)),
        said(at: range),
        Field("unit", kind.unit.isEmpty ? .null : .text(kind.unit)),
      ] + (kind.length == nil ? [.structure(at: start + 1..<start + 2)] : [])
    }

    private func said(at range: Range<Int>) -> Field {
      let described: Field.Value
      switch kind.form {
      case .number:
        return Field(measured: "value", number, label: kind.name, unit: kind.unit, sent: value, at: range)
      case .binary: described = .truth(value != [0])
      case .text: described = .foreignText(value)
      case .raw, .octets: described = .octets(value)
      }
      return Field(
        "value", described, label: kind.name, unit: kind.unit, whenEmpty: kind.form == .text ? "\"\"" : "", at: range,
        role: kind.form == .text ? .text : .data)
    }
  }
}

extension BTHome.Object.Kind {
  /// Every object id with its length known here, ascending. Id 0x3B (command) is left out: its length follows from its
  /// value in a way no source gives.
  public static let all: [Self] = [
    Self(0x00, "packet id", integer(1)),
    Self(0x01, "battery", integer(1), unit: "%"),
    Self(0x02, "temperature", integer(2, signed: true, decimals: 2), unit: "°C"),
    Self(0x03, "humidity", integer(2, decimals: 2), unit: "%"),
    Self(0x04, "pressure", integer(3, decimals: 2), unit: "hPa"),
    Self(0x05, "illuminance", integer(3, decimals: 2), unit: "lx"),
    Self(0x06, "mass", integer(2, decimals: 2), unit: "kg"),
    Self(0x07, "mass", integer(2, decimals: 2), unit: "lb"),
    Self(0x08, "dew point", integer(2, signed: true, decimals: 2), unit: "°C"),
    Self(0x09, "count", integer(1)),
    Self(0x0A, "energy", integer(3, decimals: 3), unit: "kWh"),
    Self(0x0B, "power", integer(3, decimals: 2), unit: "W"),
    Self(0x0C, "voltage", integer(2, decimals: 3), unit: "V"),
    Self(0x0D, "PM2.5", integer(2), unit: "µg/m³"),
    Self(0x0E, "PM10", integer(2), unit: "µg/m³"),
    Self(0x0F, "generic", .binary),
    Self(0x10, "power", .binary),
    Self(0x11, "opening", .binary),
    Self(0x12, "CO2", integer(2), unit: "ppm"),
    Self(0x13, "TVOC", integer(2), unit: "µg/m³"),
    Self(0x14, "moisture", integer(2, decimals: 2), unit: "%"),
    Self(0x15, "battery low", .binary),
    Self(0x16, "charging", .binary),
    Self(0x17, "carbon monoxide", .binary),
    Self(0x18, "cold", .binary),
    Self(0x19, "connectivity", .binary),
    Self(0x1A, "door", .binary),
    Self(0x1B, "garage door", .binary),
    Self(0x1C, "gas", .binary),
    Self(0x1D, "heat", .binary),
    Self(0x1E, "light", .binary),
    Self(0x1F, "lock", .binary),
    Self(0x20, "moisture", .binary),
    Self(0x21, "motion", .binary),
    Self(0x22, "moving", .binary),
    Self(0x23, "occupancy", .binary),
    Self(0x24, "plug", .binary),
    Self(0x25, "presence", .binary),
    Self(0x26, "problem", .binary),
    Self(0x27, "running", .binary),
    Self(0x28, "safety", .binary),
    Self(0x29, "smoke", .binary),
    Self(0x2A, "sound", .binary),
    Self(0x2B, "tamper", .binary),
    Self(0x2C, "vibration", .binary),
    Self(0x2D, "window", .binary),
    Self(0x2E, "humidity", integer(1), unit: "%"),
    Self(0x2F, "moisture", integer(1), unit: "%"),
    Self(0x3A, "button event", integer(1)),
    Self(0x3C, "dimmer event", .octets(2)),
    Self(0x3D, "count", integer(2)),
    Self(0x3E, "count", integer(4)),
    Self(0x3F, "rotation", integer(2, signed: true, decimals: 1), unit: "°"),
    Self(0x40, "distance", integer(2), unit: "mm"),
    Self(0x41, "distance", integer(2, decimals: 1), unit: "m"),
    Self(0x42, "duration", integer(3, decimals: 3), unit: "s"),
    Self(0x43, "current", integer(2, decimals: 3), unit: "A"),
    Self(0x44, "speed", integer(2, decimals: 2), unit: "m/s"),
    Self(0x45, "temperature", integer(2, signed: true, decimals: 1), unit: "°C"),
    Self(0x46, "UV index", integer(1, decimals: 1)),
    Self(0x47, "volume", integer(2, decimals: 1), unit: "L"),
    Self(0x48, "volume", integer(2), unit: "mL"),
    Self(0x49, "volume flow rate", integer(2, decimals: 3), unit: "m³/h"),
    Self(0x4A, "voltage", integer(2, decimals: 1), unit: "V"),
    Self(0x4B, "gas", integer(3, decimals: 3), unit: "m³"),
    Self(0x4C, "gas", integer(4, decimals: 3), unit: "m³"),
    Self(0x4D, "energy", integer(4, decimals: 3), unit: "kWh"),
    Self(0x4E, "volume", integer(4, decimals: 3), unit: "L"),
    Self(0x4F, "water", integer(4, decimals: 3), unit: "L"),
    Self(0x50, "Unix time", integer(4), unit: "s"),
    Self(0x51, "acceleration", integer(2, decimals: 3), unit: "m/s²"),
    Self(0x52, "rotational speed", integer(2, decimals: 3), unit: "°/s"),
    Self(0x53, "text", .text),
    Self(0x54, "raw data", .raw),
    Self(0x55, "volume storage", integer(4, decimals: 3), unit: "L"),
    Self(0x56, "conductivity", integer(2), unit: "µS/cm"),
    Self(0x57, "temperature", integer(1, signed: true), unit: "°C"),
    Self(0x58, "temperature", integer(1, signed: true, factor: 35, decimals: 2), unit: "°C"),
    Self(0x59, "count", integer(1, signed: true)),
    Self(0x5A, "count", integer(2, signed: true)),
    Self(0x5B, "count", integer(4, signed: true)),
    Self(0x5C, "power", integer(4, signed: true, decimals: 2), unit: "W"),
    Self(0x5D, "current", integer(2, signed: true, decimals: 3), unit: "A"),
    Self(0x5E, "direction", integer(2, decimals: 2), unit: "°"),
    Self(0x5F, "precipitation", integer(2, decimals: 1), unit: "mm"),
    Self(0x60, "channel", integer(1)),
    Self(0x61, "rotational speed", integer(2), unit: "rpm"),
    Self(0x62, "speed", integer(4, signed: true, decimals: 6), unit: "m/s"),
    Self(0x63, "acceleration", integer(4, signed: true, decimals: 6), unit: "m/s²"),
    Self(0x64, "light level", integer(1)),
    Self(0x65, "settings revision", integer(1)),
    Self(0xF0, "device type id", integer(2)),
    Self(0xF1, "firmware version", .octets(4)),
    Self(0xF2, "firmware version", .octets(3)),
  ]

  /// An integer of this many octets; see ``Form/number(octets:isSigned:factor:decimals:)``.
  private static func integer(_ octets: Int, signed: Bool = false, factor: Int64 = 1, decimals: Int = 0) -> Form {
    .number(octets: octets, isSigned: signed, factor: factor, decimals: decimals)
  }
}
