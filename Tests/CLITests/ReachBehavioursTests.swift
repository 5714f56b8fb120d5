import Foundation
import Testing

@testable import advert

@Suite struct ReachBehavioursTests {
  private struct Document: Decodable {
    let results: [Result]

    struct Result: Decodable {
      let profile: String
      let layouts: Int?
    }
  }

  /// A file of hex may hold a hundred thousand layouts that scanners cannot tell apart.
  @Test func layoutsAlikeAreToldOnce() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "alike-\(UInt64.random(in: 0 ... .max)).hex")
    defer { try? FileManager.default.removeItem(at: file) }
    let lines = (0..<200).map { "02010605ff5900\(String(0x1000 + $0, radix: 16))" } + ["0303aafe", "0303aafe"]
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    let run = CommandLineRun(["reach", "--format", "json", "--for", "android", "--for", "windows", file.path])
    let results = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8)).results
    #expect(results.map(\.layouts) == [200, 200, 2, 2])
    #expect(results.map(\.profile) == ["android", "windows", "android", "windows"])
  }
}
