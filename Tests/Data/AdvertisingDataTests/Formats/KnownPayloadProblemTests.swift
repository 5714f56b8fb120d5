import AdvertisingData
import Testing

/// What is wrong with a well-known payload, and where.
@Suite struct KnownPayloadProblemTests {
  static let ofCompanies: [(UInt16, String, [KnownPayload.Problem])] = [
    (0x004C, "0215e2c56db5dffb48d2b060d0f5a71096e000010002", [.length(.tooShort(minimum: 23, actual: 22))]),
    (0x004C, "0215e2c56db5dffb48d2b060d0f5a71096e000010002c500", [.surplus(offset: 23, count: 1)]),
    (0x0118, "beac00", [.length(.tooShort(minimum: 23, actual: 3))]),
    (
      0x0118, "beac00112233445566778899aabbccddeeff00010002c5", [.length(.tooShort(minimum: 24, actual: 23))]
    ),
    // HomeKit: without a subtype, too short, cut.
    (0x004C, "060d0080e7146a373406009f210402", [.unexpected(offset: 1, expected: "subtype 1 in the top three bits")]),
    (0x004C, "062c0080e7146a373406009f2104", [.unexpected(offset: 1, expected: "a length of at least 13")]),
    (0x004C, "06310080e7146a3734", [.cut(offset: 0)]),
    (
      0x004C, "1135" + String(repeating: "00", count: 21), [.unexpected(offset: 1, expected: "a length of at least 22")]
    ),
    (0x004C, "1005", [.cut(offset: 0)]),
    (0x004C, "01ff", [.cut(offset: 0)]),
    (0x004C, "10020b1c", []), (0x004C, "10010b", [.unexpected(offset: 1, expected: "a length of at least 2")]),
    (0x004C, "10050b1c0102030c01ff", [.unexpected(offset: 8, expected: "a length of at least 14")]),
    (0x004C, "1203000000", [.unexpected(offset: 1, expected: "length 0x19 or 0x02")]),
    (
      0x004C, "0512000000000000000101aabbccddeeff112201",
      [.reserved(offset: 9), .reserved(offset: 19)]
    ),
    // Longer than known, and another form of proximity pairing.
    (0x004C, "09081304c0a856031b58", []), (0x004C, "0703065cd5", []),
    (0x004C, "0703015cd5", [.unexpected(offset: 1, expected: "a length of at least 19")]),
    (0x0006, "0300", [.length(.tooShort(minimum: 3, actual: 2))]),
    (0x0006, "030081", [.unexpected(offset: 2, expected: "0x80")]),
    (0x0006, "030180", [.length(.tooShort(minimum: 12, actual: 3))]),
    (0x0006, "030780", [.unexpected(offset: 1, expected: "a sub-scenario from 0 to 2")]),
    (0x0006, "01", [.length(.tooShort(minimum: 8, actual: 1))]),
    (0x0006, "010920021122334400", [.length(.wrongLength(expected: 27, actual: 9))]),
    (0x0499, "05", [.length(.tooShort(minimum: 24, actual: 1))]),
    (0x0499, "03291a64ce1efc18f94202ca0b53", [.unexpected(offset: 3, expected: "hundredths of a degree, below 100")]),
  ]

