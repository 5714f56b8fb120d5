extension GoldenTests {
  /// Pages as they are, and short forms.
  static let reportCases = [
    Case(name: "report-before", arguments: ["report", "Fixtures/angi/before.btsnoop"]),
    Case(name: "report-hex", arguments: ["report", "Fixtures/angi/before.hex", "--for", "windows"]),
    Case(
      name: "report-several-markdown",
      arguments: ["report", "Fixtures/scans/active.btsnoop", "Fixtures/angi", "--format", "markdown"]),
    Case(name: "report-famous-markdown", arguments: ["report", "Fixtures/famous/advert.yml", "--format", "markdown"]),
    Case(
      name: "report-against-markdown",
      arguments: [
        "report", "Fixtures/angi/after.btsnoop", "--against", "Fixtures/angi/before.btsnoop", "--format", "markdown",
      ]),
    Case(name: "help-report", arguments: ["report", "--help"]),
    Case(name: "report-nothing", arguments: ["report", "Fixtures/missing.log"]),
    Case(
      name: "report-near-name", arguments: ["report", "Fixtures/angi/before.btsnoop", "--device", "SHS-2072"]),
  ]
}
