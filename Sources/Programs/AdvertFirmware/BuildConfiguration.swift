internal import AdvertisingData

/// The files that a build leaves beside its image.
package enum BuildConfiguration {
  /// The name of the file beside an image.
  package static let fileName = ".config"

  /// Returns the device's name in the text of a `.config` of Kconfig, which Zephyr's builds have beside `zephyr.elf`; `nil`
  /// when no name is in it. The image itself contains only the options of `.config` that are numbers.
  package static func deviceName(in text: String) -> String? {
    let key = "CONFIG_BT_DEVICE_NAME=\""
    let line = text.split(whereSeparator: { $0.isNewline }).first { $0.hasPrefix(key) }
    guard let value = line?.dropFirst(key.count), value.last == "\"", value.count > 1 else { return nil }
    return String(value.dropLast()).exchanging("\\\"", for: "\"")
  }
}
