internal import AdvertCapture
internal import AdvertReading
internal import AdvertSources
internal import AdvertisingData
internal import AssignedNumbers

/// The payloads and values of a text that has several of them, each with its place: arrays of a program, layouts behind labels,
/// bytes between other words, and lines that a program printed.
package struct PastedParts {
  /// One of them.
  package struct Part {
    /// The name of the array, or the label; `nil` without one.
    package let name: String?
    /// The numbers of the lines in which it begins: several where the text repeats it.
    package let lines: [Int]
    /// The bytes or the values.
    package let content: PastedText
  }

  /// The parts, in the order of the text.
  package let parts: [Part]
  /// A remark on all of them; `nil` without one.
  package private(set) var remark: String?

  /// Reads the parts of a text; `nil` for a text with fewer than two, for a program, a manifest and a log of devices, which other
  /// commands read, and for one with an array that is not read.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.mostOctets else { return nil }
    let facts = TextFacts(text, for: .words)
    guard !facts.isProgram, !facts.hasKeys, facts.countOfDevices == 0 else { return nil }
    let arrays = DeclaredArrays(text)
    guard arrays.isRead else { return nil }
    if let layouts = [PastedText.layouts(in: text) ?? [], arrays.layouts].first(where: { $0.count > 1 }) {
      parts = layouts.map { Part(name: $0.name, lines: $0.place.map { [$0.line] } ?? [], content: .layout($0)) }
      return
    }
    let pieces = PacketHex.placedPayloads(in: text)
    if pieces.count > 1 {
      parts = pieces.map { Part(name: nil, lines: $0.lines, content: .bytes($0.octets)) }
      remark = Self.remark(onTwo: pieces.map { $0.octets })
    } else {
      parts = Self.values(in: text)
    }
    guard parts.count > 1 else { return nil }
  }

  /// Above that of all texts that people paste.
  private static let mostOctets = 1 << 16
  private static let mostLines = 200

  /// Returns the values in the lines of a text, each of which says of which kind it is.
  private static func values(in text: String) -> [Part] {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    guard lines.count <= mostLines else { return [] }
    var parts: [Part] = []
    for (number, line) in lines.enumerated() where line.contains(where: { $0 > " " }) {
      switch try? PastedText(String(line)) {
      case .values(let values)? where !values.isGuess:
        parts.append(Part(name: nil, lines: [number + 1], content: .values(values)))
      case .device(let heard, let values)?:
        parts.append(Part(name: nil, lines: [number + 1], content: .device(heard, values)))
      default: continue
      }
    }
    return parts
  }

  /// Returns the remark on two payloads of which one goes on where the other ends; `nil` for others.
  private static func remark(onTwo pieces: [[UInt8]]) -> String? {
    let ordered = pieces.sorted { $0.count < $1.count }
    guard pieces.count == 2, ordered[1].count > ordered[0].count, ordered[1].starts(with: ordered[0]) else {
      return nil
    }
    var rest = ordered[1].dropFirst(ordered[0].count)
    let more = counted(rest.count, "byte")
    var names: [String] = []
    while let length = rest.first, length > 0, rest.count > Int(length) {
      names += [ADTypes.name(of: rest[rest.startIndex + 1]) ?? "an unassigned type"]
      rest = rest.dropFirst(Int(length) + 1)
    }
    let (longer, shorter) = pieces[0].count < pieces[1].count ? ("second", "first") : ("first", "second")
    return
      "the \(longer) payload is the \(shorter) with \(more) more at the end (\(names.joined(separator: ", "))): "
      + "possibly a scan response, which only active scans receive"
  }
}
