/// A firmware image as octets that are read when they are needed.
///
/// Images with debug information have hundreds of megabytes, but only a few kilobytes of them are needed.
public final class ImageFile {
  /// The number of octets of the file.
  public let count: Int

  private let storage: Storage
  /// The pages that were read most recently, for the many small reads of names and numbers.
  private var pages: [Int: [UInt8]] = [:]
  private var pageOrder: [Int] = []
  /// The most recent page: most reads are near the one before.
  private var latest: (number: Int, page: [UInt8]) = (-1, [])

  private static let pageSize = 1 << 14
  private static let maximumPages = 128

  private enum Storage {
    case memory([UInt8])
    case elsewhere(any StoredImage)
  }

  /// An image in memory.
  public init(_ octets: [UInt8]) {
    storage = .memory(octets)
    count = octets.count
  }

  /// An image outside of the memory of the program, such as in a file.
  package init(_ stored: any StoredImage) {
    storage = .elsewhere(stored)
    count = stored.count
  }

  /// Returns octets of the file; `nil` when some of them are missing.
  func octets(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, count <= self.count, offset <= self.count - count else { return nil }
    switch storage {
    case .memory(let octets): return Array(octets[offset..<offset + count])
    case .elsewhere(let stored): return stored.read(at: offset, count: count)
    }
  }

  /// Returns the octets from an offset on, as many as are read together; `nil` beyond the end.
  func stretch(at offset: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, offset < count else { return nil }
    if case .memory(let octets) = storage { return octets[offset...] }
    let number = offset / Self.pageSize
    if latest.number != number {
      guard let page = page(number) else { return nil }
      latest = (number, page)
    }
    return latest.page[(offset % Self.pageSize)...]
  }

  private func page(_ number: Int) -> [UInt8]? {
    if let known = pages[number] { return known }
    let start = number * Self.pageSize
    guard let page = octets(at: start, count: min(Self.pageSize, count - start)) else { return nil }
    if pageOrder.count == Self.maximumPages { pages[pageOrder.removeFirst()] = nil }
    pages[number] = page
    pageOrder.append(number)
    return page
  }
}

/// The octets of an image that are outside of the memory of the program.
package protocol StoredImage: AnyObject {
  /// The number of all octets.
  var count: Int { get }

  /// Returns octets within the ``count``; `nil` when they cannot be read.
  func read(at offset: Int, count: Int) -> [UInt8]?
}

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

  func octets(at offset: UInt64, count: UInt64) -> [UInt8]? {
    guard let part = ImageBytes(self, at: offset, count: count) else { return nil }
    return file.octets(at: part.start, count: part.count)
  }

  /// Returns an unsigned number of 1 to 8 octets.
  func number(at offset: UInt64, size: Int, _ order: ByteOrder) -> UInt64? {
    guard let offset = Int(exactly: offset), size <= count, offset <= count - size else { return nil }
    guard let octets = file.stretch(at: start + offset) else { return size == 0 ? 0 : nil }
    if octets.count >= size { return order.number(octets.prefix(size)) }
    return file.octets(at: start + offset, count: size).map { order.number($0[...]) }
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
    guard let beginning = number(at: offset, size: 2, .big), filter.passes(beginning: beginning) else { return nil }
    return text(at: offset)
  }

  /// Names of C++ templates can be long; the names that matter here are short.
  static let longestName = 512
}

/// The order of the octets of a number.
enum ByteOrder {
  case little
  case big

  /// Returns an unsigned number of up to 8 octets; `nil` when one of them is missing.
  ///
  /// - Parameter octet: returns an octet by its position in the file or in memory.
  @inline(__always)
  func number(_ size: Int, octet: (Int) -> UInt8?) -> UInt64? {
    var number: UInt64 = 0
    for index in 0..<size {
      guard let next = octet(self == .little ? size - 1 - index : index) else { return nil }
      number = number << 8 | UInt64(next)
    }
    return number
  }

  /// Returns the number in all of the octets.
  func number(_ octets: ArraySlice<UInt8>) -> UInt64 {
    number(octets.count) { octets[octets.startIndex + $0] } ?? 0
  }

  /// Returns a number as octets.
  func octets(_ number: UInt64, _ size: Int) -> [UInt8] {
    let octets = (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    return self == .little ? octets : octets.reversed()
  }
}

/// The reason why an image cannot be read.
public enum ImageError: Error, Hashable, Sendable {
  /// The system's reason.
  case unreadable(reason: String)
  /// The file is neither an ELF file nor an archive of them.
  case notRecognised
  /// The structure of the file contradicts itself at an offset.
  case damaged(offset: Int, expected: String, found: String)
}

extension ImageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let reason): reason
    case .notRecognised: "expected a firmware image: an ELF file, or an archive of object files"
    case .damaged(let offset, let expected, let found): "offset \(offset): expected \(expected), found \(found)"
    }
  }
}
