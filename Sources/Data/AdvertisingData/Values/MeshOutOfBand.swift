/// The sources of a mesh device's out-of-band data for its provisioning, and the ways to provision it: 16 bits.
///
/// Source: BlueZ's mesh/agent.c; Zephyr's include/zephyr/bluetooth/mesh/main.h, which also names bits 7 and 8.
enum MeshOutOfBand {
  private static let bitNames = [
    "other", "URI", "2D code", "bar code", "NFC", "number", "text", "certificate-based provisioning",
    "provisioning records", "", "", "on the box", "inside the box", "on paper", "in the manual", "on the device",
  ]

  /// Returns the words for the bits.
  static func names(_ bits: UInt16) -> [String] { bitNames.ofBits(set: UInt32(bits)) }
}

extension Field {
  /// A field with the names of the bits, after the field with their number.
  static func outOfBandSources(_ bits: UInt16) -> Field {
    .names("oobSources", MeshOutOfBand.names(bits), separator: ": ")
  }
}

extension DeclaredField {
  static let oobSources = list("oobSources", of: .string)
}
