import Foundation
import TestSupport
import Testing

@testable import advert

/// What `reach` says of how the log's host listened, and from when times count.
@Suite struct ListeningTests {
  private static func text(_ file: BtsnoopFile, _ options: [String] = []) throws -> String {
    try file.withPath { CommandLineRun(["reach", $0, "--for", "android"] + options).output }
  }

  private static let pauses = "ms: what was sent in between is not in the log."

  /// The setting with pauses came when nothing was received any more.
  @Test func aSettingWithoutReportsSaysNothing() throws {
    var file = BtsnoopFile(dataLink: 1002)
    file.scan(interval: 16, window: 16, seconds: 0)
    file.hear([2, 1, 6], seconds: 1)
    file.stopScanning(seconds: 2)
    file.scan(interval: 0x4000, window: 819, seconds: 135)
    #expect(!(try Self.text(file)).contains(Self.pauses.dropFirst(4)))
  }

  @Test func theSettingThatAppliedIsTold() throws {
    var file = BtsnoopFile(dataLink: 1002)
    file.scan(interval: 16, window: 16, seconds: 0)
    file.stopScanning(seconds: 1)
    file.scan(interval: 160, window: 16, seconds: 2)
    file.hear([2, 1, 6], seconds: 3)
    #expect(try Self.text(file).contains("\nIt listened 10 of every 100 \(Self.pauses)\n"))
    file.stopScanning(seconds: 4)
    file.scan(interval: 16, window: 16, seconds: 5)
    file.hear([2, 1, 6], seconds: 6)
    let mixed = try Self.text(file).replacing("\n", with: " ")
    #expect(mixed.contains(" At times it listened 10 of every 100 \(Self.pauses) "))
  }

  /// Six minutes after the log began, and one second after the scan did.
  @Test func timesCountFromTheScan() throws {
    var file = BtsnoopFile(dataLink: 1002)
    file.scan(interval: 16, window: 16, seconds: 0)
    file.stopScanning(seconds: 10)
    file.scan(interval: 16, window: 16, seconds: 360)
    file.hear([2, 1, 6], seconds: 361)
    file.stopScanning(seconds: 363)
    file.scan(interval: 16, window: 16, seconds: 400)
    file.stopScanning(seconds: 405)
    let text = try Self.text(file).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("first 1.00 s into the scan, at 22:19:21.00, 1 callback"))
    #expect(text.contains("saves 2.00 s of scanning"))
    struct Document: Decodable {
      struct Device: Decodable {
        let answers: [Answer]
      }
      struct Answer: Decodable {
        let receptions: [Reception]
      }
      struct Reception: Decodable {
        let firstDiscovery: Double
        let firstDiscoveryFrom: String
        let secondsSaved: Double
      }
      let devices: [Device]
    }
    let document = try JSONDecoder().decode(Document.self, from: Data(Self.text(file, ["--format", "json"]).utf8))
    let reception = try #require(document.devices.first?.answers.first?.receptions.first)
    #expect(reception.firstDiscovery == 1)
    #expect(reception.firstDiscoveryFrom == "scan")
    #expect(reception.secondsSaved == 2)
  }

  @Test func withoutScansTimesCountFromTheCapture() throws {
    var file = BtsnoopFile(dataLink: 1002)
    file.hear([2, 1, 6], from: 2, seconds: 0)
    file.hear([2, 1, 6], seconds: 8)
    #expect(
      try Self.text(file, ["--device", "C0:00:00:00:00:01"]).contains("first 8.00 s into the capture, at "))
  }
}
