internal import AdvertisingData

/// The readable parts of data in no known format: vendors put names and serial numbers there.
enum PrintableText {
  private static let shortest = 4

  /// Runs of at least four printable ASCII characters, in order.
  static func runs(in octets: [UInt8]) -> [String] {
    octets.split { !(0x20...0x7E).contains($0) }.filter { $0.count >= shortest }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The octets in hex, then what of them is text: `41 42 43 44 (text "ABCD")`.
  static func words(_ octets: [UInt8]) -> String {
    let runs = runs(in: octets)
    return Words.hex(octets)
      + (runs.isEmpty ? "" : " (text " + runs.map(HostileText.quoted).joined(separator: ", ") + ")")
  }
}
