import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import advert

/// Advertising that begins on LE Coded, from everything that can say so.
@Suite struct PrimaryPHYTests {
  private static let words = "the advertising begins on LE Coded"

  @Test func optionSaysIt() {
    let bytes = ["--pdu", "EXT_CONNECTABLE", "--adv", "02010603030d18", "--for", "bluez-discovery"]
    let coded = CommandLineRun(["reach"] + bytes + ["--primary-phy", "coded"])
    #expect(coded.output.contains("missed") && coded.output.contains(Self.words), "\(coded.transcript)")
    #expect(!CommandLineRun(["reach"] + bytes).output.contains(Self.words))
    let legacy = CommandLineRun(["reach", "--adv", "02010603030d18", "--primary-phy", "coded"])
    #expect(legacy.diagnostics.contains("--primary-phy is for extended advertising"), "\(legacy.transcript)")
    let twoMegabit = CommandLineRun(["reach"] + bytes + ["--primary-phy", "2M"])
    #expect(twoMegabit.diagnostics.contains("expected 1M or coded"), "\(twoMegabit.transcript)")
  }

  @Test func manifestSaysIt() throws {
    let layout = "layouts:\n  far:\n    pdu: EXT_CONNECTABLE\n    primaryPHY: coded\n    advertising: 02 01 06\n"
    try Self.withFile("advert.yml", layout) { path in
      let run = CommandLineRun(["lint", path])
      #expect(run.output.contains("[advertised-on-coded-only]"), "\(run.transcript)")
    }
    try Self.withFile("advert.yml", layout.replacing("EXT_CONNECTABLE", with: "ADV_IND")) { path in
      let run = CommandLineRun(["lint", path])
      #expect(run.transcript.contains("legacy advertising is on LE 1M"), "\(run.transcript)")
    }
  }

  @Test func programSaysIt() throws {
    let program = """
      #include <zephyr/bluetooth/bluetooth.h>
      static const struct bt_data ad[] = { BT_DATA_BYTES(BT_DATA_UUID16_ALL, 0x0d, 0x18) };
      void f(void) {
        struct bt_le_ext_adv *adv;
        bt_le_ext_adv_create(BT_LE_ADV_PARAM(BT_LE_ADV_OPT_CONN | BT_LE_ADV_OPT_EXT_ADV | BT_LE_ADV_OPT_CODED, 0x30, 0x60, NULL), NULL, &adv);
        bt_le_ext_adv_set_data(adv, ad, ARRAY_SIZE(ad), NULL, 0);
      }
      """
    try Self.withFile("main.c", program) { path in
      let run = CommandLineRun(["reach", path, "--for", "bluez-discovery"])
      #expect(run.output.contains(Self.words), "\(run.transcript)")
    }
    try Self.withFile("main.c", program.replacing(" | BT_LE_ADV_OPT_CODED", with: "")) { path in
      let run = CommandLineRun(["reach", path, "--for", "bluez-discovery"])
      #expect(run.output.contains("discovered"), "\(run.transcript)")
    }
  }

  /// A program that takes the PHY from elsewhere, on LE Coded, and on LE 1M: also where the octets vary.
  @Test(arguments: [
    ("BLE_HCI_LE_PHY_CODED", "missed"), ("BLE_HCI_LE_PHY_1M", "discovered"), ("pick()", "unknown"),
  ]) func aSetOfNimBLESaysIt(_ phy: String, _ verdict: String) throws {
    for data in [
      "set.setFlags(6); set.setCompleteServices(NimBLEUUID(\"180d\"));",
      "uint8_t raw[] = {2, 1, 6, 3, 3, 0x0d, 0x18, 4, 0xff, 0xff, 0xff, 0}; raw[11] = level(); set.setData(raw, 12);",
    ] {
      let program = """
        #include <NimBLEDevice.h>
        void setup() {
          NimBLEExtAdvertisement set(\(phy), \(phy));
          \(data)
          NimBLEDevice::getAdvertising()->setInstanceData(0, set);
        }
        """
      try Self.withFile("far.ino", program) { path in
        let run = CommandLineRun(["reach", path, "--for", "bluez-monitor", "--service", "180d"])
        #expect(run.output.contains("  \(verdict)  "), "\(run.transcript)")
      }
    }
  }

  @Test func captureSaysIt() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "phy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var file = BtsnoopFile(dataLink: 1002)
    file.add([4] + HCIEvent.extended([ExtendedReport(0x01, data: [3, 3, 0x0D, 0x18], phys: (3, 3))]))
    let path = folder.appending(path: "a.btsnoop").path
    try Data(file.octets).write(to: URL(filePath: path))
    #expect(CommandLineRun(["inspect", path, "--format", "json"]).output.contains("\"primaryPHY\": \"coded\""))
    #expect(CommandLineRun(["dump", path, "--fields", "primaryPHY,secondaryPHY"]).output.contains("coded\tcoded"))
    #expect(CommandLineRun(["reach", path, "--for", "home-assistant-auto"]).output.contains(Self.words))
    #expect(CommandLineRun(["lint", path]).output.contains("EXT_CONNECTABLE on LE Coded"))
  }

  /// A sniffer receives the packet with the data on LE Coded, and the one that begins the advertising or not.
  @Test(arguments: [nil, PHY.oneMegabit, .coded]) func aSnifferMayMissTheBeginning(_ primary: PHY?) throws {
    var file = PcapFile(linkType: 256)
    if let primary { file.add(Self.packet("07 07 06 18 2351 0a3240", radioChannel: 0, primary)) }
    let data = "47 11 09 09 665544332211 2351 020106 03030d18"
    file.add(Self.packet(data, radioChannel: 11, .coded), microseconds: 1500)
    try TextFile.inFolder { folder in
      let path = folder + "/a.pcap"
      try Data(file.octets).write(to: URL(filePath: path))
      let inspected = CommandLineRun(["inspect", path, "--format", "json"]).output
      let key = "\"primaryPHY\": "
      #expect(primary.map { inspected.contains(key + "\"\($0.id)\"") } ?? !inspected.contains(key), "\(inspected)")
      #expect(inspected.contains("\"part\": \"primaryPHY\"") == (primary == nil))
      let reach = CommandLineRun(["reach", path, "--for", "bluez-monitor"]).output
      let verdict = primary.map { $0 == .coded ? "missed" : "discovered" } ?? "unknown"
      #expect(reach.contains("  \(verdict)  "), "\(reach)")
      let lint = CommandLineRun(["lint", path]).output
      let severity = primary == nil ? "note: the data are" : "warning: the advertising begins"
      #expect(lint.contains("[advertised-on-coded-only]") == (primary != .oneMegabit), "\(lint)")
      #expect(lint.contains(severity) == (primary != .oneMegabit), "\(lint)")
    }
  }

  /// A packet of the advertising channels with the pseudo-header of its reception.
  private static func packet(_ pdu: String, radioChannel: UInt8, _ phy: PHY) -> [UInt8] {
    let flags = UInt16(phy.rawValue - 1) << 14 | (radioChannel == 0 ? 0 : 0x0080) | 0x0C03
    let header = [radioChannel, 0xC0, 0, 0, 0xD6, 0xBE, 0x89, 0x8E, UInt8(flags & 0xFF), UInt8(flags >> 8)]
    let coding: [UInt8] = phy == .coded ? [0] : []
    return header + [0xD6, 0xBE, 0x89, 0x8E] + coding + [UInt8](hex: pdu) + [1, 2, 3]
  }

  private static func withFile(_ name: String, _ text: String, _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "phy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    try body(file.path)
  }
}
