import AdvertBuilders
import AdvertReport
import Foundation
import Testing

/// Docs/Builders.md is a projection of the stacks. `make format` rewrites it.
@Suite struct BuildersPageTests {
  @Test func buildersPageIsCurrent() throws {
    let page = CommandLineRun.root.appending(path: "Docs/Builders.md")
    let current = BuildersPage.markdown(of: StackBuilder.all)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(current.utf8).write(to: page)
    }
    let written = String(decoding: try Data(contentsOf: page), as: UTF8.self)
    #expect(written == current, "run `make format` to rewrite Docs/Builders.md")
  }
}
