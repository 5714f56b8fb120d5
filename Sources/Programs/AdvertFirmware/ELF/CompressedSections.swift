internal import AdvertReading
internal import AdvertisingData

/// Sections that the compiler compressed (`-gz`), unpacked on first use.
///
/// Source: System V Application Binary Interface, chapter 4 (section compression).
final class CompressedSections {
  /// The unpacked sections, by their offsets in the file.
  private var unpacked: [Int: ImageBytes?] = [:]

  /// The number of octets that may still be unpacked.
  private var left = maximumOctets

  /// A limit above the unpacked debug information of any firmware; with addresses of 32 bits, what memory has room for.
  private static let maximumOctets = Int.bitWidth > 32 ? 1 << 30 : 1 << 28

  /// The compression methods of sections.
  enum Method: UInt64 {
    case zlib = 1
    case zstd = 2
  }

  /// Returns the compression method; `nil` when the octets are not the header of a compressed section.
  static func method(of packed: ImageBytes, _ order: OctetOrder) -> Method? {
    packed.number(at: 0, size: 4, order).flatMap(Method.init)
  }

  /// Returns the octets of a compressed section; `nil` when they cannot be unpacked.
  func contents(of packed: ImageBytes, _ order: OctetOrder, is64: Bool) -> ImageBytes? {
    if let known = unpacked[packed.start] { return known }
    let contents = unpack(packed, order, is64: is64).map { ImageBytes(ImageFile($0)) }
    unpacked[packed.start] = contents
    return contents
  }

  private func unpack(_ packed: ImageBytes, _ order: OctetOrder, is64: Bool) -> [UInt8]? {
    let header = is64 ? 24 : 12
    guard Self.method(of: packed, order) == .zlib, packed.count > header,
      let size = packed.number(at: is64 ? 8 : 4, size: is64 ? 8 : 4, order),
      let size = Int(exactly: size), size <= left,
      let source = packed.octets(at: UInt64(header), count: UInt64(packed.count - header))
    else { return nil }
    left -= size
    return DeflatedOctets.unpacked(source, .zlib, count: size)
  }
}
