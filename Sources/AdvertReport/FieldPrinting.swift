internal import AdvertLint
internal import AdvertisingData
internal import AssignedNumbers

extension [Field] {
  /// What people are told of the fields, in one line; empty when they are told nothing.
  var words: String {
    var title = ""
    var rest = ""
    for field in self {
      if case .title(let words) = field.wording {
        title = words
      } else if let words = field.words {
        rest += (rest.isEmpty ? "" : field.separator) + words
      }
    }
    return title.isEmpty || rest.isEmpty ? title + rest : "\(title) \(rest)"
  }

  /// The members of a JSON object.
  ///
  /// - Parameter candidates: Services that are named where an overflow area has their bit.
  func write(to json: inout JSONWriter, candidates: OverflowCandidates = .none) {
    for field in self where !field.key.isEmpty { field.value.write(field.key, to: &json, candidates) }
  }
}

extension Field {
  /// What people are told of the field; `nil` when they are told nothing.
  fileprivate var words: String? {
    switch wording {
    case .hidden, .title: return nil
    case .phrase(let words): return words
    case .value: return labelled(value.words)
    case .items(let separator):
      guard case .list(let items) = value, !items.isEmpty else { return labelled(nil) }
      return labelled(items.map { $0.words ?? "–" }.joined(separator: separator))
    }
  }

  private func labelled(_ words: String?) -> String? {
    let said = words.map { $0 + (unit.isEmpty ? "" : " " + unit) } ?? whenEmpty
    return said.map { (label.isEmpty ? "" : label + " ") + $0 }
  }
}

extension Field.Value {
  /// The value for people; `nil` when there is none.
  var words: String? {
    switch self {
    case .null: nil
    case .truth(let truth): truth ? "yes" : "no"
    case .number(let number): String(number)
    case .hexNumber(let number, let octets): Words.hex(number: number, octets: octets)
    case .decimal(let number): number.description
    case .text(let text): text
    case .foreignText(let octets):
      octets.isEmpty ? nil : HostileText.quoted(String(decoding: octets, as: UTF8.self))
    case .bareForeignText(let text): HostileText.visible(text)
    case .octets(let octets): octets.isEmpty ? nil : HexText.spaced(octets)
    case .vendorOctets(let octets): octets.isEmpty ? nil : PrintableText.words(octets)
    case .address(let octets): HexText.address(octets)
    case .uuid(let uuid): uuid.named
    case .company(let company): Company.named(company)
    case .appearance(let number):
      "\(Appearances.name(of: number) ?? "unassigned") (\(Words.hex(number: number, octets: 2)))"
    case .uri(let scheme, let rest): Self.words(ofScheme: scheme, rest)
    case .name(let number): number.name
    case .overflowBits(let bits):
      bits.isEmpty
        ? "no bit set" : "\(bits.count == 1 ? "bit" : "bits") " + bits.map(String.init).joined(separator: ", ")
    case .list(let values): values.isEmpty ? nil : values.map { $0.words ?? "–" }.joined(separator: ", ")
    case .object(let fields): fields.words + (fields.hasUnverified ? " (unverified)" : "")
    }
  }

  private static func words(ofScheme scheme: UInt32, _ rest: String) -> String {
    guard let prefix = URISchemes.prefix(of: scheme) else {
      return "URI of unassigned scheme \(Words.hex(number: scheme, octets: 4)): \(HostileText.quoted(rest))"
    }
    return "URI: \(HostileText.quoted(prefix + rest))"
  }

  fileprivate func write(_ key: String?, to json: inout JSONWriter, _ candidates: OverflowCandidates) {
    switch self {
    case .null: json.null(key)
    case .truth(let truth): json.value(key, truth)
    case .number(let number): json.value(key, Int(clamping: number))
    case .hexNumber(let number, _): json.value(key, Int(clamping: number))
    case .decimal(let number): json.value(key, decimal: number)
    case .text(let text), .bareForeignText(let text): json.value(key, text)
    case .foreignText(let octets): json.value(key, String(decoding: octets, as: UTF8.self))
    case .octets(let octets), .vendorOctets(let octets): json.value(key, HexText.compact(octets))
    case .address(let octets): json.value(key, HexText.address(octets))
    case .uuid(let uuid): json.value(key, uuid.description)
    case .company(let number), .appearance(let number): json.value(key, Int(number))
    case .uri(let scheme, let rest): json.value(key, URISchemes.prefix(of: scheme).map { $0 + rest })
    case .name(let number): json.value(key, number.name)
    case .overflowBits(let bits):
      json.array(key, bits) { json, bit in
        json.object { json in
          json.value("bit", bit)
          json.array("candidates", candidates.services(ofBit: bit)) { $0.value(nil, $1.description) }
        }
      }
    case .list(let values): json.array(key, values) { $1.write(nil, to: &$0, candidates) }
    case .object(let fields): json.object(key) { fields.write(to: &$0, candidates: candidates) }
    }
  }
}

enum Company {
  /// A company with its number: `Nordic Semiconductor ASA (0x0059)`.
  static func named(_ company: UInt16) -> String {
    "\(CompanyIdentifiers.name(of: company) ?? "an unassigned company") (\(Words.hex(number: company, octets: 2)))"
  }
}

extension Field.AssignedNumber {
  fileprivate var name: String? {
    switch self {
    case .company(let company): CompanyIdentifiers.name(of: company)
    case .uuid(let uuid): uuid.assignedName
    case .appearance(let number): Appearances.name(of: number)
    case .uriScheme(let number): URISchemes.prefix(of: number)
    }
  }
}
