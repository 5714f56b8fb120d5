import AdvertRepack
import AdvertisingData
import Foundation
import TestSupport
import Testing

@Suite struct SourceFormTests {
  private static let sources = URL(filePath: #filePath).appending(path: "../../../Sources/AdvertRepack").standardized

  @Test func everyFormHasAFileAndALine() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.sources.appending(path: "Forms").path)
      .filter { $0.hasSuffix("Form.swift") && $0 != "SourceForm.swift" }
    #expect(files.count == SourceForm.all.count)
    #expect(Set(SourceForm.all.map(\.id)).count == SourceForm.all.count)
    for form in SourceForm.all { #expect(SourceForm.named(form.id)?.id == form.id) }
  }

  private func plan(_ advertising: String, _ scanResponse: String = "") throws -> Plan {
    try #require(
      Repacking(
        of: Layout(
          pdu: .advInd, advertising: Payload(.init(hex: advertising)), declaring: Payload(.init(hex: scanResponse)))
      ).plans.first)
  }

  /// What is emitted as Swift is in a file of this target, so that it is compiled; here are the bytes that come of it.
  @Test func swiftGivesTheBytes() throws {
    let plan = try plan("03190000 020106 09095348532d32303731", "1107e41d510e5a11dbb9a9419e2aa0ffd0af")
    let form = try #require(SourceForm.named("swift"))
    let file = URL(filePath: #filePath).appending(path: "../EmittedLayout.swift").standardized
    let compiled = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(compiled == "// swift-format-ignore-file\n" + form.text(of: [.init(title: "crash sensor", plan: plan)]))
    #expect(advertising.octets == plan.advertising.octets)
  }

  /// Titles come from file names and devices.
  @Test(arguments: SourceForm.all.map(\.id)) func titlesStayInTheirComments(_ id: String) throws {
    let form = try #require(SourceForm.named(id))
    let title = "a */ int x; /* b \\ ??/ \u{202E}é\u{7} c"
    let text = form.text(
      of: [
        .init(title: title, plan: try plan("020106 03030f18")),
        .init(title: title, plan: try plan("020106 09092a2f5c3f3f2f220a")),
      ])
    #expect(!text.contains("*/ int"))
    #expect(text.contains("a _/ int x; /_ b _ __/ ___ c: ADV_IND"))
    #expect(text.utf8.allSatisfy { $0 == 0x0A || $0 == 0x09 || 0x20...0x7E ~= $0 }, "\(text)")
  }

  /// What is declared of a layout beside its data is in every form that can say it.
  @Test func intervalAndAddressAreKept() throws {
    let entry = SourceForm.Entry(
      title: "x", plan: try plan("020106 03030f18"), addressKind: .randomStatic, intervalMicroseconds: 1_022_500)
    let expected = [
      "zephyr": ["BT_LE_ADV_OPT_CONN | BT_LE_ADV_OPT_USE_IDENTITY,", "0x0664, 0x0664, NULL", "interval is 1022.5 ms"],
      "nimble": [".itvl_min = 0x0664,", ".itvl_max = 0x0664,", "own_addr_type = BLE_OWN_ADDR_RANDOM;"],
      "esp-idf": [".adv_int_min = 0x0664,", ".adv_int_max = 0x0664,", ".own_addr_type = BLE_ADDR_TYPE_RANDOM,"],
    ]
    for form in SourceForm.all {
      let text = form.text(of: [entry])
      for part in ["x: ADV_IND, interval 1022.5 ms, random-static address"] + expected[form.id, default: []] {
        #expect(text.contains(part), "\(text)")
      }
    }
    var long = entry
    long.intervalMicroseconds = 10_485_759_375
    for form in SourceForm.all { #expect(!form.text(of: [long]).contains("0x10")) }
  }

  @Test func hostileNamesAreEscapedInSwift() throws {
    let form = try #require(SourceForm.named("swift"))
    let text = form.text(of: [.init(title: "x", plan: try plan("020106 09092a2f5c282922220a"))])
    #expect(text.contains(#"CBAdvertisementDataLocalNameKey: "*/\u{5c}()\u{22}\u{22}\u{a}""#), "\(text)")
  }
}
