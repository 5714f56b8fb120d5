/// Readers of Arduino's `sketch.yaml` and `library.properties`.
///
/// Sources: Arduino CLI's sketch project file, and Arduino's specification of libraries.
enum ArduinoProjectFiles {
  /// Reads the build profiles of a sketch.
  static func sketch(_ text: String) -> ProjectFile.Found {
    var found = ProjectFile.Found()
    var profile = ""
    var isInProfiles = false
    var depthOfProfiles: Int?
    for line in IndentedLines(text).all {
      if line.depth == 0, !line.isItem {
        isInProfiles = line.key == "profiles"
        profile = ""
        depthOfProfiles = nil
        if line.key == "default_profile", !line.value.isEmpty { found.usual = [line.value] }
        if line.key == "default_fqbn" { found.boards.append((board(line.value), "")) }
        continue
      }
      guard isInProfiles else { continue }
      if !line.isItem, line.value.isEmpty, !line.key.isEmpty, depthOfProfiles.map({ $0 == line.depth }) ?? true {
        depthOfProfiles = line.depth
        profile = line.key
        continue
      }
      switch line.key {
      case "fqbn": found.boards.append((board(line.value), profile))
      case "platform", "dependency", "":
        if let stated = statement(line.value, profile) { found.statements.append(stated) }
      default: break
      }
    }
    return found
  }

  /// Reads the libraries that a library depends on.
  static func library(_ text: String) -> ProjectFile.Found {
    var found = ProjectFile.Found()
    for line in text.split(whereSeparator: { $0.isNewline }).prefix(1000) where line.hasPrefix("depends=") {
      // A range in parentheses has no comma.
      found.statements += line.dropFirst("depends=".count).split(separator: ",").compactMap {
        statement($0.trimmed, "")
      }
    }
    return found
  }

  /// Returns the statement in `NimBLE-Arduino (2.1.0)`, or in the name alone.
  private static func statement(_ text: String, _ part: String) -> ProjectFile.Statement? {
    guard !text.isEmpty else { return nil }
    guard let open = text.lastIndex(of: "("), text.last == ")" else {
      return ProjectFile.Statement(name: text, range: "", part: part)
    }
    let range = text[text.index(after: open)...].dropLast()
    return ProjectFile.Statement(name: text[..<open].trimmed, range: range.trimmed, part: part)
  }

  /// Returns the board of a fully qualified name: `esp32:esp32:esp32c3:CDCOnBoot=cdc`.
  private static func board(_ name: String) -> String {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count > 2 && parts[0] == "esp32" ? String(parts[2]) : ""
  }
}
