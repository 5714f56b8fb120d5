import AdvertReport
import AdvertScan
import Foundation
import Testing

/// Docs/Profiles.md is a projection of the profiles. `make format` rewrites it.
@Suite struct ProfilesPageTests {
  @Test func profilesPageIsCurrent() throws {
    let page = CommandLineRun.root.appending(path: "Docs/Profiles.md")
    let current = ProfilesReport(ScannerProfile.known).markdown
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(current.utf8).write(to: page)
    }
    let written = String(decoding: try Data(contentsOf: page), as: UTF8.self)
    #expect(written == current, "run `make format` to rewrite Docs/Profiles.md")
  }
}
