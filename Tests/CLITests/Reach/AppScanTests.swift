import Foundation
import TestSupport
import Testing

@testable import advert

/// `reach --app`: what an app finds, by the filters of its program.
@Suite struct AppScanTests {
  private static let heartRate = "ParcelUuid.fromString(\"0000180d-0000-1000-8000-00805f9b34fb\")"

  private func run(_ program: String, _ bytes: [String], name: String = "Scanner.kt", _ more: [String] = []) throws
    -> CommandLineRun
  {
    var run: CommandLineRun?
    try TextFile.inFolder { folder in
      try TextFile.write(program, to: folder + "/" + name)
      run = CommandLineRun(["reach"] + bytes + ["--app", folder + "/" + name] + more)
    }
    return try #require(run)
  }

  private func kotlin(_ filters: String, settings: String = "") -> String {
    "scanner.startScan(\(filters), ScanSettings.Builder()\(settings).build(), scanCallback)"
  }

  @Test func oneOfSeveralFiltersIsEnough() throws {
    let filters = """
      listOf(ScanFilter.Builder().setDeviceName("Other").build(),
        ScanFilter.Builder().setServiceUuid(\(Self.heartRate)).build())
      """
    let run = try run(kotlin(filters), ["--adv", "02010603030d18"])
    #expect(run.output.contains("discovered  android\n"), "\(run.transcript)")
    #expect(run.output.contains("filter of line 2: service UUID is in advertising data (byte 5)"), "\(run.transcript)")
  }

