import AdvertReading
import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertCapture

/// Lines of logs with both blocks in one, with both blocks as base64, and with values in the place of octets.
@Suite struct MergedLineTests {
  private static func read(_ text: String) throws -> RecordedCapture { try .read(MemorySource(Array(text.utf8))) }

  private static func words(_ line: MergedLine) -> String {
    let address = line.address.type == .anonymous ? "-" : "\(line.address)"
    return "\(line.line) \(address) \(line.rssi.map { "\($0)" } ?? "-") \(HexText.compact(line.octets))"
  }

  @Test(arguments: [
    // ESPHome, with the address some lines above, and as its versions print the data.
    (
      "[09:11:20][VV][esp32_ble_tracker:343]:   Address: 50:32:37:CD:11:45 (PUBLIC)\n"
        + "[09:11:20][VV][esp32_ble_tracker:345]:   RSSI: -75\n[09:11:20][D][sensor:1]: other\n"
        + "[09:11:20][VV][esp32_ble_tracker:368]: Adv data: 02.01.1A.03.03.0F.18 (7)\n",
      "4 50:32:37:CD:11:45 -75 02011a03030f18"
    ),
    ("[VV][esp32_ble_tracker:368]: Adv data: 02.01.06.02.0A.08. (6 bytes)\n", "1 - - 020106020a08"),
    ("[VV][esp32_ble_tracker:368]: Adv data: 020106020a08\n", "1 - - 020106020a08"),
    // The line that follows the bytes is of the same device.
    (
      "[12:22:23][VV][esp32_ble_tracker:565]:   Address: FB:61:BD:53:04:94 (RANDOM)\n"
        + "[12:22:23][VV][esp32_ble_tracker:568]:   Name: \n[12:22:23][VV][esp32_ble_tracker:581]:   M, channel 6\n"
        + "[12:22:23][VV][esp32_ble_tracker:597]: Adv data: 02.01.04.03.03.0D.18. (7 bytes)\n"
        + "[12:22:23][VV][esp32_ble_tracker:313]: Xiaomi no service data\n"
        + "[12:22:23][D][esp32_ble_tracker:438]: Found device FB:61:BD:53:04:94 RSSI=-84\n",
      "4 FB:61:BD:53:04:94 -84 02010403030d18"
    ),
    // flutter_blue_plus with bytes, and no address in the line.
    (
      "AdvertisementData{localName: A, txPowerLevel: null, connectable: true, manufacturerData: {}, serviceData: {}, serviceUuids: [], "
        + "rawBytes: 02010603504000" + "02095a0000}\n", "1 - - 0201060350400002095a0000"
    ),
    // react-native-ble-manager with the record of both packets as manufacturer data.
    (
      " LOG  {\"advertising\": {\"manufacturerData\": {\"CDVType\": \"ArrayBuffer\", \"bytes\": [Array], \"data\": \"B/9MABICAAM"
        + String(repeating: "A", count: 72) + "=\"}, \"serviceData\": {}, \"serviceUUIDs\": []}}\n",
      "1 - - 07ff4c0012020003" + String(repeating: "00", count: 54)
    ),
    // Home Assistant's diagnostics, in which other bytes are no advertisement.
    (
      "    \"manufacturer_data\": {\n      \"89\": {\n        \"__type\": \"<class 'bytes'>\",\n        \"repr\": \"b'\\\\x01\\\\x02'\"\n"
        + "      }\n    \"raw_advertisement_data\": {\n      \"A4:C1:38:11:22:33\": {\n        \"__type\": \"<class 'bytes'>\",\n"
        + "        \"repr\": \"b'\\\\x02\\\\x01\\\\x06\\\\x05\\\\tA\\\"B\\\\\\\\'\"\n      },\n",
      "9 A4:C1:38:11:22:33 - 0201060509412242" + "5c"
    ),
    // A proxy in a debug log of Home Assistant.
    (
      "DEBUG Got message of type BluetoothLERawAdvertisementsResponse: advertisements {\n  address: 181149776290355\n  rssi: -96\n"
        + "  data: \"\\002\\001\\032\\003\\003a\\376\"\n}\nadvertisements {\n  address: 1\n}\n",
      "4 A4:C1:38:11:22:33 -96 02011a030361fe"
    ),
    // Android's getBytes(), padded.
    (
      "D/scan: 5C:63:85:AF:50:AE [2, 1, 6, 5, -1, 89, 0, 1, 2, 0, 0, 0, 0] -71\n",
      "1 5C:63:85:AF:50:AE -71 02010605ff590001020000" + "0000"
    ),
    // The same in hex, without an address, among words.
    (
      "12:01:15 D/Parser: Expected 02 15, the record has: 02011a0cff4c001007301faae407d078"
        + String(repeating: "00", count: 46) + ".\n",
      "1 - - 02011a0cff4c001007301faae407d078" + String(repeating: "00", count: 46)
    ),
    // More octets than one block, in hex and as Python's bytes.
    (
      "a4:c1:38:11:22:33 -60 0319000002010609095348532d323037311107e41d510e5a11dbb9a9419e2aa0ffd0af\n",
      "1 A4:C1:38:11:22:33 -60 0319000002010609095348532d323037311107e41d510e5a11dbb9a9419e2aa0ffd0af"
    ), ("a4:c1:38:11:22:33 020106 03030f18\n", "1 A4:C1:38:11:22:33 - 02010603030f18"),
  ])
  func bothBlocksInOneAreRead(_ text: String, _ expected: String) throws {
    let capture = try Self.read(text)
    #expect(capture.summary.merged.map(Self.words) == [expected])
    #expect(capture.reports.isEmpty && capture.summary.problems.map(\.kind) == [.blocksMerged])
  }

