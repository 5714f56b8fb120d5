import Foundation
import TestSupport
import Testing

@testable import AdvertReport
@testable import AdvertisingData

/// Reference/Formats.md is a projection of the formats. `make format` rewrites it.
@Suite struct FormatsPageTests {
  @Test func formatsPageIsCurrent() throws {
    try WrittenPage.check("Reference/Formats.md", madeFrom: "the formats themselves", is: Self.page())
  }

  /// Every format says where its layout is public, and every peer reads a known format.
  @Test func everyFormatHasASource() throws {
    let sources = try Self.sources()
    for format in KnownPayload.formats {
      #expect(sources[format.id]?.isEmpty == false, "no `Source:` in the file of \(format.id)")
    }
    #expect(Set(try Self.peers().keys).isSubset(of: KnownPayload.formats.map(\.id)))
  }

  private static func page() throws -> String {
    let fields = Dictionary(grouping: KnownField.all, by: \.format).mapValues { fields in
      fields.map { "`\($0.path)`" + ($0.unit.isEmpty ? "" : " \($0.unit)") }
    }
    let sources = try sources()
    let peers = try peers()
    let vectors = Dictionary(grouping: FormatVectors.all, by: \.id).mapValues(\.count)
    let rows = KnownPayload.formats.sorted { $0.name.lowercased() < $1.name.lowercased() }.map { format in
      let cells = [
        format.name, "`\(format.id)`", format.carrierDescription,
        fields[format.id]?.joined(separator: ", ") ?? "", sources[format.id] ?? "",
        String(vectors[format.id] ?? 0), peers[format.id]?.joined(separator: ", ") ?? "none that runs",
      ]
      return "| " + cells.map { $0.isEmpty ? "–" : $0 }.joined(separator: " | ") + " |"
    }
    let head = ["format", "id", "where", "fields", "source", "vectors", "peers that agree"]
    let lines = [
      "# Fields of known formats", "",
      "The values of each [known format](../Docs/Formats.md), with their units. Behind the id of the format each is a column of "
        + "[`advert dump`](Output/dump.md), such as `ruuviTag.temperature`; `advert dump --fields help` has the types.",
      "", "| \(head.joined(separator: " | ")) |", "|" + head.map { _ in " --- |" }.joined(),
    ]
    return (lines + rows).joined(separator: "\n") + "\n"
  }

  /// What compare-with-peers and compare-audio run beside each format. They end with an error when they run others.
  private static func peers() throws -> [String: [String]] {
    let file = CommandLineRun.root.appending(path: "Scripts/compare/peers.json")
    return try JSONDecoder().decode([String: [String]].self, from: Data(contentsOf: file))
  }

  /// Where the layout of each format is public: the first sentence after `Source:` before it.
  private static func sources() throws -> [String: String] {
    let folder = CommandLineRun.root.appending(path: "Sources/Data/AdvertisingData/Formats")
    var sources: [String: String] = [:]
    for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init()
    where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      let starts = text.ranges(of: "/// Source: ").map { $0.upperBound }
      for match in text.matches(of: /Format\(\s*(?:id: |tracker: )?"(\w+)"/) {
        // A file of several formats has the source of each before it.
        guard let start = starts.last(where: { $0 < match.range.lowerBound }) ?? starts.first else { continue }
        sources[String(match.1)] = firstSentence(of: text[start...])
      }
    }
    return sources
  }

  private static func firstSentence(of comment: Substring) -> String {
    let lines = comment.split(separator: "\n", omittingEmptySubsequences: false)
    let more = lines.dropFirst().map { $0.drop { $0 == " " } }.prefix { $0.hasPrefix("/// ") }.map { $0.dropFirst(4) }
    let paragraph = ([lines[0]] + more).joined(separator: " ")
    let end = [". ", "; "].compactMap { paragraph.firstRange(of: $0)?.lowerBound }.min() ?? paragraph.endIndex
    let sentence = paragraph[..<end]
    return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
  }
}

extension KnownPayload.Format {
  /// The carrier of the format in words: `service data of fd3d`, `manufacturer data of 0x0499 that begin with 05`.
  fileprivate var carrierDescription: String {
    switch carrier {
    case .company(let company, let beginnings):
      let owner = company.map { "manufacturer data of " + HexDigits.number($0, octets: 2) } ?? "manufacturer data"
      let starts = beginnings.filter { !$0.isEmpty }.map { HexText.compact($0) }
      return starts.isEmpty ? owner : "\(owner) that begin with \(starts.joined(separator: " or "))"
    case .services(let numbers):
      return "service data of " + numbers.map { BluetoothUUID(UInt32($0)).description }.joined(separator: ", ")
    case .devices(let beginnings, let signs):
      let starts =
        beginnings.isEmpty
        ? [] : ["that begin with " + beginnings.map { HexText.compact($0) }.joined(separator: " or ")]
      let others = signs.isEmpty ? [] : ["beside " + DeviceHints.Sign.words(signs)]
      return "manufacturer data " + (starts + others).joined(separator: ", or ")
    }
  }
}

extension DeviceHints.Sign {
  /// Returns the signs in words: `a name sps or TP357…, or service fee5`.
  fileprivate static func words(_ signs: [Self]) -> String {
    let names = signs.compactMap { sign in
      switch sign {
      case .name(let name): name
      case .nameBeginning(let beginning): beginning + "…"
      case .service: nil as String?
      }
    }
    let services = signs.compactMap { if case .service(let service) = $0 { service.description } else { nil } }
    let parts = [(names, "a name "), (services, "service ")].compactMap { words, noun in
      words.isEmpty ? nil : noun + words.joined(separator: " or ")
    }
    return parts.joined(separator: ", or ")
  }
}
