public import AdvertRepack
internal import AdvertisingData

extension SourceForm {
  /// Layouts of an `advert.yml`, field by field.
  public static let yaml = SourceForm(id: "yaml", summary: "layouts for advert.yml", prologue: ["layouts:"]) { plan in
    var lines = [
      "  # \(plan.heading)", "  \(WrittenFields.scalar(plan.name ?? plan.named("repacked"))):",
      "    pdu: \(plan.plan.pdu.rawValue)",
    ]
    if let kind = plan.addressKind { lines.append("    address: \(kind.rawValue)") }
    if let interval = plan.interval { lines.append("    interval: \(interval.words)") }
    let blocks = [
      ("advertising", plan.plan.advertising, plan.advertisingVariation),
      ("scanResponse", plan.plan.pdu.isScannable ? plan.plan.scanResponse : nil, plan.scanResponseVariation),
    ]
    for case (let key, let payload?, let variation) in blocks where !payload.isEmpty {
      lines.append("    \(key):")
      lines += WrittenFields.lines(of: payload, varying: variation).map { "      - \($0)" }
    }
    if !plan.expectedServices.isEmpty {
      lines += ["    expect:", "      services:"] + plan.expectedServices.map { "        - \"\($0)\"" }
    }
    return lines
  }
}
