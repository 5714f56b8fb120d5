import AdvertisingData

/// A member of a zip archive, as the local header before its content describes it (APPNOTE 4.3.7).
struct ZipEntry {
  /// As the archive has it, cut at ``longestName`` octets. It names what was found and nothing else: no file is made.
  let name: String
  let method: UInt16
  let isEncrypted: Bool
  /// Whether checksum and lengths follow the content (APPNOTE 4.3.9).
  let hasDescriptor: Bool
  /// `nil` when only a descriptor after the content says it.
  let checksum: UInt32?
  /// Octets of the content as packed; `nil` when only its end tells.
  let packedLength: Int?

  static let stored: UInt16 = 0
  static let deflated: UInt16 = 8

  static let headerLength = 30
  static let longestName = 512

  private static let zip64Field: UInt16 = 1
  private static let lengthIn64Bits: UInt32 = 0xFFFF_FFFF

  /// `header` holds the local header with the name and the extra fields; `nil` when it is shorter than it says, or when
  /// no file could be as long as it says.
  init?(_ header: Span<UInt8>) {
    guard header.count >= Self.headerLength, header.count >= Self.length(header) else { return nil }
    let flags = header.littleEndian16(at: 6)
    method = header.littleEndian16(at: 8)
    isEncrypted = flags & 0x01 != 0
    hasDescriptor = flags & 0x08 != 0
    checksum = hasDescriptor ? nil : header.littleEndian32(at: 14)
    let nameEnd = Self.headerLength + Int(header.littleEndian16(at: 26))
    let shownEnd = min(nameEnd, Self.headerLength + Self.longestName)
    name = String(decoding: Array(copying: header.extracting(Self.headerLength..<shownEnd)), as: UTF8.self)
    var length = UInt64(header.littleEndian32(at: 18))
    if length == UInt64(Self.lengthIn64Bits) {
      let isUnpackedLengthThere = header.littleEndian32(at: 22) == Self.lengthIn64Bits
      let fields = header.extracting(nameEnd..<Self.length(header))
      length = Self.length64(in: fields, at: isUnpackedLengthThere ? 8 : 0) ?? length
    }
    guard let whole = Int(exactly: length) else { return nil }
    packedLength = hasDescriptor && whole == 0 ? nil : whole
  }

  /// Octets of the header that starts here, with name and extra fields.
  static func length(_ header: Span<UInt8>) -> Int {
    headerLength + Int(header.littleEndian16(at: 26)) + Int(header.littleEndian16(at: 28))
  }

  /// A length of the zip64 field (APPNOTE 4.5.3), which holds only those that the header has no room for.
  private static func length64(in fields: Span<UInt8>, at place: Int) -> UInt64? {
    var offset = 0
    while fields.count - offset >= 4 {
      let length = Int(fields.littleEndian16(at: offset + 2))
      guard fields.count - offset - 4 >= length else { return nil }
      if fields.littleEndian16(at: offset) == zip64Field {
        return length >= place + 8 ? fields.integer64(at: offset + 4 + place, .littleEndian) : nil
      }
      offset += 4 + length
    }
    return nil
  }

  var isFolder: Bool { packedLength ?? 0 == 0 && name.utf8.last == UInt8(ascii: "/") }

  /// Why the content cannot be read; `nil` when it can.
  var obstacle: String? {
    if isEncrypted { return "encrypted" }
    guard method == Self.stored || method == Self.deflated else { return "compressed by method \(method)" }
    return nil
  }
}
