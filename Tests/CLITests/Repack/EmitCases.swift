/// Layouts as source, in every form, and manifests to start from.
extension GoldenTests {
  private static let forms = [
    "zephyr", "nimble", "nimble-arduino", "esp-idf", "bluedroid", "bluefruit", "espruino", "btmgmt", "c", "swift",
    "hex",
    "yaml",
  ]

  static let emitCases =
    forms.map { Case(name: "emit-\($0)", arguments: ["emit", "Fixtures/emit/advert.yml", "--form", $0]) } + [
      Case(
        name: "emit-capture",
        arguments: ["emit", "Fixtures/angi/before.btsnoop", "--device", "SHS-*", "--form", "zephyr"]),
      Case(name: "emit-image", arguments: ["emit", "Fixtures/images/zephyr-thumb.elf", "--form", "yaml"]),
      Case(name: "emit-no-layout", arguments: ["emit", "Fixtures/emit/advert.yml", "--layout", "no", "--form", "c"]),
      Case(name: "emit-stacks", arguments: ["emit", "Fixtures/stacks/advert.yml", "--form", "hex"]),
      Case(
        name: "emit-stack-as-calls",
        arguments: [
          "emit", "Fixtures/stacks/advert.yml", "--layout", "the service comes first", "--form", "nimble-arduino",
        ]),
      Case(name: "lint-stacks", arguments: ["lint", "Fixtures/stacks/advert.yml"]),
      Case(
        name: "reach-stacks",
        arguments: [
          "reach", "Fixtures/stacks/advert.yml", "--for", "windows", "--service",
          "afd0ffa0-2a9e-41a9-b9db-115a0e511de4",
        ]),
      Case(
        name: "repack-stack-as-calls",
        arguments: [
          "repack", "Fixtures/stacks/advert.yml", "--layout", "the service comes last", "--form", "nimble-arduino",
        ]),
      Case(
        name: "repack-stack",
        arguments: ["repack", "Fixtures/stacks/advert.yml", "--layout", "one library, one service"]),
      Case(name: "repack-stacks-diff", arguments: ["repack", "Fixtures/stacks/advert.yml", "--diff"]),
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
