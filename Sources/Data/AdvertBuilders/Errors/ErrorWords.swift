internal import AdvertisingData

/// The words and numbers of a line, with what the tables of errors know of them.
struct ErrorWords {
  /// A word or a number of a line.
  struct Word {
    let text: ArraySlice<UInt8>
    /// The word in lower case.
    let folded: [UInt8]
    /// The number that the word is; `nil` for other words.
    let number: Int?
    /// Whether the number is written in hex.
    let isHex: Bool

    var string: String { String(decoding: text, as: UTF8.self) }
  }

  /// A number with the word before it that says what it is.
  struct Labelled {
    let number: Int
    let isHex: Bool
    let label: [UInt8]
    /// The same word as it is written.
    let word: String
  }

  /// The line in lower case.
  let folded: [UInt8]
  private(set) var words: [Word] = []
  private(set) var numbers: [Labelled] = []

  private static let longestLine = 1000

  init(_ line: some Sequence<UInt8>) {
    let line = Array(line.prefix(Self.longestLine))
    folded = line.map(Self.fold)
    var place = 0
    while place < line.count {
      guard Self.isOfWord(line[place]) else {
        place += 1
        continue
      }
      let start = place
      while place < line.count, Self.isOfWord(line[place]) || Self.isPoint(in: line, at: place) { place += 1 }
      let isNegative = Self.isSign(in: line, before: start)
      let number = Self.number(in: line[start..<place], isNegative: isNegative)
      let word = Word(
        text: line[start..<place], folded: Array(folded[start..<place]), number: number?.value,
        isHex: number?.isHex ?? false)
      if let number, let label = label(before: start, in: line) {
        numbers.append(
          Labelled(number: number.value, isHex: number.isHex, label: label.folded, word: label.string))
      }
      words.append(word)
    }
  }

  /// Returns whether the line has a text, in upper or lower case.
  func has(folded text: String) -> Bool { folded.firstIndex(of: Array(text.utf8)) != nil }

  /// Returns whether the line has a text as whole words, in upper or lower case: `OS error` is not in `iOS error code`.
  func hasWords(_ text: String) -> Bool { place(of: text) { _ in true } != nil }

  /// Returns whether the line has a text as whole words between marks of punctuation: `Error: Limit Reached`.
  func hasClause(_ text: String) -> Bool {
    place(of: text) { range in
      let before = folded[..<range.lowerBound].last { $0 != UInt8(ascii: " ") }
      let rest = folded[range.upperBound...]
      let after = rest.first { $0 != UInt8(ascii: " ") }
      return before.map { ":=,;([\"'-".utf8.contains($0) } ?? true
        && (after.map { "(),;.]\"'".utf8.contains($0) } ?? true || rest.starts(with: "  ".utf8))
    } != nil
  }

  /// Returns whether the line has no words but those of a text.
  func areOnly(_ text: String) -> Bool {
    guard let range = place(of: text, where: { _ in true }) else { return false }
    return words.allSatisfy { range.contains($0.text.startIndex) }
  }

  /// Returns the first place where the line has a text as whole words, and a condition holds.
  private func place(of text: String, where fits: (Range<Int>) -> Bool) -> Range<Int>? {
    let wanted = text.utf8.map(Self.fold)
    guard let first = wanted.first, let last = wanted.last, wanted.count <= folded.count else { return nil }
    for start in 0...folded.count - wanted.count where folded[start] == first {
      let end = start + wanted.count
      guard folded[start..<end].elementsEqual(wanted),
        !Self.isOfWord(first) || start == 0 || !Self.isOfWord(folded[start - 1]),
        !Self.isOfWord(last) || end == folded.count || !Self.isOfWord(folded[end]), fits(start..<end)
      else { continue }
      return start..<end
    }
    return nil
  }

  /// Returns whether one of the words is this one.
  func hasWord(_ text: String) -> Bool {
    let octets = Array(text.utf8)
    return words.contains { $0.text.elementsEqual(octets) }
  }

  /// Whether the line is of a program, or of prose that quotes one, in the place of a log.
  var areOfProgram: Bool {
    let last = folded.last { $0 > UInt8(ascii: " ") }
    return last == UInt8(ascii: ";") || last == UInt8(ascii: "{")
      || ["`", "==", "!=", "#define", "// "].contains { has(folded: $0) }
      || words.first.map { $0.folded == Array("case".utf8) } ?? false
  }

