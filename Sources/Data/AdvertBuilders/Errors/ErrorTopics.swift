internal import AdvertisingData

/// The words of error lines that say what the lines are about.
enum ErrorTopics {
  private static let topics = [
    "ble", "nimble", "bluez", "bluetooth", "gap", "bt", "hci", "mgmt", "cberror", "org.bluez",
  ]
  /// The words of lines that report a failure.
  static let failures = [
    "fail", "error", "err ", "err=", "err:", "rc=", "rc =", "rc:", "returned status", "opcode 0x", "exceed", "too ",
    "unable", "cannot", "can't",
    "couldn't",
    "invalid", "refus", "reject", "deni", "exception",
  ]

  /// Returns whether a line has a word of failure, in upper or lower case.
  static func saysFailure(_ line: ArraySlice<UInt8>) -> Bool {
    let line = line.map(ErrorWords.fold)
    return failures.contains { line.firstIndex(of: Array($0.utf8)) != nil }
  }

  /// Returns whether a word begins with a part, or has it after an underscore or a capital: `adv_data`, `bt_adv`.
  static func isPart(_ part: String, of word: [UInt8]) -> Bool {
    let part = Array(part.utf8)
    guard word.count >= part.count else { return false }
    if word.starts(with: part), part.count > 2 || word.count == part.count || word[part.count] == UInt8(ascii: "_") {
      return true
    }
    return word.firstIndex(of: [UInt8(ascii: "_")] + part) != nil
  }

  /// Returns whether a word is about Bluetooth.
  static func isTopic(_ word: [UInt8]) -> Bool { topics.contains { isPart($0, of: word) } }

  /// Returns whether a word is about scans. Connections also begin with `disc`.
  static func isOfScans(_ word: [UInt8]) -> Bool {
    isPart("scan", of: word)
      || isPart("disc", of: word) && !["disconn", "discard"].contains { word.firstIndex(of: Array($0.utf8)) != nil }
  }

  /// The most words of a short text.
  static let mostOrdinary = 3

  /// Returns whether a text is of few words that are in the dictionary, so that lines of other programs have it, too: `OS error`.
  static func isShort(_ text: String) -> Bool {
    text.utf8.allSatisfy { ErrorWords.isLetter($0) || " !'-".utf8.contains($0) }
      && text.split(separator: " ").count <= mostOrdinary
  }

  /// Returns whether a short text does not say that it is about Bluetooth.
  static func isOrdinary(_ text: String) -> Bool {
    isShort(text)
      && !text.split(separator: " ").contains { word in
        let word = word.utf8.map(ErrorWords.fold)
        return word.starts(with: "adv".utf8) || isOfScans(word) || isTopic(word)
      }
  }

  /// Returns whether a function scans.
  static func isOfScanning(_ function: String) -> Bool {
    let octets = function.utf8.map(ErrorWords.fold)
    return ["scan", "disc"].contains { octets.firstIndex(of: Array($0.utf8)) != nil }
  }
}
