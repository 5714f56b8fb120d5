import AdvertisingData
import Foundation
import TestSupport
import Testing

/// The table of Docs/Formats.md is a projection of the formats. `make format` rewrites it.
@Suite struct FormatsPageTests {
  @Test func formatsPageIsCurrent() throws {
    let page = CommandLineRun.root.appending(path: "Docs/Formats.md")
    let written = String(decoding: try Data(contentsOf: page), as: UTF8.self)
    let (begin, end) = (
      "<!-- From the samples of the tests, by `make format`. -->\n", "<!-- End of what is made from samples. -->"
    )
    let parts = written.split(separator: begin, omittingEmptySubsequences: false)
    let rest = try #require(parts.last?.split(separator: end, omittingEmptySubsequences: false).last)
    let current = "\(parts[0])\(begin)\(try Self.table())\(end)\(rest)"
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(current.utf8).write(to: page)
    }
    let now = String(decoding: try Data(contentsOf: page), as: UTF8.self)
    #expect(now == current, "run `make format` to rewrite Docs/Formats.md")
  }

  /// Every format says where its layout is public, and every peer reads a known format.
  @Test func everyFormatHasASource() throws {
    let sources = try Self.sources()
    for format in KnownPayload.formats {
      #expect(sources[format.id]?.isEmpty == false, "no `Source:` in the file of \(format.id)")
    }
    #expect(Set(try Self.peers().keys).isSubset(of: KnownPayload.formats.map(\.id)))
  }

  private static func table() throws -> String {
    var keys: [String: [String]] = [:]
    for sample in SampleValues.formats {
      guard let known = PrivacyPageTests.known(sample.hex) else { continue }
      for field in known.reading.fields.flattened where !field.key.isEmpty && field.key != "data" {
        if !(keys[known.format.id] ?? []).contains(field.key) { keys[known.format.id, default: []].append(field.key) }
      }
    }
    let sources = try sources()
    let peers = try peers()
    let vectors = Dictionary(grouping: FormatVectors.all, by: \.id).mapValues(\.count)
    let rows = KnownPayload.formats.sorted { $0.name.lowercased() < $1.name.lowercased() }.map { format in
      let cells = [
        format.name, "`\(format.id)`", format.carrierDescription,
        (keys[format.id] ?? []).map { "`\($0)`" }.joined(separator: ", "), sources[format.id] ?? "",
        String(vectors[format.id] ?? 0), peers[format.id]?.joined(separator: ", ") ?? "none that runs",
      ]
      return "| " + cells.map { $0.isEmpty ? "–" : $0 }.joined(separator: " | ") + " |"
    }
    let head = ["format", "id", "where", "fields", "source", "vectors", "peers that agree"]
    return
      (["", "| \(head.joined(separator: " | ")) |", "|" + head.map { _ in " --- |" }.joined()] + rows)
      .joined(separator: "\n") + "\n\n"
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
    let more = lines.dropFirst().prefix { $0.hasPrefix("/// ") }.map { $0.dropFirst(4) }
    let paragraph = ([lines[0]] + more).joined(separator: " ")
    let end = [". ", "; "].compactMap { paragraph.firstRange(of: $0)?.lowerBound }.min() ?? paragraph.endIndex
    let sentence = paragraph[..<end]
    return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
  }
}
