import AdvertBuilders
import AdvertReport
import Foundation
import Testing

/// Docs/Faults.md is a projection of the tables of faults. `make format` rewrites it.
@Suite struct FaultsPageTests {
  @Test func faultsPageIsCurrent() throws {
    try WrittenPage.check("Docs/Faults.md", is: FaultsPage.markdown(of: FaultTable.all))
  }
}
