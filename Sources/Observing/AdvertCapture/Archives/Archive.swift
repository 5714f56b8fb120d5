internal import AdvertReading

/// An archive that is read from its start to its end, member by member: an archive in a pipe is read like one in a
/// file, and every member before a cut is read.
protocol Archive {
  associatedtype Entry: ArchiveEntry

  /// The name in text and JSON.
  static var name: String { get }

  /// Problems of the archive itself, not of its members' contents.
  var problems: ProblemLog { get set }

  /// Whether the search for members has ended.
  var isOver: Bool { get set }

  /// Moves to the content of the next member; `nil` when no more members can be found.
  mutating func next(in input: inout InputWindow) -> Entry?

  /// Passes the content of a member to `body`, which need not read all of it, and moves to the octets after it. The
  /// content of a member with an obstacle is not unpacked.
  mutating func read<Result>(
    _ entry: Entry, in input: inout InputWindow, _ body: (inout InputWindow) -> Result
  ) throws(InputFailure) -> Result
}

extension Archive {
  /// Ends where more of the archive should follow.
  mutating func endEarly(_ input: borrowing InputWindow, expected: String, found: String) {
    isOver = true
    problems.note(
      .cutShort, fileOffset: input.offset, record: nil, expected: "\(expected) in the \(Self.name) archive",
      found: input.failure?.reason ?? found)
  }
}

/// The description of a member before its content in an archive.
protocol ArchiveEntry {
  /// The name as in the archive, cut at ``longestName`` octets. It is only shown; no file is made.
  var name: String { get }
  var isFolder: Bool { get }
  /// The reason why the content cannot be read; `nil` when it can.
  var obstacle: String? { get }
  /// The kind of a member without any content, such as a link; `nil` for files.
  var kindWithoutContent: String? { get }
  /// The path that a link without any content leads to; `nil` for all other members.
  var target: String? { get }
}

extension ArchiveEntry {
  static var longestName: Int { 512 }
}

/// The paths in an archive. They are only compared; no file is made.
struct ArchiveContents {
  private var files: Set<String> = []
  private var links: [String: String] = [:]

  /// Adds a member.
  ///
  /// - Parameter target: the path that it leads to, if it may be a link.
  mutating func add(_ path: String, target: String?) {
    if let target {
      links[Self.normal(path)] = target
    } else {
      files.insert(Self.normal(path))
    }
  }

  /// Returns whether a link leads to a member that is not a link, even over other links.
  func hasFile(behind path: String) -> Bool {
    var path = Self.normal(path)
    for _ in 0..<8 {
      guard let target = links[path] else { return files.contains(path) }
      // A hard link is named from the top of the archive.
      let fromTop = Self.normal(target)
      path = files.contains(fromTop) ? fromTop : Self.normal(target, from: path)
    }
    return false
  }

  /// Returns a path without `.`, `..` and doubled slashes.
  ///
  /// - Parameter link: the link that the path is relative to.
  private static func normal(_ path: String, from link: String? = nil) -> String {
    var parts = link.map { $0.split(separator: "/").dropLast() } ?? []
    for part in path.split(separator: "/") {
      switch part {
      case ".": break
      case "..": parts = parts.dropLast()
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}

enum Archives {
  static let names: Set<String> = [ZipArchive.name, TarArchive.name]

  /// Many members are small, so their windows start small.
  static let windowCapacity = 1 << 16
}

/// A known number of octets of another window.
final class StoredContent: ByteSource {
  private let archive: SharedWindow
  private var left: Int

  init(_ archive: SharedWindow, length: Int) {
    self.archive = archive
    left = length
  }

  func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    guard left > 0 else { return 0 }
    guard archive.window.fill(atLeast: 1) else {
      throw archive.window.failure ?? InputFailure(reason: "the archive ends inside a member")
    }
    let count = archive.window.copy(into: &buffer, at: start, atMost: left)
    left -= count
    return count
  }
}
