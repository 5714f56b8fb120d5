#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The files an argument stands for: itself, or, when it is a directory, every regular file below it.
struct CaptureFiles {
  /// As the user wrote it.
  let argument: String
  let paths: [String]
  /// Whether the paths were found in a directory. Files there that are no captures are no failure.
  let isDirectory: Bool
  /// Entries of the directory, and of those below it, that no path can be written for: their names are not UTF-8.
  private(set) var unnamed = 0

  init(_ argument: String) {
    self.argument = argument
    isDirectory = argument != "-" && DirectoryNames(argument) != nil
    var unnamed = 0
    paths = isDirectory ? Self.files(in: argument, &unnamed) : [argument]
    self.unnamed = unnamed
  }

  /// In the order of their names, links not followed: a link to a folder above would never end.
  private static func files(in directory: String, _ unnamed: inout Int) -> [String] {
    guard let names = DirectoryNames(directory) else { return [] }
    unnamed += names.unreadable
    return names.all.sorted().flatMap { name -> [String] in
      let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      switch attributes?[.type] as? FileAttributeType {
      case .typeDirectory: return files(in: path, &unnamed)
      case .typeRegular: return [path]
      default: return []
      }
    }
  }
}
