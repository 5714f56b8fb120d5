#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Paths for a file in a repository: from the folder of that file, so that they are the same on every machine.
struct ShownPaths {
  private let folder: [Substring]
  private let known: [String]

  /// - Parameters:
  ///   - output: the file with the paths; without it, they are from the working directory.
  ///   - known: paths on the command line.
  init(from output: String?, known: [String]) {
    folder = output.map { Self.parts($0).dropLast() } ?? Self.parts(".")
    self.known = known
  }

  /// Returns a path on the command line, or below one of them, from the folder; for any other path, its last name.
  func shown(_ path: String) -> String {
    // Standard input, and layouts in options.
    if path.hasPrefix("-") { return path }
    let isKnown = known.contains { path == $0 || path.hasPrefix($0 + "/") } || !path.contains("/")
    guard isKnown || Self.parts(path).starts(with: folder) else {
      return path.split(separator: "/").last.map(String.init) ?? path
    }
    return relative(path)
  }

  /// Returns a path from the folder.
  func relative(_ path: String) -> String {
    let parts = Self.parts(path)
    let common = zip(folder, parts).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: folder.count - common)
    let words = up + parts[common...].map(String.init)
    let path = words.isEmpty ? "." : words.joined(separator: "/")
    // A path that begins like an option gets a prefix.
    return path.hasPrefix("-") ? "./" + path : path
  }

  /// Returns the names on the way from the root, without steps that have no effect.
  private static func parts(_ path: String) -> [Substring] {
    let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var parts: [Substring] = []
    for part in absolute.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }

  /// Returns a word in the form for a shell.
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
