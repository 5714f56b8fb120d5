internal import AdvertCapture
internal import AdvertReading
internal import PlatformLibrary

/// The files of an argument: itself, or, when it is a directory, every regular file below it.
struct CaptureFiles {
  /// As the user wrote it.
  let argument: String
  private(set) var paths: [String] = []
  /// Whether the paths were found in a directory. Files in it that are not captures are no failure.
  let isDirectory: Bool
  /// The parts of the directory that cannot be read, with their paths.
  private(set) var problems: [(path: String, problem: CaptureProblem)] = []
  /// The number of devices, sockets and pipes in the directory.
  private(set) var others = 0
  /// The links met. They are followed to files after the search.
  private var links: [String] = []
  private var known: Set<FileIdentity> = []

  init(_ argument: String) {
    self.argument = argument
    isDirectory = argument != "-" && DirectoryNames(argument) != nil
    guard isDirectory else {
      paths = [argument]
      return
    }
    search(argument)
    for link in links { follow(link) }
    // In the order of their names, as without links.
    if !links.isEmpty { paths.sort() }
  }

  /// Searches a directory, in the order of the names.
  private mutating func search(_ directory: String) {
    guard let names = DirectoryNames(directory) else { return note(errno, of: "folder", at: directory) }
    if let status = Self.status(of: directory) { known.insert(FileIdentity(status)) }
    if names.unreadable > 0 {
      let problem = CaptureProblem(
        .fileUnread, fileOffset: nil, record: nil, expected: "names in UTF-8",
        found: "\(names.unreadable) that cannot be read by name")
      problems.append((directory, problem))
    }
    for name in names.all.sorted() {
      let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else {
        note(errno, of: "file", at: path)
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: search(path)
      case S_IFREG:
        known.insert(FileIdentity(status))
        paths.append(path)
      case S_IFLNK: links.append(path)
      default: noteOther(path)
      }
    }
  }

  /// Counts a device, a socket or a pipe. One with the name of a capture was meant to be read.
  private mutating func noteOther(_ path: String) {
    guard CaptureName.isCapture(path) || CaptureName.isPacked(path) else {
      others += 1
      return
    }
    let problem = CaptureProblem(
      .fileUnread, fileOffset: nil, record: nil, expected: "a file",
      found: "a pipe, a socket or a device, which is read only where it is named itself")
    problems.append((path, problem))
  }

  /// Follows a link to a file, unless that is read anyway. A link to a folder may lead anywhere, even to a folder
  /// above, which would never end.
  private mutating func follow(_ link: String) {
    guard let status = Self.status(of: link) else { return note(errno, of: "link", at: link) }
    guard known.insert(FileIdentity(status)).inserted else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: paths.append(link)
    case S_IFDIR:
      let problem = CaptureProblem(
        .linkSkipped, fileOffset: nil, record: nil, expected: "files and folders",
        found: "a link to another folder, which is not followed")
      problems.append((link, problem))
    default: noteOther(link)
    }
  }

  /// Notes a refusal of the system.
  private mutating func note(_ error: CInt, of kind: String, at path: String) {
    let problem = CaptureProblem(
      .fileUnread, fileOffset: nil, record: nil,
      detail: .refused(reason: "the \(kind) cannot be read: \(systemReason(error))"))
    problems.append((path, problem))
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }
}

/// The identity of a file or folder, whatever path leads to it.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Identifies a file; `nil` when the path leads to no file.
  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// The names in a directory. File systems allow any octets in a name, and Foundation silently skips names that are not
/// text.
struct DirectoryNames {
  private(set) var all: [String] = []
  /// The number of names that are not UTF-8.
  private(set) var unreadable = 0

  /// Opens a directory; `nil` when it is not a directory, or cannot be read.
  init?(_ path: String) {
    guard let directory = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(directory) }
    while let entry = unsafe readdir(directory) {
      let capacity = unsafe MemoryLayout.size(ofValue: entry.pointee.d_name)
      let octets = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
        unsafe Array(name.prefix(capacity).prefix { $0 != 0 })
      }
      guard let name = String(validating: octets, as: UTF8.self) else {
        unreadable += 1
        continue
      }
      if name != ".", name != ".." { all.append(name) }
    }
  }
}
