/// The layout of a Continuity message whose fields are always the same.
struct ContinuityLayout {
  let type: UInt8
  let name: String
  let shapes: [Shape]

  /// A field of so many octets and how to read it.
  struct Shape {
    /// Empty for octets that are always zero.
    let key: String
    let length: Int
    let form: Form

    enum Form {
      /// An unsigned integer, most significant octet first.
      case number
      case littleEndianNumber
      case signed
      /// Two numbers of four bits; the second, of the low nibble, has this key.
      case nibbles(low: String)
      /// As sent: no number, encrypted, or of unknown order.
      case octets
    }

    static func number(_ key: String, _ length: Int = 1) -> Self { Self(key: key, length: length, form: .number) }
    static func octets(_ key: String, _ length: Int) -> Self { Self(key: key, length: length, form: .octets) }
    static func zero(_ length: Int) -> Self { Self(key: "", length: length, form: .octets) }
  }

  var length: Int { shapes.reduce(0) { $0 + $1.length } }

  static let all: [ContinuityLayout] = [
    Self(
      type: 0x02, name: "iBeacon",
      shapes: [
        .octets("proximityUUID", 16), .number("major", 2), .number("minor", 2),
        Shape(key: "measuredPower", length: 1, form: .signed),
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
      type: 0x06, name: "HomeKit",
      shapes: [
        .number("status"), .octets("device", 6), Shape(key: "category", length: 2, form: .littleEndianNumber),
        .octets("globalState", 2), .number("configuration"), .number("compatibleVersion"),
      ]),
    Self(
      type: 0x07, name: "proximity pairing",
      shapes: [
        .number("prefix"), .number("model", 2), .number("status"),
        Shape(key: "batteryLeft", length: 1, form: .nibbles(low: "batteryRight")),
        Shape(key: "charging", length: 1, form: .nibbles(low: "batteryCase")), .number("lidOpenings"),
        .number("color"), .zero(1), .octets("encrypted", 16),
      ]),
    Self(
      type: 0x08, name: "Hey Siri",
      shapes: [
        .octets("hash", 2), .number("signalToNoise"), .number("confidence"), .octets("deviceClass", 2),
        .number("random"),
      ]),
    Self(
      type: 0x09, name: "AirPlay target",
      shapes: [.number("flags"), .number("seed"), .octets("address", 4)]),
    Self(type: 0x0A, name: "AirPlay source", shapes: [.number("flags")]),
    Self(type: 0x0B, name: "Magic Switch", shapes: [.octets("data", 2), .number("wristConfidence")]),
    Self(
      type: 0x0C, name: "Handoff",
      shapes: [.number("clipboard"), .octets("sequence", 2), .number("tag"), .octets("encrypted", 10)]),
    Self(type: 0x0D, name: "tethering target", shapes: [.octets("account", 4)]),
    Self(
      type: 0x0E, name: "tethering source",
      shapes: [
        .number("version"), .number("flags"), .number("battery"), .octets("cellType", 2), .number("bars"),
      ]),
  ]

  /// The fields of a value, and as `rest` what newer systems add; `nil` when it is too short.
  func fields(of value: [UInt8]) -> [ContinuityField]? {
    guard value.count >= length else { return nil }
    var fields: [ContinuityField] = []
    var position = 0
    for shape in shapes {
      let octets = Array(value[position..<position + shape.length])
      let unsigned = octets.reduce(0) { $0 << 8 | Int($1) }
      position += shape.length
      guard !shape.key.isEmpty else { continue }
      switch shape.form {
      case .number: fields.append(ContinuityField(key: shape.key, value: .number(unsigned)))
      case .littleEndianNumber:
        fields.append(
          ContinuityField(key: shape.key, value: .number(octets.reversed().reduce(0) { $0 << 8 | Int($1) })))
      case .signed: fields.append(ContinuityField(key: shape.key, value: .number(Int(Int8(bitPattern: octets[0])))))
      case .nibbles(let low):
        fields.append(ContinuityField(key: shape.key, value: .number(unsigned >> 4)))
        fields.append(ContinuityField(key: low, value: .number(unsigned & 0xF)))
      case .octets: fields.append(ContinuityField(key: shape.key, value: .octets(octets)))
      }
    }
    if position < value.count {
      fields.append(ContinuityField(key: "rest", value: .octets(Array(value[position...]))))
    }
    return fields
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

/// A field of a Continuity message.
public struct ContinuityField: Hashable, Sendable {
  /// In one word, as machines know it.
  public let key: String
  public let value: Value

  public init(key: String, value: Value) {
    self.key = key
    self.value = value
  }

  public enum Value: Hashable, Sendable {
    case number(Int)
    case octets([UInt8])
  }
}
