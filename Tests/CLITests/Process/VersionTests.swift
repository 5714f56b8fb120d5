import Testing

@testable import advert

@Suite struct VersionTests {
  /// The version stands first, whatever else is known of where the command comes from.
  @Test func versionAndCommit() {
    let run = CommandLineRun(["--version"])
    #expect(run.status == .success)
    #expect(run.output.wholeMatch(of: /0\.1\.0( \([0-9a-f]{7,12}(-dirty)?\))?\n/) != nil, "\(run.output)")
  }
}
