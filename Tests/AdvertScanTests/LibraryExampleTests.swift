import AdvertScan
import AdvertisingData
import Foundation
import Testing

/// The README's example of the library, as another program would write it.
@Suite struct LibraryExampleTests {
  @Test func layoutIsJudgedFromAnotherProgram() {
    // README
    let helmet = Layout(
      pdu: .advInd,
      advertising: Payload([0x02, 0x01, 0x06, 0x04, 0x09, 0x48, 0x61, 0x74]),
      declaring: Payload([0x03, 0x03, 0x0F, 0x18]))
    let battery = Question.service(BluetoothUUID(0x180F))
    let verdict = ScannerProfile.windows.verdict(on: helmet, for: battery)
    print("\(verdict.outcome): \(verdict.explanation)")
    // missed: service UUID only in scan response; this scan is passive
    // end
    let printed = "\(verdict.outcome): \(verdict.explanation)"
    #expect(printed == "missed: service UUID only in scan response; this scan is passive")
  }

  /// What stands above between the marks is what the README shows.
  @Test func readmeShowsTheCodeThatIsCompiled() throws {
    let lines = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasSuffix("// README") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("// end") })
    let code = lines[(start + 1)..<end].map { $0.dropFirst(4) }.joined(separator: "\n")
    let readme = try String(
      contentsOf: Fixtures.folder.deletingLastPathComponent().appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\nimport AdvertScan\nimport AdvertisingData\n\n\(code)\n```"))
  }
}
