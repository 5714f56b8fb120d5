internal import AdvertisingData

extension SourceForm {
  /// A file of layouts in hex, as `advert lint` reads it.
  static let hex = SourceForm(
    id: "hex", summary: "lines of hex, as advert lint reads them", comments: .numberSign
  ) { entry in HexForm.lines(of: entry) }
}

/// Lines of hex of a layout.
enum HexForm {
  /// - Parameter comment: what each line begins with where lines of hex must be comments.
  static func lines(of entry: NumberedEntry, comment: String = "") -> [String] {
    let label = entry.number.map { "layout \($0) " } ?? ""
    var lines = ["\(comment)\(label)advertising: \(HexText.spaced(entry.advertising.octets))"]
    if !entry.scanResponse.isEmpty {
      lines.append("\(comment)\(label)scan-response: \(HexText.spaced(entry.scanResponse.octets))")
    }
    return lines
  }
}
