/// Files of firmware builds that do not contain the advertising, with the files to read instead.
package enum FirmwareFile {
  case hex
  case motorola
  case uf2
  case binary
  case source
  case coreDump

  /// The kind by the first octets where they show it, else by the end of the name; `nil` for every other file.
  ///
  /// - Parameter file: the file; `nil` when it cannot be read.
  package init?(_ file: ImageFile?, name: String) {
    if let file, CandidateSearch.recognisesUF2(file) {
      self = .uf2
      return
    }
    if let file, ELFFile.isCoreDump(file) {
      self = .coreDump
      return
    }
    let end = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    switch end {
    case "uf2": self = .uf2
    case "bin", "img": self = .binary
    case "c", "h", "cc", "cpp", "cxx", "hpp", "ino", "pde", "m", "mm", "swift": self = .source
    case "kt", "kts", "java", "cs", "py", "rs", "go", "dart", "js", "mjs", "cjs", "jsx", "ts", "tsx": self = .source
    default: return nil
    }
  }

  /// A description for people, after the word *found*.
  package var description: String {
    switch self {
    case .hex: "firmware in Intel HEX, which does not say what is sent: \(Self.waysOfImages)"
    case .motorola:
      "firmware in Motorola S-records, which are not read: read the ELF file of the build, or make Intel HEX of them with "
        + "objcopy -I srec -O ihex"
    case .uf2: "firmware in UF2, which does not say what is sent: \(Self.waysOfImages)"
    case .binary: "a binary file: of firmware, \(Self.waysOfImages)"
    case .coreDump:
      "a core dump, which is the memory of a program that ended: read the ELF file of the program"
    case .source:
      "source code: let lint, reach or emit read the calls of the program, or \(Self.otherWays)"
    }
  }

  /// A hint for programs that do not state the data that they send.
  package static let otherWays =
    "read the object file or the ELF file that it is compiled to, declare what it sends in advert.yml, or log what the "
    + "device sends (Docs/RunTime.md)"

  private static let waysOfImages =
    "read the ELF file of the build, log what the device sends (Docs/RunTime.md), or search with decode --find"
}
