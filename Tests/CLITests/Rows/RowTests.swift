import Foundation
import TestSupport
import Testing

@testable import advert

/// The fields that rows of `dump` have, and that they join with the devices and layouts of `inspect`.
@Suite struct RowTests {
  private static let ruuvi = [UInt8](hex: "1bff99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f")
  private static let btHome = [UInt8](hex: "0201060a16d2fc40640102ca0921 01")

  /// A device with two layouts and answers between them, one that answers and does not advertise, and sensors.
  private static var capture: BtsnoopFile {
    var file = BtsnoopFile(dataLink: 1002)
    file.hear([2, 1, 6] + name("Lamp, \"left\""), seconds: 0)
    file.hear([3, 3, 0x0F, 0x18], type: 4, seconds: 1)
    file.hear([2, 1, 6, 3, 3, 0x0A, 0x18], seconds: 2)
    file.hear([3, 3, 0x0F, 0x18], type: 4, seconds: 3)
    file.hear([2, 1, 6] + name("Lamp, \"left\""), seconds: 4)
    file.hear([3, 3, 0x0D, 0x18], from: 2, type: 4, seconds: 5)
    file.hear(ruuvi, from: 3, type: 3, seconds: 6)
    file.hear(btHome, from: 4, seconds: 7)
    file.hear(ruuvi, from: 3, type: 3, seconds: 8)
    return file
  }

  private static func name(_ text: String) -> [UInt8] { [UInt8(text.utf8.count + 1), 9] + Array(text.utf8) }

  private static func rows(_ arguments: [String]) throws -> [[String: Any]] {
    try CommandLineRun(["dump", "--format", "jsonl"] + arguments).output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func fieldsAreInTheOrderAskedFor() throws {
    try Self.capture.withPath { path in
      let fields = ["dump", path, "--fields", "rssi,name,time,rssi"]
      #expect(CommandLineRun(fields).output.hasPrefix("rssi\tname\ttime\n"))
      let csv = CommandLineRun(fields + ["--format", "csv"]).output.split(separator: "\n")
      #expect(csv[0] == "rssi,name,time")
      #expect(csv[1].contains(#","Lamp, ""left""","#))
      let jsonl = CommandLineRun(fields + ["--format", "jsonl"]).output
      #expect(jsonl.hasPrefix(#"{"rssi":"#))
      #expect(jsonl.contains(#""name":"Lamp, \"left\"","time":1700000000.000000}"#))
    }
  }

  @Test func valuesOfKnownFormatsAreColumns() throws {
    try Self.capture.withPath { path in
      let rows = try Self.rows([path, "--fields", "format,ruuviTag.temperature,btHome.temperature,known,services"])
      #expect(rows[6]["format"] as? String == "ruuviTag")
      #expect(rows[6]["ruuviTag.temperature"] as? Double == 24.3)
      #expect(rows[7]["btHome.temperature"] as? Double == 25.06)
      #expect(rows[0]["ruuviTag.temperature"] is NSNull)
      let known = rows[6]["known"] as? [String: [String: Any]]
      #expect(known?["ruuviTag"]?["temperature"] as? Double == 24.3)
      #expect(rows[2]["services"] as? [String] == ["180a"])
      let flat = CommandLineRun(["dump", path, "--fields", "services,ruuviTag", "--format", "csv"]).output
      #expect(flat.contains("[180a],"))
      #expect(flat.split(separator: "\n")[0].contains("ruuviTag.temperature"))
    }
  }

  @Test func anUnknownFieldHasNearestOnes() {
    let run = CommandLineRun(["dump", "Fixtures/angi/before.btsnoop", "--fields", "time,ruuvi.temperatur"])
    #expect(run.status == .failure)
    #expect(run.output.isEmpty)
    #expect(run.diagnostics.split(separator: "\n").count == 1)
    #expect(run.diagnostics.contains("\"ruuviTag.temperature\""))
    #expect(CommandLineRun(["dump", "--fields", "help"]).output.contains("ruuviTag.temperature"))
    #expect(CommandLineRun(["dump", "--fields", "help"]).status == .success)
  }

  @Test(arguments: ["", "Fixtures/formats/btsnoop-extended.btsnoop", "Fixtures/sessions/times-not-in-log.btsnoop"])
  func rowsJoinWithDevicesAndLayouts(_ fixture: String) throws {
    try Self.capture.withPath { path in
      let capture = fixture.isEmpty ? path : fixture
      var joined: [String: Int] = [:]
      for row in try Self.rows([capture, "--fields", "device,layout,type,source"])
      where row["source"] as? String != "command" && row["type"] as? String != "AUX_SYNC_IND" {
        joined["\(row["device"] ?? "") \(row["layout"] ?? "")", default: 0] += 1
      }
      var expected: [String: Int] = [:]
      for advertiser in try InspectIdentityTests.advertisers([capture])
      where advertiser["origin"] as? String == "air" {
        for layout in advertiser["layouts"] as? [[String: Any]] ?? [] {
          let answers = layout["scanResponses"] as? [[String: Any]] ?? []
          let count = (layout["count"] as? Int ?? 0) + answers.reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
          expected["\(advertiser["device"] ?? "") \(layout["layout"] ?? "")", default: 0] += count
        }
      }
      #expect(joined == expected)
      let unique = try Self.rows([capture, "--unique"]).reduce(into: [String: Int]()) { counts, row in
        counts["\(row["device"] ?? "") \(row["layout"] ?? "")", default: 0] += row["count"] as? Int ?? 0
      }
      #expect(unique.filter { $0.value > 0 } == expected)
    }
  }

  @Test func addressesOfAKeyAreOneDevice() throws {
    try InspectIdentityTests.withCapture { path in
      for redact in [[], ["--redact"]] {
        let rows = try Self.rows(
          [path, "--irk", InspectIdentityTests.key, "--fields", "address,device,resolvedBy"] + redact)
        let resolved = rows.filter { $0["resolvedBy"] as? Int == 0 }
        #expect(Set(resolved.compactMap { $0["address"] as? String }).count == InspectIdentityTests.resolvable.count)
        #expect(resolved.allSatisfy { $0["device"] as? String == "key0" })
        #expect(resolved.count == 2 * InspectIdentityTests.resolvable.count)
      }
    }
  }

  @Test func reportsAreInTheScansThatReceivedThem() throws {
    let log = "Fixtures/sessions/many-filters.btsnoop"
    let rows = try Self.rows([log, "--fields", "session"])
    let output = CommandLineRun(["inspect", log, "--format", "json"]).output
    let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    let captures = document?["captures"] as? [[String: Any]]
    let sessions = captures?.first?["scanSessions"] as? [[String: Any]] ?? []
    for session in sessions {
      let count = rows.count { $0["session"] as? Int == session["number"] as? Int }
      #expect(count == session["reports"] as? Int)
    }
  }

  /// Repeats are told from what was decoded before.
  @Test func repeatsHaveTheSameValues() throws {
    try Self.capture.withPath { path in
      let rows = CommandLineRun(["dump", path, "--fields", "known,structures", "--format", "tsv"]).output
        .split(separator: "\n")
      #expect(rows[7] == rows[9])
    }
  }
}
