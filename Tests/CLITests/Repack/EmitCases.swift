/// Layouts as source, in every form, and manifests to start from.
extension GoldenTests {
  private static let forms = ["zephyr", "nimble", "esp-idf", "bluedroid", "c", "swift", "hex", "yaml"]

  static let emitCases =
    forms.map { Case(name: "emit-\($0)", arguments: ["emit", "Fixtures/emit/advert.yml", "--form", $0]) } + [
      Case(
        name: "emit-capture",
        arguments: ["emit", "Fixtures/angi/before.btsnoop", "--device", "SHS-*", "--form", "zephyr"]),
      Case(name: "emit-image", arguments: ["emit", "Fixtures/images/zephyr-thumb.elf", "--form", "yaml"]),
      Case(name: "emit-no-layout", arguments: ["emit", "Fixtures/emit/advert.yml", "--layout", "no", "--form", "c"]),
      Case(name: "help-emit", arguments: ["help", "emit"]),
      Case(name: "init-skeleton", arguments: ["init", "--output", "-"]),
      Case(name: "init-capture", arguments: ["init", "Fixtures/scans/active.btsnoop", "--output", "-"]),
      Case(
        name: "init-device",
        arguments: ["init", "Fixtures/angi/before.btsnoop", "--device", "SHS-2071", "--output", "-"]),
      Case(name: "init-hex", arguments: ["init", "Fixtures/lint/crowd.hex", "--output", "-"]),
      Case(name: "init-no-device", arguments: ["init", "Fixtures/angi/before.btsnoop", "--device", "SHS-2072"]),
      Case(name: "help-init", arguments: ["help", "init"]),
    ]
}
