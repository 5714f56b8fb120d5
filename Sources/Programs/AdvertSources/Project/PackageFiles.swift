internal import AdvertisingData

/// Readers of the files that state the packages of libraries that scan.
///
/// Source: npm's documentation of package.json and package-lock.json, Cargo's of Cargo.toml, and Go's of go.mod.
enum PackageFiles {
  /// Reads the pairs of a name and a range, and the version in the object of a name.
  static func javaScript(_ text: String) -> ProjectFile.Found {
    var found = ProjectFile.Found()
    var names: [String] = []
    var key = ""
    var isBehindColon = false
    var last = ""
    var rest = Array(text.utf8)[...]
    while let octet = rest.popFirst() {
      switch octet {
      case UInt8(ascii: "\""):
        var content: [UInt8] = []
        while let octet = rest.popFirst(), octet != UInt8(ascii: "\"") {
          guard let kept = octet == UInt8(ascii: "\\") ? rest.popFirst() : octet else { break }
          content.append(kept)
        }
        let value = String(decoding: content, as: UTF8.self)
        if isBehindColon {
          let name = key == "version" ? names.last ?? "" : key
          let package = "node_modules/"
          let start = name.hasPrefix(package) ? package.utf8.count : 0
          found.statements.append(ProjectFile.Statement(name: String(name.dropFirst(start)), range: value))
        }
        last = value
        isBehindColon = false
      case UInt8(ascii: ":"):
        key = last
        isBehindColon = true
      case UInt8(ascii: "{"):
        names.append(isBehindColon ? key : "")
        isBehindColon = false
      case UInt8(ascii: "}"): _ = names.popLast()
      case UInt8(ascii: ","), UInt8(ascii: "["): isBehindColon = false
      default: break
      }
    }
    return found
  }

  /// Reads `name = "0.11"` and `name = { version = "0.11" }`, where a version allows later ones that are compatible.
  static func rust(_ text: String) -> ProjectFile.Found {
    var found = ProjectFile.Found()
    for line in ProjectFile.lines(of: text) {
      let sides = String(line).parts(between: "=")
      guard sides.count > 1 else { continue }
      let value = sides.dropFirst().joined(separator: "=").parts(between: "version")
      let quoted = (value.last ?? "").parts(between: "\"")
      guard quoted.count > 2 else { continue }
      let isPlain = quoted[1].first?.isNumber ?? false
      found.statements.append(
        ProjectFile.Statement(name: sides[0].trimmed, range: isPlain ? "^" + quoted[1] : quoted[1]))
    }
    return found
  }

  /// Reads `require name v0.10.0`, and the same without the word in a list.
  static func go(_ text: String) -> ProjectFile.Found {
    var found = ProjectFile.Found()
    for line in ProjectFile.lines(of: text) {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      for (name, version) in zip(words, words.dropFirst()) where version.first == "v" {
        found.statements.append(ProjectFile.Statement(name: String(name), range: String(version.dropFirst())))
      }
    }
    return found
  }
}
