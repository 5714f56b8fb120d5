package import AdvertCapture

/// The time of day in UTC, with hundredths of a second, as in other logs.
package enum TimeOfDay {
  /// Returns `10:12:03.10`.
  package static func words(_ time: Timestamp) -> String {
    let octets = time.iso8601.utf8.drop { $0 != UInt8(ascii: "T") }.dropFirst().prefix { $0 != UInt8(ascii: "Z") }
    return String(decoding: octets.prefix(11), as: UTF8.self)
  }
}
