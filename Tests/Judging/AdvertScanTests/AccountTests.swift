import AdvertCapture
import AdvertObservation
import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertScan

/// What programs tell of devices in values, and what integrations of Home Assistant wait for.
@Suite struct AccountTests {
  private static let diagnostics = try? String(
    contentsOf: Fixtures.folder.appending(path: "logs/home-assistant.json"), encoding: .utf8)

  private static func known() throws -> HostAccount {
    let text = try #require(diagnostics)
    return try #require(HostAccount(reading: text))
  }

  private static func matchers(_ entries: String) throws -> [IntegrationMatcher] {
    try IntegrationMatcher.all(in: "{\"domain\": \"x\", \"bluetooth\": [\(entries)]}")
  }

  @Test func diagnosticsAreRead() throws {
    let known = try Self.known()
    #expect(known.origin == .homeAssistant(version: "2026.11.1"))
    let scanners = known.scanners.map {
      "\($0.name) \($0.mode!) \($0.requestedMode!) \($0.isConnectable!) \($0.deviceCount) \($0.silence!)"
    }
    #expect(
      scanners == [
        "office-proxy (E0:5A:1B:00:00:01) passive auto false 2 1.5", "hci0 (00:1A:7D:DA:71:13) active auto true 1 1.5",
      ])
    let devices = known.devices.map { device in
      let heard = device.hearings.map { "\($0.scanner) \($0.rssi!) \($0.age!)" }
      return
        "\(device.address) \(device.values.name ?? "-") \(device.isConnectable!) \(heard) \(device.raw.map(HexText.compact) ?? "-")"
    }
    #expect(
      devices == [
        "F0:F1:F2:F3:F4:F5 SHS-2071 false [\"0 -63 2.5\"] 03190000020106" + "09095348532d32303731",
        "A4:C1:38:11:22:33 - false [\"0 -71 2.5\"] 0201060303d2fc0916d2fc40000102" + "2b09",
        "C2:11:22:33:44:55 Ruuvi 2F1A true [\"1 -80 2.5\"] -",
      ])
    #expect(
      known.devices[1].values.services == [0xFCD2] && known.devices[2].values.manufacturerData == [1177: [5, 1, 2]])
    #expect(known.isHeardPassively(known.devices[0]) == true && known.isHeardPassively(known.devices[2]) == false)
  }

  /// One matcher may be pasted without its list.
  @Test func aMatcherAlone() throws {
    let matcher = "{\"local_name\": \"TH*\", \"service_uuid\": \"0000180f-0000-1000-8000-00805f9b34fb\"}"
    let listed = try IntegrationMatcher.all(in: "[\(matcher)]")
    #expect(listed.count == 1)
    for text in [matcher, "{\"bluetooth\": \(matcher)}"] {
      #expect(try IntegrationMatcher.all(in: text) == listed, "\(text)")
    }
    for other in ["{}", "{\"name\": \"x\"}", "{\"local_name\": \"x\", \"color\": 1}"] {
      #expect(throws: MatcherProblem.self) { try IntegrationMatcher.all(in: other) }
    }
  }

  /// As an export without line breaks, with numbers that are none, and as the part that people paste.
  @Test func otherFormsOfDiagnostics() throws {
    let text = try #require(Self.diagnostics)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let small = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    let known = try #require(HostAccount(reading: text))
    #expect(HostAccount(reading: small) == known)
    #expect(HostAccount(reading: text.replacing("\"tx_power\": null", with: "\"tx_power\": NaN")) == known)
    #expect(HostAccount.begins(Array(small.utf8)) && HostAccount.begins(Array(text.utf8)))
    for other in ["", "{", "[]", "{\"scanners\": 1}", "{\"a\": {\"scanners\": \"x\"}}", String(text.dropLast(20))] {
      #expect(HostAccount(reading: other) == nil)
    }
    // An object of another shape has nothing to tell, and is no failure.
    let odd = HostAccount(
      reading:
        "{\"scanners\": [1, {\"name\": 2, \"discovered_devices_and_advertisement_data\": [{\"address\": \"x\"}, 3]}]}")
    #expect(odd?.scanners.map(\.name) == ["scanner 1", "scanner 2"] && odd?.devices.isEmpty == true)
  }

  @Test func offers() throws {
    let known = try Self.known()
    let (sensor, thermometer, ruuvi) = (known.devices[0], known.devices[1], known.devices[2])
    func word(_ device: HostAccount.Device?, _ entries: String) throws -> String {
      known.offer(of: device, by: entries.isEmpty ? [] : try Self.matchers(entries)).word
    }
    #expect(try word(nil, "") == "notHeard" && word(sensor, "") == "heard")
    #expect(try word(sensor, #"{"local_name": "SHS-*", "connectable": false}"#) == "fits")
    // Nobody who can connect heard it.
    #expect(try word(sensor, #"{"local_name": "SHS-*"}"#) == "lacks")
    #expect(try word(sensor, #"{"local_name": "shs-*", "connectable": false}"#) == "lacks")
    #expect(
      try word(thermometer, #"{"service_data_uuid": "0000fcd2-0000-1000-8000-00805f9b34fb", "connectable": false}"#)
        == "fits")
    #expect(try word(ruuvi, #"{"manufacturer_id": 1177, "manufacturer_data_start": [5, 1]}"#) == "fits")
    #expect(
      try word(ruuvi, #"{"manufacturer_id": 1177, "manufacturer_data_start": [5, 2]}, {"local_name": "Ruuvi ????"}"#)
        == "fits")
    #expect(try word(ruuvi, #"{"manufacturer_id": 1177, "manufacturer_data_start": [5, 1, 2, 3]}"#) == "lacks")
    var silent = known
    for index in silent.scanners.indices { silent.scanners[index].isScanning = false }
    #expect(silent.offer(of: nil, by: []) == .noScannerListens)
    // A program that leaves out some of what is sent proves nothing.
    var part = sensor
    part.values.mayBeMore = true
    #expect(known.offer(of: part, by: try Self.matchers(#"{"local_name": "A*"}"#)).word == "unknown")
  }

  /// A condition that is not understood is never left out: the matcher would fit too much.
  @Test(arguments: [
    ("1", "expected one of"), (#"{"local_nam": "x"}"#, "bluetooth[0].local_nam: expected one of"),
    (#"{"local_name": "[ab]c"}"#, "without sets of characters"), (#"{"local_name": 5}"#, "bluetooth[0].local_name"),
    (#"{"service_uuid": "18"}"#, "bluetooth[0].service_uuid: expected a UUID"),
    (#"{"manufacturer_id": 70000}"#, "from 0 to 65535"),
    (#"{"manufacturer_data_start": [1]}"#, "manufacturer_id: expected a number"),
    (#"{"manufacturer_id": 1, "manufacturer_data_start": [256]}"#, "from 0 to 255"),
    (#"{"connectable": true}"#, "a condition"),
  ])
  func wrongMatchers(_ entries: String, _ expected: String) {
    do {
      _ = try Self.matchers(entries)
      Issue.record("read")
    } catch {
      let description = "\(error)"
      #expect(entries == "1" ? description.contains("a condition") : description.contains(expected), "\(description)")
    }
  }

  /// A matcher asks every scan for all of its conditions.
  @Test func matchersOnLayouts() throws {
    let device = ScannedDevice(
      [
        Layout(
          pdu: .advInd, advertising: Payload([UInt8](hex: "02010603030d18")),
          scanResponse: .declared(Payload([UInt8](hex: "05095348532d"))))
      ],
      asking: try Self.matchers(#"{"local_name": "SHS*", "service_uuid": "180d"}"#).flatMap(\.questions))
    let both = try Self.matchers(#"{"local_name": "SHS*", "service_uuid": "180d"}"#)[0]
    let one = try Self.matchers(#"{"service_uuid": "180d"}"#)[0]
    let esphome = try #require(ScannerProfile.all.first { $0.id == "esphome" })
    let proxy = try #require(ScannerProfile.all.first { $0.id == "home-assistant-auto-proxy" })
    #expect(esphome.verdict(on: device, for: both, during: nil)?.outcome == .discovered)
    #expect(proxy.verdict(on: device, for: both, during: nil)?.outcome == .missed)
    #expect(proxy.verdict(on: device, for: both, during: nil)?.question == both.questions[0])
    #expect(proxy.verdict(on: device, for: one, during: nil)?.outcome == .discovered)
  }
}
