#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Paths as a file names them that is written for a repository: from the folder of that file, so that they are the same
/// on every machine.
struct ShownPaths {
  private let folder: [Substring]
  private let known: [String]

  /// - Parameters:
  ///   - output: the file that names them; without it, they are from the working directory.
  ///   - known: paths on the command line.
  init(from output: String?, known: [String]) {
    folder = output.map { Self.parts($0).dropLast() } ?? Self.parts(".")
    self.known = known
  }

  /// A path on the command line, or below one of them, from the folder; of any other path, its last name.
  func shown(_ path: String) -> String {
    // Standard input, and layouts that are options.
    if path.hasPrefix("-") { return path }
    let isKnown = known.contains { path == $0 || path.hasPrefix($0 + "/") } || !path.contains("/")
    guard isKnown || Self.parts(path).starts(with: folder) else {
      return path.split(separator: "/").last.map(String.init) ?? path
    }
    return relative(path)
  }

  /// From the folder.
  func relative(_ path: String) -> String {
    let parts = Self.parts(path)
    let common = zip(folder, parts).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: folder.count - common)
    let words = up + parts[common...].map(String.init)
    let path = words.isEmpty ? "." : words.joined(separator: "/")
    // It is no option.
    return path.hasPrefix("-") ? "./" + path : path
  }

  /// The names on the way from the root, without what goes nowhere.
  private static func parts(_ path: String) -> [Substring] {
    let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var parts: [Substring] = []
    for part in absolute.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }

  /// A word as a shell takes it.
  static func shellWord(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { octet in
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: ","):
        true
      default: false
      }
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\"'\"'") + "'"
  }
}
