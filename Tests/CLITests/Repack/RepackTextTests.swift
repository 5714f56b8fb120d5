import Foundation
import Testing

@testable import advert

/// The text of `repack` about layouts that no packing improves, and about those that are too long.
@Suite struct RepackTextTests {
  /// The best packing may still be missed, and then it is not called the best way.
  @Test func missesThatNoPackingMends() {
    let missed = CommandLineRun(["repack", "--adv", "02010603030d18", "--pdu", "EXT_CONNECTABLE"])
    #expect(!missed.output.contains("Nothing to improve"))
    #expect(missed.output.contains("No other packing of what is sent is better."))
    #expect(missed.output.contains("miss service 180d"))
    let found = CommandLineRun(["repack", "--adv", "02010603030d18"])
    #expect(found.output.contains("Nothing to improve") && !found.output.contains("miss"))
  }

  /// Nobody knows how much of a payload is sent that does not fit.
  @Test(arguments: ["reach", "reach --format json", "repack", "report --format markdown", "emit --form c"])
  func payloadsThatDoNotFit(_ command: String) {
    let advertising = "020106 03030d18 1aff5900" + String(repeating: "00", count: 23)
    let run = CommandLineRun(command.split(separator: " ").map(String.init) + ["--adv", advertising])
    let said = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains("of 34 bytes 31 fit, and stacks refuse more or cut them"), "\(run.output)")
    if command == "reach" { #expect(!said.contains("discovered") && said.contains("unknown")) }
  }
}
