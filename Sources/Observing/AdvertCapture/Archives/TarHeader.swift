import AdvertisingData

/// The block of 512 octets before a member of a tar archive (POSIX.1-2017, pax, "ustar Interchange Format", and GNU's
/// variants of it).
struct TarHeader {
  let type: UInt8
  /// The number of octets of content after the header.
  let length: Int
  /// The name, with the folder that ustar has in a field of its own.
  let name: String
  /// The path that a link leads to; `nil` for all other members.
  let target: String?
  /// Whether blocks with more of a sparse file's map follow (GNU).
  let hasMoreOfMap: Bool

  static let length = 512

  /// Reads a block; `nil` unless the checksum and the length are right. A wrong block hardly ever passes by chance.
  init?(_ block: Span<UInt8>) {
    guard block.count >= Self.length, Self.hasRightChecksum(block),
      let length = Self.number(block.extracting(124..<136))
    else { return nil }
    type = block[156]
    // The length of a hard link is that of the file, whose content is elsewhere.
    self.length = type == UInt8(ascii: "1") ? 0 : length
    let name = Self.text(block.extracting(0..<100))
    // The field for the folder has another meaning in GNU's variant, whose mark has blanks.
    let isPOSIX = Self.hasMark(block) && block[262] == 0
    let folder = isPOSIX ? Self.text(block.extracting(345..<500)) : []
    self.name = String(decoding: folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name, as: UTF8.self)
    let isLink = type == UInt8(ascii: "1") || type == UInt8(ascii: "2")
    target = isLink ? String(decoding: Self.text(block.extracting(157..<257)), as: UTF8.self) : nil
    hasMoreOfMap = type == UInt8(ascii: "S") && block[482] != 0
  }

  /// Returns whether the present octets can begin an archive. It needs few octets, so that it does not wait for slow
  /// captures: a name ends at its first zero.
  static func mayBegin(with octets: Span<UInt8>) -> Bool {
    guard !octets.isEmpty, octets[0] != 0 else { return false }
    var index = 0
    while index < octets.count, octets[index] != 0 { index += 1 }
    while index < octets.count, octets[index] == 0 { index += 1 }
    return index == octets.count
  }

  static func isZero(_ block: Span<UInt8>) -> Bool {
    for index in block.indices where block[index] != 0 { return false }
    return true
  }

  private static func hasMark(_ block: Span<UInt8>) -> Bool {
    Array(copying: block.extracting(257..<262)) == Array("ustar".utf8)
  }

  /// Returns whether the checksum is right: the sum of the block's octets, with blanks in place of the sum itself. Some
  /// old writers added signed octets.
  private static func hasRightChecksum(_ block: Span<UInt8>) -> Bool {
    let field = 148..<156
    guard let checksum = number(block.extracting(field)) else { return false }
    var unsigned = 0
    var signed = 0
    for index in 0..<length {
      let octet = field.contains(index) ? UInt8(ascii: " ") : block[index]
      unsigned += Int(octet)
      signed += Int(Int8(bitPattern: octet))
    }
    return checksum == unsigned || checksum == signed
  }

  /// Returns a number in octal digits or, when the first bit is set, in big-endian octets (GNU). `nil` when it is not a
  /// number, below 0, or not below 2^63.
  private static func number(_ field: Span<UInt8>) -> Int? {
    let isBinary = field[0] & 0x80 != 0
    if isBinary, field[0] != 0x80 { return nil }
    var number = 0
    var digits = 0
    for index in field.indices.dropFirst(isBinary ? 1 : 0) {
      let octet = field[index]
      if !isBinary, octet == 0 || octet == UInt8(ascii: " ") {
        // Blanks may come before the digits, and a zero or a blank after.
        guard digits > 0 else { continue }
        break
      }
      let digit = isBinary ? Int(octet) : Int(octet) - Int(UInt8(ascii: "0"))
      guard isBinary || 0...7 ~= digit else { return nil }
      let (high, isTooMuch) = number.multipliedReportingOverflow(by: isBinary ? 256 : 8)
      guard !isTooMuch else { return nil }
      number = high + digit
      digits += 1
    }
    return number
  }

  private static func text(_ field: Span<UInt8>) -> [UInt8] {
    Array(Array(copying: field).prefix { $0 != 0 })
  }
}

/// The properties of a member in the extended headers before it (pax, and GNU's long names).
struct TarExtension {
  private(set) var name: String?
  /// The path that a link leads to.
  private(set) var target: String?
  /// The number of octets of content, when it does not fit into the header.
  private(set) var length: Int?
  private(set) var isSparse = false

  /// Takes a name that is too long for the header (GNU).
  mutating func take(longName octets: Span<UInt8>) { name = Self.longText(octets) }

  /// Takes a target of a link that is too long for the header (GNU).
  mutating func take(longTarget octets: Span<UInt8>) { target = Self.longText(octets) }

  private static func longText(_ octets: Span<UInt8>) -> String {
    String(decoding: Array(copying: octets).prefix { $0 != 0 }.prefix(TarEntry.longestName), as: UTF8.self)
  }

  /// Takes records of the form `LENGTH KEY=VALUE\n`. Returns `false` when one is invalid; those before it count.
  mutating func take(records octets: Span<UInt8>) -> Bool {
    var offset = 0
    while offset < octets.count {
      guard let record = Self.record(octets.extracting(offset...)) else { return false }
      offset += record.length
      switch record.key {
      case "path": if name == nil { name = record.value }
      case "linkpath": target = record.value
      case "GNU.sparse.name": name = record.value
      case "size": length = Int(record.value)
      default: break
      }
      if record.key.hasPrefix("GNU.sparse.") { isSparse = true }
    }
    return true
  }

  /// Returns the record at the start, with its value cut at the length of a name.
  private static func record(_ octets: Span<UInt8>) -> (length: Int, key: String, value: String)? {
    var length = 0
    var place = 0
    while place < octets.count, let digit = digit(octets[place]) {
      length = length * 10 + digit
      place += 1
      guard length <= octets.count else { return nil }
    }
    guard place > 0, place < length, octets[place] == UInt8(ascii: " "), octets[length - 1] == UInt8(ascii: "\n")
    else { return nil }
    let keyStart = place + 1
    var keyEnd = keyStart
    while keyEnd < length, octets[keyEnd] != UInt8(ascii: "=") { keyEnd += 1 }
    guard keyEnd < length - 1 else { return nil }
    let valueEnd = min(length - 1, keyEnd + 1 + TarEntry.longestName)
    return (
      length, text(octets.extracting(keyStart..<min(keyEnd, keyStart + TarEntry.longestName))),
      text(octets.extracting(keyEnd + 1..<valueEnd))
    )
  }

  private static func digit(_ octet: UInt8) -> Int? {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= octet ? Int(octet - UInt8(ascii: "0")) : nil
  }

  private static func text(_ octets: Span<UInt8>) -> String {
    String(decoding: Array(copying: octets), as: UTF8.self)
  }
}
