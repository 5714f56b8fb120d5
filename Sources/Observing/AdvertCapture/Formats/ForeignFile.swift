/// Kinds of files that are often given in place of a capture, by their first octets.
enum ForeignFile {
  /// Returns what a file is, in words; `nil` when its first octets are the mark of none of these kinds.
  static func words(_ head: [UInt8]) -> String? {
    kinds.first { kind in
      let mark = Array(kind.mark.utf8)
      return head.dropFirst(kind.offset).starts(with: mark)
    }?.words ?? binary(head)
  }

  private static let kinds: [(offset: Int, mark: String, words: String)] = [
    (1, "PNG\r\n", "a PNG image"),
    (0, "GIF8", "a GIF image"),
    (8, "WEBP", "a WebP image"),
    (8, "WAVE", "a sound file"),
    (4, "ftyphei", "a HEIC image"),
    (4, "ftypmif1", "a HEIC image"),
    (4, "ftyp", "a video"),
    (0, "%PDF-", "a PDF document"),
    (0, "SQLite format 3", "an SQLite database"),
    (0, "bplist00", "a property list of Apple's systems"),
    (0, "Rar!", "an archive of RAR"),
    (0, "xar!", "an archive of xar"),
  ]

  /// Kinds whose marks are no text.
  private static func binary(_ head: [UInt8]) -> String? {
    let kinds: [(mark: [UInt8], words: String)] = [
      ([0xFF, 0xD8, 0xFF], "a JPEG image"),
      ([0x37, 0x7A, 0xBC, 0xAF], "an archive of 7-Zip"),
      ([0xD0, 0xCF, 0x11, 0xE0], "a document of Microsoft Office"),
      ([0x7F, 0x45, 0x4C, 0x46], "an ELF file"),
      ([0xCF, 0xFA, 0xED, 0xFE], "a program for macOS or iOS"),
      ([0x4D, 0x5A, 0x90, 0x00], "a program for Windows"),
    ]
    return kinds.first { head.starts(with: $0.mark) }?.words
  }
}
