/// The uses of audio, one bit for each.
///
/// Source: Bluetooth Assigned Numbers, context types, as in bumble's bumble/profiles/bap.py and Zephyr's
/// include/zephyr/bluetooth/assigned_numbers.h.
enum AudioContexts {
  private static let bitNames = [
    "unspecified", "conversational", "media", "game", "instructional", "voice assistants", "live", "sound effects",
    "notifications", "ringtone", "alerts", "emergency alarm",
  ]

  /// Returns the words for the bits. Bits 12 to 15 are reserved.
  static func names(_ bits: UInt16) -> [String] { bitNames.ofBits(set: UInt32(bits)) }
}

extension [String] {
  /// Returns the names of the bits that are set, from bit 0 on; a bit without a name is `reserved bit 12`.
  func ofBits(set bits: UInt32) -> [String] {
    (0..<UInt32.bitWidth).filter { bits >> UInt32($0) & 1 == 1 }.map { bit in
      indices.contains(bit) && !self[bit].isEmpty ? self[bit] : "reserved bit \(bit)"
    }
  }
}

extension Field {
  /// Names in the order given, as a list.
  static func names(
    _ key: String, _ names: [String], label: String = "", whenEmpty: String? = nil, at range: Range<Int>? = nil,
    role: Role = .data, separator: String = ", "
  ) -> Field {
    Field(
      key, .list(names.map { .text($0) }), label: label, whenEmpty: whenEmpty, at: range, role: role,
      wording: .items(separator: ", "), separator: separator)
  }
}
