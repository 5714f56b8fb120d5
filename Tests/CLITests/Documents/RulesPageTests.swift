import AdvertLint
import AdvertReport
import Foundation
import Testing

/// The pages of Reference/Rules are a projection of the rules, each subject on a page. `make format` rewrites them.
@Suite struct RulesPageTests {
  /// The pages, with the folders whose rules they have.
  private static let subjects: [(page: String, title: String, folders: [String])] = [
    ("services", "Services", ["Services", "ServiceData"]),
    ("scan-response", "Scan responses", ["ScanResponse"]),
    ("flags", "Flags", ["Flags"]),
    ("names", "Names and appearance", ["Names", "Appearance", "URI"]),
    ("manufacturer", "Manufacturer data", ["Manufacturer"]),
    ("structure", "Structure of the payload", ["Structure"]),
    ("radio", "Intervals, kinds of advertising, addresses", ["Interval", "Radio", "PDU", "Advertiser"]),
    (
      "beacons", "Beacons, trackers, drones and sensors",
      ["KnownFormats/Beacons", "KnownFormats/Sensors", "KnownFormats"]
    ),
    ("platforms", "Formats of platforms", ["KnownFormats/Platforms", "KnownFormats/Mesh", "KnownFormats/Audio"]),
    ("inputs", "Captures, firmware images and programs", ["Capture"]),
    ("manifest", "Manifests and stacks", ["Manifest"]),
  ]

  /// The page of each rule, by the folder of its file, which is named after it.
  private static func pages() throws -> [(page: String, title: String, rules: [Rule])] {
    let folder = CommandLineRun.root.appending(path: "Sources/Judging/AdvertLint/Rules")
    var folders: [String: String] = [:]
    for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init()
    where file.pathExtension == "swift" {
      let name = file.deletingPathExtension().lastPathComponent.lowercased()
      folders[name] = String(file.deletingLastPathComponent().path.dropFirst(folder.path.count + 1))
    }
    return subjects.map { subject in
      let rules = Rule.all.filter { subject.folders.contains(folders[$0.id.replacing("-", with: "")] ?? "") }
      return (subject.page, subject.title, rules)
    }
  }

  @Test func pagesAreCurrent() throws {
    let address = try Data(contentsOf: CommandLineRun.root.appending(path: "Packaging/address"))
    let owner = String(decoding: address.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
    let pages = try Self.pages()
    // Each rule is on one page.
    #expect(pages.flatMap { $0.rules.map(\.id) }.sorted() == Rule.all.map(\.id).sorted())
    var index = ["# Rules", "", "What `advert lint` finds. `advert rules ID` prints what the page of a rule has."]
    for page in pages {
      index += ["", "## \(page.title)", ""]
      index += RulesReport.markdownTable(of: page.rules) { "\(page.page).md#\($0.id)" }
    }
    try WrittenPage.check(
      folder: "Reference/Rules", madeFrom: "the rules themselves",
      are: [ReferencePage("README", lines: index)]
        + pages.map { page in
          let sections = RulesReport(page.rules).markdownSections(playground: "https://\(owner).github.io/advert/")
          return ReferencePage(page.page, lines: ["# Rules: \(page.title)", ""] + sections)
        })
  }
}
