internal import AdvertCapture
internal import AdvertManifest
package import AdvertObservation
internal import AdvertReading
internal import AdvertSources
internal import AdvertisingData

/// The parts known in a text that is more than the bytes of one payload.
package enum TextContent {
  /// Whether a text has the calls of a known library, with all that they send or a part of it.
  package static func isProgram(_ text: String) -> Bool {
    guard mayHaveCalls(text), let program = SourceExcerpt(text)?.program else { return false }
    return !program.layouts.isEmpty
  }

  /// Whether a text has a call, or a command of a shell: most texts without one are known in one pass.
  package static func mayHaveCalls(_ text: String) -> Bool {
    var last: UInt8 = 0
    for octet in text.utf8 {
      if octet == UInt8(ascii: "("), isOfWord(last) { return true }
      if octet != ASCII.space { last = octet }
    }
    return text.hasPart("btmgmt") || text.hasPart("hcitool")
  }

  private static func isOfWord(_ octet: UInt8) -> Bool {
    0x61...0x7A ~= octet | 0x20 || 0x30...0x39 ~= octet || octet == UInt8(ascii: "_")
  }

  /// Returns the log that a text is; `nil` for a text without a device.
  package static func log(in text: String) -> Capture? {
    guard let capture = try? Capture(MemorySource(Array((text + "\n").utf8))) else { return nil }
    let (captures, devices) = (capture.summary.captures, capture.devices)
    let isEmpty = devices.isEmpty && captures.allSatisfy { $0.values.isEmpty && $0.merged.isEmpty }
    return isEmpty ? nil : capture
  }

  /// Returns how many devices a log has, those with values and with both blocks in one, too.
  static func devices(in log: Capture) -> Int {
    log.devices.count + log.summary.captures.reduce(0) { $0 + $1.values.count + $1.merged.count }
  }

  /// Returns what programs printed of devices in a text; `nil` for a text without objects, and for one with packets.
  static func printed(in text: String) -> CaptureSummary? {
    guard text.utf8.contains(where: { "({[".utf8.contains($0) }),
      let capture = try? Capture(MemorySource(Array((text + "\n").utf8))), capture.summary.records == 0
    else { return nil }
    return capture.summary
  }
}

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
