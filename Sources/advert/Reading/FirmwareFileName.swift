internal import AdvertFirmware

extension FirmwareFile {
  /// The kind of a file by its first octets where they show it, else by the end of its name; `nil` for every other file.
  init?(path: String) { self.init(try? ImageFile(path: path), name: path) }

  /// Whether a text is the name of such a file, or of an image, and nothing that people paste.
  static func isName(_ text: String) -> Bool {
    guard let dot = text.lastIndex(of: "."), !text.contains(where: { $0.isWhitespace }) else { return false }
    let images = ["elf", "axf", "hex", "o", "a", "zip"]
    return FirmwareFile(path: text) != nil || images.contains(text[text.index(after: dot)...].lowercased())
  }
}
