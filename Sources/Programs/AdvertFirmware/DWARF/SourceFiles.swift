internal import AdvertisingData

/// The names of the source files of a unit, by number (DWARF 5, 6.2.4).
struct SourceFiles {
  private(set) var paths: [UInt64: String] = [:]

  private static let maximumFiles = 65_536

  init(at offset: UInt64, unit: DebugUnit, in debug: DebugInformation) {
    guard var cursor = debug.lineTable(at: offset) else { return }
    let start = cursor.position
    defer { _ = debug.spend(cursor.position - start) }
    let (_, offsetSize) = cursor.unitLength()
    let version = cursor.number(2)
    guard 2...5 ~= version else { return }
    if version >= 5 { cursor.skip(2) }
    _ = cursor.number(offsetSize)
    cursor.skip(version >= 4 ? 5 : 4)
    let operations = cursor.octet()
    cursor.skip(UInt64(max(Int(operations) - 1, 0)))
    if version >= 5 {
      var folders = Self.list(&cursor, offsetSize, unit, debug).map { $0.name }
      for index in folders.indices.dropFirst() { folders[index] = Self.joined(folders[0], folders[index]) }
      for (number, file) in Self.list(&cursor, offsetSize, unit, debug).enumerated() {
        let folder = folders.indices.contains(Int(clamping: file.folder)) ? folders[Int(file.folder)] : ""
        paths[UInt64(number)] = Self.normal(Self.joined(folder, file.name))
      }
    } else {
      // Folder 0 is the folder in which the compiler ran; other folders may be relative to it.
      let home = unit.folder.flatMap { debug.text($0, of: unit) } ?? ""
      var folders = [home]
      while !cursor.isAtEnd, folders.count < Self.maximumFiles {
        let folder = cursor.text()
        if folder.isEmpty { break }
        folders.append(Self.joined(home, folder))
      }
      var number: UInt64 = 1
      while !cursor.isAtEnd, number < Self.maximumFiles {
        let name = cursor.text()
        if name.isEmpty { break }
        let folder = Int(clamping: cursor.variable())
        _ = cursor.variable()
        _ = cursor.variable()
        paths[number] = Self.normal(Self.joined(folders.indices.contains(folder) ? folders[folder] : "", name))
        number += 1
      }
    }
  }

  private static func joined(_ folder: String, _ name: String) -> String {
    // An absolute path on Windows begins with a letter and a colon.
    let isWhole = name.hasPrefix("/") || name.dropFirst().hasPrefix(":")
    return folder.isEmpty || folder == "." || isWhole ? name : folder + (folder.hasSuffix("/") ? "" : "/") + name
  }

  /// Returns a path without unnecessary steps: build systems write `build/../src/main.c`, and editors and reviews look
  /// for `src/main.c`.
  static func normal(_ path: String) -> String {
    guard path.hasPart("./") || path.hasPart(".\\") else { return path }
    // The names, each with the separator after it.
    var names: [Substring] = []
    var rest = path[...]
    while !rest.isEmpty {
      let end = rest.firstIndex { $0 == "/" || $0 == "\\" }.map(rest.index(after:)) ?? rest.endIndex
      let name = rest[..<end]
      rest = rest[end...]
      let last = names.last.map(Self.withoutSeparator)
      switch Self.withoutSeparator(name) {
      case ".": continue
      case ".." where !(last ?? "..").isEmpty && last != ".." && last?.hasSuffix(":") == false: names.removeLast()
      // The parent of the root is the root.
      case ".." where last?.isEmpty ?? false: continue
      default: names.append(name)
      }
    }
    return names.joined()
  }

  private static func withoutSeparator(_ name: Substring) -> Substring {
    name.last == "/" || name.last == "\\" ? name.dropLast() : name
  }

  /// Reads a list of folders or files, which describes the format of its own entries (DWARF 5, 6.2.4.1).
  private static func list(
    _ cursor: inout DebugCursor, _ offsetSize: Int, _ unit: DebugUnit, _ debug: DebugInformation
  ) -> [(name: String, folder: UInt64)] {
    let fields = (0..<Int(cursor.octet())).map { _ in (content: cursor.variable(), form: cursor.variable()) }
    let count = cursor.variable()
    var list: [(name: String, folder: UInt64)] = []
    while list.count < min(count, UInt64(maximumFiles)), !cursor.isAtEnd {
      var name = ""
      var folder: UInt64 = 0
      for field in fields {
        switch field.form {
        case 0x08:
          let text = cursor.text()
          if field.content == 1 { name = text }
        case 0x0E, 0x1F:
          let offset = cursor.number(offsetSize)
          if field.content == 1 {
            // All texts of a list can be the same long text.
            guard debug.spend(8) else { return list }
            name = debug.text(field.form == 0x0E ? .string(offset) : .lineString(offset), of: unit) ?? ""
          }
        case 0x0B, 0x05, 0x06, 0x07, 0x0F:
          let number =
            field.form == 0x0F ? cursor.variable() : cursor.number([0x0B: 1, 0x05: 2, 0x06: 4][field.form] ?? 8)
          if field.content == 2 { folder = number }
        case 0x1E: cursor.skip(16)
        default: return list
        }
      }
      list.append((name, folder))
    }
    return list
  }
}

/// Paths of source files in the debug information of an image.
package enum SourcePath {
  /// Returns `/home/lamp/build/../main.c` as `/home/lamp/main.c`, and `C:\src\main.c` as `C:/src/main.c`.
  package static func plain(_ path: String) -> String {
    // On other systems a backslash is a part of names.
    let start = path.dropFirst()
    let isOfWindows = start.hasPrefix(":\\") || start.hasPrefix(":/") && path.hasPart("\\")
    let path = isOfWindows ? path.exchanging("\\", for: "/") : path
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: true) where part != "." {
      if part == "..", let last = parts.last, last != "..", !(parts.count == 1 && last.hasSuffix(":")) {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
