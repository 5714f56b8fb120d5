import AdvertReport
import AdvertScan
import Foundation
import Testing

/// Docs/Profiles.md is a projection of the profiles. `make format` rewrites it.
@Suite struct ProfilesPageTests {
  @Test func profilesPageIsCurrent() throws {
    try WrittenPage.check("Docs/Profiles.md", is: ProfilesReport(ScannerProfile.known).markdown)
  }
}
