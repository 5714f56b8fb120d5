import AdvertFirmware
import AdvertisingData
import TestSupport
import Testing

/// Firmware without symbols, written as tools write it.
@Suite struct CandidateTests {
  /// Flash with an array of octets, and an array of Zephyr's structure whose values are among the initial data of RAM.
  static let whole =
    [UInt8](repeating: 0xA5, count: 0x40) + [UInt8](hex: "020106 03030f18 05094c616d70 000000")
    // Of each element the type, the length, two zeros and the pointer: Flags, and a name.
    + [UInt8](hex: "01010000 00000020 09080000 01000020")
    // Where the program copies its initial data to, where they end there, and where they are.
    + [UInt8](hex: "00000020 09000020 70000010 00000000") + [UInt8](hex: "06 5348532d32303731")

  static func hexFile(_ octets: [UInt8], at address: UInt32) -> String {
    func record(_ type: UInt8, _ offset: UInt16, _ data: [UInt8]) -> String {
      let content = [UInt8(data.count), UInt8(offset >> 8), UInt8(truncatingIfNeeded: offset), type] + data
      return ":" + (content + [0 &- content.reduce(0, &+)]).hex.uppercased() + "\r\n"
    }
    let high = UInt16(address >> 16)
    return record(4, 0, [UInt8(high >> 8), UInt8(truncatingIfNeeded: high)])
      + stride(from: 0, to: octets.count, by: 16).map { start in
        record(
          0, UInt16(truncatingIfNeeded: address) + UInt16(start), Array(octets[start..<min(start + 16, octets.count)]))
      }.joined() + record(1, 0, [])
  }

  /// - Parameter filled: whether the last block is filled up, as most tools do.
  static func uf2File(_ octets: [UInt8], at address: UInt32, filled: Bool = false) -> [UInt8] {
    stride(from: 0, to: octets.count, by: 64).flatMap { start in
      var data = Array(octets[start..<min(start + 64, octets.count)])
      if filled { data += [UInt8](repeating: 0, count: 64 - data.count) }
      var block: [UInt8] = []
      for number in [0x0A32_4655, 0x9E5D_5157, 0, address + UInt32(start), UInt32(data.count), 0, 1, 0] as [UInt32] {
        block.append(number, order: .little)
      }
      block += data
      block += [UInt8](repeating: 0, count: 508 - block.count)
      block.append(0x0AB1_6F30 as UInt32, order: .little)
      return block
    }
  }

  private static let array = [UInt8](hex: "020106 03030f18 05094c616d70")
  private static let structures = [UInt8](hex: "020106 0909 5348532d32303731")

  @Test func intelHexIsSearched() throws {
    let search = try CandidateSearch(ImageFile(Array(Self.hexFile(Self.whole, at: 0x1000_0000).utf8)))
    #expect(search.kind == "Intel HEX")
    #expect(Set(search.candidates.map(\.payload.octets)) == [Self.array, Self.structures])
    let array = try #require(search.candidates.first { $0.form == .octets })
    #expect(array.address == 0x1000_0040)
    #expect(array.fileOffset == nil)
    // Where an array ends is not known: a service in it may be that of the scan response behind it.
    #expect(array.confidence == .possible)
    #expect(search.candidates.first { $0.form != .octets }?.confidence == .likely)
  }

  @Test(arguments: [false, true]) func uf2IsSearched(filled: Bool) throws {
    let search = try CandidateSearch(ImageFile(Self.uf2File(Self.whole, at: 0x1000_0000, filled: filled)))
    #expect(search.kind == "UF2")
    #expect(Set(search.candidates.map(\.payload.octets)) == [Self.array, Self.structures])
    #expect(search.candidates.first { $0.form == .structures(count: 2) }?.address == 0x1000_0050)
  }

  /// The elements of a scan response lie before those of the advertising data: they are no part of them.
  @Test func anArrayBeginsWithItsFlags() throws {
    let response = [UInt8](hex: "03020000 06000020")
    let octets =
      Self.whole[..<0x50] + response + Self.whole[0x50..<0x60] + [UInt8](hex: "00000020 09000020 78000010 00000000")
    let search = try CandidateSearch(
      ImageFile(Array(Self.hexFile(Array(octets) + Self.whole[0x70...], at: 0x1000_0000).utf8)))
    #expect(Set(search.candidates.map(\.payload.octets)) == [Self.array, Self.structures])
  }

  @Test func aBinaryImageHasOffsets() throws {
    let search = try CandidateSearch(ImageFile(Self.whole))
    #expect(search.candidates.map(\.payload.octets) == [Self.array])
    #expect(search.candidates.first?.fileOffset == 0x40)
    #expect(search.candidates.first?.address == nil)
  }

  @Test func anImageWithoutSymbolsHasWhatItsSourceSays() throws {
    let search = try CandidateSearch(ImageFile(path: KeptImage.path("parameters-thumb.elf")))
    #expect(search.candidates.contains { $0.payload.octets.starts(with: [UInt8](hex: "020106 03030f18")) })
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func randomOctetsAreNoPayloads(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let octets = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(try CandidateSearch(ImageFile(octets)).candidates.allSatisfy { $0.confidence == .unlikely }, "seed \(seed)")
  }

  @Test func damageOfIntelHexIsToldWithItsLine() {
    let text = ":020000041000EA\n:0400000002010699FF\n"
    #expect(throws: ImageError.damaged(offset: 16, expected: "a sum of zero in line 2", found: "another checksum")) {
      try CandidateSearch(ImageFile(Array(text.utf8)))
    }
  }
}
