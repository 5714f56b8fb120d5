/// The search for the faults that a line is about: a text that only a fault makes a library print, or the name of a product
/// with a version that has faults, or with what it loses.
struct FaultSearch {
  private let words: ErrorWords
  private let isAsked: Bool

  /// - Parameter isAsked: whether a person asks about the line. In a log, only a text that shows a fault counts.
  init(_ words: ErrorWords, isAsked: Bool) {
    self.words = words
    self.isAsked = isAsked
  }

  /// The faults that a text of the line shows, in the form of the meanings of an error line.
  var shown: [ErrorLine.Meaning] {
    FaultTable.all.flatMap { table in
      Self.meanings(of: table) { $0.texts.contains { words.has(folded: ErrorWords.folded($0)) } }
    }
  }

  private static let longestQuestion = 12

  /// The faults of the product that the line names: those of its version, or else those with what the line names. A line with data
  /// in it is no question about a fault.
  var asked: [ErrorLine.Meaning] {
    guard isAsked, words.words.count <= Self.longestQuestion,
      !words.folded.contains(where: { "{}[]<".utf8.contains($0) })
    else { return [] }
    return FaultTable.all.flatMap { table -> [ErrorLine.Meaning] in
      guard let end = table.marks.compactMap({ self.end(of: $0) }).min() else { return [] }
      let version = self.version(behind: end)
      return Self.meanings(of: table) { fault in
        version.map { fault.concerns($0) } ?? fault.signs.contains { words.has(folded: $0) }
      }
    }
  }

  private static func meanings(
    of table: FaultTable, where isMeant: (VersionFault) -> Bool
  ) -> [ErrorLine.Meaning] {
    table.faults.filter(isMeant).map { fault in
      ErrorLine.Meaning(
        stack: table.product, name: "fault of versions \(fault.versions)", number: nil, functions: [],
        meaning: fault.symptom, remedy: fault.remedy, source: fault.source, isFault: true)
    }
  }

  /// Returns the place behind a name that is no part of a longer one.
  private func end(of mark: String) -> Int? {
    let octets = Array(mark.utf8)
    let line = words.folded
    guard octets.count <= line.count else { return nil }
    for start in 0...line.count - octets.count where line[start..<start + octets.count].elementsEqual(octets) {
      let end = start + octets.count
      let isBegun = start == 0 || !Self.isOfName(line[start - 1])
      // The name of a file has the version behind a hyphen: `bleak-0.19.5-py3-none-any.whl`.
      let hasVersion =
        end + 1 < line.count && line[end] == UInt8(ascii: "-") && ErrorWords.isDigit(line[end + 1])
      if isBegun, end == line.count || hasVersion || !Self.isOfName(line[end]) { return end }
    }
    return nil
  }

  private static func isOfName(_ octet: UInt8) -> Bool {
    ErrorWords.isOfWord(octet) || octet == UInt8(ascii: "-")
  }

  private static let longestGap = 24

  /// Returns the first version behind a place: `0.19.5`, `"^7.3.0"`, `2v12`.
  private func version(behind place: Int) -> VersionRange? {
    let line = words.folded
    var index = place
    while index < line.count, index - place <= Self.longestGap {
      guard ErrorWords.isDigit(line[index]) else {
        index += 1
        continue
      }
      let text = line[index...].prefix { octet in
        ErrorWords.isDigit(octet) || octet == UInt8(ascii: ".") || octet == UInt8(ascii: "v")
      }
      // Espruino writes 2v12 for 2.12.
      let numbers = String(decoding: text.map { $0 == UInt8(ascii: "v") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
      guard numbers.utf8.contains(UInt8(ascii: ".")) || numbers.utf8.count < 3 else { return nil }
      return VersionRange(numbers.utf8.last == UInt8(ascii: ".") ? String(numbers.dropLast()) : numbers)
    }
    return nil
  }
}
