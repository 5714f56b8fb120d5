import AdvertFirmware
import AdvertisingData
import TestSupport
import Testing

/// Images that are cut or changed anywhere are read as far as they go.
@Suite struct ImageDamageTests {
  @Test(arguments: KeptImage.all) func everyCut(_ kept: KeptImage) throws {
    let octets = try kept.octets
    let whole = try FirmwareImage(ImageFile(octets))
    for length in octets.indices.sampled(oneIn: 120, seed: UInt64(octets.count)) {
      guard let image = try? FirmwareImage(ImageFile(Array(octets[..<length]))) else { continue }
      #expect(image.arrays.count <= whole.arrays.count, "\(length)")
    }
  }

  /// The table of sections of a member lies beyond all files.
  @Test func anOffsetBeyondEverything() throws {
    var octets = try #require(KeptImage.all.first { $0.name == "zephyr-x86_64.a" }).octets
    let header = try #require(octets.indices.first { octets[$0...].starts(with: [0x7F, 0x45, 0x4C, 0x46, 2]) })
    let offsets: [UInt64] = [UInt64.max, UInt64.max - 60, UInt64(Int.max), UInt64(Int.max) - 60]
    for offset in offsets {
      for index in 0..<8 {
        let octet = offset >> UInt64(8 * index)
        octets[header + 40 + index] = UInt8(truncatingIfNeeded: octet)
      }
      let image = try FirmwareImage(ImageFile(octets))
      #expect(image.problems.count == 1)
    }
  }

  /// One changed octet changes what it is part of: the lowest bit of it, the highest, or all. No payload grows past what
  /// advertising can have, and each error has one line.
  @Test(arguments: KeptImage.all) func everyOctet(_ kept: KeptImage) throws {
    let octets = try kept.octets
    var random = SplitMix64(seed: UInt64(octets.count))
    for place in octets.indices.sampled(oneIn: 200, seed: UInt64(octets.count)) {
      let change = ([0x01, 0x80, 0xFF] as [UInt8])[Int.random(in: 0..<3, using: &random)]
      var changed = octets
      changed[place] ^= change
      do throws(ImageError) {
        let image = try FirmwareImage(ImageFile(changed))
        #expect(image.arrays.allSatisfy { $0.payload.octets.count <= 825 * 255 }, "octet \(place) by \(change)")
      } catch {
        #expect(!error.description.contains("\n"), "octet \(place) by \(change)")
      }
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func anythingBehindTheHeader(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let octets = try KeptImage.all[Int(seed) % KeptImage.all.count].octets
    for _ in 0..<20 {
      var changed = octets
      for _ in 0..<Int.random(in: 1...200, using: &random) {
        changed[Int.random(in: 64..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let image = try? FirmwareImage(ImageFile(changed))
      #expect(image?.arrays.count ?? 0 < 1000, "seed \(seed)")
    }
  }
}
