import Testing

@testable import advert

/// What `inspect` says of a log besides its devices, and `reach` with it.
@Suite struct InspectRemarksTests {
  private static func output(of lines: [String], by command: String = "inspect") throws -> String {
    var output = ""
    try TextFile.inFolder { folder in
      try TextFile.write(lines.joined(separator: "\n") + "\n", to: "\(folder)/log.txt")
      output = CommandLineRun([command, "\(folder)/log.txt"]).output
    }
    return output
  }

  /// Phones of some makers hide the last octets. One whole address, and a single one with zeros, show nothing.
  @Test(arguments: [
    (["7B:2F:5E:00:00:00", "60:EC:ED:00:00:00"], true), (["7B:2F:5E:00:00:00", "60:EC:ED:00:00:01"], false),
    (["7B:2F:5E:00:00:00"], false),
  ]) func hiddenEndsOfAddresses(_ addresses: [String], _ isSaid: Bool) throws {
    let lines = addresses.map { "scan: \($0) (random) RSSI -60 adv 02 01 06" }
    for command in ["inspect", "reach", "report"] {
      let output = try Self.output(of: lines, by: command)
      #expect(output.contains("All addresses end in 00:00:00.") == isSaid, "\(command)")
    }
  }

  /// A scan that received nothing has no reports.
  @Test func scansWithoutReports() throws {
    let scan = [
      "< HCI Command: LE Set Scan Enable (0x08|0x000c) plen 2  #1 [hci0] 1.000000", "        Scanning: Enabled (0x01)",
      "        Filter duplicates: Disabled (0x00)",
      "< HCI Command: LE Set Scan Enable (0x08|0x000c) plen 2  #2 [hci0] 3.500000", "        Scanning: Disabled (0x00)",
      "        Filter duplicates: Disabled (0x00)",
    ]
    #expect(try Self.output(of: scan).contains("1 scan without reports, 2.50 s in all"))
  }
}
