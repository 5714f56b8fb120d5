internal import AdvertCapture
internal import AdvertReading
internal import PlatformLibrary

/// A file, or one of the process's standard streams, for text output.
final class OutputFile: Sendable {
  fileprivate let descriptor: CInt
  private let name: String
  private let closesAtEnd: Bool

  static let standardOutput = OutputFile(descriptor: STDOUT_FILENO, name: "standard output", closesAtEnd: false)
  static let standardError = OutputFile(descriptor: STDERR_FILENO, name: "standard error", closesAtEnd: false)

  private init(descriptor: CInt, name: String, closesAtEnd: Bool) {
    self.descriptor = descriptor
    self.name = name
    self.closesAtEnd = closesAtEnd
  }

  /// Opens a file for writing.
  ///
  /// - Parameter name: its name in messages.
  fileprivate convenience init?(_ path: String, _ flags: CInt, name: String) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | flags, 0o666)
    guard descriptor >= 0 else { return nil }
    self.init(descriptor: descriptor, name: name, closesAtEnd: true)
  }

  deinit {
    if closesAtEnd { close(descriptor) }
  }

  /// Writes the whole text or throws: a full disk must not look like success.
  func write(_ text: String) throws(CommandFailure) {
    // Reports may be large, so they are not copied.
    guard writeBytes(text.utf8Span.span, to: descriptor) else { throw .cannotWrite(name) }
  }

  /// Writes octets that are not text.
  func write(_ octets: [UInt8]) throws(CommandFailure) {
    guard writeBytes(octets.span, to: descriptor) else { throw .cannotWrite(name) }
  }
}

/// A file that gets a new content as a whole: it is written beside the old one, and replaces it when it is complete. So
/// readers find the old content or the new one, and a failed run leaves neither half a result nor the old one.
///
/// A path that is not a regular file, such as a pipe or `/dev/null`, is written directly. A file in a folder that takes
/// no other files is written when the new content is complete (``InPlaceFile``).
final class ReplacedFile {
  /// The path as the user wrote it.
  let path: String
  /// The name in messages.
  let shown: String
  /// Whether the content itself lists its missing parts.
  var tellsWhatIsMissing = false
  /// The final path of the content, with links followed.
  private let target: String
  /// Whether the path is a link that leads to itself, which cannot be written to.
  private let isLoop: Bool
  /// The old file; `nil` when there is none.
  private let old: stat?
  private var file: OutputFile?
  /// The file in a folder that takes no other files.
  private var inPlace: InPlaceFile?
  /// The present path of the new content; `nil` when it is written directly.
  private var temporary: String?

  /// The end of the name of a file that holds an incomplete result.
  static let partial = ".partial"

  /// Whether another path leads to the same regular file, or will do so when it is written.
  func isSame(as other: ReplacedFile) -> Bool {
    guard isRegular, other.isRegular else { return false }
    if let old, let others = other.old { return FileIdentity(old) == FileIdentity(others) }
    return Self.place(target) == Self.place(other.target)
  }