  /// The status of the controller in a line of Bluedroid, which writes it as hex, also without a prefix: `LE EA SetParams: cmd
  /// err=0xc`, `opcode=0x2036, status= 0c: Cmd Disallowed`; `nil` for other lines.
  ///
  /// Source: ESP-IDF 102122904ad and 4.4, stack/btm/btm_ble_5_gap.c, stack/btu/btu_hcif.c.
  var bluedroidStatus: Int? {
    let isOfBTM = has(folded: "cmd err=") && (hasWord("BT_BTM") || hasWord("LE"))
    let isOfHCI =
      hasWord("BT_HCI") || has(folded: "hci write adv params error") || has(folded: "cc evt: op=")
      || has(folded: "cs evt: le ")
    guard isOfBTM || isOfHCI else { return nil }
    for (label, word) in zip(words, words.dropFirst())
    where Self.statusLabels.contains(label.folded) && Self.isGap(folded[label.text.endIndex..<word.text.startIndex]) {
      let digits = word.folded.starts(with: "0x".utf8) ? word.folded.dropFirst(2) : word.folded[...]
      let values = digits.compactMap(HexDigits.value)
      guard 1...2 ~= digits.count, values.count == digits.count else { continue }
      return values.reduce(0) { $0 << 4 | Int($1) }
    }
    return nil
  }

  /// The status of Linux's management interface in a line that has its name behind it, as btmgmt prints it: `failed with status
  /// 0x12 (Blocked through rfkill)`; `nil` for other lines.
  var managementStatus: Int? {
    for word in words where word.isHex {
      guard let number = word.number, Self.managementNames.indices.contains(number) else { continue }
      let rest = folded[word.text.endIndex...]
      guard
        rest.starts(with: " (\(Self.managementNames[number]))".utf8)
          || number == 0x12 && rest.starts(with: " (rfkilled)".utf8)
      else { continue }
      return number
    }
    return nil
  }

  /// The names by their numbers, in lower case.
  ///
  /// Source: BlueZ 5.87, lib/bluetooth/mgmt.h.
  private static let managementNames = [
    "success", "unknown command", "not connected", "failed", "connect failed", "authentication failed", "not paired",
    "no resources", "timeout", "already connected", "busy", "rejected", "not supported", "invalid parameters",
    "disconnected", "not powered", "cancelled", "invalid index", "blocked through rfkill", "already paired",
    "permission denied", "connection not established",
  ]

  /// Returns whether the line has a mark of a stack, in lower case. One that ends with an underscore begins a name:
  /// `sd_ble_gap_adv_start` is not of the stack with `ble_gap_adv_start`.
  func has(mark: String) -> Bool {
    if mark.utf8.last == UInt8(ascii: "_") { return words.contains { $0.folded.starts(with: mark.utf8) } }
    // `le set ` is not in `single set `.
    guard mark.utf8.contains(UInt8(ascii: " ")), let first = mark.utf8.first, Self.isOfWord(first) else {
      return has(folded: mark)
    }
    return words.contains { folded[$0.text.startIndex...].starts(with: mark.utf8) }
  }

  /// The number in an exception of CircuitPython's `_bleio`: with four hex digits on nRF, which are of the SoftDevice, and decimal on
  /// ESP32, where they are of NimBLE; `nil` for other lines.
  ///
  /// Source: CircuitPython, ports/nordic and ports/espressif, common-hal/_bleio/__init__.c.
  var systemFirmwareError: (number: Int, isHex: Bool)? {
    guard has(folded: "system firmware error") || has(folded: "soft device error"), let last = words.last else {
      return nil
    }
    let digits = last.isHex ? last.folded.dropFirst(2) : last.folded[...]
    let values = digits.compactMap(HexDigits.value)
    // The codes of the SoftDevice begin at 0 and at 0x3000. Those of NimBLE have at most 1999 of four digits.
    if values.count == digits.count, values.count == 4, values[0] == 0 || values[0] == 3 {
      return (values.reduce(0) { $0 << 4 | Int($1) }, true)
    }
    return last.number.map { ($0, false) }
  }

