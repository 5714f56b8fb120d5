import Foundation
import TestSupport
import Testing

@testable import advert

/// What a baseline knows again, and what is new to it.
@Suite struct BaselineTests {
  /// Someone who advertises, once: a random address, most significant octet first, and payloads as hex.
  struct Sender {
    let address: [UInt8]
    let advertising: String
    var scanResponse: String?
    /// Records that say nothing about advertising and come first: they move all that follows.
    var recordsBefore = 0
  }

  /// Random static.
  static let helmet: [UInt8] = [0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5]
  /// Random resolvable, as phones have.
  static let phone: [UInt8] = [0x4A, 1, 2, 3, 4, 5]

  private static func withCapture<Result>(_ sender: Sender, _ body: (String) throws -> Result) throws -> Result {
    var file = BtsnoopFile(dataLink: 1002)
    for _ in 0..<sender.recordsBefore { file.add([4, 0x0E, 4, 1, 3, 0x0C, 0]) }
    for (event, hex) in [(UInt8(0), sender.advertising), (4, sender.scanResponse)] {
      guard let hex else { continue }
      file.add(
        [4] + HCIEvent.legacy([LegacyReport(event, address: sender.address.reversed(), data: [UInt8](hex: hex))]))
    }
    // Findings on a capture as a whole go by the file's name.
    let folder = FileManager.default.temporaryDirectory.appending(path: "baseline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "capture.log")
    try Data(file.octets).write(to: path)
    return try body(path.path)
  }

  private static func findings(_ sender: Sender, _ arguments: [String] = []) throws -> [String] {
    try withCapture(sender) { path in
      let output = CommandLineRun(["lint", path, "--format", "json"] + arguments).output
      let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
      return try #require(document?["findings"] as? [[String: Any]]).compactMap { finding in
        (finding["rule"] as? String).flatMap { rule in
          (finding["fingerprint"] as? String).map { "\(rule) \($0)" }
        }
      }
    }
  }

