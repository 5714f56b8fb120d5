import AdvertBuilders
import AdvertManifest
import AdvertObservation
import AdvertRepack
import AdvertScan
import AdvertisingData
import Testing

/// Plans for layouts that a stack makes: what it has calls for.
@Suite struct StackPlanTests {
  private func results(_ lines: String...) throws -> RepackRun.Result {
    let text = "layouts:\n  a:\n" + lines.map { "    \($0)\n" }.joined()
    let layout = try #require(try Manifest(reading: text).layouts.first)
    let run = RepackRun([RepackSource(layout, path: "a.yml")])
    return try #require(run.results.first)
  }

  /// BlueZ has no property for a name in the advertising data.
  @Test func plansWithoutACallSaySo() throws {
    let result = try results(
      "stack: bluez@5.80", "options: [discoverable]", "advertising: { name: Lamp }",
      "scanResponse: { services: [180d] }")
    let plans = result.repacking.plans
    let words = plans.map { result.source.stackWords(for: $0) }
    let named = try #require(plans.firstIndex { $0.advertising.localName != nil })
    #expect(words[named] == "BlueZ 5.80 has no call that sends this")
    // The smallest change leaves the name where it is, and has calls.
    #expect(result.source.firstSent(of: plans) == 0)
    #expect(plans.first?.advertising.localName == nil && words.first == .some(nil))
  }

  /// A stack with a call for bytes sends every plan, and a switch is named.
  @Test func callsAndSwitchesAreNamed() throws {
    let arduino = try results("stack: arduinoble", "advertising: [{ name: Lamp }, { services: [180d] }]")
    let plan = try #require(arduino.repacking.plans.first { !$0.changes.isEmpty })
    let words = try #require(arduino.source.stackWords(for: plan))
    #expect(words.hasPrefix("ArduinoBLE 2.0.1: use BLEAdvertisingData"))
    #expect(arduino.source.firstSent(of: arduino.repacking.plans) == 0)
    // The same calls in another order.
    let zephyr = try results("stack: zephyr", "advertising: { flags: 6 }", "scanResponse: { services: [180d] }")
    let moved = try #require(zephyr.repacking.plans.first { !$0.changes.isEmpty })
    #expect(zephyr.source.stackWords(for: moved) == nil)
  }

  /// Bytes that no stack makes have nothing to say, and a plan without changes neither.
  @Test func otherLayoutsHaveNone() throws {
    let written = try results("advertising: 02 01 06", "scanResponse: 03 03 0d 18")
    #expect(written.repacking.plans.allSatisfy { written.source.stackWords(for: $0) == nil })
    #expect(written.source.firstSent(of: written.repacking.plans) == 0)
    #expect(written.source.firstSent(of: []) == nil)
    let best = try results("stack: android", "advertising: { services: [180d] }")
    #expect(best.repacking.plans.allSatisfy { $0.changes.isEmpty && best.source.stackWords(for: $0) == nil })
  }
}
