internal import AdvertLint
package import AdvertisingData
internal import AssignedNumbers

/// An AD structure in words and in JSON, both made from the fields of its value.
package struct StructureDescription {
  let element: DecodedPayload.Element
  /// The known format of vendor data; `nil` for any other value.
  let known: KnownPayload?
  /// Services that an overflow area may contain, for JSON.
  private let overflowCandidates: OverflowCandidates

  package init(
    _ element: DecodedPayload.Element, in context: PayloadContext, overflowCandidates: OverflowCandidates = .none
  ) {
    self.element = element
    known = context.known(in: element.value)
    self.overflowCandidates = overflowCandidates
  }

  /// The assigned name of the type; `nil` when it is not assigned.
  var typeName: String? { ADTypes.name(of: element.type.rawValue) }

  /// The type and the meaning, in one line, with the services that UUIDs in a wrong form likely mean.
  package var words: String { wordsAsSent + element.misformedUUIDs().note + companyNote }

  /// The company that manufacturer data likely mean; empty for data that fit theirs.
  private var companyNote: String {
    guard case .manufacturerData(let data) = element.value, !element.overruns else { return "" }
    if let meant = data.meantWithCompanyExchanged {
      return "; likely meant: company \(Company.named(data.exchanged.company)), byte-reversed: the data match "
        + meant.format.name
    }
    guard data.isBuiltLikeIBeacon else { return "" }
    return "; the data have the form of an iBeacon (02 15, then 21 bytes), which belongs to company "
      + Company.named(ManufacturerData.apple)
  }

  /// The text that an unassigned type and its value are together; empty for any other.
  private func noteOfText(_ octets: [UInt8]) -> String {
    let text = [element.type.rawValue] + octets
    guard typeName == nil, !element.overruns, text.isText else { return "" }
    return "; with the type the text \"\(HostileText.visible(String(decoding: text, as: UTF8.self)))\", whose type is "
      + "probably missing before it"
  }

  /// The type and the meaning, in one line.
  var wordsAsSent: String {
    let meaning =
      switch element.value {
      case .other(_, let octets):
        "\(typeName ?? "Unassigned type \(element.type.hex)"): \(OctetText.hex(octets))\(noteOfText(octets))"
      case .malformed(_, _, let malformation): "\(typeName ?? "Type \(element.type.hex)"): malformed, \(malformation)"
      default: fieldWords
      }
    return element.overruns ? meaning + " (cut: the length byte says \(element.declaredLength))" : meaning
  }

  /// The words of the fields. Vendor data in a known format show their meaning instead of their octets.
  private var fieldWords: String {
    let fields = element.value.fields
    guard let known else { return fields.words }
    return fields.filter { !$0.value.isVendorOctets }.words + ": " + known.words
  }

  /// Writes the fields; `null` for types that are not decoded and for malformed values.
  func writeDecoded(to json: inout JSONWriter, key: String?) {
    let fields = element.value.fields
    guard !fields.isEmpty else {
      json.null(key)
      return
    }
    json.object(key) { json in
      fields.write(to: &json)
      switch element.value {
      case .manufacturerData, .serviceData: write(known, to: &json)
      default: break
      }
    }
  }

  /// Writes the member `known` of manufacturer and service data: `null` when the format is not known.
  private func write(_ known: KnownPayload?, to json: inout JSONWriter) {
    guard let known else {
      json.null("known")
      return
    }
    let reading = known.reading
    json.object("known") { json in
      json.value("kind", known.format.id)
      reading.fields.write(to: &json, candidates: overflowCandidates)
      json.value("unverified", reading.isUnverified)
      json.array("problems", reading.problems) { $0.value(nil, $1.description) }
    }
  }
}

extension DecodedPayload.Element {
  /// The type and the meaning, in one line.
  package var words: String { StructureDescription(self, in: .none).words }
}

extension Field.Value {
  fileprivate var isVendorOctets: Bool {
    if case .vendorOctets = self { true } else { false }
  }
}

extension ADType {
  fileprivate var hex: String { HexDigits.number(rawValue, octets: 1) }
}

extension KnownPayload {
  /// The format, the fields and the problems, in one line.
  var words: String {
    let reading = reading
    let said = reading.fields.words
    var words = said.isEmpty ? reading.title : "\(reading.title) \(said)"
    if reading.isUnverified { words += " (partly unverified)" }
    if !reading.problems.isEmpty {
      words += "; problem: " + reading.problems.map { $0.description }.joined(separator: ", ")
    }
    return words
  }
}

/// Octets in no known format, for people. Vendors put names and serial numbers there, so the readable parts are shown.
enum OctetText {
  private static let shortest = 4

