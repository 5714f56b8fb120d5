extension Continuity {
  /// The category of a HomeKit accessory and whether its state changed (Continuity type 0x06), and a change of state
  /// encrypted for the owners of its key (type 0x11).
  ///
  /// Source: aiohomekit and bluetooth-data-tools, which work with accessories of many makers; the last categories are
  /// from HAP-NodeJS.
  enum HomeKit {
    static let kind = MessageKind(
      0x06, "HomeKit", minimum: minimum, fields: columns.declared + [.string("setupHash"), .string("rest")],
      device: { value in category(value).map { "HomeKit " + $0 } ?? "HomeKit accessory" },
      read: { value in
        // Older accessories have no hash over the setup identifier.
        let end = value.count < minimum + 4 ? minimum : minimum + 4
        return columns.fields(of: value) + [
          Field("setupHash", .octets(Array(value[minimum..<end])), label: "setup hash", at: minimum..<end),
          .rest(of: value, from: end),
        ]
      })

    static let notification = MessageKind(
      0x11, "HomeKit notification", minimum: 22, fields: notificationColumns.declared + [.string("rest")],
      device: { _ in "HomeKit accessory" },
      read: { notificationColumns.fields(of: $0) + [.rest(of: $0, from: 22)] })

    private static let minimum = 13

    private static let columns: [FixedFormat.Column] = [
      .field(.integer("category")) { value in
        let number = UInt16(littleEndian: value, at: 7)
        return Field(
          "category", number, at: 7..<9, role: .structure,
          wording: .phrase(category(value) ?? "category \(number)"))
      },
      .field(.string("categoryName", orNull: true)) {
        Field("categoryName", category($0).map { .text($0) } ?? .null)
      },
      device(at: 1), .hexNumber("status", at: 0, label: "status"),
      .field(.boolean("paired")) { value in
        let isPaired = value[0] & 0x01 == 0
        return Field("paired", .truth(isPaired), at: 0..<1, wording: .phrase(isPaired ? "paired" : "not paired"))
      },
      .flag("wifiNotConfigured", at: 0, mask: 0x02, whenTrue: "Wi-Fi not set up"),
      .flag("problem", at: 0, mask: 0x04, whenTrue: "problem detected"),
      .integer("globalState", at: 9, octets: 2, label: "state number"),
      .integer("configuration", at: 11, label: "configuration"),
      .integer("compatibleVersion", at: 12, label: "compatible version"),
    ]

    private static let notificationColumns: [FixedFormat.Column] = [
      device(at: 0), .octets("encrypted", at: 6..<18), .octets("tag", at: 18..<22),
    ]

    /// The identifier of the accessory, which stays until the accessory is reset. It has the form of an address.
    private static func device(at offset: Int) -> FixedFormat.Column {
      .field(.string("device")) { value in
        Field(
          "device", .address(Array(value[offset..<offset + 6])), label: "device", at: offset..<offset + 6,
          role: .address(isLittleEndian: false, name: "the HomeKit device identifier"))
      }
    }

    /// Returns the category in words; `nil` for numbers that are not known.
    private static func category(_ value: [UInt8]) -> String? {
      let index = Int(UInt16(littleEndian: value, at: 7)) - 1
      return categories.indices.contains(index) ? categories[index] : nil
    }

    /// The names of the categories, from category 1 on.
    private static let categories = [
      "other accessory", "bridge", "fan", "garage door opener", "light", "door lock", "outlet", "switch", "thermostat",
      "sensor", "security system", "door", "window", "window covering", "programmable switch", "range extender",
      "IP camera", "video doorbell", "air purifier", "heater", "air conditioner", "humidifier", "dehumidifier",
      "Apple TV", "HomePod", "speaker", "AirPort", "sprinkler", "faucet", "shower head", "television", "remote",
      "router", "audio receiver", "TV set top box", "TV streaming stick",
    ]
  }
}
