internal import AdvertFirmware

extension BuildConfiguration {
  /// Returns the device's name in the `.config` beside an image; `nil` when there is none, or no name in it.
  static func deviceName(ofImage path: String) -> String? {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return (try? RewindableSource(opening: folder + ".config").text).flatMap { deviceName(in: $0) }
  }
}
