import AdvertCapture
import AdvertReading
import TestSupport
import Testing

@Suite struct DeflatedOctetsTests {
  /// Texts with repeats, octets without any, and neither, of sizes around what a window has.
  private static let contents: [[UInt8]] =
    [0, 1, 2, 257, 258, 259, 32_767, 32_768, 70_000].flatMap { count in
      [[UInt8](repeating: 0x2E, count: count), Octets.noise(count, seed: UInt64(count))]
    }

  @Test(arguments: contents, [DeflatedOctets.Wrapper.none, .zlib])
  func unpacksWhatWasPacked(_ octets: [UInt8], _ wrapper: DeflatedOctets.Wrapper) {
    let packed = Octets.deflated(octets, wrapper == .zlib ? .zlib : .none)
    #expect(DeflatedOctets.unpacked(packed, wrapper, count: octets.count) == octets)
    // What is behind the stream does not matter.
    #expect(DeflatedOctets.unpacked(packed + [1, 2, 3], wrapper, count: octets.count) == octets)
    // Another number of octets than there are.
    #expect(DeflatedOctets.unpacked(packed, wrapper, count: octets.count + 1) == nil)
    #expect(DeflatedOctets.unpacked(packed, wrapper, count: octets.count - 1) == nil)
    #expect(DeflatedOctets.unpacked(Array(packed.dropLast(5)), wrapper, count: octets.count) == nil)
  }

  /// Nothing is allocated because a length field asks for it: deflate reaches 1032 times.
  @Test func moreThanThereCanBe() {
    #expect(DeflatedOctets.unpacked([3, 0], .none, count: 1 << 40) == nil)
    #expect(DeflatedOctets.unpacked([], .none, count: 0) == nil)
    #expect(DeflatedOctets.unpacked([3, 0], .none, count: -1) == nil)
    #expect(DeflatedOctets.unpacked([3, 0], .none, count: 0) == [])
  }

  @Test func damage() {
    var packed = Octets.deflated(Octets.noise(1000, seed: 1), .zlib)
    packed[packed.count - 1] ^= 1
    #expect(DeflatedOctets.unpacked(packed, .zlib, count: 1000) == nil, "its checksum is another")
  }
}
