import TestSupport
import Testing

@testable import advert

/// All commands agree whether a device hides a service in its scan responses.
@Suite struct HiddenServicesAgreeTests {
  private static let service: [UInt8] = [3, 3, 0x0D, 0x18]

  /// What was received at one moment.
  enum Heard: CaseIterable {
    case plain, listing, answer, emptyAnswer, beacon
  }

  private enum Answer: Hashable {
    case hidden, unknown, advertised
  }

  /// The answers of the commands on one capture.
  private static func answers(_ heard: [Heard]) throws -> [String: Answer?] {
    var capture = BtsnoopFile(dataLink: 1002)
    for (second, one) in heard.enumerated() {
      let (data, type): ([UInt8], UInt8) =
        switch one {
        case .plain: ([2, 1, 6], 0)
        case .listing: ([2, 1, 6] + service, 0)
        case .answer: (service, 4)
        case .emptyAnswer: ([2, 9, 0x41], 4)
        case .beacon: ([2, 1, 6], 3)
        }
      capture.hear(data, type: type, seconds: Int64(second))
    }
    return try capture.withPath { path in
      let lint = CommandLineRun(["lint", path]).output
      let inspect = CommandLineRun(["inspect", path, "--format", "json"]).output
      let reach = CommandLineRun(["reach", path, "--service", "180d", "--for", "windows"]).output
      let page = CommandLineRun(["report", path]).output
      let table = CommandLineRun(["inspect", path]).output
      return [
        "lint": lint.contains("[service-uuid-only-in-scan-response]")
          ? .hidden : lint.contains("[advertising-not-observed]") ? .unknown : .advertised,
        "inspect in words": table.contains("hides a service")
          ? .hidden : table.contains("No listed service is hidden") ? .advertised : nil,
        "inspect": inspect.contains("\"hiddenServices\": []") ? nil : .hidden,
        "report": page.contains("badge missed\">hides a service") ? .hidden : nil,
        "reach": reach.contains("service UUID only in scan response")
          ? .hidden : reach.contains("  discovered  ") ? .advertised : .unknown,
      ]
    }
  }

  private static func expect(_ answer: Answer, of heard: [Heard]) throws {
    for (command, found) in try answers(heard) {
      #expect(
        found == answer || found == nil && answer != .hidden, "\(command) says \(String(describing: found)): \(heard)")
    }
  }

  @Test func earlyScanResponses() throws {
    try Self.expect(.hidden, of: [.answer, .plain])
    try Self.expect(.hidden, of: [.answer, .plain, .plain, .emptyAnswer])
    try Self.expect(.advertised, of: [.answer, .listing])
    try Self.expect(.advertised, of: [.answer, .plain, .listing])
    // No advertisement that it can answer was received.
    try Self.expect(.unknown, of: [.answer])
    try Self.expect(.unknown, of: [.answer, .beacon])
    try Self.expect(.unknown, of: [.beacon, .answer])
  }

  /// The answer follows from the counts, in whatever order the packets come.
  @Test func generatedCaptures() throws {
    var random = SplitMix64(seed: 20)
    for _ in 0..<60 {
      let (plain, listing) = (Int.random(in: 0...14, using: &random), Int.random(in: 0...2, using: &random))
      var heard = Array(repeating: Heard.plain, count: plain) + Array(repeating: .listing, count: listing)
      heard += Array(repeating: .answer, count: Int.random(in: 1...3, using: &random))
      heard += Array(repeating: .emptyAnswer, count: Int.random(in: 0...1, using: &random))
      heard.shuffle(using: &random)
      let isAdvertised = listing * 10 >= plain + listing
      try Self.expect(plain + listing == 0 ? .unknown : isAdvertised ? .advertised : .hidden, of: heard)
    }
  }
}
