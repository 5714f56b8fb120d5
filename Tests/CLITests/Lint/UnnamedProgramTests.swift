import Foundation
import Testing

@testable import AdvertSources
@testable import advert

/// Programs in files whose names say nothing of their language, as people paste them: their calls say what they are.
@Suite struct UnnamedProgramTests {
  /// All programs of the folder, and what no name of a library tells apart.
  private static let programs = [
    "helmet.ino", "nimble.c", "rotating.ino", "sensor.py", "Lamp.kt", "Named.java", "Peripheral.swift", "beacon.sh",
  ]

  @Test(arguments: programs, ["txt", "md", "h", "log", ""]) func contentSaysWhatAFileIs(
    _ name: String, _ end: String
  ) throws {
    let text = try TextFile.text(of: CommandLineRun.root.path + "/Fixtures/sources/" + name)
    try TextFile.inFolder { folder in
      let known = folder + "/" + name
      let unnamed = folder + "/pasted" + (end.isEmpty ? "" : "." + end)
      try TextFile.write(text, to: known)
      try TextFile.write(text, to: unnamed)
      for command in ["lint", "reach", "emit"] {
        let expected = CommandLineRun([command, known])
        let run = CommandLineRun([command, unnamed])
        #expect(run.status == expected.status)
        #expect(run.output.replacing(unnamed, with: known) == expected.output, "\(command) \(name) as \(end)")
      }
    }
  }

  @Test func otherCommandsNameThoseThatReadIt() throws {
    try TextFile.inFolder { folder in
      let path = folder + "/pasted.txt"
      try TextFile.write(try TextFile.text(of: CommandLineRun.root.path + "/Fixtures/sources/nimble.c"), to: path)
      let run = CommandLineRun(["inspect", path])
      #expect(run.status == .failure)
      #expect(
        run.diagnostics.contains("found lines of a program, whose calls advert lint, reach and emit read"),
        "\(run.diagnostics)")
      let app = CommandLineRun(["reach", "Fixtures/angi/before.btsnoop", "--app", path])
      #expect(app.diagnostics.contains("found a program that advertises"), "\(app.diagnostics)")
    }
  }

  /// Beside an array, a call that is only named leaves open what is sent, in a file of any name.
  @Test(arguments: [
    ("void f() {\nNimBLEAdvertisementData data;\ndata.setFlags(6);\n}", "NimBLEAdvertisementData", 3),
    ("rc = ble_gap_ext_adv_start(0, 0, 0);", "ble_gap_ext_adv_start", 2),
  ]) func callsBesideArrays(_ lines: String, _ call: String, _ line: Int) throws {
    let array = "uint8_t adv_data[] = { 0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18 };\n"
    try TextFile.inFolder { folder in
      for name in ["adv.ino", "adv.h", "adv.txt"] {
        try TextFile.write(array, to: folder + "/" + name)
        let alone = CommandLineRun(["lint", folder + "/" + name])
        #expect(!alone.output.contains("not all that was named was judged"), "\(alone.transcript)")
        try TextFile.write(array + lines + "\n", to: folder + "/" + name)
        let run = CommandLineRun(["lint", folder + "/" + name])
        #expect(run.output.contains("not all that was named was judged"), "\(run.transcript)")
        #expect(run.output.contains("at: line \(line)"), "\(run.transcript)")
        #expect(run.output.contains("what the program sends is not read: \(call)"), "\(run.transcript)")
      }
    }
  }

  /// A folder can have any text, of tests and documentation too.
  @Test func foldersHaveOtherTexts() throws {
    try TextFile.inFolder { folder in
      try TextFile.write(
        try TextFile.text(of: CommandLineRun.root.path + "/Fixtures/sources/nimble.c"), to: folder + "/notes.txt")
      #expect(CommandLineRun(["lint", folder]).diagnostics.contains("expected captures, or programs that advertise"))
    }
  }

  @Test(arguments: [
    ("startScan.txt", "scanner.startScan(filters, new ScanSettings.Builder().build(), callback);", "one that scans"),
    (
      "unread.txt",
      "BLEDevice::init(name());\nBLEDevice::getAdvertising()->addServiceUUID(services[next()]);\n"
        + "BLEDevice::startAdvertising();", "is not read"
    ),
    ("prose.md", "The call ble_gap_adv_set_fields of NimBLE fails.", "text without a line that is known"),
  ]) func whatIsNotReadIsNamed(_ name: String, _ text: String, _ words: String) throws {
    try TextFile.inFolder { folder in
      try TextFile.write(text + "\n", to: folder + "/" + name)
      let run = CommandLineRun(["lint", folder + "/" + name])
      #expect((run.output + run.diagnostics).contains(words), "\(run.transcript)")
    }
  }

  /// The bytes of a log say more than the call that it mentions.
  @Test func logsAreNoPrograms() throws {
    let log =
      "advertising: ble_gap_adv_set_fields(&fields)\nAA:BB:CC:11:22:33 adv 02 01 06 03 03 0d 18 05 09 4c 61 6d 70\n"
    try TextFile.inFolder { folder in
      let path = folder + "/device.log"
      try TextFile.write(log, to: path)
      #expect(CommandLineRun(["inspect", path]).output.contains("AA:BB:CC:11:22:33"))
      #expect(CommandLineRun(["lint", path]).output.contains("1 device, 1 layout judged"))
    }
  }

  /// A capture can have any name.
  @Test func capturesAreNoPrograms() throws {
    try TextFile.inFolder { folder in
      let path = folder + "/capture.c"
      try FileManager.default.copyItem(atPath: CommandLineRun.root.path + "/Fixtures/angi/before.btsnoop", toPath: path)
      let run = CommandLineRun(["lint", path])
      #expect(run.output.contains("service-uuid-only-in-scan-response"), "\(run.transcript)")
    }
  }
}
