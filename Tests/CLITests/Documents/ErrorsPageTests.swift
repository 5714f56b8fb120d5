import AdvertBuilders
import AdvertReport
import Foundation
import Testing

/// The pages of Reference/Errors are a projection of the tables of errors. `make format` rewrites them.
@Suite struct ErrorsPageTests {
  @Test func pagesAreCurrent() throws {
    try WrittenPage.check(
      folder: "Reference/Errors", madeFrom: "the tables of errors", are: ErrorsPage.pages(of: ErrorTable.all))
  }
}
