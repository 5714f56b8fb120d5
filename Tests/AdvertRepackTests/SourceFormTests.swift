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
    #expect(compiled == "// swift-format-ignore-file\n" + form.text(of: [("crash sensor", nil, plan)]))
    #expect(advertising.octets == plan.advertising.octets)
  }

  /// Titles come from file names and devices.
  @Test(arguments: SourceForm.all.map(\.id)) func titlesStayInTheirComments(_ id: String) throws {
    let form = try #require(SourceForm.named(id))
    let title = "a */ int x; /* b \\ ??/ \u{202E}é\u{7} c"
    let text = form.text(
      of: [(title, nil, try plan("020106 03030f18")), (title, nil, try plan("020106 09092a2f5c3f3f2f220a"))])
    #expect(!text.contains("*/ int"))
    #expect(text.contains("a _/ int x; /_ b _ __/ ___ c: ADV_IND"))
    #expect(text.utf8.allSatisfy { $0 == 0x0A || $0 == 0x09 || 0x20...0x7E ~= $0 }, "\(text)")
  }

  @Test func hostileNamesAreEscapedInSwift() throws {
    let form = try #require(SourceForm.named("swift"))
    let text = form.text(of: [("x", nil, try plan("020106 09092a2f5c282922220a"))])
    #expect(text.contains(#"CBAdvertisementDataLocalNameKey: "*/\u{5c}()\u{22}\u{22}\u{a}""#), "\(text)")
  }
}