  /// A program's string with more octets than a packet has can be too long: only its device says that it was received.
  @Test func stringsOfPrograms() throws {
    let bytes = #"b'\x02\x01\x06\n\taLongName\x11\x07\x9e\xca\xdc$\x0e\xe5\xa9\xe0\x93\xf3\xa3\xb5\x01\x00@n'"#
    let alone = try Self.read("payload = \(bytes)\n")
    #expect(alone.summary.merged.isEmpty && alone.reports.isEmpty)
    #expect(alone.summary.problems.map(\.kind) == [.lineUnread])
    let received = try Self.read("a4:c1:38:11:22:33 -60 \(bytes)\n")
    #expect(received.summary.merged.map { $0.octets.count } == [32])
  }

  @Test func equalLinesAreCounted() throws {
    let line = "[VV][esp32_ble_tracker:368]: Adv data: 02.01.06 (3)\n"
    let capture = try Self.read(
      String(repeating: line, count: 5) + "[VV][esp32_ble_tracker:368]: Adv data: 02.01.04 (3)\n")
    #expect(capture.summary.merged.map(\.count) == [5, 1] && capture.summary.merged.map(\.line) == [1, 6])
  }

  /// Lists of numbers that are no payload, and data whose number of octets is another one.
  @Test(arguments: [
    "[1, 9, 32, 2, 13, -82, -47, -5, -11, 52, 71] -60\n", "[2, 1, 6] -60\n", "[2, 1, 6, 300, 1, 2, 3, 4] -60\n",
    "[VV][esp32_ble_tracker:368]: Adv data: 02.01.06 (4)\n", "esp32_ble_tracker Adv data: 02.01.06\n",
  ])
  func othersAreNone(_ text: String) {
    #expect((try? Self.read(text))?.summary.merged.isEmpty ?? true)
  }

