import AdvertObservation

/// The strength of a device's signal, and how it changed over the log.
package struct Signal: Hashable, Sendable {
  /// The strongest level, in dBm, from which on reports get lost.
  ///
  /// Controllers are specified to receive at -70 dBm (Core Vol 6 Part A 4.1) and manage from -94 to -100 dBm. In public
  /// logs the devices from -90 dBm on were heard in 14 to 59 of 100 advertising events, most stronger ones in more.
  package static let weakest: Int8 = -90
  /// The fewest dB by which the last reports are weaker than the first in a signal that fades: a tenth of the power. Of
  /// 41 devices in public logs, 3 lost as much and none gained it.
  private static let fadingBy = 10

  /// The median of all reports in dBm.
  package let median: Int8
  /// The medians of the first and the last reports in dBm, up to eight each; `nil` when there are too few.
  package let ends: Ends?

  /// The two ends of a log.
  package struct Ends: Hashable, Sendable {
    /// The median of the first reports in dBm.
    package let first: Int8
    /// The median of the last reports in dBm.
    package let last: Int8
  }

  /// Whether the device's last reports are at most a tenth as strong as the first.
  package var fades: Bool { ends.map { Int($0.first) - Int($0.last) >= Self.fadingBy } ?? false }

  /// Whether the device is at the edge of reception, most of the time or at the end of the log.
  package var isWeak: Bool { min(median, fades ? ends?.last ?? median : median) <= Self.weakest }
}

extension Signal {
  /// The signal of an advertiser; `nil` when no strength was measured.
  init?(of advertiser: Advertiser) {
    guard let median = advertiser.rssi?.median else { return nil }
    self.init(median: median, ends: advertiser.rssiEnds.map { Ends(first: $0.first, last: $0.last) })
  }
}
