internal import AdvertCapture
package import AdvertFirmware
internal import AdvertManifest
package import AdvertSources
internal import AdvertisingData

/// The kinds of texts of files that declare layouts. Its content decides; its name counts where the content says nothing.
package enum TextKind {
  /// Something that advert wrote about a capture or about layouts, with its name.
  case output(String)
  /// A firmware image in lines of hex.
  case firmware(FirmwareFile)
  /// A configuration of ESPHome.
  case configuration(ESPHomeConfiguration)
  /// A manifest; by its name alone, or by its keys.
  case manifest(byName: Bool)
  /// Layouts in hex.
  case layouts
  /// Arrays in source code that are payloads. A log can have such an array in its lines: then it is not certain.
  case arrays(DeclaredArrays, isCertain: Bool)
  /// One list of octets in source code, or a dump.
  case list
  /// None of these: a log, or something else.
  case other

  /// Decides what a text is, or what a text is that begins so.
  package init(_ text: String, path: String) {
    if let name = OwnOutput.name(of: text) {
      self = .output(name)
    } else if IntelHex.recognises(text) {
      self = .firmware(.hex)
    } else if Self.isOfMotorola(text) {
      self = .firmware(.motorola)
    } else if let configuration = ESPHomeConfiguration(text) {
      self = .configuration(configuration)
    } else if !Manifest.keys(in: text).isEmpty {
      self = .manifest(byName: false)
    } else if HexLayouts.recognises(text) {
      self = Self.isManifestFile(path) ? .manifest(byName: true) : .layouts
    } else if Self.isManifestFile(path) || Self.isYAML(path) {
      self = .manifest(byName: true)
    } else if let arrays = DeclaredArrays(ifAnyIn: text) {
      self = .arrays(arrays, isCertain: Self.isOfLanguage(path) || Self.isSource(text) || Self.isList(text))
    } else if Self.isList(text) {
      self = .list
    } else {
      self = .other
    }
  }

  /// Whether a log cannot begin so.
  package var isNoLog: Bool {
    switch self {
    case .output, .firmware, .configuration, .manifest, .layouts, .list: true
    case .arrays(_, let isCertain): isCertain
    case .other: false
    }
  }

  /// Whether the text can be a program that only its calls show.
  package var mayBeProgram: Bool {
    switch self {
    case .output, .firmware, .configuration, .manifest: false
    case .layouts, .arrays, .list, .other: true
    }
  }

  /// Whether a path has a name of manifests.
  package static func isManifestFile(_ path: String) -> Bool {
    path.split(separator: "/").last.map { Manifest.fileNames.contains(String($0)) } ?? false
  }

  private static func isYAML(_ path: String) -> Bool {
    let path = path.lowercased()
    return path.hasSuffix(".yml") || path.hasSuffix(".yaml")
  }

  /// Whether the first line is a Motorola S-record: S, its type, and in hex the number of octets that follow, and these.
  private static func isOfMotorola(_ text: String) -> Bool {
    let line = text.utf8.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
    guard line.first == UInt8(ascii: "S"), let type = line.dropFirst().first, 0x30...0x39 ~= type,
      let octets = HexDigits.octets(of: Array(line.dropFirst(2))[...]), let count = octets.first
    else { return false }
    return octets.count == Int(count) + 1
  }

  /// Whether a text is one list or a dump, and not a log.
  package static func isList(_ text: String) -> Bool {
    ArrayLines.recognises(text) { LogLines.begins($0) } || PastedOctets.areDumped(text) || isLineOfNumbers(text)
      || PastedBuffers(text) != nil
  }

  /// Whether a text is one line of decimal numbers with commas, and nothing else.
  private static func isLineOfNumbers(_ text: String) -> Bool {
    let octets = text.utf8.drop { $0 <= 0x20 }
    let numbers = octets.prefix { $0 == UInt8(ascii: ",") || $0 == 0x20 || 0x30...0x39 ~= $0 }
    return numbers.count { $0 == UInt8(ascii: ",") } > 2 && octets.dropFirst(numbers.count).allSatisfy { $0 <= 0x20 }
  }

  /// Whether the first lines of a text declare something as a language does, and are no lines of a log.
  static func isSource(_ text: String) -> Bool {
    let lines = text.split(maxSplits: examinedLines, whereSeparator: { $0.isNewline }).prefix(examinedLines)
    let others = lines.filter { !declares($0) }
    return others.count < lines.count && !lines.contains { PrintedAddress.isIn($0) }
      && !others.contains { LogLines.begins(Array($0.utf8)[...]) }
  }

  private static func declares(_ line: Substring) -> Bool {
    let start = line.drop { $0.isWhitespace }
    return keywords.contains { start.hasPrefix($0) } || signs.contains { line.hasPart($0) }
  }

  private static let examinedLines = 50
  private static let keywords = [
    "const ", "static ", "let ", "var ", "val ", "final ", "local ", "pub ", "public ", "private ", "#define ",
    "byte[] ",
  ]
  private static let signs = [
    "[] = {", "[]={", "uint8_t ", "unsigned char ", " = bytes(", " = bytearray(", " = bytes.fromhex(", " = [", " = b'",
    " = b\"", " <<0x",
  ]

  /// Whether a path is of a source file whose calls are not read, or only where a library is known.
  private static func isOfLanguage(_ path: String) -> Bool {
    let path = path.lowercased()
    return languages.contains { path.hasSuffix($0) }
  }

  private static let languages = [
    ".h", ".hh", ".hpp", ".inc", ".rs", ".go", ".dart", ".cs", ".zig", ".lua", ".rb", ".php",
  ]
}

extension DeclaredArrays {
  /// The payloads of a text; `nil` for a text without an array that is meant for one.
  fileprivate init?(ifAnyIn text: String) {
    self.init(text)
    if isEmpty { return nil }
  }
}
