import Testing

@testable import advert

@Suite struct LongCommandLineTests {
  private static let paths = (0..<200).map { "/nowhere/capture-\($0)" }

  private static let lines = [
    ["lint"] + paths,
    ["lint", "--device", "x"] + paths,
    ["lint", "--format", "json"] + paths + ["--notes", "-"] + paths.reversed() + ["--for", "android"],
    ["lint", "--notes"] + paths + ["--", "--odd"],
    ["inspect"] + paths + ["--format", "json", "last"],
    ["lint", "one", "two"], ["lint"], [],
  ]

  /// Each run of inputs is one argument, and nothing is lost.
  @Test(arguments: lines) func runsStandForTheirInputs(_ line: [String]) {
    let (short, runs) = LongCommandLine.shortened(line)
    #expect(short.count < 20)
    #expect(short.flatMap { runs[$0] ?? [$0] } == line)
    #expect(short.filter { runs[$0] == nil }.allSatisfy(line.contains))
  }

  /// The command reads every input, in their order.
  @Test func everyInputIsRead() {
    let run = CommandLineRun(["lint", "--format", "json"] + Self.paths + ["--notes"] + Self.paths)
    let read = run.diagnostics.split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst().first }
    #expect(read.map { $0.dropLast() } == (Self.paths + Self.paths).map { Substring($0) })
    #expect(run.status == .failure)
  }

  @Test func errorsAreThoseOfTheParser() {
    let run = CommandLineRun(["lint", "--nothing"] + Self.paths)
    #expect(run.diagnostics.hasPrefix("advert: unknown option '--nothing'"))
    let unexpected = CommandLineRun(["rules"] + Self.paths)
    #expect(unexpected.diagnostics.contains(Self.paths[199]))
    #expect(!unexpected.diagnostics.contains("\0"))
  }

  /// The parser would take seconds.
  @Test func optionsAreBounded() {
    let many = (0..<251).flatMap { ["--device", "Name \($0)"] }
    let run = CommandLineRun(["inspect", "x"] + many)
    #expect(
      run.diagnostics == "advert: --device: expected at most 250 times, found 251: use `devices` of a manifest\n")
    #expect(run.status == .failure)
  }
}
