internal import AdvertisingData

/// Finds the lines of a log that may have advertising data, in one pass over its octets: nearly all lines of most logs
/// have none, and reading each in full would take a hundred times as long.
///
/// All lines that ``LogLines`` reads alone pass. A line passes
/// - with a word of at least three octets in hex whose first can be the length of a structure, or of as many as a report
///   has, whose first is 0, the kind ADV_IND;
/// - with such a word that is damaged: with half an octet, or a letter behind three octets that is no digit;
/// - with octets in words, with the same character between them, some of which are a part of an address or can be a
///   whole structure, except a time of day: the numbers of a process and a thread do not count;
/// - with four octets, with a blank or a comma between them, one of which has one digit and one a letter;
/// - with a mark of a dump, `> `, `< ` or `@ `, alone: loggers write `<inf> ` and `-> `;
/// - with a string of bytes as Python or protocol buffers print them, or the beginning of a list of numbers;
/// - with a brace at its end or before a key without quotation marks, and with a UUID in full before a quotation mark, a
///   bracket or a brace;
/// - with one of Core Bluetooth's names, or the first word of a sniffer's line or of a packet of Wireshark's;
/// - with ` cmd ` or `leadv`, as in calls of `hcitool` and `hciconfig`, with the words of a command in NimBLE's log,
///   with `Event: LE Meta`, `Command: LE` or `Event: Device Found` of a packet of `btmon` that lost its mark, or the
///   line above its reports, with Wireshark's `(LE Advertising Report)`, and with the `Advertised Device`,
///   `parseAdvertisement` and `BLEAdvertisedDevice: Type` of the ESP32's libraries, `AdvertisementData(` and
///   `Advertisement(flags=`, the key `"mac":"` of JSON, and a hidden address, with `xx:` or behind `device`;
/// - with `DATA="`, as in commands of ESP-AT, and with zeros, as text has in UTF-16;
/// - with six octets together or with blanks between them, which can be an address, except the last part of a UUID;
/// - with three octets before dots or another mark for bytes that were left out;
/// - with a colon at its end behind the last letters of `data`, `resp` or another word in the heading of a dump.
struct LineFilter {
  struct Line {
    /// The place of its end, without the line feed.
    let end: Int
    /// The place where the next line begins.
    let next: Int
    let mayHaveData: Bool
  }

  private enum Class {
    static let other: UInt8 = 0
    static let digit: UInt8 = 1
    static let hexLetter: UInt8 = 2
    static let letter: UInt8 = 3
    static let x: UInt8 = 4
    static let mark: UInt8 = 5
    static let quote: UInt8 = 6
    static let bracket: UInt8 = 7
    static let brace: UInt8 = 8
    static let backslash: UInt8 = 9
    static let lineFeed: UInt8 = 10
    static let parenthesis: UInt8 = 11
    /// A letter that `cmd` and `leadv` have, and that is no digit.
    static let letterOfCall: UInt8 = 12
    static let zero: UInt8 = 13
    /// The beginning of a mark that stands for missing bytes: `..`, `**`, `??`, `…` or U+FFFD.
    static let gap: UInt8 = 14
  }

  private let classes: [UInt8]

