import Testing

@testable import advert

/// Logs in the forms in which people paste them.
@Suite struct PastedLogTests {
  private static func run(_ command: String, _ text: String, _ more: [String] = []) throws -> CommandLineRun {
    var run: CommandLineRun?
    try TextFile.inFolder { folder in
      let path = folder + "/pasted.txt"
      try TextFile.write(text, to: path)
      run = CommandLineRun([command, path] + more)
    }
    return try #require(run)
  }

  /// The keys of a gateway's object come in any order, with blanks and without.
  @Test(arguments: [
    #"{"id":"E2:6A:C4:86:17:67","name":"GV","rssi":-73,"manufacturerdata":"0100010103e5c664"}"#,
    #"{  "manufacturerdata": "0100010103e5c664",  "name": "GV",  "id": "E2:6A:C4:86:17:67",  "rssi": -73}"#,
    #"Sent `{"name": "GV", "id": "E2:6A:C4:86:17:67", "manufacturerdata": "0100010103e5c664"}` to topic `home`"#,
  ]) func objectOfAGateway(_ line: String) throws {
    let run = try Self.run("inspect", line + "\n")
    #expect(
      run.output.contains("E2:6A:C4:86:17:67") && run.output.contains("manufacturer data of 0x0001"),
      "\(run.transcript)")
  }

  /// The bytes of an object say more than the values beside them.
  @Test func bytesComeBeforeValues() throws {
    let object =
      #"{"address":"0C:F3:EE:11:22:33","rssi":-58,"name":"Beacon","scanRecord":"AgEGAwOq/gYWqv4gAAE=","#
      + #""advertisementData":{"kCBAdvDataServiceUUIDs":["0000feaa-0000-1000-8000-00805f9b34fb"]}}"#
    let run = try Self.run("inspect", object + "\n")
    #expect(
      run.output.contains("0C:F3:EE:11:22:33") && run.output.contains("service data of feaa"), "\(run.transcript)")
  }

  /// A log can begin with bytes in quotation marks.
  @Test func quotedBytesFirst() throws {
    let run = try Self.run(
      "inspect", "'03039ffe04169ffe00'\nE (7714) Broadcaster: Unexpected ibeacon len: 0\n'02010603039ffe'\n")
    #expect(run.output.contains("2 payloads of devices without an address"), "\(run.transcript)")
    // Layouts in quotation marks stay layouts.
    #expect(try Self.run("lint", "'02010603030d18'\n'02010603030f18'\n").output.contains("2 layouts"))
  }

  /// A shell takes a command from several lines.
  @Test func callsOverSeveralLines() throws {
    let call =
      "sudo hcitool -i hci0 cmd 0x08 0x0008 \\\n  07 02 01 06 \\\n  03 03 0d 18" + String(repeating: " 00", count: 24)
    let run = try Self.run("lint", call + "\nsudo hciconfig hci0 leadv 0\n")
    #expect(run.output.contains("1 device, 1 layout judged"), "\(run.transcript)")
    let source = call + "\nsudo hciconfig hci0 leadv 0\n"
    #expect(try Self.run("emit", source, ["--form", "hex"]).output.contains("02 01 06 03 03 0d 18"))
    let cut = try Self.run("lint", "sudo hcitool -i hci0 cmd 0x08 0x0009 \\\n")
    #expect(cut.output.contains("a call without some of them"), "\(cut.transcript)")
  }

  /// Devices of any maker send the data of some members.
  @Test func makersOfSharedServices() throws {
    let run = try Self.run(
      "inspect", "3F:0B:33:AE:E6:08 -70 03036ffd17166ffd" + String(repeating: "a1", count: 20) + "\n")
    #expect(run.output.contains("  Exposure Notification"), "\(run.transcript)")
  }

  /// Core Bluetooth sends what it takes of a dictionary.
  @Test func otherKeysOfCoreBluetooth() throws {
    let program = """
      import CoreBluetooth
      func start(_ manager: CBPeripheralManager) {
        manager.startAdvertising([
          CBAdvertisementDataLocalNameKey: "Lamp",
          CBAdvertisementDataManufacturerDataKey: Data([0x59, 0x00]),
          CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "180D")],
        ])
      }

      """
    let run = try Self.run("lint", program)
    #expect(run.output.contains("does not send CBAdvertisementDataManufacturerDataKey"), "\(run.transcript)")
    #expect(run.output.contains("1 layout judged"), "\(run.transcript)")
    #expect(try Self.run("emit", program, ["--form", "hex"]).output.contains("03 03 0d 18"))
  }
}
