extension Continuity {
  /// The battery levels of AirPods and Beats, and where they are worn (Continuity type 0x07, when its value starts with
  /// 0x01).
  ///
  /// Source: CAPod and OpenPods, whose readings of real devices agree; names of colors from apple_bleee, which CAPod
  /// uses too. Apple does not publish the format.
  enum ProximityPairing {
    static let kind = MessageKind(
      0x07, "proximity pairing", minimum: minimum,
      fields: model.declared + oneBattery.declared + pair.declared + state.declared + [.string("encrypted")],
      device: { isPairing($0) ? device($0) : nil },
      // Values with another first octet have another meaning.
      expectedLength: { isPairing($0) && $0.count < minimum ? "a length of at least \(minimum)" : nil },
      read: { value in
        guard isPairing(value) else { return nil }
        let encrypted = Array(value[fixedCount...])
        let hasOneBattery = models[modelNumber(value)]?.hasOneBattery ?? false
        return model.fields(of: value) + (hasOneBattery ? oneBattery : pair).fields(of: value)
          + state.fields(of: value) + [
            Field("encrypted", .octets(encrypted), label: "encrypted", at: fixedCount..<value.count)
          ]
      })

    /// Octets of the value in products that imitate Apple's; the value of Apple's products has 0x19.
    private static let minimum = 0x13
    private static let fixedCount = 9
    /// Octets of the encrypted part in Apple's products.
    private static let encryptedCount = 16

    private static func isPairing(_ value: [UInt8]) -> Bool { value.first == 0x01 }

    private static func modelNumber(_ value: [UInt8]) -> UInt16 { UInt16(bigEndian: value, at: 1) }

    /// Returns the model. Products that imitate one send fewer octets, too few to make the model certain.
    private static func device(_ value: [UInt8]) -> String? {
      guard let name = models[modelNumber(value)]?.name else { return nil }
      return value.count - fixedCount < encryptedCount ? "probably \(name) or an imitation" : name
    }

    private static let model: [FixedFormat.Column] = [
      .structure(at: 0..<1),
      .field(.integer("model")) { value in
        let number = HexDigits.number(modelNumber(value), octets: 2)
        return Field(
          "model", modelNumber(value), at: 1..<3, role: .structure,
          wording: .phrase(models[modelNumber(value)].map { "\($0.name) (model \(number))" } ?? "model \(number)"))
      },
      .field(.string("modelName", orNull: true)) {
        Field("modelName", models[modelNumber($0)].map { .text($0.name) } ?? .null)
      },
    ]

    private static let state: [FixedFormat.Column] = [
      .hexNumber("status", at: 3, label: "status"),
      // Changes when the lid of the case is opened or closed.
      .integer("lidCounter", at: 6, label: "lid counter"),
      .field(.integer("color")) { value in
        Field("color", value[7], at: 7..<8, wording: .phrase("color " + (color(value) ?? "\(value[7])")))
      },
      .field(.string("colorName", orNull: true)) { Field("colorName", color($0).map { .text($0) } ?? .null) },
      .field(.integer("connectionState")) { value in
        let number = HexDigits.number(value[8], octets: 1)
        return Field(
          "connectionState", value[8], at: 8..<9,
          wording: .phrase(connectionStates[value[8]] ?? "connection state \(number)"))
      },
      .field(.string("connectionStateName", orNull: true)) {
        Field("connectionStateName", connectionStates[$0[8]].map { .text($0) } ?? .null)
      },
    ]

    /// The fields of a product with one battery, such as headphones with a band.
    private static let oneBattery: [FixedFormat.Column] = [
      level("batteryPercent", "battery", at: 4) { $0[4] & 0x0F },
      .flag("charging", at: 5, mask: 0x10, whenTrue: "charging"),
      .field(.boolean("worn", orNull: true)) { .either("worn", isWorn($0), "worn", "not worn") },
    ]

    /// The fields of a pair. Unknown models are read as a pair.
    private static let pair: [FixedFormat.Column] = [
      level("batteryLeftPercent", "left", at: 4) { isLeftPrimary($0) ? $0[4] & 0x0F : $0[4] >> 4 },
      .field(.boolean("chargingLeft")) {
        Field("chargingLeft", $0[5] & (isLeftPrimary($0) ? 0x10 : 0x20) != 0, whenTrue: "left charging", at: 5..<6)
      },
      level("batteryRightPercent", "right", at: 4) { isLeftPrimary($0) ? $0[4] >> 4 : $0[4] & 0x0F },
      .field(.boolean("chargingRight")) {
        Field("chargingRight", $0[5] & (isLeftPrimary($0) ? 0x20 : 0x10) != 0, whenTrue: "right charging", at: 5..<6)
      },
      level("batteryCasePercent", "case", at: 5) { $0[5] & 0x0F },
      .flag("chargingCase", at: 5, mask: 0x40, whenTrue: "case charging"),
      .field(.boolean("leftInEar")) { value in
        let isFirst = isLeftPrimary(value) != isSenderInCase(value)
        return Field("leftInEar", isFirst ? isFirstInEar(value) : isSecondInEar(value), whenTrue: "left in ear")
      },
      .field(.boolean("rightInEar")) { value in
        let isFirst = isLeftPrimary(value) == isSenderInCase(value)
        return Field("rightInEar", isFirst ? isFirstInEar(value) : isSecondInEar(value), whenTrue: "right in ear")
      },
      .field(.boolean("bothInCase")) { Field("bothInCase", areBothInCase($0), whenTrue: "both in the case") },
      // Only a pod in the case knows it. Bit 3 of the counter means that the lid is closed.
      .field(.boolean("lidOpen", orNull: true)) { value in
        let isKnown = isSenderInCase(value) || areBothInCase(value)
        return .either("lidOpen", isKnown ? value[6] & 0x08 == 0 : nil, "lid open", "lid closed")
      },
    ]

