package import AdvertDiff
internal import AdvertLint
internal import AdvertScan
internal import AdvertisingData

/// The differences of a device, in lines of words for people.
package struct DifferenceWords {
  private let diff: DeviceDiff
  private let namesScanners: Bool

  /// - Parameter namesScanners: whether scanners have their names, and not their ids.
  package init(_ diff: DeviceDiff, namesScanners: Bool = false) {
    self.diff = diff
    self.namesScanners = namesScanners
  }

  /// The kind of the difference, and the difference.
  package struct Line: Hashable {
    package let label: String
    package let text: String
  }

  /// The most lines about one device.
  private static let maximumLines = 60

  /// A line for each difference. Scanners and findings with the same change share one.
  package var lines: [Line] {
    Self.cut(diff.differences.compactMap(Self.line) + scannerLines + findingLines)
  }

  /// Remarks on varying octets of a side, on data that a side does not know, and on what is not certain.
  package var remarks: [Line] {
    Self.cut(diff.varying.map(Self.line)) + diff.gaps.map(Self.line) + Self.cut(doubts)
  }

  /// A line for each doubt about a side, but for blocks that were not compared: those are gaps.
  private var doubts: [Line] {
    let sides = [diff.old, diff.new].map { side in
      Doubt.words(of: (side?.doubts ?? []).filter { $0.cause != .notReceived })
    }
    if sides[0] == sides[1] { return sides[0].map { Line(label: "doubt", text: HostileText.visible($0)) } }
    return zip(sides, ["before", "now"]).flatMap { words, side in
      words.map { Line(label: "doubt", text: "\(side): \(HostileText.visible($0))") }
    }
  }

  private static func cut(_ lines: [Line]) -> [Line] {
    let more = lines.count - maximumLines
    return lines.prefix(maximumLines)
      + (more > 0 ? [Line(label: "more", text: "\(more) lines: --format json has all")] : [])
  }

  // MARK: Fields

  private static func line(_ difference: Difference) -> Line? {
    switch difference {
    case .address(let old, let new): return Line(label: "address", text: "\(old) → \(new)")
    case .addressKind(let old, let new): return Line(label: "address", text: "\(old.words) → \(new.words)")
    case .pdu(let old, let new): return Line(label: "kind", text: "\(old.rawValue) → \(new.rawValue)")
    case .added(let field): return Line(label: "added", text: "\(words(field)), \(place(field))")
    case .gone(let field): return Line(label: "gone", text: "\(words(field)), \(place(field))")
    case .moved(let old, let new): return Line(label: "moved", text: "\(words(new)): \(place(old)) → \(place(new))")
    case .changed(let change): return Line(label: "changed", text: words(change))
    case .order(let old, let new): return Line(label: "order", text: order(old, new))
    case .layoutAdded(let layout): return Line(label: "added", text: "another layout: \(words(layout))")
    case .layoutGone(let layout): return Line(label: "gone", text: "one of several layouts: \(words(layout))")
    case .interval(let old, let new): return Line(label: "interval", text: "\(words(old)) → \(words(new))")
    case .strength(let old, let new): return Line(label: "strength", text: "median \(old.median) → \(new.median) dBm")
    case .scanResponses(let old, let new):
      let text =
        new == 0
        ? "none received now, before \(counted(old, "scan response")); other devices answer on both sides"
        : "\(counted(new, "scan response")) received now, before none; other devices answer on both sides"
      return Line(label: "responses", text: text)
    case .scanner, .findingAdded, .findingGone: return nil
    }
  }

  /// Returns a field with its value.
  private static func words(_ field: SentField) -> String {
    switch field.key {
    case .service(let uuid): "service \(field.openUUID ?? uuid.named)"
    case .remainder: "what follows the last AD structure: \(OctetText.hex(field.octets))"
    case .name, .manufacturerData, .serviceData, .other:
      description(field).map { shown($0.words, of: field) } ?? OctetText.hex(field.octets)
    }
  }

  /// Returns the words on a field's value, which is only one of several where its octets vary.
  private static func shown(_ words: String, of field: SentField) -> String {
    guard !field.varying.isEmpty else { return words }
    var words = words
    if case .serviceData(let uuid, _) = field.key, let open = field.openUUID {
      words = words.exchanging(uuid.named, for: open)
    }
    return words + ", or another value"
  }

  /// Returns the description of an AD structure, with the device's hints.
  private static func description(_ field: SentField) -> StructureDescription? {
    field.element.map { StructureDescription($0, in: PayloadContext(field.signs)) }
  }

  /// Returns a field without its value.
  private static func noun(_ field: SentField) -> String {
    switch field.key {
    case .service(let uuid): return "service \(field.openUUID ?? uuid.named)"
    case .name: return "name"
    case .manufacturerData(let company, _): return "manufacturer data of \(Company.named(company))"
    case .serviceData(let uuid, _): return "service data of \(field.openUUID ?? uuid.named)"
    case .remainder: return "what follows the last AD structure"
    case .other(let type, _):
      return description(field)?.typeName ?? "AD type \(HexDigits.number(type.rawValue, octets: 1))"
    }
  }

  /// `advertising data, byte 7`.
  private static func place(_ field: SentField) -> String { "\(field.block.words), byte \(field.offset)" }

  private static func words(_ layout: SentLayout) -> String {
    let kind =
      layout.pdu.map { "\($0.rawValue) with " }
      ?? "\(layout.block == .advertising ? "an advertisement" : "a scan response") with "
    return kind + (layout.fields.isEmpty ? "no data" : layout.fields.map(noun).joined(separator: ", "))
  }

  private static func order(_ old: [SentField], _ new: [SentField]) -> String {
    guard let block = old.first?.block, old.map({ $0.key }) != new.map({ $0.key }) else {
      return "the same fields in other AD structures"
    }
    let names = [old, new].map { $0.map(noun).joined(separator: ", ") }
    return "\(names[0]) → \(names[1]) in the \(block.words)"
  }

  // MARK: Values

  private static func words(_ change: FieldChange) -> String {
    let (old, new) = (change.old, change.new)
    if let oldType = old.listType, let newType = new.listType {
      let lists = [oldType, newType].map { StructureDescription.listName(of: $0) }
      return "\(noun(old)): \(lists[0]) → \(lists[1]) (\(place(old)))"
    }
    let values = values(old, new)
    let named = values.map { "\(noun(old)): \(shown($0.old, of: old)) → \(shown($0.new, of: new))" } ?? noun(old)
    let octets = octets(of: change)
    guard !octets.isEmpty else { return "\(named) (\(place(old, new)))" }
    let moved = old.offset == new.offset ? "" : "; now the field begins at byte \(new.offset)"
    return "\(named) (\(old.block.words), \(octets)\(moved))"
  }

  /// Returns the decoded values that differ; `nil` when only the octets can be shown.
  private static func values(_ old: SentField, _ new: SentField) -> (old: String, new: String)? {
    guard let one = description(old)?.words, let other = description(new)?.words else { return nil }
    let (fields, otherFields) = (old.shownFields, new.shownFields)
    if fields.map({ $0.key }) == otherFields.map({ $0.key }) {
      let differing = fields.indices.filter { fields[$0].value != otherFields[$0].value }
      let words = [fields, otherFields].map { all in differing.map { all[$0] }.words }
      if words[0] != words[1], !words[0].isEmpty, !words[1].isEmpty {
        return differing.allSatisfy({ fields[$0].value.isOctets }) && old.octets.count == new.octets.count
          ? nil : (words[0], words[1])
      }
    }
    return one == other ? nil : (one, other)
  }

  private static func place(_ old: SentField, _ new: SentField) -> String {
    if old.block != new.block { return "now in the \(new.block.words)" }
    return old.offset == new.offset ? place(old) : "\(place(old)), now \(new.offset)"
  }

  /// Returns `byte 2: 61 → 50`. Long values are cut: the document in JSON has them in full.
  private static func octets(of change: FieldChange) -> String {
    let maximumRuns = 4
    let maximumOctets = 8
    func hex(_ field: SentField, _ run: Range<Int>) -> String {
      let octets = run.prefix(maximumOctets).map { place in
        field.varying.contains(place) ? "??" : HexText.compact([field.octets[place]])
      }
      return octets.joined(separator: " ") + (run.count > maximumOctets ? " …" : "")
    }
    let runs = change.octets.prefix(maximumRuns).map { run in
      let start = change.old.offset + run.lowerBound
      let place = start..<start + run.count
      return "\(place.byteWords): \(hex(change.old, run)) → \(hex(change.new, run))"
    }
    let more = change.octets.count - runs.count
    return runs.joined(separator: "; ") + (more > 0 ? "; \(more) more" : "")
  }

  private static func line(_ varying: VaryingOctets) -> Line {
    let maximumRuns = 4
    let runs = varying.octets.prefix(maximumRuns).map { run in
      let start = varying.field.offset + run.lowerBound
      return (start..<start + run.count).byteWords
    }
    let more = varying.octets.count - runs.count
    let place = runs.isEmpty ? "its length" : runs.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    // A placeholder is shown as one of its values.
    let values =
      varying.distinct.allSatisfy { $0 <= 1 } && !varying.field.varying.isEmpty
      ? "by its placeholders" : varying.distinct.map { counted($0, "value") }.joined(separator: " → ")
    return Line(label: "varies", text: "\(noun(varying.field)) (\(varying.field.block.words), \(place)): \(values)")
  }

  private static func line(_ gap: DiffGap) -> Line {
    func side(_ isOld: Bool) -> String { isOld ? "old" : "new" }
    let text =
      switch gap {
      case .scanResponseNotObserved(let isOld):
        "no scan response was received on the \(side(isOld)) side: it may be as before"
      case .advertisingNotObserved(let isOld):
        "no advertising data were received on the \(side(isOld)) side: they may be as before"
      case .addedByHost(let block, let isOld):
        "the host of the \(side(isOld)) side adds to the \(block.words) when the program runs: what it adds was not "
          + "compared"
      }
    return Line(label: "unknown", text: text)
  }

  private static func words(_ interval: DiffInterval) -> String {
    let (least, most) = (
      AdvertiserDescription.words(interval.range.lowerBound), AdvertiserDescription.words(interval.range.upperBound)
    )
    let time = least == most ? least : "\(least) to \(most)"
    return interval.samples.map { "\(time) (from \(counted($0, "gap")))" } ?? time
  }

  // MARK: Scanners and findings

  private var scannerLines: [Line] {
    var groups: [(phrase: String, profiles: [String], questions: [String])] = []
    for (question, changes) in changesByQuestion {
      for phrase in Self.phrases {
        let profiles = changes.filter { Self.phrase(of: $0) == phrase }.map { $0.profile }
        guard !profiles.isEmpty else { continue }
        if let known = groups.firstIndex(where: { $0.phrase == phrase && $0.profiles == profiles }) {
          groups[known].questions.append(question)
        } else {
          groups.append((phrase, profiles, [question]))
        }
      }
    }
    return groups.map { group in
      let more = group.questions.count - 3
      let questions = group.questions.prefix(3).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
      return Line(
        label: "scanners",
        text: "\(group.phrase) \(listed(group.profiles))\(questions.isEmpty ? "" : " (\(questions))")")
    }
  }

  private func listed(_ profiles: [String]) -> String {
    guard namesScanners else { return profiles.joined(separator: ", ") }
    // Names have commas.
    return profiles.map { id in ScannerProfile.allVersions.first { $0.id == id }?.name ?? id }.joined(separator: "; ")
  }

  private var changesByQuestion: [(question: String, changes: [ScannerChange])] {
    var groups: [(question: Question, changes: [ScannerChange])] = []
    for case .scanner(let change) in diff.differences {
      // Changes are sorted by question.
      if groups.last?.question != change.question { groups.append((change.question, [])) }
      groups[groups.count - 1].changes.append(change)
    }
    return groups.map { question, changes in
      switch question {
      case .service(let uuid): ("service \(uuid.named)", changes)
      case .openService(let service): ("service \(service.pattern)", changes)
      case .name, .data, .presence: ("", changes)
      }
    }
  }

  private static let phrases = [
    "now missed by", "may now be missed by", "may now be discovered by", "now discovered by",
  ]

  private static func phrase(of change: ScannerChange) -> String {
    switch change.new {
    case .discovered: phrases[3]
    case .may: phrases[change.isGain ? 2 : 1]
    case .missed, .unknown: phrases[0]
    }
  }

  /// The lines about findings. A new finding has its message; for one that is gone the rule is enough.
  private var findingLines: [Line] {
    var lines: [Line] = []
    var gone: [(words: String, count: Int)] = []
    for difference in diff.differences {
      switch difference {
      case .findingAdded(let finding):
        lines.append(
          Line(label: "finding", text: "new: \(finding.severity.rawValue): \(finding.message) [\(finding.rule)]"))
      case .findingGone(let finding):
        let words = "\(finding.rule) (\(finding.severity.rawValue))"
        if let known = gone.firstIndex(where: { $0.words == words }) {
          gone[known].count += 1
        } else {
          gone.append((words, 1))
        }
      default: break
      }
    }
    guard !gone.isEmpty else { return lines }
    let words = gone.map { $0.words + ($0.count > 1 ? " \($0.count) times" : "") }
    return lines + [Line(label: "finding", text: "gone: " + words.joined(separator: ", "))]
  }
}

extension SentField {
  /// The fields to show. Those of a known format replace the octets.
  fileprivate var shownFields: [Field] {
    let fields = element?.value.fields ?? []
    guard let known else { return fields }
    return fields.filter { if case .vendorOctets = $0.value { false } else { true } } + known.reading.fields
  }
}

extension Field.Value {
  /// Whether text shows only the octets.
  fileprivate var isOctets: Bool {
    switch self {
    case .octets, .vendorOctets: true
    default: false
    }
  }
}

extension StructureDescription {
  /// Returns `complete list`, `incomplete list of 128-bit UUIDs`: the words that distinguish lists of services.
  fileprivate static func listName(of type: ADType) -> String {
    let isComplete = type.rawValue % 2 == 1
    let width = ServiceUUIDList.width(of: type).map { " of \($0.octets * 8)-bit UUIDs" } ?? ""
    return (isComplete ? "complete list" : "incomplete list") + width
  }
}
