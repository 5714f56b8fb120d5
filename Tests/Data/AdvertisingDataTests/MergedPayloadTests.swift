import Testing

@testable import AdvertisingData

/// What other bytes of a device say of where the advertising data end.
@Suite struct MergedPayloadTests {
  private static let flags: [UInt8] = [2, 1, 6]
  private static let list: [UInt8] = [3, 3, 0x0F, 0x18]
  private static let name: [UInt8] = [5, 9, 0x41, 0x42, 0x43, 0x44]

  /// Advertising data that were received alone once are the likely division; of several, the longest.
  @Test func bytesAloneSpeakForADivision() throws {
    var merged = try #require(MergedPayload(Self.flags + Self.list + Self.name))
    #expect(merged.cuts == [0, 3, 7, 13] && merged.likely.cut == 13)
    merged.note(sentAlone: Self.flags, in: "line 3")
    #expect(merged.likely == .init(cut: 3, reason: "line 3 has the first 3 bytes of the same device alone"))
    merged.note(sentAlone: Self.flags + Self.list, in: "line 9")
    merged.note(sentAlone: Self.flags, in: "line 12")
    #expect(merged.likely == .init(cut: 7, reason: "line 9 has the first 7 bytes of the same device alone"))
  }

  /// Without Flags at the start, a name at the end may be all of the scan response.
  @Test func nothingSpeaksForADivision() throws {
    let appearance: [UInt8] = [3, 0x19, 0x40, 2]
    let open = try #require(MergedPayload(appearance + Self.flags + Self.list + Self.name))
    #expect(!open.likely.isSupported && open.cuts == [0, 4, 7, 11, 17])
    for octets in [Self.flags + appearance + Self.name, appearance + Self.flags + Self.list, appearance + Self.name] {
      #expect(try #require(MergedPayload(octets)).likely.isSupported)
    }
    var told = open
    told.note(sentAlone: appearance + Self.flags, in: "line 3")
    #expect(told.likely.isSupported && told.likely.cut == 7)
  }

  /// The scan response of TI's example programs has a name, connection intervals and a TX power; with more behind them, or
  /// without one of them, nothing shows it.
  @Test func examplesOfTI() throws {
    let intervals: [UInt8] = [5, 0x12, 0x50, 0, 0x20, 3]
    let power: [UInt8] = [2, 0x0A, 0]
    for length in 1...20 {
      let name = [UInt8(length + 1), 9] + [UInt8](repeating: 0x41, count: length)
      let head = Self.flags + Self.list
      let likely = try #require(MergedPayload(head + name + intervals + power)).likely
      #expect(likely.cut == head.count && likely.reason.contains("SimpleBLEPeripheral"))
      for other in [
        head + name + power + intervals, head + name + power, head + name + intervals + power + [2, 0x1C, 0],
      ] {
        #expect(try !#require(MergedPayload(other)).likely.reason.contains("SimpleBLEPeripheral"))
      }
    }
    let text = "0201060302f0ff140953696d706c65424c455065726970686572616c051250002003020a00"
    #expect(try #require(MergedPayload(HexText.octets(of: text))).likely.cut == 7)
  }

  /// Other bytes, all of the bytes, a part of a structure, and bytes whose division is certain anyway.
  @Test func otherBytesSayNothing() throws {
    var merged = try #require(MergedPayload(Self.flags + Self.list + Self.name))
    for other in [Self.list, Self.flags + Self.list + Self.name, Self.flags + [3], Self.flags + Self.name, []] {
      merged.note(sentAlone: other, in: "line 3")
    }
    #expect(merged.likely.cut == 13)
    let full: [UInt8] = [0x1E, 0xFF] + Array(repeating: 1, count: 29)
    var certain = try #require(MergedPayload(full + full))
    certain.note(sentAlone: full, in: "line 3")
    #expect(certain.cuts == [31] && certain.likely.reason.hasPrefix("no other division"))
  }
}
