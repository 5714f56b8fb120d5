extension Continuity {
  /// Something an Apple device offers to do with one nearby, such as sharing a Wi-Fi password (Continuity type 0x0F).
  ///
  /// Source: furiousMAC/continuity; names of the types from Celosia and Cunche, "Discontinued Privacy" (2020).
  public struct NearbyAction: Hashable, Sendable {
    /// The first octet; bit 7 says whether there is an authentication tag.
    public let flags: UInt8
    /// What the device offers to do.
    public let actionType: UInt8
    /// Three octets that change; empty when bit 7 of the flags is not set.
    public let authenticationTag: [UInt8]
    /// Of the action, as sent.
    public let parameters: [UInt8]

    /// `nil` when there is no room for flags and type.
    init?(_ value: [UInt8]) {
      guard value.count >= 2 else { return nil }
      flags = value[0]
      actionType = value[1]
      let end = flags & 0x80 == 0 ? 2 : min(5, value.count)
      authenticationTag = Array(value[2..<end])
      parameters = Array(value[end...])
    }

    var octets: [UInt8] { [flags, actionType] + authenticationTag + parameters }

    /// What the device offers to do, in words; `nil` for types that are not known.
    public var actionName: String? { Self.actions[actionType] }

    /// What kind of device a new one is that asks to be set up; `nil` for other actions.
    public var device: String? {
      guard actionType == Self.setup, parameters.count >= 3 else { return nil }
      return Self.deviceClasses[parameters[0] >> 4]
    }

    private static let wifiPassword: UInt8 = 0x08
    private static let setup: UInt8 = 0x09
    private static let hashLength = 3

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

    func fields(from start: Int) -> [Field] {
      let tag = start + 2..<start + 2 + authenticationTag.count
      return [
        Field("flags", flags, at: start..<start + 1, role: .structure),
        Field(
          "action", actionType, at: start + 1..<start + 2, role: .structure,
          wording: .phrase(actionName ?? "type \(actionType)")),
        Field("actionName", actionName.map { .text($0) } ?? .null),
        Field("authenticationTag", .octets(authenticationTag), label: "tag", at: tag),
      ] + parameterFields(from: tag.upperBound)
    }

    /// The parameters as sent, and what they say where that is known.
    private func parameterFields(from start: Int) -> [Field] {
      let all = start..<start + parameters.count
      func field(_ wording: Field.Wording?) -> Field {
        Field("parameters", .octets(parameters), label: "parameters", at: all, wording: wording)
      }
      if actionType == Self.wifiPassword, parameters.count >= 4 * Self.hashLength {
        let hashes = [
          ("accountHash", "account hash"), ("phoneHash", "phone hash"), ("emailHash", "email hash"),
          ("networkHash", "network hash"),
        ]
        return [field(.hidden)]
          + hashes.enumerated().map { index, names in
            let offset = index * Self.hashLength
            return Field(
              names.0, .octets(Array(parameters[offset..<offset + Self.hashLength])), label: names.1,
              at: start + offset..<start + offset + Self.hashLength)
          }
      }
      guard let device else { return [field(nil)] }
      return [Field("device", .text(device), wording: .value), field(nil)]
    }
  }
}
