import Testing

@testable import advert

/// `--max-devices`: what is left out is said, and never passes a check unseen.
///
/// The capture has thirteen reports of five devices; the first two are of different ones.
@Suite struct MaxDevicesTests {
  private static let problem = "expected at most 1 devices, found more; their reports are left out (--max-devices)"

  private static func run(_ arguments: String...) throws -> CommandLineRun {
    var run: CommandLineRun?
    try InspectIdentityTests.withCapture { run = CommandLineRun(arguments + [$0]) }
    return try #require(run)
  }

  @Test func inspectSaysWhatIsLeftOut() throws {
    let run = try Self.run("inspect", "--max-devices", "1")
    #expect(run.status == .success)
    #expect(run.output.contains("13 advertisements, 0 scan responses, 1 advertiser\n"))
    #expect(run.output.contains("record 2, offset "))
    #expect(run.output.contains("\(Self.problem) (11 times, first here)"))
  }

  @Test func jsonHasItAmongTheProblems() throws {
    let run = try Self.run("inspect", "--max-devices", "1", "--format", "json")
    #expect(run.output.contains(#""kind": "devicesLeftOut""#))
    #expect(run.output.contains(Self.problem))
  }

  @Test func lintFindsThatNotAllWasJudged() throws {
    let limited = try Self.run("lint", "--max-devices", "1", "--format", "json")
    #expect(limited.status == .findings)
    #expect(limited.output.contains(#""rule": "capture-damaged""#))
    #expect(limited.output.contains(Self.problem))
  }

  @Test(arguments: ["inspect", "lint"])
  func asManyAsThereAreLeaveNothingOut(_ command: String) throws {
    let run = try Self.run(command, "--max-devices", "5", "--format", "json")
    #expect(!run.output.contains("--max-devices"))
  }

  @Test(arguments: ["0", "-1", "many"])
  func impossibleLimitsAreRefused(_ limit: String) throws {
    #expect(try Self.run("inspect", "--max-devices=\(limit)").status == .failure)
  }

  /// It keeps no devices apart, so the limit would mean nothing.
  @Test func dumpHasNoLimit() throws {
    #expect(try Self.run("dump", "--max-devices", "5").status == .failure)
    #expect(!CommandLineRun(["dump", "--help"]).output.contains("--max-devices"))
  }
}
