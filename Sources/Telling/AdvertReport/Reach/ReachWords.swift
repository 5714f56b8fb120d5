internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData
internal import AssignedNumbers

/// A verdict for people: in a colour, as a mark, in a phrase.
extension Verdict.Word {
  /// The number of characters of the longest word.
  static let longest = allCases.map { $0.label.count }.max() ?? 0

  /// The mark, one column wide.
  package var mark: String {
    switch self {
    case .discovered: "✓"
    case .may: "~"
    case .missed: "✗"
    case .unknown: "?"
    }
  }

  /// The words before the scanners of the verdict.
  var phrase: String {
    switch self {
    case .discovered: "discovered by"
    case .may: "may be missed by"
    case .missed: "missed by"
    case .unknown: "unknown for"
    }
  }

  func styled(_ text: String, _ style: TextStyle) -> String {
    switch self {
    case .discovered: style.good(text)
    case .may: style.warning(text)
    case .missed: style.error(text)
    case .unknown: style.note(text)
    }
  }
}

extension DataQuestion {
  /// `manufacturer data of 0x004c (Apple, Inc.) beginning 0215`.
  package var words: String {
    let masked = mask.map { " with mask \(HexText.compact($0))" } ?? ""
    let start = beginning.isEmpty ? "" : " beginning \(HexText.compact(beginning))\(masked)"
    switch subject {
    case .manufacturer(let company):
      let name = CompanyIdentifiers.name(of: company).map { " (\($0))" } ?? ""
      return "manufacturer data of \(HexDigits.number(company, octets: 2))\(name)\(start)"
    case .service(let uuid): return "service data of \(uuid.named)\(start)"
    case .name(let pattern): return "a name like \(HostileText.quoted(pattern.text))"
    case .listedService, .solicitedService:
      let kind = if case .solicitedService = subject { "solicited service" } else { "service" }
      return "\(kind) \(listed?.uuid.named ?? "")" + (listed?.mask.map { " with mask \($0)" } ?? "")
    }
  }
}
