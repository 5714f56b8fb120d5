import AdvertLint
import AdvertReport
import Foundation
import Testing

/// Docs/Rules.md is a projection of the rules. `make format` rewrites it.
@Suite struct RulesPageTests {
  @Test func rulesPageIsCurrent() throws {
    let page = CommandLineRun.root.appending(path: "Docs/Rules.md")
    let address = try Data(contentsOf: CommandLineRun.root.appending(path: "Packaging/address"))
    let owner = String(decoding: address.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
    let current = RulesReport(Rule.all).markdown(playground: "https://\(owner).github.io/advert/")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(current.utf8).write(to: page)
    }
    let written = String(decoding: try Data(contentsOf: page), as: UTF8.self)
    #expect(written == current, "run `make format` to rewrite Docs/Rules.md")
  }
}
