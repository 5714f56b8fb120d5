/// BTHome version 2 (service data of 0xFCD2): measurements and events of home sensors.
///
/// Source: the BTHome v2 format as implemented by bthome-ble; little-endian.
package enum BTHome {
  package static let format = KnownPayload.Format(
    "btHome", name: "BTHome", in: .services([0xFCD2]),
    fields: [.string("data"), .integer("version"), .boolean("triggerBased"), .string("address", orNull: true)]
      + DecryptionResult.declaredFields + [
        Object.declaredField, .string("rest"), .integer("counter"), .string("check"),
      ],
    beginning: { _ in [.structure(at: 0..<1)] }, isFoundByData: { _, _ in true },
    encryption: KnownPayload.Encryption(
      address: { (try? Head(decoding: $0))?.address },
      sealed: { octets, _, sender in sealed(octets, sentFrom: sender) },
      fields: { octets, _, opening in (try? Head(decoding: octets))?.fields(opening) }),
    read: { octets, _ throws(Malformation) in
      let head = try Head(decoding: octets)
      return KnownPayload.Reading(fields: head.fields(.unknown), problems: head.problems)
    })

  private static func sealed(_ octets: [UInt8], sentFrom sender: [UInt8]) -> EncryptedPayload? {
    guard let head = try? Head(decoding: octets), let end = head.ciphertextEnd else { return nil }
    return EncryptedPayload(
      nonce: (head.address ?? sender) + [0xD2, 0xFC, octets[0]] + octets[end..<end + 4], associatedData: [],
      ciphertext: Array(octets[head.count..<end]), proof: .check(Array(octets[(end + 4)...])))
  }

  /// The first octet, which decides how the rest is read. Bit 0: the objects are encrypted. Bit 1: the address of the
  /// device follows. Bit 2: the device advertises when an event happens. Bits 3 and 4: reserved. The others are the
  /// version.
  private struct Head {
    let octets: [UInt8]
    /// The address as printed, 6 octets; `nil` when the data leave it out.
    let address: [UInt8]?
    /// The offset of the counter and the four octets of integrity check; `nil` when no part is encrypted.
    let ciphertextEnd: Int?

    /// Throws when there are fewer octets than the first one requires.
    init(decoding octets: [UInt8]) throws(Malformation) {
      try octets.require(1)
      self.octets = octets
      let isKnown = octets[0] >> 5 == 2
      let count = isKnown && octets[0] & 0x02 != 0 ? 7 : 1
      try octets.require(count)
      address = count == 1 ? nil : octets[1..<7].reversed()
      guard isKnown, octets[0] & 0x01 != 0 else {
        ciphertextEnd = nil
        return
      }
      try octets.require(count + 8)
      ciphertextEnd = octets.count - 8
    }

    private var version: UInt8 { octets[0] >> 5 }
    /// The number of octets before the objects.
    var count: Int { address == nil ? 1 : 7 }

    var problems: [KnownPayload.Problem] {
      guard version == 2 else { return [.unexpected(offset: 0, expected: "version 2 in the top three bits")] }
      var problems = KnownPayload.Problem.reserved(octets[0] & 0x18, at: 0)
      guard ciphertextEnd == nil else { return problems }
      let (objects, end) = Object.all(in: octets, from: count)
      // One finding is enough: receivers of an older version stop here.
      if let unsorted = objects.indices.dropFirst().first(where: { objects[$0].kind.id < objects[$0 - 1].kind.id }) {
        let offset = count + objects[..<unsorted].reduce(0) { $0 + $1.octets.count }
        problems.append(.unexpected(offset: offset, expected: "an object id that is not below the one before"))
      }
      guard end < octets.count else { return problems }
      let isKnown = Object.Kind(id: octets[end]) != nil
      return problems + [isKnown ? .cut(offset: end) : .unexpected(offset: end, expected: "a known object id")]
    }

    func fields(_ opening: DecryptionResult) -> [Field] {
      let addressRole = Field.Role.address(isLittleEndian: true, name: "the address of a BTHome device")
      return [
        Field("version", version, at: 0..<1, role: .structure),
        Field("triggerBased", octets[0] & 0x04 != 0, whenTrue: "on events", at: 0..<1, role: .structure),
        Field(
          "address", address.map { .address($0) } ?? .null, at: address.map { _ in 1..<7 },
          role: address == nil ? .data : addressRole, wording: .value),
      ] + contents(opening)
    }

    private func contents(_ opening: DecryptionResult) -> [Field] {
      let rest = Array(octets[count...])
      guard version == 2 else {
        return [Field("data", .octets(rest), label: "of another version", at: count..<octets.count)]
      }
      if let end = ciphertextEnd {
        return opening.fields(of: Array(octets[count..<end]), at: count, markedBy: 0..<1) { plaintext in
          let (objects, objectsEnd) = Object.all(in: plaintext, from: 0)
          return Field.objects(objects, rest: plaintext[objectsEnd...], from: count)
        } + FixedFormat.Column.counterAndCheck.fields(of: Array(octets[end...]), from: end)
      }
      let (objects, end) = Object.all(in: octets, from: count)
      // The octets that decide how the rest would be read.
      let hasLength = end < octets.count && Object.Kind(id: octets[end]).map { $0.length == nil } ?? false
      return [
        Field("encrypted", false, at: 0..<1, role: .structure), Field.objects(objects, from: count).field,
        Field("rest", .octets(Array(octets[end...])), label: "not decoded", at: end..<octets.count),
      ] + (end == octets.count ? [] : [.structure(at: end..<end + (hasLength ? 2 : 1))])
    }
  }
}

