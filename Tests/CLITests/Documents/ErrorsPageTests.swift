import AdvertBuilders
import AdvertReport
import Foundation
import Testing

/// Docs/Errors.md is a projection of the tables of errors. `make format` rewrites it.
@Suite struct ErrorsPageTests {
  @Test func errorsPageIsCurrent() throws {
    let page = CommandLineRun.root.appending(path: "Docs/Errors.md")
    let current = ErrorsPage.markdown(of: ErrorTable.all)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(current.utf8).write(to: page)
    }
    let written = String(decoding: try Data(contentsOf: page), as: UTF8.self)
    #expect(written == current, "run `make format` to rewrite Docs/Errors.md")
  }
}