  /// Returns runs of at least four printable ASCII characters, in order.
  static func runs(in octets: [UInt8]) -> [String] {
    octets.split { !(0x20...0x7E).contains($0) }.filter { $0.count >= shortest }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  static func hex(_ octets: [UInt8]) -> String {
    octets.isEmpty ? "no data" : HexText.spaced(octets)
  }

  /// Returns the octets in hex, then the readable parts: `41 42 43 44 (text "ABCD")`.
  static func words(_ octets: [UInt8]) -> String {
    let runs = runs(in: octets)
    return hex(octets)
      + (runs.isEmpty ? "" : " (text " + runs.map(HostileText.quoted).joined(separator: ", ") + ")")
  }
}

extension [Field] {
  /// The fields for people, in one line; empty when there are none to show.
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

  /// Writes the members of a JSON object.
  ///
  /// - Parameter candidates: Services to name where an overflow area has their bit.
  func write(to json: inout JSONWriter, candidates: OverflowCandidates = .none) {
    for field in self where !field.key.isEmpty { field.value.write(field.key, to: &json, candidates) }
  }
}

extension Field {
  /// The field for people; `nil` when text does not show it.
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
    case .hexNumber(let number, let octets): HexDigits.number(number, octets: octets)
    case .decimal(let number): number.description
    case .text(let text): text
    case .foreignText(let octets):
      octets.isEmpty ? nil : HostileText.quoted(String(decoding: octets, as: UTF8.self))
    case .bareForeignText(let text): HostileText.visible(text)
    case .octets(let octets): octets.isEmpty ? nil : HexText.spaced(octets)
    case .vendorOctets(let octets): octets.isEmpty ? nil : OctetText.words(octets)
    case .address(let octets): HexText.address(octets)
    case .uuid(let uuid): uuid.named
    case .company(let company): Company.named(company)
    case .appearance(let number):
      "\(Appearances.name(of: number) ?? "unassigned") (\(HexDigits.number(number, octets: 2)))"
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
      return "URI of unassigned scheme \(HexDigits.number(scheme, octets: 4)): \(HostileText.quoted(rest))"
    }
    return "URI: \(HostileText.quoted(prefix + rest))"
  }

  fileprivate func write(_ key: String?, to json: inout JSONWriter, _ candidates: OverflowCandidates) {
    switch self {
    case .null: json.null(key)
    case .truth(let truth): json.value(key, truth)
    case .number(let number): json.value(key, literal: String(number))
    case .hexNumber(let number, _): json.value(key, literal: String(Int64(clamping: number)))
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
  /// Returns a company with its number: `Nordic Semiconductor ASA (0x0059)`.
  static func named(_ company: UInt16) -> String {
    let name =
      CompanyIdentifiers.name(of: company) ?? WithdrawnNumbers.company(company).map { "\($0), withdrawn" }
      ?? (company == ManufacturerData.testCompany ? "the company number for tests" : "an unassigned company")
    return "\(name) (\(HexDigits.number(company, octets: 2)))"
  }
}

extension Field.AssignedNumber {
  /// The assigned name; `nil` when there is none.
  var name: String? {
    switch self {
    case .company(let company): CompanyIdentifiers.name(of: company)
    case .uuid(let uuid): uuid.assignedName
    case .appearance(let number): Appearances.name(of: number)
    case .uriScheme(let number): URISchemes.prefix(of: number)
    case .matterVendor(let number): MatterVendors.name(of: number)
    }
  }
}

extension StructureDescription {
  /// Returns the keys of AD structures.
  ///
  /// - Parameter decoded: the description of the key of this name, in Markdown: pages refer to earlier descriptions.
  static func keys(decoded: String) -> Keys<StructureDescription> {
    [
      Key("offset", .integer, "of its length byte") { $0.element.offset },
      Key("length", .integer, "bytes of the structure, with length and type") { $0.element.size },
      Key("type", .integer, "the AD type") { Int($0.element.type.rawValue) },
      Key("typeName", .string, "the assigned name of the type", null: "when it is not assigned") { $0.typeName },
      Key("value", .octets, "its value, as bytes") { $0.element.value.octets },
      Key("decoded", .decoded, decoded, null: "for types that are not decoded and for malformed values") { $0 },
      Key(
        "misformed", .list(.object(MisformedKeys.suspected)),
        "services that UUIDs in a form that no filter matches likely mean", absent: "when there are none"
      ) { description in
        let misformed = description.element.misformedUUIDs()
        return misformed.isEmpty ? nil : misformed
      },
    ]
  }
}

/// An AD structure of a payload in words, with where it is: for what shows them one by one.
package struct StructureWords {
  /// The octets of the structure in the payload, length and type among them.
  package let octets: Range<Int>
  /// The meaning of the structure, in one line, without parts of the payload that are not visible.
  package let words: String

  /// All of a payload, in their order.
  ///
  /// - Parameter payloads: those of its layout, which tell more of what its octets mean.
  package static func all(of payload: Payload, beside payloads: [Payload]) -> [StructureWords] {
    let context = PayloadContext(payloads)
    return payload.decoded.elements.map { element in
      StructureWords(octets: element.octetRange, words: StructureDescription(element, in: context).words)
    }
  }
}
