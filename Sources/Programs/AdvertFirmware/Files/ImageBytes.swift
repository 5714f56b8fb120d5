internal import AdvertisingData

/// A part of a file: all of it, a member of an archive, or a section.
struct ImageBytes {
  let file: ImageFile
  let start: Int
  let count: Int

  init(_ file: ImageFile) {
    self.file = file
    start = 0
    count = file.count
  }

  /// Makes a part; `nil` when some of it is missing.
  init?(_ whole: ImageBytes, at offset: UInt64, count: UInt64) {
    guard let offset = Int(exactly: offset), let count = Int(exactly: count), count <= whole.count,
      offset <= whole.count - count
    else { return nil }
    file = whole.file
    start = whole.start + offset
    self.count = count
  }

  /// Returns the offset in the file for an offset in this part; for one beyond all files, a number that no file has.
  func place(of offset: UInt64) -> Int {
    let (place, overflow) = start.addingReportingOverflow(Int(clamping: offset))
    return overflow ? .max : place
  }

  /// Returns the damage at an offset of this part.
  func damage(_ offset: UInt64, _ expected: String, _ found: String) -> ImageError {
    .damaged(offset: place(of: offset), expected: expected, found: found)
  }

  func octets(at offset: UInt64, count: UInt64) -> [UInt8]? {
    guard let part = ImageBytes(self, at: offset, count: count) else { return nil }
    return file.octets(at: part.start, count: part.count)
  }

  /// Returns an unsigned number of 1 to 8 octets.
  func number(at offset: UInt64, size: Int, _ order: OctetOrder) -> UInt64? {
    guard let offset = Int(exactly: offset), size <= count, offset <= count - size else { return nil }
    guard let octets = file.stretch(at: start + offset) else { return size == 0 ? 0 : nil }
    if octets.count >= size { return order.number(of: octets.prefix(size)) }
    return file.octets(at: start + offset, count: size).map { order.number(of: $0[...]) }
  }

  /// Returns a text that ends with a zero octet, cut after ``longestName`` octets; `nil` when it does not end.
  func text(at offset: UInt64) -> String? {
    guard let offset = Int(exactly: offset), offset < count else { return nil }
    let most = min(count - offset, Self.longestName)
    guard let stretch = file.stretch(at: start + offset)?.prefix(most) else { return nil }
    if let end = stretch.firstIndex(of: 0) { return String(decoding: stretch[..<end], as: UTF8.self) }
    guard let octets = file.octets(at: start + offset, count: most) else { return nil }
    guard let end = octets.firstIndex(of: 0) else {
      return most == Self.longestName ? String(decoding: octets, as: UTF8.self) : nil
    }
    return String(decoding: octets[..<end], as: UTF8.self)
  }

  /// Returns a text that a filter accepts; `nil` for other texts.
  func text(at offset: UInt64, passing filter: NameFilter) -> String? {
    guard let beginning = number(at: offset, size: 2, .bigEndian), filter.passes(beginning: beginning) else {
      return nil
    }
    return text(at: offset)
  }

  /// Names of C++ templates can be long; the names that matter here are short.
  static let longestName = 512
}
