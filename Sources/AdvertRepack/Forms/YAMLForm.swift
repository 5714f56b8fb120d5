internal import AdvertisingData

extension SourceForm {
  /// Layouts of an `advert.yml`.
  static let yaml = SourceForm(id: "yaml", summary: "layouts for advert.yml", prologue: ["layouts:"]) { plan in
    var lines = [
      "  # \(plan.heading)", "  - name: \(plan.named("repacked"))", "    pdu: \(plan.plan.pdu.rawValue)",
      "    advertising: \"\(HexText.spaced(plan.plan.advertising.octets))\"",
    ]
    if let response = plan.plan.scanResponse, plan.plan.pdu.isScannable {
      lines.append("    scan-response: \"\(HexText.spaced(response.octets))\"")
    }
    return lines
  }
}