  static let ofServices: [(UInt32, String, [KnownPayload.Problem])] = [
    (0xFEAA, "", [.length(.tooShort(minimum: 1, actual: 0))]),
    (0xFEAA, "00ee00", [.length(.tooShort(minimum: 18, actual: 3))]),
    (
      0xFEAA, "01ee000102030405060708090a0b0c0d0e0f",
      [.unexpected(offset: 0, expected: "a frame type that Eddystone has: 0x00, 0x10, 0x20 or 0x30")]
    ),
    (
      0xFEAA, "21010b0c",
      [.unexpected(offset: 0, expected: "a frame type that Eddystone has: 0x00, 0x10, 0x20 or 0x30")]
    ),
    (
      0xFEAA, "40aabb", [.unexpected(offset: 0, expected: "a frame type that Eddystone has: 0x00, 0x10, 0x20 or 0x30")]
    ),
    (0xFEAA, "40" + String(repeating: "aa", count: 20) + "0102", [.surplus(offset: 22, count: 1)]),
    (
      0xFEAA, "00ee000102030405060708090a0b0c0d0e0f00",
      [.unexpected(offset: 18, expected: "two reserved bytes or none")]
    ),
    (0xFEAA, "00ee000102030405060708090a0b0c0d0e0f0001", [.reserved(offset: 18)]),
    (0xFEAA, "00ee000102030405060708090a0b0c0d0e0f000002", [.surplus(offset: 20, count: 1)]),
    (0xFEAA, "10ec04610e62", [.unexpected(offset: 2, expected: "a scheme from 0 to 3"), .reserved(offset: 4)]),
    (0xFEAA, "10ec02" + String(repeating: "61", count: 18), [.surplus(offset: 20, count: 1)]),
    (0xFEAA, "2002", [.unexpected(offset: 1, expected: "telemetry version 0 or 1")]),
    (
      0xFEAA, "50", [.unexpected(offset: 0, expected: "a frame type that Eddystone has: 0x00, 0x10, 0x20 or 0x30")]
    ),
    (0xFE2C, "", [.length(.tooShort(minimum: 1, actual: 0))]),
    (0xFE2C, "0140010203", [.reserved(offset: 0), .cut(offset: 1)]),
    (
      0xFE2C, "0080000102030405060731010203",
      [
        .unexpected(offset: 1, expected: "a filter as long as some number of account keys makes it"),
        .unexpected(offset: 10, expected: "a salt of 1 or 2 bytes"),
      ]
    ),
    (0xFD6F, "0011", [.length(.tooShort(minimum: 20, actual: 2))]),
    (0xFCD2, "41", [.length(.tooShort(minimum: 9, actual: 1))]),
    (0xFCD2, "42", [.length(.tooShort(minimum: 7, actual: 1))]),
    (
      0xFFF6, "01000ff1ff018004",
      [.unexpected(offset: 0, expected: "opcode 0x00 (commissionable)"), .reserved(offset: 7)]
    ),
    (0xFE95, "5050", [.length(.tooShort(minimum: 5, actual: 2))]),
    (0xFE95, "50505b0501", [.length(.tooShort(minimum: 11, actual: 5))]),
    (0xFE95, "40505b05010a1002", [.cut(offset: 5)]),
    (0xFE95, "00505b0501aa", [.surplus(offset: 5, count: 1)]),
    (0xFE95, "48505b0501aa", [.length(.tooShort(minimum: 12, actual: 6))]),
    (0x184E, "0001", [.length(.tooShort(minimum: 6, actual: 2))]),
    (0x184E, "020100010004", [.unexpected(offset: 0, expected: "0x00 (general) or 0x01 (targeted)"), .cut(offset: 5)]),
    (0x184E, "01010001000055", [.surplus(offset: 6, count: 1)]),
    (0x1852, "1234", [.length(.tooShort(minimum: 3, actual: 2))]), (0x1852, "12345678", []),
    (0x1853, "", [.length(.tooShort(minimum: 1, actual: 0))]), (0x1853, "0001", [.surplus(offset: 1, count: 1)]),
    (0x1856, "0f0103", [.reserved(offset: 0), .cut(offset: 2)]),
    (0x1856, "00", [.length(.tooShort(minimum: 2, actual: 1))]),
    (0x1856, "050403040101", [.unexpected(offset: 2, expected: "the length of language: 4")]),
    (0x184F, "01", [.surplus(offset: 0, count: 1)]),
    (0x1851, "409c00", [.length(.tooShort(minimum: 4, actual: 3))]),
    (0x1851, "409c0000", [.unexpected(offset: 3, expected: "at least 1 subgroup")]),
    (0x1851, "409c0001010600000000", [.cut(offset: 4)]),
    (
      0x1851, "409c00010006000000000000aa",
      [.unexpected(offset: 4, expected: "from 1 to 31 streams"), .surplus(offset: 12, count: 1)]
    ),
    (
      0x1851, "409c0001010600000000030201080003040405",
      [.cut(offset: 4)]
    ),
    (
      0x1851, "409c0001010600000000040302010700" + "2000",
      [
        .unexpected(offset: 11, expected: "the length of frame duration: 2"),
        .unexpected(offset: 16, expected: "the number of a stream, from 1 to 31"),
      ]
    ),
    (0x1855, "05", [.length(.tooShort(minimum: 2, actual: 1))]), (0x1855, "4000", [.reserved(offset: 0)]),
    (0x1855, "0101", [.reserved(offset: 1)]), (0x1855, "010000", [.surplus(offset: 2, count: 1)]),
    (0x1858, "", [.length(.tooShort(minimum: 1, actual: 0))]), (0x1858, "10", [.reserved(offset: 0)]),
    (0x1827, "0123456789abcdef0123456789abcdef00", [.length(.tooShort(minimum: 18, actual: 17))]),
    (0x1827, "0123456789abcdef0123456789abcdef002000", [.surplus(offset: 18, count: 1)]),
    (0x1828, "", [.length(.tooShort(minimum: 1, actual: 0))]),
    (0x1828, "0000010203", [.length(.tooShort(minimum: 9, actual: 5))]),
    (0x1828, "01000102030405060708090a0b0c0d0e", [.length(.tooShort(minimum: 17, actual: 16))]),
    (0x1828, "00000102030405060708", [.surplus(offset: 9, count: 1)]),
    (0x1828, "0400", [.unexpected(offset: 0, expected: "a type of identification from 0 to 3")]),
    (0xFFFA, "0d01", [.length(.tooShort(minimum: 3, actual: 2))]),
    (0xFFFA, "0d0102", [.length(.tooShort(minimum: 27, actual: 3))]),
    (
      0xFFFA, "0d0122" + "100fff00000000" + String(repeating: "00", count: 17),
      []
    ),
    (
      0xFFFA, "0d0122" + "1001ff00000000" + String(repeating: "00", count: 17),
      [.unexpected(offset: 5, expected: "no more bytes than the pages have")]
    ),
    (
      0xFFFA, "0d0122" + "1010ff00000000" + String(repeating: "00", count: 17),
      [.unexpected(offset: 4, expected: "the number of a page, at most 15")]
    ),
    (
      0xFFFA, "0d0112" + "2000000000e9a435" + "00d2496b" + String(repeating: "00", count: 12),
      []
    ),
    (
      0xFFFA, "0d0112" + "2000000001e9a435" + "01d2496b" + String(repeating: "00", count: 12),
      [
        .unexpected(offset: 7, expected: "a latitude from -90 to 90 degrees"),
        .unexpected(offset: 11, expected: "a longitude from -180 to 180 degrees"),
      ]
    ),
    (
      0xFFFA, "0c0163" + String(repeating: "00", count: 24),
      [
        .unexpected(offset: 0, expected: "0x0d"), .unexpected(offset: 2, expected: "a protocol version from 0 to 2"),
        .unexpected(offset: 2, expected: "a message type from 0 to 5"),
      ]
    ),
  ]

