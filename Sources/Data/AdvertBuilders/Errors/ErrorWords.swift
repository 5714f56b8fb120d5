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
    // An error number alone: `-22`.
    if words.count == 1, numbers.isEmpty, let number = words[0].number, number < 0 {
      numbers = [Labelled(number: number, isHex: false, label: Array("err".utf8), word: "err")]
    }
  }

  /// Returns whether the line has a text, in upper or lower case.
  func has(folded text: String) -> Bool { folded.firstIndex(of: Array(text.utf8)) != nil }

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
    mark.utf8.last == UInt8(ascii: "_") ? words.contains { $0.folded.starts(with: mark.utf8) } : has(folded: mark)
  }

  private static let statusLabels = ["err", "error", "status"].map { Array($0.utf8) }

  /// Words between a label and its number: `error is 4`, `error code: 4`.
  private static let fillers = ["is", "was", "number", "value", "with", "of", "an"].map { Array($0.utf8) }
  private static let longestGap = 5
  private static let separators = Array(" :=()[]\"'#,-\t".utf8)

  /// Returns the word that says what a number is.
  private func label(before start: Int, in line: [UInt8]) -> Word? {
    guard let last = words.last, Self.isGap(line[last.text.endIndex..<start]) else { return nil }
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

  static func isOfWord(_ octet: UInt8) -> Bool {
    isDigit(octet) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= fold(octet) || octet == UInt8(ascii: "_")
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
