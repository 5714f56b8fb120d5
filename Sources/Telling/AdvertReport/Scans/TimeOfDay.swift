package import AdvertCapture

/// The time of day in UTC, with hundredths of a second, as in other logs.
package enum TimeOfDay {
  /// Returns `10:12:03.10`.
  package static func words(_ time: Timestamp) -> String {
    let octets = time.iso8601.utf8.drop { $0 != UInt8(ascii: "T") }.dropFirst().prefix { $0 != UInt8(ascii: "Z") }
    return String(decoding: octets.prefix(11), as: UTF8.self)
  }
}

extension Timestamp {
  /// Whether the time has a date. The times of logs whose clock has none count from the start of a device, or of a day; no
  /// capture of Bluetooth LE is as old as that.
  package var hasDate: Bool { microseconds < 0 || microseconds >= Self.firstDatedTime }

  /// Ten years after 1970 began, in microseconds.
  private static let firstDatedTime: Int64 = 3652 * 86_400_000_000

  /// ISO 8601, or without a date the clock alone: `00:04:30.763000`.
  package var text: String {
    guard !hasDate else { return iso8601 }
    let days = microseconds / 86_400_000_000
    let clock = Timestamp(microseconds: microseconds % 86_400_000_000).iso8601.dropFirst("1970-01-01T".count)
      .prefix { $0 != "Z" }
    guard days > 0, let hours = Int64(clock.prefix(2)) else { return String(clock) }
    return "\(days * 24 + hours)\(clock.dropFirst(2))"
  }

  /// The same without fractions of a second.
  package var textOfSeconds: String { text.prefix { $0 != "." && $0 != "Z" } + (hasDate ? "Z" : "") }
}
