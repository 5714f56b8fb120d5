import Foundation
import Testing

/// Whole outputs of the command against files people can read. `UPDATE_GOLDEN=1 swift test` rewrites them.
@Suite struct GoldenTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let arguments: [String]
    var testDescription: String { name }
  }

  static let helmetAdvertising = "03 19 00 00 02 01 06 09 09 53 48 53 2d 32 30 37 31"
  static let helmetScanResponse = "11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af"
  static let helmetService = "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"
  static let cases =
    commandCases + selectionCases + diffCases + lintOutputCases + repackCases + emitCases + knownPayloadCases
    + reportCases + watchCases + keyCases
  private static let commandCases = [
    Case(name: "lint-before", arguments: ["lint", "Fixtures/angi/before.btsnoop"]),
    Case(name: "lint-before-json", arguments: ["lint", "Fixtures/angi/before.btsnoop", "--format", "json"]),
    Case(name: "lint-before-redacted", arguments: ["lint", "Fixtures/angi/before.btsnoop", "--redact"]),
    Case(name: "lint-after", arguments: ["lint", "Fixtures/angi/after.btsnoop"]),
    Case(name: "lint-passive", arguments: ["lint", "Fixtures/angi/passive.btsnoop"]),
    Case(
      name: "lint-several",
      arguments: ["lint", "Fixtures/angi/before.btsnoop", "Fixtures/angi/passive.btsnoop", "Fixtures/missing.log"]),
    Case(
      name: "lint-hex",
      arguments: ["lint", "--adv", helmetAdvertising, "--scan-response", helmetScanResponse, "--fail-on", "error"]),
    Case(
      name: "lint-expectations",
      arguments: ["lint", "Fixtures/angi/after.btsnoop", "--device", "Elsewhere", "--service", "1826"]),
    Case(
      name: "lint-expected-service-in-scan-response",
      arguments: [
        "lint", "Fixtures/angi/before.btsnoop", "--service", helmetService, "--fail-on", "error",
      ]),
    Case(
      name: "lint-device-in-one-of-two",
      arguments: ["lint", "Fixtures/formats/bugreport.zip", "Fixtures/angi/after.btsnoop", "--device", "SHS-2071"]),
    Case(
      name: "lint-device-in-none-of-two",
      arguments: ["lint", "Fixtures/formats/pcap-187.pcap", "Fixtures/angi/after.btsnoop", "--device", "Elsewhere"]),
    Case(name: "inspect-before", arguments: ["inspect", "Fixtures/angi/before.btsnoop"]),
    Case(name: "inspect-before-json", arguments: ["inspect", "Fixtures/angi/before.btsnoop", "--format", "json"]),
    Case(
      name: "inspect-passive-device", arguments: ["inspect", "Fixtures/angi/passive.btsnoop", "--device", "SHS-2071"]),
    Case(
      name: "inspect-other-service", arguments: ["inspect", "Fixtures/angi/before.btsnoop", "--service", "180f"]),
    Case(name: "inspect-many-devices", arguments: ["inspect", "Fixtures/scans/active.btsnoop"]),
    Case(name: "inspect-scan-sessions", arguments: ["inspect", "Fixtures/sessions/many-filters.btsnoop"]),
    Case(name: "inspect-home-assistant", arguments: ["inspect", "Fixtures/logs/home-assistant.json"]),
    Case(name: "inspect-values", arguments: ["inspect", "Fixtures/logs/bleak.log"]),
    Case(name: "inspect-values-device", arguments: ["inspect", "Fixtures/logs/bleak.log", "--device", "A4:C1"]),
    Case(
      name: "reach-home-assistant",
      arguments: [
        "reach", "Fixtures/logs/home-assistant.json", "--device", "SHS-2071", "--matching",
        "Fixtures/logs/manifest.json",
      ]),
    Case(
      name: "reach-home-assistant-json",
      arguments: [
        "reach", "Fixtures/logs/home-assistant.json", "--matching", "Fixtures/logs/manifest.json", "--format", "json",
      ]),
    Case(
      name: "reach-values",
      arguments: ["reach", "Fixtures/logs/bleak.log", "--device", "SHS-2071", "--service", helmetService]),
    Case(
      name: "reach-matching",
      arguments: ["reach", "Fixtures/angi/before.btsnoop", "--matching", "Fixtures/logs/manifest.json"]),
    Case(name: "inspect-react-native", arguments: ["inspect", "Fixtures/logs/react-native.log", "--device", "F0:F1"]),
    Case(name: "inspect-phone", arguments: ["inspect", "Fixtures/logs/dumpsys.txt", "--scans"]),
    Case(name: "inspect-phone-json", arguments: ["inspect", "Fixtures/logs/dumpsys.txt", "--format", "json"]),
    Case(
      name: "reach-phone", arguments: ["reach", "Fixtures/logs/dumpsys.txt", "--service", helmetService]),
    Case(name: "lint-phone", arguments: ["lint", "Fixtures/logs/dumpsys.txt"]),
    Case(name: "lint-values", arguments: ["lint", "Fixtures/logs/bleak.log"]),
    Case(name: "inspect-directory", arguments: ["inspect", "Fixtures/angi"]),
    Case(
      name: "inspect-no-capture",
      arguments: ["inspect", "Fixtures/angi/before.hex", "README.md", "Tests/EmittedCode/host"]),
    Case(name: "reach-before", arguments: ["reach", "Fixtures/angi/before.btsnoop"]),
    Case(
      name: "reach-before-json",
      arguments: [
        "reach", "Fixtures/angi/before.btsnoop", "--for", "ios-background", "--for", "android", "--format", "json",
      ]),
    Case(name: "reach-passive", arguments: ["reach", "Fixtures/angi/passive.btsnoop"]),
    Case(
      name: "reach-passive-service", arguments: ["reach", "Fixtures/angi/passive.btsnoop", "--service", helmetService]),
    Case(
      name: "reach-devices",
      arguments: [
        "reach", "Fixtures/angi/before.btsnoop", "--device", "Elsewhere", "--device", "f0f1f2f3f4f5", "--for",
        "windows",
      ]),
    Case(
      name: "reach-diagnosis",
      arguments: [
        "reach", "Fixtures/sessions/received-later.btsnoop", "--device", "F0:F1", "--service", "180d", "--for",
        "android-background",
      ]),
    Case(
      name: "reach-data",
      arguments: [
        "reach", "Fixtures/sessions/many-filters.btsnoop", "--service-data", "180d=2a/f0", "--manufacturer-data",
        "0x004c=0215", "--name", "H?art", "--for", "android", "--for", "ios-background",
      ]),
    Case(
      name: "inspect-joined",
      arguments: [
        "inspect", "Fixtures/sessions/received.btsnoop", "Fixtures/sessions/received-later.btsnoop", "--joined",
      ]),
    Case(name: "reach-directory", arguments: ["reach", "Fixtures/angi"]),
    Case(
      name: "reach-name", arguments: ["reach", "Fixtures/angi/after.btsnoop", "--name", "SHS-2071", "--for", "windows"]),
    Case(
      name: "reach-hex",
      arguments: [
        "reach", "--adv", "02 01 06 05 16 0f 18 2a 2b", "--scan-response", "03 03 0d 18",
      ]),
    Case(
      name: "reach-hex-extended",
      arguments: ["reach", "--pdu", "EXT_CONNECTABLE", "--adv", "02 01 06 03 03 0d 18"]),
    Case(
      name: "reach-overflow",
      arguments: [
        "reach", "--adv", "02 01 1a 14 ff 4c 00 01 00 00 00 00 00 00 00 20 00 00 00 00 00 00 00 00", "--service",
        "180d",
      ]),
    Case(
      name: "reach-interval",
      arguments: [
        "reach", "--adv", "020106 03030f18", "--for", "android", "--for", "windows", "--interval", "100ms..2s",
        "--within", "1min",
      ]),
    Case(
      name: "reach-interval-none-in-time",
      arguments: [
        "reach", "--adv", "020106 03030f18", "--for", "esphome", "--interval", "900ms..1s", "--within", "1s",
      ]),
    Case(
      name: "reach-interval-wrong", arguments: ["reach", "--adv", "020106", "--interval", "2s..20ms"]),
    Case(
      name: "reach-hidden",
      arguments: ["reach", "Fixtures/timing/advert.yml", "--device", "sensor, s*", "--loss", "10%"]),
    Case(
      name: "reach-first-receptions",
      arguments: [
        "reach", "Fixtures/sessions/received.btsnoop", "--device", "F0:F1", "--for", "android", "--interval", "20ms",
      ]),
    Case(
      name: "repack-times",
      arguments: [
        "repack", "Fixtures/timing/advert.yml", "--layout", "sensor, service hidden", "--for", "bluez-discovery",
        "--for", "home-assistant-auto",
      ]),
    Case(
      name: "lint-too-slow",
      arguments: ["lint", "Fixtures/timing/advert.yml", "--for", "esphome", "--within", "5s"]),
    Case(name: "lint-too-slow-unknown", arguments: ["lint", "--adv", "020106", "--for", "windows", "--within", "5s"]),
    Case(
      name: "lint-too-slow-capture", arguments: ["lint", "Fixtures/angi/before.btsnoop", "--within", "5s"]),
    Case(
      name: "reach-folder-device",
      arguments: ["reach", "Fixtures/sessions", "--device", "52:A9", "--for", "windows"]),
    Case(name: "reach-unknown-profile", arguments: ["reach", "--adv", "020106", "--for", "symbian"]),
    Case(name: "reach-near-profile", arguments: ["reach", "--adv", "020106", "--for", "windos"]),
    Case(name: "reach-famous", arguments: ["reach", "Fixtures/famous/advert.yml"]),
    Case(name: "reach-manifest", arguments: ["reach", "--config", "Fixtures/manifests/good/everything.yml"]),
    Case(name: "help-reach", arguments: ["reach", "--help"]),
    Case(name: "dump-before", arguments: ["dump", "Fixtures/angi/before.btsnoop"]),
    Case(
      name: "dump-device-jsonl",
      arguments: ["dump", "Fixtures/angi/passive.btsnoop", "--device", "SHS-2071", "--format", "jsonl"]),
    Case(
      name: "dump-device-redacted",
      arguments: ["dump", "Fixtures/angi/before.btsnoop", "--device", "f0f1f2f3f4f5", "--redact"]),
    Case(
      name: "dump-other-device", arguments: ["dump", "Fixtures/angi/before.btsnoop", "--device", "00:11:22:33:44:55"]),
    Case(name: "dump-no-capture", arguments: ["dump", "Tests/EmittedCode/host", "Fixtures/angi/before.hex"]),
    Case(name: "lint-hex-file", arguments: ["lint", "Fixtures/angi/before.hex"]),
    Case(name: "lint-hex-file-json", arguments: ["lint", "Fixtures/angi/before.hex", "--format", "json"]),
    Case(name: "decode-hex", arguments: ["decode", "0x02, 0x01, 0x06", "0a09414243"]),
    Case(
      name: "decode-merged",
      arguments: [
        "decode", "0x0319000002010611" + "07e41d510e5a11dbb9a9419e2aa0ffd0af" + "09095348532d32303731",
      ]),
    Case(name: "decode-merged-cut", arguments: ["decode", helmetAdvertising, helmetScanResponse, "--cut", "17"]),
    Case(name: "decode-merged-wrong-cut", arguments: ["decode", helmetAdvertising, helmetScanResponse, "--cut", "5"]),
    Case(name: "lint-merged", arguments: ["lint", "--merged", helmetAdvertising + helmetScanResponse]),
    Case(
      name: "reach-merged",
      arguments: ["reach", "--merged", "020106" + "09095348532d32303731" + helmetScanResponse + "020a04"]),
    Case(name: "repack-merged", arguments: ["repack", "--merged", helmetAdvertising + helmetScanResponse]),
    Case(name: "emit-merged", arguments: ["emit", "--merged", helmetAdvertising + helmetScanResponse, "--form", "c"]),
    Case(name: "lint-merged-hint", arguments: ["lint", "--adv", "03 19 41 03 02 01 06"]),
    Case(
      name: "decode-both-json",
      arguments: ["decode", "--adv", helmetAdvertising, "--scan-response", helmetScanResponse, "--format", "json"]),
    Case(
      name: "decode-redacted-json",
      arguments: ["decode", "0aff59008841a1b2c3d4e5", "0d24172f2f612e6578616d706c65", "--format", "json", "--redact"]),
    Case(name: "decode-not-hex", arguments: ["decode", "02 01 0g"]),
    Case(name: "decode-signed-numbers", arguments: ["decode", "[2, 1, 6, 3, 3, 15, 24, 3, -1, 89, 0]"]),
    Case(name: "decode-hex-or-decimal", arguments: ["decode", "[16, 17, 20]"]),
    Case(name: "decode-broken", arguments: ["decode", "--adv", "020106 0909", "--scan-response", "0a"]),
    Case(name: "decode-nothing", arguments: ["decode", ""]),
    Case(name: "decode-empty-blocks", arguments: ["decode", "--adv", "", "--scan-response", ""]),
    Case(name: "lint-adv-ambiguous", arguments: ["lint", "--adv", "[16, 17, 20]"]),
    Case(name: "lint-intel-hex", arguments: ["lint", "Fixtures/lint/firmware.hex"]),
    Case(name: "inspect-sysdiagnose", arguments: ["inspect", "Fixtures/formats/sysdiagnose.tar.gz"]),
    Case(
      name: "dump-btmon-tty",
      arguments: ["dump", "Fixtures/formats/btmon-tty.bin", "--device", "SHS-2071", "--format", "jsonl"]),
    Case(name: "lint-famous", arguments: ["lint", "Fixtures/famous/advert.yml", "--notes"]),
    Case(
      name: "lint-manifest-config",
      arguments: ["lint", "Fixtures/angi/before.btsnoop", "--config", "Fixtures/manifests/good/everything.yml"]),
    Case(
      name: "lint-manifest-wrong",
      arguments: ["lint", "--config", "Fixtures/manifests/bad/unknown-key.yml", "Fixtures/angi/before.btsnoop"]),
    Case(name: "rules", arguments: ["rules"]),
    Case(name: "rules-one", arguments: ["rules", "service-uuid-only-in-scan-response"]),
    Case(
      name: "rules-one-markdown", arguments: ["rules", "service-uuid-only-in-scan-response", "--format", "markdown"]),
    Case(name: "rules-one-json", arguments: ["rules", "service-uuid-only-in-scan-response", "--format", "json"]),
    Case(name: "rules-unknown", arguments: ["rules", "no-such-rule"]),
    Case(name: "usage-none", arguments: ["lint"]),
    Case(name: "usage-unknown-option", arguments: ["inspect", "--colour", "Fixtures/angi/before.btsnoop"]),
    Case(name: "help", arguments: ["--help"]),
    Case(name: "help-lint", arguments: ["help", "lint"]),
  ]

  @Test(arguments: cases) func matches(_ test: Case) throws {
    var transcript = CommandLineRun(test.arguments).transcript
    // How a page looks is seen in a browser.
    transcript.replace(/<(style|script)>[^<]*(?:<[^\/][^<]*)*/) { "<\($0.1)>…" }
    transcript.replace(/sha256-[A-Za-z0-9+\/]{43}=/, with: "sha256-…")
    let file = CommandLineRun.root.appending(path: "Tests/CLITests/Golden/\(test.name).txt")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(transcript.utf8).write(to: file)
    }
    #expect(transcript == String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }

  @Test func everyGoldenFileHasItsCase() throws {
    let folder = CommandLineRun.root.appending(path: "Tests/CLITests/Golden")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files == Self.cases.map { $0.name + ".txt" }.sorted())
  }

  @Test(arguments: cases.filter { $0.arguments.contains("json") }) func jsonIsJSON(_ test: Case) throws {
    let output = CommandLineRun(test.arguments).output
    let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    #expect(document?["schema"] as? String == "advert.\(test.arguments[0])/1")
  }
}
