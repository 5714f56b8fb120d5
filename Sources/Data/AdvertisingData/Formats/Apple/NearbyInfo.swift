extension Continuity {
  /// The activity of an Apple device (Continuity type 0x10). Older systems send only the two octets of flags.
  enum NearbyInfo {
    static let kind = MessageKind(
      0x10, "Nearby info", minimum: 2,
      fields: columns.declared + [.list("flags", of: .string), .string("authenticationTag"), .string("rest")]
    ) { value in
      // Bit 4 shows whether a changing tag follows, and bit 1 whether it has four octets instead of three.
      let tag = value[1] & 0x10 == 0 ? 0 : value[1] & 0x02 == 0 ? 3 : 4
      let end = min(2 + tag, value.count)
      let flags = flagNames.filter { value[1] & $0.bit != 0 }
      return columns.fields(of: value) + [
        Field(
          "flags", .list(flags.map { .text($0.name) }), at: 1..<2, role: .structure, wording: .items(separator: ", ")),
        Field("authenticationTag", .octets(Array(value[2..<end])), label: "tag", at: 2..<end),
        Field("rest", .octets(Array(value[end...])), label: "then", at: end..<value.count),
      ]
    }

    private static let columns: [FixedFormat.Column] = [
      // The flags show whether there is a tag, and its length.
      .structure(at: 1..<2),
      .field(.integer("action")) { value in
        let action = value[0] & 0x0F
        return Field("action", action, at: 0..<1, wording: .phrase(actions[action] ?? "activity \(action)"))
      },
      .field(.string("actionName", orNull: true)) {
        Field("actionName", actions[$0[0] & 0x0F].map { .text($0) } ?? .null)
      },
      // The device of the account that takes calls.
      .flag("primaryDevice", at: 0, mask: 0x10, whenTrue: "primary device"),
      .flag("receivingAirDrop", at: 0, mask: 0x40, whenTrue: "receiving AirDrop"),
    ]

    private static let actions: [UInt8: String] = [
      0x0: "activity unknown", 0x1: "reporting disabled", 0x3: "idle", 0x5: "audio playing, screen locked",
      0x7: "in use", 0x9: "video playing", 0xA: "watch on wrist and unlocked", 0xB: "recently used", 0xD: "driving",
      0xE: "in a call",
    ]

    private static let flagNames: [(bit: UInt8, name: String)] = [
      (0x01, "AirPods connected and screen on"), (0x04, "Wi-Fi on"), (0x20, "watch locked"),
      (0x40, "auto unlock by watch"), (0x80, "auto unlock"),
    ]
  }
}
