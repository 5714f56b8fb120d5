import AdvertReport
import Foundation
import Testing

/// The pages of the repository: their links lead somewhere, and readers reach each page of Docs and Reference in two steps.
@Suite struct LinksTests {
  private struct Page {
    /// Its path below the repository.
    let path: String
    /// The text without its blocks of code.
    let text: String

    init(_ path: String) throws {
      self.path = path
      let parts = ("\n" + (try WrittenPage.text(of: path))).components(separatedBy: "\n```")
      text = parts.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: "\n")
    }

    /// The links to pages and files of the repository: the path below the repository, and the anchor, which can be empty.
    var links: [(path: String, anchor: String)] {
      text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { !$0.contains("://") }.map { link in
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var folders = path.split(separator: "/").dropLast().map(String.init)
        for part in parts[0].split(separator: "/").map(String.init) {
          if part == ".." { folders = folders.dropLast() } else if part != "." { folders.append(part) }
        }
        return (parts[0].isEmpty ? path : folders.joined(separator: "/"), parts.count > 1 ? parts[1] : "")
      }
    }

    /// The places that a link can lead to.
    var anchors: Set<String> {
      let headings = text.matches(of: /(?m)^#+ (.*)$/).map { ReferencePage.anchor(of: Self.shown(String($0.1))) }
      return Set(headings + text.matches(of: /<a id="([^"]+)"/).map { String($0.1) })
    }

    /// The first heading.
    var title: String {
      text.firstMatch(of: /(?m)^# (.*)$/).map { Self.shown(String($0.1)) } ?? path
    }

    private static func shown(_ heading: String) -> String { heading.replacing("`", with: "") }
  }

  /// The pages of a folder, or with an empty path those beside it.
  private static func paths(below folder: String) -> [String] {
    let root = CommandLineRun.root
    let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
  }

  private static let paths: [String] = {
    let top = (try? FileManager.default.contentsOfDirectory(atPath: CommandLineRun.root.path)) ?? []
    return top.filter { $0.hasSuffix(".md") }.sorted()
      + ["Docs", "Reference", "Fixtures", "Scripts", "Integrations", "Tests"].flatMap { paths(below: $0) }
  }()

  @Test func linksLeadSomewhere() throws {
    let pages = try Self.paths.map { try Page($0) }
    let anchors = Dictionary(uniqueKeysWithValues: pages.map { ($0.path, $0.anchors) })
    for page in pages {
      for link in page.links {
        let isThere = FileManager.default.fileExists(atPath: CommandLineRun.root.appending(path: link.path).path)
        #expect(isThere, "\(page.path) leads to \(link.path)")
        guard !link.anchor.isEmpty, let places = anchors[link.path] else { continue }
        #expect(places.contains(link.anchor), "\(page.path) leads to \(link.path)#\(link.anchor)")
      }
    }
  }

  /// From the README, or from that of the documentation.
  @Test func everyPageIsTwoStepsAway() throws {
    var reached: Set = ["README.md", "Docs/README.md"]
    for _ in 1...2 {
      for path in reached where path.hasSuffix(".md") { reached.formUnion(try Page(path).links.map(\.path)) }
    }
    let pages = Self.paths(below: "Docs") + Self.paths(below: "Reference")
    #expect(pages.count > 60)
    #expect(pages.filter { !reached.contains($0) } == [])
  }

  /// What is made says so in its first line, and the index has all of it.
  @Test func referenceHasAnIndex() throws {
    var lines = ["# Reference", "", "What people look up. The program, its tables or its tests make these pages.", ""]
    let pages = try Self.paths(below: "Reference").filter { $0 != "Reference/README.md" }.map { try Page($0) }
    for page in pages { #expect(page.text.hasPrefix("\n<!-- "), "\(page.path) does not say what makes it") }
    let parts = Dictionary(grouping: pages) { $0.path.split(separator: "/").count > 2 }
    func link(_ page: Page) -> String { "[\(page.title)](\(page.path.dropFirst("Reference/".count)))" }
    lines += (parts[false] ?? []).map { "- \(link($0))" }
    for (folder, pages) in Dictionary(grouping: parts[true] ?? [], by: { $0.path.split(separator: "/")[1] })
      .sorted(by: { $0.key < $1.key })
    {
      lines += ["", "## \(folder)", ""] + pages.map { "- \(link($0))" }
    }
    try WrittenPage.check(
      "Reference/README.md", madeFrom: "the pages beside it", is: lines.joined(separator: "\n") + "\n")
  }
}
