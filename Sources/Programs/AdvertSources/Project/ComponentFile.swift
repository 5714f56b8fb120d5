/// A reader of `idf_component.yml`, the manifest of a component for ESP-IDF, and of the files of Dart's pub, which have the
/// same form.
///
/// Source: the documentation of the ESP-IDF component manager; Dart's documentation of pubspec.yaml.
enum ComponentFile {
  /// - Parameter section: the key over the packages.
  static func read(_ text: String, section: String = "dependencies") -> ProjectFile.Found {
    var found = ProjectFile.Found()
    var isInDependencies = false
    var depth: Int?
    var name = ""
    for line in IndentedLines(text).all {
      if line.depth == 0 {
        isInDependencies = line.key == section
        depth = nil
        continue
      }
      guard isInDependencies, !line.key.isEmpty else { continue }
      if depth.map({ line.depth <= $0 }) ?? true {
        depth = line.depth
        name = line.key
        if !line.value.isEmpty { found.statements.append(ProjectFile.Statement(name: name, range: line.value)) }
      } else if line.key == "version", depth.map({ line.depth <= $0 + 8 }) ?? false, !line.isItem {
        found.statements.append(ProjectFile.Statement(name: name, range: line.value))
      }
    }
    return found
  }
}

/// A reader of `west.yml`, the manifest of a workspace for Zephyr.
///
/// Source: Zephyr's documentation of west manifests.
enum WestFile {
  static func read(_ text: String) -> ProjectFile.Found {
    var found = ProjectFile.Found()
    var usual = ""
    var name = ""
    var revision = ""
    func end() {
      if !name.isEmpty {
        found.statements.append(ProjectFile.Statement(name: name, range: version(revision.isEmpty ? usual : revision)))
      }
      (name, revision) = ("", "")
    }
    var section = ""
    for line in IndentedLines(text).all {
      if ["defaults", "remotes", "projects", "self", "manifest", "group-filter"].contains(line.key), line.value.isEmpty,
        !line.isItem
      {
        end()
        section = line.key
        continue
      }
      if section == "defaults", line.key == "revision" { usual = line.value }
      guard section == "projects" else { continue }
      if line.isItem, line.key == "name" || line.key == "revision" || line.key == "remote" || line.key == "repo-path" {
        // Items of a list inside of a project have no keys.
        end()
      }
      if line.key == "name" { name = line.value }
      if line.key == "revision" { revision = line.value }
    }
    end()
    return found
  }

  /// Returns the version in the name of a tag; empty for branches and commits.
  private static func version(_ revision: String) -> String {
    var rest = revision[...]
    for start in ["refs/tags/", "zephyr-", "ncs-"] where rest.hasPrefix(start) { rest = rest.dropFirst(start.count) }
    guard rest.first == "v", rest.dropFirst().first?.isNumber ?? false else { return "" }
    // v3.5.99-ncs1 is Zephyr in the nRF Connect SDK.
    return String(rest.dropFirst().prefix { $0.isNumber || $0 == "." })
  }
}
