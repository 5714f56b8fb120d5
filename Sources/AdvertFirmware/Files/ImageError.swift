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
