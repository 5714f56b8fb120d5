import AdvertisingData
import Testing

@Suite struct OverflowAreaTests {
  static let known: [(String, Int)] = [
    ("feaa", 84), ("180d", 61), ("180f", 115), ("1812", 100), ("fd6f", 89),
    ("6e400001-b5a3-f393-e0a9-e50e24dcca9e", 46), ("00000000-0000-0000-0000-000000000000", 0),
    ("2f234454-cf6d-4a0f-adf2-f4911ba9ffa6", 83), ("9aa4730f-b25c-4cc3-b821-c931559fc196", 66),
    // On the air: octet 4, 0x10; octet 7, 0x08; octet 7, 0x02 for both of the last two.
    ("c007", 36), ("c008", 59), ("1001", 57), ("3333", 57),
  ]

  @Test(arguments: known) func bitOfKnownService(_ text: String, _ bit: Int) throws {
    let uuid = try #require(BluetoothUUID(text: text))
    #expect(OverflowArea.bit(of: uuid) == bit)
    let area = OverflowArea([uuid])
    #expect(area.bits == [bit])
    #expect(area.mask[bit / 8] == 1 << UInt8(bit % 8))
    #expect(area.mask.filter { $0 != 0 }.count == 1)
  }

  /// The remainder by x^8 + x^3 + 1, gathered from the remainder of each power of x.
  @Test func everyShortServiceAgreesWithPolynomialDivision() {
    // remainders[k] is x^(k + 8) modulo the polynomial, for bit k of the UUID counted from its end.
    var remainders: [Int] = []
    var power = 1
    for exponent in 0..<128 + 8 {
      if exponent >= 8 { remainders.append(power) }
      power *= 2
      if power >= 256 { power = (power - 256) ^ 9 }
    }
    let base: [UInt8] = [0, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0x80, 0x5F, 0x9B, 0x34, 0xFB]
    var firstDifference: UInt32?
    var perBit = [Int](repeating: 0, count: 128)
    for number in UInt32(0)...0xFFFF {
      var octets = base
      octets[2] = UInt8(number >> 8)
      octets[3] = UInt8(number & 0xFF)
      var remainder = 0
      for index in 0..<128 where octets[15 - index / 8] >> UInt8(index % 8) & 1 == 1 { remainder ^= remainders[index] }
      let bit = OverflowArea.bit(of: BluetoothUUID(number))
      perBit[bit] += 1
      if remainder % 128 != bit, firstDifference == nil { firstDifference = number }
    }
    #expect(firstDifference == nil)
    #expect(perBit.allSatisfy { $0 == 512 })
  }

  @Test func candidatesAreThoseWhoseBitIsSet() throws {
    let services = try ["1001", "180f", "3333", "feaa"].map { try #require(BluetoothUUID(text: $0)) }
    let area = OverflowArea([services[0], services[3]])
    #expect(area.bits == [57, 84])
    #expect(area.candidates(among: services) == [services[0], services[2], services[3]])
    #expect(OverflowArea([]).candidates(among: services) == [])
  }

  @Test func bitsAreThoseOfTheMask() throws {
    for bit in 0..<128 {
      var mask = [UInt8](repeating: 0, count: 16)
      mask[bit / 8] = 1 << UInt8(bit % 8)
      let area = try #require(OverflowArea(mask: mask))
      #expect(area.bits == [bit])
      #expect(area.contains(bit: bit))
    }
    let full = try #require(OverflowArea(mask: [UInt8](repeating: 0xFF, count: 16)))
    #expect(full.bits == Array(0..<128))
    #expect(!full.contains(bit: -1))
    #expect(!full.contains(bit: 128))
    #expect(OverflowArea(mask: [UInt8](repeating: 0, count: 15)) == nil)
    #expect(OverflowArea(mask: [UInt8](repeating: 0, count: 17)) == nil)
  }

  @Test func captureOfOneBackgroundService() throws {
    let data = ManufacturerData(company: 0x004C, data: [1] + [UInt8](repeating: 0, count: 10) + [8, 0, 0, 0, 0, 0])
    let known = try #require(KnownPayload.recognised(in: data))
    let service = try #require(BluetoothUUID(text: "2f234454-cf6d-4a0f-adf2-f4911ba9ffa6"))
    #expect(known.values("bits") == ["83"])
    #expect(data.data == [1] + OverflowArea([service]).mask)
  }
}
