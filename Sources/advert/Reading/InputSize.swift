#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

enum InputSize {
  /// Octets of a regular file, from where it will be read on; `-` is standard input. `nil` for pipes and terminals, 0 for
  /// what is not there.
  static func octets(of path: String) -> Int? {
    var status = stat()
    guard path == "-" else {
      guard unsafe stat(path, &status) == 0 else { return 0 }
      return isRegular(status) ? Int(status.st_size) : nil
    }
    guard unsafe fstat(STDIN_FILENO, &status) == 0, isRegular(status) else { return nil }
    return max(Int(status.st_size) - Int(max(lseek(STDIN_FILENO, 0, SEEK_CUR), 0)), 0)
  }

  private static func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
}
