internal import AdvertisingData

/// Reads the part `GATT Scanner Map` of `dumpsys bluetooth_manager`.
///
/// ```
/// GATT Scanner Map
///   Entries: 1
///
///   com.example.app (Registered)
///   LE scans (started/stopped)                                  : 22 / 19
///   Total number of results                                     : 0
///   Last 5 scans                                                :
///     05-08 17:36:12 - 6063ms Filter 0 results (2) CB Regular Scan
///       └ Scan Config: [ ScanMode=BALANCED, callbackType=ALL_MATCHES ]
///       └ BluetoothLeScanFilter [ ServiceUuid=0000fe2c-0000-1000-8000-00805f9b34fb ]
/// ```
///
/// Source: AOSP, `AppScanStats.java` and `AppScanStats.kt`, versions of 2015 to 2026.
struct ScannerMap {
  private(set) var apps: [PhoneApp] = []
  private var isOngoing = false
  /// Whether there are more apps than are kept.
  private var isFull = false

  static let mark = Array("GATT Scanner Map".utf8)
  /// The most apps, above those of any phone.
  private static let maximumApps = 256
  private static let maximumScans = 32
  private static let maximumFilters = 64

  /// Takes a line after the mark; returns `false` for the first line of another part.
  mutating func take(_ line: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    let words = text.drop { $0 == " " }
    let depth = text.count - words.count
    if words.isEmpty { return true }
    // Other parts begin at the margin.
    guard depth > 0 else { return false }
    guard !isFull else { return true }
    if let value = Self.value(of: "LE scans", in: words) {
      let numbers = Self.numbers(value)
      guard !apps.isEmpty, numbers.count >= 2 else { return true }
      apps[apps.count - 1].started = numbers[0]
      apps[apps.count - 1].stopped = numbers[1]
    } else if let value = Self.value(of: "Total number of results", in: words)
      ?? Self.value(of: "Number of results", in: words)
    {
      if !apps.isEmpty { apps[apps.count - 1].results = Self.numbers(value).last }
    } else if words.hasPrefix("Ongoing ") {
      isOngoing = true
    } else if words.hasPrefix("Last "), Self.has(" scans", in: words) {
      isOngoing = false
    } else if let scan = Self.scan(words, isOngoing: isOngoing) {
      guard !apps.isEmpty else { return true }
      if apps[apps.count - 1].scans.count < Self.maximumScans {
        apps[apps.count - 1].scans.append(scan)
      } else {
        apps[apps.count - 1].scansLeftOut += 1
      }
    } else if words.first == "└" || words.hasPrefix("BluetoothLeScanFilter") || words.hasPrefix("ScanFilter") {
      take(detail: words.drop { $0 == "└" || $0 == " " })
    } else if depth == 2, let name = Self.appName(words) {
      isOngoing = false
      isFull = apps.count == Self.maximumApps
      if !isFull { apps.append(PhoneApp(name: name)) }
    }
    return true
  }

  /// Reads the part from its mark on, and moves to the first line of another part.
  static func read(_ input: inout InputWindow) -> ScannerMap {
    var map = ScannerMap()
    _ = skipLine(&input)
    while let line = nextLine(&input), map.take(line) {
      guard skipLine(&input) else { break }
    }
    return map
  }

  private static let longestLine = 1 << 14

  /// Returns the beginning of the next line, without moving; `nil` at the end of the input.
  private static func nextLine(_ input: inout InputWindow) -> ArraySlice<UInt8>? {
    var end = 0
    while end < longestLine {
      guard input.fill(atLeast: end + 1) else { break }
      if input.bytes[end] == ASCII.lineFeed { break }
      end += 1
    }
    guard !input.bytes.isEmpty else { return nil }
    let line = Array(copying: input.bytes.extracting(first: end))
    return line.last == ASCII.carriageReturn ? line.dropLast() : line[...]
  }

  private static let lineEnd = PatternSearch([ASCII.lineFeed])

  /// Moves past the end of the line; returns `false` when the input ends there.
  private static func skipLine(_ input: inout InputWindow) -> Bool {
    guard lineEnd.advance(&input) else { return false }
    input.consume(1)
    return true
  }

  // MARK: Lines

  /// Returns the name of an app, which is alone in its line, with words in brackets about its last scan after it.
  private static func appName(_ words: Substring) -> String? {
    let name = words.prefix { $0 != " " }
    let rest = words.dropFirst(name.count)
    let bare = name.hasSuffix(":") ? name.dropLast() : name
    guard !bare.isEmpty, bare.utf8.count <= 256, rest.isEmpty || rest.hasPrefix(" ("), bare != "Entries",
      !has(": ", in: words)
    else { return nil }
    return String(bare)
  }

