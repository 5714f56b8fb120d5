/// A reader of Kconfig's files beside a program.
enum KconfigFile {
  /// Returns the settings that the `sdkconfig` of a project for ESP-IDF switches on or off, by their names.
  static func switches(in text: String) -> [String: Bool] {
    var switches: [String: Bool] = [:]
    for line in ProjectFile.lines(of: text) {
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
  ///
  /// Kconfig takes the text between the quotes, and ignores the rest of the line.
  static func deviceName(in text: String) -> String? {
    let key = "CONFIG_BT_DEVICE_NAME=\""
    let lines = text.split(whereSeparator: { $0.isNewline }).filter { $0.hasPrefix(key) }
    guard lines.count == 1, let value = lines.first?.dropFirst(key.count), let end = value.firstIndex(of: "\""),
      case let name = value[..<end], !name.contains("\\")
    else { return nil }
    return String(name)
  }

  /// Returns the settings that are numbers, by their names; a setting that a file sets twice is left out.
  static func numbers(in text: String) -> [String: Int64] {
    var numbers: [String: Int64] = [:]
    var names: Set<String> = []
    for line in ProjectFile.lines(of: text) where line.hasPrefix("CONFIG_") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let name = String(line[..<equals])
      guard names.insert(name).inserted else {
        numbers[name] = nil
        continue
      }
      let value = line[line.index(after: equals)...].trimmed
      let isHex = value.hasPrefix("0x") || value.hasPrefix("0X")
      if let number = isHex ? Int64(value.dropFirst(2), radix: 16) : Int64(value) { numbers[name] = number }
    }
    return numbers
  }
}
