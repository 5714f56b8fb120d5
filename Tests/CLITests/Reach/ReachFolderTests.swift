import Foundation
import Testing

/// What the document says of a folder that is searched for one device.
@Suite struct ReachFolderTests {
  private static func document(_ device: String) throws -> [String: Any] {
    let run = CommandLineRun([
      "reach", "Fixtures/sessions", "--device", device, "--for", "windows", "--format", "json",
    ])
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  private static func paths(_ key: String, of document: [String: Any]) -> Set<String> {
    Set((document[key] as? [[String: Any]] ?? []).compactMap { $0["path"] as? String })
  }

  @Test func capturesWithoutTheDeviceAreCounted() throws {
    let all = try #require(
      try JSONSerialization.jsonObject(
        with: Data(CommandLineRun(["reach", "Fixtures/sessions", "--for", "windows", "--format", "json"]).output.utf8))
        as? [String: Any])
    #expect(all["capturesLeftOut"] == nil)
    let found = try Self.document("52:A9")
    let having = Self.paths("captures", of: found)
    #expect(having == Self.paths("devices", of: found))
    #expect(!having.isEmpty)
    #expect(found["capturesLeftOut"] as? Int == Self.paths("captures", of: all).count - having.count)
    // A diagnosis names scans of its capture by their numbers.
    #expect(Self.paths("diagnoses", of: found).isSubset(of: having))
  }

  /// Then the scans of all captures say what its absence means.
  @Test func allAreToldWhenNoneHasTheDevice() throws {
    let document = try Self.document("11:22:33:44:55:66")
    #expect(document["capturesLeftOut"] as? Int == 0)
    #expect(Self.paths("absences", of: document).isSubset(of: Self.paths("captures", of: document)))
    #expect(Self.paths("captures", of: document).count > 1)
  }
}
