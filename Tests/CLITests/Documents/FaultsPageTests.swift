import AdvertBuilders
import AdvertReport
import Foundation
import Testing

/// Reference/Faults.md is a projection of the tables of faults. `make format` rewrites it.
@Suite struct FaultsPageTests {
  @Test func faultsPageIsCurrent() throws {
    try WrittenPage.check(
      "Reference/Faults.md", madeFrom: "the tables of faults", is: FaultsPage.markdown(of: FaultTable.all))
  }
}
