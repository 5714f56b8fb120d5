internal import AdvertisingData

extension SourceForm {
  /// The file of layouts in hex that `advert lint` reads.
  static let hex = SourceForm(id: "hex", summary: "lines of hex, as advert lint reads them") { plan in
    let label = plan.number.map { "layout \($0) " } ?? ""
    var lines = ["# \(plan.heading)", "\(label)advertising: \(HexText.spaced(plan.plan.advertising.octets))"]
    if let response = plan.plan.scanResponse, !response.isEmpty {
      lines.append("\(label)scan-response: \(HexText.spaced(response.octets))")
    }
    return lines
  }
}
