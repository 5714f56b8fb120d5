internal import AdvertFirmware

/// Files of firmware builds that do not contain the advertising, with the files to read instead.
enum FirmwareFile {
  case hex
  case uf2
  case binary
  case source

  /// The kind by the first octets of UF2, else by the end of the name; `nil` for every other file.
  init?(path: String) {
    if let file = try? ImageFile(path: path), CandidateSearch.recognisesUF2(file) {
      self = .uf2
      return
    }
    let end = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() }
    switch end {
    case "uf2": self = .uf2
    case "bin", "img": self = .binary
    case "c", "h", "cc", "cpp", "cxx", "hpp", "ino", "rs": self = .source
    default: return nil
    }
  }

  /// A description for people, after the word *found*.
  var description: String {
    switch self {
    case .hex:
      "firmware in Intel HEX, which does not say what is sent: read the ELF file of the build, or search with "
        + "decode --find"
    case .uf2:
      "firmware in UF2, which does not say what is sent: read the ELF file of the build, or search with "
        + "decode --find"
    case .binary: "a binary file: of firmware, read the ELF file of the build, or search with decode --find"
    case .source:
      "source code: read the object file or the ELF file that it is compiled to, or declare what it sends in "
        + "advert.yml"
    }
  }
}
