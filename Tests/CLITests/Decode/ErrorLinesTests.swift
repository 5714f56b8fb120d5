import Foundation
import Testing

@testable import advert

/// Error lines: alone, in a log, and beside advertising.
@Suite struct ErrorLinesTests {
  @Test func decodeAnswersALine() {
    let run = CommandLineRun(["decode", "rc = 4", "ble_gap_adv_set_fields"])
    #expect(run.status == .success && run.diagnostics.isEmpty)
    #expect(run.output.hasPrefix("NimBLE: BLE_HS_EMSGSIZE (4)\n"))
    #expect(run.output.contains("nimble/host/src/ble_hs_adv.c"))
  }

  @Test func decodeNamesAllMeanings() {
    let run = CommandLineRun(["decode", "status 0x07"])
    #expect(run.status == .success)
    #expect(run.output.contains("meanings") && run.output.contains("Memory Capacity Exceeded (0x07)"))
    #expect(run.output.contains("MGMT_STATUS_NO_RESOURCES (0x07)"))
  }

  /// Lines that have no number: their words say what happened.
  @Test(arguments: [
    ("Set scan parameters failed: Input/output error", "a scan of another program still runs"),
    ("Error: This item does not fit, needs 18 bytes but have only 17 left", "node-ble-host"),
    ("OSError: Can not fit data into the advertisment packet.", "more than 31 bytes"),
    ("ValueError: Invalid BLE parameter", "CircuitPython"),
    (
      "[CoreBluetooth] API MISUSE: <CBCentralManager: 0x280d> can only accept this command while in the powered on state",
      "before Bluetooth was ready"
    ),
    (
      "Unable to advertise, the specified UUID is not allowed for the operation", "the system reserves this UUID"
    ),
    (
      "SecurityError: Failed to execute 'requestDevice' on 'Bluetooth': Must be handling a user gesture to show a "
        + "permission request.", "in the handler of a click"
    ),
    (
      "TypeError: Failed to execute 'requestDevice' on 'Bluetooth': A filter must restrict the devices in some way.",
      "is empty"
    ),
    ("NotFoundError: User cancelled the requestDevice() chooser.", "the chooser was closed"),
  ]) func wordsAlone(_ line: String, _ words: String) {
    let run = CommandLineRun(["decode", line])
    #expect(run.status == .success && run.output.unwrapped.contains(words), "\(run.transcript)")
    #expect(!run.output.contains("meanings"), "\(run.output)")
  }

  /// Exceptions of other programs have the same names.
  @Test func exceptionsOfOthers() {
    let run = CommandLineRun(["decode", "TypeError: Cannot read properties of undefined (reading 'name')"])
    #expect(!run.output.contains("Web Bluetooth"), "\(run.transcript)")
  }

  /// The function in a line decides between the meanings of a name and of a number.
  @Test func functionsDecide() {
    let set = CommandLineRun(["decode", "ble_gap_adv_set_data rc=18"]).output
    #expect(set.contains("BLE_ERR_INV_HCI_CMD_PARMS (18)") && set.contains("more than 31 bytes"))
    let start = CommandLineRun(["decode", "ble_gap_adv_start returns with BLE_ERR_INV_HCI_CMD_PARMS"]).output
    #expect(start.contains("refuses a parameter") && !start.contains("so it was not set"))
    let rust = CommandLineRun(["decode", "Err(Operation requires different role (e.g., central vs. peripheral).)"])
      .output
    #expect(rust.contains("more than 31 bytes") && !rust.contains("which side of the connection"))
  }