  init() {
    var classes = [UInt8](repeating: Class.other, count: 256)
    for octet in UInt8.min...UInt8.max {
      classes[Int(octet)] =
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Class.digit
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): Class.hexLetter
        case UInt8(ascii: "x"), UInt8(ascii: "X"): Class.x
        case UInt8(ascii: "m"), UInt8(ascii: "v"): Class.letterOfCall
        case UInt8(ascii: "g")...UInt8(ascii: "z"), UInt8(ascii: "G")...UInt8(ascii: "Z"): Class.letter
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "@"): Class.mark
        case UInt8(ascii: "'"), UInt8(ascii: "\""): Class.quote
        case UInt8(ascii: "["): Class.bracket
        case UInt8(ascii: "("): Class.parenthesis
        case UInt8(ascii: "{"): Class.brace
        case ASCII.backslash: Class.backslash
        case ASCII.lineFeed: Class.lineFeed
        case 0: Class.zero
        case UInt8(ascii: "."), UInt8(ascii: "*"), UInt8(ascii: "?"), 0xE2, 0xEF: Class.gap
        default: Class.other
        }
    }
    self.classes = classes
  }

  /// Returns the line that begins at `start`; `nil` when the octets do not contain its end.
  func line(in octets: Span<UInt8>, from start: Int) -> Line? {
    var words = HexWords()
    words.mayBeData = SnifferLines.mayBegin(octets, at: start) || WiresharkLines.mayBegin(octets, at: start)
    var place = start
    while place < octets.count {
      let octet = octets[place]
      switch classes[Int(octet)] {
      case Class.digit: words.take(digit: octet)
      case Class.hexLetter: words.take(hexLetter: octet)
      case Class.x:
        words.takeX()
        let isHidden = place + 2 < octets.count && octets[place + 1] == octet && octets[place + 2] == ASCII.colon
        if isHidden { words.mayBeData = true }
      case Class.letter:
        words.takeLetter()
        if octet == UInt8(ascii: "k"), Self.beginsCoreBluetoothName(octets, at: place) { words.mayBeData = true }
      case Class.letterOfCall:
        words.takeLetter()
        if Self.isInCall(octets, at: place) { words.mayBeData = true }
      case Class.lineFeed:
        words.end(separator: octet)
        let mayHaveData = words.mayBeData || Self.endsHeading(octets, from: start, before: place)
        return Line(end: place, next: place + 1, mayHaveData: mayHaveData)
      case Class.mark:
        words.end(separator: octet)
        if octet == UInt8(ascii: "<"), words.isBeforeGap { words.mayBeData = true }
        // Codes that colour a line end in `m`.
        let before = place > start ? octets[place - 1] : ASCII.space
        if place + 1 < octets.count, octets[place + 1] == ASCII.space,
          before <= ASCII.space || before == UInt8(ascii: "m")
        {
          words.mayBeData = true
        }
      case Class.quote:
        if place > start, octets[place - 1] == UInt8(ascii: "b") { words.mayBeData = true }
        words.end(separator: octet)
        if words.hasUUID
          || place >= Self.dataKey.count && Self.begins(Self.dataKey, octets, at: place - Self.dataKey.count)
        {
          words.mayBeData = true
        }
      case Class.bracket:
        words.end(separator: octet)
        if Self.beginsList(octets, at: place + 1) || Self.endsOctetsKey(octets, before: place) {
          words.mayBeData = true
        }
      case Class.brace:
        words.end(separator: octet)
        if words.hasUUID || Self.beginsObject(octets, at: place + 1) { words.mayBeData = true }
      case Class.parenthesis:
        words.end(separator: octet)
        if words.hasUUID || beginsIdentifier(octets, at: place + 1) { words.mayBeData = true }
      case Class.zero: words.mayBeData = true
      case Class.gap:
        words.end(separator: octet)
        let isMark = octet >= 0x80 || place + 1 < octets.count && octets[place + 1] == octet
        if isMark, words.isBeforeGap { words.mayBeData = true }
      case Class.backslash:
        words.end(separator: octet)
        if place + 1 < octets.count, ASCII.isDigit(octets[place + 1]) { words.mayBeData = true }
      default: words.end(separator: octet)
      }
      place += 1
    }
    return nil
  }

  /// Returns whether a line ends as the headings of dumps do: `adv data:`, `scan resp:`.
  private static func endsHeading(_ octets: Span<UInt8>, from start: Int, before end: Int) -> Bool {
    var last = end - 1
    while last > start + 2, octets[last] <= ASCII.space { last -= 1 }
    guard last > start + 2, octets[last] == ASCII.colon else { return false }
    while last > start + 2, octets[last - 1] <= ASCII.space { last -= 1 }
    return headingEnds.contains { $0[0] == octets[last - 2] | 0x20 && $0[1] == octets[last - 1] | 0x20 }
  }

  /// The last letters of the words that ``BufferDumpLines`` reads in a heading.
  private static let headingEnds = ["ta", "et", "ad", "dv", "ng", "nt", "sp", "se", "an"].map { Array($0.utf8) }

  /// Returns whether a letter is that of ` cmd `, of `leadv`, or of the name of a report.
  private static func isInCall(_ octets: Span<UInt8>, at place: Int) -> Bool {
    if octets[place] == UInt8(ascii: "m") {
      let isCommand =
        place >= 2 && place + 2 < octets.count && octets[place - 2] == ASCII.space
        && octets[place - 1] == UInt8(ascii: "c") && octets[place + 1] == UInt8(ascii: "d")
        && octets[place + 2] == ASCII.space
      return isCommand || marksAtM.contains { begins($0, octets, at: place) }
    }
    return values.contains { begins($0, octets, at: place) }
      || calls.contains { place >= $0.count && begins($0, octets, at: place - $0.count) }
  }

  private static func begins(_ mark: [UInt8], _ octets: Span<UInt8>, at place: Int) -> Bool {
    octets.count - place >= mark.count && mark.indices.allSatisfy { octets[place + $0] == mark[$0] }
  }

  private static let calls = ["lead", "(LE Ad", "  LE Ad", "Extended Ad"].map { Array($0.utf8) }
  private static let values = [
    "vertised Device: ", "vertisementData(", "vertisement(): Type: ", "vertisedDevice: Type: ", "veredDevice(id: ",
    "vertisement(flags=", "vice ***", "vent: LE Meta E", "vent: Device Found (", "vent: ADV Monitor Device Found (",
  ].map { Array($0.utf8) }
  private static let dataKey = Array("DATA=".utf8)
  private static let marksAtM = ["mac\":\"", "md_send: ogf=", "md_pkts=", "mmand: LE "].map { Array($0.utf8) }
  private static let idKey = Array("\"id\"".utf8)
  private static let advertisingKey = Array("\"advertising\"".utf8)

  /// Returns whether at this place a line ends, or a word and a colon follow, or `"id"` or `"advertising"`.
  private static func beginsObject(_ octets: Span<UInt8>, at start: Int) -> Bool {
    guard start < octets.count, octets[start] >= ASCII.space else { return start < octets.count }
    if begins(idKey, octets, at: start) || begins(advertisingKey, octets, at: start) { return true }
    let first = octets[start] == ASCII.space ? start + 1 : start
    var place = first
    while place < octets.count, place < start + 32, ASCII.isLetter(octets[place]) || octets[place] == UInt8(ascii: "_")
    {
      place += 1
    }
    return place > first && place < octets.count && octets[place] == ASCII.colon
  }

  /// Returns whether 32 digits of hex are at this place, as noble prints the identifier of a device in macOS.
  private func beginsIdentifier(_ octets: Span<UInt8>, at start: Int) -> Bool {
    var place = start
    while place < octets.count, place < start + 32,
      classes[Int(octets[place])] == Class.digit || classes[Int(octets[place])] == Class.hexLetter
    {
      place += 1
    }
    return place == start + 32
  }

  /// Returns whether `kCB` is at this place.
  private static func beginsCoreBluetoothName(_ octets: Span<UInt8>, at start: Int) -> Bool {
    start + 2 < octets.count && octets[start] == UInt8(ascii: "k") && octets[start + 1] == UInt8(ascii: "C")
      && octets[start + 2] == UInt8(ascii: "B")
  }

  /// Returns whether the key of a packet in Wireshark's JSON and a blank end before this place.
  private static func endsOctetsKey(_ octets: Span<UInt8>, before end: Int) -> Bool {
    let start = end - WiresharkObjects.octetsKey.count - 1
    return start >= 0 && octets[end - 1] == ASCII.space && begins(WiresharkObjects.octetsKey, octets, at: start)
  }

  /// Returns whether a number of at most three digits, decimal or hex, is at this place, followed by a comma.
  private static func beginsList(_ octets: Span<UInt8>, at start: Int) -> Bool {
    var place = start
    while place < octets.count, place < start + 4, HexDigits.value(of: octets[place]) != nil { place += 1 }
    return place > start && place < octets.count && octets[place] == UInt8(ascii: ",")
  }

  /// The possible meaning of the words of a line so far.
  private struct HexWords {
    var mayBeData = false
    /// Whether there was a UUID in full.
    private(set) var hasUUID = false
    /// The number of parts of a UUID in the last words.
    private var partsOfUUID = 0
    /// The digits of the word so far; negative in a word that is not hex.
    private var digits = 0
    /// The first two digits.
    private var first: UInt8 = 0
    /// The number of octets of the last word.
    private var lastCount = 0
    /// The first octet of the last word.
    private var lastFirst: UInt8 = 0
    /// The number of words that follow each other with the same character between them, and of their octets.
    private var words = 0
    private var octets = 0
    private var separator: UInt8 = 0
    /// The fewest octets that are still missing from a structure that begins with one of the words.
    private var lacking = Int.max / 2
    /// The number of words of one or two digits that follow each other, and whether one is short and one has a letter.
    private var shortWords = 0
    private var isShort = false
    private var hasLetter = false
    /// The characters after the last word: the first, and their number.
    private var next: UInt8 = 0
    private var gap = 0
    private var beginsData = false
    /// Whether no more than a blank is behind a word that may be the beginning of data.
    var isBeforeGap: Bool { beginsData && (gap == 1 || gap == 2 && next == ASCII.space) }

    private static let noHex = Int.min / 2
    /// The octets of a report with Flags: its kind, address, strength and lengths.
    private static let shortestReport = 10
    private static let digitsOfAddress = 12
    /// The digits of three octets.
    private static let fewestBeforeDamage = 6
    private static let fewestShort = 4
    /// One octet more than a time of day has.
    private static let fewestOfAddress = 4
    /// The widest gap, as in the middle of a line of a hex dump.
    private static let widestGap = 8

    @inline(__always)
    mutating func take(digit: UInt8) { take(digit & 0x0F) }

    @inline(__always)
    mutating func take(hexLetter: UInt8) { take(hexLetter & 0x07 + 9) }

    @inline(__always)
    private mutating func take(_ value: UInt8) {
      if digits >= 0, digits < 2 { first = first << 4 | value }
      digits += 1
    }

    /// Takes the letter of `0x02` and `\x02`.
    @inline(__always)
    mutating func takeX() {
      if digits > Self.fewestBeforeDamage, first > 1 { mayBeData = true }
      digits = digits == 0 || digits == 1 && first & 0x0F == 0 ? 0 : Self.noHex
    }

    @inline(__always)
    mutating func takeLetter() {
      if digits > Self.fewestBeforeDamage, first > 1 { mayBeData = true }
      digits = Self.noHex
    }

    @inline(__always)
    mutating func end(separator octet: UInt8) {
      guard digits != 0 else {
        gap += 1
        return
      }
      beginsData = digits >= Self.fewestBeforeDamage && first > 1
      if digits > 0 {
        // The last part of a UUID is no address.
        if digits == Self.digitsOfAddress, octet != ASCII.hyphen, next != ASCII.hyphen || gap > 1 { mayBeData = true }
        endWord()
      } else {
        words = 0
        shortWords = 0
        partsOfUUID = 0
        digits = 0
      }
      next = octet
      gap = 1
    }

    @inline(never)
    private mutating func endWord() {
      noteShort()
      let count = digits / 2
      let isHex = digits % 2 == 0
      digits = 0
      guard isHex else {
        if count > 2, first > 0, Int(first) <= count || words > 0 && lacking <= count { mayBeData = true }
        words = 0
        partsOfUUID = 0
        return
      }
      noteUUID(count)
      if count > 2, first > 0 ? Int(first) < count : count >= Self.shortestReport { mayBeData = true }
      join(count)
      lastCount = count
      lastFirst = first
      let isPrinted = separator == ASCII.colon || separator == ASCII.hyphen
      if lacking <= 0, octets > 3 || octets == 3 && !isPrinted { mayBeData = true }
      if octets == 6, words == 6, isPrinted || separator == ASCII.space { mayBeData = true }
      // Digits that belong to other words can stand before an address or behind it.
      if words == Self.fewestOfAddress, separator == ASCII.colon { mayBeData = true }
    }

    @inline(__always)
    private mutating func noteShort() {
      guard digits <= 2 else {
        shortWords = 0
        return
      }
      if gap > 2 || next != ASCII.space && next != UInt8(ascii: ",") { shortWords = 0 }
      isShort = shortWords > 0 && isShort || digits == 1
      hasLetter = shortWords > 0 && hasLetter || first > 0x99 || first & 0x0F > 9
      shortWords += 1
      if shortWords >= Self.fewestShort, isShort, hasLetter { mayBeData = true }
    }

    /// Five words of 4, 2, 2, 2 and 6 octets with hyphens between them are a UUID.
    @inline(__always)
    private mutating func noteUUID(_ count: Int) {
      let goesOn = partsOfUUID > 0 && gap == 1 && next == ASCII.hyphen
      switch count {
      case 2 where goesOn && partsOfUUID < 4: partsOfUUID += 1
      case 6 where goesOn && partsOfUUID == 4: hasUUID = true
      case 4: partsOfUUID = 1
      default: partsOfUUID = 0
      }
    }

    /// Adds the word to those before it, or begins with it or with the previous one.
    private mutating func join(_ count: Int) {
      // Words of several octets belong together only with blanks between them; a date does not.
      let mayJoin = words > 0 && gap <= Self.widestGap && (count == 1 && lastCount == 1 || next == ASCII.space)
      if mayJoin, words == 1 || next == separator {
        words += 1
        octets += count
        lacking -= count
      } else if mayJoin {
        // In `60 aa:bb`, the address begins with the second word.
        words = 2
        octets = lastCount + count
        lacking = Self.lack(lastFirst, lastCount) - count
      } else {
        words = 1
        octets = count
        lacking = Self.lack(first, count)
        return
      }
      lacking = min(lacking, Self.lack(first, count))
      separator = next
    }

    /// Returns the number of octets missing from a structure that begins with a word of this many octets, the first of
    /// which is its length.
    @inline(__always)
    private static func lack(_ first: UInt8, _ count: Int) -> Int { first > 0 ? Int(first) + 1 - count : .max / 2 }
  }
}
