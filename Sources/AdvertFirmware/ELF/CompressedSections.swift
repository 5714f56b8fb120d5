internal import CZlib

/// Sections that the compiler compressed (`-gz`), unpacked on first use.
///
/// Source: System V Application Binary Interface, chapter 4 (section compression).
final class CompressedSections {
  /// The unpacked sections, by their offsets in the file.
  private var unpacked: [Int: ImageBytes?] = [:]

  /// A limit above the unpacked size of any section of debug information.
  private static let maximumOctets: UInt64 = 1 << 29
  /// The best ratio that deflate can reach.
  private static let maximumRatio = 1032

  /// The compression methods of sections.
  enum Method: UInt64 {
    case zlib = 1
    case zstd = 2
  }

  /// Returns the compression method; `nil` when the octets are not the header of a compressed section.
  static func method(of packed: ImageBytes, _ order: ByteOrder) -> Method? {
    packed.number(at: 0, size: 4, order).flatMap(Method.init)
  }

  /// Returns the octets of a compressed section; `nil` when they cannot be unpacked.
  func contents(of packed: ImageBytes, _ order: ByteOrder, is64: Bool) -> ImageBytes? {
    if let known = unpacked[packed.start] { return known }
    let contents = Self.unpack(packed, order, is64: is64).map { ImageBytes(ImageFile($0)) }
    unpacked[packed.start] = contents
    return contents
  }

  private static func unpack(_ packed: ImageBytes, _ order: ByteOrder, is64: Bool) -> [UInt8]? {
    let header = is64 ? 24 : 12
    guard method(of: packed, order) == .zlib, packed.count > header,
      let size = packed.number(at: is64 ? 8 : 4, size: is64 ? 8 : 4, order), size <= maximumOctets,
      Int(size) <= (packed.count - header) * maximumRatio,
      let source = packed.octets(at: UInt64(header), count: UInt64(packed.count - header))
    else { return nil }
    var octets = [UInt8](repeating: 0, count: Int(size))
    var count = UInt(size)
    let status = unsafe octets.withUnsafeMutableBufferPointer { target in
      unsafe source.withUnsafeBufferPointer { source in
        unsafe uncompress(target.baseAddress, &count, source.baseAddress, UInt(source.count))
      }
    }
    return status == Z_OK && count == UInt(size) ? octets : nil
  }
}
