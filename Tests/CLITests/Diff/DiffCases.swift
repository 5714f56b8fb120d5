extension GoldenTests {
  static let diffCases = [
    Case(name: "diff-angi", arguments: ["diff", "Fixtures/angi/before.btsnoop", "Fixtures/angi/after.btsnoop"]),
    Case(
      name: "diff-angi-json",
      arguments: ["diff", "Fixtures/angi/before.btsnoop", "Fixtures/angi/after.btsnoop", "--format", "json"]),
    Case(
      name: "diff-angi-markdown",
      arguments: ["diff", "Fixtures/angi/before.btsnoop", "Fixtures/angi/after.btsnoop", "--format", "markdown"]),
    Case(
      name: "diff-angi-redacted",
      arguments: ["diff", "Fixtures/angi/before.btsnoop", "Fixtures/angi/after.btsnoop", "--redact"]),
    Case(name: "diff-equal", arguments: ["diff", "Fixtures/angi/before.btsnoop", "Fixtures/angi/before.btsnoop"]),
    Case(
      name: "diff-layouts-and-capture", arguments: ["diff", "Fixtures/angi/before.hex", "Fixtures/angi/before.btsnoop"]),
    Case(
      name: "diff-passive", arguments: ["diff", "Fixtures/angi/before.btsnoop", "Fixtures/angi/passive.btsnoop"]),
    Case(name: "diff-scans", arguments: ["diff", "Fixtures/scans/active.btsnoop", "Fixtures/scans/passive.btsnoop"]),
    Case(
      name: "diff-images",
      arguments: ["diff", "Fixtures/images/zephyr-thumb.elf", "Fixtures/images/bluedroid-riscv32.elf"]),
    Case(
      name: "diff-ignored",
      arguments: [
        "diff", "Fixtures/angi/before.btsnoop", "Fixtures/angi/after.btsnoop", "--ignore", "fields,findings", "--for",
        "android",
      ]),
    Case(
      name: "diff-unknown-aspect",
      arguments: ["diff", "Fixtures/angi/before.btsnoop", "Fixtures/angi/after.btsnoop", "--ignore", "rsi"]),
    Case(
      name: "diff-unread", arguments: ["diff", "Fixtures/angi/before.btsnoop", "Fixtures/missing.log"]),
    Case(
      name: "diff-device-missing",
      arguments: ["diff", "Fixtures/angi/before.btsnoop", "Fixtures/angi/after.btsnoop", "--device", "SHS-2017"]),
    Case(name: "help-diff", arguments: ["diff", "--help"]),
  ]
}
