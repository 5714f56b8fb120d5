package import AdvertRepack
internal import AdvertisingData

extension SourceForm {
  /// Layouts of an `advert.yml`, field by field.
  package static let yaml = SourceForm(
    id: "yaml", summary: "layouts for advert.yml", language: .manifest, prologue: ["layouts:"]
  ) { entry in
    var lines = ["  \(WrittenFields.scalar(entry.name)):"]
    lines.append("    pdu: \(entry.pdu.rawValue)" + (entry.isPDUKnown ? "" : "  # not known"))
    if let kind = entry.addressKind { lines.append("    address: \(kind.rawValue)") }
    if let interval = entry.interval { lines.append("    interval: \(interval.words)") }
    let blocks = [
      ("advertising", entry.advertising, entry.advertisingVariation),
      ("scanResponse", entry.scanResponse, entry.scanResponseVariation),
    ]
    for (key, payload, variation) in blocks where !payload.isEmpty {
      lines.append("    \(key):")
      lines += WrittenFields.lines(of: payload, varying: variation).map { "      - \($0)" }
    }
    if !entry.expectedServices.isEmpty {
      lines += ["    expect:", "      services:"] + entry.expectedServices.map { "        - \"\($0)\"" }
    }
    return lines
  }
}
