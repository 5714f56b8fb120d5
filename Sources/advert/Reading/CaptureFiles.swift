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

  init(_ argument: String) {
    self.argument = argument
    isDirectory = argument != "-" && (try? FileManager.default.contentsOfDirectory(atPath: argument)) != nil
    paths = isDirectory ? Self.files(in: argument) : [argument]
  }

  /// In the order of their names, links not followed: a link to a folder above would never end.
  private static func files(in directory: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.sorted().flatMap { name -> [String] in
      let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      switch attributes?[.type] as? FileAttributeType {
      case .typeDirectory: return files(in: path)
      case .typeRegular: return [path]
      default: return []
      }
    }
  }
}
