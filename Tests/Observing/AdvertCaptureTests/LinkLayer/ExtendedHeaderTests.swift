import AdvertisingData
import Testing

@testable import AdvertCapture

@Suite struct ExtendedHeaderTests {
  private static let fields: [[UInt8]] = [
    [0x01, 0x02, 0x03, 0x04, 0x05, 0x06],
    [0x11, 0x12, 0x13, 0x14, 0x15, 0x16],
    [0x83],
    [0x23, 0x51],
    [0x0A, 0x32, 0x20],
    LinkLayerVectors.octets("6400 5000 ffffffff1f 78563412 aabbcc 0700"),
    [0xF8],
  ]

  /// A payload with the fields whose flags are set.
  private static func payload(flags: UInt8, mode: UInt8, acad: [UInt8], data: [UInt8]) -> [UInt8] {
    let present = fields.indices.filter { flags & 1 << $0 != 0 }.flatMap { fields[$0] }
    return [mode << 6 | UInt8(1 + present.count + acad.count), flags] + present + acad + data
  }

  /// All 256 combinations of flags, the reserved one among them, with and without what may follow the fields.
  @Test func everyCombinationOfFields() throws {
    for flags in UInt8.min ... .max {
      for (acad, data) in [([], []), ([2, 0x2C, 1], []), ([], [2, 1, 6]), ([2, 0x2C, 1], [2, 1, 6])]
        as [([UInt8], [UInt8])]
      {
        let payload = Self.payload(flags: flags, mode: flags & 0x03, acad: acad, data: data)
        let header = try #require(DecodedHeader(payload), "flags \(flags)")
        func has(_ field: Int) -> Bool { flags & 1 << field != 0 }
        #expect(header.mode.rawValue == flags & 0x03)
        #expect(header.address == (has(0) ? DeviceAddress(bits: 0x0605_0403_0201, type: .random) : nil))
        #expect(header.target == (has(1) ? DeviceAddress(bits: 0x1615_1413_1211, type: .public) : nil))
        #expect(header.constantToneInfo == (has(2) ? 0x83 : nil))
        #expect(header.dataInfo?.did == (has(3) ? 0x123 : nil))
        #expect(header.dataInfo?.sid == (has(3) ? 5 : nil))
        #expect(header.auxiliaryPointer?.channel == (has(4) ? 10 : nil))
        #expect(header.auxiliaryPointer?.offsetMicroseconds == (has(4) ? 1500 : nil))
        #expect(header.syncInfo?.accessAddress == (has(5) ? 0x1234_5678 : nil))
        #expect(header.txPower == (has(6) ? -8 : nil))
        #expect(Array(payload[header.acad]) == acad, "flags \(flags)")
        #expect(Array(payload[header.data]) == data, "flags \(flags)")
      }
    }
  }

  /// Every combination with every header length: read when the fields fit, refused when they do not.
  @Test func everyHeaderLength() {
    for flags in UInt8.min ... .max {
      let whole = Self.payload(flags: flags, mode: 0, acad: [], data: [])
      for length in 0...63 {
        var payload = whole + Array(repeating: 0, count: 64)
        payload[0] = UInt8(length)
        let isRead = DecodedHeader(payload) != nil
        #expect(isRead == (length == 0 || length >= whole.count - 1), "flags \(flags), length \(length)")
      }
    }
  }

  /// Every prefix of the longest header: refused, until all of it is there.
  @Test func everyPrefix() {
    let whole = Self.payload(flags: 0x7F, mode: 0, acad: [], data: [])
    for count in 0..<whole.count {
      let isRead = DecodedHeader(Array(whole.prefix(count))) != nil
      #expect(!isRead, "\(count) octets")
    }
    #expect(DecodedHeader(whole) != nil)
  }

  @Test func withoutFlags() throws {
    let payload: [UInt8] = [0x80, 0xFF, 0xFF]
    let header = try #require(DecodedHeader(payload))
    #expect(header.mode == .scannable)
    #expect(header.dataInfo == nil)
    #expect(header.acad.isEmpty)
    #expect(header.data == 1..<3)
  }

  @Test func advExtInd() throws {
    let payload = Array(LinkLayerVectors.advExtInd[6..<13])
    let header = try #require(DecodedHeader(payload))
    #expect(header.mode == .neither)
    #expect(header.dataInfo == DataInfo(bits: 0x5123))
    let pointer = try #require(header.auxiliaryPointer)
    #expect(pointer.channel == 10)
    #expect(pointer.offsetMicroseconds == 0x32 * 30)
    #expect(pointer.phy == .twoMegabit)
    #expect(header.address == nil)
    #expect(header.data.isEmpty)
  }

  @Test func syncInfo() throws {
    let payload = Array(LinkLayerVectors.syncInfo[6..<36])
    let header = try #require(DecodedHeader(payload))
    let syncInfo = try #require(header.syncInfo)
    #expect(syncInfo.offsetMicroseconds == 0x64 * 30)
    #expect(syncInfo.interval == 0x50)
    #expect(syncInfo.channelMap == 0x1F_FFFF_FFFF)
    #expect(syncInfo.accessAddress == 0x1234_5678)
    #expect(syncInfo.crcInit == 0xCC_BBAA)
    #expect(syncInfo.eventCounter == 7)
    #expect(header.txPower == -8)
    #expect(Array(payload[header.data]) == [0x02, 0x0A, 0x00])
  }

  @Test func syncInfoOffsets() {
    let octets = { (first: UInt8, second: UInt8) in [first, second] + Array(repeating: UInt8(0), count: 16) }
    #expect(SyncInfo(octets(0xFF, 0x1F).span, at: 0).offsetMicroseconds == 0x1FFF * 30)
    #expect(SyncInfo(octets(0xFF, 0x3F).span, at: 0).offsetMicroseconds == 0x1FFF * 300)
    #expect(SyncInfo(octets(0x01, 0x60).span, at: 0).offsetMicroseconds == 300 + 2_457_600)
  }

  /// All channels, units and PHYs, and the offset's bits.
  @Test func everyAuxiliaryPointer() {
    for first in UInt8.min ... .max {
      for phy in UInt16(0)..<8 {
        for offset in [0, 1, 0x32, 0x1000, 0x1FFF] as [UInt16] {
          let pointer = AuxiliaryPointer(first: first, second: phy << 13 | offset)
          #expect(pointer.channel == first & 0x3F)
          #expect(pointer.offsetMicroseconds == Int64(offset) * (first >= 0x80 ? 300 : 30))
          #expect(pointer.phy?.rawValue == (phy < 3 ? UInt8(phy) + 1 : nil))
        }
      }
    }
  }
}

/// Everything in an extended header, owned.
private struct DecodedHeader: Equatable {
  let mode: ExtendedHeader.Mode
  let address: DeviceAddress?
  let target: DeviceAddress?
  let constantToneInfo: UInt8?
  let dataInfo: DataInfo?
  let auxiliaryPointer: AuxiliaryPointer?
  let syncInfo: SyncInfo?
  let txPower: Int8?
  let acad: Range<Int>
  let data: Range<Int>

  init?(_ payload: [UInt8]) {
    guard let header = ExtendedHeader(payload.span) else { return nil }
    mode = header.mode
    address = header.advertiserAddress(type: .random)
    target = header.targetAddress(type: .public)
    constantToneInfo = header.constantToneInfo
    dataInfo = header.dataInfo
    auxiliaryPointer = header.auxiliaryPointer
    syncInfo = header.syncInfo
    txPower = header.txPower
    acad = header.acad
    data = header.data
  }
}
