import Testing

@testable import AdvertReport

/// A key is described and written at one place.
@Suite struct KeysTests {
  private struct Device: Sendable {
    var name: String?
    var count = 0
    var place: Int??
    var parts: [(offset: Int, data: [UInt8])] = []
  }

  private static let part: Keys<(offset: Int, data: [UInt8])> = [
    Key("offset", .integer, "where") { $0.offset }, Key("data", .octets, "what") { $0.data },
  ]

  private static let counts: Keys<Device> = [Key("count", .integer, "how often") { $0.count }]

  private static let keys: Keys<Device> = [
    Key(schema: "advert.device/1"), Key("name", .string, "its name", null: "when it has none") { $0.name },
    .all(counts) { $0 },
    Key("place", .integer, "where it is", null: "when it is nowhere", absent: "when it is not asked for") { $0.place },
    Key("parts", .list(.object(part)), "its parts", absent: "when there are none") {
      $0.parts.isEmpty ? nil : $0.parts
    },
  ]

  @Test func aValueDecidesWhatIsWritten() {
    #expect(
      Self.line(Device(name: "A\"", count: 2, place: .some(3), parts: [(0, [0xAB, 1]), (7, [])]))
        == #"{"schema":"advert.device/1","name":"A\"","count":2,"place":3,"#
        + #""parts":[{"offset":0,"data":"ab01"},{"offset":7,"data":""}]}"# + "\n")
    #expect(Self.line(Device()) == #"{"schema":"advert.device/1","name":null,"count":0}"# + "\n")
    #expect(
      Self.line(Device(place: .some(.none))) == #"{"schema":"advert.device/1","name":null,"count":0,"place":null}"#
        + "\n")
  }

  @Test func whatIsWrittenIsDescribed() {
    let described = Self.keys.described
    #expect(described.map(\.key) == ["schema", "name", "count", "place", "parts"])
    #expect(described.map(\.null) == [nil, "when it has none", nil, "when it is nowhere", nil])
    #expect(described.map(\.absent) == [nil, nil, nil, "when it is not asked for", "when there are none"])
    #expect(described.map(\.type) == [.string, .string, .integer, .integer, .list(.object(Self.part.described))])
  }

  /// A list whose elements come later, and one whose elements are handed on.
  @Test func listsAreWrittenAsTheyCome() {
    let keys: Keys<[Int]> = [
      Key("first", .integer, "the first") { $0[0] }, Key("parts", awaiting: Self.part, "the parts"),
      Key("last", .integer, "the last") { $0[$0.count - 1] },
    ]
    var json = JSONWriter(isIndented: false)
    keys.begin([4, 5], to: &json)
    json.object(Self.part, of: (1, [2]))
    json.object(Self.part, of: (3, []))
    keys.end([4, 5], to: &json)
    let streaming: Keys<[Int]> = [
      Key("first", .integer, "the first") { $0[0] },
      Key("parts", streaming: Self.part, "the parts") { _, take in
        take((1, [2]))
        take((3, []))
      },
      Key("last", .integer, "the last") { $0[$0.count - 1] },
    ]
    var other = JSONWriter(isIndented: false)
    other.object(streaming, of: [4, 5])
    #expect(json.text == #"{"first":4,"parts":[{"offset":1,"data":"02"},{"offset":3,"data":""}],"last":5}"# + "\n")
    #expect(other.text == json.text)
    #expect(keys.described == streaming.described)
  }

  private static func line(_ device: Device) -> String {
    var json = JSONWriter(isIndented: false)
    json.object(keys, of: device)
    return json.text
  }
}
