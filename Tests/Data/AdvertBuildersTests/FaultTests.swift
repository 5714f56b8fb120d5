import AdvertBuilders
import AdvertisingData
import Testing

@Suite struct FaultTests {
  private func answers(_ line: String, isAsked: Bool = true) -> [String] {
    ErrorLine(line, isAsked: isAsked)?.meanings.map { "\($0.stack): \($0.name)" } ?? []
  }

  /// A version with faults is answered in each spelling that people paste.
  @Test(arguments: [
    "bleak 0.19.5", "bleak==0.19.5", "bleak v0.19.5", "bleak>=0.19.5", "bleak-0.19.5-py3-none-any.whl",
    "Bleak (0.19.5)",
    "bleak version 0.19.5 on Windows",
  ]) func versions(_ line: String) {
    #expect(answers(line).contains("bleak: fault of versions from 0.19, before 0.20"), "\(answers(line))")
    #expect(!answers(line).contains { $0.contains("0.14.2") })
  }

  @Test(arguments: [
    (
      "\"@capacitor-community/bluetooth-le\": \"^7.3.0\",",
      "Capacitor Bluetooth LE: fault of versions from 7.3, before 7.3.1; from 8.0, before 8.0.1"
    ),
    ("flutter_blue_plus: ^1.32.6", "flutter_blue_plus: fault of versions from 1.32.5, before 1.32.7"),
    ("Espruino 2v12", "Espruino: fault of versions before 2.13"),
    ("btleplug = \"0.11.5\"", "btleplug: fault of versions from 0.11, before 0.13"),
    ("NimBLE-Arduino 2.1.2", "NimBLE-Arduino: fault of versions from 2.1, before 2.1.3"),
    ("macOS 12.1", "macOS: fault of versions from 12, before 12.3"),
    ("ArduinoBLE 1.1.3", "ArduinoBLE: fault of versions before 1.2"),
    ("react-native-ble-manager@11.0.4", "react-native-ble-manager: fault of versions from 11, before 11.0.5"),
    ("Linux 6.18.34+rpt-rpi-2712", "Linux: fault of versions from 6.18.34, before 6.18.36"),
    ("esp-nimble-cpp 2.0.2", "esp-nimble-cpp: fault of versions from 2.0 on"),
    ("NimBLE-Arduino 2.5.1", "NimBLE-Arduino: fault of versions from 2.0 on"),
    ("Home Assistant 2025.6", "Home Assistant: fault of versions from 2025.4, before 2025.11"),
  ]) func products(_ line: String, _ expected: String) { #expect(answers(line).contains(expected), "\(answers(line))") }

  /// A version without known faults, a name alone, and lines with data are not answered.
  @Test(arguments: [
    "bleak 1.0.1", "bleak", "ArduinoBLE 2.0.1", "noble discover { localName: 'x', serviceData: [] }", "020106",
    "unbleakable 0.19.5",
    "noble peripheral discovered (c0) with address <00:11:22:33:44:55> localName short", "nobleman 1.0",
  ]) func others(_ line: String) { #expect(answers(line).allSatisfy { !$0.contains("fault of") }, "\(answers(line))") }

  /// The name of the lost data is enough beside the name of the product.
  @Test func symptoms() {
    #expect(
      answers("react-native-ble-manager manufacturerData is null on iOS") == [
        "react-native-ble-manager: fault of versions from 11, before 11.0.5"
      ])
    #expect(
      answers("bleak detection_callback is never called").contains("bleak: fault of versions from 0.19, before 0.20"))
    #expect(
      answers("btleplug on Windows: names are missing with a filter") == [
        "btleplug: fault of versions before 0.11.2", "btleplug: fault of versions from 0.11, before 0.13",
      ])
  }

  /// A log shows a fault by a text that nothing else prints.
  @Test func logs() {
    let line = "DEBUG:bleak.backends.winrt.scanner:skipping callback, waiting for scan response"
    #expect(answers(line, isAsked: false) == ["bleak: fault of versions from 0.19, before 0.20"])
    #expect(answers("INFO: using bleak 0.19.5", isAsked: false) == [])
  }

  @Test func requests() throws {
    let data = ADValue(type: .manufacturerData, value: [0xFF, 0xFF, 1].span)
    let service = ADValue(type: .completeServiceUUIDs16, value: [0x0F, 0x18].span)
    func faults(_ version: String, _ values: [ADValue]) throws -> Int {
      let request = BuildRequest(pdu: .advInd, advertising: values, scanResponse: nil, options: [])
      let range = try #require(VersionRange(version))
      return FaultTable.faults(of: "arduinoble", range, for: request).count
    }
    #expect(try faults("1.1.3", [data, service]) == 1)
    #expect(try faults("1.1.3", [data]) == 0 && faults("1.2.0", [data, service]) == 0)
    #expect(try faults("^1.1.0", [data, service]) == 0 && faults(">=1.1,<1.2", [data, service]) == 1)
  }

  /// Each row says what happens, what to do and where it is shown, each in a line, and is found by its version and its texts.
  @Test(arguments: FaultTable.all.map(\.product)) func rowsAreWhole(_ product: String) throws {
    let table = try #require(FaultTable.all.first { $0.product == product })
    #expect(Set(table.faults.map { $0.symptom }).count == table.faults.count)
    for fault in table.faults {
      #expect(!fault.versions.isEmpty && !fault.source.isEmpty)
      #expect(!fault.symptom.isEmpty && fault.symptom.count <= 150, "\(fault.symptom)")
      #expect(!fault.remedy.isEmpty && fault.remedy.count <= 120, "\(fault.remedy)")
      for text in [fault.symptom, fault.remedy, fault.source] {
        #expect(text.last != "." && !text.contains("|") && !text.contains("  "), "\(text)")
      }
      for text in fault.texts {
        #expect(ErrorLine(text, isAsked: false)?.meanings.contains { $0.meaning == fault.symptom } == true, "\(text)")
      }
    }
  }

  @Test func numberOfRows() { #expect(FaultTable.all.reduce(0) { $0 + $1.faults.count } >= 50) }
}
