/// What `--key` makes of a log of four sensors that encrypt (Fixtures/keys).
extension GoldenTests {
  private static let log = "Fixtures/keys/sealed.btsnoop"
  private static let keys = [
    "00:00:5E:00:53:11=4c6f66742773206b65792c2031362062", "00:00:5E:00:53:12=000102030405060708090a0b0c0d0e0f",
    "00:00:5E:00:53:13=a0a1a2a3a4a5a6a7a8a9aaab", "00:00:5E:00:53:14=f0e0d0c0b0a090807060504030201000",
  ].flatMap { ["--key", $0] }
  /// Those of other sensors, a key of the wrong length, and one with a wrong octet.
  private static let wrong = [
    "00:00:5E:00:53:11=000102030405060708090a0b0c0d0e0f", "00:00:5E:00:53:12=a0a1a2a3a4a5a6a7a8a9aaab",
    "00:00:5E:00:53:13=a1a1a2a3a4a5a6a7a8a9aaab", "00:00:5E:00:53:14=4c6f66742773206b65792c2031362062",
  ].flatMap { ["--key", $0] }
  private static let fields =
    "address,name,btHome.temperature,btHome.humidity,miBeacon.temperature,miBeacon.humidity,btHome.decrypted,miBeacon.decrypted,"
    + "victron.batteryVolts,victron.batteryCurrent,victron.charge,victron.decrypted"

  static let keyCases = [
    Case(name: "inspect-keys", arguments: ["inspect", log, "--device", "00:00:5E"] + keys),
    Case(name: "inspect-keys-none", arguments: ["inspect", log, "--device", "00:00:5E"]),
    Case(name: "inspect-keys-wrong", arguments: ["inspect", log, "--device", "00:00:5E"] + wrong),
    Case(name: "dump-keys", arguments: ["dump", log, "--fields", fields] + keys),
    Case(name: "dump-keys-wrong", arguments: ["dump", log, "--fields", fields] + wrong),
    Case(name: "lint-keys", arguments: ["lint", log]),
  ]
}
