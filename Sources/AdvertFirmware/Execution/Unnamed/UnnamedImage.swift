/// A firmware image without names: the octets that it puts into flash, and the programs there.
struct UnnamedImage {
  /// The kind of the file, in words.
  let kind: String
  /// The parts of flash, by address. They do not touch each other.
  let parts: [Part]

  /// A part of flash.
  struct Part {
    var address: UInt32
    var octets: [UInt8]

    var end: UInt64 { UInt64(address) + UInt64(octets.count) }
  }

  /// The most parts: files for real devices have a few, with gaps between them.
  private static let maximumParts = 64
  /// The most octets: more than the flash of any microcontroller with a radio, even as text, which needs more
  /// than two characters for each octet.
  private static let maximumOctets = 1 << 24

  /// Whether a file is such an image: Intel HEX, UF2, a vector table, or a package of images for an update.
  static func recognises(_ file: ImageFile) -> Bool {
    guard file.count >= VectorTable.size, let head = file.octets(at: 0, count: min(file.count, 1 << 13)) else {
      return false
    }
    if UF2File.recognises(head) || IntelHexFile.recognises(head) { return true }
    return file.count <= maximumOctets && BaseAddress.hasTable(head, of: file.count) || UpdatePackage.recognises(file)
  }

  /// Reads an image; `nil` for a file that is not one.
  ///
  /// - Throws: when Intel HEX is damaged.
  init?(_ file: ImageFile) throws(ImageError) {
    guard file.count <= Self.maximumOctets, let octets = file.octets(at: 0, count: file.count) else { return nil }
    if UF2File.recognises(octets) {
      kind = "UF2"
      parts = Self.joined(UF2File.regions(of: octets))
    } else if IntelHexFile.recognises(octets) {
      kind = "Intel HEX"
      parts = Self.joined(try IntelHexFile.regions(of: octets))
    } else if BaseAddress.hasTable(octets, of: octets.count) {
      kind = "binary image"
      parts = BaseAddress.parts(of: octets)
    } else if UpdatePackage.recognises(file) {
      kind = "package of images for an update"
      var parts: [Part] = []
      for part in UpdatePackage.images(of: file).flatMap(BaseAddress.parts)
      where !parts.contains(where: { UInt64($0.address) < part.end && UInt64(part.address) < $0.end }) {
        parts.append(part)
      }
      self.parts = parts.sorted { $0.address < $1.address }
    } else {
      return nil
    }
  }

  /// Makes an image from an executable without symbols: the parts of it that are in flash.
  init(_ file: ELFFile) {
    kind = file.kind
    parts = Self.joined(
      file.loadedParts.compactMap { part in
        guard part.size <= UInt64(Self.maximumOctets),
          let octets = ImageBytes(file.bytes, at: part.offset, count: part.size)?.octets(at: 0, count: part.size)
        else { return nil }
        return SearchedMemory.Region(address: part.loadAddress, octets: octets, fileOffset: nil)
      })
  }

  private static func joined(_ regions: [SearchedMemory.Region]) -> [Part] {
    var parts: [Part] = []
    for region in regions.sorted(by: { $0.address < $1.address }) where !region.octets.isEmpty {
      guard let address = UInt32(exactly: region.address), region.end <= 1 << 32 else { continue }
      if let last = parts.indices.last, parts[last].end == UInt64(address) {
        parts[last].octets += region.octets
      } else {
        parts.append(Part(address: address, octets: region.octets))
      }
    }
    return parts.count <= maximumParts ? parts : []
  }

  /// The programs, each with its vector table, and whether it has the call that sets advertising data. A program ends
  /// where the next one begins.
  var programs: [(table: VectorTable, isAdvertising: Bool)] {
    parts.flatMap { part in
      let tables = VectorTable.all(in: part.octets, from: part.address)
      return tables.indices.map { index in
        let next = index + 1 < tables.count ? tables[index + 1].address : UInt32(clamping: part.end)
        return (
          table: tables[index],
          isAdvertising: Self.holdsAdvertisingCall(part, tables[index].address..<max(next, tables[index].address))
        )
      }
    }
  }

  /// Whether a part of flash contains the supervisor call that sets advertising data.
  private static func holdsAdvertisingCall(_ part: Part, _ range: Range<UInt32>) -> Bool {
    let (low, high) = (UInt8(truncatingIfNeeded: SoftDevice.advertisingCall), UInt8(SoftDevice.advertisingCall >> 8))
    let places = Int(range.lowerBound - part.address)..<Int(range.upperBound - part.address)
    return stride(from: places.lowerBound, to: places.upperBound - 1, by: 2).contains {
      part.octets[$0] == low && part.octets[$0 + 1] == high
    }
  }
}
