extension Continuity {
  /// An action that an Apple device offers to one nearby, such as sharing a Wi-Fi password (Continuity type 0x0F).
  ///
  /// Source: furiousMAC/continuity; names of the types from Celosia and Cunche, "Discontinued Privacy" (2020).
  enum NearbyAction {
    static let kind = MessageKind(
      0x0F, "Nearby action", minimum: 2,
      fields: [
        .integer("flags"), .integer("action"), .string("actionName", orNull: true), .string("authenticationTag"),
        .string("device"), .string("parameters"),
      ] + hashes.map { .string($0.key) }, device: { device($0) },
      read: { value in
        let parameters = parametersStart(value)
        let action = actions[value[1]]
        return [
          Field("flags", value[0], at: 0..<1, role: .structure),
          Field(
            "action", value[1], at: 1..<2, role: .structure, wording: .phrase(action ?? "type \(value[1])")),
          Field("actionName", action.map { .text($0) } ?? .null),
          // Changes over time.
          Field("authenticationTag", .octets(Array(value[2..<parameters])), label: "tag", at: 2..<parameters),
        ] + parameterFields(of: value, from: parameters)
      })

    /// Returns the offset of the parameters. Bit 7 of the flags shows whether an authentication tag of three octets is
    /// before them.
    private static func parametersStart(_ value: [UInt8]) -> Int { value[0] & 0x80 == 0 ? 2 : min(5, value.count) }

    /// Returns the kind of a new device that asks to be set up; `nil` for other actions.
    private static func device(_ value: [UInt8]) -> String? {
      let parameters = value.dropFirst(parametersStart(value))
      guard value[1] == setup, parameters.count >= 3, let first = parameters.first else { return nil }
      return deviceClasses[first >> 4]
    }

    private static let wifiPassword: UInt8 = 0x08
    private static let setup: UInt8 = 0x09
    private static let hashLength = 3
    private static let hashes: [(key: String, label: String)] = [
      ("accountHash", "account hash"), ("phoneHash", "phone hash"), ("emailHash", "email hash"),
      ("networkHash", "network hash"),
    ]

    private static let actions: [UInt8: String] = [
      0x01: "Apple TV setup", 0x04: "mobile backup", 0x05: "Watch setup", 0x06: "Apple TV pairing",
      0x07: "internet relay", wifiPassword: "Wi-Fi password", setup: "iOS setup", 0x0A: "repair",
      0x0B: "speaker setup", 0x0C: "Apple Pay", 0x0D: "whole home audio setup",
      0x0E: "developer tools pairing request", 0x0F: "answered call", 0x10: "ended call", 0x11: "DD ping",
      0x12: "DD pong", 0x13: "remote auto fill", 0x14: "companion link proximity", 0x15: "remote management",
      0x16: "remote auto fill pong", 0x17: "remote display",
    ]

    private static let deviceClasses: [UInt8: String] = [
      0x2: "iPhone", 0x4: "iPod", 0x6: "iPad", 0x8: "HomePod", 0xA: "Mac", 0xC: "Apple TV", 0xE: "Apple Watch",
    ]

    /// Returns the parameters as sent, and their known meaning.
    private static func parameterFields(of value: [UInt8], from start: Int) -> [Field] {
      func parameters(_ wording: Field.Wording?) -> Field {
        Field(
          "parameters", .octets(Array(value[start...])), label: "parameters", at: start..<value.count, wording: wording)
      }
      if value[1] == wifiPassword, value.count - start >= hashes.count * hashLength {
        return [parameters(.hidden)]
          + hashes.enumerated().map { index, hash in
            let offset = start + index * hashLength
            return Field(
              hash.key, .octets(Array(value[offset..<offset + hashLength])), label: hash.label,
              at: offset..<offset + hashLength)
          }
      }
      let device = device(value).map { [Field("device", .text($0), wording: .value)] } ?? []
      return device + [parameters(nil)]
    }
  }
}