  /// Findings on `second` that a baseline of `first` does not know.
  private static func new(_ second: Sender, after first: Sender) throws -> [String] {
    let baseline = FileManager.default.temporaryDirectory.appending(path: "baseline-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: baseline) }
    let written = try withCapture(first) { CommandLineRun(["lint", $0, "--write-baseline", baseline.path]) }
    #expect(written.status == .success)
    let found = try findings(second, ["--baseline", baseline.path])
    return found.map { String($0.prefix { $0 != " " }) }
  }

  static let reserved = Sender(address: helmet, advertising: "020186 05ff59000102 0309 4142")

  @Test func theSameIsKnownWhereverItIs() throws {
    var moved = Self.reserved
    moved.recordsBefore = 40
    #expect(try Self.findings(Self.reserved) == Self.findings(moved))
    #expect(try Self.new(moved, after: Self.reserved).isEmpty)
  }

  @Test func whatCompaniesSendMayChange() throws {
    let next = Sender(address: Self.helmet, advertising: "020186 07ff5900ffeeddcc 0309 4142")
    #expect(try Self.new(next, after: Self.reserved).isEmpty)
  }

  @Test(arguments: [
    "020186 05ff59000102 0309 4143",  // another name
    "020186 05ff4c000102 0309 4142",  // another company
    "0201a6 05ff59000102 0309 4142",  // other reserved bits
    "05ff59000102 020186 0309 4142",  // another order
  ]) func anotherPayloadIsNew(_ advertising: String) throws {
    let next = Sender(address: Self.helmet, advertising: advertising)
    #expect(try Self.new(next, after: Self.reserved).contains("flags-reserved-bits"))
  }

  @Test func anotherDeviceIsNewUnlessItsAddressRotates() throws {
    let other = Sender(address: [0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF6], advertising: Self.reserved.advertising)
    #expect(try Self.new(other, after: Self.reserved).contains("flags-reserved-bits"))
    let phone = Sender(address: Self.phone, advertising: Self.reserved.advertising)
    let later = Sender(address: [0x5A, 9, 8, 7, 6, 5], advertising: Self.reserved.advertising)
    #expect(try Self.new(phone, after: Self.reserved).contains("flags-reserved-bits"))
    #expect(try Self.new(later, after: phone).isEmpty)
  }

  /// In two structures, and twice in what changes by design.
  @Test(arguments: [
    ("020106 03ff88ec 03ff89ec", "company-unassigned"), ("0916faff0d00f2190000", "remote-id-malformed"),
  ]) func oneRuleTwiceInAPayloadHasTwoFingerprints(_ advertising: String, _ rule: String) throws {
    let sender = Sender(address: Self.helmet, advertising: advertising)
    let found = try Self.findings(sender).filter { $0.hasPrefix(rule) }
    #expect(found.count == 2)
    #expect(Set(found).count == 2)
  }

  @Test func writingAndReadingAtOnceKeepsWhatIsKnown() throws {
    let baseline = FileManager.default.temporaryDirectory.appending(path: "baseline-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: baseline) }
    try Self.withCapture(Self.reserved) { path in
      #expect(CommandLineRun(["lint", path, "--write-baseline", baseline]).status == .success)
      let first = try Data(contentsOf: URL(filePath: baseline))
      let again = CommandLineRun(["lint", path, "--baseline", baseline, "--write-baseline", baseline])
      #expect(again.status == .success)
      #expect(again.output.hasPrefix("no findings; "))
      #expect(try Data(contentsOf: URL(filePath: baseline)) == first)
    }
  }

  /// A baseline of half the inputs would let the next run fail for no reason.
  @Test func noBaselineIsWrittenOfWhatCouldNotBeRead() throws {
    let baseline = FileManager.default.temporaryDirectory.appending(path: "baseline-\(UUID().uuidString).json").path
    try Self.withCapture(Self.reserved) { path in
      let run = CommandLineRun(["lint", path, "Fixtures/missing.log", "--write-baseline", baseline])
      #expect(run.status == .failure)
    }
    #expect(!FileManager.default.fileExists(atPath: baseline))
  }

  /// The next damaged log of the same name is another one; the same one, elsewhere, is known.
  @Test func damageIsNotKnownByName() throws {
    func inFolder(_ octets: some Collection<UInt8>, _ body: (String) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "baseline-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data(octets).write(to: folder.appending(path: "night.btsnoop"))
      try body(folder.path)
    }
    func capture(_ name: String) -> [UInt8] {
      var file = BtsnoopFile(dataLink: 1002)
      for _ in 0..<3 {
        file.add([4] + HCIEvent.legacy([LegacyReport(data: [2, 1, 6, 3, 9] + Array(name.utf8))]))
      }
      return file.octets.dropLast(3)
    }
    try inFolder(capture("AB")) { first in
      let baseline = first + "/known.json"
      let log = "/night.btsnoop"
      #expect(CommandLineRun(["lint", first + log, "--write-baseline", baseline]).status == .success)
      let again = CommandLineRun(["lint", first + log, "--baseline", baseline, "--format", "json"])
      #expect(again.status == .success)
      #expect(again.output.contains("\"complete\": false"))
      try inFolder(capture("AB")) {
        #expect(CommandLineRun(["lint", $0 + log, "--baseline", baseline]).status == .success)
      }
      for other in [Array(capture("AC")), Array(capture("AB").dropLast())] {
        try inFolder(other) { second in
          let run = CommandLineRun(["lint", second + log, "--baseline", baseline])
          #expect(run.status == .findings)
          #expect(run.output.contains("[capture-damaged]"))
        }
      }
    }
  }

  /// Damage of a file is known in any archive, whatever is beside it, and that of an archive in another archive, too.
  @Test func damageIsKnownInArchives() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "archives-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    func findings(_ name: String, _ octets: [UInt8]) throws -> [String] {
      let path = folder.appending(path: name).path
      try Data(octets).write(to: URL(filePath: path))
      let output = CommandLineRun(["lint", path, "--format", "json"]).output
      let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
      return try #require(document?["findings"] as? [[String: Any]]).compactMap { finding in
        guard finding["rule"] as? String == "capture-damaged" else { return nil }
        let source = try #require(finding["source"] as? [String: Any])
        let path = try #require(source["path"] as? String).dropFirst(folder.path.count + 1)
        return try "\(path) \(#require(finding["fingerprint"])): \(#require(finding["message"]))"
      }
    }
    var file = BtsnoopFile(dataLink: 1002)
    for _ in 0..<200 { file.add([4] + HCIEvent.legacy([LegacyReport(data: [2, 1, 6, 3, 9, 0x41, 0x42])])) }
    let log = Array(file.octets.dropLast(3))
    let inner = Array(IncompleteInputs.zip([("FS/night.btsnoop", log)]).dropLast(30))
    let (ofLog, ofInner) = try (findings("night.btsnoop", log), findings("in.zip", inner))
    #expect(ofLog.count == 1 && ofInner.count == 2)
    #expect(ofInner[0] == "in.zip/FS/" + ofLog[0])
    for others in [[], [("other.btsnoop", Array(log.dropLast()))]] {
      let outer = IncompleteInputs.zip(others + [("a/night.btsnoop", log), ("b/in.zip", inner)])
      let found = try findings("outer.zip", outer).filter { !$0.contains("other.btsnoop") }
      #expect(found == ["outer.zip/a/" + ofLog[0]] + ofInner.map { "outer.zip/b/" + $0 })
    }
  }

  /// What must not be there and is not: the expectation is known, not the file.
  @Test func expectationsAreKnownOneByOne() throws {
    let first = try Self.findings(Self.reserved, ["--device", "A", "--device", "B"])
    let second = try Self.findings(Self.reserved, ["--device", "B"])
    #expect(first.count == 2)
    #expect(second.count == 1)
    #expect(first.last == second.first)
  }

  @Test(arguments: [
    (
      #"{"schema":"advert.baseline/2","findings":[]}"#,
      #""schema": expected "advert.baseline/1", found "advert.baseline/2""#
    ),
    (#"{"findings":[]}"#, #"baseline: expected the key "schema""#),
    (#"{"schema":"advert.baseline/1","findings":7}"#, #""findings": expected an array, found something else"#),
    (
      #"{"schema":"advert.baseline/1","findings":[{"rule":"a"}]}"#,
      #""findings[0]": expected the key "fingerprint""#
    ),
    (
      #"{"schema":"advert.baseline/1","findings":[{"rule":1,"fingerprint":"0123456789abcdef"}]}"#,
      #""findings[0].rule": expected a string, found something else"#
    ),
    (
      #"{"schema":"advert.baseline/1","findings":[{"rule":"a","fingerprint":"0123"}]}"#,
      #""findings[0].fingerprint": expected 16 lower-case hex digits, found "0123""#
    ),
    ("", "baseline: expected JSON as --write-baseline writes it"),
    ("[", "baseline: expected JSON as --write-baseline writes it"),
  ]) func whatIsNoBaselineIsSaidSo(_ text: String, _ complaint: String) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "no-baseline-\(UUID().uuidString).json")
    try Data(text.utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let run = CommandLineRun(["lint", "--adv", "020106", "--baseline", path.path])
    #expect(run.status == .failure)
    #expect(run.output.isEmpty)
    #expect(run.diagnostics == "advert: \(path.path): \(complaint)\n")
  }
}
