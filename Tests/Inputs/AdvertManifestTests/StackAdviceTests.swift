import AdvertBuilders
import AdvertLint
import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertisingData
import Testing

/// What findings advise on layouts that a stack makes: only what the program has a call for.
@Suite struct StackAdviceTests {
  private func findings(_ lines: String...) throws -> [String: Finding] {
    let text = "layouts:\n  a:\n" + lines.map { "    \($0)\n" }.joined()
    let layout = try #require(try Manifest(reading: text).layouts.first)
    let found = Linter().lint(Subject(layout, path: "a.yml"))
    return Dictionary(found.map { ($0.rule, $0) }) { one, _ in one }
  }

  /// Android makes the Flags and chooses the interval: a note on them advises nothing that an app can do.
  @Test func androidHasNoCallForFlagsAndExactIntervals() throws {
    let found = try findings("stack: android", "interval: 100 ms", "advertising: { services: [180d] }")
    #expect(found.keys.sorted() == [])
    // The same bytes, sent by a program that writes them, have both notes.
    let written = try findings("interval: 100 ms", "advertising: 02 01 02 03 03 0d 18")
    #expect(written.keys.sorted() == ["advertising-interval-not-apple", "flags-not-le-only"])
    let zephyr = try findings(
      "stack: zephyr", "interval: 100 ms", "advertising: [{ flags: 2 }, { services: [180d] }]")
    #expect(zephyr.keys.sorted() == ["advertising-interval-not-apple", "flags-not-le-only"])
    #expect(
      zephyr["advertising-interval-not-apple"]?.fix
        == "use 152.5 ms (244 units), for minimum and maximum alike (interval_min, interval_max of bt_le_adv_param)")
  }

  /// What a switch of the program mends is advised in its call, with what is sent then.
  @Test func aSwitchIsAdvised() throws {
    let hidden = try findings("stack: android", "options: [not-discoverable]", "advertising: { services: [180d] }")
    let flags = try #require(hidden["flags-missing"])
    #expect(flags.fix == "leave out setDiscoverable(false)")
    #expect(flags.fixBytes?.advertising.octets == [2, 1, 2, 3, 3, 0x0D, 0x18])
    let bluez = try #require(try findings("stack: bluez", "advertising: { services: [180d] }")["flags-missing"])
    #expect(bluez.fix == "add Flags 02 01 06 (general discoverable, BR/EDR not supported): use Discoverable = true")
    // BlueZ writes the Flags last.
    #expect(bluez.fixBytes?.advertising.octets == [3, 3, 0x0D, 0x18, 2, 1, 6])
  }

  /// BlueZ has no property for a name in the advertising data, so no plan moves it there.
  @Test func whatTheStackPutsElsewhereIsNotMoved() throws {
    let found = try findings(
      "stack: bluez@5.80", "options: [discoverable]", "advertising: { name: Lamp }",
      "scanResponse: { services: [180d] }")
    let hidden = try #require(found["service-uuid-only-in-scan-response"])
    #expect(hidden.fix == "move the service into the advertising data (7 of 31 bytes)")
    #expect(hidden.fixBytes?.advertising.octets == [3, 3, 0x0D, 0x18, 2, 1, 6])
    #expect(hidden.fixBytes?.scanResponse?.octets == [5, 9] + Array("Lamp".utf8))
    #expect(found["fits-without-scan-response"] == nil)
    // ArduinoBLE has a call for it.
    let arduino = try findings("stack: arduinoble", "advertising: { name: Lamp }")
    #expect(
      arduino["fits-without-scan-response"]?.fix
        == "move the whole scan response into the advertising data (9 of 31 bytes): use BLEAdvertisingData and "
        + "BLE.setAdvertisingData")
  }

  /// Bytes as they are have a call of their own.
  @Test func octetsHaveTheirCall() throws {
    let found = try findings(
      "stack: aioble", "advertising: { name: Helmet X, services: [f3641400-00b0-4240-ba50-05ca45bf8abc] }")
    #expect(
      found["fits-without-scan-response"]?.fix
        == "move the whole scan response into the advertising data (31 of 31 bytes), with adv_data=, resp_data=")
  }

  /// No stack is advised what it does not send: the bytes of each fix come out of a request of the stack, or the fix names
  /// the call for bytes.
  @Test(arguments: StackBuilder.all.map(\.id))
  func everyFixIsSent(_ id: String) throws {
    let stack = try #require(StackBuilder.named(id))
    let version = stack.unknownFrom == nil ? "" : "@\(stack.versions.map { StackBuilder.words($0.read) }.first ?? "")"
    var judged = 0
    for fields in [
      "{ services: [180d] }", "{ name: Lamp, services: [180d] }", "{ name: Lamp }",
      "[{ name: Lamp }, { manufacturerData: { company: 0x0059, data: 01 02 } }]",
      "[{ name: Lamp }, { txPower: 4 }, { services: [f3641400-00b0-4240-ba50-05ca45bf8abc] }]",
      "[{ flags: 0 }, { services: [180d, 180d] }]",
    ] {
      for response in ["", "scanResponse: { services: [180f] }", "scanResponse: { name: Lamp }"] {
        for option in [""] + stack.options.map(\.word) {
          let text =
            "layouts:\n  a:\n    stack: \(id)\(version)\n    options: [\(option)]\n    interval: 100 ms\n"
            + "    advertising: \(fields)\n" + (response.isEmpty ? "" : "    \(response)\n")
          // What the stack refuses is not judged.
          guard let layout = try? Manifest(reading: text).layouts.first else { continue }
          let asked = try #require(layout.stackBuild?.asked)
          for finding in Linter().lint(Subject(layout, path: "a.yml")) {
            judged += 1
            guard let blocks = finding.fixBytes else { continue }
            switch asked.means(toSend: blocks.advertising, blocks.scanResponse ?? layout.scanResponseOctets) {
            case .fields(_, let built):
              #expect(built.advertising.octets == blocks.advertising.octets, "\(text)\(finding.message)")
            case .octets(let call): #expect(finding.fix?.contains(call) ?? false, "\(text)\(finding.message)")
            case nil: Issue.record("\(text)\(finding.message)")
            }
          }
        }
      }
    }
    #expect(judged > 0 || id == "core-bluetooth" || id == "adafruit-ble", "\(id)")
  }
}

extension DeclaredLayout {
  fileprivate var scanResponseOctets: Payload? {
    if case .declared(let payload) = layout.scanResponse { payload } else { nil }
  }
}
