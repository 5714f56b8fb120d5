package import AdvertBuilders
internal import AdvertisingData
internal import AssignedNumbers

/// The meanings of error lines that people paste, for people and machines.
package struct ErrorReport: Sendable {
  private let lines: [ErrorLines.Line]
  private let byte: UInt8?

  package init(_ errors: ErrorLines) {
    lines = errors.lines
    byte = errors.byte
  }

  package func text(_ style: TextStyle) -> String {
    var paragraphs: [[String]] = []
    for line in lines {
      let count = line.error.meanings.count
      if lines.count > 1 || count > 1 {
        let place = lines.count > 1 ? "line \(line.number): " : ""
        let sense =
          if count <= 1 {
            "one meaning"
          } else if line.error.meanings.allSatisfy({ $0.isFault }) {
            "\(count) known faults"
          } else {
            "\(count) meanings: the stack and the function that printed the line decide which it is"
          }
        paragraphs.append(wrapped(place + sense, at: style.proseColumns).map(style.faint))
      }
      paragraphs += line.error.meanings.map { Self.lines(of: $0, style) }
    }
    if let byte {
      let type = ADTypes.name(of: byte).map { ", or the AD type \($0)" } ?? ""
      let words =
        "as a byte of advertising data, 0x\(HexText.spaced([byte])) is the length \(byte) of an AD structure\(type)"
      paragraphs.append(wrapped(words, at: style.proseColumns).map(style.faint))
    }
    return paragraphs.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private static func lines(of meaning: ErrorLine.Meaning, _ style: TextStyle) -> [String] {
    var lines = wrapped("\(meaning.stack): \(meaning.name)", at: style.proseColumns).map(style.strong)
    func add(_ label: String, _ words: String, _ styled: (String) -> String = { $0 }) {
      let indent = String(repeating: " ", count: 10)
      let rows = wrapped(words, at: style.proseColumns - indent.count)
      lines += rows.enumerated().map {
        "  " + ($0.offset == 0 ? styled(label) : "") + indent.dropFirst(2 + ($0.offset == 0 ? label.count : 0))
          + $0.element
      }
    }
    if !meaning.functions.isEmpty { add("of:", meaning.functions.joined(separator: ", ")) }
    add("means:", meaning.meaning)
    add("fix:", meaning.remedy, style.good)
    add("source:", meaning.source)
    return lines
  }
}

extension ErrorReport {
  package var json: String { Self.keys.document(of: self) }

  static let keys: Keys<ErrorReport> = [
    Key(schema: "advert.decode/1"),
    Key("lines", .list(.object(line)), "the lines that report an error, those with equal meanings once") { $0.lines },
  ]

  private static let line: Keys<ErrorLines.Line> = [
    Key("line", .integer, "the number of the line in the text") { $0.number },
    Key(
      "meanings", .list(.object(meaning)),
      "what it can mean; several where the line does not say which stack or function it is"
    ) { $0.error.meanings },
  ]

  private static let meaning: Keys<ErrorLine.Meaning> = [
    Key("stack", .string, "the library or the system that reports it") { $0.stack },
    Key("name", .string, "the name of the error with its number, or the text of the log line") { $0.name },
    Key("number", .integer, "the number", null: "when only words stand for it") { $0.number },
    Key("functions", .list(.string), "the functions and callbacks with this meaning; empty for any") { $0.functions },
    Key("meaning", .string, "what it means for advertising or scanning") { $0.meaning },
    Key("fix", .string, "what to do") { $0.remedy },
    Key("source", .string, "version and file of the source that shows it") { $0.source },
  ]
}
