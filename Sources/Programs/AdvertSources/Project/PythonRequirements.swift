internal import AdvertisingData

/// A reader of `requirements.txt`.
///
/// Source: pip's requirements file format, PEP 508 and PEP 440.
enum PythonRequirements {
  static func read(_ text: String) -> ProjectFile.Found {
    var found = ProjectFile.Found()
    for line in ProjectFile.lines(of: text) {
      // Options such as -r, and comments.
      let plain = String(line).parts(between: " #")[0].trimmed
      guard let first = plain.first, first.isLetter || first.isNumber else { continue }
      // The conditions of a requirement, and its hashes.
      let requirement = plain.parts(between: ";")[0].parts(between: " --")[0].trimmed
      let name = requirement.prefix { $0.isLetter || $0.isNumber || "-_.".contains($0) }
      var rest = requirement.dropFirst(name.count).trimmed
      if rest.first == "[", let end = rest.firstIndex(of: "]") { rest = rest[rest.index(after: end)...].trimmed }
      if rest.first == "@" {
        // `name @ git+https://host/owner/name@8.0.0`
        let pieces = rest.parts(between: "@")
        rest = pieces.count > 2 ? pieces[pieces.count - 1].trimmed : ""
      } else if rest.first == "(", rest.last == ")" {
        rest = String(rest.dropFirst().dropLast())
      }
      found.statements.append(ProjectFile.Statement(name: String(name), range: rest))
    }
    return found
  }
}
