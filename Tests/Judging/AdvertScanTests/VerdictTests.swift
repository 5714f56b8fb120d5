import AdvertScan
import AdvertisingData
import Testing

/// Profile by layout, every verdict written out by hand.
@Suite struct VerdictTests {
  private static let heartRate = BluetoothUUID(0x180D)
  private static let list: [UInt8] = [0x03, 0x03, 0x0D, 0x18]
  private static let flags: [UInt8] = [0x02, 0x01, 0x06]
  private static let name: [UInt8] = [0x04, 0x09, 0x48, 0x52, 0x4D]
  private static let data: [UInt8] = [0x04, 0x16, 0x0D, 0x18, 0x2A]
  /// 180D sets bit 61: octet 7, 0x20.
  private static let overflow: [UInt8] =
    [0x14, 0xFF, 0x4C, 0x00, 0x01] + [0, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 0, 0, 0]

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let question: Question
    let layout: Layout
    /// In the order of `ScannerProfile.all`: `+` discovered, `-` missed, `~` missed by field reports, `?` unknown.
    let expected: String

    var testDescription: String { name }
  }

  private static func row(
    _ name: String, asking question: Question = .service(heartRate), pdu: AdvertisingPDU = .advInd,
    _ advertising: [UInt8]?,
    _ response: Layout.ScanResponse, _ expected: String
  ) -> Row {
    let layout = Layout(pdu: pdu, advertising: advertising.map { Payload($0) }, scanResponse: response)
    return Row(name: name, question: question, layout: layout, expected: expected)
  }

  private static func answered(_ octets: [UInt8] = []) -> Layout.ScanResponse { .observed([Payload(octets)]) }

  // The profiles:                       ios-foreground, ios-background, macos,
  //                                     android, android-passive, android-background,
  //                                     windows, windows-active, bluez-discovery, bluez-monitor,
  //                                     home-assistant-auto, home-assistant-auto-proxy,
  //                                     esphome, zephyr-passive, web-bluetooth
  static let rows = [
    row("listed in the advertising data", flags + list, answered(name), "+++ +++ ++++ +++++"),
    row("listed in the scan response only", flags, answered(list), "+~+ ~-~ -++- --+-?"),
    row("scan response not observed", flags, .notObserved, "?~? ?-? -??- --?-?"),
    row("listed, scan response not observed", flags + list, .notObserved, "+++ +++ ++++ +++++"),
    row("in service data only", flags + data, answered(), "~~~ --- ??-+ ++?+~"),
    row("in service data of the scan response only", flags, answered(data), "~~~ --- -?-- --?-~"),
    row("in service data, listed in the scan response", flags + data, answered(list), "+~+ ~-~ ?+++ ++++?"),
    row("in the overflow area only", flags + overflow, answered(), "+~~ ~~~ ~~~~ ~~~~~"),
    row("nowhere", flags + name, answered(), "--- --- ---- -----"),
    row("non-connectable, listed", pdu: .advNonconnInd, list, .notScannable, "+++ +++ ++++ ~++++"),
    row(
      "non-connectable, listed in a dead scan response", pdu: .advNonconnInd, flags, .declared(Payload(list)),
      "--- --- ---- -----"),
    row("directed", pdu: .advDirectInd, nil, .notScannable, "--- --- ---- -----"),
    row("extended, listed", pdu: .extendedConnectable, flags + list, .notScannable, "??? --- --++ +????"),
    row("extended scannable, listed", pdu: .extendedScannable, nil, answered(list), "?~? --- --+- --?-?"),
    row("scan response alone, listed", nil, answered(list), "+?+ ??? ?++? ??+??"),
    row("name in the advertising data", asking: .name("HRM"), flags + name, answered(), "+-+ +++ ++++ +++++"),
    row("name in the scan response only", asking: .name("HRM"), flags + list, answered(name), "+~+ ~-~ -++- --+-?"),
    row(
      "padded name", asking: .name("HRM"), flags + [0x06, 0x09, 0x48, 0x52, 0x4D, 0, 0], answered(),
      "?-? --- ??++ +-???"),
    row("no Flags", asking: .name("HRM"), name, answered(), "+-+ +++ ++-+ ~++++"),
    row("Flags that are not discoverable", asking: .name("HRM"), [2, 1, 4] + name, answered(), "+-+ +++ ++-+ +++++"),
    row("Flags in the scan response", asking: .name("HRM"), name, answered(flags), "+-+ +++ ++++ ~++++"),
    row("another name", asking: .name("XYZ"), flags + name, answered(), "--- --- ---- -----"),
    row("any name", asking: .name(nil), flags + name, answered(), "+-+ +++ ++++ +++++"),
    row("no service at all", asking: .presence, flags + name, answered(), "+-+ +++ ++++ +++++"),
    row("nothing at all", asking: .presence, [], answered(), "+-+ ++~ ++-- ~++++"),
    row("filter data in the scan response only", asking: .presence, [], answered(list), "+~+ +++ ++-- ~++++"),
  ]

  @Test(arguments: rows) func verdictsAreAsWrittenOut(_ row: Row) {
    let marks = ScannerProfile.all.map { profile -> Character in
      let verdict = profile.verdict(on: row.layout, for: row.question)
      return switch verdict.outcome {
      case .discovered: "+"
      case .missed: verdict.isTentative ? "~" : "-"
      case .unknown: "?"
      }
    }
    #expect(String(marks) == row.expected.filter { $0 != " " }, "\(row.name)")
  }

  /// A device of one layout gets the verdict of the layout.
  @Test(arguments: rows) func deviceOfOneLayoutIsJudgedLikeIt(_ row: Row) {
    for profile in ScannerProfile.all {
      let ofDevice = profile.verdict(on: ScannedDevice([row.layout]), for: row.question)
      #expect(ofDevice == profile.verdict(on: row.layout, for: row.question), "\(row.name), \(profile.id)")
    }
  }
}