  @Test(arguments: ofCompanies)
  func ofCompany(_ company: UInt16, _ hex: String, _ problems: [KnownPayload.Problem]) throws {
    let known = try #require(try Recognition.known(company: company, hex))
    #expect(known.problems == problems)
    #expect(known.octets == (try HexText.octets(of: hex)))
  }

  @Test(arguments: ofServices)
  func ofService(_ service: UInt32, _ hex: String, _ problems: [KnownPayload.Problem]) throws {
    let known = try #require(try Recognition.known(service: service, hex))
    #expect(known.problems == problems)
    #expect(known.octets == (try HexText.octets(of: hex)))
  }

  @Test func inWords() {
    #expect(KnownPayload.Problem.surplus(offset: 23, count: 1).description == "1 byte too many at data byte 23")
    #expect(KnownPayload.Problem.surplus(offset: 3, count: 2).description == "2 bytes too many at data byte 3")
    #expect(KnownPayload.Problem.reserved(offset: 7).description == "reserved bits are set at data byte 7")
    #expect(KnownPayload.Problem.cut(offset: 0).description == "what starts at data byte 0 is cut off")
    #expect(KnownPayload.Problem.unexpected(offset: 2, expected: "0x80").description == "data byte 2 should be 0x80")
    #expect(
      KnownPayload.Problem.length(.tooShort(minimum: 3, actual: 1)).description == "needs at least 3 bytes, has 1")
  }
}
