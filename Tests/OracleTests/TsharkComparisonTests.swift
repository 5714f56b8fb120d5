import Foundation
import Testing

/// Runs Scripts/compare/compare-with-tshark, which compares in detail and knows where tshark is wrong, over all fixtures.
@Suite struct TsharkComparisonTests {
  @Test(.enabled(if: TsharkTests.tshark != nil || TsharkTests.isRequired, "tshark is not installed"))
  func explainsEveryDifference() throws {
    let process = Process()
    let built = try #require(Bundle.main.executableURL).deletingLastPathComponent().appending(path: "advert")
    process.executableURL = TsharkTests.root.appending(path: "Scripts/compare/compare-with-tshark")
    process.currentDirectoryURL = TsharkTests.root
    process.arguments = ["--advert", built.path, "Fixtures"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")

    // 3 captures of Fixtures/angi with 60 reports, and of each file of Fixtures/formats 12.
    let all = try #require(text.split(separator: "\n").last { $0.hasPrefix("all: ") })
    let count = try #require(Int(all.dropFirst("all: ".count).prefix { $0.isNumber }))
    #expect(count >= 60 + 12 * 24, "\(text)")
  }
}