  /// Error lines that are pasted together are answered one by one, also those that a log does not show as errors.
  @Test func severalLines() {
    let run = CommandLineRun(["decode", "rc = 4 ble_gap_adv_set_fields\nonStartFailure: 2\n\nerr -12\n"])
    #expect(run.status == .success)
    #expect(run.output.contains("line 1: one meaning") && run.output.contains("line 2: one meaning"))
    #expect(run.output.contains("line 4:"), "\(run.output)")
    // Of a log, only lines that are errors of Bluetooth are.
    let log = CommandLineRun(["decode", "rc = 4 ble_gap_adv_set_fields\nheap: 300 bytes free\nerr -12\n"])
    #expect(log.output.contains("BLE_HS_EMSGSIZE") && !log.output.contains("ENOMEM"))
    // One number stands for two errors: neither is left out.
    let both = CommandLineRun(["decode", "ble_gap_adv_start rc=18"]).output
    #expect(both.contains("BLE_HS_EROLE or BLE_ERR_INV_HCI_CMD_PARMS (18)"), "\(both)")
    // The function says which parameters are meant.
    #expect(both.contains("the advertising is wrong") && !both.contains("a scan"), "\(both)")
    let scan = CommandLineRun(["decode", "ble_gap_disc rc=18"]).output
    #expect(scan.contains("a scan") && !scan.contains("the advertising"), "\(scan)")
  }

  /// The lines of a stack trace belong to the error before them.
  @Test func stackTraces() {
    let trace =
      "Error: Command Disallowed\n    at Gap.onHciLeAdvertiseEnableSet (/app/node_modules/bleno/gap.js:184:15)\n"
    for text in [trace, trace + "    at Hci.emit (node:events:517:28)"] {
      let run = CommandLineRun(["decode", text])
      #expect(run.status == .success && run.output.hasPrefix("Controller (HCI status): Command Disallowed (0x0c)"))
    }
  }

