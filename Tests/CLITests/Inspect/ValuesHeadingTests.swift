import Testing

@testable import advert

/// A log of values has one heading, and below its devices the lines that were not read.
@Suite struct ValuesHeadingTests {
  @Test func unreadLinesHaveNoHeading() throws {
    let log = """
      peripheral discovered (80eaca000003 with address <80:ea:ca:00:00:03, public>, connectable true, RSSI -63:
      \thello my local name is:
      \t\tGML-M6DEV
      \tcan I interest you in any of the following advertised services:
      \t\t["0"]

      """
    var output = ""
    try TextFile.inFolder { folder in
      try TextFile.write(log, to: folder + "/noble.log")
      output = CommandLineRun(["inspect", folder + "/noble.log"]).output
    }
    #expect(output.contains("1 device in 1 line of noble") && output.contains("GML-M6DEV"), "\(output)")
    #expect(output.contains("record 5: expected a list of services in brackets"), "\(output)")
    #expect(!output.contains("0 advertisers") && !output.contains("No advertising"), "\(output)")
    #expect(!output.contains("\n\n\n"), "\(output)")
  }
}
