internal import AdvertReading
internal import AdvertisingData

extension SourceForm {
  /// A file of layouts in hex, as `advert lint` reads it.
  static let hex = SourceForm(
    id: "hex", summary: "lines of hex, as advert lint reads them", language: .hex
  ) { entry in HexForm.lines(of: entry) }
}

/// Lines of hex of a layout.
enum HexForm {
  /// - Parameter comment: what each line begins with where lines of hex must be comments.
  static func lines(of entry: NumberedEntry, comment: String = "") -> [String] {
    let label = entry.number.map { "layout \($0) " } ?? ""
    var lines = ["\(comment)\(label)advertising: \(hex(entry.advertising, entry.advertisingVariation))"]
    if !entry.scanResponse.isEmpty {
      lines.append("\(comment)\(label)scan-response: \(hex(entry.scanResponse, entry.scanResponseVariation))")
    }
    return lines
  }

  /// Returns octets with placeholders where they vary.
  private static func hex(_ payload: Payload, _ variation: Variation) -> String {
    payload.octets.indices.map { offset in
      guard let pattern = variation[offset]?.values.pattern else { return HexText.compact([payload.octets[offset]]) }
      // A range has no form of two characters.
      return pattern.contains("?") ? pattern : "??"
    }.joined(separator: " ")
  }
}
