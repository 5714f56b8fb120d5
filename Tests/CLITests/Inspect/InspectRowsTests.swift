import Foundation
import TestSupport
import Testing

@testable import AdvertReport
@testable import advert

/// The table of a place with more devices than anybody reads.
@Suite struct InspectRowsTests {
  /// Number 7 is heard three times, all others once.
  private static func run(devices: Int, _ arguments: [String] = []) throws -> CommandLineRun {
    var file = BtsnoopFile(dataLink: 1002)
    for number in Array(0..<devices) + [7, 7] {
      let address = [UInt8(number & 0xFF), UInt8(number >> 8), 0, 0, 0, 0xC0]
      file.add([4] + HCIEvent.legacy([LegacyReport(address: address, data: [3, 3, 0x0D, 0x18])]))
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "rows-\(UUID().uuidString).btsnoop")
    try Data(file.octets).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    return CommandLineRun(["inspect", path.path] + arguments)
  }

  private static func rows(_ run: CommandLineRun) -> Int {
    run.output.split(separator: "\n").count { $0.hasPrefix("C0:00:00:00:") }
  }

  @Test func thoseWithTheMostReportsAreListed() throws {
    let most = InspectReport.maximumRows
    let run = try Self.run(devices: most + 5)
    #expect(Self.rows(run) == most)
    #expect(run.output.contains("C0:00:00:00:00:07"))
    #expect(!run.output.contains("C0:00:00:00:03:EC"))
    #expect(
      run.output.contains(
        "\n\(most) of \(most + 5) advertisers are listed, those with the most reports. --format json has all of them.\n"
      ))
    #expect(run.output.contains(", \(most + 5) advertisers\n"))
  }

  @Test func noneIsLeftOutWithoutNeed() throws {
    let run = try Self.run(devices: InspectReport.maximumRows)
    #expect(Self.rows(run) == InspectReport.maximumRows)
    #expect(!run.output.contains("are listed"))
  }

  @Test func ofThoseThatMatchTheBusiestAreListed() throws {
    let most = InspectReport.maximumRows
    let run = try Self.run(devices: most + 1, ["--service", "180D"])
    #expect(Self.rows(run) == most)
    #expect(
      run.output.contains(
        "\(most) of \(most + 1) advertisers are listed, those with the most reports. --format json has all of them.\n"))
    #expect(run.output.contains("C0:00:00:00:00:07"))
  }

  @Test func jsonHasAll() throws {
    let run = try Self.run(devices: InspectReport.maximumRows + 1, ["--format", "json"])
    #expect(run.output.components(separatedBy: "\"addressType\"").count - 1 == InspectReport.maximumRows + 1)
  }
}
