import AdvertRepack
import AdvertisingData
import TestSupport
import Testing

@Suite struct FamousLayoutsTests {
  private func plans(
    _ advertising: String, _ scanResponse: String, pdu: AdvertisingPDU = .advInd, demands: Demands = Demands()
  ) -> [[String]] {
    Repacking(
      of: Layout(
        pdu: pdu, advertising: Payload(.init(hex: advertising)), declaring: Payload(.init(hex: scanResponse))),
      demands: demands
    ).plans.map { [$0.advertising.octets.hex, $0.scanResponse?.octets.hex ?? "–"] }
  }

  /// Its authors moved the name, which passive scanners then miss; what says nothing had to go instead.
  @Test func helmetSensor() {
    #expect(
      plans("03190000 020106 09095348532d32303731", "1107e41d510e5a11dbb9a9419e2aa0ffd0af") == [
        ["02010609095348532d323037311107e41d510e5a11dbb9a9419e2aa0ffd0af", ""]
      ])
  }

  private static let uart = "1107 9ecadc240ee5a9e093f3a3b50100406e"

  /// A sample that many devices began as: Flags and a long name, the UART service in the scan response.
  @Test func uartSample() {
    #expect(
      plans("020106 14094e6f726469635f554152545f53657276696365", Self.uart) == [
        ["02010611079ecadc240ee5a9e093f3a3b50100406e", "14094e6f726469635f554152545f53657276696365"],
        // "Nordic_U"
        [
          "02010609084e6f726469635f5511079ecadc240ee5a9e093f3a3b50100406e",
          "14094e6f726469635f554152545f53657276696365",
        ],
      ])
  }

  /// Service data in the scan response, which no passive scanner discovers.
  @Test func remoteButton() {
    #expect(
      plans("020106 0cff6909e7dd3b1c5aa1040000", "06163dfd480064") == [
        ["0201060cff6909e7dd3b1c5aa104000006163dfd480064", ""]
      ])
  }

  /// Good as it was; the name fits too.
  @Test func managementSample() {
    #expect(
      plans("020106 1107 8453dc9da84a4f80b2f2a4bd4b83a48d", "07095a6570687972") == [
        ["02010611078453dc9da84a4f80b2f2a4bd4b83a48d07095a6570687972", ""]
      ])
  }

  @Test func matterDevice() {
    #expect(
      plans("020106 0b16f6ff00000ff1ff018000", "0b094d61747465722d313233") == [
        ["0201060b16f6ff00000ff1ff0180000b094d61747465722d313233", ""]
      ])
  }

  /// Two manufacturer data of one company: joining them in one block would be worse.
  @Test func valve() {
    let plans = plans("020106 05ff59000102", "05ff59000304")
    #expect(plans == [["02010605ff59000102", "05ff59000304"]])
  }

  /// A lock with a service of its own and one of its maker. Both do not fit; the one apps look for does.
  @Test func lock() throws {
    let own = "1107 e41d510e5a11dbb9a9419e2aa0ffd0af"
    #expect(plans("020106" + own, Self.uart + "0a09546564656520313233") == [])
    let service = try #require(BluetoothUUID(text: "6e400001-b5a3-f393-e0a9-e50e24dcca9e"))
    #expect(
      plans("020106" + own, Self.uart + "0a09546564656520313233", demands: Demands(services: [service])).first
        == [
          "02010611069ecadc240ee5a9e093f3a3b50100406e",
          "1106e41d510e5a11dbb9a9419e2aa0ffd0af0a09546564656520313233",
        ])
  }

  @Test func iBeaconWithService() throws {
    let obstacle = try #require(
      Repacking(
        of: Layout(
          pdu: .advInd,
          advertising: Payload(.init(hex: "020106 1aff4c000215fda50693a4e24fb1afcfc6eb0764782527110001c5")),
          declaring: Payload(.init(hex: Self.uart)))
      ).obstacle)
    #expect(obstacle.bytesOver == 17)
    #expect(obstacle.alternatives.map(\.kind) == [.alternatingSets, .extendedAdvertising])
    #expect(
      obstacle.alternatives[0].payloads.map(\.octets.hex) == [
        "0201061aff4c000215fda50693a4e24fb1afcfc6eb0764782527110001c5",
        "02010611079ecadc240ee5a9e093f3a3b50100406e",
      ])
  }
}
