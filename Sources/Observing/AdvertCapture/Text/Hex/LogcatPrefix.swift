/// The prefix that Android's `logcat` and Android Studio print before each message.
///
/// ```
/// 09-18 17:24:37.491 20482 20499 D Tag: message
/// 09-18 17:24:37.491 20482-20499/com.example D/Tag: message
/// 2025-09-23 11:13:42.153  3760-3760  Tag        com.example       D  message
/// D/Tag(20482): message
/// ```
enum LogcatPrefix {
  /// Returns whether a line begins so. An app has the bytes of both blocks only together: a message of its own with bytes of
  /// advertising has both, whatever it calls them.
  ///
  /// Source: AOSP, `system/logging/liblog/logprint.cpp`, `ScanRecord.java` and `le_scanning_reassembler.cc`.
  ///
  /// - Parameter line: in small letters.
  static func begins(_ line: [UInt8]) -> Bool {
    let words = line.prefix(longest).split(separator: ASCII.space)
    // Behind a time too.
    if words.prefix(3).contains(where: { isTag($0) }) { return true }
    guard words.count > 4, isDate(words[0]), isTime(words[1]) else { return false }
    let process = words[2].prefix { ASCII.isDigit($0) }
    guard !process.isEmpty else { return false }
    if process.count == words[2].count {
      return words[3].allSatisfy(ASCII.isDigit) && words[4].count == 1 && levels.contains(words[4].first ?? 0)
    }
    let thread = words[2].dropFirst(process.count)
    let digits = thread.dropFirst().prefix { ASCII.isDigit($0) }
    return thread.first == ASCII.hyphen && !digits.isEmpty
      && (digits.count + 1 == thread.count || thread.dropFirst(digits.count + 1).first == slash)
  }

  private static let longest = 256
  private static let slash = UInt8(ascii: "/")
  private static let levels = Array("vdiwef".utf8)

  /// `d/tag`
  private static func isTag(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count > 2, let level = word.first, levels.contains(level) else { return false }
    return word.dropFirst().first == slash && word.dropFirst(2).first.map { ASCII.isLetter($0) } ?? false
  }

  /// `09-18` or `2025-09-23`
  private static func isDate(_ word: ArraySlice<UInt8>) -> Bool {
    let parts = word.split(separator: ASCII.hyphen, omittingEmptySubsequences: false)
    return parts.allSatisfy { $0.allSatisfy(ASCII.isDigit) }
      && (parts.map { $0.count } == [2, 2] || parts.map { $0.count } == [4, 2, 2])
  }

  /// `17:24:37.491`
  private static func isTime(_ word: ArraySlice<UInt8>) -> Bool {
    word.count == 12 && word.filter { $0 == ASCII.colon }.count == 2 && word.dropFirst(8).first == UInt8(ascii: ".")
  }
}
