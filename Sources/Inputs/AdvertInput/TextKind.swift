internal import AdvertBuilders
internal import AdvertCapture
package import AdvertFirmware
internal import AdvertManifest
package import AdvertSources
package import AdvertisingData

/// The kinds of texts. ``all`` decides what a text is, whoever asks: a command about a file, `decode` about words, the page
/// about what a person pastes, and an editor about a document.
package enum TextKind {
  /// Something that advert wrote about a capture or about layouts, with its name.
  case output(String)
  /// A firmware image in lines of hex.
  case firmware(FirmwareFile)
  /// A configuration of ESPHome.
  case configuration(ESPHomeConfiguration)
  /// A manifest, by the name of the file or by its keys.
  case manifest(isNamed: Bool)
  /// YAML without a key of a manifest, by the end of the file's name and by its own keys: a manifest with faults, or none.
  case yaml
  /// Layouts in hex.
  case layouts
  /// Arrays in source code that are payloads. A log can have such an array in its lines: then it is not certain.
  case arrays(DeclaredArrays, isCertain: Bool)
  /// One list of octets in source code, or a dump.
  case list
  /// Lines of a program that calls a known library.
  case program
  /// A log with a device in it.
  case log
  /// A text that can be decoded; of bytes, whether a phone app shows both blocks in one so.
  case pasted(PastedText, isOfPhoneApp: Bool = false)
  /// Payloads between other words, of which it is not known which is which.
  case pieces([[UInt8]])
  /// Nothing that is known, but a service that the text names.
  case service(BluetoothUUID)
  /// None of these, with the reason why it is no payload. A file can still be a log, or something else.
  case other(PastedText.Problem)

  /// The kinds in the order in which they are asked: a text is of the first whose evidence is in it.
  private static let all:
    [(users: [TextFacts.User], kind: @Sendable (TextFacts) throws(PastedText.Problem) -> TextKind?)] = [
      // The marks of what advert wrote, and of firmware in lines of hex.
      ([.file], { facts in OwnOutput.name(of: facts.text).map { .output($0) } }),
      ([.file], { facts in IntelHex.recognises(facts.text) ? .firmware(.hex) : nil }),
      ([.file], { facts in isOfMotorola(facts.text) ? .firmware(.motorola) : nil }),
      ([.file], { facts in ESPHomeConfiguration(facts.text).map { .configuration($0) } }),
      // Calls with layouts. Words for `decode` are about bytes, which a call can have in it.
      ([.page], { facts in facts.isProgram ? .program : nil }),
      ([.words], { facts in PastedText.errors(in: facts).map { .pasted(.errors($0)) } }),
      // Both blocks, each in its buffer, its command or its array.
      ([.words, .page], { facts in PastedText.parts(in: facts).map { .pasted($0) } }),
      // Objects that a program printed of devices, values with their labels, and bytes alone.
      ([.page], { facts in facts.printed?.values.isEmpty == false ? .log : nil }),
      ([.words], { facts throws(PastedText.Problem) in try PastedText.printedDevice(facts).map { .pasted($0) } }),
      ([.words, .page], { facts in PastedValues(PastedText.inOneLine(facts.text)).map { .pasted(.values($0)) } }),
      (
        [.words, .page],
        { facts throws(PastedText.Problem) in
          try PastedText.bytes(facts).map { .pasted($0, isOfPhoneApp: isOfPhoneApp(facts.text)) }
        }
      ),
      // The name of a manifest, or a key of one. Lines of hex can be in a file of any other name.
      ([.file], { facts in isManifestFile(facts.path) ? .manifest(isNamed: true) : nil }),
      ([.file, .page], { facts in facts.hasKeys ? .manifest(isNamed: false) : nil }),
      ([.file], { facts in HexLayouts.recognises(facts.text) ? .layouts : nil }),
      ([.page], { facts in PastedText.layouts(in: facts.text) == nil ? nil : .layouts }),
      ([.file], { facts in isYAML(facts.path) && isPossiblyYAML(facts) ? .yaml : nil }),
      // Arrays that their names or their octets show to be payloads, and one list of octets without a name.
      ([.file], { facts in arrays(facts) }),
      ([.file], { facts in isList(facts.text) ? .list : nil }),
      // Lines with a device, lines that report errors, and bytes between other words.
      ([.page], { facts in facts.countOfDevices > 0 ? .log : nil }),
      ([.page], { facts in ErrorLines(facts.text).map { .pasted(.errors($0)) } }),
      ([.page], { facts in PastedText.errors(ofCode: facts.text).map { .pasted(.errors($0)) } }),
      ([.words, .page], { facts in PastedText.other(in: facts).map { .pasted($0) } }),
      // The name of a call alone, several payloads between other words, and the name of a service.
      ([.page], { facts in facts.excerpt == nil ? nil : .program }),
      ([.page], { facts in facts.pieces.isEmpty ? nil : .pieces(facts.pieces) }),
      ([.page], { facts in NamedService.first(in: facts.text).map { .service($0) } }),
    ]

  /// Decides what the text of a file is, or of a file that begins so. Its content decides; its name counts where the content
  /// says nothing.
  package init(_ text: String, path: String) { self.init(TextFacts(text, for: .file, path: path)) }

  /// Decides what a text is that a person pastes into the page.
  package init(shown text: String) { self.init(TextFacts(text, for: .page, isPayload: true)) }

  private init(_ facts: TextFacts) {
    do throws(PastedText.Problem) {
      self = try Self.kind(facts) ?? .other(facts.problem)
    } catch {
      self = .other(error)
    }
  }

  /// Returns the first kind that a text is of; `nil` for a text that is of none.
  ///
  /// - Throws: for words with bytes that are no payload.
  static func kind(_ facts: TextFacts) throws(PastedText.Problem) -> TextKind? {
    for listed in all where listed.users.contains(facts.user) {
      if let kind = try listed.kind(facts) { return kind }
    }
    return nil
  }

  /// Whether a log cannot begin so.
  package var isNoLog: Bool {
    switch self {
    case .output, .firmware, .configuration, .manifest, .yaml, .layouts, .list: true
    case .arrays(_, let isCertain): isCertain
    case .program, .log, .pasted, .pieces, .service, .other: false
    }
  }

  /// Whether a path has a name of manifests.
  private static func isManifestFile(_ path: String) -> Bool {
    path.split(separator: "/").last.map { Manifest.fileNames.contains(String($0)) } ?? false
  }

  private static func isYAML(_ path: String) -> Bool {
    let path = path.lowercased()
    return path.hasSuffix(".yml") || path.hasSuffix(".yaml")
  }

  /// Whether a text has keys of YAML, or is nothing else that is read. A log and a program can have any name.
  private static func isPossiblyYAML(_ facts: TextFacts) -> Bool {
    let hasKey = facts.text.split(whereSeparator: { $0.isNewline }).contains { line in
      let name = line.utf8.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 == 0x5F || $0 == UInt8(ascii: "-") }
      let rest = line.utf8.dropFirst(name.count)
      return !name.isEmpty && rest.first == UInt8(ascii: ":") && rest.dropFirst().first.map { $0 <= 0x20 } ?? true
    }
    return hasKey || !facts.isProgram && facts.countOfDevices == 0
  }

  /// Whether a text has lines that only code has: statements, blocks, and names of what it takes in.
  package static func hasCode(_ text: String) -> Bool {
    text.split(whereSeparator: { $0.isNewline }).contains { line in
      let octets = WrittenNumber.trimmed(Array(line.utf8)[...])
      return octets.last.map { ";{}".utf8.contains($0) } ?? false
        || beginnings.contains { octets.starts(with: $0.utf8) }
    }
  }

  private static let beginnings = [
    "#include", "#define", "import ", "from ", "def ", "package ", "using ", "fn ", "func ", "class ", "#!",
  ]

  /// Whether a text is of the same kind under each name: a log, or nothing that is read, can still be a program.
  package var isCertainOfAnyName: Bool {
    switch self {
    case .output, .firmware, .configuration, .manifest, .layouts, .list: true
    case .yaml, .arrays, .program, .log, .pasted, .pieces, .service, .other: false
    }
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
    (ArrayLines.recognises(text) { LogLines.begins($0) } || PastedOctets.areDumped(text) || isLineOfNumbers(text)
      || PastedOctets.areCommented(text) || PastedBuffers(text) != nil) && !isObjectOfOthers(text)
  }

  /// Whether a text is an object of JSON, or a part of one, that is no payload: numbers and bytes in it are values.
  private static func isObjectOfOthers(_ text: String) -> Bool {
    let octets = text.utf8.drop { $0 <= 0x20 }
    let marks = octets.lazy.filter { $0 > 0x20 }.prefix(3)
    let isMember =
      octets.first == UInt8(ascii: "\"")
      && octets.dropFirst().drop { $0 != UInt8(ascii: "\"") }.dropFirst().first == UInt8(ascii: ":")
    guard isMember || marks.starts(with: "{\"".utf8) || marks.starts(with: "[{\"".utf8) else { return false }
    return (try? PastedOctets.octets(of: text)).map { KnownStructures($0[...]).count == 0 } ?? true
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

  private static func arrays(_ facts: TextFacts) -> TextKind? {
    let arrays = DeclaredArrays(facts.text)
    guard !arrays.isEmpty else { return nil }
    return .arrays(arrays, isCertain: isOfLanguage(facts.path) || isSource(facts.text) || isList(facts.text))
  }

  /// Whether a path is of a source file whose calls are not read, or only where a library is known.
  private static func isOfLanguage(_ path: String) -> Bool {
    let path = path.lowercased()
    return languages.contains { path.hasSuffix($0) }
  }

  private static let languages = [
    ".h", ".hh", ".hpp", ".inc", ".rs", ".go", ".dart", ".cs", ".zig", ".lua", ".rb", ".php",
  ]

  /// Whether a text is RAW of nRF Connect, or its table. Both blocks stand in one there, and it does not say where the first
  /// ends.
  private static func isOfPhoneApp(_ text: String) -> Bool {
    let text = WrittenNumber.trimmed(Array(text.utf8)[...])
    let isUpper: (UInt8) -> Bool = { 0x30...0x39 ~= $0 || 0x41...0x46 ~= $0 }
    if text.starts(with: Array("0x".utf8)), text.count > 7, text.dropFirst(2).allSatisfy(isUpper) { return true }
    // A length, a type and a value in hex.
    return text.split(separator: UInt8(ascii: "\n")).contains { line in
      let words = line.split { $0 <= 0x20 }
      return words.count == 3 && words[0].allSatisfy { 0x30...0x39 ~= $0 } && words[1].count == 4
        && words[1...].allSatisfy { $0.starts(with: Array("0x".utf8)) }
    }
  }
}
