/// Commands that repack layouts, in every form.
extension GoldenTests {
  /// A layout with a field of many kinds, to be handed over in some form.
  private static let many = [
    "repack", "--adv", "0201060319c103020aec09095348532d32303731", "--scan-response",
    "1107e41d510e5a11dbb9a9419e2aa0ffd0af04160f186405ff59000102", "--form",
  ]

  /// A layout with an interval and a kind of address.
  private static let declared = ["repack", "Fixtures/lint/slow.yml", "--form"]

  static let repackCases = [
    Case(name: "repack-before", arguments: ["repack", "Fixtures/angi/before.btsnoop"]),
    Case(name: "repack-before-json", arguments: ["repack", "Fixtures/angi/before.hex", "--format", "json"]),
    Case(name: "repack-passive", arguments: ["repack", "Fixtures/angi/passive.btsnoop", "--for", "ios-background"]),
    Case(
      name: "repack-impossible",
      arguments: [
        "repack", "--adv", "0201061107e41d510e5a11dbb9a9419e2aa0ffd0af0d0953656e736f72203230373135",
        "--name-advertised",
      ]),
    Case(
      name: "repack-malformed", arguments: ["repack", "--adv", "020106090953", "--form", "c"]),
    Case(name: "repack-hex", arguments: many + ["hex"]),
    Case(name: "repack-c", arguments: many + ["c"]),
    Case(name: "repack-zephyr", arguments: many + ["zephyr"]),
    Case(name: "repack-nimble", arguments: many + ["nimble"]),
    Case(name: "repack-esp-idf", arguments: many + ["esp-idf"]),
    Case(name: "repack-swift", arguments: many + ["swift"]),
    Case(name: "repack-yaml", arguments: many + ["yaml"]),
    Case(name: "repack-declared-zephyr", arguments: declared + ["zephyr"]),
    Case(name: "repack-declared-nimble", arguments: declared + ["nimble"]),
    Case(name: "repack-declared-esp-idf", arguments: declared + ["esp-idf"]),
    Case(name: "repack-declared-yaml", arguments: declared + ["yaml"]),
    Case(name: "repack-manifest-diff", arguments: ["repack", "Fixtures/famous/advert.yml", "--diff"]),
    Case(
      name: "repack-manifest-layout",
      arguments: ["repack", "Fixtures/famous/advert.yml", "--layout", "switchbot", "--for", "android"]),
    Case(name: "repack-no-device", arguments: ["repack", "Fixtures/angi/before.btsnoop", "--device", "Elsewhere"]),
    Case(name: "repack-no-profile", arguments: ["repack", "Fixtures/angi/before.hex", "--for", "nobody"]),
    Case(name: "help-repack", arguments: ["help", "repack"]),
  ]
}
