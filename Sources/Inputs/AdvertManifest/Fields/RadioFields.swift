internal import AdvertisingData

/// Fields for the transmission and for capabilities of the device.
extension StructuredField {
  static let txPower = StructuredField(
    key: "txPower", summary: "The power it is sent with, in dBm.", shape: .number(-128...127),
    read: { node throws(ManifestError) in
      let dBm = try node.number("a power in dBm", in: -128...127)
      return [.txPowerLevel(TxPowerLevel(dBm: Int8(truncatingIfNeeded: dBm)))]
    },
    write: { value in
      if case .txPowerLevel(let value) = value { .text("\(value.dBm)") } else { nil }
    })

  static let radio = [connectionInterval, advertisingInterval]

  private static let unspecified = "unspecified"
  private static let intervalForm = ValueShape.Form(
    name: "a connection interval",
    keys: ["min", "max"].map { key in
      ValueShape.Key(
        key, "A multiple of 1.25 ms, or \"\(unspecified)\".", .either([.duration, .words([unspecified])]),
        isRequired: true)
    })

  private static let connectionInterval = StructuredField(
    key: "connectionInterval", summary: "The connection intervals that the peripheral prefers.",
    shape: .form(intervalForm),
    read: { node throws(ManifestError) in
      let values = try node.values(of: intervalForm)
      let value = ConnectionIntervalRange(
        minimum: try connectionUnits(in: values["min"]), maximum: try connectionUnits(in: values["max"]))
      return [.connectionIntervalRange(value)]
    },
    write: { value in
      guard case .connectionIntervalRange(let value) = value else { return nil }
      func text(_ units: UInt16) -> YAMLNode {
        .text(units == ConnectionIntervalRange.unspecified ? unspecified : WrittenDuration.text(Int64(units) * 1250))
      }
      return .mapping(["min": text(value.minimum), "max": text(value.maximum)])
    })

  private static func connectionUnits(in node: YAMLNode?) throws(ManifestError) -> UInt16 {
    guard let node, node.scalar != unspecified else { return ConnectionIntervalRange.unspecified }
    let units = try node.units(
      "a multiple of 1.25 ms, or \"\(unspecified)\"", of: 1250, upTo: Int64(ConnectionIntervalRange.unspecified) - 1)
    return UInt16(truncatingIfNeeded: units)
  }

  private static let advertisingInterval = StructuredField(
    key: "advertisingInterval", summary: "The advertising interval, as advertised: a multiple of 0.625 ms.",
    shape: .duration,
    read: { node throws(ManifestError) in
      let units = UInt32(
        truncatingIfNeeded: try node.units("a multiple of 0.625 ms", of: 625, upTo: Int64(UInt32.max)))
      let value = AdvertisingInterval.Width.allCases.lazy.compactMap { AdvertisingInterval(units: units, width: $0) }
      return value.first.map { [.advertisingInterval($0)] } ?? []
    },
    write: { value in
      guard case .advertisingInterval(let value) = value else { return nil }
      return .text(WrittenDuration.text(Int64(value.units) * 625))
    })

  private static let roles: KeyValuePairs<String, LERole> = [
    "peripheral-only": .peripheralOnly, "central-only": .centralOnly,
    "peripheral-preferred": .bothPreferringPeripheral, "central-preferred": .bothPreferringCentral,
  ]

  static let leRole = StructuredField(
    key: "leRole", summary: "Which roles the device can take in a connection.", shape: .words(roles.map { $0.key }),
    read: { node throws(ManifestError) in [.leRole(try node.word("a role", of: roles))] },
    write: { value in
      guard case .leRole(let value) = value else { return nil }
      return roles.first { $0.value == value }.map { .text($0.key) }
    })

  private static let featureBits = 0...(8 * ADValue.maximumOctets - 1)

  static let leFeatures = StructuredField(
    key: "leFeatures", summary: "Link-layer features that are supported: the numbers of their bits.",
    shape: .list(.number(featureBits)),
    read: { node throws(ManifestError) in
      var bits: [Int] = []
      for element in try node.list("a list of bits") {
        bits.append(try element.number("the number of a bit", in: featureBits))
      }
      return [.leSupportedFeatures(LESupportedFeatures(bits: bits))]
    },
    write: { value in
      guard case .leSupportedFeatures(let value) = value else { return nil }
      return .list(value.bits.map { .text("\($0)") })
    })

  private static let rawForm = ValueShape.Form(
    name: "a raw structure",
    keys: [
      ValueShape.Key("type", "The AD type.", .number(0...255), isRequired: true),
      ValueShape.Key("value", "What follows the type; nothing when left out.", .hex),
    ])

  /// Any whole structure: the last field that is tried.
  static let raw = StructuredField(
    key: "raw", summary: "Any AD structure: its type and its bytes.", shape: .form(rawForm),
    read: { node throws(ManifestError) in
      let values = try node.values(of: rawForm)
      let type = try values["type"]?.number("an AD type", in: 0...255) ?? 0
      let value = try values["value"]?.hex().map { $0.octet } ?? []
      return [.other(ADType(rawValue: UInt8(truncatingIfNeeded: type)), value)]
    },
    tail: { node throws(ManifestError) in try node.values(of: rawForm)["value"]?.hex() ?? [] },
    write: { value in
      .mapping(["type": .hexNumber(value.type.rawValue, digits: 2), "value": .hex(value.octets)])
    })
}

extension YAMLNode {
  /// Returns a duration in whole units of the given length.
  fileprivate func units(
    _ expected: String, of microseconds: Int64, upTo most: Int64
  ) throws(ManifestError) -> Int64 {
    let duration = try duration(expected, in: 0...most * microseconds)
    guard duration % microseconds == 0 else { throw error(expected: expected) }
    return duration / microseconds
  }
}
