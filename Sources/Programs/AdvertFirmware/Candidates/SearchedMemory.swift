internal import AdvertisingData

/// The contents that a file puts into the memory of a device, without any description: for the search of candidates.
struct SearchedMemory {
  /// A stretch of memory, with its octets.
  struct Region {
    /// The address of the first octet; where the file has no addresses, the offset in the file.
    var address: UInt64
    var octets: [UInt8]
    /// The offset of the first octet in the file; `nil` where the file writes octets as text.
    var fileOffset: Int?

    var end: UInt64 { address &+ UInt64(octets.count) }
  }

  /// The kind of the file, in words.
  let kind: String
  let order: OctetOrder
  /// Whether the file states the addresses of its octets.
  let hasAddresses: Bool
  private(set) var regions: [Region] = []

  /// The most octets that are read of one file: no device with such a radio has more.
  private static let maximumOctets = 1 << 28

  init(_ file: ImageFile) throws(ImageError) {
    let bytes = ImageBytes(file)
    if bytes.octets(at: 0, count: 4) == ELFFile.magic {
      let elf = try ELFFile(bytes)
      kind = elf.kind
      order = elf.order
      hasAddresses = !elf.isRelocatable
      var left = Self.maximumOctets
      for section in elf.sections where section.isAllocated && !section.hasNoBits {
        guard let part = elf.contents(of: section), part.count <= left,
          let octets = part.octets(at: 0, count: UInt64(part.count))
        else { continue }
        left -= part.count
        let address = elf.isRelocatable ? UInt64(part.start) : section.address
        regions.append(Region(address: address, octets: octets, fileOffset: part.start))
      }
    } else {
      guard file.count <= Self.maximumOctets, let octets = file.octets(at: 0, count: file.count) else {
        throw .damaged(offset: Self.maximumOctets, expected: "the end of a firmware image", found: "more")
      }
      order = .littleEndian
      if UF2File.recognises(octets) {
        kind = "UF2"
        hasAddresses = true
        regions = UF2File.regions(of: octets)
      } else if IntelHexFile.recognises(octets) {
        kind = "Intel HEX"
        hasAddresses = true
        regions = try IntelHexFile.regions(of: octets)
      } else if let espressif = try EspressifFile(file) {
        kind = espressif.kind
        hasAddresses = true
        regions = espressif.images.flatMap { $0.segments }.compactMap { segment in
          segment.contents.octets(at: 0, count: UInt64(segment.contents.count)).map {
            Region(address: UInt64(segment.address), octets: $0, fileOffset: segment.contents.start)
          }
        }
      } else {
        kind = "binary image"
        hasAddresses = false
        regions = [Region(address: 0, octets: octets, fileOffset: 0)]
      }
    }
    regions.sort { $0.address < $1.address }
    // UF2 fills its blocks up to their full size; other formats fill only to a word or two.
    addCopiedData(mostFilling: kind == "UF2" ? 256 : 8)
  }

  /// Returns the octets at an address; `nil` when they are not all in one region.
  func octets(at address: UInt64, count: Int) -> ArraySlice<UInt8>? {
    let next = regions.indices.partitioningIndex { regions[$0].address > address }
    guard next > 0 else { return nil }
    let region = regions[next - 1]
    let start = address - region.address
    guard start <= UInt64(region.octets.count), UInt64(count) <= UInt64(region.octets.count) - start else { return nil }
    return region.octets[Int(start)..<Int(start) + count]
  }

  /// Adds the initial data that the program copies to RAM: pointers to values lead there. Three adjacent words give
  /// their target, their source, and their number; the data are at the end of the file's contents.
  private mutating func addCopiedData(mostFilling: UInt64) {
    guard !regions.contains(where: { Self.ram.contains($0.address) }), let last = regions.last else { return }
    for region in regions {
      var words: [UInt64] = []
      for place in stride(from: 0, to: region.octets.count & ~3, by: 4) {
        if words.count == 3 { words.removeFirst() }
        words.append(order.number(of: region.octets[place..<place + 4]))
        guard words.count == 3, let (target, source) = Self.copy(words, to: last, mostFilling) else { continue }
        let start = Int(source - last.address)
        regions.append(
          Region(
            address: target, octets: Array(last.octets[start...]), fileOffset: last.fileOffset.map { $0 + start }))
        regions.sort { $0.address < $1.address }
        return
      }
    }
  }

  private static let ram: Range<UInt64> = 0x2000_0000..<0x4000_0000

  private static func copy(
    _ words: [UInt64], to last: Region, _ mostFilling: UInt64
  ) -> (target: UInt64, source: UInt64)? {
    guard let target = words.filter(ram.contains).min(),
      let source = words.first(where: { last.address < $0 && $0 < last.end })
    else { return nil }
    let size = last.end - source
    // The word is their number, or their end.
    let sizes = size - min(size, mostFilling)...size
    let isWhole = words.contains { sizes ~= $0 || $0 > target && sizes ~= $0 - target }
    return isWhole && size <= 1 << 20 ? (target, source) : nil
  }
}
