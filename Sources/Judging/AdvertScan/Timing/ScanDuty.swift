/// The scan window and scan interval of a scanner: it listens for `window` at the start of every `interval`, on channel
/// 37, 38 and 39 in turn, one for each interval.
///
/// Source: Core Specification Vol 6 Part B 4.4.3.
package struct ScanDuty: Hashable, Sendable {
  /// The scanner's name for this setting, or the situation in which it applies; empty when the scanner has only one.
  package let name: String
  /// In microseconds, more than 0 and at most ``interval``.
  package let window: Int64
  /// In microseconds, at most 40.96 s.
  package let interval: Int64

  /// The longest that can be set, for extended scanning: 65,535 units (Core Specification Vol 4 Part E 7.8.64).
  package static let longest: Int64 = 65_535 * unit
  /// Controllers count in units of 0.625 ms.
  package static let unit: Int64 = 625

  /// A duty in microseconds. A value out of bounds is moved to the nearest bound.
  package init(_ name: String = "", window: Int64, interval: Int64) {
    self.name = name
    self.interval = min(max(interval, 4 * Self.unit), Self.longest)
    self.window = min(max(window, Self.unit), self.interval)
  }

  /// A duty in milliseconds, as a host gives them to a controller: whole units of 0.625 ms, rounded down.
  package init(_ name: String = "", milliseconds window: Int64, of interval: Int64) {
    func units(_ milliseconds: Int64) -> Int64 { min(max(milliseconds, 1), 40_959) * 1000 / Self.unit * Self.unit }
    self.init(name, window: units(window), interval: units(interval))
  }

  /// The same with another name.
  func named(_ name: String) -> ScanDuty { ScanDuty(name, window: window, interval: interval) }

  /// Whether the scanner listens all the time.
  package var isContinuous: Bool { window == interval }
}
