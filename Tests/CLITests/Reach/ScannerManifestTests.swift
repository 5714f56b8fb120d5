import Foundation
import Testing

/// What a manifest says of scanners, and what the commands make of it.
@Suite struct ScannerManifestTests {
  static let manifest = """
    expect: { services: [180f] }
    scanners:
      gateway: { basedOn: zephyr-passive, serviceFilter: lists, extended: false }
      phone: { basedOn: android, scan: passive }
    layouts:
      helmet: { advertising: 02 01 06, scanResponse: { services: [180f, 180d] } }
      beacon: { advertising: { services: [1812] } }
      spare: { advertising: { services: [1812] }, expect: { services: [1826] } }

    """

  private func inFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    try ManifestLintTests().inFolder(files, body)
  }

  private func run(_ arguments: [String], in folder: String) throws -> (
    status: Int32, output: String, diagnostics: String
  ) {
    try ManifestLintTests().run(arguments, in: folder)
  }

  /// Profile, layout, question and verdict of each answer.
  private func results(_ arguments: [String], in folder: String) throws -> [String] {
    let (status, output, diagnostics) = try run(["reach", "--format", "json"] + arguments, in: folder)
    #expect(status == 0)
    #expect(diagnostics == "")
    let document = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    let classes = try #require(document["classes"] as? [[String: Any]])
    return try #require(document["devices"] as? [[String: Any]]).flatMap { device in
      try #require(device["answers"] as? [[String: Any]]).flatMap { answer in
        let question = try #require(answer["question"] as? [String: Any])
        let number = try #require(answer["class"] as? Int)
        let told = try #require(classes[number]["verdicts"] as? [[String: Any]])
        let layout = device["layoutName"] as? String ?? "-"
        let asked = "\(layout) \(question["value"] ?? "")"
        return try told.flatMap { verdict in
          try #require(verdict["profiles"] as? [String]).map { "\($0) \(asked) \(verdict["verdict"] ?? "")" }
        }
      }
    }
  }

  @Test func manifestsSayWhatIsAskedOfWhichScanner() throws {
    // What one of them mentions, the others are not asked about.
    let expected = [
      "windows helmet 180f missed", "windows beacon 1812 discovered", "windows spare 1826 missed",
    ]
    try inFolder(["advert.yml": Self.manifest, "other/empty.txt": ""]) { folder in
      #expect(try results(["--for", "windows"], in: folder) == expected)
      #expect(try results(["advert.yml", "--for", "windows"], in: folder) == expected)
      #expect(try results(["--config", "../advert.yml", "--for", "windows"], in: folder + "/other") == expected)
      #expect(
        try results(["--for", "windows", "--service", "180d"], in: folder) == [
          "windows helmet 180d missed", "windows beacon 180d missed", "windows spare 180d missed",
        ])
      // All that there are.
      let all = try results(["--device", "beacon"], in: folder)
      #expect(all.count == 17)
      #expect(Set(all).isSuperset(of: ["gateway beacon 1812 discovered", "phone beacon 1812 discovered"]))
      // What is not in the manifest is judged by it too.
      #expect(
        try results(["--adv", "02 01 06", "--scan-response", "03 03 0f 18", "--for", "gateway"], in: folder) == [
          "gateway - 180f missed"
        ])
    }
    try inFolder(["advert.yml": Self.manifest + "profiles: [phone, ios-background]\n"]) { folder in
      let results = try results(["--device", "helmet"], in: folder)
      #expect(Set(results) == ["ios-background helmet 180f may", "phone helmet 180f missed"])
    }
    // No scanner is named with what is expected: all are asked about it.
    let missing = Self.manifest.replacing("[180f] }\nscanners", with: "[1999] }\nscanners")
    try inFolder(["advert.yml": missing]) { folder in
      let results = try results(["--for", "gateway"], in: folder)
      #expect(
        results == [
          "gateway helmet 1999 missed", "gateway beacon 1999 missed", "gateway spare 1826 missed",
          "gateway spare 1999 missed",
        ])
    }
  }

  @Test func commandsTakeScannersOfTheManifest() throws {
    try inFolder(["own.yml": Self.manifest, "advert.yml": "scanners: { van: { basedOn: windows } }\n"]) { folder in
      for id in ["gateway", "van"] {
        let lint = try run(["lint", "own.yml", "--for", id], in: folder)
        #expect(lint.status == 1)
        #expect(lint.output.contains("is only in the scan response: \(id) misses the device"), "\(lint)")
        let scan = try run(["reach", "own.yml", "--for", id, "--device", "helmet"], in: folder)
        #expect(scan.status == 0)
        #expect(scan.output.contains("  missed      \(id)\n"), "\(scan)")
        let repack = try run(["repack", "own.yml", "--for", id], in: folder)
        #expect(repack.status == 0)
        #expect(repack.output.contains("\(id) (as "), "\(repack)")
      }
      // Those of the manifest in use are for what it is used for.
      #expect(try run(["reach", "own.yml"], in: folder).output.contains("van") == false)
      #expect(try run(["reach", "--adv", "02 01 06"], in: folder).output.contains("van"))
    }
  }

  @Test(arguments: [["lint", "--for"], ["reach", "--for"], ["repack", "--for"]])
  func unknownScannersAreOneLine(_ start: [String]) throws {
    try inFolder(["advert.yml": Self.manifest]) { folder in
      let near = try run([start[0], "--adv", "02 01 06", start[1], "gatewy"], in: folder)
      #expect(near.status == 2)
      #expect(near.output == "")
      #expect(near.diagnostics == "advert: expected a scanner, found \"gatewy\"; did you mean \"gateway\"?\n")
      let far = try run([start[0], "--adv", "02 01 06", start[1], "elsewhere"], in: folder)
      #expect(far.status == 2)
      #expect(far.diagnostics.hasPrefix("advert: expected a scanner (ios-foreground, "))
      #expect(far.diagnostics.hasSuffix(", web-bluetooth-linux, gateway, phone), found \"elsewhere\"\n"))
    }
  }

  @Test func oneIdIsOneScanner() throws {
    let one = "scanners: { own: { basedOn: windows } }\nlayouts: { a: { advertising: 02 01 06 03 03 0f 18 } }\n"
    let other = one.replacing("windows", with: "android")
    try inFolder(["one.yml": one, "same.yml": one, "other.yml": other]) { folder in
      #expect(try run(["reach", "one.yml", "same.yml", "--for", "own"], in: folder).status == 0)
      for arguments in [["reach"], ["reach", "--for", "own"], ["lint", "--for", "own"]] {
        let (status, _, diagnostics) = try run(arguments + ["one.yml", "other.yml"], in: folder)
        #expect(status == 2)
        #expect(diagnostics == "advert: the scanner \"own\" is one thing in one.yml and another in other.yml\n")
      }
      // Each manifest means its own.
      #expect(try run(["lint", "one.yml", "other.yml"], in: folder).status == 0)
    }
  }

  @Test func nothingToScanIsOneLine() throws {
    try inFolder(["only.yml": "profiles: [windows]\n"]) { folder in
      let none = try run(["reach", "--config", "only.yml"], in: folder)
      #expect(none.status == 2)
      #expect(none.diagnostics == "advert: nothing to judge: give a capture or --adv, or add layouts to only.yml\n")
      let wrong = try run(["repack", "--adv", "02 01 06", "--config", "missing.yml"], in: folder)
      #expect(wrong.status == 2)
      #expect(wrong.diagnostics == "advert: missing.yml: cannot be read: no such file or directory\n")
    }
  }

  @Test func versionThatNothingIsKnownOfSaysWhichThereAre() throws {
    let manifest = "layouts: { helmet: { advertising: 02 01 06 } }\nprofiles: [\"android@99\"]\n"
    try inFolder(["advert.yml": "layouts: { helmet: { advertising: 02 01 06 } }\n", "new.yml": manifest]) { folder in
      let known = "a version of android that something is known of (16, 15, 14, 8.1 to 13)"
      for arguments in [["--for", "android@99"], ["new.yml"]] {
        let (status, output, diagnostics) = try run(["reach"] + arguments, in: folder)
        #expect(status == 2)
        #expect(output == "")
        #expect(diagnostics.contains("expected \(known), found \"android@99\""))
      }
      #expect(
        try results(["--for", "macos@12.2", "--for", "macos"], in: folder) == [
          "macos@12.2 helmet <null> may", "macos helmet <null> discovered",
        ])
    }
  }
}
