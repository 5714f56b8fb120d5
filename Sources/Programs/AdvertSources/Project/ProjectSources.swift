internal import AdvertReading
internal import AdvertisingData

/// The other files of a program's project that its text names: headers that it includes, and modules that it imports.
package struct ProjectSources: Sendable {
  /// Returns the text of a file; `nil` when the project has no such file.
  ///
  /// The path is relative to the folder of the program, with `..` only at its beginning: `config.h`, `../include/config.h`.
  let text: @Sendable (String) -> String?
  /// Returns the paths of all files whose names have one of some ends, for ``text``.
  let paths: @Sendable ([String]) -> [String]

  package init(
    paths: @escaping @Sendable ([String]) -> [String] = { _ in [] }, text: @escaping @Sendable (String) -> String?
  ) {
    self.text = text
    self.paths = paths
  }

  /// Folders that build tools search for headers, relative to the folder of the program.
  private static let searched = ["", "include/", "../include/", "inc/", "../inc/"]

  private static let mostParts = 16
  /// The most folders above the program that a path can lead to.
  private static let highest = 3

  /// Returns the paths that a quoted include can mean: beside the file that includes it, then in the searched folders.
  static func paths(of name: String, from folder: String) -> [String] {
    ([folder] + searched).compactMap { path($0 + name) }.withoutRepeats
  }

  /// The texts of an Arduino sketch before one of its files, and after it: all `.ino` files of a folder are one program.
  struct Sketch {
    var before: [String] = []
    var behind: [String] = []
  }

  /// Returns the other files of the sketch that has a text; `nil` when it is the only one, or which folder is its own is not
  /// certain.
  func sketch(with text: String) -> Sketch? {
    func parts(_ path: String) -> (folder: Substring, name: Substring) {
      let slash = path.lastIndex(of: "/")
      return (slash.map { path[..<$0] } ?? "", path[(slash.map { path.index(after: $0) } ?? path.startIndex)...])
    }
    let all = paths([".ino"])
    guard 2...Self.mostOfSketches ~= all.count else { return nil }
    let own = all.filter { self.text($0) == text }
    guard own.count == 1, let folder = own.first.map({ parts($0).folder }) else { return nil }
    // The file with the name of the folder is the first one.
    let main = (folder.split(separator: "/").last ?? "") + ".ino"
    let files = all.filter { parts($0).folder == folder }.sorted {
      let names = (parts($0).name, parts($1).name)
      return names.0 == main || names.1 != main && names.0 < names.1
    }
    guard files.count > 1, let place = files.firstIndex(of: own[0]) else { return nil }
    return Sketch(
      before: files[..<place].compactMap { self.text($0) }, behind: files[(place + 1)...].compactMap { self.text($0) })
  }

  private static let mostOfSketches = 64

  /// Returns a path without `.` and inner `..`; `nil` for one that is absolute, too long, or leads too far up.
  private static func path(_ text: String) -> String? {
    let written = text.split(separator: "/", omittingEmptySubsequences: false)
    guard written.count <= mostParts, !text.utf8.contains(0) else { return nil }
    var parts: [Substring] = []
    for part in written where part != "." {
      guard !part.isEmpty else { return nil }
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    guard parts.count(where: { $0 == ".." }) <= highest, let last = parts.last, last != ".." else { return nil }
    return parts.joined(separator: "/")
  }
}

/// The files that a program in C includes, each read once, in the place of its first `#include`.
///
/// Their tokens have the place of the `#include` in the program, so that each place is one of the program.
struct IncludedFiles {
  private let sources: ProjectSources?
  private var taken: Set<String> = []
  private var octets = 0
  private var depth = 0
  private var folder = ""
  /// The place of the `#include` in the program; `nil` outside of included files.
  private(set) var place: TextRange?
  /// Whether the next directive is the first one of an included file.
  private var isFirst = false
  /// The file that was begun last, and its name as a guard has it: `CONFIG_H`.
  private var text = ""
  private var guardName = ""

  private static let mostFiles = 64
  private static let mostOctets = 1 << 20
  private static let deepest = 8

  /// A file that is being read, with the state before it.
  struct File {
    let text: String
    fileprivate let folder: String
    fileprivate let place: TextRange?
  }

  init(_ sources: ProjectSources?) { self.sources = sources }

  /// Begins a file; `nil` when the project has no such file, it was read before, or a limit is reached.
  mutating func open(_ name: String, at include: TextRange) -> File? {
    guard let sources, depth < Self.deepest else { return nil }
    for path in ProjectSources.paths(of: name, from: folder) {
      if taken.contains(path) { return nil }
      guard taken.count < Self.mostFiles, let text = sources.text(path) else { continue }
      taken.insert(path)
      octets += text.utf8.count
      guard octets <= Self.mostOctets else { return nil }
      let file = File(text: text, folder: folder, place: place)
      folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      place = place ?? include
      depth += 1
      isFirst = true
      self.text = text
      guardName = String(
        decoding: path.dropFirst(folder.count).uppercased().utf8.map { $0.isWordPart ? $0 : UInt8(ascii: "_") },
        as: UTF8.self)
      return file
    }
    return nil
  }

  /// The place of the other files of a sketch.
  static let ofSketch = TextRange(line: 1, column: 1, count: 0)

  /// Begins another file of a sketch; with `nil`, the program itself goes on.
  mutating func enterSketch(_ place: TextRange?) { self.place = place }

  /// Ends a file.
  mutating func close(_ file: File) {
    folder = file.folder
    place = file.place
    depth -= 1
    isFirst = false
  }

  /// Returns a token with its place in the program.
  func placed(_ token: SourceToken) -> SourceToken {
    guard let place else { return token }
    var token = token
    token.range = place
    return token
  }

  /// Whether a directive begins the guard of an included file: `#ifndef` of a new name, before any other directive, which
  /// the file then defines as nothing, or which is its own. Any other name can be set from outside, such as by an option of
  /// the compiler.
  mutating func isGuard(_ directive: String, _ rest: [SourceToken], _ known: [String: [CTokens.Definition]]) -> Bool {
    guard isFirst, directive != "pragma" else { return false }
    isFirst = false
    guard directive == "ifndef", rest.count == 1, known[rest[0].text] == nil else { return false }
    return text.split(whereSeparator: { $0.isNewline }).contains { line in
      let words = line.split { $0 == " " || $0 == "\t" }
      guard words.prefix(2) == ["#define", rest[0].text[...]] else { return false }
      let isOwn = guardName.count > 2 && rest[0].text.uppercased().hasPart(guardName)
      return isOwn || words.dropFirst(2).first?.hasPrefix("/") ?? true
    }
  }
}
