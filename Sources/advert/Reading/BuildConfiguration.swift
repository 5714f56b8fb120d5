internal import AdvertFirmware

/// The files that a build leaves beside its image.
enum BuildConfiguration {
  /// Returns the device's name in the `.config` of Kconfig, which Zephyr's builds have beside `zephyr.elf`; `nil` when
  /// there is none, or no name in it. The image itself contains only the options of `.config` that are numbers.
  static func deviceName(ofImage path: String) -> String? {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    guard let text = try? RewindableSource(opening: folder + ".config").text else { return nil }
    let key = "CONFIG_BT_DEVICE_NAME=\""
    let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(key) }
    guard let value = line?.dropFirst(key.count), value.last == "\"", value.count > 1 else { return nil }
    return String(value.dropLast()).replacing("\\\"", with: "\"")
  }
}