  private static func value(of label: String, in words: Substring) -> Substring? {
    guard words.hasPrefix(label), let colon = words.lastIndex(of: ":") else { return nil }
    return words[words.index(after: colon)...]
  }

  private static func has(_ text: String, in words: Substring) -> Bool { String(words).hasPart(text) }

  private static func numbers(_ text: Substring) -> [Int] {
    Array(text.utf8).split { !ASCII.isDigit($0) }.compactMap { DecimalDigits.value(of: $0) }
  }

  /// Reads `05-08 17:36:12 - 6063ms Filter 0 results (2) CB Regular Scan`, or
  /// `[05-08 17:36:12.000 --> …] (Duration: 6063ms)`.
  private static func scan(_ words: Substring, isOngoing: Bool) -> PhoneApp.Scan? {
    let text = words.first == "[" ? words.dropFirst() : words
    let parts = text.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, isTime(parts[0], with: ASCII.hyphen), isTime(parts[1], with: ASCII.colon),
      let milliseconds = parts[2].milliseconds
    else { return nil }
    let clock = parts[1].prefix { $0 != "]" }
    var scan = PhoneApp.Scan(start: "\(parts[0]) \(clock)", duration: milliseconds, isOngoing: isOngoing)
    scan.note(words)
    return scan
  }

  /// Returns whether a word is a date or a time of day.
  private static func isTime(_ word: Substring, with separator: UInt8) -> Bool {
    let others = [separator, UInt8(ascii: "."), UInt8(ascii: "]")]
    return 5...24 ~= word.utf8.count && word.utf8.contains(separator)
      && word.utf8.allSatisfy { ASCII.isDigit($0) || others.contains($0) }
  }

  /// Takes a line below a scan.
  private mutating func take(detail words: Substring) {
    guard !apps.isEmpty, !apps[apps.count - 1].scans.isEmpty, apps[apps.count - 1].scansLeftOut == 0 else { return }
    let app = apps.count - 1
    let last = apps[app].scans.count - 1
    if words.hasPrefix("Info:") {
      apps[app].scans[last].note(words)
    } else if Self.has("ScanMode=", in: words) {
      apps[app].scans[last].mode = Self.setting("ScanMode=", in: words)
      apps[app].scans[last].callbackType = Self.setting("callbackType=", in: words)
    } else if Self.has("Filter", in: words) {
      if apps[app].scans[last].filters.count < Self.maximumFilters,
        let filter = AppFilter.filter(words, number: apps[app].scans[last].filters.count + 1)
      {
        apps[app].scans[last].filters.append(filter)
      } else {
        apps[app].scans[last].filtersUnread += 1
      }
    }
  }

  private static func setting(_ name: String, in words: Substring) -> String? {
    guard let start = words.endOfFirst(name) else { return nil }
    let rest = words[start...]
    let value =
      rest.first == "[" ? rest.dropFirst().prefix { $0 != "]" } : rest.prefix { $0 != "," && $0 != " " && $0 != "]" }
    return value.isEmpty || value.utf8.count > 64 ? nil : String(value)
  }
}

extension PhoneApp.Scan {
  /// Notes the words about the properties of the scan.
  fileprivate mutating func note(_ words: Substring) {
    let parts = words.split { $0 == " " || $0 == "(" || $0 == ")" }
    for part in parts {
      switch part {
      case "Opp": flags.insert(.opportunistic)
      case "Back": flags.insert(.background)
      case "Forced": flags.insert(.forced)
      case "Filter": flags.insert(.filtered)
      case "Suspended": flags.insert(.suspended)
      default: break
      }
    }
    if let place = parts.firstIndex(of: "results"), place > 0 {
      results = Int(parts[place - 1])
    } else if let place = parts.firstIndex(of: "Results:") {
      // With the screen off, with it on, in total.
      let numbers = parts[(place + 1)...].prefix { $0 != "|" }.compactMap { Int($0) }
      results = numbers.last
    }
  }
}

extension Substring {
  /// Returns the end of the first occurrence of a text.
  fileprivate func endOfFirst(_ text: String) -> Index? {
    var place = startIndex
    while place < endIndex {
      if self[place...].hasPrefix(text) { return index(place, offsetBy: text.count) }
      place = index(after: place)
    }
    return nil
  }

  /// The first number of milliseconds: `6063` of `- 6063ms Filter`.
  fileprivate var milliseconds: Int? {
    for word in split(whereSeparator: { $0 == " " || $0 == "(" || $0 == ")" }) where word.hasSuffix("ms") {
      if let number = Int(word.dropLast(2)), number >= 0 { return number }
    }
    return nil
  }
}
