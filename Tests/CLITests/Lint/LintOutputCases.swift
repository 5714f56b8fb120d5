/// The forms of `lint`'s report, and baselines.
extension GoldenTests {
  private static let crowd = "Fixtures/lint/crowd.hex"
  private static let known = "Fixtures/lint/known.json"
  static let lintOutputCases = [
    Case(name: "lint-program", arguments: ["lint", "Fixtures/sources/helmet.ino", "--service", helmetService]),
    Case(name: "lint-program-json", arguments: ["lint", "Fixtures/sources/helmet.ino", "--format", "json"]),
    Case(name: "lint-program-gcc", arguments: ["lint", "Fixtures/sources/helmet.ino", "--format", "gcc"]),
    Case(name: "lint-program-unread", arguments: ["lint", "Fixtures/sources/rotating.ino"]),
    Case(name: "lint-app-kotlin", arguments: ["lint", "Fixtures/sources/Lamp.kt"]),
    Case(name: "lint-app-java", arguments: ["lint", "Fixtures/sources/Named.java"]),
    Case(name: "lint-app-swift", arguments: ["lint", "Fixtures/sources/Peripheral.swift"]),
    Case(name: "repack-app-android", arguments: ["repack", "Fixtures/sources/Lamp.kt", "--form", "android"]),
    Case(
      name: "emit-app-core-bluetooth",
      arguments: ["emit", "Fixtures/sources/Peripheral.swift", "--form", "core-bluetooth"]),
    Case(name: "lint-script", arguments: ["lint", "Fixtures/sources/beacon.sh"]),
    Case(name: "emit-script", arguments: ["emit", "Fixtures/sources/beacon.sh", "--form", "hex"]),
    Case(name: "lint-program-nimble", arguments: ["lint", "Fixtures/sources/nimble.c"]),
    Case(name: "reach-program", arguments: ["reach", "Fixtures/sources/sensor.py", "--for", "ios-background"]),
    Case(name: "repack-program", arguments: ["repack", "Fixtures/sources/helmet.ino", "--form", "nimble-arduino"]),
    Case(name: "lint-crowd", arguments: ["lint", crowd]),
    Case(name: "lint-crowd-notes", arguments: ["lint", crowd, "--notes"]),
    Case(name: "lint-before-sarif", arguments: ["lint", "Fixtures/angi/before.btsnoop", "--format", "sarif"]),
    Case(name: "lint-hex-file-sarif", arguments: ["lint", "Fixtures/angi/before.hex", "--format", "sarif"]),
    Case(name: "lint-packed-sarif", arguments: ["lint", "Fixtures/formats/bugreport.zip", "--format", "sarif"]),
    Case(
      name: "lint-several-github",
      arguments: ["lint", "Fixtures/angi/before.btsnoop", "Fixtures/angi/before.hex", crowd, "--format", "github"]),
    Case(
      name: "lint-several-gcc",
      arguments: [
        "lint", "Fixtures/angi/before.btsnoop", "Fixtures/angi/before.hex", "Fixtures/formats/bugreport.zip",
        "Fixtures/famous/advert.yml", "Fixtures/images/arrays-aarch64.elf", "Fixtures/missing.log", "--format", "gcc",
      ]),
    Case(
      name: "lint-several-junit",
      arguments: ["lint", "Fixtures/angi/before.btsnoop", "Fixtures/angi/before.hex", crowd, "--format", "junit"]),
    Case(
      name: "lint-notes-fail-junit",
      arguments: ["lint", "Fixtures/angi/after.btsnoop", "--format", "junit", "--fail-on", "note"]),
    Case(name: "lint-baseline", arguments: ["lint", crowd, "--baseline", known]),
    Case(name: "lint-baseline-json", arguments: ["lint", crowd, "--baseline", known, "--format", "json"]),
    Case(name: "lint-baseline-missing", arguments: ["lint", crowd, "--baseline", "Fixtures/lint/missing.json"]),
    Case(name: "lint-baseline-unreadable", arguments: ["lint", crowd, "--baseline", crowd]),
  ]
}