extension FixedFormat.Column {
  /// The fields after encrypted objects.
  static var counterAndCheck: [Self] {
    [.integer("counter", at: 0, octets: 4, label: "counter"), .octets("check", at: 4..<8)]
  }
}

extension BTHome {
  /// The first octet of data of version 2 that are not encrypted.
  static let plainHead: UInt8 = 0x40

  /// Returns whether octets are whole objects of known kinds to their end, without the octet before the objects.
  static func areObjects(_ octets: [UInt8], fewest: Int) -> Bool {
    let (objects, end) = Object.all(in: octets, from: 0)
    return end == octets.count && objects.count >= fewest
  }

  /// One measurement or event of BTHome: its kind, and the octets of its value.
  struct Object: DataObject {
    /// The measurement or event.
    let kind: Kind
    /// The value as sent, without the length octet of texts and raw data.
    let value: [UInt8]

    /// The meaning of an object id.
    struct Kind: Hashable, Sendable {
      /// The object id as sent.
      let id: UInt8
      /// The name of the measurement or event, in English.
      let name: String
      /// The form of the value.
      let form: Form
      /// The unit. Empty without one.
      let unit: String

      /// The forms of values.
      enum Form: Hashable, Sendable {
        /// An integer of `octets` octets, little-endian; times `factor`, divided by ten to the power of `decimals`.
        case number(octets: Int, isSigned: Bool, factor: Int64, decimals: Int)
        /// One octet, 0 or 1.
        case binary
        /// A length octet, then UTF-8.
        case text
        /// A length octet, then octets.
        case raw
        /// A number of octets that are not a number.
        case octets(Int)
      }

      /// The number of octets of the value; `nil` when a length octet gives it.
      var length: Int? {
        switch form {
        case .number(let octets, _, _, _), .octets(let octets): octets
        case .binary: 1
        case .text, .raw: nil
        }
      }

      /// The kind of this id; `nil` when it is not known, and so its length is not known either.
      init?(id: UInt8) {
        guard let kind = Self.all.first(where: { $0.id == id }) else { return nil }
        self = kind
      }

      init(_ id: UInt8, _ name: String, _ form: Form, unit: String = "") {
        self.id = id
        self.name = name
        self.form = form
        self.unit = unit
      }

      /// The measurement of an object of the kind.
      fileprivate var declared: DeclaredField {
        switch form {
        case .number: .number(name, unit: unit, orNull: true)
        case .binary: .boolean(name)
        case .text, .raw, .octets: .string(name)
        }
      }
    }

    /// Objects of any kind.
    static let declaredField = DeclaredField.objects(
      "objects",
      [
        .integer("id"), .string("name"), DeclaredField("value", [.number, .boolean, .string, .null]),
        .string("unit", orNull: true),
      ], measuring: Kind.all.map { $0.declared })

    /// The number, when the kind is a number.
    private var number: DecimalNumber? {
      guard case .number(let count, let isSigned, let factor, let decimals) = kind.form else { return nil }
      let bits = value.span.littleEndian(at: 0, count: count)
      let raw = isSigned ? Int64(signed: bits, width: 8 * count) : Int64(truncatingIfNeeded: bits)
      return DecimalNumber(raw &* factor, decimals: decimals)
    }

    /// Returns the whole objects of known kinds from `start` on, and the offset where they end.
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
        guard end <= octets.count else { break }
        objects.append(Object(kind: kind, value: Array(octets[valueStart..<end])))
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
        meaning(at: range),
        Field("unit", kind.unit.isEmpty ? .null : .text(kind.unit)),
      ] + (kind.length == nil ? [.structure(at: start + 1..<start + 2)] : [])
    }

    private func meaning(at range: Range<Int>) -> Field {
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
  /// Every object id whose length is known here, ascending. Id 0x3B (command) is left out: no source explains how its
  /// length follows from its value.
  static let all: [Self] = [
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
