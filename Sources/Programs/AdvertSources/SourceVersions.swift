/// A reader of versions of libraries from the files in which projects state them.
enum SourceVersions {
  /// The names of the files.
  static let files = [
    "platformio.ini", "library.properties", "idf_component.yml", "main/idf_component.yml", "west.yml",
    "requirements.txt",
    "sketch.yaml",
  ]

  /// Returns the versions that a file states, by the id of the stack, in the form for ``StackBuilder/version(_:)``.
  static func versions(in text: String, of file: String) -> [String: String] {
    var versions: [String: String] = [:]
    var isAmbiguous: Set<String> = []
    for line in text.split(whereSeparator: { $0.isNewline }).prefix(20_000) {
      let line = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
      let plain = String(line.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false).first ?? "")
      for (stack, names) in libraries {
        for name in names {
          guard let behind = rest(of: plain.lowercased(), behind: name), let version = version(behind) else { continue }
          if let other = versions[stack], other != version { isAmbiguous.insert(stack) }
          versions[stack] = version
        }
      }
      // PlatformIO's platform for the ESP32 contains the Arduino core: platform 3 has 1.0.6, and 4 to 6 have 2.0.
      if file == "platformio.ini", let behind = rest(of: plain.lowercased(), behind: "espressif32"),
        let platform = version(behind)
      {
        let major = Int(platform.split(separator: ".").first ?? "") ?? 0
        if major == 3 { versions["esp32-ble"] = "1.0.6" }
        if 4...6 ~= major { versions["esp32-ble"] = "2" }
      }
    }
    if file == "west.yml", let revision = zephyrRevision(text) { versions["zephyr"] = revision }
    for stack in isAmbiguous { versions[stack] = nil }
    return versions
  }

  /// The names of each library in such files, in lower case.
  private static let libraries: [(stack: String, names: [String])] = [
    ("nimble-arduino", ["nimble-arduino"]), ("esp-nimble-cpp", ["esp-nimble-cpp"]), ("arduinoble", ["arduinoble"]),
    ("esp32-ble", ["esp32:esp32"]), ("adafruit-ble", ["adafruit-circuitpython-ble", "adafruit_circuitpython_ble"]),
    ("aioble", ["aioble"]), ("bluefruit", ["adafruit:nrf52"]),
  ]

  /// Returns the text after a name, unless the name continues there.
  private static func rest(of line: String, behind name: String) -> Substring? {
    guard let range = line.firstRange(ofText: name) else { return nil }
    let rest = line[range.upperBound...]
    if let next = rest.first, next.isLetter || next.isNumber || next == "-" || next == "_" || next == "/" { return nil }
    return rest
  }

  /// Returns the version after a name: `@^2.1.0` is any 2, `@~2.1.0` any 2.1, and others stay as written.
  private static func version(_ text: Substring) -> String? {
    var sign = ""
    var rest = text.drop { " \t\"'@:=(".contains($0) }
    while let first = rest.first, "^~><=!".contains(first) {
      sign.append(first)
      rest = rest.dropFirst()
    }
    rest = rest.drop { $0 == " " || $0 == "v" }
    let numbers = rest.prefix { $0.isNumber && $0.isASCII || $0 == "." }
    var parts = numbers.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if parts.last == "" { parts.removeLast() }
    guard !parts.isEmpty, parts.count <= 4, parts.allSatisfy({ !$0.isEmpty && $0.count <= 6 }) else { return nil }
    switch sign {
    case "", "==", "=": return parts.joined(separator: ".")
    case "^" where parts[0] != "0": return parts[0]
    case "~", "~=": return parts.prefix(2).joined(separator: ".")
    // The newest of several.
    default: return nil
    }
  }

  /// Returns the revision of the project `zephyr` in a manifest of west.
  private static func zephyrRevision(_ text: String) -> String? {
    var isZephyr = false
    for line in text.split(whereSeparator: { $0.isNewline }) {
      let words = line.split(separator: " ").map(String.init)
      if let place = words.firstIndex(of: "name:"), place + 1 < words.count { isZephyr = words[place + 1] == "zephyr" }
      guard isZephyr, let place = words.firstIndex(of: "revision:"), place + 1 < words.count else { continue }
      return words[place + 1].hasPrefix("v") ? version(words[place + 1][...]) : nil
    }
    return nil
  }

  /// Returns the settings that the `sdkconfig` of a project for ESP-IDF switches on or off, by their names.
  static func switches(inSDKConfig text: String) -> [String: Bool] {
    var switches: [String: Bool] = [:]
    for line in text.split(whereSeparator: { $0.isNewline }).prefix(20_000) {
      let (start, end) = ("# CONFIG_", " is not set")
      if line.hasPrefix(start), line.hasSuffix(end) {
        switches[String(line.dropFirst(2).dropLast(end.count))] = false
      } else if line.hasPrefix("CONFIG_"), line.hasSuffix("=y") {
        switches[String(line.dropLast(2))] = true
      }
    }
    return switches
  }

  /// Returns the device name that a `prj.conf` of Zephyr sets; `nil` when it sets none, or two.
  static func deviceName(inKconfig text: String) -> String? {
    let key = "CONFIG_BT_DEVICE_NAME=\""
    let lines = text.split(whereSeparator: { $0.isNewline }).filter { $0.hasPrefix(key) }
    guard lines.count == 1, let value = lines.first?.dropFirst(key.count), value.last == "\"", !value.contains("\\")
    else { return nil }
    return String(value.dropLast())
  }
}

extension String {
  /// Returns the first range of another text.
  fileprivate func firstRange(ofText other: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(other) { return start..<index(start, offsetBy: other.count) }
      start = index(after: start)
    }
    return nil
  }
}
