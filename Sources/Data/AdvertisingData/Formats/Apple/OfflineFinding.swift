extension Continuity {
  /// The advertising of a device, lost or near its owner, for the Find My network (Continuity type 0x12).
  ///
  /// Source: furiousMAC/continuity and AirGuard, which agree.
  enum OfflineFinding {
    static let kind = MessageKind(
      0x12, "Find My", minimum: nearOwnerCount,
      fields: [.string("state")] + status.declared + key.declared + [.integer("keyBits")],
      device: { isKnown($0) ? device($0) : nil },
      expectedLength: { isKnown($0) ? nil : "length 0x19 or 0x02" },
      read: { value in
        guard isKnown(value) else { return nil }
        // The two lowest bits are the top bits of the first octet of the key.
        func keyBits(at offset: Int) -> Field { Field("keyBits", value[offset], at: offset..<offset + 1) }
        guard value.count == separatedCount else {
          // The rest of the key is not sent.
          return [Field("state", .text("nearOwner"), wording: .phrase("near its owner"))] + status.fields(of: value)
            + [keyBits(at: 1)]
        }
        let fieldsOfKey = key.fields(of: value)
        return [Field("state", .text("separated"), wording: .phrase("away from its owner"))] + status.fields(of: value)
          + [fieldsOfKey[0], keyBits(at: 23), fieldsOfKey[1]]
      })

    private static let separatedCount = 0x19
    private static let nearOwnerCount = 0x02

    private static func isKnown(_ value: [UInt8]) -> Bool { [separatedCount, nearOwnerCount].contains(value.count) }

    /// Octets 6 to 27 of the key whose first six are the device's address.
    private static let key: [FixedFormat.Column] = [
      .octets("publicKey", at: 1..<23, label: "key"), .integer("hint", at: 24),
    ]

    /// The kind of device, its battery level, and whether it met its owner.
    private static let status: [FixedFormat.Column] = [
      .field(.string("device", orNull: true)) {
        Field("device", device($0).map { .text($0) } ?? .null, wording: .value)
      },
      .field(.integer("status")) {
        Field(
          "status", $0[0], at: 0..<1, role: .bits(deviceBits),
          wording: .phrase("status " + HexDigits.number($0[0], octets: 1)))
      },
      // The owner's device connected since the last change of the key, which changes every 15 minutes.
      .field(.boolean("maintained")) {
        Field("maintained", $0[0] & 0x04 != 0, whenTrue: "owner connected within 15 min")
      },
      // Devices without a kind do not state their battery level.
      .field(.string("battery", orNull: true)) { value in
        let level = device(value).map { _ in ["full", "medium", "low", "very low"][Int(value[0] >> 6)] }
        return Field("battery", level.map { .text($0) } ?? .null, label: "battery")
      },
    ]

    /// The bits of the status with the kind of device.
    private static let deviceBits: UInt8 = 0x30

    /// Returns the kind of device; `nil` for Apple's phones and computers, which do not state it.
    private static func device(_ value: [UInt8]) -> String? {
      switch value[0] & deviceBits {
      case 0x10: "AirTag"
      case 0x20: "Find My accessory"
      case 0x30: "AirPods"
      default: nil
      }
    }
  }
}
