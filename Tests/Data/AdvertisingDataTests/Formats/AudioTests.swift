import AdvertisingData
import TestSupport
import Testing

/// What LE Audio announces, with what is in its metadata and configurations.
@Suite struct AudioTests {
  /// Two streams of LC3 in one subgroup.
  static let base = FormatVectors.all.first { $0.id == "basicAudioAnnouncement" }?.hex ?? ""

  @Test func streams() throws {
    let known = try #require(try Recognition.known(Self.base))
    #expect(known.values("presentationDelayUs", "codecName", "rest") == ["40000", "LC3", ""])
    #expect(known.problems == [])
    let fields = known.reading.fields.flattened
    func numbers(_ key: String) -> [Field.Value] { fields.filter { $0.key == key }.map(\.value) }
    #expect(numbers("index") == [.number(1), .number(2)])
    // Of all streams, their metadata, and each stream.
    #expect(numbers("type") == [1, 2, 4, 2, 4, 3, 3].map { .number($0) })
    #expect(
      Self.values("configurationEntries", in: fields) == [
        [.number(48_000), .decimal(DecimalNumber(100, decimals: 1)), .number(100)], [.list([.text("front left")])],
        [.list([.text("front right")])],
      ])
    #expect(Self.values("metadataEntries", in: fields) == [[.list([.text("media")]), .foreignText(Array("deu".utf8))]])
  }

  /// The values of the structures in each list with this key.
  private static func values(_ key: String, in fields: [Field]) -> [[Field.Value]] {
    fields.filter { $0.key == key }.map { field in
      guard case .list(let objects) = field.value else { return [] }
      return objects.compactMap { object in
        guard case .object(let fields) = object else { return nil }
        return fields.first { $0.key == "value" }?.value
      }
    }
  }

  /// A codec of a company has a configuration of its own.
  @Test func codecOfACompany() throws {
    let hex = "409c0001" + "01" + "ff59000700" + "03" + "020108" + "00" + "01" + "00"
    let known = try #require(try Recognition.known(service: 0x1851, hex))
    #expect(known.values("company", "vendorCodec") == ["89", "7"])
    let fields = known.reading.fields.flattened
    #expect(!fields.contains { $0.key == "configurationEntries" })
    #expect(fields.contains { $0.key == "configuration" && $0.value == .octets([2, 1, 8]) })
    #expect(known.problems == [])
  }

  private static let metadata: [(hex: String, name: String, value: Field.Value)] = [
    ("03010000", "preferred contexts", .list([])),
    ("03020410", "streaming contexts", .list([.text("media"), .text("reserved bit 12")])),
    ("044e657773", "type 78", .octets(Array("ews".utf8))),
    ("05034e657773", "program", .foreignText(Array("News".utf8))),
    ("0404656e67", "language", .foreignText(Array("eng".utf8))),
    ("03050102", "content control IDs", .list([.number(1), .number(2)])),
    ("020605", "parental rating", .number(5)),
    ("0207 61", "program URI", .foreignText([0x61])),
    ("020801", "audio active state", .truth(true)),
    ("0109", "immediate rendering", .truth(true)),
    ("020a00", "assisted listening", .number(0)),
    ("030b5456", "broadcast name", .foreignText(Array("TV".utf8))),
    ("03fe0100", "extended metadata", .octets([1, 0])),
    ("04ff590001", "vendor metadata", .octets([0x59, 0, 1])),
    // Not of the length of its type.
    ("0206", "type 6", .octets([])),
  ]

  @Test(arguments: metadata)
  func metadataByName(_ hex: String, _ name: String, _ value: Field.Value) throws {
    let octets = try HexText.octets(of: hex)
    let count = HexText.compact([UInt8(octets.count)])
    let known = try #require(try Recognition.known(service: 0x1856, "00" + count + hex))
    let fields = known.reading.fields.flattened
    let found = fields.first { $0.key == "value" }
    if name == "type 6" {
      #expect(fields.contains { $0.key == "metadata" && $0.value == .octets(octets) })
      #expect(known.problems == [.cut(offset: 2)])
    } else {
      #expect(found?.value == value)
      let words = fields.compactMap { field -> String? in
        if case .title(let words) = field.wording { words } else { nil }
      }
      #expect(words == (name == "audio active state" ? [] : [name]))
    }
  }

  @Test func roles() throws {
    let phone = try #require(try Recognition.known(service: 0x1855, "1500"))
    #expect(
      phone.reading.fields.flattened.first { $0.key == "roles" }?.value
        == .list([.text("call gateway"), .text("unicast media sender"), .text("broadcast media sender")]))
    let console = try #require(try Recognition.known(service: 0x1858, "05"))
    #expect(
      console.reading.fields.flattened.first { $0.key == "roles" }?.value
        == .list([.text("unicast game gateway"), .text("broadcast game sender")]))
  }
}
