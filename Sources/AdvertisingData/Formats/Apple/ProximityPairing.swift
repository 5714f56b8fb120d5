extension Continuity {
  /// How full the batteries of AirPods and Beats are, and where they are worn (Continuity type 0x07, when its value starts
  /// with 0x01).
  ///
  /// Source: CAPod and OpenPods, whose readings of real devices agree; names of colors from apple_bleee, which CAPod uses,
  /// too. Apple publishes nothing.
  public struct ProximityPairing: Hashable, Sendable {
    /// The number of the model, most significant octet first.
    public let model: UInt16
    /// Where the pods are, a bit each.
    public let status: UInt8
    /// Two levels of four bits.
    public let podBatteries: UInt8
    /// What is charging in the high nibble, the level of the case in the low one.
    public let chargingAndCaseBattery: UInt8
    /// Changes when the lid of the case is opened or closed. Bit 3 says whether it is closed.
    public let lidCounter: UInt8
    /// The number of the color.
    public let color: UInt8
    /// What the connection is used for.
    public let connectionState: UInt8
    /// 16 encrypted octets; other lengths come from products that imitate Apple's.
    public let encrypted: [UInt8]

    /// The first octet of the value. After others, the octets mean something else.
    static let prefix: UInt8 = 0x01
    /// Octets of the value in products that imitate Apple's; Apple's have 0x19.
    static let shortestLength = 0x13
    private static let fixedCount = 9
    /// Octets of the encrypted part in Apple's products.
    private static let encryptedCount = 16

    /// `nil` when the first octet is not 0x01, or the value is too short.
    init?(_ value: [UInt8]) {
      guard value.first == Self.prefix, value.count >= Self.shortestLength else { return nil }
      model = UInt16(bigEndian: value, at: 1)
      status = value[3]
      podBatteries = value[4]
      chargingAndCaseBattery = value[5]
      lidCounter = value[6]
      color = value[7]
      connectionState = value[8]
      encrypted = Array(value[Self.fixedCount...])
    }

    /// Whether the left pod speaks for both: its level and charging bit are in the lower bits then, else in the higher
    /// ones.
    public var isLeftPrimary: Bool { status & 0x20 != 0 }

    /// Percent; `nil` when the pod does not know.
    public var leftBattery: Int? { Self.percent(isLeftPrimary ? podBatteries & 0x0F : podBatteries >> 4) }
    /// Percent; `nil` when the pod does not know.
    public var rightBattery: Int? { Self.percent(isLeftPrimary ? podBatteries >> 4 : podBatteries & 0x0F) }
    /// Percent; `nil` when the pod does not know.
    public var caseBattery: Int? { Self.percent(chargingAndCaseBattery & 0x0F) }
    /// Percent, of a product with one battery; `nil` when it does not know.
    public var onlyBattery: Int? { Self.percent(podBatteries & 0x0F) }

    /// Whether the left pod is charging.
    public var isLeftCharging: Bool { chargingAndCaseBattery & (isLeftPrimary ? 0x10 : 0x20) != 0 }
    /// Whether the right pod is charging.
    public var isRightCharging: Bool { chargingAndCaseBattery & (isLeftPrimary ? 0x20 : 0x10) != 0 }
    /// Whether the case is charging.
    public var isCaseCharging: Bool { chargingAndCaseBattery & 0x40 != 0 }

    /// Whether the pod that sends is in the case, and so speaks for the other one with the bits of its own.
    private var isSenderInCase: Bool { status & 0x40 != 0 }
    private var isFirstInEar: Bool { status & 0x02 != 0 }
    private var isSecondInEar: Bool { status & 0x08 != 0 }

    /// Whether the left pod is in an ear.
    public var isLeftInEar: Bool { isLeftPrimary == isSenderInCase ? isSecondInEar : isFirstInEar }
    /// Whether the right pod is in an ear.
    public var isRightInEar: Bool { isLeftPrimary == isSenderInCase ? isFirstInEar : isSecondInEar }
    /// Whether both pods are in the case.
    public var areBothInCase: Bool { status & 0x04 != 0 }

    /// Whether the case is open. Only a pod in it knows; `nil` otherwise.
    public var isLidOpen: Bool? { isSenderInCase || areBothInCase ? lidCounter & 0x08 == 0 : nil }

    /// Whether headphones with a band are worn; `nil` for models that do not say.
    public var isWorn: Bool? {
      switch model {
      case 0x0A20, 0x1F20: status & 0x20 != 0
      case 0x2D20: isFirstInEar || isSecondInEar
      default: nil
      }
    }

    /// Levels are tenths; 15 stands for unknown.
    private static func percent(_ level: UInt8) -> Int? { level == 15 ? nil : Int(min(level, 10)) * 10 }

    /// What the model is called; `nil` for numbers that are not known.
    public var modelName: String? { Self.models[model]?.name }

    /// The model; products that imitate one are shorter and say so little that this is not certain.
    public var device: String? {
      guard let modelName else { return nil }
      return encrypted.count < Self.encryptedCount ? "probably \(modelName) or an imitation" : modelName
    }

    /// Whether the product has one battery, as headphones with a band have. Unknown models are read as a pair.
    public var hasOneBattery: Bool { Self.models[model]?.hasOneBattery ?? false }

    /// The color in words; `nil` for numbers that are not known.
    public var colorName: String? {
      Self.colors.indices.contains(Int(color)) ? Self.colors[Int(color)] : nil
    }

    /// The connection state in words; `nil` for numbers that are not known.
    public var connectionStateName: String? {
      switch connectionState {
      case 0x00: "disconnected"
      case 0x04: "idle"
      case 0x05: "playing music"
      case 0x06: "in a call"
      case 0x07: "ringing"
      case 0x09: "hanging up"
      default: nil
      }
    }

    func fields(from start: Int) -> [Field] {
      func at(_ offset: Int, _ count: Int = 1) -> Range<Int> { start + offset..<start + offset + count }
      let modelNumber = HexDigits.number(model, octets: 2)
      let state = HexDigits.number(connectionState, octets: 1)
      return [
        .structure(at: at(0)),
        Field(
          "model", model, at: at(1, 2), role: .structure,
          wording: .phrase(modelName.map { "\($0) (model \(modelNumber))" } ?? "model \(modelNumber)")),
        Field("modelName", modelName.map { .text($0) } ?? .null),
      ] + (hasOneBattery ? oneBattery(at: at(4), at(5)) : pair(at: at(4), at(5))) + [
        Field("status", .hexNumber(UInt64(status), octets: 1), label: "status", at: at(3)),
        Field("lidCounter", lidCounter, label: "lid counter", at: at(6)),
        Field("color", color, at: at(7), wording: .phrase("color " + (colorName ?? "\(color)"))),
        Field("colorName", colorName.map { .text($0) } ?? .null),
        Field(
          "connectionState", connectionState, at: at(8),
          wording: .phrase(connectionStateName ?? "connection state \(state)")),
        Field("connectionStateName", connectionStateName.map { .text($0) } ?? .null),
        Field("encrypted", .octets(encrypted), label: "encrypted", at: at(Self.fixedCount, encrypted.count)),
      ]
    }

    private func oneBattery(at pods: Range<Int>, _ chargingAndCase: Range<Int>) -> [Field] {
      [
        Field("batteryPercent", onlyBattery, label: "battery", unit: "%", at: pods),
        Field("charging", chargingAndCaseBattery & 0x10 != 0, whenTrue: "charging", at: chargingAndCase),
        Field("worn", isWorn.map { .truth($0) } ?? .null, wording: .phrase(isWorn, "worn", "not worn")),
      ]
    }

    private func pair(at pods: Range<Int>, _ chargingAndCase: Range<Int>) -> [Field] {
      [
        Field("batteryLeftPercent", leftBattery, label: "left", unit: "%", at: pods),
        Field("chargingLeft", isLeftCharging, whenTrue: "left charging", at: chargingAndCase),
        Field("batteryRightPercent", rightBattery, label: "right", unit: "%", at: pods),
        Field("chargingRight", isRightCharging, whenTrue: "right charging", at: chargingAndCase),
        Field("batteryCasePercent", caseBattery, label: "case", unit: "%", at: chargingAndCase),
        Field("chargingCase", isCaseCharging, whenTrue: "case charging", at: chargingAndCase),
        Field("leftInEar", isLeftInEar, whenTrue: "left in ear"),
        Field("rightInEar", isRightInEar, whenTrue: "right in ear"),
        Field("bothInCase", areBothInCase, whenTrue: "both in the case"),
        Field("lidOpen", isLidOpen.map { .truth($0) } ?? .null, wording: .phrase(isLidOpen, "lid open", "lid closed")),
      ]
    }

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

extension Field.Wording {
  /// One of two phrases, and none when it is not known which.
  fileprivate static func phrase(_ truth: Bool?, _ whenTrue: String, _ whenFalse: String) -> Self {
    truth.map { .phrase($0 ? whenTrue : whenFalse) } ?? .hidden
  }
}
