import Foundation
import TestSupport
import Testing

@testable import advert

/// Logs that tell devices in values, or with both packets in one: `--redact` leaves every device, and shows none of its
/// addresses and names.
@Suite struct RedactedLogsTests {
  private static let folder = "Fixtures/logs/"
  private static let logs = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    .filter { CommandLineRun(["inspect", folder + $0]).status == .success }

  /// The addresses in a text.
  private static func addresses(in text: String) -> Set<String> {
    let pattern = #"\b[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}\b"#
    var found: Set<String> = []
    var rest = text[...]
    while let range = rest.range(of: pattern, options: .regularExpression) {
      found.insert(rest[range].uppercased())
      rest = rest[range.upperBound...]
    }
    return found
  }

  @Test func areThere() { #expect(Self.logs.count > 5) }

  @Test(arguments: logs, ["inspect", "reach", "lint"]) func everyDeviceStays(_ log: String, _ command: String) throws {
    let open = CommandLineRun([command, Self.folder + log])
    let redacted = CommandLineRun([command, Self.folder + log, "--redact"])
    #expect(Self.addresses(in: open.transcript).isDisjoint(with: Self.addresses(in: redacted.transcript)))
    for name in ["SHS-2071", "Jane", "Hallway"] where open.transcript.contains(name) {
      #expect(!redacted.transcript.contains(name))
    }
    // The scans of apps and the accounts of Home Assistant are refused.
    guard !redacted.diagnostics.contains("--redact does not take") else { return }
    #expect(open.status == redacted.status)
    // Beside its lines with bytes, the account of Home Assistant is left out.
    guard log != "home-assistant.json" else { return }
    // An address of another length is printed in its place, and columns are as wide as their contents.
    #expect(
      Self.addresses(in: open.output).count == Self.addresses(in: redacted.output).count,
      "\(redacted.output.prefix(600))")
  }
}
