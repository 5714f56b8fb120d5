internal import AdvertObservation
internal import AdvertReading
package import AdvertisingData

/// How often a device advertises, and the source of that.
package struct DeviceTiming: Hashable, Sendable {
  /// The packets and their interval.
  package let advertising: AdvertisingTiming
  /// The source of the interval.
  package let source: Source

  /// The sources of an interval.
  package enum Source: String, Hashable, Sendable, CaseIterable {
    case declared
    /// Set by commands of the capturing host.
    case configured
    /// Estimated from receptions.
    case measured
    /// Assumed by the user.
    case supposed
  }

  /// An assumed interval, in microseconds; `nil` for packets whose lengths are not known.
  init?(supposing interval: Int64, of packets: PacketLengths?) {
    guard let advertising = packets?.sent(every: interval) else { return nil }
    self.advertising = advertising
    source = .supposed
  }

  /// The timing of a declared layout; `nil` when its interval is not known, or only within a range.
  init?(_ declared: DeclaredLayout) {
    guard let interval = declared.intervalMicroseconds, !declared.isIntervalAssumed, !declared.isKindAssumed,
      let advertising = PacketLengths(declared).sent(every: interval)
    else { return nil }
    self.advertising = advertising
    source = .declared
  }

  /// The timing of a device of a capture; `nil` when its interval is not known, rests on fewer than 16 gaps, or is only
  /// within a range.
  ///
  /// - Parameters:
  ///   - advertiser: the device and its receptions.
  ///   - isMeasurable: whether the capture's host listened all the time.
  init?(_ advertiser: Advertiser, isMeasurable: Bool) {
    let interval: Int64
    if let configured = advertiser.configuredInterval {
      guard configured.lowerBound == configured.upperBound else { return nil }
      (interval, source) = (configured.lowerBound, .configured)
    } else if isMeasurable, let measured = advertiser.interval, !measured.isRough {
      // Controllers count in units of 0.625 ms, and a measurement is not more exact than that.
      (interval, source) = (max(0, measured.microseconds) / ScanDuty.unit * ScanDuty.unit, .measured)
    } else {
      return nil
    }
    guard let advertising = PacketLengths(advertiser)?.sent(every: interval) else { return nil }
    self.advertising = advertising
  }
}

/// The lengths of a device's packets.
package struct PacketLengths: Hashable, Sendable {
  private let pdu: AdvertisingPDU
  /// The numbers of octets of the longest data.
  private let advertising: Int
  private let scanResponse: Int

  /// The most layouts that are looked at of a device that changes its data.
  private static let maximumLayouts = 8

  /// The lengths of layouts without varying octets, sent by one device.
  package init(_ layouts: [Layout]) {
    pdu = layouts.lazy.compactMap { $0.pdu }.first ?? .advInd
    advertising = layouts.lazy.compactMap { $0.advertising?.octets.count }.max() ?? 0
    scanResponse = layouts.lazy.flatMap { $0.scanResponse.payloads }.map { $0.octets.count }.max() ?? 0
  }

  /// The lengths of a declared layout. Both blocks in one string are assumed to fill the first block.
  init(_ declared: DeclaredLayout) {
    pdu = declared.layout.pdu ?? .advInd
    let merged = declared.merged?.payload.octets.count
    advertising = merged.map { min($0, 31) } ?? declared.layout.advertising?.octets.count ?? 0
    scanResponse = declared.layout.scanResponse.payloads.map { $0.octets.count }.max() ?? 0
  }

  /// The lengths of a device of a capture; `nil` when none of its advertisements was received.
  init?(_ advertiser: Advertiser) {
    let layouts = advertiser.layouts.prefix(Self.maximumLayouts).map { $0.layout }
    guard layouts.contains(where: { $0.pdu != nil || $0.advertising != nil }) else { return nil }
    self.init(layouts)
  }

  /// Returns the same packets at an interval in microseconds; `nil` when ``AdvertisingTiming`` does not take it.
  package func sent(every interval: Int64) -> AdvertisingTiming? {
    AdvertisingTiming(interval: interval, pdu: pdu, advertising: advertising, scanResponse: scanResponse)
  }
}
