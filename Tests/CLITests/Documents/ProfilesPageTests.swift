import AdvertReport
import AdvertScan
import Foundation
import Testing

/// The pages of Reference/Profiles are a projection of the profiles. `make format` rewrites them.
@Suite struct ProfilesPageTests {
  @Test func pagesAreCurrent() throws {
    try WrittenPage.check(
      folder: "Reference/Profiles", madeFrom: "the profiles themselves",
      are: ProfilesReport(ScannerProfile.known).referencePages)
  }
}
