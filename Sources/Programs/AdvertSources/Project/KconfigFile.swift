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
  static func deviceName(in text: String) -> String? {
    let key = "CONFIG_BT_DEVICE_NAME=\""
    let lines = text.split(whereSeparator: { $0.isNewline }).filter { $0.hasPrefix(key) }
    // Kconfig takes the text between the quotation marks, and leaves out what follows them.
    guard lines.count == 1, let value = lines.first?.dropFirst(key.count), let end = value.firstIndex(of: "\""),
      !value[..<end].contains("\\")
    else { return nil }
    return String(value[..<end])
  }
}
