import AdvertBuilders
import AdvertReport
import Foundation
import Testing

/// Docs/Errors.md is a projection of the tables of errors. `make format` rewrites it.
@Suite struct ErrorsPageTests {
  @Test func errorsPageIsCurrent() throws {
    try WrittenPage.check("Docs/Errors.md", is: ErrorsPage.markdown(of: ErrorTable.all))
  }
}
