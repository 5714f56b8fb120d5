internal import AdvertBuilders
internal import AdvertCapture
internal import AdvertManifest
internal import AdvertSources
package import AdvertisingData

/// The kinds of texts that a person pastes into a page. The page shows programs, logs and files of layouts, too.
package enum ShownText {
  /// Lines of a program that calls a known library.
  case program
  /// A log with a device in it.
  case log
  /// A manifest.
  case manifest
  /// Lines of hex with labels.
  case layouts
  /// A text that can be decoded; of bytes, whether a phone app shows both blocks in one so.
  case pasted(PastedText, isOfPhoneApp: Bool)
  /// Payloads between other words, of which it is not known which is which.
  case pieces([[UInt8]])
  /// Nothing that is known, but a service that the text names.
  case service(BluetoothUUID)
  /// Nothing that is known.
  case unknown(PastedText.Problem)

  /// Decides what a text is.
  package init(_ text: String) {
    if TextContent.isProgram(text) {
      self = .program
    } else if let parts = PastedText.parts(in: text) {
      self = .pasted(parts, isOfPhoneApp: false)
    } else {
      let printed = TextContent.printed(in: text)
      if printed?.values.isEmpty == false {
        self = .log
      } else if let values = PastedValues(text) {
        self = .pasted(.values(values), isOfPhoneApp: false)
      } else {
        self = Self.ofBytes(text, printed)
      }
    }
  }

  private static func ofBytes(_ text: String, _ printed: CaptureSummary?) -> ShownText {
    do throws(PastedText.Problem) {
      let octets = try PastedText.octets(of: text)
      if let line = PastedText.errors(ofAnswer: octets) { return .pasted(.errors(line), isOfPhoneApp: false) }
      return .pasted(try PastedText(octets: octets, isPayload: true), isOfPhoneApp: isOfPhoneApp(text))
    } catch {
      return other(text, printed, orElse: error)
    }
  }

  private static func other(
    _ text: String, _ printed: CaptureSummary?, orElse problem: PastedText.Problem
  ) -> ShownText {
    if !Manifest.keys(in: text).isEmpty { return .manifest }
    if PastedText.layouts(in: text) != nil { return .layouts }
    if TextContent.log(in: text) != nil { return .log }
    if let errors = ErrorLines(text) ?? PastedText.errors(ofCode: text) {
      return .pasted(.errors(errors), isOfPhoneApp: false)
    }
    if let known = PastedText.other(in: text, printed) { return .pasted(known, isOfPhoneApp: false) }
    if TextContent.mayHaveCalls(text), SourceExcerpt(text) != nil { return .program }
    let pieces = PacketHex.payloads(in: text)
    if !pieces.isEmpty { return .pieces(pieces) }
    return NamedService.first(in: text).map { .service($0) } ?? .unknown(problem)
  }

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

/// A service that a text names.
package enum NamedService {
  /// The most octets between the word and the UUID.
  private static let reach = 60

  /// Returns the first 128-bit UUID that a text calls one of a service; `nil` without one. Apple's systems call devices by
  /// UUIDs, too.
  package static func first(in text: String) -> BluetoothUUID? {
    let octets = Array(text.utf8)
    let lower = octets.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    var start = 0
    for place in lower.indices where lower[place] == UInt8(ascii: "-") && place >= 8 {
      let range = place - 8..<place + 28
      guard range.lowerBound >= start, range.upperBound <= lower.count else { continue }
      let written = Array(octets[range])
      guard PastedOctets.isUUID(written) else { continue }
      let before = Array(lower[max(start, range.lowerBound - reach)..<range.lowerBound])
      start = range.upperBound
      guard let word = lastWord(in: before), Array(before[word...]).firstIndex(of: Array("identifier".utf8)) == nil
      else {
        continue
      }
      return BluetoothUUID(text: String(decoding: written, as: UTF8.self))
    }
    return nil
  }

  /// Returns where the last word begins that names a service.
  private static func lastWord(in text: [UInt8]) -> Int? {
    text.indices.last { place in
      text[place...].starts(with: Array("service".utf8)) || text[place...].starts(with: Array("uuid".utf8))
    }
  }
}
