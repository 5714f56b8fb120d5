import AdvertisingData
import Testing

@Suite struct BIGInfoTests {
  struct Field: Sendable, CustomTestStringConvertible {
    let name: String
    let start: Int
    let width: Int
    let get: @Sendable (BIGInfo) -> UInt64
    let set: @Sendable (inout BIGInfo, UInt64) -> Void

    var testDescription: String { name }
  }

  /// Name, first bit, number of bits.
  static let fields: [Field] = [
    Field(name: "offset", start: 0, width: 14, get: { $0.offset }, set: { $0.offset = $1 }),
    Field(
      name: "offset unit", start: 14, width: 1, get: { $0.hasLongOffsetUnit ? 1 : 0 },
      set: { $0.hasLongOffsetUnit = $1 & 1 == 1 }),
    Field(name: "interval", start: 15, width: 12, get: { $0.isoInterval }, set: { $0.isoInterval = $1 }),
    Field(name: "streams", start: 27, width: 5, get: { $0.numberOfStreams }, set: { $0.numberOfStreams = $1 }),
    Field(name: "NSE", start: 32, width: 5, get: { $0.numberOfSubevents }, set: { $0.numberOfSubevents = $1 }),
    Field(name: "BN", start: 37, width: 3, get: { $0.burstNumber }, set: { $0.burstNumber = $1 }),
    Field(name: "sub-interval", start: 40, width: 20, get: { $0.subInterval }, set: { $0.subInterval = $1 }),
    Field(
      name: "PTO", start: 60, width: 4, get: { $0.pretransmissionOffset }, set: { $0.pretransmissionOffset = $1 }),
    Field(name: "spacing", start: 64, width: 20, get: { $0.streamSpacing }, set: { $0.streamSpacing = $1 }),
    Field(
      name: "IRC", start: 84, width: 4, get: { $0.immediateRepetitionCount },
      set: { $0.immediateRepetitionCount = $1 }),
    Field(name: "PDU", start: 88, width: 8, get: { $0.maximumPDU }, set: { $0.maximumPDU = $1 }),
    Field(name: "reserved", start: 96, width: 8, get: { $0.reserved }, set: { $0.reserved = $1 }),
    Field(
      name: "seed", start: 104, width: 32, get: { $0.seedAccessAddress }, set: { $0.seedAccessAddress = $1 }),
    Field(name: "SDU interval", start: 136, width: 20, get: { $0.sduInterval }, set: { $0.sduInterval = $1 }),
    Field(name: "SDU", start: 156, width: 12, get: { $0.maximumSDU }, set: { $0.maximumSDU = $1 }),
    Field(name: "CRC", start: 168, width: 16, get: { $0.baseCRCInit }, set: { $0.baseCRCInit = $1 }),
    Field(name: "channels", start: 184, width: 37, get: { $0.channelMap }, set: { $0.channelMap = $1 }),
    Field(name: "PHY", start: 221, width: 3, get: { $0.phy }, set: { $0.phy = $1 }),
    Field(name: "payload count", start: 224, width: 39, get: { $0.payloadCount }, set: { $0.payloadCount = $1 }),
    Field(
      name: "framing", start: 263, width: 1, get: { $0.isFramed ? 1 : 0 }, set: { $0.isFramed = $1 & 1 == 1 }),
  ]

  /// No bit of the 33 octets is without a field, none is in two.
  @Test func fieldsCoverEverything() {
    var end = 0
    for field in Self.fields {
      #expect(field.start == end)
      end += field.width
    }
    #expect(end == 8 * 33)
  }

  /// Each field sets exactly its bits, keeps only as many as it has, and reads them back.
  @Test(arguments: fields)
  func fieldHasItsBits(_ field: Field) {
    var info = BIGInfo()
    field.set(&info, .max)
    let set = (0..<264).filter { bit in info.octets[bit / 8] & UInt8(1) << (bit % 8) != 0 }
    #expect(set == Array(field.start..<field.start + field.width))
    #expect(field.get(info) == UInt64(1) << field.width - 1)
    #expect(Self.fields.filter { $0.get(info) != 0 }.map(\.name) == [field.name])
    for bit in 0..<field.width {
      field.set(&info, 1 << bit)
      #expect(field.get(info) == 1 << bit)
    }
    field.set(&info, 0)
    #expect(info == BIGInfo())
  }

  @Test func encryption() throws {
    let vector = Array(1...8 as ClosedRange<UInt8>)
    let diversifier = Array(11...26 as ClosedRange<UInt8>)
    let info = try #require(BIGInfo(groupInitializationVector: vector, groupSessionKeyDiversifier: diversifier))
    #expect(info.isEncrypted)
    #expect(info.octets == [UInt8](repeating: 0, count: 33) + vector + diversifier)
    #expect(info.groupInitializationVector == vector)
    #expect(info.groupSessionKeyDiversifier == diversifier)
    #expect(ADValue(type: .bigInfo, value: info.octets.span) == .bigInfo(info))
    #expect(!BIGInfo().isEncrypted)
    #expect(BIGInfo().groupInitializationVector == nil)
    #expect(BIGInfo().groupSessionKeyDiversifier == nil)
  }
}
