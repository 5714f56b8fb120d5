extension Continuity {
  /// What a HomeKit accessory is and whether its state changed (Continuity type 0x06).
  ///
  /// Source: aiohomekit and bluetooth-data-tools, which are used with accessories of many makers; the last categories are
  /// from HAP-NodeJS.
  public struct HomeKit: Hashable, Sendable {
    /// Bit 0: not paired; bit 1: Wi-Fi is not set up; bit 2: something is wrong with the accessory.
    public let status: UInt8
    /// 6 octets in the order printed. Stays until the accessory is reset.
    public let device: [UInt8]
    /// What kind of accessory it is.
    public let category: UInt16
    /// Counts changes of the accessory's state.
    public let globalState: UInt16
    /// Counts changes of the accessory's configuration.
    public let configuration: UInt8
    /// The version of the protocol that the accessory is compatible with.
    public let compatibleVersion: UInt8
    /// 4 octets of a hash over the setup identifier; empty in older accessories.
    public let setupHash: [UInt8]
    /// What follows; empty in practice.
    public let rest: [UInt8]

    static let shortestLength = 13

    /// `nil` when the value is too short.
    init?(_ value: [UInt8]) {
      guard value.count >= Self.shortestLength else { return nil }
      status = value[0]
      device = Array(value[1..<7])
      category = UInt16(littleEndian: value, at: 7)
      globalState = UInt16(littleEndian: value, at: 9)
      configuration = value[11]
      compatibleVersion = value[12]
      let end = value.count < 17 ? 13 : 17
      setupHash = Array(value[13..<end])
      rest = Array(value[end...])
    }

    /// Whether the accessory belongs to a home.
    public var isPaired: Bool { status & 0x01 == 0 }

    /// Whether the accessory has to be told its Wi-Fi network.
    public var needsWiFi: Bool { status & 0x02 != 0 }

    /// Whether the accessory found something wrong with itself.
    public var hasProblem: Bool { status & 0x04 != 0 }

    /// The category in words; `nil` for numbers that are not known.
    public var categoryName: String? {
      let index = Int(category) - 1
      return Self.categories.indices.contains(index) ? Self.categories[index] : nil
    }

    func fields(from start: Int) -> [Field] {
      func at(_ offset: Int, _ count: Int) -> Range<Int> { start + offset..<start + offset + count }
      let end = 13 + setupHash.count
      return [
        Field(
          "category", category, at: at(7, 2), role: .structure,
          wording: .phrase(categoryName ?? "category \(category)")),
        Field("categoryName", categoryName.map { .text($0) } ?? .null),
        // Stands like an address.
        Field(
          "device", .address(device), label: "device", at: at(1, 6),
          role: .address(isLittleEndian: false, name: "the HomeKit device identifier")),
        Field("status", .hexNumber(UInt64(status), octets: 1), label: "status", at: at(0, 1)),
        Field("paired", .truth(isPaired), at: at(0, 1), wording: .phrase(isPaired ? "paired" : "not paired")),
        Field("wifiNotConfigured", needsWiFi, whenTrue: "Wi-Fi not set up", at: at(0, 1)),
        Field("problem", hasProblem, whenTrue: "problem detected", at: at(0, 1)),
        Field("globalState", globalState, label: "state number", at: at(9, 2)),
        Field("configuration", configuration, label: "configuration", at: at(11, 1)),
        Field("compatibleVersion", compatibleVersion, label: "compatible version", at: at(12, 1)),
        Field("setupHash", .octets(setupHash), label: "setup hash", at: at(13, setupHash.count)),
        Field("rest", .octets(rest), label: "rest", at: at(end, rest.count)),
      ]
    }

    /// From category 1 on.
    private static let categories = [
      "other accessory", "bridge", "fan", "garage door opener", "light", "door lock", "outlet", "switch", "thermostat",
      "sensor", "security system", "door", "window", "window covering", "programmable switch", "range extender",
      "IP camera", "video doorbell", "air purifier", "heater", "air conditioner", "humidifier", "dehumidifier",
      "Apple TV", "HomePod", "speaker", "AirPort", "sprinkler", "faucet", "shower head", "television", "remote",
      "router", "audio receiver", "TV set top box", "TV streaming stick",
    ]
  }

  /// A change that a HomeKit accessory tells those who have its key (Continuity type 0x11).
  ///
  /// Source: aiohomekit.
  public struct HomeKitNotification: Hashable, Sendable {
    /// 6 octets in the order printed, the same as in ``HomeKit``.
    public let device: [UInt8]
    /// 12 octets.
    public let encrypted: [UInt8]
    /// 4 octets that authenticate the others.
    public let tag: [UInt8]
    /// What follows; empty in practice.
    public let rest: [UInt8]

    static let shortestLength = 22

    /// `nil` when the value is too short.
    init?(_ value: [UInt8]) {
      guard value.count >= Self.shortestLength else { return nil }
      device = Array(value[..<6])
      encrypted = Array(value[6..<18])
      tag = Array(value[18..<22])
      rest = Array(value[22...])
    }

    func fields(from start: Int) -> [Field] {
      func at(_ offset: Int, _ count: Int) -> Range<Int> { start + offset..<start + offset + count }
      return [
        Field(
          "device", .address(device), label: "device", at: at(0, 6),
          role: .address(isLittleEndian: false, name: "the HomeKit device identifier")),
        Field("encrypted", .octets(encrypted), label: "encrypted", at: at(6, 12)),
        Field("tag", .octets(tag), label: "tag", at: at(18, 4)),
        Field("rest", .octets(rest), label: "rest", at: at(22, rest.count)),
      ]
    }
  }
}
