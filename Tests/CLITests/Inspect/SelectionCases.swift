/// What a command is about: patterns for devices, services by name, blocks of hex, and the scanner profiles.
extension GoldenTests {
  private static let before = "Fixtures/angi/before.btsnoop"
  private static let scans = "Fixtures/scans/active.btsnoop"
  private static let famous = "Fixtures/famous/advert.yml"
  static let selectionCases = [
    Case(name: "inspect-device-address-beginning", arguments: ["inspect", before, "--device", "f0-f1-f2"]),
    Case(name: "inspect-device-wildcards", arguments: ["inspect", before, "--device", "SHS-?0*"]),
    Case(name: "inspect-device-near-name", arguments: ["inspect", before, "--device", "SHS-2017"]),
    Case(name: "inspect-device-unknown-format", arguments: ["inspect", before, "--device", "format:ibecon"]),
    Case(name: "inspect-device-absent-format", arguments: ["inspect", before, "--device", "format:i-Beacon"]),
    Case(name: "inspect-captures", arguments: ["inspect", "--captures", before, "Fixtures/formats"]),
    Case(name: "inspect-captures-json", arguments: ["inspect", "--captures", before, "--format", "json"]),
    Case(name: "inspect-captures-jsonl", arguments: ["inspect", "--captures", before, scans, "--format", "jsonl"]),
    Case(name: "lint-device-near-name", arguments: ["lint", before, "--device", "SHS-2017"]),
    Case(name: "reach-device-near-name", arguments: ["reach", before, "--device", "SHS-2017"]),
    Case(
      name: "reach-device-company", arguments: ["reach", famous, "--device", "company:nordic", "--for", "windows"]),
    Case(name: "dump-device-near-name", arguments: ["dump", before, "--device", "SHS-2017"]),
    Case(name: "inspect-service-name", arguments: ["inspect", scans, "--service", "heart rate"]),
    Case(name: "inspect-service-near-name", arguments: ["inspect", scans, "--service", "Hart Rate"]),
    Case(name: "lint-scan-response-alone", arguments: ["lint", "--scan-response", helmetScanResponse]),
    Case(
      name: "reach-scan-response-alone",
      arguments: ["reach", "--scan-response", helmetScanResponse, "--service", helmetService]),
    Case(name: "profiles", arguments: ["profiles"]),
    Case(name: "profiles-json", arguments: ["profiles", "--format", "json"]),
    Case(name: "profiles-one", arguments: ["profiles", "ios-background"]),
    Case(name: "profiles-one-json", arguments: ["profiles", "ios-background", "--format", "json"]),
    Case(name: "profiles-near", arguments: ["profiles", "ios-backgroud"]),
    Case(name: "usage-form-and-format", arguments: ["repack", before, "--form", "c", "--format", "text"]),
  ]
}
