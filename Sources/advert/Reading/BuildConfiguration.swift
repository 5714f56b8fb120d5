internal import AdvertFirmware
internal import Foundation

/// What a build leaves beside its image.
enum BuildConfiguration {
  /// The device's name in the `.config` of Kconfig, which Zephyr's builds have beside `zephyr.elf`; `nil` when there is
  /// none, or no name in it. The image itself holds only the numbers of it.
  static func deviceName(ofImage path: String) -> String? {
    let file = URL(filePath: path).deletingLastPathComponent().appending(path: ".config")
    guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
    defer { try? handle.close() }
    guard let data = try? handle.read(upToCount: longest) else { return nil }
    let key = "CONFIG_BT_DEVICE_NAME=\""
    let line = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).first { $0.hasPrefix(key) }
    guard let value = line?.dropFirst(key.count), value.last == "\"", value.count > 1 else { return nil }
    return String(value.dropLast()).replacing("\\\"", with: "\"")
  }

  /// Octets of the longest one that is read: those of Zephyr have some ten thousand.
  private static let longest = 1 << 22
}
