import AdvertScan
import AdvertisingData
import TestSupport
import Testing

/// The profiles of libraries, gateways and tools: profile by layout, every verdict written out by hand.
@Suite struct LibraryProfileTests {
  private static let heartRate = Question.service(BluetoothUUID(0x180D))
  private static let matter = Question.service(BluetoothUUID(0xFFF6))
  private static let name = Question.name("HRM")

  private static let flags = "020106"
  private static let list = "03030d18"
  private static let data = "04160d182a"
  private static let matterList = "0303f6ff"
  private static let matterData = "0b16f6ff00000ff1ff008000"
  private static let named = "040948524d"
  private static let made = "05fff1050102"
  private static let madeOtherwise = "05fff1050909"

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let question: Question
    let layout: Layout
    let expected: String

    var testDescription: String { name }
  }

  private static func row(
    _ name: String, _ question: Question, pdu: AdvertisingPDU = .advInd, _ advertising: String, response: String = "",
    _ expected: String
  ) -> Row {
    let answer: Layout.ScanResponse =
      pdu.isExtended ? .notScannable : .observed([Payload([UInt8](hex: response))])
    let layout = Layout(pdu: pdu, advertising: Payload([UInt8](hex: advertising)), scanResponse: answer)
    return Row(name: name, question: question, layout: layout, expected: expected)
  }

  private static var maker: Question {
    get throws { .data(try #require(DataQuestion(.manufacturer(0x05F1), beginning: [1, 2]))) }
  }

  // `+` discovered, `-` missed, `?` unknown, of: arduino-esp32, arduino-esp32-active, nimble-arduino,
  // nimble-arduino-active, tasmota, openmqttgateway, theengs-gateway, shelly, chip-tool, web-bluetooth-linux
  private static var rows: [Row] {
    get throws {
      let maker = try maker
      return [
        row("listed", heartRate, flags + list, "++++ + -- + - +"),
        row("listed in the scan response", heartRate, flags, response: list, "-+-+ - -- - - +"),
        row("in service data", heartRate, flags + data, "---- + ++ ? - -"),
        row("in service data of the scan response", heartRate, flags, response: data, "---- - ++ - - -"),
        row("nowhere", heartRate, flags + named, "---- - -- - - -"),
        row("Matter's data", matter, flags + matterData, "---- + ++ ? + -"),
        row("Matter's data without Flags", matter, matterData, "---- + ++ ? + -"),
        row("Matter's data in the scan response", matter, flags, response: matterData, "---- - ++ - + -"),
        row("Matter's service listed", matter, flags + matterList, "++++ + -- + - +"),
        row("listed beside Matter's data", heartRate, flags + list + matterData, "++++ + -- + - +"),
        row("name", name, flags + named, "++++ + ++ + - +"),
        row("name in the scan response", name, flags, response: named, "-+-+ - ++ - - +"),
        row("name beside Matter's data", name, flags + matterData + named, "++++ + ++ + + +"),
        row("name, Matter's data in the scan response", name, flags + named, response: matterData, "++++ + ++ + + +"),
        row("padded name", name, flags + "060948524d0000", "???? ? ?+ ? - +"),
        row("manufacturer data", maker, flags + made, "++++ + ++ + - +"),
        row("manufacturer data in the scan response", maker, flags, response: made, "-+-+ - ++ - - +"),
        row("manufacturer data, then others", maker, flags + made + madeOtherwise, "???? ? ?- ? - -"),
        row("presence", .presence, flags + named, "++++ + ++ + - +"),
        row("presence of nothing", .presence, "", "++++ + ++ + - +"),
        row("presence of Matter's data", .presence, flags + matterData, "++++ + ++ + + +"),
        row(
          "presence of Matter's data in the scan response", .presence, flags, response: matterData, "++++ + ++ + + +"),
        row("extended, listed", heartRate, pdu: .extendedConnectable, flags + list, "---- ? -- ? - +"),
        row("extended, Matter's data", matter, pdu: .extendedConnectable, flags + matterData, "---- ? ?+ ? + -"),
      ]
    }
  }

  @Test func verdictsAreAsWrittenOut() throws {
    for row in try Self.rows {
      let marks = ScannerProfile.byName.map { profile -> Character in
        let verdict = profile.verdict(on: row.layout, for: row.question)
        let ofDevice = profile.verdict(on: ScannedDevice([row.layout], asking: [row.question]), for: row.question)
        #expect(ofDevice.outcome == verdict.outcome, "\(row.name), \(profile.id)")
        return switch verdict.word {
        case .discovered: "+"
        case .missed: "-"
        case .may: "~"
        case .unknown: "?"
        }
      }
      #expect(String(marks) == row.expected.filter { $0 != " " }, "\(row.name)")
    }
  }

  @Test(
    arguments: [
      ("openmqttgateway", list, "", "filter looks at service data; the UUID is only in a UUID list"),
      (
        "theengs-gateway", "", list,
        "filter looks at service data; the UUID is only in a UUID list of the scan response"
      ),
      ("chip-tool", list, "", "this scan looks for service data of Matter (fff6) only"),
      ("nimble-arduino", data, "", "filter looks at UUID lists; the UUID is only in service data"),
      ("tasmota", "", list, "service UUID only in scan response; this scan is passive"),
    ])
  func missesHaveAReason(_ id: String, _ advertising: String, _ response: String, _ expected: String) throws {
    let layout = Self.row("", Self.heartRate, advertising, response: response, "").layout
    let verdict = try #require(ScannerProfile.named(id)).verdict(on: layout, for: Self.heartRate)
    #expect(verdict.explanation == expected)
    #expect(!verdict.evidence.isEmpty)
  }

  @Test func chipToolNamesWhatItLooksFor() {
    let layout = Self.row("", .presence, Self.flags + Self.named, "").layout
    #expect(
      ScannerProfile.chipTool.verdict(on: layout, for: .presence).explanation
        == "this scan looks for service data of Matter (fff6) only, and gets none of this device")
  }

  @Test(
    arguments: [
      (made + madeOtherwise, "+-?"), (madeOtherwise + made, "++?"), (made + made, "+++"), (madeOtherwise, "---"),
    ])
  func receiversKeepOneValueOrAll(_ advertising: String, _ expected: String) throws {
    let layout = Self.row("", .presence, Self.flags + advertising, "").layout
    let question = try Self.maker
    let profiles: [ScannerProfile] = [.zephyrPassive, .homeAssistantAutoProxy, .bluezMonitor]
    let marks = profiles.map { profile -> Character in
      switch profile.verdict(on: layout, for: question).outcome {
      case .discovered: "+"
      case .missed: "-"
      case .unknown: "?"
      }
    }
    #expect(String(marks) == expected)
  }

  /// A complete name counts for more than a shortened one, which the profile does not say of each place.
  @Test func twoNamesAreOpenWithAProxy() {
    let layout = Self.row("", Self.name, Self.flags + Self.named + "03084852", "").layout
    #expect(ScannerProfile.homeAssistantAutoProxy.verdict(on: layout, for: Self.name).outcome == .unknown)
    #expect(ScannerProfile.zephyrPassive.verdict(on: layout, for: Self.name).outcome == .discovered)
  }

  /// The value that a receiver keeps is as open when the other one is the same name with zero octets behind it, or is
  /// between two that are equal.
  @Test(arguments: ["060948524d0000" + named, named + "060948524d0000", named + "0409585858" + "040848524d"])
  func nameBesideAnotherIsOpen(_ advertising: String) {
    let device = ScannedDevice([Self.row("", Self.name, Self.flags + advertising, "").layout])
    #expect(ScannerProfile.homeAssistantAutoProxy.verdict(on: device, for: Self.name).outcome == .unknown)
    #expect(ScannerProfile.zephyrPassive.verdict(on: device, for: Self.name).outcome == .discovered)
  }

  /// Commands ask about a scanner by default only when it matters to nearly everybody.
  @Test func librariesAreAskedByName() {
    #expect(ScannerProfile.known == ScannerProfile.all + ScannerProfile.byName)
    #expect(Set(ScannerProfile.all.map(\.id)).isDisjoint(with: ScannerProfile.byName.map(\.id)))
    for profile in ScannerProfile.byName {
      for claim in [profile.scanType.evidence, profile.requirement.evidence] {
        #expect(!claim.isTentative, "\(profile.id)")
      }
    }
  }
}
