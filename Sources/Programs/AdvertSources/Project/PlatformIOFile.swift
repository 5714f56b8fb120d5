internal import AdvertBuilders
internal import AdvertisingData

/// A reader of `platformio.ini`.
///
/// Source: PlatformIO's documentation of the project configuration file and of package specifications.
enum PlatformIOFile {
  private static let environment = "env:"

  static func read(_ text: String) -> ProjectFile.Found {
    var found = ProjectFile.Found()
    let settings = settings(in: text)
    // A package of the core takes the place of that of the platform.
    let hasCore = settings.contains { setting in
      setting.key == "platform_packages" && setting.values.contains { $0.hasPart("framework-arduinoespressif32") }
    }
    for setting in settings {
      let part = setting.section.hasPrefix(environment) ? setting.section : ""
      switch setting.key {
      case "default_envs" where setting.section == "platformio":
        found.usual = setting.values.flatMap { pieces(of: $0) }.map { environment + $0 }
      case "board", "board_build.mcu": found.boards += setting.values.map { ($0, part) }
      case "lib_deps", "custom_component_add":
        for value in setting.values {
          for specification in specifications(in: value) {
            found.statements.append(statement(specification, part))
          }
        }
      case "platform":
        for value in setting.values {
          if !(hasCore && isNewest(value)), let range = arduinoCore(ofPlatform: value) {
            found.statements.append(ProjectFile.Statement(name: "arduino-esp32", range: range, part: part))
          }
        }
      case "platform_packages":
        for value in setting.values {
          // Forks have the name with a hyphen behind it.
          guard let core = cores.first(where: { value.hasPart($0.package) && !value.hasPart($0.package + "-") }) else {
            continue
          }
          let range = arduinoCore(ofPackage: statement(value, part).range)
          found.statements.append(ProjectFile.Statement(name: core.name, range: range, part: part))
        }
      default: break
      }
    }
    return found
  }

  /// The packages of Arduino cores, with the names of the cores.
  private static let cores = [
    (package: "framework-arduinoespressif32", name: "arduino-esp32"),
    (package: "framework-arduinoadafruitnrf52", name: "adafruit:nrf52"),
  ]

  // MARK: The file

  private struct Setting {
    let section: String
    let key: String
    /// The lines of the value that are not empty, without comments.
    var values: [String]
  }

  private static func settings(in text: String) -> [Setting] {
    var settings: [Setting] = []
    var section = ""
    for line in ProjectFile.lines(of: text) {
      let isContinued = line.first == " " || line.first == "\t"
      let plain = line.trimmed
      guard let first = plain.first, first != ";", first != "#" else { continue }
      if !isContinued, first == "[" {
        section = String(plain.dropFirst().prefix { $0 != "]" })
      } else if isContinued {
        if let last = settings.indices.last { settings[last].values.append(withoutComment(plain)) }
      } else if let equals = plain.firstIndex(where: { $0 == "=" || $0 == ":" }) {
        let value = withoutComment(String(plain[plain.index(after: equals)...]).trimmed)
        settings.append(
          Setting(section: section, key: plain[..<equals].trimmed.lowercased(), values: value.isEmpty ? [] : [value]))
      }
    }
    return settings
  }

  /// Returns a value without the comment behind it, which begins with a semicolon after a space.
  private static func withoutComment(_ value: String) -> String {
    value.parts(between: " ;").first.map { $0.trimmed } ?? value
  }

  private static func pieces(of value: String) -> [String] {
    value.split { $0 == "," || $0 == " " }.map { String($0) }
  }

  /// Returns the specifications of one line: `a/B @ >=1.4, <2, C`. A part that begins like a version belongs to the one before.
  private static func specifications(in line: String) -> [String] {
    var specifications: [String] = []
    for part in line.split(separator: ",") {
      let piece = part.trimmed
      guard let first = piece.first else { continue }
      if let last = specifications.indices.last, first.isNumber || "^~<>=!*".contains(first) {
        specifications[last] += "," + piece
      } else {
        specifications.append(piece)
      }
    }
    return specifications
  }

  /// Returns the statement of a specification: `owner/Name @ ^2.1.0`, `https://github.com/owner/Name.git#2.1.0`.
  private static func statement(_ specification: String, _ part: String) -> ProjectFile.Statement {
    let sides = specification.parts(between: "://")
    guard sides.count == 1 else {
      let address = sides.dropFirst().joined(separator: "://").parts(between: "#")
      let tag = address.count > 1 ? address[1].trimmed : releaseTag(address[0])
      return ProjectFile.Statement(name: repository(address[0]), range: tag, part: part)
    }
    // `name=specification` gives a library another name.
    let plain =
      specification.parts(between: "=").count == 2 && !specification.hasPart("@")
      ? specification.parts(between: "=")[1].trimmed : specification
    let pieces = plain.parts(between: "@")
    return ProjectFile.Statement(
      name: pieces[0].trimmed, range: pieces.dropFirst().joined(separator: "@").trimmed, part: part)
  }

  /// Returns the name of a repository in an address: that behind the owner on a server, else the last.
  private static func repository(_ address: String) -> String {
    let steps = address.split(separator: "/").map { String($0) }
    let name = steps.count > 2 ? steps[2] : steps.last ?? ""
    return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
  }

  /// Returns the tag in the address of a release or of an archive; empty without one.
  private static func releaseTag(_ address: String) -> String {
    let steps = address.split(separator: "/").map { String($0) }
    guard let last = steps.last else { return "" }
    if let place = steps.firstIndex(of: "download"), place + 1 < steps.count { return steps[place + 1] }
    guard steps.contains("archive") || steps.contains("tags") else { return "" }
    for end in [".zip", ".tar.gz"] where last.hasSuffix(end) { return String(last.dropLast(end.count)) }
    return last
  }

  // MARK: The Arduino core for the ESP32

  /// Returns the versions of arduino-esp32 in PlatformIO's platform `espressif32`: platform 3 has 1.0.6, and 4 to 6 have 2.0;
  /// those of the community have the version of the core in their own, 55.03.37 that of 3.3.7. Without a version, it is
  /// the newest release of PlatformIO's, 6.13.0. `nil` when the platform does not say it.
  ///
  /// Sources: releases of platformio/platform-espressif32 and pioarduino/platform-espressif32.
  private static func arduinoCore(ofPlatform value: String) -> String? {
    guard value.lowercased().hasPart("espressif32") else { return nil }
    if isNewest(value) { return "2.0" }
    let stated = statement(value, "")
    guard let range = VersionRange(stated.range) else { return nil }
    if range.least.first ?? 0 > 50, range.least.count > 2 {
      let (major, rest) = (range.least[1], range.least[2])
      let step = rest < 100 ? 10 : 100
      return "\(major).\(rest / step).\(rest % step)"
    }
    if range.isInside(from: [3], before: [4]) { return "1.0.6" }
    return range.isInside(from: [4], before: [7]) ? "2.0" : nil
  }

  /// Whether a value is PlatformIO's platform without a version.
  private static func isNewest(_ value: String) -> Bool {
    ["espressif32", "platformio/espressif32"].contains(value.trimmed.lowercased())
  }

  /// Returns the version of the core in that of its package: 3.20017 is 2.0.17.
  private static func arduinoCore(ofPackage range: String) -> String {
    guard let stated = VersionRange(range), stated.least.count > 1, stated.least[1] >= 10_000 else { return range }
    let number = stated.least[1]
    return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
  }
}
