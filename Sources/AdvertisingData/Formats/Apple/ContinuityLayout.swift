extension Continuity {
  /// The layout of a message whose fields are always the same.
  struct Layout {
    let type: UInt8
    let name: String
    let shapes: [Shape]

    /// A field, the number of its octets, and how to read them.
    struct Shape {
      /// Empty for octets that are always zero.
      let key: String
      let length: Int
      let form: Form
      var role = Field.Role.data
      /// What numbers stand for. A field of its own has the words, with `Name` after the key.
      var names: [UInt64: String] = [:]
      /// Whether the words say what kind of device sends.
      var isDevice = false

      enum Form {
        /// An unsigned integer, most significant octet first.
        case number
        case signed
        /// As sent: no number, encrypted, or of unknown order.
        case octets
        /// Four octets of an address of IPv4: `192.168.1.2`.
        case internetAddress
      }

      static func number(_ key: String, _ length: Int = 1, role: Field.Role = .data) -> Self {
        Self(key: key, length: length, form: .number, role: role)
      }
      static func octets(_ key: String, _ length: Int, role: Field.Role = .data) -> Self {
        Self(key: key, length: length, form: .octets, role: role)
      }
      static func choice(_ key: String, _ length: Int = 1, isDevice: Bool = false, names: [UInt64: String]) -> Self {
        Self(key: key, length: length, form: length == 1 ? .number : .octets, names: names, isDevice: isDevice)
      }
      static func zero(_ length: Int) -> Self { Self(key: "", length: length, form: .octets) }
    }

    /// Octets that every value of the type has.
    var length: Int { shapes.reduce(0) { $0 + $1.length } }

    static let all: [Layout] = [
      Self(
        type: 0x02, name: "iBeacon",
        shapes: [
          .octets("proximityUUID", 16), .number("major", 2), .number("minor", 2),
          // The power at 1 m is that of the model.
          Shape(key: "measuredPower", length: 1, form: .signed, role: .structure),
        ]),
      Self(
        type: 0x03, name: "AirPrint",
        shapes: [
          .number("addressType"), .number("pathType"), .number("securityType"), .octets("port", 2),
          .octets("address", 16), Shape(key: "measuredPower", length: 1, form: .signed),
        ]),
      Self(
        type: 0x05, name: "AirDrop",
        shapes: [
          .zero(8), .number("version"), .octets("accountHash", 2), .octets("phoneHash", 2), .octets("emailHash", 2),
          .octets("secondEmailHash", 2), .zero(1),
        ]),
      Self(
        type: 0x08, name: "Hey Siri",
        shapes: [
          .octets("hash", 2), .number("signalToNoise"), .number("confidence"),
          .choice(
            "deviceClass", 2, isDevice: true,
            names: [0x02: "iPhone", 0x03: "iPad", 0x07: "HomePod", 0x09: "MacBook", 0x0A: "Apple Watch"]),
          .number("random"),
        ]),
      Self(
        type: 0x09, name: "AirPlay target",
        shapes: [.number("flags"), .number("seed"), Shape(key: "address", length: 4, form: .internetAddress)]),
      Self(type: 0x0A, name: "AirPlay source", shapes: [.number("flags")]),
      Self(
        type: 0x0B, name: "Magic Switch",
        shapes: [
          .octets("data", 2),
          .choice(
            "wristConfidence", names: [0x03: "not on the wrist", 0x1F: "wrist detection off", 0x3F: "on the wrist"]),
        ]),
      Self(
        type: 0x0C, name: "Handoff",
        shapes: [.number("clipboard"), .octets("sequence", 2), .number("tag"), .octets("encrypted", 10)]),
      Self(type: 0x0D, name: "tethering target", shapes: [.octets("account", 4)]),
      Self(
        type: 0x0E, name: "tethering source",
        shapes: [
          .number("version"), .number("flags"), .number("battery"),
          .choice(
            "cellType", 2,
            names: [
              0: "4G (GSM)", 1: "1xRTT", 2: "GPRS", 3: "EDGE", 4: "3G (EV-DO)", 5: "3G", 6: "4G", 7: "LTE",
            ]), .number("bars"),
        ]),
    ]

    /// The fields of a value, and as `rest` what newer systems add; `nil` when it is too short. Offsets count from `start`.
    func fields(of value: [UInt8], from start: Int) -> [Field]? {
      guard value.count >= length else { return nil }
      var fields: [Field] = []
      var position = 0
      for shape in shapes {
        let octets = Array(value[position..<position + shape.length])
        let range = start + position..<start + position + shape.length
        position += shape.length
        guard !shape.key.isEmpty else { continue }
        let name = shape.name(of: octets)
        func field(_ key: String, _ value: Field.Value) -> Field {
          Field(
            key, value, label: Self.label(key), at: range, role: shape.role,
            wording: name.map { .phrase("\(Self.label(key)) \($0)") })
        }
        let number = octets.reduce(Int64(0)) { $0 << 8 | Int64($1) }
        switch shape.form {
        case .number: fields.append(field(shape.key, .number(number)))
        case .signed: fields.append(field(shape.key, .number(Int64(Int8(truncatingIfNeeded: number)))))
        case .octets: fields.append(field(shape.key, .octets(octets)))
        case .internetAddress:
          fields.append(field(shape.key, .text(octets.map { "\($0)" }.joined(separator: "."))))
        }
        if !shape.names.isEmpty { fields.append(Field(shape.key + "Name", name.map { .text($0) } ?? .null)) }
      }
      if position < value.count {
        fields.append(
          Field("rest", .octets(Array(value[position...])), label: "rest", at: start + position..<start + value.count))
      }
      return fields
    }

    /// What kind of device sends the value, which is long enough; `nil` when it does not say.
    func device(of value: [UInt8]) -> String? {
      var position = 0
      for shape in shapes {
        if shape.isDevice { return shape.name(of: Array(value[position..<position + shape.length])) }
        position += shape.length
      }
      return nil
    }

    /// A key in words: `signalToNoise` is "signal to noise".
    private static func label(_ key: String) -> String {
      var words: [UInt8] = []
      var wasLowerCase = false
      for octet in key.utf8 {
        let isUpperCase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet)
        if isUpperCase, wasLowerCase { words.append(UInt8(ascii: " ")) }
        words.append(isUpperCase ? octet | 0x20 : octet)
        wasLowerCase = !isUpperCase
      }
      return String(decoding: words, as: UTF8.self)
    }

    /// Offsets of octets that should be zero and are not. The value is long enough.
    func zeros(in value: [UInt8]) -> [Int] {
      var offsets: [Int] = []
      var position = 0
      for shape in shapes {
        if shape.key.isEmpty, let wrong = (position..<position + shape.length).first(where: { value[$0] != 0 }) {
          offsets.append(wrong)
        }
        position += shape.length
      }
      return offsets
    }
  }
}

extension Continuity.Layout.Shape {
  /// What the octets stand for; `nil` when they stand for nothing known.
  fileprivate func name(of octets: [UInt8]) -> String? { names[octets.reduce(0) { $0 << 8 | UInt64($1) }] }
}
