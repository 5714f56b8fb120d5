import AdvertBuilders
import AdvertReport
import Foundation
import Testing

/// Reference/Builders.md is a projection of the stacks. `make format` rewrites it.
@Suite struct BuildersPageTests {
  @Test func buildersPageIsCurrent() throws {
    try WrittenPage.check(
      "Reference/Builders.md", madeFrom: "the stacks themselves", is: BuildersPage.markdown(of: StackBuilder.all))
  }
}
