/// Texts made to break what they are shown in: the one table that every output is tried with.
enum HostileTexts {
  /// By what they try, as octets, which need not be UTF-8.
  static let all: [String: [UInt8]] = [
    "harmless": Array("SHS-2071".utf8),
    "colours": Array("\u{1B}[31mred\u{1B}[0m".utf8),
    "link": Array("\u{1B}]8;;http://a.example\u{7}x".utf8),
    "title of the window": Array("\u{1B}]0;x\u{1B}\\".utf8),
    "single-byte controls": [0xC2, 0x9B, 0x33, 0x31, 0x6D],
    "right to left": Array("a\u{202E}cba\u{2066}".utf8),
    "zero width": Array("a\u{200B}\u{FEFF}\u{200D}b".utf8),
    "invisible letters": Array("a\u{3164}\u{115F}\u{AD}\u{34F}\u{FE0F}\u{E0100}b".utf8),
    "tags": Array("\u{E0041}\u{E007F}".utf8),
    "line breaks": Array("a\nb\r\nc\u{85}d\u{2028}e\u{2029}f\u{B}g\u{C}h".utf8),
    "line written over": Array("bad\rgood".utf8),
    "backspaces": Array("bad\u{8}\u{8}\u{8}\u{7F}good".utf8),
    "zero": [0x61, 0x00, 0x62],
    "not UTF-8": [0x61, 0xFF, 0xC0, 0xAF, 0xED, 0xA0, 0x80],
    "no character": Array("a\u{FFFF}b\u{FFFE}".utf8),
    "command": Array("\n::error::owned".utf8),
    "command in a line": Array("::error file=a,line=1::x".utf8),
    "command behind spaces": Array(" \u{A0}\u{3000}::warning::x".utf8),
    "command among words": Array("a long enough name to be broken in two lines at ::error::x".utf8),
    "command of old": Array("a##[error]b".utf8),
    "command of a pipeline": Array("##vso[task.setvariable variable=a]b ##teamcity[x] ###[group]".utf8),
    "percent": Array("100%25,a:b%0A%s%n".utf8),
    "end of CDATA": Array("]]><x/>".utf8),
    "markup": Array("<script>&lt;\"'</script>".utf8),
    "braces": Array("{0} [a](b) \\u{41} ${{ a }}".utf8),
    "formula": Array("=cmd|' /C calc'!A0".utf8),
    "sum": Array("+1+1".utf8),
    "difference": Array("-1+1".utf8),
    "function": Array("@SUM(A1)".utf8),
    "full-width formula": Array("＝1+1".utf8),
    "formula behind a tab": Array("\t=1".utf8),
    "formula behind a return": Array("\r=1".utf8),
    "columns": Array("a\tb\tc".utf8),
    "end of a comment": Array("*/ #error owned /* \\".utf8),
    "line that goes on": Array("// a ??/ \\".utf8),
    "end of a string": Array("\"); system(\"x\"); (\"".utf8),
    "interpolation": Array("\\(exit(1)) \\n".utf8),
    "end of a scalar": Array("\", a: [b] #c: - d: &e *f !g |".utf8),
    "an option": Array("--output".utf8),
    "an option's value": Array("--format=\u{1B}[2J".utf8),
    "emoji": Array(String(repeating: "😀", count: 62).utf8),
    "emoji that follow": Array("👩\u{200D}👩\u{200D}👧\u{1F3FD} ❤\u{FE0F}".utf8),
    "combining characters": Array(("e" + String(repeating: "\u{301}", count: 60)).utf8),
    "combining with what is before": Array("\u{301}\u{20E3}a".utf8),
    "wide characters": Array("日本語ガス警報器한국어".utf8),
  ]

  static let kinds = all.keys.sorted()

  static func octets(_ kind: String) -> [UInt8] { all[kind] ?? [] }

  /// As a person writes it who cannot write octets.
  static func text(_ kind: String) -> String { String(decoding: octets(kind), as: UTF8.self) }

  /// As the name of a file, in which there is neither zero nor slash.
  static func fileName(_ kind: String) -> String {
    var name = ""
    for character in text(kind).unicodeScalars where character != "\0" && character != "/" {
      guard name.utf8.count + String(character).utf8.count <= 240 else { break }
      name.unicodeScalars.append(character)
    }
    return name
  }

  /// What was made visible, as it was.
  static func original(of visible: String) -> String {
    visible.replacing(/\\(?:\\|u\{([0-9A-F]+)\})/.matchingSemantics(.unicodeScalar)) { match in
      guard let digits = match.1, let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
        return "\\"
      }
      return String(scalar)
    }
  }
}
