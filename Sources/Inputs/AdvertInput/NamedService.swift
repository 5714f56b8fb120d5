package import AdvertisingData

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
