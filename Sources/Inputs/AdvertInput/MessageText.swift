internal import AdvertisingData

/// Texts of messages, which are no bytes although some of their words have hex digits alone.
enum MessageText {
  /// Returns whether a text is that of a message: two words or more are no bytes, and it is not of a program.
  static func isMessage(_ text: String) -> Bool {
    guard !text.utf8.contains(where: { "{[;=\"".utf8.contains($0) }) else { return false }
    return words(in: text) > 1
  }

  /// Returns the number of words of at least three letters that cannot be hex.
  static func words(in text: String) -> Int {
    let words = text.utf8.split { octet in
      !(0x61...0x7A ~= octet | 0x20) && !(0x30...0x39 ~= octet) && octet < 0x80
    }
    return words.count { word in
      word.count > 2 && word.allSatisfy { 0x61...0x7A ~= $0 | 0x20 || $0 >= 0x80 }
        && !word.allSatisfy { HexDigits.value(of: $0) != nil }
    }
  }
}
