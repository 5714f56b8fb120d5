import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertRepack
import AdvertisingData
import TestSupport
import Testing

/// Plans as layouts of a manifest.
@Suite struct YAMLFormTests {
  private func plan(_ advertising: String) throws -> Plan {
    let layout = Layout(pdu: .advInd, advertising: Payload(.init(hex: advertising)), declaring: Payload())
    return try #require(Repacking(of: layout).plans.first)
  }

  @Test func isReadAsTheSameLayouts() throws {
    let plans = [try plan("020106 03030f18"), try plan("020106 09092a2f5c3f3f2f220a")]
    let text = SourceForm.yaml.text(of: plans.map { .init(title: "title", plan: $0) })
    #expect(try Manifest(reading: text).layouts.map(\.layout.advertising) == plans.map(\.advertising))
  }

  @Test func keepsWhatIsDeclaredBesideTheData() throws {
    let entry = SourceForm.Entry(
      title: "title", name: "crash: sensor", plan: try plan("020106 03030f18"), addressKind: .randomStatic,
      intervalMicroseconds: 1_022_500, expectedServices: [BluetoothUUID(0x180F)])
    let layout = try #require(try Manifest(reading: SourceForm.yaml.text(of: [entry])).layouts.first)
    #expect(layout.name == "crash: sensor")
    #expect(layout.addressKind == .randomStatic)
    #expect(layout.intervalMicroseconds == 1_022_500)
    #expect(layout.expectedServices == [BluetoothUUID(0x180F)])
  }

  /// Titles come from file names and devices.
  @Test func titlesStayInTheirComments() throws {
    let title = "a */ int x; /* b \\ ??/ \u{202E}é\u{7} c"
    let text = SourceForm.yaml.text(
      of: [
        .init(title: title, plan: try plan("020106 03030f18")),
        .init(title: title, plan: try plan("020106 09092a2f5c3f3f2f220a")),
      ])
    #expect(text.contains("# a _/ int x; /_ b _ __/ ___ c: ADV_IND"))
    #expect(text.utf8.allSatisfy { $0 == 0x0A || 0x20...0x7E ~= $0 }, "\(text)")
  }
}
