import AdvertBuilders
import AdvertReport
import Foundation
import Testing

/// Docs/Faults.md is a projection of the tables of faults. `make format` rewrites it.
@Suite struct FaultsPageTests {
  @Test func faultsPageIsCurrent() throws {
    let page = CommandLineRun.root.appending(path: "Docs/Faults.md")
    let current = FaultsPage.markdown(of: FaultTable.all)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(current.utf8).write(to: page)
    }
    let written = String(decoding: try Data(contentsOf: page), as: UTF8.self)
    #expect(written == current, "run `make format` to rewrite Docs/Faults.md")
  }
}
