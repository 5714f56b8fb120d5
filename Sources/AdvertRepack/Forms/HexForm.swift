internal import AdvertisingData

extension SourceForm {
  /// A file of layouts in hex, as `advert lint` reads it.
  static let hex = SourceForm(
    id: "hex", summary: "lines of hex, as advert lint reads them", comments: .numberSign
  ) { entry in
    let label = entry.number.map { "layout \($0) " } ?? ""
    var lines = ["\(label)advertising: \(HexText.spaced(entry.advertising.octets))"]
    if !entry.scanResponse.isEmpty {
      lines.append("\(label)scan-response: \(HexText.spaced(entry.scanResponse.octets))")
    }
    return lines
  }
}
