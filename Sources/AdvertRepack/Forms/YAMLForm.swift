internal import AdvertisingData

extension SourceForm {
  /// Layouts of an `advert.yml`.
  static let yaml = SourceForm(id: "yaml", summary: "layouts for advert.yml", prologue: ["layouts:"]) { plan in
    var lines = [
      "  # \(plan.heading)", "  \(plan.named("repacked")):", "    pdu: \(plan.plan.pdu.rawValue)",
      "    advertising: \"\(HexText.spaced(plan.plan.advertising.octets))\"",
    ]
    if let response = plan.plan.scanResponse, plan.plan.pdu.isScannable {
      lines.append("    scanResponse: \"\(HexText.spaced(response.octets))\"")
    }
    return lines
  }
}