  @Test func shellyKeepsTheBlocksApart() throws {
    let results = #"["A4:C1:38:11:22:33",-64,"AgEGAwMPGA==","BAlhYmM="],["c1:22:33:44:55:66", -70, "AgEG", ""]"#
    let capture = try Self.read("2026-11-24 17:00:00 {\"event\":\"ble.scan_result\",\"data\":[2,[\(results)]]}\n")
    let reports = capture.reports.map { "\($0.address) \($0.pdu.rawValue) \($0.rssi ?? 0) \(HexText.compact($0.data))" }
    #expect(
      reports == [
        "A4:C1:38:11:22:33 ADV -64 02010603030f18", "A4:C1:38:11:22:33 SCAN_RSP -64 0409616263",
        "C1:22:33:44:55:66 ADV -70 020106",
      ])
    #expect(capture.reports[0].time == Timestamp(microseconds: 1_795_539_600_000_000))
    for broken in [#"["a4:c1:38:11:22:33",-64,"AgEGAwMPGA==","B@lh"]"#, #"["a4:c1:38:11:22:33",-64,"AgEG"]"#] {
      #expect(try Self.read(results + "\n" + broken + "\n").reports.count == 3)
    }
  }

  /// An event that a log has twice is one; events of other times are others, also with equal data.
  @Test(arguments: (UInt64(1)...200).sampled(oneIn: 10)) func shellysEventsAreReadOnce(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (text, expected) = ("", [Int]())
    var line = 0
    for number in 0..<20 {
      let rssi = Int.random(in: -90 ... -40, using: &random)
      let fraction = number % 10
      let copies = Int.random(in: 1...3, using: &random)
      let clock = "2026-11-24 17:00:\(number < 10 ? "0" : "")\(number).\(fraction)00"
      let hasTime = Bool.random(using: &random)
      expected.append(line + 1)
      for copy in 0..<copies {
        line += 1
        let time = "17955396\(number + 10).\(fraction)"
        text +=
          !hasTime
          ? "\(clock) data [2,[[\"A4:C1:38:11:22:33\",\(rssi),\"AgEG\",\"\"]]]\n"
          : copy == 1
            ? "\(clock.dropLast(1))\(copy) {'data': [2, [['A4:C1:38:11:22:33', \(rssi), 'AgEG', '']]], 'ts': \(time)}\n"
            : "\(clock) {\"data\":[2,[[\"A4:C1:38:11:22:33\",\(rssi),\"AgEG\",\"\"]]],\"ts\":\(time)0}\n"
      }
    }
    #expect(try Self.read(text).reports.map(\.record) == expected)
  }

  /// Without a time, equal lines may be two receptions.
  @Test func shellysLinesWithoutATimeAreAll() throws {
    let line = #"data [2,[["A4:C1:38:11:22:33",-60,"AgEG",""]]]"# + "\n"
    #expect(try Self.read(line + line).reports.map(\.record) == [1, 2])
  }

  /// Payloads of random structures, printed in every form, come back octet by octet.
  @Test(arguments: (UInt64(1)...500).sampled(oneIn: 10)) func everyPayloadReturns(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func payload(atMost limit: Int) -> [UInt8] {
      var octets: [UInt8] = [2, 1, 6]
      while octets.count < limit - 3, Int.random(in: 0..<4, using: &random) > 0 {
        let count = Int.random(in: 1...min(20, limit - octets.count - 2), using: &random)
        let type: UInt8 = [0x03, 0x08, 0x09, 0x16, 0xFF].randomElement(using: &random) ?? 0xFF
        octets += [UInt8(count + 1), type] + (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      return octets
    }
    var text = ""
    var (reports, merged): ([String], [String]) = ([], [])
    for number in 1...20 {
      let (advertising, response) = (payload(atMost: 31), payload(atMost: 31))
      let both = advertising + response
      let hex = both.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      switch number % 4 {
      case 0:
        let parts = [advertising, response].map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
        text += "shelly: [\"a4:c1:38:11:22:33\",-64,\(parts)]\n"
        reports += [
          "\(number) ADV \(HexText.compact(advertising))", "\(number) SCAN_RSP \(HexText.compact(response))",
        ]
      case 1:
        text += "[VV][esp32_ble_tracker:368]: Adv data: \(hex.joined(separator: ".")) (\(both.count))\n"
        merged.append("\(number) - - \(HexText.compact(both))")
      case 2:
        let padded = both + Array(repeating: 0, count: 62 - both.count)
        text += "bytes: \(padded.map { Int8(bitPattern: $0) })\n"
        merged.append("\(number) - - \(HexText.compact(padded))")
      default:
        let (one, other) = (HexText.compact(advertising), HexText.compact(response))
        text += "I (\(number)) scan: a4:c1:38:11:22:33 adv=\(one) rsp=\(other)\n"
        reports += ["\(number) ADV \(one)", "\(number) SCAN_RSP \(other)"]
      }
    }
    let capture = try Self.read(text)
    #expect(capture.reports.map { "\($0.record) \($0.pdu.rawValue) \(HexText.compact($0.data))" } == reports)
    // Equal ones are counted.
    var known: Set<Substring> = []
    let different = merged.filter { known.insert($0.drop { $0 != " " }).inserted }
    #expect(
      capture.summary.merged.map(Self.words) == different
        && !capture.summary.problems.contains { $0.kind != .blocksMerged })
  }

  /// What programs print in the place of octets: a log, of which it is said what is missing.
  @Test(arguments: [
    (
      "hci0 [connectable]: FC:2E:A9:3F:B7:33 AdvertisementData(local_name='x', manufacturer_data={887: b', rssi=-81)",
      "bleak"
    ),
    (
      "onScanResult() - ScanResult{mDevice=5C:63:85:AF:50:AE, mScanRecord=ScanRecord [mAdvertiseFlags=-1, mServiceUuids=some]}",
      "ScanRecord"
    ),
    ("Advertised Device: Name: , Address: 4b:64:bd:d9:81:c7, manufacturer data: 060", "toString()"),
    (
      "ScanResult{device: BluetoothDevice{remoteId: B0:B2:1C:76:06:FA}, advertisementData: AdvertisementData{advName: x}, rssi: -69}",
      "flutter_blue_plus"
    ),
    ("      bdaddr 66:ED:BE:9F:80:51 (Random)", "hcidump"),
  ])
  func valuesAreNoOctets(_ line: String, _ program: String) throws {
    let capture = try Self.read("text\n\(line)\n\(line)\n")
    let problem = try #require(capture.summary.problems.first)
    #expect(
      capture.summary.problems.count == 1 && problem.kind == .lineUnread && problem.count == 2 && problem.record == 2)
    #expect(problem.message.contains(program) && capture.reports.isEmpty && capture.summary.merged.isEmpty)
  }

  /// Other programs begin their lines as `bluetoothctl` does, and have the bytes behind it.
  @Test(arguments: [
    "Device C6:11:22:33:44:55 RSSI: -60 02010603030f18", "Found Device C6:11:22:33:44:55 (random) data 02010603030f18",
  ]) func bytesBehindADeviceAreRead(_ line: String) throws {
    let capture = try Self.read(line + "\n")
    #expect(capture.reports.map { HexText.compact($0.data) } == ["02010603030f18"] && capture.summary.problems.isEmpty)
  }
}
