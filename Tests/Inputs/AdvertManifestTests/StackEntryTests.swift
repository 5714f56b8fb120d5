import AdvertBuilders
import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertScan
import AdvertisingData
import Testing

/// Layouts that say what a program asks of a stack.
@Suite struct StackEntryTests {
  private func layout(_ lines: String...) throws -> DeclaredLayout {
    let text = "layouts:\n  a:\n" + lines.map { "    \($0)\n" }.joined()
    return try #require(try Manifest(reading: text).layouts.first)
  }

  @Test func theLayoutIsWhatTheStackMakes() throws {
    let layout = try layout(
      "stack: nimble-arduino@2.5", "options: [scan-response]", "interval: 100 ms", "advertising:", "  - name: Hat",
      "  - services: [180d]")
    #expect(layout.layout.advertising?.octets == [2, 1, 6, 3, 3, 0x0D, 0x18])
    #expect(layout.layout.scanResponse == .declared(Payload([4, 9, 0x48, 0x61, 0x74])))
    #expect(layout.layout.pdu == .advInd && layout.intervalMicroseconds == 100_000)
    #expect(layout.text == nil)
    let build = try #require(layout.stackBuild)
    #expect(build.words == "NimBLE-Arduino 2.5")
    // The name is moved, and that is said where it is asked for.
    #expect(build.changes.map(\.text) == [TextRange(line: 7, column: 9, count: 9)])
    // Each octet points at the field it comes from; what the stack adds, at the stack.
    let stack = TextRange(line: 3, column: 12, count: 18)
    let services = TextRange(line: 8, column: 9, count: 16)
    #expect(layout.advertisingText?.octets == [stack, stack, stack, services, services, services, services])
  }

  @Test func placeholdersStayWhereTheirOctetsGo() throws {
    let layout = try layout(
      "stack: esp32-ble@2", "advertising:", "  - services: [180f]", "  - name: \"Lamp-{2 digits}\"")
    // 0 to 1 are length and type; "Lamp-" ends at 6. The power of the controller is not known.
    #expect(layout.variation(of: .scanResponse)[6] == nil)
    #expect(
      layout.variation(of: .scanResponse)[7]?.values == .digits
        && layout.variation(of: .scanResponse)[8]?.values == .digits)
    #expect(layout.variation(of: .scanResponse)[11]?.values == .any)
    #expect(layout.variation(of: .advertising).isEmpty)
  }

  @Test func anotherKindOfAdvertisingIsAChange() throws {
    let layout = try layout(
      "stack: zephyr@3.0", "pdu: ADV_NONCONN_IND", "advertising: { flags: 4 }", "scanResponse: { name: x }")
    #expect(layout.layout.pdu == .advScanInd)
    #expect(layout.stackBuild?.changes.map(\.change.words) == ["sends ADV_SCAN_IND, not ADV_NONCONN_IND"])
    #expect(layout.stackBuild?.changes.first?.text?.line == 4)
  }

  static let errors: [([String], String)] = [
    (
      ["stack: nimble-ardiuno"],
      "line 3, column 12: expected the id of a stack, such as nimble-arduino or nimble-arduino@2.5, found \"nimble-ardiuno\"; did you mean \"nimble-arduino\"?"
    ),
    (
      ["stack: nimble-arduino@1.3"],
      "line 3, column 12: expected a version of NimBLE-Arduino (1.4 or later), found \"nimble-arduino@1.3\""
    ),
    (
      ["stack: nimble-arduino@"],
      "line 3, column 12: expected a version of NimBLE-Arduino (1.4 or later), found \"nimble-arduino@\""
    ),
    (
      ["stack: esp32-ble"],
      "line 3, column 12: expected esp32-ble@ and a version (1.0.5 or later, before 3.1), found \"esp32-ble\""
    ),
    (
      ["stack: esp32-ble@3"],
      "line 3, column 12: expected a version of the BLE library of arduino-esp32 (1.0.5 or later, before 3.1), found \"esp32-ble@3\""
    ),
    (["options: [scan-response]"], "line 3, column 14: expected \"options\" only beside \"stack\", found a list"),
    (
      ["stack: aioble", "options: [x]"],
      "line 4, column 15: expected no options of aioble, found \"x\""
    ),
    (
      ["stack: zephyr", "options: use-nam"],
      "line 4, column 14: expected an option of Zephyr (use-name, name-in-advertising), found \"use-nam\"; did you mean \"use-name\"?"
    ),
    (
      ["stack: zephyr", "advertising: 02 01 06"],
      "line 4, column 18: expected fields, of which the stack makes the block, found \"02 01 06\""
    ),
    (
      ["stack: zephyr", "advertising: [nme: x]"],
      "line 4, column 19: expected the name of a field, found \"nme\"; did you mean \"name\"?"
    ),
    (
      ["stack: zephyr", "merged: 02 01 06"],
      "line 4, column 13: expected no \"merged\" beside \"stack\", found \"02 01 06\""
    ),
    (
      ["stack: bluedroid", "advertising: [name: a, leRole: central-only]"],
      "line 4, column 28: expected what Bluedroid 5.0 sends, found what it does not: esp_ble_adv_data_t does not say the AD structure of type 0x1c as asked"
    ),
  ]

  /// A refused request is a problem at its field, and the other layouts are there.
  @Test func refusedRequests() throws {
    let data = String(repeating: "00", count: 30)
    let manifest = try Manifest(
      reading: """
        layouts:
          long:
            stack: zephyr@4.3
            advertising: { manufacturerData: { company: 89, data: \(data) } }
          short:
            advertising: 02 01 06
        """)
    #expect(manifest.layouts.map(\.name) == ["short"])
    #expect(manifest.refused.map(\.name) == ["long"])
    let problem = try #require(manifest.incomplete(at: "advert.yml").first?.problems.first)
    #expect(problem.kind == .requestRefused)
    #expect(
      problem.message
        == "bt_le_adv_start fails with -EINVAL (-22): the fields need 34 bytes, 31 available (Zephyr 4.3)")
    #expect(problem.remedy == "shorten the manufacturer data by 3 bytes")
    #expect([problem.declaration?.line, problem.declaration?.column] == [4, 20])
    #expect(problem.asked.first?.layout.advertising?.count == 34)
  }

  @Test(arguments: errors.indices) func aRefusalIsAnErrorAtItsPlace(_ index: Int) throws {
    let (lines, expected) = Self.errors[index]
    let text = "layouts:\n  a:\n" + lines.map { "    \($0)\n" }.joined()
    let error = #expect(throws: ManifestError.self) { try Manifest(reading: text) }
    #expect(error?.description == expected)
  }
}
