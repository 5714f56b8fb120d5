import Testing

@testable import advert

/// The version of a program's library: by an option, by the files of the project, and by none.
@Suite struct StatedVersionTests {
  private static let helmet = "Fixtures/sources/helmet.ino"
  private static let sketch = """
    #include <BLEDevice.h>
    void setup() {
      BLEDevice::init("Lamp 1");
      BLEAdvertising *advertising = BLEDevice::getAdvertising();
      advertising->addServiceUUID("8aaeec2c-7f43-11ee-b962-0242ac120002");
      advertising->setScanResponse(false);
      BLEDevice::startAdvertising();
    }
    void loop() {}

    """

  @Test func optionStatesTheVersion() {
    let run = CommandLineRun(["lint", Self.helmet, "--stack", "nimble-arduino@1.4.3"])
    #expect(!run.output.contains("is assumed") && !run.output.contains("image-parameters-assumed"))
    let range = CommandLineRun(["lint", Self.helmet, "--stack", "nimble-arduino@^2.1"])
    #expect(range.output.contains("NimBLE-Arduino 2.5.1 is the newest known version that ^2.1 (--stack) allows"))
  }

  @Test(arguments: [
    (["lint", helmet, "--stack", "nimble-arduin@1.4"], "did you mean \"nimble-arduino\"?"),
    (
      ["lint", helmet, "--stack", "nimble-arduino"],
      "expected nimble-arduino@ and a version of NimBLE-Arduino (1.4 or later)"
    ),
    (["lint", helmet, "--stack", "nimble-arduino@new"], "expected nimble-arduino@ and a version"),
    (["lint", "--adv", "020106", "--stack", "nimble-arduino@2"], "expected a program among the inputs"),
    (["lint", helmet, "--stack", "zephyr@3.7"], "expected a program that calls zephyr, found calls of NimBLE-Arduino"),
    (["lint", helmet, "--stack", "bleak@0.19.5"], "expected a program that calls bleak"),
    (["reach", "--adv", "020106", "--stack", "bleak@0.19.5"], "expected a program among the inputs"),
    (["reach", "--adv", "020106", "--stack", "bleak@new"], "expected bleak@ and a version"),
    (["reach", "--adv", "020106", "--stack", "@stoprocent/noble"], "expected @stoprocent/noble@ and a version"),
    (["reach", "--adv", "020106", "--stack", "@stoprocent/noble@1.16"], "expected a program among the inputs"),
    (["decode", "--adv", "020106", "--stack", "nimble-arduino@2"], "--stack is about programs"),
  ]) func wrongOptions(_ arguments: [String], _ words: String) {
    let run = CommandLineRun(arguments)
    #expect(run.status == .failure && run.diagnostics.contains(words), "\(run.diagnostics)")
  }

  @Test func noVersionIsTheNewest() throws {
    try TextFile.inFolder { folder in
      let path = folder + "/sketch.ino"
      try TextFile.write(Self.sketch, to: path)
      let run = CommandLineRun(["lint", path])
      #expect(run.output.contains("on NimBLE 3.3 is assumed"), "\(run.output)")
      #expect(run.output.contains("before 3.1: "))
      #expect(run.output.contains("fix: state the version with --stack esp32-ble-nimble@3.3"))
      #expect(run.output.contains("1 device, 1 layout judged"))
      try TextFile.write(
        "profiles:\n  lamp:\n    fqbn: esp32:esp32:esp32c3\n    platforms:\n      - platform: esp32:esp32 (3.3.0)\n",
        to: folder + "/sketch.yaml")
      #expect(!CommandLineRun(["lint", path]).output.contains("is assumed"))
      let old = CommandLineRun(["lint", path, "--stack", "esp32-ble@2.0.17"])
      #expect(!old.output.contains("is assumed") && old.output.contains("service 8aaeec2c"), "\(old.output)")
    }
  }

  @Test func faultsOfStatedVersions() throws {
    try TextFile.inFolder { folder in
      let path = folder + "/lamp.ino"
      try TextFile.write(
        """
        #include <ArduinoBLE.h>
        void setup() {
          BLE.setAdvertisedServiceUuid("180f");
          const uint8_t data[] = { 0xff, 0xff, 1 };
          BLE.setManufacturerData(data, sizeof(data));
          BLE.advertise();
        }

        """, to: path)
      #expect(!CommandLineRun(["lint", path]).output.contains("fault"))
      let old = CommandLineRun(["lint", path, "--stack", "arduinoble@1.1.3"])
      #expect(
        old.output.contains("ArduinoBLE 1.1.3 (--stack) is older than the known versions (1.2 or later)"),
        "\(old.output)")
      #expect(old.output.contains("known fault: the manufacturer data is not sent when a service is advertised"))
      #expect(old.output.contains("fix: update to 1.2"))
      try TextFile.write(
        """
        #include <NimBLEDevice.h>
        void setup() {
          NimBLEDevice::init("Lamp");
          NimBLEAdvertising *advertising = NimBLEDevice::getAdvertising();
          advertising->addServiceUUID("180f");
          advertising->addTxPower();
          advertising->start();
        }

        """, to: path)
      let nimble = ["--stack", "nimble-arduino@2.1.2"]
      #expect(CommandLineRun(["lint", path] + nimble).output.contains("[stack-version-faulty]"))
      let reach = CommandLineRun(["reach", path] + nimble).output
      #expect(reach.contains("Known faults:\n  NimBLE-Arduino 2.1.2: addTxPower() sends"), "\(reach)")
      #expect(!CommandLineRun(["lint", path, "--stack", "nimble-arduino@2.2"]).output.contains("faulty"))
      #expect(!CommandLineRun(["lint", path]).output.contains("faulty"))
    }
  }

  @Test func faultsOfScanners() {
    let run = CommandLineRun(["reach", "--adv", "02010603030f18", "--for", "macos@12.1", "--for", "android@14"])
    #expect(run.output.contains("Known faults:\n  macos@12.2: "), "\(run.output)")
    #expect(!CommandLineRun(["reach", "--adv", "02010603030f18", "--for", "macos"]).output.contains("Known faults"))
    let json = CommandLineRun(["reach", "--adv", "02010603030f18", "--for", "macos@12.1", "--format", "json"]).output
    #expect(json.contains("\"faults\": ["))
  }

  /// The faults of the library that runs the scan of an app, by an option or by a file beside its program.
  @Test func faultsOfApps() throws {
    try TextFile.inFolder { folder in
      let path = folder + "/scan.py"
      try TextFile.write("import bleak\nscanner = bleak.BleakScanner(service_uuids=['180d'])\n", to: path)
      let asked = ["reach", "--adv", "02010603030d18", "--app", path]
      let expected = "bleak 0.19.5: on Windows, detection_callback is never called"
      #expect(!CommandLineRun(asked).output.contains("Known faults"))
      let stated = CommandLineRun(asked + ["--stack", "bleak@0.19.5"])
      #expect(stated.output.contains(expected), "\(stated.transcript)")
      try TextFile.write("bleak==0.19.5\n", to: folder + "/requirements.txt")
      let beside = CommandLineRun(asked)
      #expect(
        beside.output.contains(expected) && !beside.output.contains("data of the last packet"), "\(beside.transcript)")
      // A range may have versions without the fault.
      try TextFile.write("bleak>=0.19\n", to: folder + "/requirements.txt")
      #expect(!CommandLineRun(asked).output.contains("Known faults"))
      #expect(CommandLineRun(asked + ["--stack", "noble@1.0"]).status == .failure)
    }
  }
}