  private static let statusLabels = ["err", "error", "status"].map { Array($0.utf8) }

  /// Words between a label and its number: `error is 4`, `error code: 4`.
  private static let fillers = ["is", "was", "number", "value", "with", "of", "an"].map { Array($0.utf8) }
  /// Words before a label that say that a number is no error of Bluetooth: `(os error 2)`, `exit code 1`.
  private static let otherNumbers = ["os", "exit", "http"].map { Array($0.utf8) }
  private static let longestGap = 5
  private static let separators = Array(" :=()[]\"'#,-\t".utf8)

  /// Returns the word that says what a number is.
  private func label(before start: Int, in line: [UInt8]) -> Word? {
    guard let last = words.last, Self.isGap(line[last.text.endIndex..<start]) else { return nil }
    if words.count > 1, Self.otherNumbers.contains(words[words.count - 2].folded) { return nil }
    guard Self.fillers.contains(last.folded), words.count > 1 else { return last.number == nil ? last : nil }
    let previous = words[words.count - 2]
    return Self.isGap(line[previous.text.endIndex..<last.text.startIndex]) && previous.number == nil ? previous : nil
  }

  /// Returns the last part of a compound in lower case: `code` of `scanFailedCode`, `scan_failed_code` and `errorcode`.
  static func lastPart(of word: String) -> [UInt8] {
    let word = Array(word.utf8)
    let start = word.indices.dropFirst().last { place in
      let isCapital = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= word[place]
      return isCapital && fold(word[place - 1]) == word[place - 1] || word[place - 1] == UInt8(ascii: "_")
    }
    let part = word[(start ?? 0)...].map(fold)
    let code = Array("code".utf8)
    return part.starts(with: "err".utf8) && part.suffix(code.count) == code[...] ? code : part
  }

  private static func isGap(_ text: ArraySlice<UInt8>) -> Bool {
    text.count <= longestGap && text.allSatisfy { separators.contains($0) }
  }

  static func fold(_ octet: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= octet ? octet | 0x20 : octet
  }

  /// Returns a text in lower case.
  static func folded(_ text: String) -> String { String(decoding: text.utf8.map(fold), as: UTF8.self) }

  static func isDigit(_ octet: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= octet }

  static func isLetter(_ octet: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= fold(octet) }

  static func isOfWord(_ octet: UInt8) -> Bool {
    isDigit(octet) || isLetter(octet) || octet == UInt8(ascii: "_")
  }

  /// Returns whether a full stop is inside a name: `org.bluez.Error.Failed`.
  private static func isPoint(in line: [UInt8], at place: Int) -> Bool {
    line[place] == UInt8(ascii: ".") && place + 1 < line.count && isOfWord(line[place + 1])
  }

  /// Returns whether a minus is before a number, and not between two words.
  private static func isSign(in line: [UInt8], before start: Int) -> Bool {
    guard start > 0, line[start - 1] == UInt8(ascii: "-") else { return false }
    return start == 1 || !isOfWord(line[start - 2]) && line[start - 2] != UInt8(ascii: "-")
  }

  private static let mostDigits = 8

  private static func number(in text: ArraySlice<UInt8>, isNegative: Bool) -> (value: Int, isHex: Bool)? {
    let hexMark =
      text.count > 2 && text.first == UInt8(ascii: "0") && fold(text[text.startIndex + 1]) == UInt8(ascii: "x")
    let digits = hexMark ? text.dropFirst(2) : text
    guard (1...mostDigits).contains(digits.count) else { return nil }
    // Eight digits fit in 32 bits, and not in an `Int` of 32 bits.
    var value: UInt32 = 0
    for digit in digits {
      if isDigit(digit) {
        value = value * (hexMark ? 16 : 10) + UInt32(digit - UInt8(ascii: "0"))
      } else if hexMark, UInt8(ascii: "a")...UInt8(ascii: "f") ~= fold(digit) {
        value = value * 16 + UInt32(fold(digit) - UInt8(ascii: "a")) + 10
      } else {
        return nil
      }
    }
    guard let number = Int(exactly: value) else { return nil }
    return (isNegative ? -number : number, hexMark)
  }
}
