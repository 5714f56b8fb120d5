import AdvertBuilders
import AdvertReport
import Foundation
import Testing

/// Docs/Builders.md is a projection of the stacks. `make format` rewrites it.
@Suite struct BuildersPageTests {
  @Test func buildersPageIsCurrent() throws {
    try WrittenPage.check("Docs/Builders.md", is: BuildersPage.markdown(of: StackBuilder.all))
  }
}
