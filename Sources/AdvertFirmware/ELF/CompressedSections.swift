internal import CZlib

/// Sections that the compiler compressed (`-gz`), unpacked when they are first read.
///
/// Source: System V Application Binary Interface, chapter 4 (section compression).
final class CompressedSections {
  /// By where they begin in the file.
  private var unpacked: [Int: ImageBytes?] = [:]

  /// No section of debug information is larger unpacked.
  private static let maximumOctets: UInt64 = 1 << 29
  /// Deflate packs no better than this.
  private static let maximumRatio = 1032

  /// How a section is compressed.
  enum Method: UInt64 {
    case zlib = 1
    case zstd = 2
  }

  /// `nil` when it is no header of a compressed section.
  static func method(of packed: ImageBytes, _ order: ByteOrder) -> Method? {
    packed.number(at: 0, size: 4, order).flatMap(Method.init)
  }

  /// The octets of a compressed section; `nil` when they cannot be unpacked.
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
