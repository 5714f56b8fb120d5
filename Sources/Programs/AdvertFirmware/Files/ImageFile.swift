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
