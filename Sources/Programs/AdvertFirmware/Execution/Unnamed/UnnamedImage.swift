internal import AdvertisingData

/// A firmware image without names: the octets that it puts into flash, and the programs there.
struct UnnamedImage {
  /// The kind of the file, in words.
  let kind: String
  /// The member of a package, and what the package calls it; `nil` for a file of its own.
  var member: UpdatePackage.Image?
  /// The parts of flash, by address. They do not touch each other.
  let parts: [Part]

  /// A part of flash.
  struct Part {
    var address: UInt32
    var octets: [UInt8]

    var end: UInt64 { UInt64(address) + UInt64(octets.count) }

    var addresses: Range<UInt32> { address..<max(address, UInt32(clamping: end)) }
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

  /// Reads the images of a file: one, or those of a package, each by itself. Empty for a file that is neither.
  ///
  /// - Throws: when Intel HEX is damaged.
  static func all(in file: ImageFile) throws(ImageError) -> [UnnamedImage] {
    // A package whose members are not compressed can look like a binary image behind a header.
    guard UpdatePackage.recognises(file) else { return try UnnamedImage(file).map { [$0] } ?? [] }
    return UpdatePackage.images(of: file).map { UnnamedImage($0) }
  }

  private init(_ member: UpdatePackage.Image) {
    kind = "package of images for an update"
    self.member = member
    parts = BaseAddress.parts(of: member.octets)
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

  /// A program in flash.
  struct Program {
    let table: VectorTable
    /// The addresses of the program, which ends where the next one begins.
    let addresses: Range<UInt32>
    /// Whether the program has the call that sets advertising data.
    let isAdvertising: Bool
    /// Whether the settings of the device say that it is the boot loader.
    let isBootLoader: Bool
  }

  /// The programs, each with its vector table, in the order of their addresses.
  var programs: [Program] {
    let tables = parts.flatMap { VectorTable.all(in: $0.octets, from: $0.address) }.sorted { $0.address < $1.address }
    let bootLoader = word(at: Self.addressOfBootLoader)
    return tables.indices.map { index in
      let start = tables[index].address
      let end = index + 1 < tables.count ? tables[index + 1].address : UInt32(clamping: parts.map { $0.end }.max() ?? 0)
      let addresses = start..<max(start, end)
      return Program(
        table: tables[index], addresses: addresses,
        isAdvertising: word(at: start &+ Self.placeOfMark) != Self.softDeviceMark
          && parts.contains { Self.holdsAdvertisingCall($0, addresses.clamped(to: $0.addresses)) },
        isBootLoader: start == bootLoader)
    }
  }

  /// The mark of a SoftDevice, and its place behind the vector table (nRF5 SDK, nrf_sdm.h: `SOFTDEVICE_INFO_STRUCT`).
  private static let softDeviceMark: UInt32 = 0x51B1_E5DB
  private static let placeOfMark: UInt32 = 0x2004
  /// The setting of a Nordic device with the address of its boot loader (UICR.BOOTLOADERADDR).
  private static let addressOfBootLoader: UInt32 = 0x1000_1014

  private func word(at address: UInt32) -> UInt32? {
    guard let part = parts.first(where: { $0.addresses.contains(address) }), UInt64(address) + 4 <= part.end else {
      return nil
    }
    let place = Int(address - part.address)
    return UInt32(truncatingIfNeeded: OctetOrder.littleEndian.number(of: part.octets[place..<place + 4]))
  }

  /// Whether a part of flash contains the supervisor call that sets advertising data.
  private static func holdsAdvertisingCall(_ part: Part, _ range: Range<UInt32>) -> Bool {
    let (low, high) = (UInt8(truncatingIfNeeded: SoftDevice.advertisingCall), UInt8(SoftDevice.advertisingCall >> 8))
    guard part.addresses.lowerBound <= range.lowerBound, range.upperBound <= part.addresses.upperBound else {
      return false
    }
    let places = Int(range.lowerBound - part.address)..<Int(range.upperBound - part.address)
    return stride(from: places.lowerBound, to: places.upperBound - 1, by: 2).contains {
      part.octets[$0] == low && part.octets[$0 + 1] == high
    }
  }
}
