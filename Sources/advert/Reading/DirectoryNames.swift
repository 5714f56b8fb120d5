#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The names of what is in a directory. File systems take any octets for a name, and Foundation passes over those that
/// are no text without a word.
struct DirectoryNames {
  private(set) var all: [String] = []
  /// How many names are not UTF-8.
  private(set) var unreadable = 0

  /// `nil` when it is no directory, or cannot be read.
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
