internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// The text about a place in a document, in Markdown, with the octets that it describes.
struct HoverText {
  let markdown: String
  let range: Range<Int>

  /// Makes the text; `nil` where there is none.
  init?(at place: Int, of text: DocumentText, judged: JudgedDocument) {
    let octets = Self.octets(at: place, of: text, judged)
    let key = judged.kind == .manifest ? Self.word(at: place, of: text) : nil
    guard let first = octets ?? key else { return nil }
    // A field in words is both a key and the octets that it makes.
    let both = [key, octets].compactMap { $0?.markdown }
    markdown = both.joined(separator: "\n\n")
    range = key?.range ?? first.range
  }

  private init(_ markdown: String, _ range: Range<Int>) {
    self.markdown = markdown
    self.range = range
  }

  // MARK: Octets

  private static let titles = (scanResponse: "Scan response data", advertising: "Advertising data")

  /// Returns a text about the AD structures that the text at a place makes.
  private static func octets(at place: Int, of text: DocumentText, _ judged: JudgedDocument) -> HoverText? {
    for layout in judged.layouts {
      let blocks: [(title: String, payload: Payload?, written: WrittenPayload?)]
      if let merged = layout.merged {
        blocks = [("Both blocks in one", merged.payload, layout.advertisingText)]
      } else {
        blocks = [
          (titles.advertising, layout.layout.advertising, layout.advertisingText),
          (titles.scanResponse, layout.layout.scanResponse.payloads.first, layout.scanResponseText),
        ]
      }
      for case (let title, let payload?, let written?) in blocks {
        guard text.octets(of: written.range, judged.lines).contains(place) else { continue }
        return octets(at: place, of: text, judged.lines, title, payload, written, layout)
      }
    }
    return nil
  }

  private static func octets(
    at place: Int, of text: DocumentText, _ lines: DocumentText.Lines, _ title: String, _ payload: Payload,
    _ written: WrittenPayload, _ layout: DeclaredLayout
  ) -> HoverText? {
    // All octets of a field have the same text.
    var here: [Int] = []
    var latest: (range: TextRange, isHere: Bool)?
    for (index, range) in written.octets.enumerated() {
      if latest?.range != range { latest = (range, text.octets(of: range, lines).contains(place)) }
      if latest?.isHere ?? false { here.append(index) }
    }
    here.removeAll { $0 >= payload.count }
    guard let first = here.first, let last = here.last else { return nil }
    let limit = layout.layout.pdu.payloadLimit
    var words: [String] = []
    var range = first..<last + 1
    for structure in StructureWords.all(of: payload, beside: layout.payloads)
    where structure.octets.overlaps(first..<last + 1) {
      words.append("**\(MarkdownText.prose(structure.words))**")
      range = min(range.lowerBound, structure.octets.lowerBound)..<max(range.upperBound, structure.octets.upperBound)
    }
    if words.isEmpty { words = ["Bytes that no AD structure holds"] }
    let block: Block = title == Self.titles.scanResponse ? .scanResponse : .advertising
    let doubts = layout.doubtsToTell.filter { doubt in
      switch doubt.part {
      case .octets(block, let octets): octets.overlaps(range)
      case .rest(block, let start): start < range.upperBound
      case .boundary: true
      default: false
      }
    }
    words += DoubtLines.sentences(doubts).map { MarkdownText.prose($0) }
    let bytes = first == last ? "byte \(first)" : "bytes \(first) to \(last)"
    words.append("\(title), \(bytes): \(MarkdownText.code(HexText.spaced(here.map { payload.octets[$0] })))")
    words.append("\(payload.count) of \(limit) bytes")
    let whole = written.range(offset: range.lowerBound, length: range.count)
    return HoverText(words.joined(separator: "\n\n"), text.octets(of: whole, lines))
  }

  // MARK: Keys and values

  private static func word(at place: Int, of text: DocumentText) -> HoverText? {
    let outline = ManifestOutline(text.octets)
    if let entry = outline.entries.first(where: { $0.range.contains(place) || $0.range.upperBound == place }) {
      if let rule = entry.path.last.flatMap(Rule.named), entry.path.dropLast().last == "rules" {
        return HoverText(markdown(of: rule), entry.range)
      }
      return ManifestShapes.key(entry.path).map {
        HoverText("`\($0.name)`: \(MarkdownText.prose($0.summary))", entry.range)
      }
    }
    var cursor = ManifestOutline.cursor(at: place, in: text.octets)
    // The answer is about the whole word.
    cursor = ManifestOutline.cursor(at: cursor.range.upperBound, in: text.octets)
    guard cursor.mayBeValue, !cursor.word.isEmpty else { return nil }
    let word = cursor.word
    let shapes = ManifestShapes(at: cursor.path)
    if shapes.take(.rule), let rule = Rule.named(word) {
      return HoverText(markdown(of: rule), cursor.range)
    }
    if shapes.take(.profile),
      let profile = ScannerProfile.named(word)
    {
      let page = ProfilesReport([profile]).pages(.plain)
      return HoverText("```\n\(page)```", cursor.range)
    }
    let value = shapes.values(outline.entries).first { $0.text == word && !$0.meaning.isEmpty }
    if let value { return HoverText("`\(word)`: \(MarkdownText.prose(value.meaning))", cursor.range) }
    if shapes.take(.uuid), let uuid = BluetoothUUID(text: word) {
      return HoverText(MarkdownText.prose(uuid.named), cursor.range)
    }
    return nil
  }

  private static func markdown(of rule: Rule) -> String {
    "**\(rule.id)** (\(rule.severity.rawValue)): \(MarkdownText.prose(rule.summary))\n\n"
      + "\(MarkdownText.prose(rule.rationale))\n\n"
      + (rule.address.map { "[\($0)](\($0))" } ?? MarkdownText.code(Rule.reference(toRule: rule.id)))
  }
}