  /// Returns the path of a file that does not exist, from its folder without links.
  private static func place(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return (resolved(".") ?? "") + "/" + path }
    return (resolved(String(path[...slash])) ?? String(path[..<slash])) + path[slash...]
  }

  /// - Parameter shown: by default, the path.
  init(_ path: String, shown: String? = nil) {
    self.path = path
    self.shown = shown ?? path
    var status = stat()
    old = unsafe stat(path, &status) == 0 ? status : nil
    target = Self.resolved(path) ?? Self.followed(path)
    isLoop = old == nil && Self.link(at: target) != nil
  }

  /// Returns the destination of a link to nothing: a file that will exist.
  private static func followed(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      guard let link = link(at: path) else { return path }
      let folder = path.parentFolder
      path = link.hasPrefix("/") ? link : folder + link
    }
    return path
  }

  /// Returns the text of a link; `nil` for any other file.
  private static func link(at path: String) -> String? {
    let capacity = 4096
    var octets = [CChar](repeating: 0, count: capacity)
    let count = unsafe readlink(path, &octets, capacity)
    guard count > 0 else { return nil }
    return String(decoding: octets[..<count].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// Returns the path without links; `nil` when it leads to nothing.
  static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Returns whether two arguments of a command line name the file, or a folder around it. One is that of the output;
  /// the other may be an input.
  func isNamedTwice(in arguments: [String]) -> Bool {
    arguments.count { argument in
      // An option and its value may be one argument.
      let value = argument.hasPrefix("--") ? argument.split(separator: "=", maxSplits: 1).last : nil
      return isIn(argument) || value.map { isIn(String($0)) } ?? false
    } > 1
  }

  private func isIn(_ path: String) -> Bool {
    guard let path = Self.resolved(path) else { return false }
    return target == path || target.hasPrefix(path.hasSuffix("/") ? path : path + "/")
  }

  deinit {
    if let temporary { _ = unsafe unlink(temporary) }
  }

  /// Writes a file as a whole, whether it exists or not.
  ///
  /// - Parameter shown: its name in messages; the path by default.
  static func put(_ text: String, at path: String, shown: String? = nil) throws(CommandFailure) {
    let file = ReplacedFile(path, shown: shown)
    try file.write(text)
    try file.keep()
  }

  /// Replaces the content of a file that exists.
  static func replace(_ path: String, with text: String) throws(CommandFailure) {
    let file = ReplacedFile(path)
    guard file.old != nil else { throw .cannotWrite(path) }
    guard file.isRegular else { throw CommandFailure("\(path): cannot be written: expected a file") }
    try file.write(text)
    try file.keep()
  }

  func write(_ text: String) throws(CommandFailure) {
    let file = try opened()
    guard inPlace == nil else {
      inPlace?.append(text.utf8)
      return
    }
    try file.write(text)
  }

  func write(_ octets: [UInt8]) throws(CommandFailure) {
    let file = try opened()
    guard inPlace == nil else {
      inPlace?.append(octets)
      return
    }
    try file.write(octets)
  }

  /// Puts the new content in place; it is empty when nothing was written.
  func keep() throws(CommandFailure) {
    let file = try opened()
    if let inPlace {
      guard inPlace.write(to: file.descriptor) else { throw .cannotWrite(shown) }
      self.inPlace = nil
      self.file = nil
      return
    }
    guard let temporary else { return }
    // A full disk may show only now.
    guard fsync(file.descriptor) == 0 || errno == EINVAL, unsafe rename(temporary, target) == 0 else {
      throw .cannotWrite(shown)
    }
    self.temporary = nil
    self.file = nil
  }

  /// Removes the old content, which a later step could take for the result, and keeps the new content beside it.
  ///
  /// - Returns: a line about it for people; `nil` when there was nothing to do.
  func discard() -> String? {
    guard isRegular else { return nil }
    defer { file = nil }
    if let temporary {
      let partial = target + Self.partial
      guard unsafe rename(temporary, partial) == 0 else { return removeOld() }
      self.temporary = nil
      _ = removeOld()
      return "\(shown): not complete, so it is in \(shown)\(Self.partial)"
    }
    if let file {
      ftruncate(file.descriptor, 0)
      return "\(shown): not complete, so it is empty"
    }
    return removeOld()
  }

  private func removeOld() -> String? {
    guard old != nil, unsafe unlink(target) == 0 else { return nil }
    return "\(shown): removed, because there is no new result"
  }

  /// Whether the output is a file, or will be one.
  var isRegular: Bool { old.map { $0.st_mode & S_IFMT == S_IFREG } ?? true }

  private func opened() throws(CommandFailure) -> OutputFile {
    if let file { return file }
    guard !isLoop else {
      errno = ELOOP
      throw .cannotWrite(shown)
    }
    let file: OutputFile
    if isRegular {
      file = try openedBeside()
    } else {
      guard let direct = OutputFile(target, O_TRUNC, name: shown) else { throw .cannotWrite(shown) }
      file = direct
    }
    self.file = file
    return file
  }

  private func openedBeside() throws(CommandFailure) -> OutputFile {
    var beside = "\(target).advert-\(getpid())"
    var created = OutputFile(beside, O_CREAT | O_EXCL, name: shown)
    // A killed run may have left its file, and in a container the next one has the same number.
    for attempt in 1...99 where created == nil && errno == EEXIST {
      beside = "\(target).advert-\(getpid())-\(attempt)"
      created = OutputFile(beside, O_CREAT | O_EXCL, name: shown)
    }
    if let file = created {
      temporary = beside
      if let old {
        // Only the superuser can keep another owner. Changing the owner may change the mode.
        if fchown(file.descriptor, old.st_uid, old.st_gid) != 0 { _ = fchown(file.descriptor, uid_t.max, old.st_gid) }
        guard fchmod(file.descriptor, old.st_mode & 0o7777) == 0 else { throw .cannotWrite(shown) }
      }
      return file
    }
    let reason = errno
    // The folder may take no new files, although the file itself can be written.
    if old != nil, [EACCES, EPERM, EROFS].contains(reason), let file = OutputFile(target, 0, name: shown) {
      inPlace = InPlaceFile(target)
      return file
    }
    errno = reason
    throw .cannotWrite(shown)
  }
}

extension CommandFailure {
  /// Returns the failure with the latest reason of the system.
  fileprivate static func cannotWrite(_ name: String) -> CommandFailure {
    CommandFailure("\(name): cannot be written: \(systemReason())")
  }
}
