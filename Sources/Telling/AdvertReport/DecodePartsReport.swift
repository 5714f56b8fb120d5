internal import AdvertisingData

/// The reports on the payloads and values of one text or capture, each with its place, for people and machines.
package struct DecodePartsReport: Sendable {
  /// One of them: its name and the lines in which it begins, with the report on it.
  package struct Part: Sendable {
    let name: String?
    let lines: [Int]
    package let report: DecodeReport

    package init(name: String?, lines: [Int], report: DecodeReport) {
      self.name = name
      self.lines = lines
      self.report = report
    }
  }

  private let parts: [Part]
  private let notes: [String]

  /// - Parameter remark: a remark on all parts.
  package init(_ parts: [Part], remark: String?) {
    self.parts = parts
    notes = ["the text has \(parts.count) payloads; advert reads nothing else in it"] + (remark.map { [$0] } ?? [])
  }

  /// The distinct payloads of a capture, each named by its device and its block.
  ///
  /// - Parameter leftOut: the number of further payloads.
  package init(ofCapture parts: [Part], leftOut: Int) {
    self.parts = parts
    let more = leftOut > 0 ? ", and \(leftOut) more, which advert dump lists" : ""
    notes = ["the capture has \(counted(parts.count, "distinct payload"))\(more); advert inspect shows its devices"]
  }

  /// The parts that are not whole or do not fit, one line each, without any text from the payloads.
  package var problems: [String] {
    parts.enumerated().flatMap { number, part in
      part.report.problems.map { "payload \(number + 1)\(Self.place(part).map { " (\($0))" } ?? ""): \($0)" }
    }
  }

  private static func place(_ part: Part) -> String? {
    guard !part.lines.isEmpty else { return nil }
    return (part.lines.count == 1 ? "line " : "lines ") + listed(part.lines.map { "\($0)" }, "and")
  }

  package func text(_ style: TextStyle) -> String {
    var paragraphs = [notes.flatMap { wrapped("note: " + $0, at: style.proseColumns) }.joined(separator: "\n") + "\n"]
    for (number, part) in parts.enumerated() {
      let title = part.name.map { HostileText.visible($0) } ?? "Payload \(number + 1)"
      let place = Self.place(part).map { "  " + style.faint($0) } ?? ""
      paragraphs.append(style.strong(title) + place + "\n\n" + part.report.text(style))
    }
    return paragraphs.joined(separator: "\n")
  }

  package var json: String { Self.keys.document(of: self) }

  static let keys: Keys<DecodePartsReport> = [
    Key(schema: "advert.decode/1"), Key("notes", .list(.string), "remarks on the text or the capture") { $0.notes },
    Key("parts", .list(.object(part)), "its payloads and values, in the order of the text") { $0.parts },
  ]

  private static let part: Keys<Part> = [
    Key(
      "name", .string, "the name of the array, or the label; of a capture, the device, the block and the record",
      null: "without one"
    ) { $0.name },
    Key("lines", .list(.integer), "the lines in which it begins; several where the text repeats it") { $0.lines },
    Key("notes", .list(.string), "remarks on it, as `decode` has them of it alone") { $0.report.notes },
    Key("advertising", .octets, "the advertising data, as bytes", null: "without any") {
      $0.report.advertising?.octets
    },
    Key("scanResponse", .octets, "the scan response data, as bytes", null: "without any") {
      $0.report.scanResponse?.octets
    },
    Key("problems", .list(.string), "what is not whole or does not fit") { $0.report.problems },
  ]
}