    /// Whether the left pod sends: its level and charging bit are in the lower bits then, else in the higher ones.
    private static func isLeftPrimary(_ value: [UInt8]) -> Bool { value[3] & 0x20 != 0 }
    /// Whether the sending pod is in the case; its bits then describe the other pod too.
    private static func isSenderInCase(_ value: [UInt8]) -> Bool { value[3] & 0x40 != 0 }
    private static func isFirstInEar(_ value: [UInt8]) -> Bool { value[3] & 0x02 != 0 }
    private static func isSecondInEar(_ value: [UInt8]) -> Bool { value[3] & 0x08 != 0 }
    private static func areBothInCase(_ value: [UInt8]) -> Bool { value[3] & 0x04 != 0 }

    /// Returns whether headphones with a band are worn; `nil` for models that do not state it.
    private static func isWorn(_ value: [UInt8]) -> Bool? {
      switch modelNumber(value) {
      case 0x0A20, 0x1F20: value[3] & 0x20 != 0
      case 0x2D20: isFirstInEar(value) || isSecondInEar(value)
      default: nil
      }
    }

    /// A battery level in tenths; 15 means unknown.
    private static func level(
      _ key: String, _ label: String, at offset: Int, _ level: @escaping @Sendable (_ value: [UInt8]) -> UInt8
    ) -> FixedFormat.Column {
      .field(.integer(key, unit: "%", orNull: true)) { value in
        let tenths = level(value)
        return Field(
          key, tenths == 15 ? nil : Int(min(tenths, 10)) * 10, label: label, unit: "%", at: offset..<offset + 1)
      }
    }

    private static func color(_ value: [UInt8]) -> String? {
      colors.indices.contains(Int(value[7])) ? colors[Int(value[7])] : nil
    }

    private static let connectionStates: [UInt8: String] = [
      0x00: "disconnected", 0x04: "idle", 0x05: "playing music", 0x06: "in a call", 0x07: "ringing",
      0x09: "hanging up",
    ]

    private static let models: [UInt16: (name: String, hasOneBattery: Bool)] = [
      0x0220: ("AirPods (1st generation)", false), 0x0320: ("Powerbeats3", true), 0x0520: ("BeatsX", true),
      0x0620: ("Beats Solo3", true), 0x0920: ("Beats Studio3", true), 0x0A20: ("AirPods Max", true),
      0x0B20: ("Powerbeats Pro", false), 0x0C20: ("Beats Solo Pro", true), 0x0D20: ("Powerbeats 4", true),
      0x0E20: ("AirPods Pro", false), 0x0F20: ("AirPods (2nd generation)", false), 0x1020: ("Beats Flex", true),
      0x1120: ("Beats Studio Buds", false), 0x1220: ("Beats Fit Pro", false),
      0x1320: ("AirPods (3rd generation)", false), 0x1420: ("AirPods Pro (2nd generation)", false),
      0x1620: ("Beats Studio Buds +", false), 0x1720: ("Beats Studio Pro", true), 0x1920: ("AirPods 4", false),
      0x1B20: ("AirPods 4 with noise cancelling", false), 0x1D20: ("Powerbeats Pro 2", false),
      0x1F20: ("AirPods Max with USB-C", true), 0x2420: ("AirPods Pro (2nd generation) with USB-C", false),
      0x2520: ("Beats Solo 4", true), 0x2620: ("Beats Solo Buds", false), 0x2720: ("AirPods Pro 3", false),
      0x2D20: ("AirPods Max 2", true),
    ]

    private static let colors = [
      "white", "black", "red", "blue", "pink", "gray", "silver", "gold", "rose gold", "space gray", "dark blue",
      "light blue", "yellow",
    ]
  }
}

extension Field {
  /// Yes or no with a phrase for each, and no phrase when it is not known.
  fileprivate static func either(_ key: String, _ truth: Bool?, _ whenTrue: String, _ whenFalse: String) -> Field {
    Field(
      key, truth.map { .truth($0) } ?? .null, wording: truth.map { .phrase($0 ? whenTrue : whenFalse) } ?? .hidden)
  }
}
