import Foundation
import TestSupport
import Testing

/// How text for people treats a crowd: the worst first, and nothing twice.
@Suite struct LintTextTests {
  /// A capture of passive listening to senders of ADV_NONCONN_IND, each with the last octet of its public address.
  private static func lines(_ senders: [(UInt8, String)], _ arguments: [String] = []) throws -> [String] {
    var file = BtsnoopFile(dataLink: 1002)
    for (octet, hex) in senders {
      let address: [UInt8] = [octet, 5, 4, 3, 2, 1]
      file.add([4] + HCIEvent.legacy([LegacyReport(3, addressType: 0, address: address, data: [UInt8](hex: hex))]))
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "crowd-\(UUID().uuidString).btsnoop")
    try Data(file.octets).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let output = CommandLineRun(["lint", path.path] + arguments).output
    return output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static let reserved = "020186"
  private static let noted = "02011a"
  private static let companyMissing = "020104 02ff59"

  @Test func devicesAlikeShareAParagraphAndTheirBytes() throws {
    let lines = try Self.lines((1...7).map { ($0, Self.reserved) })
    #expect(
      lines[2...7].map { String($0.prefix(17)) } == (1...5).map { "01:02:03:04:05:0\($0)" } + ["and 2 more device"])
    #expect(lines.count { $0.contains("[flags-reserved-bits]") } == 1)
    #expect(lines.count { $0.hasPrefix("Advertising data") } == 1)
    #expect(lines.suffix(2) == ["7 warnings; 7 devices, 7 layouts judged", ""])
  }

  @Test func theWorstComesFirst() throws {
    let lines = try Self.lines([(1, Self.reserved), (2, Self.companyMissing)])
    let addresses = lines.filter { $0.hasPrefix("01:02:03") }.map { String($0.prefix(17)) }
    #expect(addresses == ["01:02:03:04:05:02", "01:02:03:04:05:01"])
    #expect(lines.first { $0.contains("[") }?.hasPrefix("error: ") == true)
  }

  /// Whatever the order of the senders, of one severity the service that only the scan response has comes first.
  @Test(arguments: 0..<6) func aHiddenServiceComesBeforeOtherWarnings(_ order: Int) throws {
    var file = BtsnoopFile(dataLink: 1002)
    var senders: [(address: UInt8, data: String, response: String)] = [
      (1, Self.reserved, ""), (2, "020106", "03030f18"), (3, "020106 03ff3412", ""),
    ]
    senders.swapAt(0, order % 3)
    if order >= 3 { senders.swapAt(1, 2) }
    for sender in senders {
      let address: [UInt8] = [sender.address, 5, 4, 3, 2, 1]
      file.add(
        [4] + HCIEvent.legacy([LegacyReport(0, addressType: 0, address: address, data: [UInt8](hex: sender.data))]))
      guard !sender.response.isEmpty else { continue }
      file.add(
        [4] + HCIEvent.legacy([LegacyReport(4, addressType: 0, address: address, data: [UInt8](hex: sender.response))]))
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "order-\(UUID().uuidString).btsnoop")
    try Data(file.octets).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let text = CommandLineRun(["lint", path.path]).output.split(separator: "\n")
    let found = text.filter { $0.hasPrefix("warning: ") }
    #expect(found.count > 1 && found[0].hasSuffix("[service-uuid-only-in-scan-response]"))
    #expect(text.first { $0.hasPrefix("01:02:03") }?.hasPrefix("01:02:03:04:05:02") == true)
    let github = CommandLineRun(["lint", path.path, "--format", "github"]).output
    #expect(github.hasPrefix("::warning ") && github.prefix(400).contains("service-uuid-only-in-scan-response"))
    let markdown = CommandLineRun(["lint", path.path, "--format", "markdown"]).output
    #expect(
      markdown.split(separator: "\n").first { $0.hasPrefix("- **") }?.contains("service-uuid-only-in-scan-response")
        == true)
    // The scanners that miss a device put it first.
    let matrix = CommandLineRun(["reach", path.path]).output.split(separator: "\n")
    #expect(matrix.first { $0.hasPrefix("01:02:03") }?.hasPrefix("01:02:03:04:05:02") == true)
  }

  /// Up to three devices tell their notes; from four on, unless asked, they are a line.
  @Test func notesOfManyDevicesAreALine() throws {
    let three = try Self.lines((1...3).map { ($0, Self.noted) })
    #expect(three.count { $0.hasPrefix("01:02:03") } == 3)
    #expect(three.contains { $0.hasPrefix("  fix: ") })
    let four = try Self.lines((1...4).map { ($0, Self.noted) })
    #expect(!four.contains { $0.hasPrefix("01:02:03") || $0.hasPrefix("Advertising data") })
    #expect(
      four.contains("note: bit 4 of the Flags 0x1a is deprecated (4 devices) [flags-deprecated-host-bit]"))
    #expect(four.suffix(2) == ["4 notes (--notes shows each); 4 devices, 4 layouts judged", ""])
    for option in [["--notes"], ["--fail-on", "note"]] {
      let told = try Self.lines((1...4).map { ($0, Self.noted) }, option)
      #expect(told.count { $0.hasPrefix("01:02:03") } == 4)
      #expect(told.suffix(2) == ["4 notes; 4 devices, 4 layouts judged", ""])
    }
  }

  @Test func allIsWellInOneLine() throws {
    let lines = try Self.lines((1...4).map { ($0, "020104 03030f18") })
    #expect(lines == ["no findings; 4 devices, 4 layouts judged", ""])
  }

  /// A note about the order gives no order that makes scanners miss the device.
  @Test func notesCostNoAnswers() throws {
    let program = """
      use bluer::adv::Advertisement;
      async fn advertise(adapter: &bluer::Adapter) -> bluer::Result<()> {
          let advertisement = Advertisement {
              advertisement_type: bluer::adv::Type::Peripheral,
              service_uuids: vec!["123e4567-e89b-12d3-a456-426614174000".parse().unwrap()].into_iter().collect(),
              discoverable: Some(true),
              local_name: Some("lamp".to_string()),
              ..Default::default()
          };
          let handle = adapter.advertise(advertisement).await?;
          Ok(())
      }
      """
    try TextFile.inFolder { folder in
      try TextFile.write(program, to: folder + "/main.rs")
      let run = CommandLineRun(["lint", folder + "/main.rs"])
      #expect(run.output.contains("[stack-changes-request]"), "\(run.output)")
      #expect(!run.output.contains("leave out") && !run.output.contains("flags-not-first"), "\(run.output)")
    }
  }
}