  /// The filter that could have matched explains a miss, wherever it stands among the others.
  @Test(arguments: [["Elk", "Owl", "Bee"], ["Owl", "Elk", "Bee"], ["Elk", "Bee", "Owl"]])
  func nearestFilterExplainsAMiss(_ names: [String]) throws {
    let filters = names.map { "  { name: '\($0)' }" }.joined(separator: ",\n")
    let program = "NRF.setScan(d => print(d), { filters: [\n\(filters)\n] });"
    let run = try run(program, ["--adv", "020106", "--scan-response", "04094f776c"], name: "scan.js")
    let line = 2 + (names.firstIndex(of: "Owl") ?? 0)
    #expect(
      run.sentence.contains(
        "missed passive filter of line \(line): name only in scan response; this scan is passive (byte 2)"),
      "\(run.transcript)")
  }

  @Test func allConditionsOfAFilterMustBeMet() throws {
    let filter = "listOf(ScanFilter.Builder().setServiceUuid(\(Self.heartRate)).setDeviceName(\"Heart\").build())"
    let missed = try run(kotlin(filter), ["--adv", "02010603030d18"])
    #expect(missed.output.contains("missed      android\n"), "\(missed.transcript)")
    let found = try run(kotlin(filter), ["--adv", "02010603030d1806094865617274"])
    #expect(found.output.contains("discovered  android\n"), "\(found.transcript)")
  }

  /// A watcher of Windows listens passively unless the program says otherwise.
  @Test func watcherOfWindows() throws {
    func program(_ mode: String) -> String {
      """
      using Windows.Devices.Bluetooth.Advertisement;
      class Finder {
        void Go() {
          var watcher = new BluetoothLEAdvertisementWatcher();
          watcher.AdvertisementFilter.Advertisement.ServiceUuids.Add(GattServiceUuids.HeartRate);
          \(mode)
          watcher.Start();
        }
      }
      """
    }
    let bytes = ["--adv", "020106", "--scan-response", "03030d18"]
    let passive = try run(program(""), bytes, name: "Finder.cs")
    #expect(passive.output.contains("missed      windows\n"), "\(passive.transcript)")
    let mode = "watcher.ScanningMode = BluetoothLEScanningMode.Active;"
    let active = try run(program(mode), bytes, name: "Finder.cs")
    #expect(active.output.contains("windows-active\n"), "\(active.transcript)")
    #expect(!active.output.contains("missed      windows-active"), "\(active.transcript)")
  }

  @Test func exclusionNeedsAllItsConditionsInOneAdvertisement() throws {
    let page = """
      navigator.bluetooth.requestDevice({
        filters: [{services: ['heart_rate']}],
        exclusionFilters: [{services: ['heart_rate'], name: 'Heart'}]})
      """
    func found(_ reports: LegacyReport...) throws -> CommandLineRun {
      var file = BtsnoopFile(dataLink: 1002)
      for report in reports { file.add([4] + HCIEvent.legacy([report])) }
      var run: CommandLineRun?
      try TextFile.inFolder { folder in
        let capture = folder + "/capture.btsnoop"
        try Data(file.octets).write(to: URL(fileURLWithPath: capture))
        run = try self.run(page, [capture], name: "picker.js")
      }
      return try #require(run)
    }
    let service: [UInt8] = [2, 1, 6, 3, 3, 0x0D, 0x18]
    let name: [UInt8] = [6, 9] + Array("Heart".utf8)
    let apart = try found(LegacyReport(3, data: service), LegacyReport(3, data: [2, 1, 6] + name))
    #expect(apart.output.contains("discovered  web-bluetooth"), "\(apart.transcript)")
    let together = try found(LegacyReport(3, data: service), LegacyReport(3, data: service + name))
    #expect(together.output.contains("missed      web-bluetooth"), "\(together.transcript)")
    let answered = try found(LegacyReport(data: service), LegacyReport(4, data: name))
    #expect(answered.output.contains("the exclusion filter in line 3"), "\(answered.transcript)")
  }

  @Test func unreadFilterLeavesMissesUnknown() throws {
    let filters = "listOf(ScanFilter.Builder().setDeviceName(\"A\").build(), other())"
    let run = try run(kotlin(filters), ["--adv", "02010603030d18"])
    #expect(run.output.contains("unknown     android\n"), "\(run.transcript)")
    let found = try self.run(kotlin(filters), ["--adv", "020106020941"])
    #expect(found.output.contains("discovered  android\n"), "\(found.transcript)")
  }

  /// A device that lists no service is missed by a filter for a service, whatever its UUID is.
  @Test(arguments: [
    ("020106" + "1aff4c000215" + String(repeating: "00", count: 21), "missed "), ("02010603030d18", "unknown"),
    ("0201060416f0ff01", "missed "),
  ]) func unreadServices(_ bytes: String, _ word: String) throws {
    for (name, text) in [
      ("a.js", "await BleManager.scan([APP_UUID], 2, true)"), ("a.js", "manager.startDeviceScan([ONE, TWO], null, f)"),
      ("a.dart", "FlutterBluePlus.startScan(withServices: [Guid(appUuid)]);"),
    ] {
      let run = try run(text, ["--adv", bytes], name: name)
      #expect(run.output.contains("\(word)     android"), "\(run.transcript)")
    }
    let list = try run("manager.startDeviceScan(uuids, null, f)", ["--adv", bytes], name: "a.js")
    #expect(list.output.contains("unknown     android"), "\(list.transcript)")
  }

  /// Windows does not use the patterns of BlueZ; without any, a passive scan of bleak fails on Linux.
  @Test func bleakPatterns() throws {
    let patterns = "bluez=BlueZScannerArgs(or_patterns=[OrPattern(0, 0xff, b'\\x59\\x00')])"
    func verdicts(_ arguments: String, _ bytes: String) throws -> CommandLineRun {
      try run("s = BleakScanner(cb, scanning_mode='passive'\(arguments))", ["--adv", bytes], name: "a.py")
    }
    let fitting = try verdicts(", " + patterns, "02010604ff590001")
    #expect(fitting.output.contains("discovered  windows\n"), "\(fitting.transcript)")
    #expect(!fitting.output.contains("missed      bluez-monitor\n"), "\(fitting.transcript)")
    let other = try verdicts(", " + patterns, "020106020941")
    #expect(other.output.contains("discovered  windows\n"), "\(other.transcript)")
    #expect(other.output.contains("missed      bluez-monitor\n"), "\(other.transcript)")
    let none = try verdicts("", "020106020941")
    #expect(none.sentence.contains("raises BleakError on Linux without or_patterns"), "\(none.transcript)")
  }

  @Test func extendedAdvertisingNeedsSetLegacy() throws {
    let bytes = ["--pdu", "EXT_CONNECTABLE", "--adv", "02010603030d18"]
    #expect(try run(kotlin("null"), bytes).output.contains("missed      android\n"))
    let extended = try run(kotlin("null", settings: ".setLegacy(false)"), bytes)
    #expect(extended.output.contains("discovered  android\n"), "\(extended.transcript)")
    let coded = try run(kotlin("null", settings: ".setLegacy(false)"), bytes + ["--primary-phy", "coded"])
    #expect(coded.sentence.contains("unless the phone cannot receive LE Coded"), "\(coded.transcript)")
    let unknown = try run(kotlin("null", settings: ".setLegacy(isOld)"), bytes)
    #expect(unknown.output.contains("unknown     android\n"), "\(unknown.transcript)")
  }

  @Test func backgroundNeedsFilter() throws {
    let run = try run(kotlin("null", settings: ".setReportDelay(500)"), ["--adv", "02010603030d18"])
    #expect(
      run.output.contains("missed      android-background\n")
        || run.output.contains("may miss    android-background\n"), "\(run.transcript)")
    let swift = try self.run(
      "central.scanForPeripherals(withServices: nil)", ["--adv", "02010603030d18"], name: "A.swift")
    #expect(swift.output.contains("discovered  ios-foreground\n"), "\(swift.transcript)")
    #expect(swift.output.contains("missed      ios-background\n"), "\(swift.transcript)")
  }

  @Test func manifestHidesBeacons() throws {
    let beacon = ["--adv", "0201061aff4c000215" + String(repeating: "00", count: 21)]
    try TextFile.inFolder { folder in
      let (program, manifest) = (folder + "/A.kt", folder + "/AndroidManifest.xml")
      try TextFile.write(kotlin("null"), to: program)
      let unknown = CommandLineRun(["reach"] + beacon + ["--app", program])
      #expect(unknown.sentence.contains("unless the app declares neverForLocation"), "\(unknown.transcript)")
      try TextFile.write(
        "<manifest><uses-permission android:name=\"android.permission.BLUETOOTH_SCAN\" a=\"neverForLocation\"/></manifest>",
        to: manifest)
      for run in [[program], [program, manifest]] {
        let hidden = CommandLineRun(["reach"] + beacon + run.flatMap { ["--app", $0] })
        #expect(hidden.output.contains("missed      android\n"), "\(hidden.transcript)")
      }
    }
  }

  @Test func questionsOfUserAreRefused() throws {
    let run = try run(kotlin("null"), ["--adv", "020106"], ["--service", "180d"])
    #expect(run.diagnostics.contains("--app has the questions of its program"), "\(run.transcript)")
    let text = try self.run("no program", ["--adv", "020106"], name: "a.txt")
    #expect(text.status == .failure && text.diagnostics.contains("expected a call that scans"), "\(text.transcript)")
  }

  /// A program that scans is none to lint, and one that advertises asks nothing: each names the command that reads it.
  @Test func programsOfTheOtherKind() throws {
    try TextFile.inFolder { folder in
      let scanner = folder + "/Scanner.kt"
      try TextFile.write(kotlin("null"), to: scanner)
      let lint = CommandLineRun(["lint", scanner])
      #expect(lint.status == .failure && lint.diagnostics.contains("reach LOG --app FILE"), "\(lint.transcript)")
      let inspect = CommandLineRun(["inspect", scanner])
      #expect(inspect.status == .failure && inspect.diagnostics.contains("source code"), "\(inspect.transcript)")
    }
    let device =
      "#include <NimBLEDevice.h>\nvoid setup() { auto a = NimBLEDevice::getAdvertising();\n"
      + "a->addServiceUUID(\"180f\"); NimBLEDevice::startAdvertising(); }\n"
    let app = try run(device, ["--adv", "020106"], name: "a.ino")
    #expect(app.status == .failure && app.diagnostics.contains("which advert lint"), "\(app.transcript)")
  }
}

extension CommandLineRun {
  /// The output in one line, whatever its width is.
  fileprivate var sentence: String { output.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ") }
}