  /// A line of a log that is not known is no payload, whatever its clock.
  @Test(arguments: ["I (1085) main: hello", "[1085] advertising stopped", "Failed (0x1085) to start"])
  func clocksAreNoBytes(_ line: String) {
    let run = CommandLineRun(["decode", line])
    #expect(
      run.status == .failure && run.diagnostics.contains("a line with an error that is known"), "\(run.transcript)")
  }

  /// A code alone has the meanings of all stacks, beside that of a byte; a minus begins no option.
  @Test(arguments: [
    (["0x07"], ["Memory Capacity Exceeded (0x07)", "MGMT_STATUS_NO_RESOURCES", "as a byte of advertising data, 0x07"]),
    (["12"], ["Command Disallowed (0x0c)", "as a byte of advertising data, 0x12"]),
    (["-22"], ["Zephyr: -EINVAL (-22)", "MicroPython (bluetooth): EINVAL (22)"]), (["4"], ["BLE_HS_EMSGSIZE (4)"]),
    (["12802"], ["BLE_ERROR_GAP_INVALID_BLE_ADDR (0x3202)"]), (["0x3202"], ["BLE_ERROR_GAP_INVALID_BLE_ADDR"]),
    (["DATA_TOO_LARGE"], ["ADVERTISE_FAILED_DATA_TOO_LARGE (1)"]),
    (["-22", "--format", "json"], ["\"number\": -22"]),
  ]) func codesAlone(_ arguments: [String], _ expected: [String]) {
    let run = CommandLineRun(["decode"] + arguments)
    #expect(run.status == .success && run.diagnostics.isEmpty, "\(run.transcript)")
    for words in expected { #expect(run.output.unwrapped.contains(words), "\(words): \(run.output)") }
  }

  /// The command may be left out for a negative code.
  @Test func aNegativeCodeNeedsNoCommand() {
    #expect(CommandLineRun(["-22"]).output == CommandLineRun(["decode", "-22"]).output)
  }

  /// Bytes stay bytes.
  @Test(arguments: ["020106", "02 01 06 09 09 65 72 72 20 34 35 36"]) func bytesAreNoErrorLines(_ bytes: String) {
    let run = CommandLineRun(["decode", bytes])
    #expect(run.output.contains("Advertising data"))
  }

  /// Text that is neither is not called wrong hex.
  @Test(arguments: ["hello", "{state: \"on\"}", "result=[none]", "a line; and another"]) func otherText(_ text: String)
  {
    let run = CommandLineRun(["decode", text])
    #expect(run.status == .failure)
    #expect(run.diagnostics.contains("expected bytes, or a line with an error that is known"))
  }

  @Test func decodeReadsFiles() throws {
    try TextFile.inFolder { folder in
      let path = folder + "/boot.log"
      try TextFile.write(Self.log, to: path)
      #expect(CommandLineRun(["decode", path]).output.contains("Cannot add UUID, data length exceeded!"))
    }
    #expect(CommandLineRun(["decode", "Fixtures/angi/before.hex"]).output.contains("SHS-2071"))
  }

  /// Of a capture and of a log, each distinct payload is shown with its device and its block, whatever the file is named.
  @Test func decodeReadsCaptures() throws {
    for fixture in ["Fixtures/angi/before.btsnoop", "Fixtures/logs/btmon.log"] {
      let run = CommandLineRun(["decode", fixture])
      #expect(run.output.contains("distinct payload"), "\(run.transcript)")
      #expect(run.output.contains("advertising data, record ") && run.output.contains("scan response, record "))
      #expect(run.output.contains("SHS-2071"))
      let redacted = CommandLineRun(["decode", fixture, "--redact"])
      #expect(!redacted.output.contains("SHS-2071") && !redacted.output.contains("F0:F1"), "\(redacted.output)")
      let octets = try Data(contentsOf: CommandLineRun.root.appending(path: fixture))
      try TextFile.inFolder { folder in
        for name in ["in.bin", "in.txt", "in.dat", "in.c"] {
          try octets.write(to: URL(filePath: folder + "/" + name))
          #expect(CommandLineRun(["decode", folder + "/" + name]).output == run.output, "\(name)")
        }
      }
    }
    try TextFile.inFolder { folder in
      try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0]).write(to: URL(filePath: folder + "/a"))
      let picture = CommandLineRun(["decode", folder + "/a"])
      #expect(picture.status == .failure && picture.diagnostics.contains("a PNG image"), "\(picture.transcript)")
    }
  }

  private static let log = """
    [BLE ]...Device started with BLE-Name <MC-0000>
    I NimBLEDevice: NimBle host synced.
    E NimBLEAdvertisementData: Data length exceeded
    E NimBLEAdvertisementData: Cannot add UUID, data length exceeded!

    """

  @Test(arguments: ["inspect", "lint", "reach"]) func aLogWithoutAdvertisingIsAnswered(_ command: String) throws {
    try TextFile.inFolder { folder in
      let path = folder + "/boot.log"
      try TextFile.write(Self.log, to: path)
      let run = CommandLineRun([command, path])
      #expect(run.status == .failure)
      #expect(
        run.diagnostics.contains("boot.log: line 3, column 1: no advertising was read, but the log reports an error"))
      #expect(run.diagnostics.contains("line 4: NimBLE-Arduino \"Cannot add UUID, data length exceeded!\""))
      #expect(!run.diagnostics.contains("expected a capture") && !run.diagnostics.contains("MC-0000"))
    }
  }

  /// Commands name an error line, with its number, in a log that also has advertising.
  @Test(arguments: ["inspect", "lint", "reach"]) func errorsBesideAdvertising(_ command: String) throws {
    try TextFile.inFolder { folder in
      let path = folder + "/mixed.log"
      let device = "I (400) NIMBLE: Device aa:bb:cc:dd:ee:f1 rssi=-60 data: 02 01 06 03 03 0f 18\n"
      let quiet = CommandLineRun([command, try Self.written(device, to: path)])
      #expect(!quiet.output.contains("reports NimBLE") && !quiet.diagnostics.contains("reports NimBLE"))
      let log = device + "E (500) NimBLE: ble_gap_adv_set_fields failed; rc=4\n" + device
      for options in [[], ["--redact"]] {
        let run = CommandLineRun([command, try Self.written(log, to: path)] + options)
        let all = (run.output + run.diagnostics).unwrapped
        #expect(all.contains("line 2 reports NimBLE BLE_HS_EMSGSIZE (4): the fields need"), "\(run.transcript)")
      }
    }
  }

  private static func written(_ text: String, to path: String) throws -> String {
    try TextFile.write(text, to: path)
    return path
  }

  @Test func aRedactedLogIsAnsweredWithoutItsText() throws {
    try TextFile.inFolder { folder in
      let path = folder + "/boot.log"
      try TextFile.write(Self.log, to: path)
      let run = CommandLineRun(["lint", "--redact", path])
      #expect(run.diagnostics.contains("Data length exceeded") && !run.diagnostics.contains("MC-0000"))
    }
  }
}
